// The first page.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { test } from "node:test";

import { accessible, pictures } from "../support/look.mjs";
import { parlour } from "../support/places.mjs";
import { open, visit } from "../support/room.mjs";

test("the lobby offers every game", async (t) => {
  const { page } = await visit(t);
  await open(page);
  assert.equal(await page.title(), "Parlour");
  const games = JSON.parse(execFileSync(parlour, ["games", "--json"], { encoding: "utf8" }));
  const shown = await page.getByRole("heading").allInnerTexts();
  for (const { name } of games) assert.ok(shown.includes(name), `${name} is in the lobby: ${shown}`);
});

test("the lobby can be used by everyone, at every width", async (t) => {
  const { page } = await visit(t);
  await open(page);
  await pictures(page, "lobby");
  await accessible(page);
});

test("the first key leads past the header to the page", async (t) => {
  const { page } = await visit(t);
  await open(page);
  await page.keyboard.press("Tab");
  assert.equal(await page.evaluate(() => document.activeElement.textContent), "Skip to the page");
  await page.keyboard.press("Enter");
  assert.equal(await page.evaluate(() => document.activeElement.id), "main");
});
