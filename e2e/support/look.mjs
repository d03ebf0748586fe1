// How a page looks, and whether everyone can use it.
import assert from "node:assert/strict";
import { mkdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";

import { screens } from "./places.mjs";

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

const SYSTEM = { colorScheme: "light", contrast: "no-preference", forcedColors: "none" };

/** What a player's system or a player's choice (`theme`) can ask for. */
export const LOOKS = [
  { name: "light", media: SYSTEM },
  { name: "dark", media: { ...SYSTEM, colorScheme: "dark" } },
  { name: "high contrast", media: { ...SYSTEM, contrast: "more" } },
  { name: "forced colours", media: { ...SYSTEM, forcedColors: "active" } },
  { name: "light by choice", theme: "light", media: { ...SYSTEM, colorScheme: "dark" } },
  { name: "dark by choice", theme: "dark", media: SYSTEM },
  { name: "high contrast by choice", theme: "contrast", media: SYSTEM },
];

/** Does something in every look, and leaves the page as it was. */
export async function inEveryLook(page, action, looks = LOOKS) {
  const set = (theme) => {
    if (theme) document.documentElement.dataset.theme = theme;
    else delete document.documentElement.dataset.theme;
  };
  const before = await page.evaluate(() => document.documentElement.dataset.theme);
  for (const look of looks) {
    await page.emulateMedia(look.media);
    await page.evaluate(set, look.theme);
    await action(look);
  }
  await page.emulateMedia(SYSTEM);
  await page.evaluate(set, before);
}

/** No violation that axe knows, in any look. Looks differ in colours alone, so what is not about colours is asked once. */
export async function accessible(page, looks = LOOKS) {
  await page.evaluate(axe);
  let rules = {};
  await inEveryLook(
    page,
    async (look) => {
      // Colours that still fade into place would be measured on their way.
      await page.evaluate(() => Promise.allSettled(document.getAnimations().map((moving) => moving.finished)));
      const { violations } = await page.evaluate((rules) => window.axe.run(document, { resultTypes: ["violations"], ...rules }), rules);
      rules = { runOnly: { type: "rule", values: ["color-contrast", "link-in-text-block"] } };
      const found = violations.flatMap(({ id, help, nodes }) =>
        nodes.map((node) => `${look.name}: ${id} (${help}): ${node.target.join(" ")}: ${node.failureSummary}`),
      );
      assert.deepEqual(found, []);
    },
    looks,
  );
}

/** Pictures of the page at the widths of a phone, a tablet and a desk, into target/screens; nothing sticks out. */
export async function pictures(page, name, { widths = [320, 768, 1440], fullPage = true } = {}) {
  mkdirSync(screens, { recursive: true });
  const before = page.viewportSize();
  for (const width of widths) {
    await page.setViewportSize({ width, height: width < 500 ? 640 : 900 });
    const path = join(screens, `${name}-${width}.png`);
    await page.screenshot({ path, fullPage, animations: "disabled" });
    const [wide, inside] = await page.evaluate(() => [
      document.documentElement.scrollWidth,
      document.documentElement.clientWidth,
    ]);
    assert.ok(wide <= inside, `${name} at ${width} px is ${wide} px wide, the window only ${inside} px`);
  }
  await page.setViewportSize(before);
}
