// Whole games by keys alone; the mouse is never touched.
import assert from "node:assert/strict";
import { test } from "node:test";

import { byKey, focused, GAMES, play, player, playedGames, ready, sit, tabTo } from "../support/play.mjs";
import { open } from "../support/room.mjs";

for (const [game, title] of Object.entries(GAMES)) {
  test(`a whole game of ${title} by keyboard alone`, async (t) => {
    const { page } = await player(t);
    await open(page, `/new/${game}`);
    const deal = page.locator("summary", { hasText: "Play a certain deal" });
    await deal.evaluate((summary) => summary.setAttribute("data-next", ""));
    await tabTo(page, "summary[data-next]");
    await page.keyboard.press("Enter");
    await tabTo(page, "#seed");
    await page.keyboard.type("7");
    await tabTo(page, "form.settings [type=submit]");
    await page.keyboard.press("Enter");
    await page.waitForURL("**/table/*");
    await page.waitForFunction(() => document.activeElement.tagName === "H1");
    await play(page, byKey);
    await tabTo(page, "[data-focus='act:again']");
    assert.equal(await playedGames(page, title), 1);
  });
}

test("a player who lays down a card by keys keeps the focus", async (t) => {
  const { page } = await player(t);
  await sit(page, { game: "pass-the-ace" });
  await tabTo(page, ".own .spot.can");
  await page.keyboard.press("Space");
  await tabTo(page, ".put-here");
  await page.keyboard.press("Enter");
  await ready(page);
  assert.notEqual(await focused(page), "BODY");

  await sit(page, { game: "aces-up", id: "other" });
  await tabTo(page, '[data-place="heap:column-3"] .spot.can');
  await page.keyboard.press("Enter");
  await ready(page);
  assert.match(await focused(page), /^spot:heap:column-1/, "the focus goes to the next card that can go, not to the deal");
  await page.keyboard.press("Space");
  if (await page.locator(".spot.picked").count()) {
    await tabTo(page, '[data-place="heap:column-3"] .put-here');
    await page.keyboard.press("Enter");
  }
  await ready(page);
  assert.notEqual(await focused(page), "BODY");
});

test("letters are tools, and can be turned off", async (t) => {
  const { page } = await player(t);
  await sit(page, { game: "aces-up" });
  const score = page.locator(".status-facts dd").first();
  const deals = page.locator(".status-facts dd").last();
  assert.equal(await deals.innerText(), "12");
  await page.locator(".choices [data-focus='act:deal']").press("Enter");
  await deals.getByText("11").waitFor();
  await page.keyboard.press("u");
  await deals.getByText("12").waitFor();
  await page.keyboard.press("r");
  await deals.getByText("11").waitFor();
  await page.keyboard.press("h");
  await page.locator(".notice.answer").waitFor();
  await page.keyboard.press("/");
  assert.equal(await focused(page), "command");
  await page.keyboard.type("u");
  assert.equal(await page.locator("#command").inputValue(), "u", "in a field a letter is a letter");
  assert.equal(await score.innerText(), "0 of 48");

  await open(page, "/preferences");
  await page.getByRole("checkbox", { name: "Single letters are shortcuts" }).uncheck();
  await open(page, "/table/test");
  await deals.getByText("11").waitFor();
  await page.keyboard.press("/");
  assert.notEqual(await focused(page), "command");
});
