// Measures what must be quick, with the browser's own clock: `node measure.mjs`. Says figures, judges nothing.
import { chromium as playwright } from "playwright-core";

import { chromium } from "./support/places.mjs";
import { byButton, like, play, seed, sit } from "./support/play.mjs";
import { serve } from "./support/server.mjs";

const server = await serve();
const browser = await playwright.launch({ executablePath: chromium(), args: ["--no-sandbox", "--disable-gpu"], headless: true });
try {
  for (const [game, bots, players] of [["aces-up", "club", 1], ["pass-the-ace", "expert", 4], ["grapples", "expert", null], ["propre", "expert", 4]]) {
    const context = await browser.newContext({ baseURL: server.address });
    await like(context, { bots });
    const page = await context.newPage();
    await page.addInitScript(() => {
      window.longTasks = [];
      window.frames = [];
      requestAnimationFrame(function frame(now) {
        window.frames.push(now);
        requestAnimationFrame(frame);
      });
      new PerformanceObserver((list) => window.longTasks.push(...list.getEntries().map(({ startTime, duration }) => ({ startTime, duration })))).observe({ type: "longtask", buffered: true });
    });
    await sit(page, { game, bots, players, seed: seed(5) });
    const opened = await page.evaluate(() => performance.now());
    await play(page, byButton);
    const { moves, frames, long } = await page.evaluate(figures, opened);
    console.log(`${game} (${bots}): ${moves.length} moves, act to shown: ${spread(moves)}; frames begun until then: ${tally(frames)}; tasks over 50 ms while playing: ${long.length}, longest ${Math.round(Math.max(0, ...long))} ms`);
    await context.close();
  }
} finally {
  await browser.close();
  await server.stop();
}

/** In the page: each act and the first time something was shown after it. */
function figures(opened) {
  const at = (name) => performance.getEntriesByName(name, "mark").map(({ startTime }) => startTime);
  const [acted, shown] = [at("parlour-act"), at("parlour-shown")];
  const moves = acted.map((start) => (shown.find((end) => end >= start) ?? NaN) - start).filter((time) => !Number.isNaN(time));
  const long = window.longTasks.filter(({ startTime }) => startTime > opened).map(({ duration }) => duration);
  // The frame that shows it counts as the first.
  const frames = acted.map((start) => [start, shown.find((end) => end >= start)]).filter(([, end]) => end);
  const begun = frames.map(([start, end]) => window.frames.filter((time) => time > start && time <= end).length);
  return { moves, frames: begun, long };
}

function tally(counts) {
  const kinds = [...new Set(counts)].sort((one, other) => one - other);
  return kinds.map((kind) => `${kind}: ${counts.filter((count) => count === kind).length} times`).join(", ");
}

function spread(times) {
  const sorted = [...times].sort((one, other) => one - other);
  const part = (share) => `${(sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0).toFixed(1)} ms`;
  return `median ${part(0.5)}, 95 of 100 ${part(0.95)}, longest ${part(1)}`;
}
