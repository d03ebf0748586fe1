// Where things are on this machine.
import { accessSync, constants } from "node:fs";
import { delimiter, join } from "node:path";

export const root = join(import.meta.dirname, "../..");
export const target = process.env.CARGO_TARGET_DIR ?? join(root, "target");
export const parlour = process.env.PARLOUR ?? join(target, "debug/parlour");
export const screens = join(target, "screens");

export const chromium = () => program("Chromium", "CHROMIUM", ["chromium-headless-shell", "chromium", "chromium-browser", "google-chrome"]);
export const firefox = () => program("Firefox", "FIREFOX", ["firefox-esr", "firefox"]);
export const webkitDriver = () => program("WebKit driver", "WEBKIT_DRIVER", ["WebKitWebDriver"]);
export const xvfb = () => program("Xvfb", "XVFB", ["Xvfb"]);

/** The program that the environment variable names, or else the first of these names on the path. */
function program(title, variable, names) {
  const folders = (process.env.PATH ?? "").split(delimiter);
  const all = [process.env[variable], ...names.flatMap((name) => folders.map((folder) => join(folder, name)))];
  const found = all.find((path) => path && runs(path));
  if (!found) throw new Error(`There is no ${title}; install it, or name it in $${variable}.`);
  return found;
}

function runs(path) {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
