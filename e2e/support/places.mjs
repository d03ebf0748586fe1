// Where things are on this machine.
import { accessSync, constants } from "node:fs";
import { delimiter, join } from "node:path";

export const root = join(import.meta.dirname, "../..");
export const target = process.env.CARGO_TARGET_DIR ?? join(root, "target");
export const parlour = process.env.PARLOUR ?? join(target, "debug/parlour");
export const screens = join(target, "screens");

export function chromium() {
  const names = ["chromium", "chromium-browser", "google-chrome"];
  const folders = (process.env.PATH ?? "").split(delimiter);
  const all = [process.env.CHROMIUM, ...names.flatMap((name) => folders.map((folder) => join(folder, name)))];
  const found = all.find((path) => path && runs(path));
  if (!found) throw new Error("There is no Chromium; install it, or name it in $CHROMIUM.");
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
