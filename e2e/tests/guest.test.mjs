// The key of a guest: it leaves no trace in the history, can be replaced, and guests who want it are forgotten.
import assert from "node:assert/strict";
import { test } from "node:test";

import { openTable, sitDown } from "../support/friends.mjs";
import { GAMES, player } from "../support/play.mjs";
import { open } from "../support/room.mjs";

/** Presses a button of the preferences and agrees to what follows. */
async function agree(page, name, done) {
  await open(page, "/preferences");
  await page.getByRole("button", { name, exact: true }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Do it" }).click();
  await page.getByText(done).waitFor();
}

async function ownLink(page) {
  await open(page, "/preferences");
  await page.getByRole("button", { name: "Show my key for another device" }).click();
  return page.getByLabel("Link for your other device").inputValue();
}

test("a link with a key leaves no key in the history", async (t) => {
  const { page } = await player(t);
  const link = await ownLink(page);
  const key = link.split("#")[1];
  assert.match(key, /^[0-9a-f]{64}$/);
  const other = await player(t);
  await open(other.page, link);
  await other.page.getByRole("button", { name: "Be the same guest here" }).click();
  await other.page.getByText("your seats are yours here too").waitFor();
  const session = await other.page.context().newCDPSession(other.page);
  const { entries } = await session.send("Page.getNavigationHistory");
  assert.ok(entries.some(({ url }) => url.endsWith("/guest")));
  assert.ok(entries.every(({ url }) => !url.includes(key)), JSON.stringify(entries));
});

test("a replaced key stops working, and a guest who wants it is forgotten", async (t) => {
  const [ann, ben, thief] = [await player(t), await player(t), await player(t)];
  const link = await openTable(ann.page, GAMES.propre);
  await open(ben.page, link);
  await sitDown(ben.page, "Ben");
  await ann.page.locator(".person", { hasText: "Ben" }).waitFor();
  const stolen = await ownLink(ben.page);
  await agree(ben.page, "Replace my key", "your seats have a new key");
  await open(thief.page, stolen);
  await thief.page.getByRole("button", { name: "Be the same guest here" }).click();
  await open(thief.page, link);
  await thief.page.getByText("Your key was replaced by another").first().waitFor();
  // Ben has his seat with the new one.
  await open(ben.page, link);
  await ben.page.locator(".person", { hasText: "you" }).filter({ hasText: "Ben" }).waitFor();
  await agree(ben.page, "Forget me", "you are forgotten");
  await ann.page.locator(".person", { hasText: "Ben" }).waitFor({ state: "detached" });
  assert.ok(!(await ann.page.content()).includes("Ben"));
});
