// The page of Aces Up, as its application spec asks.
import assert from "node:assert/strict";
import { test } from "node:test";

import { acts, byButton, pile, play, player, position, press, QUICK, ready, say, shelf, sit, top } from "../support/play.mjs";
import { open } from "../support/room.mjs";
import { deal } from "../support/solve.mjs";

/** In the page: a worker that is asked whether a deal can be won thinks for ever, and what comes later waits behind it. */
function thinkForEver() {
  const post = Worker.prototype.postMessage;
  const busy = new WeakSet();
  Worker.prototype.postMessage = function (...message) {
    if (String(message[0]).includes('"can-win"')) busy.add(this);
    if (!busy.has(this)) post.apply(this, message);
  };
}

const fact = (page, label) => page.locator(".status-facts .fact", { hasText: label }).locator("dd");
const tool = (page, name) => page.locator(".bar").getByRole("button", { name });
/** A button in the drawer "More", which is opened for it. */
async function more(page, name) {
  if (!(await page.locator("#layer-more").isVisible())) await tool(page, "More").click();
  return page.locator("#layer-more").getByRole("button", { name });
}

test("AU-U1 columns, stock and what can be done are plain to see", async (t) => {
  const { page } = await player(t);
  await sit(page, { game: "aces-up" });
  for (const column of [1, 2, 3, 4]) await page.getByRole("heading", { name: `Column ${column}` }).waitFor();
  await page.getByRole("heading", { name: "Stock · 12 deals" }).waitFor();
  const can = new Set((await acts(page)).filter((act) => act !== "deal").map((act) => act.split(" ")[1]));
  assert.deepEqual([...can], ["3"], "in this deal one card can go");
  for (const column of ["1", "2", "3", "4"]) {
    const card = top(page, column);
    assert.equal(await card.evaluate((card) => card.tagName), can.has(column) ? "BUTTON" : "DIV", `column ${column}`);
  }
  await top(page, 3).click();
  const empty = page.getByRole("img", { name: "Column 3: empty" });
  await empty.waitFor();
  assert.notEqual(await empty.evaluate((spot) => getComputedStyle(spot).borderStyle), "none", "an outline shows the place");
  assert.ok((await empty.boundingBox()).height > 40);
  assert.deepEqual(await acts(page), ["move 1 3", "move 2 3", "move 4 3", "deal"]);
  await pile(page, "stock").locator("button").click();
  await page.getByRole("heading", { name: "Stock · 11 deals" }).waitFor();
});

test("AU-U1 an illegal try says why and leads to the clause", async (t) => {
  const { page } = await player(t);
  await sit(page, { game: "aces-up" });
  const before = await position(page);
  assert.match(await say(page, "discard 1"), /suit/);
  assert.deepEqual(await position(page), before);
  await page.locator(".notice.refused").getByRole("button", { name: "Rule AU-R3" }).click();
  await page.locator("#layer-rules .clause-here").waitFor();
  assert.match(await page.locator("#layer-rules .clause-here").innerText(), /AU-R3/);
  assert.equal(await page.locator(".clause-here").evaluate((one) => {
    const { top, bottom } = one.getBoundingClientRect();
    const sheet = one.closest(".scroll").getBoundingClientRect();
    return top >= sheet.top && bottom <= sheet.bottom;
  }), true, "the clause is in sight");
});

test("AU-U2 undo, redo and hint", async (t) => {
  const { page } = await player(t);
  await sit(page, { game: "aces-up" });
  assert.ok(await tool(page, "Undo").isDisabled());
  const [start] = [await position(page)];
  await top(page, 3).click();
  await fact(page, "Score").getByText("1 of 48").waitFor();
  await pile(page, "stock").locator("button").click();
  await fact(page, "Deals left").getByText("11").waitFor();
  const later = await position(page);
  await tool(page, "Undo").click();
  await fact(page, "Deals left").getByText("12").waitFor();
  await tool(page, "Undo").click();
  await fact(page, "Score").getByText("0 of 48").waitFor();
  assert.deepEqual(await position(page), start);
  await (await more(page, "Redo")).click();
  await fact(page, "Score").getByText("1 of 48").waitFor();
  await (await more(page, "Redo")).click();
  await fact(page, "Deals left").getByText("11").waitFor();
  assert.deepEqual(await position(page), later);
  assert.ok(await (await more(page, "Redo")).isDisabled());
  await page.keyboard.press("Escape");

  await tool(page, "Hint").click();
  const answer = page.locator(".notice.answer");
  await answer.waitFor();
  assert.match(await answer.innerText(), /That is judged from what you see/);
  await answer.getByRole("button", { name: "Do it" }).click();
  await answer.waitFor({ state: "detached" });
  await ready(page);
  assert.notDeepEqual(await position(page), later);
});

