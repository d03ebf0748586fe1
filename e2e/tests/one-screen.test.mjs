// Every table is one screen at every size, over whole games: nothing scrolls, nothing is covered, nothing shifts.
// PARLOUR_TEST_SCALE looks at more positions of each game (1 unless it says otherwise).
import assert from "node:assert/strict";
import { test } from "node:test";

import { accessible } from "../support/look.mjs";
import { faultsNow, findsFaults, mirroredFaultsNow, openMirrors, SIZES, watchShifts } from "../support/one-screen.mjs";
import { byButton, GAMES, play, player, sit, TOGETHER } from "../support/play.mjs";

const SCALE = Number(process.env.PARLOUR_TEST_SCALE ?? 1);
const CROWDS = { "pass-the-ace": [2, 4, 8, 20], "chase-the-ace": [3, 4, 8], "strip-jack-naked": [2, 4, 6] };
const crowds = (game) => (TOGETHER.includes(game) ? (CROWDS[game] ?? [2, 4, 8]) : [null]);

/** Looks at the page in every size; the faults, each with its size. */
async function lookAround(page) {
  const found = [];
  for (const size of SIZES) {
    await resize(page, size);
    found.push(...(await page.evaluate(faultsNow)).map((fault) => `${size}: ${fault}`));
  }
  return found;
}

async function resize(page, size) {
  const [width, height] = size.split("x").map(Number);
  await page.setViewportSize({ width, height });
  await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))));
}

/** Faults, each once with where it was first seen. */
function list() {
  const found = new Map();
  return {
    add(where, faults) {
      for (const fault of faults) {
        const kind = fault.replace(/[\d.]+/g, "#");
        if (!found.has(kind)) found.set(kind, `${where}, ${fault}`);
      }
    },
    none: () => assert.deepEqual([...found.values()], []),
  };
}

/** Whether a position is looked at: the first few, then some; fewer of those hundreds in which nobody chooses. */
const isLookedAt = (game, step) => step < 3 || (step + 1) % Math.max(1, Math.round((game === "strip-jack-naked" ? 60 : 6) / SCALE)) === 0;

for (const game of Object.keys(GAMES)) {
  for (const players of crowds(game)) {
    test(`${GAMES[game]}${players ? ` with ${players}` : ""} is one screen at every size`, async (t) => {
      const { page } = await player(t);
      await page.addInitScript(watchShifts);
      await page.addInitScript(findsFaults);
      await sit(page, { game, players });
      const faults = list();
      const shifts = async (when) => {
        const found = await page.evaluate(() => window.shiftsSoFar());
        for (const { value, what } of found) faults.add(`${when}, ${value}`, what.map((one) => `this has shifted: ${one}`));
      };
      const home = SIZES[players ? players % SIZES.length : 3];
      await resize(page, home);
      await page.evaluate(openMirrors, SIZES);
      await page.evaluate(() => void window.shiftsSoFar());
      const look = async (state, step) => {
        await shifts(`${home}, ${state}, step ${step}`);
        if (isLookedAt(game, step)) faults.add(`${state}, step ${step}`, await page.evaluate(mirroredFaultsNow));
        return false;
      };
      const state = await play(page, byButton, { enough: look });
      assert.equal(state, "over");
      faults.add("over", await lookAround(page));
      faults.none();
    });
  }
}

test("the line of events says what is meant by what is called out", async (t) => {
  const { page } = await player(t);
  await sit(page, { game: "pass-the-ace", players: 8 });
  await page.evaluate(() => {
    window.called = new Set();
    const look = () => /Kung!|Modi!|Dirty Dan!/.test(document.querySelector(".event")?.textContent) && window.called.add(document.querySelector(".event").textContent);
    new MutationObserver(look).observe(document.querySelector(".table"), { childList: true, subtree: true });
  });
  await play(page, byButton, { enough: () => page.evaluate(() => window.called.size > 0) });
  const [called] = await page.evaluate(() => [...window.called]);
  assert.match(called, /! \(.*(king|lower card|same rank).*\)$/);
});

