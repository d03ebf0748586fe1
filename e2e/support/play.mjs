// Sitting down at a table, and playing a game to its end with whatever hands a player has.
import assert from "node:assert/strict";

import { open, visit } from "./room.mjs";
import { actsNow, choose, likes as preferences, positionNow, readyNow, slot } from "./table.mjs";

export { choose, GAMES, intoGame, QUICK, seed, slot, TOGETHER } from "./table.mjs";

/** Keeps preferences in the browser before its first page, unless it has some: bots do not pause. */
export async function like(context, likes = {}) {
  const text = preferences(likes);
  await context.addInitScript((text) => {
    if (location.protocol === "about:" || localStorage.getItem("parlour.preferences")) return;
    localStorage.setItem("parlour.preferences", text);
  }, text);
}

/** A visitor for whom nothing pauses and nothing moves. */
export async function player(t, { likes, ...options } = {}) {
  const visitor = await visit(t, { reducedMotion: "reduce", ...options });
  await like(visitor.context, likes);
  return visitor;
}

/** Puts texts onto the shelf, by their keys. */
export async function shelve(page, texts) {
  if (page.url() === "about:blank") await open(page, "/no/table/yet");
  await page.evaluate((texts) => Object.entries(texts).forEach(([key, text]) => localStorage.setItem(key, text)), texts);
}

/** Everything on the shelf, by key. */
export const shelf = (page) => page.evaluate(() => ({ ...localStorage }));

/** Lays a game onto the shelf and opens its table. */
export async function sit(page, order) {
  const kept = slot(order);
  await shelve(page, { [`parlour.slot.${kept.id}`]: JSON.stringify(kept) });
  await open(page, `/table/${kept.id}`);
  return ready(page);
}

/**
 * Waits until the table shows what was done last and something is up to the player: to act ("act"), to look at the
 * cards of a round ("go-on"), or nothing any more ("over"). "refused" if the last try was not done. Looks at every frame,
 * or as often as `polling` says, in milliseconds.
 */
export async function ready(page, polling = "raf") {
  const found = await page.waitForFunction(readyNow, undefined, { polling });
  return found.jsonValue();
}

/** What the buttons do, in notation and in order. */
export const acts = (page) => page.evaluate(actsNow);

/** What a button says to someone who listens, without its card signs. */
export const words = (locator) =>
  locator.evaluate((one) => {
    const copy = one.cloneNode(true);
    copy.querySelectorAll("[aria-hidden=true]").forEach((sign) => sign.remove());
    return copy.textContent.trim();
  });

/** The button of an action among all choices. */
export const button = (page, act) => page.locator(`.actions [data-focus="act:${act}"]`);

/** The button of an action beside the prompt, if it is there. */
export const inRail = (page, act) => page.locator(`.choices [data-focus="act:${act}"]`);

/** Does something by its button, in the rail or among all choices; `touch` is "click" or "tap". */
export async function press(page, act, touch = "click") {
  if (await inRail(page, act).count()) return inRail(page, act)[touch]();
  if (!(await page.locator("#layer-all").isVisible())) await page.locator(".key.all")[touch]();
  return button(page, act)[touch]();
}

/** Where things lie at a table of Aces Up. */
export const top = (page, column) => page.locator(`[data-place="heap:column-${column}"] .spot`).last();
export const pile = (page, id) => page.locator(`[data-place="heap:${id}"]`);

/** The cards on the table, by place, and everything that is told of the game. */
export const position = (page) => page.evaluate(positionNow);

/**
 * Plays until the game is over, or until `enough` says so. A hand knows how to `act` (told the choices in notation,
 * the chosen one and the step) and how to `goOn` after a round.
 */
export async function play(page, hand, { enough = () => false, most = 400, polling } = {}) {
  for (let step = 0; step < most; step++) {
    const state = await ready(page, polling);
    if (state === "over" || (await enough(state, step))) return state;
    assert.notEqual(state, "refused", `${await page.locator(".notices").innerText()}`);
    let done = "going on";
    if (state === "go-on") await hand.goOn(page, step);
    else {
      const options = await acts(page);
      // The table has moved on between the two looks: a pointer that rests somewhere can act, too.
      if (!options.length) continue;
      const chosen = hand.choose ? await hand.choose(page, options) : choose(options, step);
      await hand.act(page, chosen, { options, step });
      done = chosen;
    }
    await hand.after?.(page, `${done}, step ${step}`);
  }
  assert.fail(`the game is not over after ${most} steps`);
}

