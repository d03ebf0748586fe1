// Whatever lies in the browser's store: no page stays blank, and nothing is thrown away.
import assert from "node:assert/strict";
import { test } from "node:test";

import { byButton, GAMES, play, player, ready, shelf, shelve, sit, slot } from "../support/play.mjs";
import { open, visit } from "../support/room.mjs";

const PAGES = [
  "/", "/statistics", "/preferences", "/replay", "/replay/test", "/table/test", "/check", "/no/such",
  ...Object.keys(GAMES).flatMap((game) => [`/new/${game}`, `/rules/${game}`]),
];
const GARBAGE = {
  garbage: "\u0000{]♠ not ours",
  empty: "",
  "a number": "7",
  "an empty object": `{"v":1}`,
  "wrong types": `{"v":1,"id":5,"game":[],"order":"x","theme":{},"pace":9,"name":null,"saved_ms":"soon"}`,
};

for (const [kind, text] of Object.entries(GARBAGE)) {
  test(`${kind} under every key blanks no page`, async (t) => {
    const { page } = await visit(t);
    await sit(page, { game: "aces-up", settings: { deal_limit: "1", lone_card_moves: "false" } });
    await play(page, byButton);
    await open(page, "/preferences");
    await page.getByRole("radio", { name: "Dark" }).check();
    const keys = Object.keys(await shelf(page));
    assert.deepEqual(keys.sort(), ["parlour.played.test", "parlour.preferences", "parlour.slot.test"]);
    // The rules and settings read nothing but the preferences: once will do for them.
    for (const path of kind === "garbage" ? PAGES : PAGES.slice(0, 6)) {
      await shelve(page, Object.fromEntries(keys.map((key) => [key, text])));
      await open(page, path);
      await page.waitForFunction(() => document.querySelector("main").innerText.trim().length > 40);
    }
    if (kind !== "garbage") return;
    await open(page);
    await page.getByText("Nothing is lost").first().waitFor();
    const aside = Object.entries(await shelf(page)).filter(([key]) => key.startsWith("parlour.damaged."));
    assert.ok(aside.some(([, kept]) => JSON.parse(kept).text === text), "it was put aside, whole");
    await page.getByRole("button", { name: "I have read this" }).click();
    await page.getByText("Nothing is lost").waitFor({ state: "detached" });
  });
}

test("a game whose record is torn says so and stays", async (t) => {
  const { page } = await player(t);
  for (const record of ["", "{", `{"v":1}`]) {
    const kept = JSON.stringify({ ...slot({ game: "aces-up" }), record });
    await shelve(page, { "parlour.slot.test": kept });
    await open(page, "/table/test");
    await page.getByRole("alert").getByText("Nothing was lost").waitFor();
    assert.equal((await shelf(page))["parlour.slot.test"], kept);
    await page.getByRole("link", { name: "Go to the lobby" }).click();
    await page.getByRole("heading", { name: "What shall we play?" }).waitFor();
  }
});

test("a game of which an order cannot be met says so", async (t) => {
  const { page } = await player(t);
  for (const order of [{ game: "whist" }, { settings: { lives: "many" } }, { bots: "genius" }]) {
    const kept = slot({ game: "pass-the-ace", ...order, title: "A game" });
    await shelve(page, { "parlour.slot.test": JSON.stringify(kept) });
    await open(page, "/table/test");
    await page.getByRole("alert").getByText("Nothing was lost").waitFor();
    assert.match(await page.getByRole("alert").innerText(), /^[A-Z].*\./, JSON.stringify(order));
  }
});

test("what a newer version kept is left alone", async (t) => {
  const { page } = await player(t);
  const newer = { "parlour.slot.later": `{"v":2,"new":"shape"}`, "parlour.played.later": `{"v":2}` };
  await shelve(page, newer);
  await open(page);
  await page.getByText("2 things here were kept by a newer version of Parlour.").waitFor();
  await open(page, "/table/later");
  for (const [key, text] of Object.entries(newer)) assert.equal((await shelf(page))[key], text);
});

test("a store that is full or closed does not end a game", async (t) => {
  const { page, context } = await visit(t, { reducedMotion: "reduce" });
  await context.addInitScript(() => {
    Storage.prototype.setItem = () => {
      throw new DOMException("full", "QuotaExceededError");
    };
  });
  await open(page);
  await page.getByRole("button", { name: "Play Aces Up" }).click();
  await page.getByText("store for this site is full").waitFor();

  const closed = await visit(t, { reducedMotion: "reduce" });
  await closed.context.addInitScript(() => {
    Object.defineProperty(window, "localStorage", {
      get() {
        throw new DOMException("denied", "SecurityError");
      },
    });
  });
  await open(closed.page);
  await closed.page.getByText("does not let Parlour keep anything here").waitFor();
  await closed.page.getByRole("button", { name: "Play Aces Up" }).click();
  await ready(closed.page);
  await closed.page.locator(".choices [data-focus='act:deal']").click();
  await closed.page.getByRole("heading", { name: "Stock · 11 deals" }).waitFor();
});
