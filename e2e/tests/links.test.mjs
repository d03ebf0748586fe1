// Links that lead nowhere, and the server's own words.
import assert from "node:assert/strict";
import { test } from "node:test";

import { accessible, pictures } from "../support/look.mjs";
import { open, visit } from "../support/room.mjs";

test("an unknown link says so and leads back to the lobby", async (t) => {
  const { page } = await visit(t);
  await open(page, "/no/such/table");
  assert.match(await page.getByRole("main").innerText(), /\/no\/such\/table leads nowhere/);
  await pictures(page, "missing");
  await accessible(page);
  await page.getByRole("link", { name: "Go to the lobby" }).click();
  await page.getByRole("heading", { name: "What shall we play?" }).waitFor();
});

test("files are packed, named by their content, and nothing else may run", async (t) => {
  const { address, page } = await visit(t);
  await open(page);
  const wasm = await page.locator("link[href$='.wasm']").getAttribute("href");
  const answer = await fetch(address + wasm, { headers: { "accept-encoding": "br" } });
  assert.equal(answer.headers.get("content-encoding"), "br");
  assert.equal(answer.headers.get("content-type"), "application/wasm");
  assert.match(answer.headers.get("cache-control"), /immutable/);
  for (const path of ["/", "/service-worker.js"]) {
    const { headers } = await fetch(address + path);
    assert.equal(headers.get("cache-control"), "no-cache");
    assert.match(headers.get("content-security-policy"), /default-src 'self'; script-src 'self' 'wasm-unsafe-eval'/);
    const again = await fetch(address + path, { headers: { "if-none-match": headers.get("etag") } });
    assert.equal(again.status, 304);
  }
  assert.equal((await fetch(`${address}/assets/no-such-file.js`)).status, 404);
  assert.equal((await fetch(address, { method: "POST" })).status, 405);
});
