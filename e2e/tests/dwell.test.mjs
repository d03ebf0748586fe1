// Hovering that acts: the pointer moves, and never clicks.
import assert from "node:assert/strict";
import { test } from "node:test";

import { accessible } from "../support/look.mjs";
import { open } from "../support/room.mjs";
import { byDwell, GAMES, hover, play, player, sit } from "../support/play.mjs";

const DWELL = { dwell: true, dwell_ms: 50, dwell_pause_ms: 0 };

for (const game of ["aces-up", "pass-the-ace"]) {
  test(`AU-U2: a whole game of ${GAMES[game]} by dwell`, async (t) => {
    const { page } = await player(t, { likes: DWELL });
    await sit(page, { game });
    await page.evaluate(() => addEventListener("pointerdown", () => (window.pressed = true)));
    await play(page, byDwell);
    assert.equal(await page.evaluate(() => window.pressed), undefined, "nothing was clicked");
  });
}

test("dwell is off at first, one button leads to it, and its switch can be dwelt on", async (t) => {
  const { page } = await player(t);
  await open(page);
  assert.equal(await page.locator(".hands button:visible").count(), 1, "nothing but Access until it is wanted");
  await page.getByRole("button", { name: "Access" }).click();
  const dwell = page.getByRole("dialog").getByRole("button", { name: "Dwell" });
  assert.equal(await dwell.getAttribute("aria-pressed"), "false");
  await dwell.hover();
  assert.equal(await page.locator(".dwell-ring").count(), 0);
  await accessible(page);
  await dwell.click();
  await page.keyboard.press("Escape");
  await page.locator(".hands .switch", { hasText: "Dwell" }).waitFor();
  await page.evaluate(() => {
    const kept = JSON.parse(localStorage.getItem("parlour.preferences"));
    localStorage.setItem("parlour.preferences", JSON.stringify({ ...kept, dwell_ms: 50 }));
  });
  await open(page, "/preferences");
  await hover(page, page.locator(".hands .switch", { hasText: "Dwell" }));
  await page.locator(".dwell-rest").waitFor({ state: "detached" });
  assert.equal(await page.locator(".hands .switch").count(), 0);
});

test("a ring shows the time, leaving cancels, and the place must be left before it acts again", async (t) => {
  const { page } = await player(t, { likes: { ...DWELL, dwell_ms: 10_000, numbers: true } });
  await open(page);
  const numbers = page.locator(".hands .switch", { hasText: "Numbers" });
  await hover(page, numbers);
  await page.locator(".dwell-ring").waitFor();
  assert.match(await page.locator("[data-dwelling]").innerText(), /Numbers/);
  await hover(page, page.locator("h1"));
  assert.equal(await page.locator(".dwell-ring, [data-dwelling]").count(), 0);
  // The same once more, quickly: it acts once, however long the pointer trembles there.
  await page.getByRole("link", { name: "Preferences" }).evaluate((link) => link.click());
  await page.getByLabel("Dwell time in milliseconds").fill("50");
  await page.getByLabel("Dwell time in milliseconds").press("Enter");
  const box = page.getByLabel("Numbers on all controls");
  await hover(page, box);
  await page.locator(":root:not([data-numbers])").waitFor();
  const area = await box.boundingBox();
  for (let step = 0; step < 5; step++) {
    await page.mouse.move(area.x + area.width / 2 + (step % 3), area.y + area.height / 2);
    assert.equal(await page.locator(".dwell-ring").count(), 0);
  }
  assert.equal(await box.isChecked(), false);
});

test("what cannot be undone takes twice the time", async (t) => {
  const { page } = await player(t, { likes: { ...DWELL, dwell_ms: 4000 } });
  const ring = () => page.locator(".dwell-ring").evaluate((ring) => ring.style.getPropertyValue("--dwell"));
  await sit(page, { game: "pass-the-ace" });
  await hover(page, page.locator(".choices .action").first());
  assert.equal(await ring(), "8000ms");
  await hover(page, page.locator("[data-tool=Log]"));
  assert.equal(await ring(), "4000ms");
});
