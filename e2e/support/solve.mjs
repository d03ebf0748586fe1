// What the solver on the command line knows of a deal, to hold the page to it.
import { execFileSync } from "node:child_process";

import { parlour } from "./places.mjs";
import { seed } from "./play.mjs";

/** The `seed` of a deal's table, whether it can be won by these rules, and the actions of the best `line`. */
export function solve(number, settings) {
  const rules = Object.entries(settings).flatMap(([name, value]) => ["--set", `${name}=${value}`]);
  const text = execFileSync(parlour, ["solve", "aces-up", "--deal", seed(number), ...rules, "--json"], { encoding: "utf8" });
  const { seed: dealt, winnable, line } = JSON.parse(text);
  return { seed: dealt, winnable, line: line.map(({ action }) => action) };
}

/** The first deal of some that is as wanted. */
export function deal(winnable, settings) {
  for (let number = 1; number < 100; number++) {
    const found = solve(number, settings);
    if (found.winnable === winnable) return found;
  }
  throw new Error("there is no such deal among the first hundred");
}
