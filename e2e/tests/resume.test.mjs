// Games that were left, on purpose or not.
import assert from "node:assert/strict";
import { test } from "node:test";

import { acts, byButton, GAMES, intoGame, play, player, position, ready, shelf, sit } from "../support/play.mjs";
import { open } from "../support/room.mjs";

/** Plays a few steps and stops where it is up to the player. */
async function some(page, steps) {
  await play(page, byButton, { enough: (state, step) => state === "act" && step >= steps });
}

for (const [game, title] of Object.entries(GAMES)) {
  test(`${title} goes on after a reload as if nothing had been`, async (t) => {
    const { page } = await player(t);
    await sit(page, { game });
    await some(page, intoGame(game) + 1);
    const before = await position(page);
    await page.reload();
    await ready(page);
    assert.deepEqual(await position(page), before);
    await play(page, byButton);
  });
}

test("a page that is gone without notice leaves its game in the lobby", async (t) => {
  const { page, context } = await player(t);
  await sit(page, { game: "aces-up" });
  await some(page, 9);
  const before = await position(page);
  await page.close();

  const again = await context.newPage();
  await open(again);
  const left = again.getByRole("region", { name: "Continue" });
  await left.getByRole("link", { name: /Aces Up/ }).click();
  await ready(again);
  assert.deepEqual(await position(again), before);
  await again.locator("[data-focus='tool:undo']").click();
  await again.locator("[data-focus='tool:redo']:enabled").waitFor({ state: "attached" });
});

test("a page that crashes leaves its game too", async (t) => {
  const { page, context } = await player(t);
  await sit(page, { game: "aces-up" });
  await some(page, 6);
  const before = await position(page);
  const crashed = new Promise((resolve) => page.once("crash", resolve));
  await page.goto("chrome://crash").catch(() => {});
  await crashed;
  await page.close();
  const again = await context.newPage();
  await open(again, "/table/test");
  await ready(again);
  assert.deepEqual(await position(again), before);
});

test("the cards of a round are still there to be seen after a reload, or the game goes on", async (t) => {
  const { page } = await player(t);
  await sit(page, { game: "pass-the-ace" });
  await play(page, byButton, { enough: (state) => state === "go-on" });
  await page.reload();
  await ready(page);
  await play(page, byButton);
});

test("a game that was left can be removed, after a question", async (t) => {
  const { page } = await player(t);
  await sit(page, { game: "grapples" });
  await open(page);
  const remove = page.getByRole("button", { name: /^Remove Grapples/ });
  await remove.click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await dialog.waitFor({ state: "hidden" });
  assert.equal(await remove.count(), 1);
  await remove.click();
  await dialog.getByRole("button", { name: "Remove it" }).click();
  await page.getByRole("heading", { name: "Continue" }).waitFor({ state: "detached" });
  assert.equal((await shelf(page))["parlour.slot.test"], undefined);
  await open(page, "/table/test");
  await page.getByRole("heading", { name: "This table is not kept here" }).waitFor();
});

test("two games at once do not meet", async (t) => {
  const { page, context } = await player(t);
  await sit(page, { game: "aces-up", id: "one" });
  const other = await context.newPage();
  await sit(other, { game: "grapples", id: "two" });
  await page.locator(".choices [data-focus='act:deal']").click();
  await page.getByRole("heading", { name: "Stock · 11 deals" }).waitFor();
  assert.ok((await acts(other)).length > 0);
  await other.reload();
  await ready(other);
  await open(page);
  assert.equal(await page.locator(".left-game").count(), 2);
});
