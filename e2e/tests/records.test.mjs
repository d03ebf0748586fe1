// Records leave the room and come back.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";

import { parlour } from "../support/places.mjs";
import { byButton, play, player, position, ready, shelf, sit } from "../support/play.mjs";
import { open } from "../support/room.mjs";

const file = (text, name = "a.json") => ({ name, mimeType: "application/json", buffer: Buffer.from(text) });
const control = (page, name) => page.getByRole("group", { name: "Steps" }).getByRole("button", { name });

/** Plays a game to its end; the record is saved from the statistics. */
async function recorded(t, page, order) {
  await sit(page, order);
  await play(page, byButton);
  await open(page, "/statistics");
  return saved(t, page, () => page.getByRole("button", { name: /^Save record/ }).click());
}

/** The file that something saves: its name, its path and its text. */
async function saved(t, page, doing) {
  const [download] = await Promise.all([page.waitForEvent("download"), doing()]);
  const folder = mkdtempSync(join(tmpdir(), "parlour-"));
  t.after(() => rmSync(folder, { recursive: true }));
  const path = join(folder, download.suggestedFilename());
  await download.saveAs(path);
  return { name: download.suggestedFilename(), path, text: readFileSync(path, "utf8") };
}

for (const game of ["aces-up", "pass-the-ace"]) {
  test(`a record of ${game} is saved, opened elsewhere, stepped through and taken over`, async (t) => {
    const { page } = await player(t);
    const record = await recorded(t, page, { game });
    assert.match(record.name, new RegExp(`^parlour-${game}-\\d{4}-\\d\\d-\\d\\d\\.json$`));
    execFileSync(parlour, ["verify", record.path]);
    const { actions } = JSON.parse(record.text);

    const { page: other } = await player(t);
    await open(other, "/replay");
    await other.getByLabel("Open a record from a file").setInputFiles(file(record.text));
    await other.getByText(`Step 0 of ${actions.length}`).waitFor();
    assert.ok(await control(other, "First").isDisabled());
    const first = await position(other);
    await control(other, "Next").click();
    await other.getByText(`Step 1 of ${actions.length}`).waitFor();
    const second = await position(other);
    assert.notDeepEqual(second, first);
    await control(other, "Last").click();
    await other.getByText(`Step ${actions.length} of ${actions.length}`).waitFor();
    assert.ok(await control(other, "Next").isDisabled());
    assert.ok(await other.getByRole("button", { name: "Take over from here" }).isDisabled(), "nothing is left to play");
    await control(other, "Back").click();
    await other.getByText(`Step ${actions.length - 1} of ${actions.length}`).waitFor();
    await other.keyboard.press("Home");
    await other.getByText(`Step 0 of ${actions.length}`).waitFor();
    assert.deepEqual(await position(other), first);
    await other.keyboard.press("ArrowRight");
    await other.getByText(`Step 1 of ${actions.length}`).waitFor();
    assert.deepEqual(await position(other), second);

    await other.getByRole("button", { name: "Take over from here" }).click();
    await other.waitForURL("**/table/*");
    await play(other, byButton);
    await open(other, "/statistics");
    assert.equal(await other.locator(".recent").count(), 1);
  });
}

test("a link carries a whole record", async (t) => {
  const { page } = await player(t);
  const record = await recorded(t, page, { game: "aces-up", settings: { deal_limit: "2", lone_card_moves: "false" } });
  const { actions } = JSON.parse(record.text);
  const link = Buffer.from(record.text.trim()).toString("base64url");
  const { page: other } = await player(t);
  await open(other, `/replay#record=${link}`);
  await other.getByText(`Step 0 of ${actions.length}`).waitFor();
  await other.goto("/rules/aces-up");
  await open(other, `/replay#record=${link.slice(0, 80)}`);
  await other.getByRole("alert").getByText(/\.$/).waitFor();
});

