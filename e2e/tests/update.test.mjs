// A new version of the room while someone is in it.
import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer } from "node:http";
import { test } from "node:test";

import { accessible, pictures } from "../support/look.mjs";
import { byButton, play, player, QUICK, sit } from "../support/play.mjs";
import { kept, open, visit } from "../support/room.mjs";
import { serve } from "../support/server.mjs";

/** Stands before the server and can pretend that a new version was put there. */
async function republisher(t) {
  const server = await serve();
  const state = { version: undefined };
  const front = createServer(async (request, response) => {
    const answer = await fetch(server.address + request.url);
    let body = Buffer.from(await answer.arrayBuffer());
    if (state.version && request.url === "/service-worker.js") {
      body = body.toString().replace(/VERSION = "[^"]*"/, `VERSION = "${state.version}"`);
    }
    const headers = Object.fromEntries(answer.headers);
    for (const name of ["content-encoding", "content-length", "transfer-encoding", "etag"]) delete headers[name];
    response.writeHead(answer.status, headers).end(body);
  });
  front.listen(0, "127.0.0.1");
  await once(front, "listening");
  t.after(async () => {
    front.closeAllConnections();
    front.close();
    await server.stop();
  });
  return { address: `http://127.0.0.1:${front.address().port}`, state };
}

test("a new version waits until the player takes it", async (t) => {
  const { address, state } = await republisher(t);
  const { page } = await visit(t, { at: address });
  await open(page);
  await kept(page);
  const reload = page.getByRole("button", { name: "Reload" });
  assert.equal(await reload.count(), 0, "nothing is new yet");

  state.version = "newer";
  await page.evaluate(async () => (await navigator.serviceWorker.ready).update());
  await page.getByText("A new version is ready.").waitFor();
  await pictures(page, "update", { fullPage: false });
  await accessible(page);
  const loaded = page.waitForEvent("load");
  await reload.click();
  await loaded;
  await page.getByRole("heading", { level: 1 }).waitFor();
  assert.ok((await page.evaluate(() => caches.keys())).includes("parlour-newer"));
  assert.equal(await reload.count(), 0);
});

test("a visitor who comes back hears of a new version, and can put it off", async (t) => {
  const { address, state } = await republisher(t);
  const { page } = await visit(t, { at: address });
  await open(page);
  await kept(page);
  state.version = "newer";
  await page.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));
  await page.getByRole("button", { name: "Later" }).click();
  await page.getByText("A new version is ready.").waitFor({ state: "detached" });
});

test("a new version covers no seat: at a table it is offered when the game is over", async (t) => {
  const { address, state } = await republisher(t);
  const { page } = await player(t, { at: address });
  await open(page);
  await kept(page);
  await sit(page, { game: "aces-up", settings: QUICK });
  state.version = "newer";
  await page.evaluate(async () => (await navigator.serviceWorker.ready).update());
  await page.locator(".update").waitFor({ state: "attached" });
  assert.ok(!(await page.locator(".update").isVisible()), "not during the game");
  await play(page, byButton);
  await page.getByText("A new version is ready.").waitFor();
});
