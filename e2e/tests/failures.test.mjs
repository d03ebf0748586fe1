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

for (const [what, files] of Object.entries({ "a program": "**/*.wasm", "the bindings of the program": "**/assets/parlour-*.js" })) {
  test(`${what} that cannot be loaded: the player is told`, async (t) => {
    const { page, context } = await visit(t, { complaints: "expected" });
    await context.route(files, (route) => route.abort());
    await page.goto("/");
    await page.getByRole("alert").getByText("could not be loaded").waitFor();
    await accessible(page);
  });
}

for (const [file, said] of Object.entries({ worker: "The table's worker stopped", tables: "The tables could not be loaded" })) {
  test(`a worker whose file ${file} cannot be loaded is told`, async (t) => {
    const { page, context } = await visit(t, { complaints: "expected", serviceWorkers: "block" });
    await open(page);
    await context.route(`**/assets/${file}-*.js`, (route) => route.abort());
    await page.evaluate(() => {
      history.pushState({}, "", "/check");
      dispatchEvent(new PopStateEvent("popstate"));
    });
    await page.getByRole("alert").getByText(said).waitFor();
  });
}

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

test("a part of the lobby that does not come is tried again, and what was wished then works", async (t) => {
  const { page, context } = await visit(t, { complaints: "expected", serviceWorkers: "block" });
  let lost = 0;
  let connected = false;
  await context.route(/\/assets\/parts-room-[0-9a-f]+\.bin/, (route) => {
    if (connected) return route.continue();
    lost += 1;
    return route.abort();
  });
  await page.goto("/");
  const friends = page.getByRole("button", { name: /With friends/ }).first();
  await friends.waitFor();
  // Nobody waits for it yet: nothing is said.
  await page.waitForFunction(() => document.querySelector(".later"));
  assert.equal(await page.locator(".notice").count(), 0);
  await friends.click();
  await page.getByRole("button", { name: /One moment/ }).waitFor();
  await page.getByRole("alert").getByText("Parlour tries again").waitFor();
  assert.equal(await page.locator(".notice").count(), 1);
  assert.ok(lost > 0);
  connected = true;
  await page.evaluate(() => dispatchEvent(new Event("online")));
  await page.getByRole("dialog").or(page.getByLabel("Your name")).first().waitFor();
  assert.equal(await page.locator(".notice").count(), 0);
  await page.locator(".slips").waitFor();
});

test("drawers that do not come say so where they are opened, and come after all", async (t) => {
  const { page, context } = await visit(t, { complaints: "expected", serviceWorkers: "block" });
  let connected = false;
  await context.route("**/assets/parts-drawers-*", (route) => (connected ? route.continue() : route.abort()));
  await open(page);
  await page.locator("[data-part=play]").first().click();
  await page.locator("[data-tool=Log]").waitFor();
  assert.equal(await page.locator(".notice:visible").count(), 0);
  await page.locator("[data-tool=Log]").click();
  await page.locator("#layer-log").getByText("Parlour tries again").waitFor();
  assert.equal(await page.locator(".notice").count(), 1);
  connected = true;
  // Without a word from the browser, after a pause.
  await page.locator("#layer-log .log").waitFor();
  assert.equal(await page.locator(".notice").count(), 0);
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