/** Buttons, by mouse. */
export const byButton = {
  act: (page, act) => press(page, act),
  goOn: (page) => page.locator("[data-focus='go-on']").click(),
};

/** Cards in one turn, buttons in the next, by mouse or finger: `touch` is "click" or "tap". */
export const byCard = (touch = "click") => ({
  async act(page, act, { step }) {
    const [kind, from, to] = act.split(" ");
    if (kind === "deal") return pile(page, "stock").locator(".spot.can")[touch]();
    if (from && ["discard", "move"].includes(kind)) {
      await top(page, from)[touch]();
      // Where it can go to several places, they offer themselves.
      const place = pile(page, kind === "move" ? `column-${to}` : "discarded").locator(".put-here");
      if (await page.locator(".spot.picked").count()) await place[touch]();
      return;
    }
    const cards = page.locator(".felt .spot.can");
    const count = await cards.count();
    if (step % 2 === 1 || !count) return press(page, act, touch);
    // Cards in a hand overlap: their left edges are what can be touched.
    await cards.nth((step / 2) % count)[touch]({ position: { x: 8, y: 28 } });
    if (!(await page.locator(".spot.picked").count())) return;
    const places = page.locator(".put-here");
    if (step % 4 === 0 && (await places.count())) await places.first()[touch]();
    // The same card can mean several things there.
    if (await page.locator(".spot.picked").count()) await page.locator(".pop .action").first()[touch]();
  },
  goOn: (page) => page.locator("[data-focus='go-on']")[touch](),
});

/** Drags with the mouse from the middle of one thing to the middle of another; a flick has no point between. */
export async function drag(page, from, to, { flick = false } = {}) {
  const [start, end] = [await middle(from), await middle(to)];
  await page.mouse.move(...start);
  await page.mouse.down();
  if (!flick) await page.mouse.move(start[0] + 4, start[1] + 8);
  await page.mouse.move(...end, { steps: flick ? 1 : 4 });
  await page.mouse.up();
}

/** Drags with a finger. */
export async function dragByTouch(page, from, to) {
  const [start, end] = [await middle(from), await middle(to)];
  const finger = await page.context().newCDPSession(page);
  const touch = (type, ...points) =>
    finger.send("Input.dispatchTouchEvent", { type, touchPoints: points.map(([x, y]) => ({ x, y })) });
  await touch("touchStart", start);
  const between = [0.1, 0.5, 0.9, 1].map((part) => start.map((from, axis) => from + part * (end[axis] - from)));
  for (const point of between) await touch("touchMove", point);
  await touch("touchEnd");
  await finger.detach();
}

async function middle(locator) {
  await locator.scrollIntoViewIfNeeded();
  const { x, y, width, height } = await locator.boundingBox();
  return [x + width / 2, y + height / 2];
}

/** Cards are dragged to where they go; only the stock is clicked. */
export const byDrag = {
  /** Fills empty columns before it deals, but never with a lone card. */
  async choose(page, options) {
    const high = async (column) => pile(page, `column-${column}`).locator("[data-card]").count();
    const moves = options.filter((act) => act.startsWith("move "));
    for (const act of moves) {
      if (options.some((act) => act.startsWith("discard "))) break;
      if ((await high(act.split(" ")[1])) > 1) return act;
    }
    const first = (kind) => options.find((act) => act.split(" ")[0] === kind);
    return first("discard") ?? first("deal") ?? options[0];
  },
  async act(page, act) {
    const [kind, from, to] = act.split(" ");
    if (kind === "deal") return pile(page, "stock").locator(".spot.can").click();
    await drag(page, top(page, from), pile(page, kind === "move" ? `column-${to}` : "discarded").locator(".spot").last());
  },
};

/** What has the focus: its name at the table, or its element's. */
export const focused = (page) =>
  page.evaluate(() => document.activeElement?.dataset.focus ?? document.activeElement?.tagName ?? "nothing");

/** Presses Tab until something has the focus. */
export async function tabTo(page, selector) {
  for (let press = 0; press < 120; press++) {
    if (await page.evaluate((selector) => document.activeElement?.matches(selector), selector)) return;
    await page.keyboard.press("Tab");
  }
  assert.fail(`Tab never leads to ${selector}`);
}

