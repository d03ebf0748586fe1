// Learning at ordinary tables: tips, hints with reasons, why not, pictures in the rules, and the analysis of a game.
import assert from "node:assert/strict";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";

import { accessible } from "../support/look.mjs";
import { screens } from "../support/places.mjs";
import { faultsNow, SIZES } from "../support/one-screen.mjs";
import { byButton, GAMES, play, player, ready, shelf, sit, TOGETHER } from "../support/play.mjs";
import { open } from "../support/room.mjs";

const tip = (page) => page.locator(".tip-card");
const met = async (page) => JSON.parse((await shelf(page))["parlour.preferences"]).met ?? [];
const picture = (page, name) => {
  mkdirSync(screens, { recursive: true });
  return page.screenshot({ path: join(screens, `${name}.png`) });
};

test("what happens for the first time is explained once, with its clause, and what was met is kept", async (t) => {
  const { page } = await player(t, { likes: { tips: true } });
  const came = [];
  const watching = {
    ...byButton,
    async after(page) {
      for (const text of await tip(page).locator("p").allInnerTexts()) if (came.at(-1) !== text) came.push(text);
    },
  };
  for (const [round, game] of ["pass-the-ace", "pass-the-ace", "grapples", "aces-up", "propre"].entries()) {
    await sit(page, { game, id: `tips${round}`, seed: String(round + 2).padStart(64, "0") });
    await play(page, watching, { most: 600 });
  }
  t.diagnostic(`tips that came: ${came.join(" · ")}`);
  assert.ok(came.length >= 5, came.join("\n"));
  assert.equal(new Set(came).size, came.length, `each comes once: ${came.join("\n")}`);
  assert.ok(came.every((text) => /Rule [A-Z]+-[RJV]\d+/.test(text)), came.join("\n"));
  assert.ok((await met(page)).length >= came.length);
});

test("a tip can be dismissed by touch and by key, and leads to its clause", async (t) => {
  const { page } = await player(t, { likes: { tips: true } });
  await sit(page, { game: "pass-the-ace" });
  await play(page, byButton, { enough: async () => (await tip(page).count()) > 0 });
  await picture(page, "tip");
  const clause = await tip(page).locator(".clause").innerText();
  await tip(page).locator(".clause").click();
  await page.locator("#layer-rules .clause-here").waitFor();
  assert.match(await page.locator("#layer-rules .clause-here").innerText(), new RegExp(clause.replace("Rule ", "")));
  await page.keyboard.press("Escape");
  await tip(page).waitFor();
  const text = await tip(page).innerText();
  await page.keyboard.press("Escape");
  await page.waitForFunction((text) => document.querySelector(".tip-card")?.innerText !== text, text);
  await play(page, byButton, { enough: async () => (await tip(page).count()) > 0 });
  if (!(await tip(page).count())) return;
  const other = await tip(page).innerText();
  await tip(page).getByRole("button", { name: "Got it" }).click();
  await page.waitForFunction((text) => document.querySelector(".tip-card")?.innerText !== text, other);
});

test("tips are switched off where they are and in the preferences, and shown once more", async (t) => {
  const { page } = await player(t, { likes: { tips: true } });
  await sit(page, { game: "pass-the-ace" });
  await play(page, byButton, { enough: async () => (await tip(page).count()) > 0 });
  await tip(page).getByRole("button", { name: "No more tips" }).click();
  await page.locator(".notice.answer", { hasText: "Tips are off" }).waitFor();
  let came = 0;
  await play(page, { ...byButton, after: async () => void (came += await tip(page).count()) });
  assert.equal(came, 0);
  await open(page, "/preferences");
  const box = page.getByLabel("Tips: explain what happens for the first time");
  assert.equal(await box.isChecked(), false);
  await box.check();
  assert.ok((await met(page)).length > 0);
  await page.getByRole("button", { name: "Show every tip once more" }).click();
  assert.deepEqual(await met(page), []);
  await sit(page, { game: "pass-the-ace", id: "again" });
  await play(page, byButton, { enough: async () => (await tip(page).count()) > 0 });
  assert.ok(await tip(page).count());
});

