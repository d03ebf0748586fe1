// A browser in the card room. Each file of tests has one server and one browser; each test has a context of its own,
// so that nothing is remembered from another test.
import assert from "node:assert/strict";
import { after } from "node:test";

import { chromium as playwright } from "playwright-core";

import { chromium } from "./places.mjs";
import { serve } from "./server.mjs";

const FLAGS = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

let server;
let browser;

after(async () => {
  await browser?.close();
  await server?.stop();
});

async function theBrowser() {
  browser ??= await playwright.launch({ executablePath: chromium(), args: FLAGS, headless: true });
  return browser;
}

/**
 * A fresh visitor: `page`, its `context`, the `address` of the room, and `complaints`, which grow with every console
 * error and every request to elsewhere. A test fails on a complaint unless it says `complaints: "expected"`.
 * Other options go to Playwright's `newContext`: `viewport`, `hasTouch`, `reducedMotion` and so on.
 */
export async function visit(t, { complaints: wanted = "none", at, ...options } = {}) {
  if (!at) server ??= await serve();
  const address = at ?? server.address;
  const context = await (await theBrowser()).newContext({ baseURL: address, ...options });
  context.setDefaultTimeout(20_000);
  const complaints = [];
  context.on("console", (message) => {
    // What only a server can answer gets no answer without one, and the browser says so automatically.
    const inVain = new URL(message.location().url || address).pathname.startsWith("/api/");
    if (message.type() === "error" && !inVain) complaints.push(`console: ${message.text()}`);
  });
  context.on("weberror", (error) => complaints.push(`error: ${error.error().message}`));
  context.on("request", (request) => {
    const { origin, protocol } = new URL(request.url());
    const ours = origin === address || protocol === "data:" || protocol === "blob:";
    if (!ours) complaints.push(`request to elsewhere: ${request.url()}`);
  });
  const page = await context.newPage();
  t.after(async () => {
    await context.close();
    if (wanted === "none") assert.deepEqual(complaints, []);
  });
  return { page, context, address, complaints };
}

/** Opens a page of the room and waits until it is shown. */
export async function open(page, path = "/") {
  await page.goto(path);
  // Not the one that is there while the room is loaded.
  await page.locator("#main").getByRole("heading", { level: 1 }).waitFor();
  // Some pieces of a page are loaded in the background.
  await page.waitForFunction(() => !document.querySelector(".later"));
}

/** Waits until the service worker has everything and speaks for this page. */
export async function kept(page) {
  await page.waitForFunction(() => navigator.serviceWorker.controller?.state === "activated");
}
