// What breaks is told, and the page is never blank.
import assert from "node:assert/strict";
import { test } from "node:test";

import { accessible, pictures } from "../support/look.mjs";
import { open, visit } from "../support/room.mjs";

test("the worker answers, and the check page says so", async (t) => {
  const { page } = await visit(t);
  await open(page, "/check");
  await page.locator("#check-worker", { hasText: "Works" }).waitFor();
  assert.equal(await page.locator("#check-storage").innerText(), "Works");
  assert.equal(page.workers().length, 1);
  await pictures(page, "check");
  await accessible(page);
  const ended = new Promise((resolve) => page.workers()[0].once("close", resolve));
  await page.getByRole("link", { name: "Parlour" }).click();
  await ended;
});

test("a worker that breaks tells the player", async (t) => {
  const { page, complaints } = await visit(t, { complaints: "expected" });
  await open(page, "/check?break=worker");
  const alert = page.getByRole("alert");
  await alert.getByText("it was asked to break").waitFor();
  assert.match(await alert.innerText(), /what you played is kept/);
  assert.ok(complaints.length > 0, "the console has it too");
  await pictures(page, "failure", { fullPage: false });
  await accessible(page);
});

test("a page that breaks tells the player, and reloads", async (t) => {
  const { page } = await visit(t, { complaints: "expected" });
  await open(page, "/check?break=page");
  await page.getByRole("alert").getByText("the page was asked to break").waitFor();
  await Promise.all([page.waitForEvent("load"), page.getByRole("link", { name: "Reload" }).click()]);
});

test("a program that cannot be loaded is told", async (t) => {
  const { page, context } = await visit(t, { complaints: "expected" });
  await context.route("**/*.wasm", (route) => route.abort());
  await page.goto("/");
  await page.getByRole("alert").getByText("could not be loaded").waitFor();
  await accessible(page);
});

test("a worker that cannot be loaded is told", async (t) => {
  const { page, context } = await visit(t, { complaints: "expected", serviceWorkers: "block" });
  await open(page);
  await context.route("**/assets/worker-*.js", (route) => route.abort());
  await page.evaluate(() => {
    history.pushState({}, "", "/check");
    dispatchEvent(new PopStateEvent("popstate"));
  });
  await page.getByRole("alert").getByText("The table's worker stopped").waitFor();
});

test("a part of the room that cannot be loaded is told, and the rest goes on", async (t) => {
  const { page, context } = await visit(t, { complaints: "expected", serviceWorkers: "block" });
  await open(page);
  await context.route("**/assets/split_pages-*.wasm", (route) => route.abort());
  await page.getByRole("link", { name: "Statistics" }).click();
  await page.getByRole("heading", { name: "This page could not be loaded" }).waitFor();
  await page.getByRole("link", { name: "Parlour" }).click();
  await page.getByRole("heading", { name: "What shall we play?" }).waitFor();
  await context.unroute("**/assets/split_pages-*.wasm");
  await page.getByRole("link", { name: "Statistics" }).click();
  await page.getByRole("heading", { level: 1, name: "Statistics" }).waitFor();
});

test("without randomness nothing is dealt and no key is made, and the player reads why", async (t) => {
  const { page, context } = await visit(t, { complaints: "expected" });
  await context.addInitScript(() => {
    Object.defineProperty(Crypto.prototype, "getRandomValues", {
      value: () => {
        throw new Error("no randomness");
      },
    });
  });
  await open(page, "/new/aces-up");
  await page.getByRole("button", { name: "Start the game" }).click();
  await page.getByRole("alert").getByText("no cards can be shuffled").waitFor();
  const kept = await page.evaluate(() => Object.keys(localStorage).filter((key) => /slot|guest/.test(key)));
  assert.deepEqual(kept, []);
});
