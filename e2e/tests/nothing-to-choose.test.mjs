// A game in which nobody has anything to choose is quick: hold to run, finish it.
import assert from "node:assert/strict";
import { test } from "node:test";

import { byDwell, inRail, play, player, ready, seed, sit } from "../support/play.mjs";

// A deal of 149 cards: long enough to let go before its end.
const long = { game: "strip-jack-naked", seed: seed(1) };

const turned = (page) => page.evaluate(() => Number(document.querySelector(".table").dataset.actions));
const until = (page, number) =>
  page.waitForFunction((number) => Number(document.querySelector(".table").dataset.actions) >= number, number);

/** Says something that the table answers without a move; what was under way has been done by then. */
async function answered(page) {
  if (!(await page.locator("#command").isVisible())) await page.keyboard.press("/");
  await page.locator("#command").fill("help");
  await page.locator("#command").press("Enter");
  await page.locator(".notice.answer").waitFor();
  await page.keyboard.press("Escape");
}

/** Everything stands still. */
async function still(page) {
  await ready(page);
  const before = await turned(page);
  await answered(page);
  assert.equal(await turned(page), before, "nothing runs any more");
}

test("holding the button runs until it is released", async (t) => {
  const { page } = await player(t);
  await sit(page, long);
  await inRail(page, "turn").hover();
  await page.mouse.down();
  await until(page, 20);
  await page.mouse.up();
  await still(page);
});

test("holding the card runs, and a short touch turns over one card", async (t) => {
  const { page } = await player(t);
  await sit(page, long);
  await page.locator(".own .spot.can").click();
  await until(page, 1);
  await ready(page);
  await page.locator(".own .spot.can").hover();
  const before = await turned(page);
  await page.mouse.down();
  await until(page, before + 15);
  await page.mouse.up();
  await still(page);
});

test("holding a key runs until it is released", async (t) => {
  const { page } = await player(t);
  await sit(page, long);
  await page.keyboard.down("1");
  await page.keyboard.down("1");
  await until(page, 20);
  await page.keyboard.up("1");
  await still(page);
});

for (const way of ["button", "words"]) {
  test(`finish it, by ${way}`, async (t) => {
    const { page } = await player(t);
    await sit(page, long);
    if (way === "button") await page.locator("[data-focus=finish]").click();
    else {
      await page.keyboard.press("/");
      await page.locator("#command").fill("finish it");
      await page.locator("#command").press("Enter");
    }
    // Words are read by the worker first: until then it is still this player's turn.
    await page.locator('.table[data-state="over"]').waitFor();
    assert.equal(await ready(page), "over");
    assert.match(await page.locator("#prompt").innerText(), /wins? the game|draw/);
    await page.reload();
    assert.equal(await ready(page), "over", "the end is kept");
  });
}

test("cards are turned over by dwell", async (t) => {
  const { page } = await player(t, { likes: { dwell: true, dwell_ms: 50, dwell_pause_ms: 0 } });
  await sit(page, long);
  assert.equal(await play(page, byDwell, { enough: (state, step) => step >= 4 }), "act");
  assert.ok((await turned(page)) >= 4);
});

test("a game with choices has no such button", async (t) => {
  const { page } = await player(t);
  await sit(page, { game: "aces-up" });
  assert.equal(await page.locator("[data-focus=finish]").count(), 0);
});
