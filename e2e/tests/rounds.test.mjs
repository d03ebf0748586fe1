// How a round ends: everything up to it is told first, the cards turn over where they lie, and the next one waits.
import assert from "node:assert/strict";
import { test } from "node:test";

import { acts, byButton, GAMES, like, play, player, press, sit } from "../support/play.mjs";
import { visit } from "../support/room.mjs";

const game = "pass-the-ace";
const event = (page) => page.locator(".event").innerText();
const round = (page) => page.locator(".bar .status-facts dd").first();

/** In the page, before anything else: notes each combination of state, line and open cards that was ever shown. */
function film() {
  window.film = [];
  const look = () => {
    const state = document.querySelector(".table")?.dataset.state;
    const line = document.querySelector(".event")?.textContent;
    const open = document.querySelectorAll(".seat .mini.open").length;
    const last = window.film.at(-1);
    if (line !== undefined && (last?.state !== state || last?.line !== line || last?.open !== open)) window.film.push({ state, line, open });
  };
  new MutationObserver(() => requestAnimationFrame(look)).observe(document, { subtree: true, childList: true, attributes: true, characterData: true });
}

test(`${GAMES[game]}: a round that has ended says nothing of the next one`, async (t) => {
  const { page } = await player(t);
  await sit(page, { game, players: 4 });
  await play(page, byButton, { enough: (state) => state === "go-on" });
  assert.match(await event(page), /^All cards are shown/);
  assert.equal(await round(page).innerText(), "1");
  assert.doesNotMatch(await page.locator(".lately").innerText(), /Round 2/);
  assert.doesNotMatch(await page.locator("[role=log]").innerText(), /Round 2/, "nobody hears of it either");
  await page.locator("[data-focus='go-on']").click();
  await round(page).getByText("2", { exact: true }).waitFor();
  assert.doesNotMatch(await event(page), /^All cards are shown/);
});

test("with motion the last move is told before the cards turn over, and the next round comes without a touch", async (t) => {
  const { page, context } = await visit(t);
  await like(context, { pace: "normal" });
  await page.addInitScript(film);
  await sit(page, { game, players: 4 });
  await press(page, (await acts(page)).at(-1));
  await page.waitForFunction(() => document.querySelector(".table")?.dataset.state === "round-end");
  await round(page).getByText("2", { exact: true }).waitFor();
  const shown = await page.evaluate(() => window.film);
  const ends = shown.filter(({ state }) => state === "round-end");
  assert.ok(ends.length > 0);
  for (const { line, open } of ends) {
    assert.match(line, /^All cards are shown/);
    assert.equal(open, 3, "the others' cards lie open");
  }
  const before = shown.slice(0, shown.findIndex(({ state }) => state === "round-end"));
  assert.ok(before.every(({ line }) => !line.startsWith("All cards are shown")));
});

test("a player who does not want to wait touches the felt", async (t) => {
  const { page, context } = await visit(t);
  await like(context, { pace: "slow", rounds: "wait" });
  await sit(page, { game, players: 4 });
  await press(page, (await acts(page)).at(-1));
  while ((await page.locator(".table").getAttribute("data-state")) !== "round-end") {
    await page.locator(".cloth").click({ position: { x: 20, y: 200 } });
    if ((await page.locator(".table").getAttribute("data-state")) === "turn") await press(page, (await acts(page)).at(-1));
  }
  assert.match(await event(page), /^All cards are shown/);
  await page.locator("[data-focus='go-on']").click();
  await round(page).getByText("2", { exact: true }).waitFor();
});
