// Words alone: typed, and as a browser that listens would write them down.
import assert from "node:assert/strict";
import { test } from "node:test";

import { changes, guest, state, TITLES, table } from "../support/hands.mjs";

const NAME = "Propreantepenultimate Card";

/** A browser that listens: `window.hear(text)` is what it understood. */
function fakeEars() {
  window.SpeechRecognition = class {
    start() {
      window.ear = this;
    }
    stop() {
      this.onend?.({});
    }
    abort() {}
  };
  window.hear = (transcript, isFinal = true) => {
    const result = Object.assign([{ transcript, confidence: 0.9 }], { isFinal });
    window.ear.onresult({ resultIndex: 0, results: [result] });
  };
}

const label = (locator) =>
  locator.evaluate((one) => {
    const copy = one.cloneNode(true);
    copy.querySelectorAll("[aria-hidden=true]").forEach((sign) => sign.remove());
    return copy.textContent.trim();
  });

/** Types it into the field that the key / leads to. */
async function type(page, text) {
  if ((await page.evaluate(() => document.activeElement?.id)) !== "command") await page.keyboard.press("/");
  await page.keyboard.type(text);
  await page.keyboard.press("Enter");
}

for (const game of Object.keys(TITLES)) {
  test(`a whole game of ${TITLES[game]} by typed phrases`, async (t) => {
    const { page } = await guest(t);
    let now = await table(page, game);
    for (let step = 0; now !== "over"; step++) {
      assert.ok(step < 600, "the game comes to an end");
      if (now === "go-on") {
        await page.evaluate(() => document.activeElement.blur());
        // The next round may end at once, and then there is another one.
        await page.locator("[data-focus='go-on']").evaluate((one) => one.setAttribute("data-seen", ""));
        await page.keyboard.press("g");
        await page.locator("[data-seen]").waitFor({ state: "detached" });
        now = await state(page);
        continue;
      }
      const before = await changes(page);
      const all = page.locator(".actions .action");
      const acts = await all.evaluateAll((all) => all.map((one) => one.dataset.focus.slice(4)));
      const discard = acts.findIndex((act) => act.startsWith("discard"));
      const deal = acts.indexOf("deal");
      const index = discard >= 0 ? discard : deal >= 0 ? deal : step % acts.length;
      await type(page, await label(all.nth(index)));
      now = await state(page, before);
      assert.equal(await page.locator(".notice.refused, .notice.several").count(), 0, "every label is understood");
    }
  });
}

for (const [how, say] of [
  ["by phrase", (page) => type(page, NAME)],
  ["by button", (page) => page.getByRole("button", { name: `Say “${NAME}”` }).click()],
  [
    "by voice",
    async (page) => {
      await page.getByRole("button", { name: "Listen", exact: true }).click();
      await page.getByRole("button", { name: "Stop listening" }).waitFor();
      await page.evaluate((name) => window.hear(name.toLowerCase()), NAME);
      await page.locator(".voice-heard", { hasText: "propreantepenultimate card" }).waitFor();
    },
  ],
]) {
  test(`the last card is declared ${how}`, async (t) => {
    const { page } = await guest(t);
    await page.addInitScript(fakeEars);
    await table(page, "propre");
    const before = await changes(page);
    await say(page);
    await state(page, before);
    await page.locator(".log summary").click();
    const log = await page.locator(".log ol").innerText();
    assert.match(log, /Propreantepenultimate Card/i);
    assert.doesNotMatch(log, /wrong/i);
  });
}

test("a heard action waits where there is no undo, and can be taken back", async (t) => {
  const { page } = await guest(t, { hold_ms: 60_000, listening: "always" });
  await page.addInitScript(fakeEars);
  await table(page, "pass-the-ace");
  await page.getByRole("button", { name: "Listen", exact: true }).click();
  const first = await label(page.locator(".actions .action").first());
  const before = await changes(page);
  await page.evaluate((text) => window.hear(text), first);
  await page.getByRole("button", { name: "Take it back" }).waitFor();
  await page.evaluate(() => window.hear("take it back"));
  await page.locator(".notice.heard").waitFor({ state: "detached" });
  assert.equal(await changes(page), before, "nothing was done");
  await page.evaluate((text) => window.hear(text), first);
  await page.getByRole("button", { name: "Do it now" }).click();
  await state(page, before);
});

test("why the browser does not listen is told in plain words", async (t) => {
  const { page } = await guest(t);
  await page.addInitScript(fakeEars);
  await table(page, "aces-up");
  await page.keyboard.press("v");
  await page.getByRole("button", { name: "Stop listening" }).waitFor();
  await page.evaluate(() => window.ear.onerror({ error: "not-allowed" }));
  await page.locator(".voice-heard", { hasText: "Allow the microphone" }).waitFor();
  await page.getByRole("button", { name: "Listen", exact: true }).waitFor();
});
