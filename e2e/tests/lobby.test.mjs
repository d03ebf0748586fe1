// The first page.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { test } from "node:test";

import { accessible, pictures } from "../support/look.mjs";
import { parlour } from "../support/places.mjs";
import { GAMES, player, ready, shelf, shelve, sit, slot } from "../support/play.mjs";
import { open, visit } from "../support/room.mjs";

test("the lobby offers every game", async (t) => {
  const { page } = await visit(t);
  await open(page);
  assert.equal(await page.title(), "Parlour");
  const games = JSON.parse(execFileSync(parlour, ["games", "--json"], { encoding: "utf8" }));
  // A long word may be broken at a soft hyphen.
  const shown = (await page.getByRole("heading").allInnerTexts()).map((text) => text.replaceAll("\u00ad", ""));
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

const first = (page, selector) =>
  page.locator(selector).evaluateAll((found) => {
    // On a phone the question about sounds lies over the lower edge.
    const bar = document.querySelector(".sound-offer");
    const end = bar && getComputedStyle(bar).position === "fixed" ? bar.getBoundingClientRect().top : innerHeight;
    return found.filter((one) => one.getBoundingClientRect().bottom <= end).length;
  });

test("on a desk everything is in sight at once, whatever waits there", async (t) => {
  const { page } = await player(t, { viewport: { width: 1280, height: 720 } });
  const games = Object.keys(GAMES);
  for (const left of [[], games]) {
    await shelve(page, Object.fromEntries(left.map((game) => [`parlour.slot.${game}`, JSON.stringify(slot({ id: game, game }))])));
    await open(page);
    await page.locator(".tile").first().waitFor();
    assert.equal(await page.locator(".left-game").count(), left.length);
    const [tall, inside] = await page.evaluate(() => [document.documentElement.scrollHeight, innerHeight]);
    assert.ok(tall <= inside, `the lobby is ${tall} px high, the window only ${inside} px`);
    assert.equal(await first(page, "[data-part=play]"), games.length);
    assert.equal(await first(page, ".slip"), left.length ? 3 : 2);
  }
});

test("a game that was left says how far it has come", async (t) => {
  const { page } = await player(t);
  await sit(page, { game: "chase-the-ace" });
  await ready(page);
  await open(page);
  const left = page.getByRole("link", { name: /Chase the Ace Round 1, your turn · just now/ });
  await left.click();
  await page.waitForURL("**/table/*");
});

test("on a desk a game among the slips has lessons and friends beside its options", async (t) => {
  const { page } = await player(t, { viewport: { width: 1280, height: 720 } });
  await open(page);
  await page.getByRole("link", { name: "Rules and options Strip Jack Naked" }).click();
  await page.getByRole("button", { name: "Open a table for friends" }).waitFor();
  await page.getByRole("link", { name: "learn it step by step" }).click();
  await page.waitForURL("**/learn/strip-jack-naked/1");
});

test("on a phone the first two games can be played without scrolling", async (t) => {
  const { page } = await player(t, { viewport: { width: 390, height: 844 } });
  await open(page);
  await page.locator(".tile").first().waitFor();
  assert.ok((await first(page, "[data-part=play]")) >= 2);
});

test("every game has a picture of its own, and its words are never cut off", async (t) => {
  const { page } = await visit(t);
  await open(page);
  await page.locator(".tile").first().waitFor();
  const pictures = await page.locator(".tile-art").evaluateAll((all) => all.map((one) => one.innerHTML));
  assert.equal(new Set(pictures).size, Object.keys(GAMES).length);
  for (const width of [320, 390, 700, 1024, 1280, 1440, 1920]) {
    await page.setViewportSize({ width, height: 720 });
    const cut = await page.locator(".tile h2, .tile p, .tile button").evaluateAll((all) =>
      all.filter((one) => one.scrollWidth > one.clientWidth + 1).map((one) => one.textContent),
    );
    assert.deepEqual(cut, [], `at ${width} px`);
  }
});

test("the bar is slim at every width", async (t) => {
  const { page } = await visit(t);
  await open(page);
  await page.locator(".hands").waitFor();
  for (const width of [320, 390, 640, 844, 1280]) {
    await page.setViewportSize({ width, height: 720 });
    const { height } = await page.locator(".frame-header").boundingBox();
    assert.ok(height <= 48, `${height} px at ${width} px`);
  }
});

test("sounds are offered once, and either answer is final", async (t) => {
  for (const [answer, sounds] of [["Yes to sounds", true], ["No sounds", false]]) {
    const { page } = await visit(t);
    await open(page);
    await page.getByRole("button", { name: answer }).click();
    await page.getByText("Sounds?").waitFor({ state: "detached" });
    await page.reload();
    await page.locator(".tile").first().waitFor();
    assert.equal(await page.getByText("Sounds?").count(), 0);
    assert.equal(JSON.parse((await shelf(page))["parlour.preferences"]).sounds, sounds);
    await open(page, "/preferences");
    assert.equal(await page.getByLabel("Sounds").isChecked(), sounds);
  }
});