test("a tip covers nothing that is needed, at every size", async (t) => {
  const { page } = await player(t, { likes: { tips: true } });
  for (const game of ["pass-the-ace", "aces-up"]) {
    await sit(page, { game });
    await play(page, byButton, { enough: async () => (await tip(page).count()) > 0 });
    for (const size of SIZES) {
      const [width, height] = size.split("x").map(Number);
      await page.setViewportSize({ width, height });
      assert.deepEqual(await page.evaluate(faultsNow), [], `${game} ${size}`);
      const { x, y, width: wide, height: high } = await tip(page).boundingBox();
      assert.ok(x >= 0 && y >= 0 && x + wide <= width && y + high <= height, `${game} ${size}: the tip is outside`);
    }
    await page.setViewportSize({ width: 1280, height: 720 });
    await accessible(page);
  }
});

for (const game of Object.keys(GAMES)) {
  test(`a hint in ${GAMES[game]} names an action and a reason, and points at it`, async (t) => {
    const { page } = await player(t);
    await sit(page, { game });
    await page.locator("[data-focus='tool:hint']").click();
    await page.locator(".notice.answer").waitFor();
    const text = await page.locator(".notice.answer p").innerText();
    t.diagnostic(text.replaceAll("\n", " "));
    assert.ok(text.split(/\s+/).length >= 8, `an action and a reason: ${text}`);
    assert.match(text, /judged from what you see|solver|deal/i);
    if (game === "aces-up") await page.locator(".felt [data-pointed]").waitFor();
    const before = await page.locator(".table").getAttribute("data-actions");
    await page.locator("[data-focus='act:advised']").click();
    await page.waitForFunction((before) => document.querySelector(".table").dataset.actions !== before, before);
  });

  test(`what cannot be done in ${GAMES[game]} says why not, with its clause`, async (t) => {
    const { page } = await player(t);
    await sit(page, { game });
    // Actions that are not possible now are listed, each with its reason.
    let asked = 0;
    for (let step = 0; step < 6 && !asked; step++) {
      await page.locator(".key.all").click();
      const kinds = page.locator("[data-focus^='why-not:']");
      asked = await kinds.count();
      if (asked) {
        const name = await kinds.first().innerText();
        await kinds.first().click();
        await page.locator(".notice").waitFor();
        const text = await page.locator(".notice p").innerText();
        t.diagnostic(`${name} ${text}`);
        assert.ok(text.split(/\s+/).length >= 3, text);
        assert.match(text, /Rule [A-Z]+-[RJV]\d+/);
        await page.locator(".notice .clause").click();
        await page.locator("#layer-rules .clause-here").waitFor();
        return;
      }
      await page.keyboard.press("Escape");
      await play(page, byButton, { enough: (_, step) => step > 0 });
      if ((await ready(page)) === "over") return;
    }
  });
}

test("what happened is told by rounds, and what decided the last one", async (t) => {
  const { page } = await player(t);
  await sit(page, { game: "pass-the-ace" });
  await play(page, byButton, { enough: (state) => state === "go-on" });
  await page.locator("[data-focus='go-on']").click();
  await ready(page);
  await page.locator("[data-tool=Log]").click();
  await page.locator("[data-focus='log:recap']").click();
  await page.locator(".notice.answer", { hasText: /lowest|life/ }).waitFor();
  await page.locator("[data-tool=Log]").click();
  await page.locator("[data-focus='log:history']").click();
  const rounds = page.locator("#layer-log .chapter");
  await rounds.filter({ hasText: "Round 1" }).waitFor();
  const first = rounds.filter({ has: page.locator("h3", { hasText: /^Round 1$/ }) });
  assert.ok((await first.locator("li").count()) > 2, "a round is told in sentences");
  assert.match(await first.locator(".recap").innerText(), /lowest/);
  assert.ok((await first.locator(".sign").count()) > 0, "cards are drawn");
  await picture(page, "history");
  await accessible(page);
  // Words lead there, too, and it follows the game.
  await page.keyboard.press("Escape");
  await page.keyboard.press("/");
  await page.keyboard.type("history");
  await page.keyboard.press("Enter");
  await rounds.first().waitFor();
  assert.equal(await page.locator(".notice.answer").count(), 0, "it is no notice");
});

test("a tip never comes before what it explains", async (t) => {
  const { page } = await player(t, { likes: { tips: true, pace: "normal" } });
  // When each tip was first seen: after the cards of a round were turned up, or before.
  await page.addInitScript(() => {
    window.tipsSeen = [];
    let ended = false;
    new MutationObserver(() => {
      ended ||= document.querySelector(".table")?.dataset.state === "round-end";
      const text = document.querySelector(".tip-card p")?.textContent;
      if (text && window.tipsSeen.at(-1)?.text !== text) window.tipsSeen.push({ text, ended });
    }).observe(document, { subtree: true, childList: true, attributes: true, attributeFilter: ["data-state"] });
  });
  await sit(page, { game: "pass-the-ace" });
  const seen = async () => (await page.evaluate(() => window.tipsSeen)).filter(({ text }) => /All cards are turned up|share the lowest/.test(text));
  const hand = { ...byButton, after: async (page) => void (await tip(page).getByRole("button", { name: "Got it" }).click({ timeout: 300 }).catch(() => {})) };
  await play(page, hand, { most: 60, enough: async () => (await seen()).length > 0 });
  const [reveal] = await seen();
  assert.ok(reveal.ended, "the cards lie open when the tip speaks of them");
});

