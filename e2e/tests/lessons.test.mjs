// Lessons at the table: every lesson of every game, to its end, by click, touch, key and word.
import assert from "node:assert/strict";
import { test } from "node:test";

import { accessible } from "../support/look.mjs";
import { faultsNow, SIZES } from "../support/one-screen.mjs";
import { acts, button, focused, GAMES, inRail, player, press, say, tabTo, words } from "../support/play.mjs";
import { open } from "../support/room.mjs";

/** In the page: where the lesson is, or null while the others move. */
function beatNow() {
  const table = document.querySelector(".table");
  const { state, actions } = table?.dataset ?? {};
  if (!["read", "turn", "round-end", "over"].includes(state)) return null;
  const [number, of] = (document.querySelector(".taught-head .soft")?.textContent ?? "0 of 0").split(" of ").map(Number);
  const prompt = document.querySelector("#prompt");
  return { state, number, of, key: [state, number, actions].join(), act: prompt.dataset.taught, text: prompt.textContent };
}

async function beat(page, before = "") {
  const found = await page.waitForFunction((before) => {
    const now = window.beatNow();
    return now && now.key !== before ? now : null;
  }, before);
  return found.jsonValue();
}

/** A visitor whose page can be asked where the lesson is. */
async function learner(t, options) {
  const visitor = await player(t, options);
  await visitor.page.addInitScript(`window.beatNow = ${beatNow}`);
  return visitor;
}

const goOn = (page) => page.locator("[data-focus='go-on']");
const saying = (act) => act.startsWith("say ");

/** Types it into the field for words. */
async function type(page, text) {
  if ((await focused(page)) !== "command") await page.keyboard.press("/");
  await page.keyboard.type(text);
  await page.keyboard.press("Enter");
}

const HANDS = {
  click: {
    act: (page, act) => (saying(act) ? page.locator("[data-focus=say]").click() : press(page, act)),
    goOn: (page) => goOn(page).click(),
  },
  touch: {
    async act(page, act) {
      const card = page.locator(".felt [data-pointed].spot.can, .felt [data-pointed] .spot.can").first();
      if (saying(act)) return page.locator("[data-focus=say]").tap();
      if ((await page.locator(".spot.can").count()) === 0 || !(await card.count())) return press(page, act, "tap");
      const before = await beat(page);
      await card.tap({ position: { x: 6, y: 24 } });
      // What a touch means was done at once, or it asks what is meant.
      await page.waitForFunction((key) => document.querySelector(".notice.refused, .pop") || window.beatNow()?.key !== key, before.key);
      const choice = page.locator(`.pop [data-focus="act:${act}"]`);
      if (await choice.count()) return choice.tap();
      // Something else begins with that card: what is taught has a button.
      if (await page.locator(".notice.refused, .pop").count()) return press(page, act, "tap");
    },
    goOn: (page) => goOn(page).tap(),
  },
  key: {
    async act(page, act) {
      const number = saying(act) ? 0 : Number(await button(page, act).getAttribute("data-choice"));
      if (number > 0 && number < 10) return page.keyboard.press(String(number));
      if (saying(act)) await tabTo(page, "[data-focus=say]");
      else if (await inRail(page, act).count()) await tabTo(page, `.choices [data-focus="act:${act}"]`);
      else {
        await page.keyboard.press("a");
        await tabTo(page, `.actions [data-focus="act:${act}"]`);
      }
      return page.keyboard.press("Enter");
    },
    async goOn(page, { number }) {
      if (number % 2) return page.keyboard.press("g");
      await tabTo(page, "[data-focus='go-on']");
      return page.keyboard.press("Enter");
    },
  },
  word: {
    act: async (page, act) => assert.equal(await say(page, saying(act) ? act.slice(4) : await words(button(page, act))), ""),
    goOn: (page) => type(page, "go on"),
    next: (page) => type(page, "next lesson"),
  },
};

/** Plays the lesson that is open up to its last beat; returns every text. */
async function follow(page, hand) {
  const texts = [];
  let now = await beat(page);
  for (let step = 0; step < 60; step++) {
    if (now.number && texts.at(-1) !== now.text) texts.push(now.text);
    if (now.number && now.number === now.of && now.state === "read") {
      assert.ok(now.of >= 6 && now.of <= 10, `${now.of} beats`);
      assert.equal(texts.length, now.of, texts.join("\n"));
      return texts;
    }
    // What is taught has a button in sight, also where it is done with a card.
    const taught = saying(now.act ?? "") ? page.locator("[data-focus=say]") : inRail(page, now.act);
    if (now.state === "turn") assert.equal(await taught.count(), 1, `${now.act} has a button`);
    if (now.state === "turn") await hand.act(page, now.act, now);
    else await hand.goOn(page, now);
    now = await beat(page, now.key);
  }
  assert.fail(`the lesson does not end: ${texts.join("\n")}`);
}