/** Keys alone: numbers, then Tab and Enter at a button, then Tab and Space at a card; never the mouse. */
export const byKey = {
  async act(page, act, { options, step }) {
    const number = options.indexOf(act) + 1;
    const cards = await page.locator(".felt .spot.can").count();
    if (step % 3 === 0 && options.length <= 8) return page.keyboard.press(String(number));
    if (step % 3 === 1 || !cards) return tabAndEnter(page, act);
    const [kind, from] = act.split(" ");
    const place = { deal: "heap:stock", discard: `heap:column-${from}` }[kind];
    await tabTo(page, place ? `[data-place="${place}"] .spot.can` : ".felt .spot.can");
    await page.keyboard.press("Space");
    if (!(await page.locator(".spot.picked").count())) return;
    if (kind === "discard") {
      await tabTo(page, `[data-place="heap:discarded"] .put-here`);
      return page.keyboard.press("Enter");
    }
    await tabTo(page, ".pop .action");
    await page.keyboard.press("Enter");
  },
  async goOn(page, step) {
    if (step % 2) return page.keyboard.press("g");
    await tabTo(page, "[data-focus='go-on']");
    await page.keyboard.press("Enter");
  },
  /** Nobody who plays by keys may have to start at the top of the page again. */
  async after(page, done) {
    const state = await ready(page);
    // The focus moves on after the table has changed, before anyone could press another key.
    await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))));
    assert.notEqual(await focused(page), "BODY", `after ${done} (now: ${state}) the focus fell back to the page`);
  },
};

async function tabAndEnter(page, act) {
  if (await inRail(page, act).count()) await tabTo(page, `.choices [data-focus="act:${act}"]`);
  else {
    await page.keyboard.press("a");
    await tabTo(page, `.actions [data-focus="act:${act}"]`);
  }
  await page.keyboard.press("Enter");
}

/** How often the table has changed. A change that is in the page already is counted, although it is noted with its frame. */
export const changes = (page) =>
  page.evaluate(
    () => new Promise((count) => requestAnimationFrame(() => count(performance.getEntriesByName("parlour-shown", "mark").length))),
  );

/** Waits until it has changed since, or something is told. */
export const changed = (page, before) =>
  page.waitForFunction(
    (before) =>
      performance.getEntriesByName("parlour-shown", "mark").length > before || document.querySelector(".notices .notice:not(.thinking)"),
    before,
  );

/** Says or types it, by keys, into the one field for everything; waits for what comes of it. */
export async function say(page, text) {
  const before = await changes(page);
  if ((await focused(page)) !== "command") await page.keyboard.press("/");
  assert.equal(await focused(page), "command", "the key / leads to the field");
  await page.keyboard.type(text);
  await page.keyboard.press("Enter");
  await changed(page, before);
  return page.locator(".notices").innerText();
}

/** Words alone. */
export const byWord = {
  async act(page, act) {
    const heard = await say(page, await words(button(page, act)));
    assert.equal(heard.trim(), "");
  },
  async goOn(page) {
    // The next round may end at once, and then there is another one.
    await page.locator("[data-focus='go-on']").evaluate((one) => one.setAttribute("data-seen", ""));
    if ((await focused(page)) !== "command") await page.keyboard.press("/");
    await page.keyboard.type("go on");
    await page.keyboard.press("Enter");
    await page.locator("[data-seen]").waitFor({ state: "detached" });
  },
};

/** Hovering alone: the pointer goes to the place to rest, and then over something. */
export async function hover(page, locator) {
  await page.mouse.move(...(await middle(page.locator(".dwell-rest:visible"))));
  await locator.evaluate((one) => one.scrollIntoView({ block: "center" }));
  await page.mouse.move(...(await middle(locator)));
}

export const byDwell = {
  async act(page, act) {
    const before = await changes(page);
    if (await inRail(page, act).count()) await hover(page, inRail(page, act));
    // The pointer may have rested where the choice then was, and have made it.
    else if ((await acts(page)).includes(act)) {
      await hover(page, page.locator(".key.all"));
      await button(page, act).waitFor();
      await hover(page, button(page, act));
    } else return;
    await changed(page, before);
  },
  async goOn(page) {
    // The next round may end at once, and then there is another one.
    const next = page.locator("[data-focus='go-on']");
    await next.evaluate((one) => one.setAttribute("data-seen", ""));
    await hover(page, next);
    await page.locator("[data-seen]").waitFor({ state: "detached" });
  },
};

/** The statistics say so: how many games of that title were played. */
export async function playedGames(page, title) {
  await open(page, "/statistics");
  const summary = page.locator(".summary").filter({ has: page.getByRole("heading", { name: title, exact: true }) });
  return Number(await summary.locator("dd").first().innerText());
}
