// Friends at one table: browsers of their own, one link.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { parlour } from "./places.mjs";
import { acts, choose, press } from "./play.mjs";
import { open } from "./room.mjs";
import { turnNow } from "./table.mjs";

/** Opens a table from the lobby, under a name that is asked for first, and reads its link. The opener sits. */
export async function openTable(page, title, name = "Ann") {
  await open(page);
  await page.locator(".tile").first().waitFor();
  const friends = page.getByRole("button", { name: `With friends ${title}`, exact: true });
  if (await friends.isVisible()) await friends.click();
  else {
    // On a desk, games beyond the fifth have it beside their options.
    await page.getByRole("link", { name: `Rules and options ${title}` }).click();
    await page.getByRole("button", { name: "Open a table for friends" }).click();
  }
  const asked = page.getByRole("dialog", { name: "What do your friends call you?" });
  await asked.getByLabel("Your name").fill(name);
  await asked.getByRole("button", { name: "Open the table" }).click();
  await page.locator(".person", { hasText: "you" }).filter({ hasText: name }).waitFor();
  return page.getByLabel("Link to this table", { exact: true }).inputValue();
}

/** Sits down under a name. */
export async function sitDown(page, name) {
  await page.getByLabel("Your name").fill(name);
  await page.getByRole("button", { name: "Sit down" }).click();
  await page.locator(".person", { hasText: "you" }).waitFor();
}

/** Opens the drawer with everyone who is there, and what they say. */
export async function people(page) {
  if (!(await page.locator("#layer-people").isVisible())) await page.locator("[data-tool=People]").click();
}

/** The game is over, as this page sees it. */
export const isOver = (page) => page.locator(".podium").isVisible();

/** How many actions the page knows of. */
const done = (page) => page.locator(".table").getAttribute("data-actions");

/**
 * Plays until the game is over for everyone. `meanwhile(step)` runs after each action: someone may go offline, or
 * reload.
 */
export async function playTogether(pages, meanwhile = async () => {}, most = 3000) {
  for (let step = 0; step < most; step++) {
    const states = await Promise.all(pages.map((page) => page.evaluate(turnNow)));
    if (states.every((now) => now === "over")) return step;
    const turn = states.findIndex((now) => now === "act" || now === "go-on");
    if (turn < 0) {
      await Promise.any(pages.map((page) => page.waitForFunction(turnNow))).catch(() => assert.fail("nobody can do anything"));
      continue;
    }
    const page = pages[turn];
    if (states[turn] === "go-on") {
      await page.locator("[data-focus='go-on']").click();
    } else {
      const chosen = choose(await acts(page), step);
      if (chosen === undefined) continue;
      const before = await done(page);
      await press(page, chosen);
      await page.waitForFunction(
        (before) => document.querySelector(".table")?.dataset.actions !== before || document.querySelector(".notice.refused"),
        before,
      );
      assert.equal(await page.locator(".notice.refused").count(), 0, await page.locator(".notices").innerText());
    }
    await meanwhile(step);
  }
  assert.fail(`the game is not over after ${most} steps`);
}

/** A friend at a terminal, line by line: takes a seat, and the first choice whenever there is one. */
export function atTerminal(t, link, name) {
  const data = mkdtempSync(join(tmpdir(), "parlour-terminal-"));
  const child = spawn(parlour, ["join", link, "--linear", "--name", name, "--data", data], { stdio: ["pipe", "pipe", "inherit"] });
  const gone = once(child, "exit");
  t.after(() => child.kill());
  let [said, answered] = ["", 0];
  child.stdout.on("data", (text) => {
    said += text;
    const fresh = said.slice(answered);
    if (/(1\. Take a seat[^]*|Your turn)> $/.test(fresh)) {
      answered = said.length;
      child.stdin.write("1\n");
    }
  });
  return {
    /** Everything it wrote. */
    said: () => said,
    /** Leaves, and tells how it ended. */
    async leave() {
      child.stdin.write("quit\n");
      child.stdin.end();
      const [code] = await gone;
      return code;
    },
  };
}
