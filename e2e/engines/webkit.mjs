// WebKit, in the browser that comes with WebKitGTK: a driver and a browser for every visitor, on a screen of their own.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";

import { freePorts } from "../support/cluster.mjs";
import { webkitDriver, xvfb } from "../support/places.mjs";
import { isReady, newSession } from "./webdriver.mjs";

export const name = "webkit";

/** Starts the screen. `newPage(address)` is a visitor who shares nothing with the others. */
export async function launch({ width, height }) {
  const home = mkdtempSync(join(tmpdir(), "parlour-webkit-"));
  const screen = await startScreen();
  const visitors = new Set();
  const environment = { ...process.env, ...surroundings(home), DISPLAY: screen.display };
  return {
    async newPage() {
      const { driver, page } = await startBrowser(environment, { width, height });
      const close = async () => {
        visitors.delete(close);
        await page.close().finally(() => driver.stop());
      };
      visitors.add(close);
      return { ...page, close };
    },
    async close() {
      await Promise.all([...visitors].map((close) => close()));
      await screen.stop();
      // Helpers of the browser may still write something while they end.
      rmSync(home, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
    },
  };
}

/** What the browser reads of a user's settings and where it keeps things: nothing of this machine's user. */
function surroundings(home) {
  mkdirSync(join(home, "gtk-3.0"));
  mkdirSync(join(home, "gtk-4.0"));
  // Nothing moves.
  for (const version of ["gtk-3.0", "gtk-4.0"]) {
    writeFileSync(join(home, version, "settings.ini"), "[Settings]\ngtk-enable-animations=0\n");
  }
  return {
    XDG_CONFIG_HOME: home,
    XDG_DATA_HOME: home,
    XDG_CACHE_HOME: home,
    GDK_BACKEND: "x11",
    // There is no accessibility bus and no graphics card to wait for.
    NO_AT_BRIDGE: "1",
    GTK_A11Y: "none",
    LIBGL_ALWAYS_SOFTWARE: "1",
    MESA_SHADER_CACHE_DISABLE: "true",
    WEBKIT_SKIA_ENABLE_CPU_RENDERING: "1",
  };
}

// A run that takes too long is ended from outside; what it started must end, too.
process.once("SIGTERM", () => process.exit(1));

/** A program that ends with the tests, even if they fail. */
function start(program, words, options) {
  const child = spawn(program, words, options);
  const gone = once(child, "exit");
  const kill = () => child.kill();
  process.once("exit", kill);
  const stop = async () => {
    process.off("exit", kill);
    kill();
    await gone;
  };
  return { child, gone, stop };
}

async function startScreen() {
  // The server chooses a free display and tells it on this file descriptor.
  const words = ["-displayfd", "3", "-screen", "0", "1600x1200x24", "-nolisten", "tcp"];
  const { child, gone, stop } = start(xvfb(), words, { stdio: ["ignore", "ignore", "ignore", "pipe"] });
  const told = once(child.stdio[3], "data").then(([text]) => text.toString().trim());
  const number = await Promise.race([told, gone.then(([code]) => assertRuns("Xvfb", code))]);
  return { display: `:${number}`, stop };
}

async function startDriver(environment) {
  const [port] = await freePorts(1);
  const { gone, stop } = start(webkitDriver(), [`--port=${port}`], { env: environment, stdio: "ignore" });
  const address = `http://127.0.0.1:${port}`;
  let ended = false;
  const end = gone.then(([code]) => {
    ended = true;
    assertRuns("WebKitWebDriver", code);
  });
  const listens = async () => {
    while (!ended && !(await isReady(address))) await pause(20);
  };
  await Promise.race([listens(), end]);
  end.catch(() => {});
  return { address, stop };
}

/** A driver and its browser. It was seen that the browser did not start, and that the driver waited for it. */
async function startBrowser(environment, size, tries = 3) {
  const driver = await startDriver(environment);
  try {
    return { driver, page: await visitor(driver, size) };
  } catch (error) {
    await driver.stop();
    if (error.name !== "TimeoutError" || tries === 1) throw error;
    return startBrowser(environment, size, tries - 1);
  }
}

function assertRuns(title, code) {
  throw new Error(`${title} ended with ${code}`);
}

/**
 * The driver tells nothing of the console, so the page itself notes errors from the moment it is loaded. What breaks
 * before that keeps the page from being shown, and that fails the test, too.
 */
async function visitor(driver, { width, height }) {
  const page = await newSession(driver.address);
  await page.resize(width, height);
  const complaints = [];
  const collect = async () => complaints.push(...(await page.evaluate(takeComplaints)));
  const loading = (load) => async (...values) => {
    await collect();
    await load(...values);
    await page.evaluate(watch);
  };
  return {
    ...page,
    goto: loading(page.goto),
    reload: loading(page.reload),
    async complaints() {
      await collect();
      return complaints;
    },
  };
}

/** In the page: notes what goes wrong from now on. */
function watch() {
  const noted = [];
  window.complaints = noted;
  const error = console.error;
  console.error = (...words) => {
    noted.push(`console: ${words.join(" ")}`);
    error.apply(console, words);
  };
  addEventListener("error", (event) => noted.push(`error: ${event.message}`));
  addEventListener("unhandledrejection", (event) => noted.push(`error: ${event.reason}`));
}

/** In the page: what was noted since the last time, and what was loaded from elsewhere. */
function takeComplaints() {
  const elsewhere = performance.getEntriesByType("resource").filter(({ name }) => new URL(name).origin !== location.origin);
  performance.clearResourceTimings();
  return [...(window.complaints?.splice(0) ?? []), ...elsewhere.map(({ name }) => `request to elsewhere: ${name}`)];
}
