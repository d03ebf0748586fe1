// What controls are called: as they are written, each differently, and large enough (AU-U5).
import assert from "node:assert/strict";
import { test } from "node:test";

import { accessible, LOOKS } from "../support/look.mjs";
import { open } from "../support/room.mjs";
import { openTable, sitDown } from "../support/friends.mjs";
import { controls } from "../support/names.mjs";
import { changed, changes, GAMES, player, ready, sit } from "../support/play.mjs";

const PAGES = ["/", "/rules", "/new/aces-up", "/new/propre", "/rules/grapples", "/statistics", "/preferences", "/replay", "/guest", "/check", "/nowhere"];
const SOME = LOOKS.filter(({ name }) => ["light", "dark", "high contrast by choice"].includes(name));

/** Whether all that is written is said, in order; cards are said in words where their signs are written. */
function reads(said, written) {
  const words = (text) => text.split(/[\s:,.;]+/).filter(Boolean);
  const rest = words(said);
  return words(written).every((word) => {
    const at = rest.indexOf(word);
    if (at >= 0) rest.splice(0, at + 1);
    return at >= 0;
  });
}

async function check(page, where, numbered) {
  // The page that is shown while loading has a heading too.
  await page.locator(".hands:visible, .bar").first().waitFor();
  if (numbered) {
    await page.waitForFunction(() =>
      [...document.querySelectorAll("main button, main a[href], .hands button")].some((one) => one.dataset.number),
    );
  }
  const all = await controls(page);
  assert.ok(all.length > 0);
  const names = new Map();
  for (const { name, written, tag, width, height, inline, number, role, href } of all) {
    assert.ok(name, `${where}: ${tag} “${written}” has a name`);
    const said = name.toLowerCase();
    assert.ok(reads(said, written.toLowerCase()), `${where}: “${written}” is in “${name}”`);
    if (numbered) assert.ok(number && said.startsWith(number), `${where}: “${name}” begins with its number ${number}`);
    // Links in a sentence may be as small as its letters.
    if (!inline) assert.ok(width >= 24 && height >= 24, `${where}: “${name}” is ${width} × ${height} px`);
    const same = `${role} ${said}`;
    // In a text, several links may lead to the same place.
    const alike = names.has(same) && (!href || names.get(same) !== href);
    assert.ok(!alike, `${where}: two are called “${name}”`);
    names.set(same, href);
  }
}

for (const numbers of [false, true]) {
  const how = numbers ? "with numbers" : "without numbers";
  test(`names on every page, ${how}`, async (t) => {
    const { page } = await player(t, { likes: { numbers } });
    for (const path of PAGES) {
      await open(page, path);
      await check(page, path, numbers);
      if (numbers) await accessible(page, SOME);
    }
  });

  for (const game of Object.keys(GAMES)) {
    test(`names at a table of ${GAMES[game]}, ${how}`, async (t) => {
      const { page } = await player(t, { likes: { numbers } });
      await sit(page, { game });
      await check(page, game, numbers);
      if (numbers) await accessible(page, SOME);
    });
  }
}

test("names at a table with friends, before the deal and after", async (t) => {
  const { page } = await player(t);
  const link = await openTable(page, GAMES.propre);
  const { page: other } = await player(t);
  await open(other, link);
  await other.locator(".round-table").waitFor();
  await check(other, "gathering", false);
  await sitDown(other, "Ben");
  await page.locator(".person", { hasText: "Ben" }).waitFor();
  await page.getByText("Quick words").click();
  await page.locator(".person summary").first().click();
  await check(page, "gathering, seated", false);
  await page.getByRole("button", { name: "Deal the cards" }).click();
  await page.locator(".felt").waitFor();
  await check(page, "table online", false);
});

test("the number of a choice is its number in the list, and any number can be typed", async (t) => {
  const { page } = await player(t, { likes: { numbers: true } });
  await sit(page, { game: "aces-up" });
  // A card that can do one thing has its number, and so has the button of what belongs to no card.
  await page.locator(`[data-place="heap:column-3"] .spot[data-number='1']`).waitFor();
  const deal = page.locator(".choices [data-focus='act:deal']");
  assert.match(await deal.innerText(), /^2\s/);
  const access = page.locator("[data-tool=Access]");
  const number = await access.getAttribute("data-number");
  await page.keyboard.press("/");
  await page.keyboard.type(`click ${number}`);
  await page.keyboard.press("Enter");
  await page.getByRole("dialog", { name: "Access" }).waitFor();
  await page.keyboard.press("Escape");
  await page.keyboard.press("/");
  // Other controls keep their numbers when the table changes.
  const before = await changes(page);
  await page.locator("#command").fill("1");
  await page.keyboard.press("Enter");
  await changed(page, before);
  assert.equal(await access.getAttribute("data-number"), number);
  // The button has stayed, and is the fourth choice now.
  await page.locator(".choices [data-focus='act:deal'][data-number='4']").waitFor();
  assert.match(await deal.innerText(), /^4\s/);
});

test("keys can be listed, changed and switched off; keys tell hand, piles, counts and turn", async (t) => {
  const { page } = await player(t);
  await open(page, "/preferences");
  await page.getByLabel("Key to hear whose turn it is").fill("z");
  await page.getByLabel("Key to hear whose turn it is").press("Enter");
  await sit(page, { game: "pass-the-ace" });
  await page.keyboard.press("?");
  const list = page.getByRole("dialog", { name: "Keys at a table" });
  assert.match(await list.innerText(), /z\s+hear whose turn it is/);
  await accessible(page, SOME);
  await page.keyboard.press("Escape");
  for (const [key, told] of [["c", /You hold 1/], ["p", /:/], ["n", /Lives/], ["z", /your turn/i]]) {
    await page.keyboard.press(key);
    await page.locator(".notice.answer").filter({ hasText: told }).waitFor();
  }
  await open(page, "/preferences");
  await page.getByLabel("Single letters are shortcuts").uncheck();
  await open(page, "/table/test");
  await ready(page);
  await page.keyboard.press("?");
  await page.keyboard.press("c");
  assert.equal(await page.locator(".notice.answer, dialog[open]").count(), 0);
});
