// The card room as a player would start it.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";

import { parlour } from "./places.mjs";

/**
 * Starts `parlour serve` on a free port (or the given one) and reads its address. Its tables lie in a folder of their
 * own, which goes with it unless it was given, or in the ledger at that address.
 */
export async function serve(port = 0, { data, ledger, more = [] } = {}) {
  const folder = data ?? mkdtempSync(join(tmpdir(), "parlour-"));
  const books = ledger ? ["--ledger", ledger] : ["--data", folder];
  const words = ["serve", "--port", String(port), ...books, "--bot-pause", "0", ...more];
  const child = spawn(parlour, words, { stdio: ["ignore", "pipe", "inherit"] });
  const gone = once(child, "exit");
  // A script that fails leaves no server behind.
  const end = () => child.kill();
  process.once("exit", end);
  child.once("exit", () => process.off("exit", end));
  const lines = createInterface({ input: child.stdout });
  const said = once(lines, "line").then(([line]) => line);
  const line = await Promise.race([said, gone.then(([code]) => `parlour serve ended with ${code}`)]);
  const address = /http:\/\/\S+$/.exec(line)?.[0];
  if (!address) throw new Error(`no address in: ${line}`);
  return {
    address,
    /** Ends it as a service manager would, and waits until nobody listens any more. */
    async stop() {
      child.kill("SIGTERM");
      const [code] = await gone;
      if (!data) rmSync(folder, { recursive: true, force: true });
      return code;
    },
    /** Ends it as a power cut would. */
    async kill() {
      child.kill("SIGKILL");
      await gone;
    },
  };
}
