// The card room as a player would start it.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";

import { parlour } from "./places.mjs";

/** Starts `parlour serve` on a free port (or the given one) and reads its address. */
export async function serve(port = 0) {
  const child = spawn(parlour, ["serve", "--port", String(port)], { stdio: ["ignore", "pipe", "inherit"] });
  const gone = once(child, "exit");
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
      return code;
    },
  };
}
