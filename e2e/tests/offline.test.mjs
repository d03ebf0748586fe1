// Flight mode.
import assert from "node:assert/strict";
import { test } from "node:test";

import { byButton, like, play, ready } from "../support/play.mjs";
import { kept, open, visit } from "../support/room.mjs";
import { serve } from "../support/server.mjs";

test("after the first visit the room opens without a server, at any link", async (t) => {
  const server = await serve();
  const { page, context } = await visit(t, { at: server.address });
  await open(page);
  await kept(page);
  assert.equal(await server.stop(), 0, "the server closes in good order");

  await page.reload();
  await page.getByRole("heading", { name: "What shall we play?" }).waitFor();
  const another = await context.newPage();
  await open(another, "/check");
  await another.locator("#check-worker", { hasText: "Works" }).waitFor();
  await open(another, "/no/such/table");
});

test("a whole game of Aces Up without a server", async (t) => {
  const server = await serve();
  const { page, context } = await visit(t, { at: server.address, reducedMotion: "reduce" });
  await like(context);
  await open(page);
  await kept(page);
  await server.stop();

  await page.reload();
  await page.getByRole("button", { name: "Play Aces Up" }).click();
  await page.waitForURL("**/table/*");
  await ready(page);
  await play(page, byButton);
  await page.reload();
  assert.equal(await ready(page), "over");
  await open(page, "/statistics");
  assert.equal(await page.locator(".recent").count(), 1);
});

test("the room can be installed", async (t) => {
  const { page, address } = await visit(t);
  await open(page);
  await kept(page);
  const session = await page.context().newCDPSession(page);
  const { errors } = await session.send("Page.getAppManifest");
  assert.deepEqual(errors, []);
  const { installabilityErrors } = await session.send("Page.getInstallabilityErrors");
  const hindrances = installabilityErrors.map(({ errorId }) => errorId).filter((id) => id !== "in-incognito");
  assert.deepEqual(hindrances, []);
  const { icons } = await (await fetch(`${address}/manifest.webmanifest`)).json();
  for (const { src } of icons) assert.equal((await fetch(address + src)).status, 200, src);
});