for (const [how, hand] of Object.entries(HANDS)) {
  for (const [game, name] of Object.entries(GAMES)) {
    test(`${name} is taught from the lobby to the end of its last lesson, by ${how}`, async (t) => {
      const phone = { viewport: { width: 390, height: 844 }, hasTouch: true };
      const { page } = await learner(t, how === "touch" ? phone : {});
      await open(page);
      await page.locator(".tile").first().waitFor();
      const teach = page.locator(`#${game} [data-part=teach]`);
      if (await teach.isVisible()) await teach.click();
      else {
        // On a desk, games beyond the fifth have it beside their options.
        await page.getByRole("link", { name: `Rules and options ${name}` }).click();
        await page.getByRole("link", { name: "learn it step by step" }).click();
      }
      for (let lesson = 1; lesson < 10; lesson++) {
        await page.waitForURL(`**/learn/${game}/${lesson}`);
        await page.locator(".taught").waitFor();
        await follow(page, hand);
        const next = page.locator("[data-focus=next-lesson]");
        if (!(await next.count())) break;
        await (hand.next?.(page) ?? next.click());
      }
      // After the last beat it is an ordinary table.
      const last = await beat(page);
      await hand.goOn(page, last);
      await page.locator(".table:not(.lesson)").waitFor();
      assert.equal(await page.locator(".taught").count(), 0);
      // The tile offers what is not learned yet, and after everything the first lesson again.
      await open(page);
      assert.equal(await page.locator(`#${game} [data-part=teach]`).getAttribute("href"), `/learn/${game}/1`);
      const other = Object.keys(GAMES).find((other) => other !== game);
      assert.equal(await page.locator(`#${other} [data-part=teach]`).getAttribute("href"), `/learn/${other}/1`);
    });
  }
}

test("a wrong try changes nothing and is answered kindly, and a touch too early says to read", async (t) => {
  const { page } = await learner(t);
  await open(page, "/learn/pass-the-ace/1");
  await page.locator(".taught").waitFor();
  await page.keyboard.press("1");
  assert.match(await page.locator(".notice.refused").innerText(), /Read first/);
  await page.keyboard.press("Enter");
  let now = await beat(page, "read,1,0");
  assert.equal(now.number, 2);
  const wrong = (await acts(page)).find((act) => act !== now.act);
  await press(page, wrong);
  assert.match(await page.locator(".notice.refused").innerText(), /Brave!/);
  assert.deepEqual(await beat(page), now, "nothing has changed");
  await press(page, now.act);
  now = await beat(page, now.key);
  assert.notEqual(now.number, 2);
});

test("a lesson points at what it speaks of, and its clause is one touch away", async (t) => {
  const { page } = await learner(t);
  await open(page, "/learn/aces-up/1");
  await page.locator(".taught").waitFor();
  await page.keyboard.press("g");
  await page.locator(".felt [data-pointed]").waitFor();
  assert.equal(await page.locator(".felt [data-pointed]").getAttribute("data-card"), "6C");
  await page.locator(".taught .clause").click();
  await page.locator("#layer-rules .clause-here").waitFor();
  assert.match(await page.locator("#layer-rules .clause-here").innerText(), /AU-R3/);
  await page.keyboard.press("Escape");
  await page.locator("#layer-rules").waitFor({ state: "hidden" });
  assert.notEqual(await focused(page), "BODY");
});

test("a lesson is one screen, at every size, and can be used by everyone", async (t) => {
  const { page } = await learner(t);
  const faults = [];
  for (const game of Object.keys(GAMES)) {
    await open(page, `/learn/${game}/1`);
    await page.locator(".taught").waitFor();
    let now = await beat(page);
    for (let step = 0; step < 3; step++) {
      for (const size of SIZES) {
        const [width, height] = size.split("x").map(Number);
        await page.setViewportSize({ width, height });
        const cut = await page.evaluate(() => {
          const text = document.querySelector(".taught-text");
          const rail = document.querySelector(".taught").getBoundingClientRect();
          return text.getBoundingClientRect().bottom > rail.bottom + 1 || text.getBoundingClientRect().top < rail.top - 1;
        });
        faults.push(...(await page.evaluate(faultsNow)).map((fault) => `${game} ${size} beat ${now.number}: ${fault}`));
        if (cut) faults.push(`${game} ${size} beat ${now.number}: the text is cut`);
      }
      if (step === 0) await accessible(page);
      await page.setViewportSize({ width: 1280, height: 720 });
      await (now.state === "turn" ? HANDS.click.act(page, now.act) : HANDS.click.goOn(page));
      now = await beat(page, now.key);
      while (now.state === "round-end") {
        await HANDS.click.goOn(page);
        now = await beat(page, now.key);
      }
    }
  }
  assert.deepEqual(faults, []);
});

test("a lesson that does not exist is told, and leads back", async (t) => {
  const { page } = await learner(t);
  await open(page, "/learn/pass-the-ace/7");
  await page.getByText("There is no lesson 7").waitFor();
  await page.getByRole("link", { name: "Go to the lobby" }).click();
  await page.locator(".tile").first().waitFor();
});

test("what is taught is spoken by one region that stays, whose text changes", async (t) => {
  const { page } = await learner(t);
  await open(page, "/learn/pass-the-ace/1");
  await page.locator(".taught").waitFor();
  const region = page.locator("[data-part='taught-aloud']");
  await region.evaluate((region) => void (window.region = region));
  const spoken = [];
  let now = await beat(page);
  while (spoken.length < 4) {
    const text = await region.textContent();
    // At the end of a round the cards speak.
    assert.equal(text !== "", now.number > 0, JSON.stringify(now));
    if (text && spoken.at(-1) !== text) spoken.push(text);
    if (now.state === "turn") await HANDS.click.act(page, now.act);
    else await HANDS.click.goOn(page);
    now = await beat(page, now.key);
  }
  assert.ok(await region.evaluate((region) => region === window.region && region.getAttribute("role") === "status"));
  assert.equal(await page.locator(".taught [role=status]").count(), 0, "nothing is spoken twice");
});
