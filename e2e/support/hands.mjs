// Playing without a click: by dwell, by words, and what controls are called.
import { open, visit } from "./room.mjs";

export const TITLES = {
  "pass-the-ace": "Pass the Ace",
  "chase-the-ace": "Chase the Ace",
  "aces-up": "Aces Up",
  grapples: "Grapples",
  propre: "Propreantepenultimate Card",
};

/** A visitor whose preferences are these; bots do not pause and nothing travels. */
export async function guest(t, likes = {}, options = {}) {
  const visitor = await visit(t, { reducedMotion: "reduce", viewport: { width: 1280, height: 1000 }, ...options });
  const text = JSON.stringify({ v: 1, pace: "instant", bots: "novice", motion: "none", ...likes });
  await visitor.context.addInitScript((text) => {
    if (!localStorage.getItem("parlour.preferences")) localStorage.setItem("parlour.preferences", text);
  }, text);
  return visitor;
}

/** Lays a game that was ordered onto the shelf and opens its table. */
export async function table(page, game, { seed = 1, ...order } = {}) {
  const usual = { game, preset: null, settings: {}, players: null, name: "You", bots: "novice" };
  const kept = {
    v: 1, id: "test", game, title: TITLES[game],
    order: { ...usual, ...order, seed: seed.toString(16).padStart(64, "0") },
    record: null, saved_ms: Date.now(), over: false, daily: null,
  };
  await open(page, "/no/table/yet");
  await page.evaluate((kept) => localStorage.setItem("parlour.slot.test", JSON.stringify(kept)), kept);
  await open(page, "/table/test");
  return state(page);
}

/** Waits until something is up to the player: "act", "go-on" or "over". */
export async function state(page, before) {
  const found = await page.waitForFunction((before) => {
    const shown = performance.getEntriesByName("parlour-shown", "mark").length;
    if (before !== undefined && shown <= before && !document.querySelector(".notice.refused")) return false;
    if (document.querySelector(".over-panel")) return "over";
    if (document.querySelector("[data-focus='go-on']")) return "go-on";
    return document.querySelector(".status.yours") && document.querySelector(".actions .action") && "act";
  }, before);
  return found.jsonValue();
}

export const changes = (page) => page.evaluate(() => performance.getEntriesByName("parlour-shown", "mark").length);

/** Every control in sight: its tag, its size, what is written on it and what the browser calls it. */
export async function controls(page) {
  const session = await page.context().newCDPSession(page);
  const { nodes } = await session.send("Accessibility.getFullAXTree");
  const roles = ["button", "link", "textbox", "searchbox", "checkbox", "radio", "combobox", "slider", "spinbutton", "DisclosureTriangle"];
  const found = [];
  for (const node of nodes) {
    if (node.ignored || !roles.includes(node.role?.value) || !node.backendDOMNodeId) continue;
    const { object } = await session.send("DOM.resolveNode", { backendNodeId: node.backendDOMNodeId });
    const { result } = await session.send("Runtime.callFunctionOn", {
      objectId: object.objectId,
      returnByValue: true,
      functionDeclaration: `function () {
        if (!(this instanceof Element) || !this.checkVisibility() || this.matches(".skip")) return null;
        const label = this.labels?.length ? this.labels[0] : this;
        const copy = label.cloneNode(true);
        copy.querySelectorAll("[aria-hidden=true], .unseen, select, svg, input").forEach((one) => one.replaceWith(" "));
        copy.querySelectorAll("*").forEach((one) => one.append(" "));
        const area = (label.contains(this) ? label : this).getBoundingClientRect();
        const inline = this.tagName === "A" && getComputedStyle(this).display === "inline";
        return { tag: this.tagName, written: copy.textContent.replace(/\\s+/g, " ").trim(),
          width: area.width, height: area.height, inline, number: this.dataset.number ?? null };
      }`,
    });
    if (result.value) found.push({ ...result.value, name: (node.name?.value ?? "").replace(/\s+/g, " ").trim(), role: node.role.value });
  }
  await session.detach();
  return found;
}
