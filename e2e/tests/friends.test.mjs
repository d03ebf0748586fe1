// Two real browsers and a bot at one table: whole games, with one of them offline for a while and one reloading.
import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { execFileSync } from "node:child_process";
import { test } from "node:test";

import { atTerminal, isOver, openTable, people, playTogether, sitDown } from "../support/friends.mjs";
import { accessible, pictures } from "../support/look.mjs";
import { parlour } from "../support/places.mjs";
import { GAMES, player, TOGETHER } from "../support/play.mjs";
import { open } from "../support/room.mjs";
import { serve } from "../support/server.mjs";

/** Ann opens a table and Ben comes by the link; bots take the other seats. */
async function gather(t, game, options) {
  const [ann, ben] = [await player(t, { complaints: "expected", ...options }), await player(t, { complaints: "expected", ...options })];
  const link = await openTable(ann.page, GAMES[game]);
  await open(ben.page, link);
  await sitDown(ben.page, "Ben");
  await ann.page.locator(".person", { hasText: "Ben" }).waitFor();
  return { ann, ben, link };
}

for (const game of TOGETHER) {
  test(`a whole game of ${GAMES[game]} by two browsers and bots, one offline for a while, one reloading`, async (t) => {
    const { ann, ben } = await gather(t, game);
    await ann.page.getByRole("button", { name: "Deal the cards" }).click();
    await ben.page.locator(".felt").waitFor();
    let [cut, reloaded] = [false, false];
    await playTogether([ann.page, ben.page], async (step) => {
      if (!cut && step >= 1) {
        cut = true;
        await ben.context.setOffline(true);
        // An open socket outlives the browser's switch; a real cut ends it.
        await ben.page.evaluate(() => dispatchEvent(new Event("offline")));
        await ben.page.reload().catch(() => {});
        await ben.context.setOffline(false);
        await open(ben.page, ben.page.url());
        await ben.page.locator(".felt").waitFor();
      } else if (!reloaded && step >= 2) {
        reloaded = true;
        await ann.page.reload();
        await ann.page.locator(".felt").waitFor();
      }
    });
    assert.ok(await isOver(ann.page));
    assert.ok(await isOver(ben.page));
    // Without being asked, and although both pages were reloaded since the deal.
    for (const { page } of [ann, ben]) await page.getByText("Shuffle verified.").waitFor();
    await ann.page.getByRole("button", { name: "Verify this game" }).click();
    await ann.page.getByText("Secret and shares make these cards").waitFor();
    await ann.page.getByText("is the one that was promised").waitFor();
    await ann.page.getByText("your browser added is in the shuffle").waitFor();
    assert.equal(await ann.page.locator(".checks .ill").count(), 0);
  });
}

test("the server is killed in mid-game: everyone reconnects automatically", async (t) => {
  const data = join(tmpdir(), `parlour-friends-${process.pid}`);
  let server = await serve(0, { data });
  const { port } = new URL(server.address);
  t.after(async () => {
    await server.stop();
    execFileSync("rm", ["-rf", data]);
  });
  const { ann, ben } = await gather(t, "pass-the-ace", { at: server.address });
  await ann.page.getByRole("button", { name: "Deal the cards" }).click();
  await ben.page.locator(".felt").waitFor();
  let killed = false;
  await playTogether([ann.page, ben.page], async (step) => {
    if (killed || step < 1) return;
    killed = true;
    await server.kill();
    await ann.page.getByText("The connection is lost").waitFor();
    server = await serve(Number(port), { data });
    await ann.page.getByText("The connection is lost").waitFor({ state: "detached" });
    await ben.page.getByText("The connection is lost").waitFor({ state: "detached" });
  });
  assert.ok(killed);
});

