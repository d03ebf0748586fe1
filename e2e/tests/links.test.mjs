// Links, and the browser's history.
import assert from "node:assert/strict";
import { test } from "node:test";

import { accessible, pictures } from "../support/look.mjs";
import { open, visit } from "../support/room.mjs";

test("an unknown link says so and leads back to the lobby", async (t) => {
  const { page } = await visit(t);
  await open(page, "/no/such/table");
  assert.match(await page.getByRole("main").innerText(), /\/no\/such\/table leads nowhere/);
  await pictures(page, "missing");
  await accessible(page);
  await page.getByRole("link", { name: "Go to the lobby" }).click();
  await page.getByRole("heading", { name: "What shall we play?" }).waitFor();
});

test("links, back and forward lead from page to page, and each has its title, its focus and its mark", async (t) => {
  const { page } = await visit(t);
  await open(page, "/rules/grapples");
  const heading = (name) => page.getByRole("heading", { level: 1, name }).waitFor();
  await heading(/Grapples/);
  await page.getByRole("link", { name: "Statistics" }).click();
  await heading("Statistics");
  assert.match(await page.title(), /Statistics/);
  await page.waitForFunction(() => document.activeElement?.matches("h1, main"));
  assert.equal(await page.getByRole("link", { name: "Statistics" }).getAttribute("aria-current"), "page");
  const length = await page.evaluate(() => history.length);
  await page.getByRole("link", { name: "Statistics" }).click();
  assert.equal(await page.evaluate(() => history.length), length, "the page that is shown is no second entry");
  await page.goBack();
  await heading(/Grapples/);
  await page.goForward();
  await heading("Statistics");
  const isTaken = await page.getByRole("link", { name: "Rules" }).evaluate((link) => {
    let taken;
    const look = (event) => {
      taken = event.defaultPrevented;
      event.preventDefault();
    };
    addEventListener("click", look, { once: true });
    link.dispatchEvent(new MouseEvent("click", { ctrlKey: true, bubbles: true, cancelable: true }));
    return taken;
  });
  assert.equal(isTaken, false, "with Ctrl the browser opens a tab");
  await heading("Statistics");
});

test("from one page to another of its kind, by links and by history", async (t) => {
  const { page } = await visit(t);
  await open(page, "/rules/grapples");
  const go = (path) =>
    page.evaluate((href) => {
      const link = Object.assign(document.createElement("a"), { href, textContent: "go" });
      document.querySelector("main").append(link);
      link.click();
    }, path);
  const title = (name) => page.getByRole("heading", { level: 1, name }).waitFor();
  await go("/rules/aces-up?from=here#top");
  await title(/Aces Up/);
  await page.goBack();
  await title(/Grapples/);
  // Addresses that nobody would type lead nowhere, kindly.
  for (const path of ["/table/%E0", "/rules/%E0%A4", "/learn//1"]) {
    await open(page, path);
    await page.locator("main h1").waitFor();
  }
});

test("skipping to the page marks no clause and stays at its top", async (t) => {
  const { page } = await visit(t);
  await open(page, "/rules/grapples");
  await page.locator(".rules").waitFor();
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await page.waitForFunction(() => location.hash === "#main");
  await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))));
  assert.equal(await page.locator(".clause-here").count(), 0);
  assert.ok((await page.evaluate(() => scrollY)) < 200);
});
