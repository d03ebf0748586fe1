// Every page and every game, for everyone: no violation that axe knows in any look, nothing that sticks out at any width.
import assert from "node:assert/strict";
import { test } from "node:test";

import { accessible, LOOKS, pictures } from "../support/look.mjs";
import { byButton, GAMES, intoGame, play, player, sit } from "../support/play.mjs";
import { open } from "../support/room.mjs";

// A look by choice has the colours of the same look by the system; the lobby is looked at in all of them.
const BY_SYSTEM = LOOKS.filter(({ theme }) => !theme);

async function looked(page, name) {
  await pictures(page, name);
  await accessible(page, BY_SYSTEM);
}

for (const [game, title] of Object.entries(GAMES)) {
  test(`${title}: settings, table, end of a round and of the game, rules`, async (t) => {
    const { page } = await player(t);
    await open(page, `/new/${game}`);
    await page.locator("form details").evaluateAll((folds) => folds.forEach((fold) => (fold.open = true)));
    await looked(page, `new-${game}`);
    await sit(page, { game });
    const state = await play(page, byButton, { enough: (state, step) => state === "act" && step >= intoGame(game) });
    assert.equal(state, "act");
    await looked(page, `table-${game}`);
    await page.locator("[data-tool=Log]").click();
    await looked(page, `log-${game}`);
    await page.keyboard.press("Escape");
    let seen = false;
    const look = {
      act: byButton.act,
      async goOn(page) {
        if (!seen) await looked(page, `round-${game}`);
        seen = true;
        await byButton.goOn(page);
      },
    };
    await play(page, look);
    await looked(page, `over-${game}`);
    await open(page, `/rules/${game}`);
    await looked(page, `rules-${game}`);
  });
}

test("statistics, preferences and replay, empty and filled", async (t) => {
  const { page } = await player(t);
  await open(page, "/statistics");
  await looked(page, "statistics-empty");
  await open(page, "/replay");
  await looked(page, "replay-empty");
  await open(page, "/preferences");
  await looked(page, "preferences");
  await sit(page, { game: "pass-the-ace" });
  await play(page, byButton);
  await sit(page, { game: "grapples", id: "left" });
  await open(page, "/statistics");
  await looked(page, "statistics");
  await open(page);
  await looked(page, "lobby-filled");
  await open(page, "/replay/test");
  await page.getByText("Step 0 of").waitFor();
  await page.keyboard.press("ArrowRight");
  await page.getByText("Step 1 of").waitFor();
  await looked(page, "replay");
});

test("answers, refusals and questions at a table", async (t) => {
  const { page } = await player(t);
  await sit(page, { game: "pass-the-ace" });
  for (const [name, text] of [["several", "pass"], ["refused", "abracadabra"], ["answer", "help"]]) {
    if (!(await page.locator("#command").isVisible())) await page.keyboard.press("/");
    await page.locator("#command").fill(text);
    await page.locator("#command").press("Enter");
    await page.locator(`.notice.${name}`).waitFor();
    await looked(page, `notice-${name}`);
  }
  await page.keyboard.press("Escape");
  await page.locator(".own .spot.can").click();
  await page.locator(".put-here").waitFor();
  await looked(page, "picked");
});