test("the rules open over the table with pictures, and a page that can be printed", async (t) => {
  const { page } = await player(t);
  for (const game of Object.keys(GAMES)) {
    await sit(page, { game });
    await page.locator("[data-tool=Rules]").click();
    await page.locator("#layer-rules .rule-picture").first().waitFor();
    assert.ok((await page.locator("#layer-rules .rule-picture").count()) >= 3);
    const titles = (await page.locator("#layer-rules .rule-picture b").allInnerTexts()).join(" ");
    assert.match(titles, /Setup/);
    assert.match(titles, /Scoring|The end/);
    await picture(page, `rules-drawer-${game}`);
    await page.locator("#layer-rules").getByRole("link", { name: "On one page, to print" }).click();
    await page.waitForURL("**/rules/*/summary");
    await page.locator(".one-page").waitFor();
    assert.match(await page.locator(".one-page").innerText(), /AIM/);
    await page.emulateMedia({ media: "print" });
    assert.equal(await page.locator(".frame-header").isVisible(), false);
    assert.equal(await page.getByRole("button", { name: "Print" }).isVisible(), false);
    const sheets = (await page.pdf({ format: "A4" })).toString("latin1").match(/\/Type\s*\/Page\b/g);
    assert.equal(sheets.length, 1, `${game}: one sheet of paper`);
    await page.emulateMedia({ media: "screen" });
  }
  await page.setViewportSize({ width: 390, height: 844 });
  await picture(page, "summary-phone");
  await accessible(page);
  for (const game of Object.keys(GAMES)) {
    await open(page, `/rules/${game}`);
    await page.locator(".rule-picture").first().waitFor();
    assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), `${game}: nothing sticks out`);
  }
  await picture(page, "rules-phone");
});

test("after a game every decision is judged in the background, and it can be stopped", async (t) => {
  const { page } = await player(t);
  await sit(page, { game: "grapples" });
  await play(page, byButton, { most: 600 });
  // It may be done before a test could press "stop" from outside.
  await page.evaluate(() => {
    const seen = new MutationObserver(() => {
      const stop = document.querySelector("[data-part=stop]");
      if (!stop || !document.querySelector(".analysis-progress span")) return;
      seen.disconnect();
      stop.click();
    });
    seen.observe(document.body, { childList: true, subtree: true });
  });
  await page.locator("[data-part=analysis]").click();
  await page.locator(".analysis[data-stage=stopped]").waitFor();
  await page.locator("[data-part=analyse]").waitFor();
  const some = await page.locator(".decisions li").count();
  const [, of] = (await page.locator(".analysis-progress span").innerText()).match(/of (\d+)/);
  assert.ok(some <= Number(of));
  // What was judged stays, and it goes on from there; the replay steps meanwhile.
  await page.locator("[data-part=analyse]").click();
  await page.getByRole("button", { name: "Next", exact: true }).click();
  await page.getByText("Step 1 of").waitFor();
  await page.waitForFunction((least) => document.querySelectorAll(".decisions li").length >= least, Math.min(some + 1, Number(of)));
});

test("the analysis of a game in which nobody chooses says so kindly", async (t) => {
  const { page } = await player(t);
  await sit(page, { game: "strip-jack-naked" });
  await page.getByRole("button", { name: "Play to the end" }).click();
  await page.locator("[data-part=analysis]").click();
  assert.match(await page.locator("[data-part=nothing-to-decide]").innerText(), /Nothing was yours to decide/);
});

