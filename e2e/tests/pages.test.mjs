// The pages around the table: what must be in sight, and that nothing jumps while they load.
import assert from "node:assert/strict";
import { test } from "node:test";

import { byButton, GAMES, play, player, sit } from "../support/play.mjs";
import { open, visit } from "../support/room.mjs";

const SIZES = [[1280, 720], [1440, 900], [1024, 768], [390, 844], [390, 664], [844, 390], [844, 340], [320, 568], [640, 360]];

for (const [game, title] of Object.entries(GAMES)) {
  test(`${title} can be started from its settings at every size, without scrolling`, async (t) => {
    const { page } = await player(t);
    await open(page, `/new/${game}`);
    const start = page.getByRole("button", { name: "Start the game" });
    await start.waitFor();
    for (const fold of [false, true]) {
      await page.locator("form details").evaluateAll((all, open) => all.forEach((one) => (one.open = open)), fold);
      for (const [width, height] of SIZES) {
        await page.setViewportSize({ width, height });
        await page.evaluate(() => scrollTo(0, 0));
        const seen = await start.evaluate((one) => {
          const { left, top, right, bottom } = one.getBoundingClientRect();
          const whole = left >= 0 && top >= 0 && right <= innerWidth && bottom <= innerHeight;
          return whole && one.contains(document.elementFromPoint((left + right) / 2, (top + bottom) / 2));
        });
        assert.ok(seen, `at ${width} × ${height}, folds ${fold ? "open" : "closed"}`);
      }
    }
  });
}

test("options are folded under House rules, presets are cards", async (t) => {
  const { page } = await player(t);
  await open(page, "/new/aces-up");
  const limit = page.getByLabel("Deal limit");
  assert.equal(await limit.isVisible(), false);
  assert.equal(await page.locator(".radio-card").count(), 4);
  await page.locator("summary", { hasText: "House rules" }).click();
  await limit.fill("3");
  await page.locator("summary", { hasText: "House rules adjusted" }).waitFor();
  await page.getByRole("button", { name: "Back to the usual" }).click();
  assert.equal(await limit.inputValue(), "");
});

test("every group of preferences fits a screen, and its link leads there", async (t) => {
  const { page } = await player(t);
  for (const [width, height] of [[1280, 720], [390, 844]]) {
    await page.setViewportSize({ width, height });
    await open(page, "/preferences");
    const links = page.getByRole("navigation", { name: "Groups" }).getByRole("link");
    await links.first().waitFor();
    assert.equal(await links.count(), await page.locator(".preferences fieldset").count());
    for (const link of await links.all()) {
      const name = await link.innerText();
      await link.click();
      const group = page.getByRole("group", { name, exact: true });
      await page.waitForFunction((group) => group.getBoundingClientRect().top >= -1 && group.getBoundingClientRect().top < innerHeight, await group.elementHandle());
      const box = await group.boundingBox();
      assert.ok(box.height <= height, `${name} is ${box.height} px high at ${width} × ${height}`);
    }
  }
});

test("a record is told in sentences, and each of them leads to its step", async (t) => {
  const { page } = await player(t);
  await sit(page, { game: "pass-the-ace", name: "Ann" });
  await play(page, byButton);
  await open(page, "/replay/test");
  await page.getByText("Step 0 of").waitFor();
  const steps = page.locator(".story-step");
  await steps.first().waitFor();
  const told = await steps.locator("> span:last-child").allInnerTexts();
  assert.equal(told.length, await steps.count());
  for (const text of told) assert.match(text, /^[A-Z].* .*[.!?]$/s, "a sentence, not notation");
  await steps.nth(2).click();
  await page.getByText("Step 3 of").waitFor();
  assert.equal(await page.locator(".story-step[aria-current]").innerText(), await steps.nth(2).innerText());
  const lines = await page.locator(".replay-lines").innerText();
  assert.equal(lines.replace(/\s+/g, " ").trim(), told[2].replace(/\s+/g, " ").trim());
});

test("nothing jumps while a page loads", async (t) => {
  for (const [width, height] of [[1280, 720], [390, 844]]) {
    for (const path of ["/", "/new/pass-the-ace", "/preferences", "/statistics", "/rules", "/replay"]) {
      const { page } = await visit(t, { viewport: { width, height } });
      await open(page, path);
      await page.locator(".hands").waitFor();
      const shift = await page.evaluate(
        () =>
          new Promise((resolve) => {
            const all = [];
            new PerformanceObserver((list) => all.push(...list.getEntries())).observe({ type: "layout-shift", buffered: true });
            requestAnimationFrame(() => requestAnimationFrame(() => resolve(all.reduce((sum, { value }) => sum + value, 0))));
          }),
      );
      assert.ok(shift < 0.02, `${path} at ${width} × ${height} shifts by ${shift}`);
      await page.context().close();
    }
  }
});
