// Takes the pictures in docs/screens anew: node e2e/screens.mjs (after cargo xtask web and cargo build).
import { mkdirSync } from "node:fs";
import { join } from "node:path";

import { chromium as playwright } from "playwright-core";

import { chromium, root } from "./support/places.mjs";
import { openTable, sitDown } from "./support/friends.mjs";
import { like, ready, sit } from "./support/play.mjs";
import { open } from "./support/room.mjs";
import { serve } from "./support/server.mjs";

const folder = join(root, "docs/screens");
mkdirSync(folder, { recursive: true });
const server = await serve();
const browser = await playwright.launch({ executablePath: chromium(), args: ["--no-sandbox", "--disable-gpu"] });

const desk = { width: 1180, height: 740 };
const phone = { width: 360, height: 720 };

async function visitor(options, likes) {
  const context = await browser.newContext({ baseURL: server.address, reducedMotion: "reduce", ...options });
  await like(context, likes);
  return context.newPage();
}

async function picture(page, name) {
  await page.evaluate(() => document.activeElement?.blur());
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
    const buttons = page.locator(".action:visible");
    await buttons.nth(done % (await buttons.count())).click();
  }
  await ready(page);
}

const tables = { "pass-the-ace": 3, "aces-up": 9, grapples: 7, propre: 4 };
for (const [game, actions] of Object.entries(tables)) {
  const page = await visitor({ viewport: desk });
  await sit(page, { game, seed: "5".padStart(64, "0") });
  await play(page, actions);
  await picture(page, game);
  await page.setViewportSize(phone);
  await picture(page, `${game}-phone`);
  await page.context().close();
}

const round = await visitor({ viewport: desk });
await sit(round, { game: "pass-the-ace", seed: "7".padStart(64, "0") });
while ((await ready(round)) === "act") await round.locator(".action:visible").first().click();
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

const pages = { lobby: "/", "new-game": "/new/chase-the-ace", rules: "/rules/grapples#GR-R13", preferences: "/preferences" };
for (const [name, path] of Object.entries(pages)) {
  const page = await visitor({ viewport: desk });
  await open(page, path);
  await picture(page, name);
  await page.context().close();
}

const hands = await visitor({ viewport: desk }, { numbers: true, dwell: true });
await sit(hands, { game: "aces-up", seed: "5".padStart(64, "0") });
await hands.locator(".actions .action[data-number='1']").waitFor();
await picture(hands, "hands-free");
await hands.context().close();

const [ann, ben] = [await visitor({ viewport: desk }), await visitor({ viewport: phone })];
const link = await openTable(ann, "Pass the Ace");
await sitDown(ann, "Ann");
await open(ben, link);
await sitDown(ben, "Ben");
await ann.getByText("Show it as a code for a phone").click();
await picture(ann, "friends-gathering");
await ann.getByRole("button", { name: "Deal the cards" }).click();
await ben.locator(".felt").waitFor();
await picture(ann, "friends");
await picture(ben, "friends-phone");
await ann.context().close();
await ben.context().close();

const kept = await visitor({ viewport: desk });
await sit(kept, { id: "kept", game: "aces-up", seed: "3".padStart(64, "0") });
await play(kept, 200);
await open(kept, "/statistics");
await picture(kept, "statistics");
await open(kept, "/replay/kept");
await kept.locator(".felt").waitFor();
await picture(kept, "replay");
await kept.context().close();

await browser.close();
await server.stop();
