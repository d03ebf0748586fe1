// What the server says, beside the pages.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { test } from "node:test";

import { parlour } from "../support/places.mjs";
import { open, visit } from "../support/room.mjs";

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

test("a port that is in use is told, with what to do", async (t) => {
  const { address } = await visit(t);
  const { port } = new URL(address);
  const second = spawnSync(parlour, ["serve", "--port", port], { encoding: "utf8" });
  assert.equal(second.status, 1);
  assert.equal(second.stdout, "");
  assert.match(second.stderr, new RegExp(`^parlour: port ${port} is in use; choose another with --port.*\n$`));
});
