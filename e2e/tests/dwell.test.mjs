// Hovering that acts: the pointer moves, and never clicks.
import assert from "node:assert/strict";
import { test } from "node:test";

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

test("dwell is off at first, and its switch can be dwelt on", async (t) => {
  const { page } = await player(t);
  await open(page);
  const dwell = page.getByRole("button", { name: "Dwell" });
  assert.equal(await dwell.getAttribute("aria-pressed"), "false");
  await dwell.hover();
  assert.equal(await page.locator(".dwell-ring").count(), 0);
  await dwell.click();
  await page.evaluate(() => {
    const kept = JSON.parse(localStorage.getItem("parlour.preferences"));
    localStorage.setItem("parlour.preferences", JSON.stringify({ ...kept, dwell_ms: 50 }));
  });
  await open(page, "/preferences");
  await hover(page, page.getByRole("button", { name: "Dwell" }));
  await page.locator(".switch[aria-pressed=false]", { hasText: "Dwell" }).waitFor();
  assert.equal(await page.locator(".dwell-rest").count(), 0);
});

test("a ring shows the time, leaving cancels, and the place must be left before it acts again", async (t) => {
  const { page } = await player(t, { likes: { ...DWELL, dwell_ms: 10_000 } });
  await open(page);
  const numbers = page.getByRole("button", { name: "Numbers" });
  await hover(page, numbers);
  await page.locator(".dwell-ring").waitFor();
  assert.equal(await page.locator("[data-dwelling]").innerText(), "Numbers");
  await hover(page, page.locator("h1"));
  assert.equal(await page.locator(".dwell-ring, [data-dwelling]").count(), 0);
  // The same once more, quickly: it acts once, however long the pointer trembles there.
  await page.getByRole("link", { name: "Preferences" }).evaluate((link) => link.click());
  await page.getByLabel("Dwell time in milliseconds").fill("50");
  await page.getByLabel("Dwell time in milliseconds").press("Enter");
  await page.getByRole("button", { name: "Numbers" }).waitFor();
  await hover(page, page.locator(".switch", { hasText: "Numbers" }));
  await page.locator(".switch[aria-pressed=true]", { hasText: "Numbers" }).waitFor();
  const area = await page.locator(".switch", { hasText: "Numbers" }).boundingBox();
  for (let step = 0; step < 5; step++) {
    await page.mouse.move(area.x + area.width / 2 + (step % 3), area.y + area.height / 2);
    assert.equal(await page.locator(".dwell-ring").count(), 0);
  }
  assert.equal(await page.locator(".switch", { hasText: "Numbers" }).getAttribute("aria-pressed"), "true");
});

test("what cannot be undone takes twice the time", async (t) => {
  const { page } = await player(t, { likes: { ...DWELL, dwell_ms: 4000 } });
  const ring = () => page.locator(".dwell-ring").evaluate((ring) => ring.style.getPropertyValue("--dwell"));
  await sit(page, { game: "pass-the-ace" });
  await hover(page, page.locator(".actions .action").first());
  assert.equal(await ring(), "8000ms");
  await hover(page, page.locator(".log summary"));
  assert.equal(await ring(), "4000ms");
});
