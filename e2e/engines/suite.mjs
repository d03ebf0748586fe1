// What must work in every engine. `suite(engine)` adds the tests. An engine has a `name` and `launch`; its pages know
// `goto`, `reload`, `evaluate`, `click`, `type`, `screenshot`, `complaints` and `close`, and nothing else is asked of it.
import assert from "node:assert/strict";
import { mkdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { after, test } from "node:test";
import { setTimeout as pause } from "node:timers/promises";

import { screens } from "../support/places.mjs";
import { serve } from "../support/server.mjs";
import { actsNow, choose, GAMES, intoGame, likes, positionNow, readyNow, slot, turnNow } from "../support/table.mjs";

const WINDOW = { width: 1280, height: 900 };
const TIMEOUT_MS = 20_000;
/** Whether a page was loaded again that had not started; a second one fails its test. */
let isLoadedAgain = false;
const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** Adds the tests to the file that calls it. They share one server and one browser, and every visitor is a new one. */
export function suite(engine) {
  let [server, browser] = [undefined, undefined];
  after(async () => {
    await browser?.close();
    await server?.stop();
  });

  /** A new visitor whose bots do not pause. The test fails if the page complains, unless complaints are `expected`. */
  async function visit(t, { at, complaints = "none" } = {}) {
    server ??= await serve();
    browser ??= await engine.launch(WINDOW);
    const address = at ?? server.address;
    const page = await browser.newPage(address);
    t.after(async () => {
      const found = await page.complaints();
      await page.close();
      if (complaints === "none") assert.deepEqual(found, []);
    });
    const visitor = visiting(page, address);
    // Preferences can be kept only on a page of the room; this one is none that a player sees.
    await page.goto(`${address}/healthz`);
    await visitor.shelve({ "parlour.preferences": likes() });
    return visitor;
  }

  const picture = (page, name) => page.screenshot(join(screens, `${name}-${engine.name}.png`));

  test("the lobby offers every game", async (t) => {
    const page = await visit(t);
    await page.open();
    assert.equal(await page.evaluate(() => document.title), "Parlour");
    const shown = await page.evaluate(() => [...document.querySelectorAll(".tile h2")].map((title) => title.innerText.replaceAll("\u00ad", "")));
    assert.deepEqual(shown.sort(), Object.values(GAMES).sort());
    await fits(page);
    await picture(page, "lobby");
  });

  test("everything that a game needs works here", async (t) => {
    const page = await visit(t);
    await page.open("/check");
    await page.waitFor(() => document.querySelector("#check-worker").innerText === "Works");
    assert.equal(await page.evaluate(() => document.querySelector("#check-storage").innerText), "Works");
  });

  test("an error on the page is noticed and told to the player", async (t) => {
    const page = await visit(t, { complaints: "expected" });
    await page.open("/check?break=page");
    await page.waitFor(() => document.querySelector("#failure").checkVisibility());
    const found = await page.complaints();
    assert.match(found.join("\n"), /the page was asked to break/);
  });

  for (const [game, title] of Object.entries(GAMES)) {
    test(`a whole game of ${title}`, async (t) => {
      const page = await visit(t);
      await sit(page, game);
      await play(page);
      await page.open("/statistics");
      assert.equal(await page.count(".recent"), 1, "the game is in the statistics");
    });
  }

  for (const [game, title] of Object.entries(GAMES)) {
    test(`${title} resumes after a reload`, async (t) => {
      const page = await visit(t);
      await sit(page, game);
      assert.equal(await play(page, (state, step) => state === "act" && step >= intoGame(game)), "act");
      const before = await page.evaluate(positionNow);
      await page.reload();
      assert.equal(await ready(page), "act");
      assert.deepEqual(await page.evaluate(positionNow), before);
    });
  }

  test("without a server the room opens, and Aces Up is played to its end", async (t) => {
    const gone = await serve();
    const page = await visit(t, { at: gone.address });
    await page.open();
    await page.waitFor(() => navigator.serviceWorker.controller?.state === "activated");
    await gone.kill();
    await page.reload();
    await page.click("#aces-up [data-part=play]");
    await page.waitFor(() => location.pathname.startsWith("/table/"));
    await play(page);
    await page.reload();
    assert.equal(await page.waitFor(readyNow), "over");
    await page.open("/statistics");
    assert.equal(await page.count(".recent"), 1);
    await page.open("/no/such/page");
  });

  test("two visitors play a whole game at a table online", async (t) => {
    const [ann, ben] = [await visit(t), await visit(t)];
    await ann.open();
    await ann.click("#grapples .tile-go button.quiet");
    await sitDown(ann, "Ann");
    const link = await ann.waitFor(() => document.querySelector("#invite-link")?.value);
    await ben.open(new URL(link).pathname);
    await sitDown(ben, "Ben");
    await ann.waitFor(() => [...document.querySelectorAll(".person")].some((one) => one.innerText.includes("Ben")));
    await ann.click("[data-focus='deal']");
    await Promise.all([ann, ben].map((page) => page.waitFor(() => document.querySelector(".felt") !== null)));
    await picture(ben, "friends");
    await playTogether([ann, ben]);
    await ann.click("[data-focus='verify']");
    await ann.waitFor(() => document.querySelector(".checks").innerText.includes("your browser added is in the shuffle"));
    assert.equal(await ann.count(".checks .ill"), 0, "the shuffle is the one that was promised");
  });

  const pages = { lobby: "/", "new game": "/new/pass-the-ace", preferences: "/preferences", rules: "/rules/pass-the-ace" };
  for (const [name, path] of Object.entries(pages)) {
    test(`axe finds nothing: ${name}`, async (t) => {
      const page = await visit(t);
      await page.open(path);
      await fits(page);
      await accessible(page);
    });
  }

  test("axe finds nothing: a table", async (t) => {
    const page = await visit(t);
    await sit(page, "propre");
    await play(page, (state, step) => state === "act" && step >= 1);
    await fits(page);
    await picture(page, "table");
    await accessible(page);
  });
}

/** A page with what the tests ask of it, made from what every engine has. */
function visiting(page, address) {
  async function waitFor(condition, ...values) {
    const end = performance.now() + TIMEOUT_MS;
    let failure = "";
    while (performance.now() < end) {
      try {
        const found = await page.evaluate(condition, ...values);
        if (found) return found;
        failure = "";
      } catch (error) {
        // The page may be on its way to another one.
        failure = error;
      }
      await pause(10);
    }
    const table = await page.evaluate(() => document.querySelector("main")?.innerText).catch((error) => error.message);
    return assert.fail(`timed out waiting for ${condition} (${values}); ${failure}\nThe page says: ${table}`);
  }
  /** Waits for the page's program. Firefox once never ran it on a busy machine: then one page is loaded again, with a note. */
  async function shown() {
    const isShown = () => document.querySelector("main:not(.loading) h1") !== null;
    await waitFor(isShown).catch(async (error) => {
      if (isLoadedAgain) throw error;
      isLoadedAgain = true;
      const came = await page.evaluate(() => performance.getEntriesByType("resource").map(({ name, responseEnd }) => `${name} ${responseEnd}`));
      console.error(`LOADED AGAIN: ${error.message}\n${came.join("\n")}`);
      await page.reload();
      await waitFor(isShown);
    });
  }
  return {
    evaluate: page.evaluate,
    screenshot: page.screenshot,
    complaints: page.complaints,
    /** Waits until this, run in the page, gives something true, and returns it. */
    waitFor,
    async open(path = "/") {
      await page.goto(new URL(path, address).href);
      await shown();
    },
    async reload() {
      await page.reload();
      await shown();
    },
    /** Clicks with the mouse, once nothing lies over it. */
    async click(selector) {
      await waitFor(reachableNow, selector);
      await page.click(selector);
    },
    async fill(selector, text) {
      await waitFor(reachableNow, selector);
      await page.evaluate((selector) => document.querySelector(selector).select(), selector);
      await page.type(selector, text);
      await waitFor((selector, text) => document.querySelector(selector).value === text, selector, text);
    },
    count: (selector) => page.evaluate((selector) => document.querySelectorAll(selector).length, selector),
    /** Puts texts onto the shelf, by their keys. */
    shelve: (texts) =>
      page.evaluate((texts) => Object.entries(texts).forEach(([key, text]) => localStorage.setItem(key, text)), texts),
  };
}

/** In the page: scrolls to something, and tells whether a click in its middle would meet it. */
function reachableNow(selector) {
  const found = document.querySelector(selector);
  if (!found || found.disabled) return false;
  found.scrollIntoView({ block: "center", inline: "center", behavior: "instant" });
  const { x, y, width, height } = found.getBoundingClientRect();
  return found.contains(document.elementFromPoint(x + width / 2, y + height / 2));
}

/** Lays a game onto the shelf and opens its table. */
async function sit(page, game) {
  const kept = slot({ game });
  await page.shelve({ [`parlour.slot.${kept.id}`]: JSON.stringify(kept) });
  await page.open(`/table/${kept.id}`);
}

/** Does something by its button, in the rail or among all choices. */
async function act(page, action) {
  const button = `[data-focus="act:${action}"]`;
  if (await page.count(`.choices ${button}`)) return page.click(`.choices ${button}`);
  if (await page.count("#layer-all[hidden]")) await page.click(".key.all");
  return page.click(`.actions ${button}`);
}

/** Waits for the parts of the page, of which one lists all choices, and for the player's turn. */
async function ready(page) {
  await page.waitFor(() => !document.querySelector(".later"));
  return page.waitFor(readyNow);
}

/** Plays by buttons until the game is over, or until `enough` says so. */
async function play(page, enough = () => false, most = 400) {
  for (let step = 0; step < most; step++) {
    const state = await ready(page);
    if (state === "over" || enough(state, step)) return state;
    assert.notEqual(state, "refused", await page.evaluate(() => document.querySelector(".notices")?.innerText));
    if (state === "go-on") await page.click("[data-focus='go-on']");
    else await act(page, choose(await page.evaluate(actsNow), step));
  }
  return assert.fail(`the game is not over after ${most} steps`);
}

async function sitDown(page, name) {
  await page.fill("#sit-name", name);
  await page.click(".sit-down [type=submit]");
  await page.waitFor(() => [...document.querySelectorAll(".person")].some((one) => /\byou\b/i.test(one.innerText)));
}

/** Plays until the game is over for everyone at the table. */
async function playTogether(pages, most = 3000) {
  for (let step = 0; step < most; step++) {
    const states = await Promise.all(pages.map((page) => page.evaluate(turnNow)));
    if (states.every((state) => state === "over")) return;
    const turn = states.findIndex((state) => state === "act" || state === "go-on");
    if (turn < 0) {
      // Someone's turn comes, or the end comes to someone who has not yet seen it.
      const waiting = pages.filter((_, number) => states[number] !== "over");
      await Promise.any(waiting.map((page) => page.waitFor(turnNow)));
      continue;
    }
    const page = pages[turn];
    if (states[turn] === "go-on") {
      await page.click("[data-focus='go-on']");
      continue;
    }
    const chosen = choose(await page.evaluate(actsNow), step);
    if (chosen === undefined) continue;
    const before = await page.evaluate(() => document.querySelector(".table").dataset.actions);
    // The choices were read before that: the table may have changed in between.
    if (!(await page.count(`.actions [data-focus="act:${chosen}"]`))) continue;
    await act(page, chosen);
    const moved = (before) => document.querySelector(".table")?.dataset.actions !== before || document.querySelector(".notice.refused") !== null;
    await page.waitFor(moved, before);
    assert.equal(await page.count(".notice.refused"), 0);
  }
  assert.fail(`the game is not over after ${most} steps`);
}

/** Nothing sticks out of the window. */
async function fits(page) {
  const [wide, inside] = await page.evaluate(() => [document.documentElement.scrollWidth, document.documentElement.clientWidth]);
  assert.ok(wide <= inside, `the page is ${wide} px wide, the window only ${inside} px`);
  const outside = await page.evaluate(() => {
    const felt = document.querySelector(".felt");
    const edge = felt?.getBoundingClientRect().right;
    const reaches = (one) => one.getBoundingClientRect().right > edge + 1;
    // A line that ends in dots is longer than what is seen of it.
    const isCut = (one) => {
      for (let up = one.parentElement; up !== felt; up = up.parentElement) if (getComputedStyle(up).overflowX !== "visible" && !reaches(up)) return true;
      return false;
    };
    return [...document.querySelectorAll(".felt *")].filter((one) => reaches(one) && !isCut(one)).map((one) => `${one.className}: ${one.textContent.slice(0, 60)}`);
  });
  assert.deepEqual(outside, [], "everything on the felt stays on it");
}

/** No violation that axe knows. */
async function accessible(page) {
  await page.evaluate(axe);
  const found = await page.evaluate(async () => {
    // Colours that still fade into place would be measured on their way.
    await Promise.allSettled(document.getAnimations().map((moving) => moving.finished));
    const { violations } = await window.axe.run(document, { resultTypes: ["violations"] });
    return violations.flatMap(({ id, help, nodes }) => nodes.map((node) => `${id} (${help}): ${node.target.join(" ")}: ${node.failureSummary}`));
  });
  assert.deepEqual(found, []);
}

mkdirSync(screens, { recursive: true });
