// Links that lead nowhere.
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
