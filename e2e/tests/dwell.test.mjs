// Hovering that acts: the pointer moves, and never clicks.
import assert from "node:assert/strict";
import { test } from "node:test";

import { open } from "../support/room.mjs";
import { changes, guest, state, table } from "../support/hands.mjs";

const DWELL = { dwell: true, dwell_ms: 50, dwell_pause_ms: 0 };

/** Moves the pointer to the place to rest, and then over something. */
async function hover(page, locator) {
  const rest = await page.locator(".dwell-rest").boundingBox();
  await page.mouse.move(rest.x + rest.width / 2, rest.y + rest.height / 2);
  await locator.evaluate((one) => one.scrollIntoView({ block: "center" }));
  const area = await locator.boundingBox();
  await page.mouse.move(area.x + area.width / 2, area.y + area.height / 2);
}

for (const [game, pick] of [
  ["aces-up", (acts) => acts.find((act) => act.startsWith("discard")) ?? acts.find((act) => act === "deal") ?? acts[0]],
  ["pass-the-ace", (acts, step) => acts[step % acts.length]],
]) {
  test(`a whole game of ${game} by dwell`, async (t) => {
    const { page } = await guest(t, DWELL);
    let now = await table(page, game);
    await page.evaluate(() => addEventListener("pointerdown", () => (window.pressed = true)));
    for (let step = 0; now !== "over"; step++) {
      assert.ok(step < 400, "the game comes to an end");
      const before = await changes(page);
      if (now === "go-on") {
        const next = page.locator("[data-focus='go-on']");
        // The next round may end at once, and then there is another one.
        await next.evaluate((one) => one.setAttribute("data-seen", ""));
        await hover(page, next);
        await page.locator("[data-seen]").waitFor({ state: "detached" });
        now = await state(page);
        continue;
      }
      const acts = await page.locator(".actions .action").evaluateAll((all) => all.map((one) => one.dataset.focus));
      const chosen = `act:${pick(acts.map((act) => act.slice(4)), step)}`;
      await hover(page, page.locator(`.actions [data-focus="${chosen}"]`));
      now = await state(page, before);
    }
    assert.equal(await page.evaluate(() => window.pressed), undefined, "nothing was clicked");
  });
}

test("dwell is off at first, and its switch can be dwelt on", async (t) => {
  const { page } = await guest(t);
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
  const { page } = await guest(t, { ...DWELL, dwell_ms: 10_000 });
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
  const { page } = await guest(t, { ...DWELL, dwell_ms: 4000 });
  const ring = () => page.locator(".dwell-ring").evaluate((ring) => ring.style.getPropertyValue("--dwell"));
  await table(page, "pass-the-ace");
  await hover(page, page.locator(".actions .action").first());
  assert.equal(await ring(), "8000ms");
  await hover(page, page.locator(".log summary"));
  assert.equal(await ring(), "4000ms");
});
