// Aces Up with every hand that a player may have.
import assert from "node:assert/strict";
import { test } from "node:test";

import {
  byCard, byDrag, byWord, drag, dragByTouch, pile, play, player, playedGames, position, ready, say, sit, top,
} from "../support/play.mjs";

const center = async (locator) => {
  const { x, y, width, height } = await locator.boundingBox();
  return [x + width / 2, y + height / 2];
};
const TALL = { viewport: { width: 1280, height: 1600 } };

test("AU-U2 a whole game by drag", async (t) => {
  const { page } = await player(t, TALL);
  await sit(page, { game: "aces-up", settings: { deal_limit: "5", lone_card_moves: "false" } });
  await play(page, byDrag);
  assert.equal(await playedGames(page, "Aces Up"), 1);
});

test("AU-U2 a card dropped where it cannot go is back in its place", async (t) => {
  const { page } = await player(t, TALL);
  await sit(page, { game: "aces-up" });
  const before = await position(page);
  await drag(page, top(page, 3), pile(page, "column-1"));
  await drag(page, top(page, 3), page.locator("h1"));
  await drag(page, top(page, 1), pile(page, "discarded").locator(".spot"));
  assert.deepEqual(await position(page), before);
  assert.equal(await page.locator(".dragged").count(), 0);
  await drag(page, top(page, 3), pile(page, "discarded").locator(".spot"));
  await page.getByText("1 of 48").waitFor();
});

test("AU-U2 a card follows a mouse that is quick, and not one that only passes by", async (t) => {
  const { page } = await player(t, TALL);
  await sit(page, { game: "aces-up" });
  await drag(page, top(page, 3), page.locator("h1"), { flick: true });
  await page.mouse.move(...(await center(top(page, 3))));
  await page.mouse.move(...(await center(page.locator("h1"))), { steps: 10 });
  assert.equal(await page.locator(".dragged").count(), 0, "no button is pressed: nothing is dragged");
  await drag(page, top(page, 3), pile(page, "discarded").locator(".spot"), { flick: true });
  await page.getByText("1 of 48").waitFor();
});

test("AU-U2 a whole game by touch on a phone", async (t) => {
  const { page } = await player(t, { hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 } });
  await sit(page, { game: "aces-up" });
  await play(page, byCard("tap"));
  assert.equal(await playedGames(page, "Aces Up"), 1);
});

test("AU-U2 a finger drags a card", async (t) => {
  const { page } = await player(t, { hasTouch: true, viewport: { width: 390, height: 1000 } });
  await sit(page, { game: "aces-up" });
  await dragByTouch(page, top(page, 3), pile(page, "discarded").locator(".spot"));
  await ready(page);
  assert.match(await page.locator(".status-facts").innerText(), /1 of 48/);
  await page.getByRole("img", { name: "Column 3: empty" }).waitFor();
  await dragByTouch(page, top(page, 1), pile(page, "column-3").locator(".spot"));
  await page.getByRole("img", { name: "Column 1: empty" }).waitFor();
});

test("AU-U2 a whole game by typed phrases", async (t) => {
  const { page } = await player(t);
  await sit(page, { game: "aces-up" });
  await play(page, byWord);
  assert.equal(await playedGames(page, "Aces Up"), 1);
});

test("a whole game of Pass the Ace by typed phrases", async (t) => {
  const { page } = await player(t);
  await sit(page, { game: "pass-the-ace" });
  const phrases = { stick: ["keep it", "I'm good", "stick"], swap: ["swap", "pass it on", "swap left"], draw: ["new card", "draw"] };
  let turn = 0;
  const byPhrase = {
    async act(page, act) {
      const known = phrases[act];
      assert.equal((await say(page, known[turn++ % known.length])).trim(), "");
    },
    goOn: byWord.goOn,
  };
  await play(page, byPhrase);
  assert.equal(await playedGames(page, "Pass the Ace"), 1);
});

test("words that could mean two things are asked back, and others are answered", async (t) => {
  const { page } = await player(t);
  await sit(page, { game: "pass-the-ace" });
  await say(page, "pass");
  const several = page.locator(".notice.several");
  await several.waitFor();
  assert.equal(await several.locator("li").getByRole("button").count(), 2);
  await say(page, "whose turn");
  await page.getByText("It is your turn.").waitFor();
  await say(page, "abracadabra");
  await page.locator(".notice.refused").waitFor();
  await say(page, "help");
  await page.locator(".notice.answer", { hasText: "undo" }).waitFor();
});

test("up and down go through what was said before", async (t) => {
  const { page } = await player(t);
  await sit(page, { game: "aces-up" });
  await say(page, "whose turn");
  await say(page, "deal");
  await ready(page);
  const field = page.locator("#command");
  for (const [key, text] of [["ArrowUp", "deal"], ["ArrowUp", "whose turn"], ["ArrowDown", "deal"], ["ArrowDown", ""]]) {
    await page.keyboard.press(key);
    assert.equal(await field.inputValue(), text, key);
  }
});
