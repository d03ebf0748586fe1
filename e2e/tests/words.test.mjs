// Words alone: typed, and as a browser that listens would write them down.
import assert from "node:assert/strict";
import { test } from "node:test";

import { byWord, changed, changes, GAMES, play, player, say, sit, words } from "../support/play.mjs";

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

for (const game of Object.keys(GAMES)) {
  test(`a whole game of ${GAMES[game]} by typed phrases`, async (t) => {
    const { page } = await player(t);
    await sit(page, { game });
    await play(page, byWord);
  });
}

for (const [how, declare] of [
  ["by phrase", (page) => say(page, NAME)],
  ["by button", (page) => page.getByRole("button", { name: `Say “${NAME}”` }).click()],
  [
    "by voice",
    async (page) => {
      await page.getByRole("button", { name: "Speak", exact: true }).click();
      await page.getByRole("button", { name: "Stop listening" }).waitFor();
      await page.evaluate((name) => window.hear(name.toLowerCase()), NAME);
      await page.locator(".voice-heard", { hasText: "propreantepenultimate card" }).waitFor();
    },
  ],
]) {
  test(`the last card is declared ${how}`, async (t) => {
    const { page } = await player(t);
    await page.addInitScript(fakeEars);
    await sit(page, { game: "propre" });
    const before = await changes(page);
    await declare(page);
    await changed(page, before);
    await page.locator("[data-tool=Log]").click();
    await page.locator(".log li").first().waitFor();
    const log = await page.locator(".log").innerText();
    assert.match(log, /Propreantepenultimate Card/i);
    assert.doesNotMatch(log, /wrong/i);
  });
}

test("a heard action waits where there is no undo, and can be taken back", async (t) => {
  const { page } = await player(t, { likes: { hold_ms: 60_000, listening: "always" } });
  await page.addInitScript(fakeEars);
  await sit(page, { game: "pass-the-ace" });
  await page.getByRole("button", { name: "Speak", exact: true }).click();
  const first = await words(page.locator(".actions .action").first());
  const before = await changes(page);
  await page.evaluate((text) => window.hear(text), first);
  await page.getByRole("button", { name: "Take it back" }).waitFor();
  await page.evaluate(() => window.hear("take it back"));
  await page.locator(".notice.heard").waitFor({ state: "detached" });
  assert.equal(await changes(page), before, "nothing was done");
  await page.evaluate((text) => window.hear(text), first);
  await page.getByRole("button", { name: "Do it now" }).click();
  await changed(page, before);
});

test("why the browser does not listen is told in plain words", async (t) => {
  const { page } = await player(t);
  await page.addInitScript(fakeEars);
  await sit(page, { game: "aces-up" });
  await page.keyboard.press("v");
  await page.getByRole("button", { name: "Stop listening" }).waitFor();
  await page.evaluate(() => window.ear.onerror({ error: "not-allowed" }));
  await page.locator(".voice-heard", { hasText: "Allow the microphone" }).waitFor();
  await page.getByRole("button", { name: "Listen", exact: true }).waitFor();
});