for (const [game, players] of [["pass-the-ace", 5], ["pass-the-ace", 8], ["grapples", 4], ["propre", 2], ["propre", 8]]) {
  test(`${GAMES[game]} with ${players}: what is called out is explained in sight at every size`, async (t) => {
    const { page } = await player(t);
    await page.addInitScript(findsFaults);
    await sit(page, { game, players });
    await page.evaluate(openMirrors, SIZES);
    const faults = list();
    const called = new Set();
    const look = async (state, step) => {
      const cry = await page.evaluate(() => document.querySelector("[data-part=cry] b")?.textContent);
      if (cry) faults.add(`${cry}, step ${step}`, (await page.evaluate(mirroredFaultsNow)).filter((fault) => /explained|broken/.test(fault)));
      if (cry) called.add(cry);
      return called.size > 1;
    };
    await play(page, byButton, { enough: look });
    assert.ok(called.size > 0, "nobody called out anything");
    faults.none();
  });
}

test("what anyone calls out leaves the piles, the other names, the hand and the prompt free", async (t) => {
  const { page } = await player(t);
  await page.addInitScript(findsFaults);
  const faults = list();
  for (const [game, players] of [...[2, 3, 4, 5, 8].map((players) => ["propre", players]), ...[5, 8].map((players) => ["pass-the-ace", players])]) {
    await sit(page, { game, players });
    const seats = await page.locator("[data-part=seat], [data-part=me]").count();
    // After all seats, what concerns everyone and is called out by nobody.
    for (let seat = 0; seat <= seats; seat += 1) {
      await page.evaluate((seat) => {
        document.querySelector(".cry")?.remove();
        const caller = document.querySelectorAll("[data-part=seat], [data-part=me]")[seat];
        const cry = Object.assign(document.createElement("div"), { className: caller ? "cry" : "cry loose" });
        cry.dataset.part = "cry";
        const words = seat % 2 ? "Attack!" : "Propreantepenultimate Card!";
        cry.innerHTML = `<b>${caller ? words : "Double game!"}</b><span>can win after this turn</span>`;
        cry.style.animation = "none";
        (caller ?? document.querySelector("[data-part=arena]")).append(cry);
      }, seat);
      const found = (await lookAround(page)).filter((fault) => fault.includes("cry"));
      faults.add(`${game}, ${players} players, seat ${seat}`, found);
    }
  }
  faults.none();
});

for (const game of Object.keys(GAMES)) {
  test(`${GAMES[game]}: what opens over the felt fits at every size, in every look`, async (t) => {
    const { page } = await player(t);
    await sit(page, { game });
    await play(page, byButton, { enough: (state, step) => state === "act" && step >= 2 });
    const faults = list();
    const look = async (what) => faults.add(what, await lookAround(page));
    await accessible(page);
    const several = page.locator(".own .spot.can:has(.ways), .column .spot.can:has(.ways), .pile button.spot");
    if (await several.count()) {
      await several.first().click({ position: { x: 6, y: 24 } });
      if (await page.locator(".pop").count()) {
        await look("popover");
        await accessible(page);
        await page.keyboard.press("Escape");
      } else await play(page, byButton, { enough: (state) => state === "act" });
    }
    await page.setViewportSize({ width: 1280, height: 720 });
    for (const [what, open] of Object.entries({
      "all choices": () => page.keyboard.press("a"),
      words: () => page.keyboard.press("/"),
      log: () => page.locator("[data-tool=Log]").click(),
      rules: () => page.locator("[data-tool=Rules]").click(),
      access: () => page.locator("[data-tool=Access]").click(),
      more: () => page.locator("[data-tool=More]").click(),
    })) {
      await page.setViewportSize({ width: 1280, height: 720 });
      await open();
      await look(what);
      await accessible(page);
      await page.keyboard.press("Escape");
    }
    faults.none();
  });
}

test("a name that the bar of a phone cuts is shortened, and still read out whole", async (t) => {
  const { page } = await player(t, { viewport: { width: 390, height: 844 } });
  await sit(page, { game: "propre" });
  const name = page.getByRole("heading", { level: 1, name: "Propreantepenultimate Card", exact: true });
  const shown = () =>
    name.evaluate((heading) => {
      const short = getComputedStyle(heading, "::before").content.startsWith('"Propre"');
      const cut = heading.scrollWidth > heading.clientWidth + 1;
      return `${short ? "short" : "whole"}${cut ? ", cut" : ""}`;
    });
  assert.equal(await shown(), "short");
  await page.setViewportSize({ width: 1280, height: 720 });
  assert.equal(await shown(), "whole");
});