test("another game together, the record saved is accepted by parlour verify, results are told", async (t) => {
  const { ann, ben } = await gather(t, "grapples");
  await ann.page.getByRole("button", { name: "Deal the cards" }).click();
  await ben.page.locator(".felt").waitFor();
  await playTogether([ann.page, ben.page]);
  const download = ann.page.waitForEvent("download");
  await ann.page.getByRole("button", { name: "Save the record" }).click();
  const file = join(tmpdir(), `parlour-record-${process.pid}.json`);
  await (await download).saveAs(file);
  const text = readFileSync(file, "utf8");
  assert.match(execFileSync(parlour, ["verify", file], { encoding: "utf8" }), /./);
  // A record in which someone else's cards were dealt is refused.
  const spoilt = JSON.parse(text);
  spoilt.mix.secret = spoilt.mix.secret.replace(/^./, (digit) => (digit === "0" ? "1" : "0"));
  writeFileSync(file, JSON.stringify(spoilt));
  assert.throws(() => execFileSync(parlour, ["verify", file], { stdio: "pipe" }));
  await ann.page.getByRole("button", { name: "Play again together" }).click();
  await ben.page.getByRole("button", { name: "Play again together" }).click();
  await ann.page.locator(".podium").waitFor({ state: "detached" });
  await ben.page.locator(".podium").waitFor({ state: "detached" });
  await playTogether([ann.page, ben.page]);
  await open(ann.page, "/statistics");
  const row = ann.page.getByRole("row", { name: /Ben/ });
  await row.waitFor();
  assert.match(await row.innerText(), /^Ben\s+2\s/);
});

test("chat is text and nothing else; quick words, muting and hiding", async (t) => {
  const { ann, ben } = await gather(t, "propre");
  await ben.page.getByLabel("To everyone").fill("<b>hi</b> & <img src=x onerror=alert(1)>");
  await ben.page.getByRole("button", { name: "Send", exact: true }).click();
  await ann.page.locator(".chat-lines li", { hasText: "<b>hi</b> & <img" }).waitFor();
  assert.equal(await ann.page.locator(".chat-lines b, .chat-lines img").count(), 0);
  await ann.page.getByText("Quick words").click();
  await ann.page.getByRole("button", { name: "Hello!" }).click();
  await ben.page.locator(".chat-lines li", { hasText: "Hello!" }).waitFor();
  await ann.page.locator(".person", { hasText: "Ben" }).locator("summary").click();
  await ann.page.getByRole("button", { name: "Mute (seat 2)" }).click();
  await ben.page.locator(".person", { hasText: "muted" }).waitFor();
  await ben.page.getByLabel("To everyone").fill("Can you hear me?");
  await ben.page.getByRole("button", { name: "Send", exact: true }).click();
  await ben.page.locator(".problem").waitFor();
  await ann.page.getByLabel("Hide the chat").check();
  assert.equal(await ann.page.locator(".chat-lines li").count(), 0);
});

test("watching, pausing, getting up and another device", async (t) => {
  const { ann, ben, link } = await gather(t, "pass-the-ace");
  await ann.page.getByRole("button", { name: "Deal the cards" }).click();
  await ben.page.locator(".felt").waitFor();
  // A visitor with only the link sees what everyone sees.
  const cleo = await player(t);
  await open(cleo.page, link);
  await people(cleo.page);
  await cleo.page.getByText("You watch.").waitFor();
  assert.equal(await cleo.page.locator(".felt .spot[data-card]").count(), 0);
  await people(ann.page);
  await ann.page.getByRole("button", { name: "Pause the game" }).click();
  await ben.page.getByText("The table is paused.").waitFor();
  await ann.page.getByRole("button", { name: "Go on with the game" }).click();
  await ben.page.getByText("The table is paused.").waitFor({ state: "detached" });
  // Ben's key makes another browser Ben.
  await open(ben.page, "/preferences");
  await ben.page.getByRole("button", { name: "Show my key for another device" }).click();
  const key = await ben.page.getByLabel("Link for your other device").inputValue();
  const phone = await player(t, { viewport: { width: 320, height: 640 } });
  await open(phone.page, key);
  await phone.page.getByRole("button", { name: "Be the same guest here" }).click();
  await phone.page.getByText("your seats are yours here too").waitFor();
  await open(phone.page, link);
  await people(phone.page);
  await phone.page.locator(".person", { hasText: "you" }).filter({ hasText: "Ben" }).waitFor();
  await phone.page.getByRole("button", { name: "Get up: a bot plays on" }).click();
  await phone.page.getByText("You watch.").waitFor();
});

