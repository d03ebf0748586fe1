// Measures what must be quick, with the browser's own clock: `node e2e/measure.mjs [GAMES [PACE [GAME…]]]`. Says figures,
// judges nothing. By default four games of each kind without pauses; `node e2e/measure.mjs 20 normal` plays as people do.
// `11-20` instead of a number plays those games, so that several processes can share the work.
import { chromium as playwright } from "playwright-core";

import { chromium } from "./support/places.mjs";
import { byButton, GAMES, like, play, seed, sit, TOGETHER } from "./support/play.mjs";
import { serve } from "./support/server.mjs";

const [games = 4, pace = "instant", ...only] = process.argv.slice(2);
const [from, to] = String(games).includes("-") ? games.split("-").map(Number) : [1, Number(games)];
const server = await serve();
const browser = await playwright.launch({ executablePath: chromium(), args: ["--no-sandbox", "--disable-gpu"], headless: true });
try {
  for (const game of only.length > 0 ? only : Object.keys(GAMES)) {
    const bots = TOGETHER.includes(game) ? "expert" : "club";
    const all = { moves: [], frames: [], long: [], busy: [] };
    for (let number = from; number <= to; number++) {
      const context = await browser.newContext({ baseURL: server.address });
      await like(context, { bots, pace, rounds: "wait" });
      context.setDefaultTimeout(600_000);
      const page = await context.newPage();
      await page.addInitScript(watch);
      await sit(page, { game, bots, seed: seed(number) });
      const opened = await page.evaluate(() => performance.now());
      await browser.startTracing(page, { categories: ["toplevel", "__metadata"] });
      // Looking at every frame would draw them all the time.
      await play(page, byButton, { most: 10_000, polling: 100 });
      all.busy.push(...busy(JSON.parse(await browser.stopTracing()).traceEvents));
      for (const [name, found] of Object.entries(await page.evaluate(figures, opened))) {
        all[name].push(...found);
      }
      await context.close();
    }
    const { moves, frames, long, busy: worked } = all;
    console.log(`${game} (${bots}, ${pace}), games ${from} to ${to}: ${moves.length} moves, act to shown: ${spread(moves)}; frames begun until then: ${tally(frames)}; tasks over 50 ms while playing: ${long.length}, longest ${Math.round(Math.max(0, ...long))} ms; with over 50 ms of processor time: ${worked.filter((time) => time > 50).length} of ${worked.length}, longest ${worked.reduce((most, time) => Math.max(most, time), 0).toFixed(1)} ms`);
  }
} finally {
  await browser.close();
  await server.stop();
}

/** In the page, before anything else: notes frames and long tasks. */
function watch() {
  window.longTasks = [];
  window.frames = [];
  // Frames are asked for only between a move and what shows it: a page that draws all the time loads the machine.
  let waiting = false;
  const mark = Performance.prototype.mark;
  Performance.prototype.mark = function (name, ...more) {
    if (name === "parlour-act" && !waiting) requestAnimationFrame(frame);
    waiting = name === "parlour-act" || (waiting && name !== "parlour-shown");
    return mark.call(this, name, ...more);
  };
  // The time at which a frame is worked on: the one it is given can lie on either side of what was done before it.
  function frame() {
    window.frames.push(performance.now());
    if (waiting) requestAnimationFrame(frame);
  }
  const note = (list) => window.longTasks.push(...list.getEntries().map(({ startTime, duration }) => ({ startTime, duration })));
  new PerformanceObserver(note).observe({ type: "longtask", buffered: true });
}

/** The processor time of each task of a page's main thread, in ms: other programs on the machine do not count. */
function busy(events) {
  const thread = ({ pid, tid }) => `${pid}:${tid}`;
  const pages = new Set(events.filter(({ name, args }) => name === "thread_name" && args.name === "CrRendererMain").map(thread));
  return events.filter((event) => event.tdur !== undefined && event.name.endsWith("RunTask") && pages.has(thread(event))).map(({ tdur }) => tdur / 1000);
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