test("can this still be won? The page says what the solver says, and the way leads to a win", async (t) => {
  const { page } = await player(t);
  const found = deal(true, QUICK);
  await sit(page, { game: "aces-up", settings: QUICK, seed: found.seed });
  await page.getByRole("button", { name: "Can this still be won?" }).click();
  await page.locator(".notice.answer", { hasText: "Yes, it can" }).waitFor();
  for (const act of found.line) {
    await press(page, act);
    await ready(page);
  }
  await page.getByText("Well played: you won.").waitFor();
  assert.equal(await fact(page, "Score").innerText(), "48 of 48");
  assert.equal(await page.getByRole("button", { name: "Where was it lost?" }).count(), 0);
  await open(page, "/statistics");
  assert.match(await page.locator(".recent").innerText(), /won, score 48/);
  assert.match(await page.locator(".recent").innerText(), /1 hint/, "a player who asked was helped");
});

test("a question that takes long can be stopped, and the game goes on", async (t) => {
  const { page } = await player(t);
  await page.addInitScript(thinkForEver);
  await sit(page, { game: "aces-up" });
  await press(page, (await acts(page))[0]);
  await ready(page);
  const before = await position(page);
  await page.getByRole("button", { name: "Can this still be won?" }).click();
  const thinking = page.locator(".notice.thinking", { hasText: "Thinking it through" });
  await thinking.getByRole("button", { name: "Stop" }).click();
  await page.locator(".notice.answer", { hasText: "Stopped." }).waitFor();
  await thinking.waitFor({ state: "detached" });
  await ready(page);
  assert.deepEqual(await position(page), before, "the cards lie as they did");
  const [next] = await acts(page);
  await press(page, next);
  await ready(page);
  assert.notDeepEqual(await position(page), before);
  const kept = Object.entries(await shelf(page)).find(([key]) => key.startsWith("parlour.slot."));
  assert.equal(JSON.parse(JSON.parse(kept[1]).record).assists?.hints ?? 0, 0, "what was not answered was no help");
});

test("what was done while a question was thought about stays when it is stopped", async (t) => {
  const { page } = await player(t);
  await page.addInitScript(thinkForEver);
  await sit(page, { game: "aces-up" });
  // After an undo the worker has counted more changes than the record has actions.
  await press(page, "deal");
  await fact(page, "Deals left").getByText("11").waitFor();
  await tool(page, "Undo").click();
  await fact(page, "Deals left").getByText("12").waitFor();
  await page.getByRole("button", { name: "Can this still be won?" }).click();
  const thinking = page.locator(".notice.thinking", { hasText: "Thinking it through" });
  await thinking.waitFor();
  await press(page, "deal");
  await fact(page, "Deals left").getByText("11").waitFor();
  const moved = await position(page);
  await thinking.getByRole("button", { name: "Stop" }).click();
  await page.waitForFunction(() => {
    const [, kept] = Object.entries(localStorage).find(([key]) => key.startsWith("parlour.slot."));
    return JSON.parse(JSON.parse(kept).record).actions.length === 1;
  });
  assert.deepEqual(await position(page), moved);
  await press(page, (await acts(page))[0]);
  await ready(page);
  assert.notDeepEqual(await position(page), moved, "the game goes on");
});

test("a deal that cannot be won is called so, and was lost nowhere", async (t) => {
  const { page } = await player(t);
  const found = deal(false, QUICK);
  await sit(page, { game: "aces-up", settings: QUICK, seed: found.seed });
  await page.getByRole("button", { name: "Can this still be won?" }).click();
  await page.locator(".notice.answer", { hasText: "No: whatever you do" }).waitFor();
  await play(page, byButton);
  await page.getByRole("button", { name: "Where was it lost?" }).click();
  await page.locator(".notice.answer", { hasText: "could not be won from the start" }).waitFor();
});

test("after a loss the page says where it was lost", async (t) => {
  const { page } = await player(t);
  const found = deal(true, QUICK);
  await sit(page, { game: "aces-up", settings: QUICK, seed: found.seed });
  // Deals as long as there are any: no deal survives that.
  await play(page, byButton);
  await page.getByText("The game is over.").waitFor();
  await page.getByRole("button", { name: "Where was it lost?" }).click();
  await page.locator(".notice.answer", { hasText: /It was lost with action \d+/ }).waitFor();
});

test("AU-U3 score, state and outcome are shown and announced", async (t) => {
  const { page } = await player(t);
  await sit(page, { game: "aces-up", settings: { deal_limit: "1", lone_card_moves: "false" } });
  const log = page.getByRole("log");
  assert.equal(await page.locator("#prompt").innerText(), "Discard or deal.");
  await top(page, 3).click();
  await fact(page, "Score").getByText("1 of 48").waitFor();
  assert.match(await log.textContent(), /goes|discard/i);
  await play(page, byButton);
  assert.match(await page.locator("#prompt").innerText(), /All deals are played/);
  const score = (await fact(page, "Score").innerText()).split(" ")[0];
  const told = await log.textContent();
  assert.match(told, /over|lost|played/i, "the end is spoken");
  assert.ok(told.includes(score), `the score ${score} is spoken: ${told}`);
  await page.getByText("The game is over.").waitFor();
});