test("a newcomer gets a bot's cards only if everyone at the table agrees", async (t) => {
  const { ann, ben, link } = await gather(t, "propre");
  await ann.page.getByRole("button", { name: "Deal the cards" }).click();
  await ben.page.locator(".felt").waitFor();
  const ask = async (agrees) => {
    const { page } = await player(t);
    await open(page, link);
    await people(page);
    await page.getByLabel("Your name").fill("Cleve");
    await page.getByRole("button", { name: "Ask for your cards, or for a bot's" }).click();
    await ann.page.getByText(/Let Cleve take .*'s cards\?/).waitFor();
    await accessible(ann.page);
    await ann.page.getByRole("button", { name: "Agree" }).click();
    await ben.page.getByRole("button", { name: agrees ? "Agree" : "Refuse" }).click();
    await ann.page.locator(".asked-in").waitFor({ state: "detached" });
    return page;
  };
  const refused = await ask(false);
  await refused.getByText("You watch.").waitFor();
  const welcome = await ask(true);
  await welcome.locator(".person", { hasText: "you" }).filter({ hasText: "Cleve" }).waitFor();
});

test("pages of a table with friends are accessible, and an unknown link is told kindly", async (t) => {
  const { ann, ben } = await gather(t, "pass-the-ace");
  await ann.page.getByRole("img", { name: "The link to this table, as a QR code" }).waitFor();
  await accessible(ann.page);
  await ann.page.getByRole("button", { name: "Deal the cards" }).click();
  await ben.page.locator(".felt").waitFor();
  await accessible(ben.page);
  const lost = await player(t);
  await open(lost.page, "/t/nosuchtable1");
  await lost.page.getByRole("link", { name: "Go to the lobby" }).waitFor();
});

test("a friend on a phone sees the table and one button, and a name is asked for", async (t) => {
  const ann = await player(t, { likes: { name: "You" } });
  const link = await openTable(ann.page, GAMES.grapples);
  const ben = await player(t, { viewport: { width: 390, height: 844 }, likes: { name: "You" } });
  await open(ben.page, link);
  const table = ben.page.locator(".round-table");
  await table.locator(".person", { hasText: "Ann" }).waitFor();
  assert.deepEqual(await ben.page.locator("main button:visible").allInnerTexts(), ["Sit down"]);
  for (const part of [table, ben.page.getByRole("button", { name: "Sit down" })]) {
    const { y, height } = await part.boundingBox();
    assert.ok(y >= 0 && y + height <= 844, `${await part.innerText()} is on the first screen`);
  }
  assert.equal(await ben.page.getByLabel("Your name").inputValue(), "", "nobody is called You");
  for (const name of ["", "You", "Ada"]) {
    await ben.page.getByLabel("Your name").fill(name);
    await ben.page.getByRole("button", { name: "Sit down" }).click();
    await ben.page.locator("#sit-name-problem", { hasText: "." }).waitFor();
  }
  await pictures(ben.page, "friends-guest");
  await accessible(ben.page);
  await sitDown(ben.page, "Ben");
  await ann.page.locator(".person", { hasText: "Ben" }).waitFor();
  await pictures(ann.page, "friends-gathering");
});

test("the code on the card leads from the lobby to the table", async (t) => {
  const ann = await player(t);
  const link = await openTable(ann.page, GAMES.propre);
  const code = await ann.page.locator(".invite-code code").innerText();
  assert.match(code, /^\w{4} \w{4} \w{4}$/);
  const { page } = await player(t);
  await open(page);
  await page.getByLabel("Join by link or code").fill("my friend's table");
  await page.getByRole("button", { name: "Join" }).click();
  await page.getByRole("alert").getByText("no link or code").waitFor();
  await page.getByLabel("Join by link or code").fill(code.toUpperCase());
  await page.getByRole("button", { name: "Join" }).click();
  await page.locator(".person", { hasText: "Ann" }).waitFor();
  assert.equal(page.url(), link);
  // A second table is opened under the same name, which is not asked for again.
  await open(ann.page);
  await ann.page.getByRole("button", { name: `With friends ${GAMES.propre}` }).click();
  await ann.page.locator(".person", { hasText: "you" }).filter({ hasText: "Ann" }).waitFor();
  assert.notEqual(ann.page.url(), link);
  // Who gets up on purpose is not seated again.
  await ann.page.getByRole("button", { name: "Get up" }).click();
  await ann.page.getByRole("button", { name: "Sit down" }).waitFor();
});

test("a browser and a terminal play a whole game at one table", async (t) => {
  const ann = await player(t);
  const link = await openTable(ann.page, GAMES["pass-the-ace"]);
  const tess = atTerminal(t, link, "Tess");
  await ann.page.locator(".person", { hasText: "Tess" }).waitFor();
  await ann.page.getByLabel("To everyone").fill("Good evening");
  await ann.page.getByRole("button", { name: "Send", exact: true }).click();
  await ann.page.getByRole("button", { name: "Deal the cards" }).click();
  await ann.page.locator(".felt").waitFor();
  await playTogether([ann.page]);
  await ann.page.locator("[data-tool=Log]").click();
  const last = await ann.page.locator(".log li").first().innerText();
  assert.equal(await tess.leave(), 0);
  assert.match(tess.said(), /Ann: Good evening|Ann says: Good evening|Good evening/);
  assert.match(tess.said(), /Tess|You stick/);
  assert.match(last, /win|won|over/i);
});

for (const hints of [true, false]) {
  test(`a table with friends decides at opening ${hints ? "for" : "against"} hints, and says why not`, async (t) => {
    const { page } = await player(t, { complaints: "expected", likes: { name: "Ann" } });
    // Here one of drawing and swapping is always impossible.
    await open(page, "/new/chase-the-ace");
    await page.getByText("A table with friends").click();
    await page.getByLabel("Everyone may ask for hints").setChecked(hints);
    await page.getByRole("button", { name: "Open a table for friends" }).click();
    // A guest is told before sitting down, and the host that they are.
    const guest = await player(t, { complaints: "expected" });
    await open(guest.page, await page.getByLabel("Link to this table", { exact: true }).inputValue());
    await guest.page.getByRole("button", { name: "Sit down" }).waitFor();
    // That there are none is usual: it is said where the table's rules are.
    if (!hints) await guest.page.getByText("About this table").click();
    const told = hints ? [".table-hints", "everyone may ask for hints"] : [".about-table", "there are no hints"];
    await guest.page.locator(told[0], { hasText: told[1] }).waitFor();
    assert.equal(await guest.page.locator(".table-hints").count(), hints ? 1 : 0);
    assert.equal(await page.locator(".invitation", { hasText: "before they sit down" }).count(), hints ? 1 : 0);
    await page.getByRole("button", { name: "Deal the cards" }).click();
    await page.locator(".table[data-state=turn]").waitFor();
    assert.equal(await page.locator("[data-focus='tool:hint']").count(), hints ? 1 : 0);
    if (hints) {
      await page.locator("[data-focus='tool:hint']").click();
      await page.locator(".notice.answer", { hasText: "judged from what you see" }).waitFor();
      await page.keyboard.press("Escape");
    }
    await page.locator(".key.all").click();
    await page.locator("[data-focus='why-not:draw'], [data-focus='why-not:swap']").click();
    await page.locator(".notice.refused", { hasText: /dealer/i }).waitFor();
    await page.locator(".notice.refused .clause").click();
    await page.locator("#layer-rules .clause-here").waitFor();
  });
}

test("after a game with friends everyone sees how they played, from their own seat", async (t) => {
  const { ann, ben } = await gather(t, "pass-the-ace");
  await ann.page.getByRole("button", { name: "Deal the cards" }).click();
  await ben.page.locator(".felt").waitFor();
  await playTogether([ann.page, ben.page]);
  for (const [{ page }, name] of [[ann, "Ann"], [ben, "Ben"]]) {
    await page.getByRole("button", { name: "How did I play?" }).click();
    await page.waitForURL("**/replay?analyse=*");
    await page.locator(".analysis[data-stage=done]").waitFor();
    assert.equal(await page.locator("#analysis-seat option:checked").innerText(), name);
    const decisions = await page.locator(".decisions li").count();
    assert.match(await page.locator(".analysis-progress").innerText(), new RegExp(`${decisions} of ${decisions} decision`));
    assert.ok(await page.locator(".chances svg").isVisible());
  }
});
