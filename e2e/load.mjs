// Measures what a first visit costs on a slow phone, with the browser's own clock: `node e2e/load.mjs [VISITS]`.
// Says figures, judges nothing. The network is Lighthouse's "slow 4G", the processor is slowed down by four.
import { chromium as playwright } from "playwright-core";

import { chromium } from "./support/places.mjs";
import { serve } from "./support/server.mjs";

const NETWORK = { offline: false, latency: 150, downloadThroughput: (1638.4 * 1024) / 8, uploadThroughput: (750 * 1024) / 8 };
const SLOWER = 4;

const visits = Number(process.argv[2] ?? 3);
const server = await serve();
const browser = await playwright.launch({ executablePath: chromium(), args: ["--no-sandbox", "--disable-gpu"], headless: true });
try {
  for (let visit = 1; visit <= visits; visit++) {
    const context = await browser.newContext({ baseURL: server.address, viewport: { width: 412, height: 823 } });
    const page = await context.newPage();
    const control = await context.newCDPSession(page);
    await control.send("Network.enable");
    await control.send("Network.emulateNetworkConditions", NETWORK);
    await control.send("Emulation.setCPUThrottlingRate", { rate: SLOWER });
    let bytes = 0;
    control.on("Network.loadingFinished", ({ encodedDataLength }) => (bytes += encodedDataLength));
    await page.addInitScript(watch);
    await page.goto("/", { waitUntil: "commit" });
    await page.waitForFunction(() => window.shown?.lobby, null, { polling: "raf" });
    const lobby = await page.evaluate(() => window.shown.lobby);
    const needed = bytes;
    await page.waitForTimeout(3000);
    const shift = await page.evaluate(() => window.shift);
    const pressed = await page.evaluate(() => {
      const now = performance.now();
      document.querySelector("#aces-up [data-part=play]").click();
      return now;
    });
    await page.waitForFunction(() => window.shown?.choice, null, { polling: "raf", timeout: 60_000 });
    const choice = (await page.evaluate(() => window.shown.choice)) - pressed;
    console.log(
      `visit ${visit}: lobby ${Math.round(lobby)} ms with ${Math.round(needed / 1024)} KiB, ` +
        `layout shift ${shift.toFixed(3)}, choice ${Math.round(choice)} ms after Play, 3 s after the lobby`,
    );
    await context.close();
  }
} finally {
  await browser.close();
  await server.stop();
}

/** In the page, before anything else: notes when things are there, and what moved. */
function watch() {
  window.shown = {};
  window.shift = 0;
  const note = (list) => list.getEntries().forEach(({ value }) => (window.shift += value));
  new PerformanceObserver(note).observe({ type: "layout-shift", buffered: true });
  requestAnimationFrame(function look() {
    const { shown } = window;
    if (document.querySelector("[data-part=play]")) shown.lobby ??= performance.now();
    if (document.querySelector(".table[data-state=turn] [data-choice]")) shown.choice ??= performance.now();
    requestAnimationFrame(look);
  });
}
