// Several servers behind one address: friends at one table are at different ones, and some of those fail.
import assert from "node:assert/strict";
import { test } from "node:test";

import { cluster, postgresql } from "../support/cluster.mjs";
import { isOver, openTable, playTogether, sitDown } from "../support/friends.mjs";
import { player } from "../support/play.mjs";
import { open } from "../support/room.mjs";

const skip = postgresql() ? false : "PostgreSQL is not installed (Debian: apt-get install postgresql)";

test("three friends at three servers, each of which is killed once: everyone resumes and the game is whole", { skip }, async (t) => {
  const room = await cluster(t);
  // Each comes by another server; the browser is told so only by where the connection leads.
  const people = [];
  for (const name of ["Ann", "Ben", "Carla"]) {
    people.push({ name, ...(await player(t, { complaints: "expected", at: room.address })) });
  }
  const [ann, ben, carla] = people;
  const link = await openTable(ann.page, "Pass the Ace");
  for (const { page, name } of [ben, carla]) {
    await open(page, link);
    await sitDown(page, name);
    await ann.page.locator(".person", { hasText: name }).waitFor();
  }
  await ann.page.getByRole("button", { name: "Deal the cards" }).click();
  const pages = people.map(({ page }) => page);
  await Promise.all(pages.map((page) => page.locator(".felt").waitFor()));
  let killed = 0;
  await playTogether(pages, async (step) => {
    if (killed === 3 || step < 2 * killed + 1) return;
    await room.kill(killed);
    // Those who were there are led to another server; nobody can act before everyone is back.
    for (const page of pages) {
      await page.getByText("The connection is lost").waitFor({ state: "detached" });
    }
    await room.revive(killed);
    killed++;
  });
  assert.equal(killed, 3);
  assert.ok(room.visits.every((count) => count > 0), `all three were visited: ${room.visits}`);
  for (const page of pages) assert.ok(await isOver(page));
  await ben.page.getByRole("button", { name: "Verify this game" }).click();
  await ben.page.getByText("Secret and shares make these cards").waitFor();
  assert.equal(await ben.page.locator(".checks .ill").count(), 0);
  // Whichever server is asked, the result is the same.
  await open(carla.page, "/statistics");
  for (const name of ["Ann", "Ben"]) {
    await carla.page.getByRole("row", { name: new RegExp(name) }).waitFor();
  }
});
