// Takes the pictures in docs/screens again: node e2e/screens.mjs (after cargo xtask web and cargo build).
// With names, only those: node e2e/screens.mjs lobby lobby-phone.
import { mkdirSync } from "node:fs";
import { join } from "node:path";

import { chromium as playwright } from "playwright-core";

import { chromium, root } from "./support/places.mjs";
import { openTable, sitDown } from "./support/friends.mjs";
import { acts, GAMES, intoGame, like, press, ready, sit } from "./support/play.mjs";
import { open } from "./support/room.mjs";
import { serve } from "./support/server.mjs";
import { deal } from "./support/solve.mjs";
import { QUICK } from "./support/table.mjs";

const folder = join(root, "docs/screens");
mkdirSync(folder, { recursive: true });
const server = await serve();
const browser = await playwright.launch({ executablePath: chromium(), args: ["--no-sandbox", "--disable-gpu"] });

const desk = { width: 1180, height: 740 };
const phone = { width: 360, height: 720 };
const sideways = { width: 740, height: 360 };

async function visitor(options, likes) {
  const context = await browser.newContext({ baseURL: server.address, reducedMotion: "reduce", ...options });
  await like(context, likes);
  return context.newPage();
}

const wanted = process.argv.slice(2);

async function picture(page, name) {
  if (wanted.length > 0 && !wanted.includes(name)) return;
  await page.evaluate(() => document.activeElement?.blur());
  await page.mouse.move(0, 0);
  // What was called out is over, or it would stand beside what came after it.
  await page.waitForFunction(() => !document.querySelector(".cry"));
  await page.screenshot({ path: join(folder, `${name}.jpg`), type: "jpeg", quality: 72, animations: "disabled" });
}

/** Plays a few actions, the one after the other in turn, so that there is something to see. */
async function play(page, actions) {
  for (let done = 0; done < actions; done += 1) {
    const state = await ready(page);
    if (state === "over") return;
    if (state === "go-on") {
      await page.locator("[data-focus='go-on']").click();
      continue;
    }
    const options = await acts(page);
    await press(page, options[done % options.length]);
  }
  await ready(page);
}

// Deals in which there is something to see, and which are not over at once.
const deals = { propre: "9", "chase-the-ace": "8" };
for (const game of Object.keys(GAMES)) {
  if (wanted.length > 0 && !wanted.includes(game) && !wanted.includes(`${game}-phone`)) continue;
  const page = await visitor({ viewport: desk });
  await sit(page, { game, seed: (deals[game] ?? "5").padStart(64, "0") });
  await play(page, intoGame(game) + 1);
  await picture(page, game);
  await page.setViewportSize(phone);
  await picture(page, `${game}-phone`);
  await page.context().close();
}

const eight = await visitor({ viewport: desk });
await sit(eight, { game: "propre", players: 8, seed: "5".padStart(64, "0") });
await picture(eight, "eight-players");
await eight.setViewportSize(sideways);
await picture(eight, "eight-players-sideways");
await eight.context().close();

const menu = await visitor({ viewport: desk });
await sit(menu, { game: "propre", seed: "9".padStart(64, "0") });
await menu.locator(".own .spot.can:has(.ways)").first().click({ position: { x: 6, y: 24 } });
await menu.locator(".pop").waitFor();
await picture(menu, "card-menu");
await menu.context().close();

const round = await visitor({ viewport: desk });
await sit(round, { game: "pass-the-ace", seed: "7".padStart(64, "0") });
while ((await ready(round)) === "act") await round.locator(".choices .action:visible").first().click();
await picture(round, "round-end");
await round.context().close();

const dark = await visitor({ viewport: desk, colorScheme: "dark" }, { four_colour: true });
await sit(dark, { game: "aces-up", seed: "9".padStart(64, "0") });
await play(dark, 8);
await picture(dark, "dark-four-colours");
await dark.context().close();

const contrast = await visitor({ viewport: desk }, { theme: "contrast", large_index: true });
await sit(contrast, { game: "propre", seed: "9".padStart(64, "0") });
await picture(contrast, "high-contrast-large");
await contrast.context().close();

const pages = { lobby: "/", "new-game": "/new/chase-the-ace", rules: "/rules/grapples", preferences: "/preferences" };
for (const [name, path] of Object.entries(pages)) {
  const page = await visitor({ viewport: desk });
  await open(page, path);
  await page.locator(".hands").waitFor();
  await picture(page, name);
  // A long text looks the same on a phone, only narrower.
  if (name !== "rules") {
    await page.setViewportSize(phone);
    await picture(page, `${name}-phone`);
  }
  await page.context().close();
}

const hands = await visitor({ viewport: desk }, { numbers: true, dwell: true });
await sit(hands, { game: "aces-up", seed: "5".padStart(64, "0") });
await hands.locator(".choices [data-focus='act:deal'][data-number]").waitFor();
await picture(hands, "hands-free");
await hands.context().close();

const [ann, ben] = [await visitor({ viewport: desk }), await visitor({ viewport: phone })];
const link = await openTable(ann, GAMES["pass-the-ace"]);
await open(ben, link);
await ben.locator(".round-table").waitFor();
await picture(ben, "friends-guest-phone");
await sitDown(ben, "Ben");
await ann.locator(".person", { hasText: "Ben" }).waitFor();
await picture(ann, "friends-gathering");
await ann.getByRole("button", { name: "Deal the cards" }).click();
await ben.locator(".felt").waitFor();
await picture(ann, "friends");
await picture(ben, "friends-phone");
await ann.context().close();
await ben.context().close();

const kept = await visitor({ viewport: desk });
for (const [number, game] of ["aces-up", "strip-jack-naked", "aces-up"].entries()) {
  await sit(kept, { id: `kept-${number}`, game });
  await play(kept, 400);
}
const found = deal(true, QUICK);
await sit(kept, { id: "won", game: "aces-up", settings: QUICK, seed: found.seed });
for (const act of found.line) {
  await press(kept, act);
  await ready(kept);
}
await picture(kept, "podium");
await open(kept, "/statistics");
await picture(kept, "statistics");
await open(kept, "/replay/won");
await kept.locator(".felt").waitFor();
await kept.locator(".replay-controls input[type=range]").fill("12");
await kept.getByText("Step 12 of").waitFor();
await picture(kept, "replay");
await kept.context().close();

await browser.close();
await server.stop();
