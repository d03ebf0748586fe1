// Whole games with the mouse: cards and buttons.
import assert from "node:assert/strict";
import { test } from "node:test";

import { byCard, GAMES, play, player, playedGames, sit } from "../support/play.mjs";

for (const [game, title] of Object.entries(GAMES)) {
  test(`a whole game of ${title} by click`, async (t) => {
    const { page } = await player(t);
    await sit(page, { game });
    await play(page, byCard());
    await page.getByRole("button", { name: "Play again" }).waitFor();
    assert.match(await page.locator("#prompt").innerText(), /win|won|lost|over/i);
    assert.equal(await playedGames(page, title), 1);
    await page.goto("/");
    await page.getByRole("heading", { level: 1 }).waitFor();
    assert.equal(await page.getByRole("heading", { name: "Continue" }).count(), 0, "a finished game is not left");
  });
}

test("a card that goes to another player takes more than one touch, and can be put back", async (t) => {
  const { page } = await player(t);
  await sit(page, { game: "pass-the-ace" });
  const card = page.locator(".own .spot.can");
  await card.click();
  await page.locator(".put-here", { hasText: /^Swap with / }).waitFor();
  assert.equal(await card.getAttribute("aria-pressed"), "true");
  await page.getByRole("button", { name: "Put it back" }).click();
  assert.equal(await page.locator(".put-here").count(), 0);
  await card.click();
  await page.keyboard.press("Escape");
  assert.equal(await page.locator(".put-here").count(), 0);
});

test("the prompt asks for a lit card where there is one", async (t) => {
  const { page } = await player(t);
  const asks = () => page.locator("#prompt > span").evaluate((prompt) => getComputedStyle(prompt, "::after").content.includes("Touch a lit card"));
  await sit(page, { game: "aces-up" });
  assert.ok(await asks());
  await sit(page, { game: "pass-the-ace", id: "one-card" });
  assert.ok(!(await asks()), "a card alone says itself what a touch does");
});

test("once more, with other cards", async (t) => {
  const { page } = await player(t);
  await sit(page, { game: "aces-up", settings: { deal_limit: "1", lone_card_moves: "false" } });
  await play(page, byCard());
  const before = page.url();
  await page.getByRole("button", { name: "Play again" }).click();
  await page.waitForURL((url) => url.href !== before);
  await page.getByRole("button", { name: "Deal" }).waitFor();
  assert.match(await page.locator(".status-facts").innerText(), /0 of 48/);
});