for (const game of ["pass-the-ace", "aces-up"]) {
  test(`the analysis of ${GAMES[game]} comes to its end, with chances, reasons and the costliest marked`, async (t) => {
    const { page } = await player(t);
    // One core is left to the page, and each of the others judges a decision at a time.
    await page.addInitScript(() => Object.defineProperty(navigator, "hardwareConcurrency", { value: 4 }));
    await sit(page, { game });
    await play(page, byButton, { most: 600 });
    let workers = 0;
    page.on("worker", () => workers++);
    await page.locator("[data-part=analysis]").click();
    await page.locator(".analysis[data-stage=done]").waitFor({ timeout: 120_000 });
    assert.ok(workers >= 3, `${workers} workers`);
    // Those end with their work; the replay keeps its own.
    while (page.workers().length > 1) await Promise.race(page.workers().map((one) => one.waitForEvent("close")));
    const [, done, of] = (await page.locator(".analysis-progress span").innerText()).match(/(\d+) of (\d+)/);
    assert.equal(done, of);
    assert.equal(await page.locator(".decisions li").count(), Number(of));
    const texts = await page.locator(".decisions li").allInnerTexts();
    assert.ok(texts.every((text) => /\d+ % \(\d+ to \d+\)/.test(text)), texts[0]);
    assert.ok(texts.every((text) => /The expert/.test(text)));
    const marked = await page.locator(".cost-badge").count();
    assert.ok(marked <= 3);
    assert.equal(await page.locator(".chances .costly").count(), marked);
    assert.match(await page.locator(".analysis-mean").innerText(), /On average a decision cost/);
    if (game === "aces-up") assert.match(await page.locator(".analysis").innerText(), /With every card known/);
    const numbers = (await page.locator(".decisions .story-number").allInnerTexts()).map(Number);
    assert.deepEqual(numbers, numbers.toSorted((one, other) => one - other), "in the order of the game");
    // A decision leads to the position before it.
    const number = numbers.at(-1);
    await page.locator(".decisions button").last().click();
    await page.getByText(`Step ${number - 1} of`).waitFor();
    await page.locator("#analysis-title").scrollIntoViewIfNeeded();
    await picture(page, `analysis-${game}`);
    await accessible(page);
    await page.setViewportSize({ width: 390, height: 844 });
    await page.locator("#analysis-title").scrollIntoViewIfNeeded();
    await picture(page, `analysis-${game}-phone`);
    assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), "nothing sticks out");
  });
}

test("an analysis goes on with the workers that could be started", async (t) => {
  const { page } = await player(t);
  await page.addInitScript(() => {
    Object.defineProperty(navigator, "hardwareConcurrency", { value: 4 });
    const Started = Worker;
    window.tried = 0;
    window.Worker = function (...all) {
      // The first there is the replay's own.
      if (location.pathname.startsWith("/replay") && ++window.tried % 2 === 0) throw new Error("there is no memory for it");
      return new Started(...all);
    };
  });
  await sit(page, { game: "pass-the-ace" });
  await play(page, byButton, { most: 600 });
  await page.locator("[data-part=analysis]").click();
  await page.locator(".analysis[data-stage=done]").waitFor({ timeout: 120_000 });
  assert.equal(await page.evaluate(() => window.tried), 4);
  assert.equal(await page.locator(".analysis .problem").count(), 0);
});

test("the first game of a kind is kind: the newcomer acts first, against novices, and later the level rises", async (t) => {
  const { page } = await player(t, { likes: { bots: "rising" } });
  for (const game of TOGETHER) {
    await open(page);
    await page.locator(`#${game} [data-part=play]`).click();
    await ready(page);
    const slot = Object.entries(await shelf(page)).filter(([key]) => key.startsWith("parlour.slot.")).map(([, text]) => JSON.parse(text));
    const mine = slot.find((saved) => saved.game === game);
    assert.equal(mine.order.bots, "novice");
    assert.equal(mine.gentle, true);
    assert.equal(await page.locator(".table").getAttribute("data-actions"), "0", `${game}: the newcomer acts first`);
    // A link to the settings leads there, too.
    await open(page, `/new/${game}`);
    await page.getByRole("button", { name: "Start the game" }).click();
    await ready(page);
    assert.equal(await page.locator(".table").getAttribute("data-actions"), "0", `${game}: from the settings`);
  }
  const result = (id, bots) => JSON.stringify({ v: 1, id, game: TOGETHER[0], title: GAMES[TOGETHER[0]], when_ms: Number(id), won: true, score: 1, players: 4, bots });
  await page.evaluate((all) => Object.entries(all).forEach(([key, text]) => localStorage.setItem(key, text)), {
    "parlour.played.1": result("1", "novice"),
    "parlour.played.2": result("2", "novice"),
  });
  await open(page, `/new/${TOGETHER[0]}`);
  assert.equal(await page.locator("#bots").inputValue(), "club");
});