test("AU-U4 the settings before a game", async (t) => {
  const { page } = await player(t);
  await open(page, "/new/aces-up");
  await page.getByRole("radio", { name: /^Strict/ }).check();
  await page.locator("summary", { hasText: "House rules" }).click();
  const helps = page.getByRole("group", { name: "The table helps" });
  for (const box of await helps.getByRole("checkbox").all()) assert.equal(await box.isChecked(), false);
  await page.getByRole("radio", { name: /^Sprint/ }).check();
  const limit = page.getByRole("spinbutton", { name: "Deal limit" });
  assert.equal(await limit.inputValue(), "6");
  await limit.fill("99");
  await page.getByRole("button", { name: "Start the game" }).click();
  await page.getByText("Choose 1 to 12, or none.").or(page.locator("#deal_limit-problem", { hasText: "Choose" })).first().waitFor();
  assert.equal(await limit.getAttribute("aria-invalid"), "true");
  assert.equal(await page.evaluate(() => document.activeElement.id), "deal_limit", "the field that needs a look has the focus");
  await limit.fill("2");
  await page.getByText("adjusted").first().waitFor();
  await helps.getByRole("checkbox", { name: "Undo" }).uncheck();
  await page.getByRole("button", { name: "Start the game" }).click();
  await page.getByRole("heading", { name: "Stock · 2 deals" }).waitFor();
  assert.equal(await tool(page, "Undo").count(), 0);
  assert.equal(await tool(page, "Hint").count(), 1);
});

test("AU-U4 the same deal number gives the same cards", async (t) => {
  const positions = [];
  for (const visitor of [await player(t), await player(t)]) {
    await open(visitor.page, "/new/aces-up");
    await visitor.page.locator("summary", { hasText: "Play a certain deal" }).click();
    await visitor.page.getByRole("textbox", { name: "Deal number" }).fill("42");
    await visitor.page.getByRole("button", { name: "Start the game" }).click();
    await ready(visitor.page);
    positions.push(await position(visitor.page));
  }
  assert.deepEqual(positions[0], positions[1]);
});

test("the deal of the day is the same for everyone, and can be gone on with", async (t) => {
  const positions = [];
  const visitors = [await player(t), await player(t)];
  for (const { page } of visitors) {
    await open(page);
    await page.getByRole("button", { name: "Play today's deal" }).click();
    await page.waitForURL("**/table/*", { timeout: 60_000 });
    await ready(page);
    positions.push(await position(page));
  }
  assert.deepEqual(positions[0], positions[1]);
  const [{ page }] = visitors;
  await press(page, "deal");
  await fact(page, "Deals left").getByText("11").waitFor();
  const left = await position(page);
  await open(page);
  await page.getByRole("link", { name: "Go on with today's deal" }).click();
  await ready(page);
  assert.deepEqual(await position(page), left);
});

test("AU-U5 the table fits from phone to desktop", async (t) => {
  const { page } = await player(t);
  await sit(page, { game: "aces-up" });
  await play(page, byButton, { enough: async (_, step) => step >= 12 });
  for (const [width, height] of [[320, 568], [360, 740], [568, 320], [768, 1024], [1024, 768], [1440, 900]]) {
    await page.setViewportSize({ width, height });
    const wide = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
    assert.ok(wide <= 0, `${wide} px too wide at ${width} px`);
    for (const control of await page.locator(".felt button, .rail button:visible, .bar button:visible").all()) {
      const box = await control.boundingBox();
      assert.ok(box && box.x >= 0 && box.x + box.width <= width, `${await control.innerText()} is cut off at ${width} px`);
      assert.ok(box.width >= 24 && box.height >= 24, `${await control.innerText()} is too small to touch at ${width} px`);
    }
  }
});

test("nothing moves where nothing should, by the system's wish or the player's", async (t) => {
  for (const [wish, visitor] of [
    ["the system's", await player(t)],
    ["the player's", await player(t, { reducedMotion: "no-preference", likes: { motion: "none" } })],
  ]) {
    const { page } = visitor;
    await sit(page, { game: "aces-up" });
    await page.evaluate(() => {
      window.moved = 0;
      const animate = Element.prototype.animate;
      Element.prototype.animate = function (...all) {
        window.moved++;
        return animate.apply(this, all);
      };
    });
    await play(page, byButton, { enough: (_, step) => step >= 10 });
    assert.equal(await page.evaluate(() => window.moved), 0, `${wish} wish`);
  }
});
