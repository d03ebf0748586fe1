// Firefox, over WebDriver BiDi.
import puppeteer from "puppeteer-core";

import { firefox } from "../support/places.mjs";

/** Firefox reports a part that was still being loaded when its page was left; one that cannot be loaded is told on the page. */
const BROKEN_OFF = /^Failed to load ‘.*\/assets\/.*\.wasm’\. A ServiceWorker intercepted the request/;

export const name = "firefox";

const PREFERENCES = {
  // Nothing moves.
  "ui.prefersReducedMotion": 1,
  // Light, whatever the machine prefers.
  "layout.css.prefers-color-scheme.content-override": 1,
};

/** Starts the browser. `newPage(address)` is a visitor who shares nothing with the others. */
export async function launch({ width, height }) {
  const browser = await puppeteer.launch({
    browser: "firefox",
    executablePath: firefox(),
    headless: true,
    defaultViewport: { width, height },
    extraPrefsFirefox: PREFERENCES,
  });
  return {
    newPage: async (address) => visitor(await browser.createBrowserContext(), address),
    close: () => browser.close(),
  };
}

async function visitor(context, address) {
  // In a window of its own: a tab in the background gets little time and loses keys.
  const page = await context.newPage({ type: "window" });
  const complaints = [];
  page.on("console", (message) => {
    // Without a server, requests to it fail, and the browser logs that.
    const inVain = new URL(message.location().url || address, address).pathname.startsWith("/api/");
    if (message.type() === "error" && !inVain) complaints.push(`console: ${message.text()}`);
  });
  page.on("pageerror", ({ message }) => {
    if (!BROKEN_OFF.test(message)) complaints.push(`error: ${message}`);
  });
  page.on("request", (request) => {
    const { origin, protocol } = new URL(request.url());
    const ours = origin === address || ["data:", "blob:", "about:"].includes(protocol);
    if (!ours) complaints.push(`request to elsewhere: ${request.url()}`);
  });
  return {
    goto: (url) => page.goto(url),
    reload: () => page.reload(),
    evaluate: (script, ...values) => page.evaluate(script, ...values),
    click: (selector) => page.click(selector),
    type: (selector, text) => page.type(selector, text),
    screenshot: (path) => page.screenshot({ path }),
    complaints: () => complaints,
    close: () => context.close(),
  };
}