test("a torn, foreign or false record gets a plain word and harms nothing", async (t) => {
  const { page } = await player(t);
  const { text } = await recorded(t, page, { game: "aces-up", settings: { deal_limit: "2", lone_card_moves: "false" } });
  const before = await shelf(page);
  await open(page, "/replay");
  const changed = JSON.parse(text);
  changed.actions = changed.actions.map(([seat]) => [seat, "discard 1"]);
  const bad = {
    empty: "",
    torn: text.slice(0, text.length / 2),
    foreign: `{"name":"a shopping list","items":["milk"]}`,
    binary: "\u0000\u0001\ufffd PNG",
    false: JSON.stringify(changed),
    newer: JSON.stringify({ ...JSON.parse(text), v: 99 }),
    unknown: JSON.stringify({ ...JSON.parse(text), game: "whist" }),
  };
  const alert = page.getByRole("alert");
  for (const [kind, text] of Object.entries(bad)) {
    await page.getByLabel("Open a record from a file").setInputFiles(file(text, `${kind}.json`));
    await page.waitForFunction(() => document.querySelector("[role=alert]").textContent);
    const told = await alert.innerText();
    assert.match(told, /^[A-Z"].*\.$/s, `${kind}: ${told}`);
    assert.doesNotMatch(told, /panick|unwrap|undefined|Error\b/, kind);
    await open(page, "/replay");
  }
  assert.deepEqual(await shelf(page), before);
  await page.getByLabel("Open a record from a file").setInputFiles(file(text));
  await page.getByText("Step 0 of").waitFor();
});

test("everything is exported, forgotten and brought back", async (t) => {
  const { page, context } = await player(t);
  await recorded(t, page, { game: "aces-up", id: "done", settings: { deal_limit: "2", lone_card_moves: "false" } });
  await sit(page, { game: "grapples", id: "left" });
  const table = await position(page);
  await open(page, "/preferences");
  await page.getByRole("radio", { name: "Dark" }).check();
  const before = await shelf(page);
  const everything = await saved(t, page, () => page.getByRole("button", { name: "Save everything to a file" }).click());
  assert.match(everything.name, /^parlour-\d{4}-\d\d-\d\d\.json$/);

  await page.getByRole("button", { name: "Forget everything…" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Forget everything" }).click();
  await page.getByText("Everything is forgotten.").waitFor();
  const kept = Object.keys(await shelf(page)).filter((key) => key !== "parlour.preferences");
  assert.deepEqual(kept, []);
  assert.ok(await page.getByRole("radio", { name: "As the system" }).first().isChecked());
  const after = await context.newPage();
  await open(after, "/statistics");
  await after.getByText("Nothing yet.").waitFor();

  // A fresh browser, as on another machine.
  for (const there of [page, (await player(t)).page]) {
    await open(there, "/preferences");
    await there.evaluate(() => localStorage.removeItem("parlour.preferences"));
    await there.getByLabel("Add from a file").setInputFiles(everything.path);
    await there.getByText("Taken from the file: 2 games and 1 result. Its preferences apply now.").waitFor();
    const now = await shelf(there);
    for (const key of Object.keys(before)) assert.deepEqual(still(now[key]), still(before[key]), key);
    assert.equal(await there.evaluate(() => document.documentElement.dataset.theme), "dark");
    await open(there, "/table/left");
    await ready(there);
    assert.deepEqual(await position(there), table);
  }
});

/** Without the times at which it was written. */
function still(text) {
  const { saved_ms, changed_ms, when_ms, ...rest } = JSON.parse(text);
  return rest;
}

test("a torn or foreign file gets a plain word, and nothing is lost", async (t) => {
  const { page } = await player(t);
  const record = await recorded(t, page, { game: "aces-up", settings: { deal_limit: "1", lone_card_moves: "false" } });
  await open(page, "/preferences");
  const everything = await saved(t, page, () => page.getByRole("button", { name: "Save everything to a file" }).click());
  const before = await shelf(page);
  const bad = [
    [everything.text.slice(0, -20), /This file is torn/],
    ["{}", /no export of Parlour/],
    ["<html>", /no export of Parlour/],
    ["", /no export of Parlour/],
    [record.text, /Open it under Replay/],
    [JSON.stringify({ ...JSON.parse(everything.text), v: 99 }), /newer version/],
  ];
  for (const [text, told] of bad) {
    await page.getByLabel("Add from a file").setInputFiles(file(text));
    await page.locator(".problem", { hasText: told }).waitFor();
    assert.deepEqual(await shelf(page), before);
  }
});
