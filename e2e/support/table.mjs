// The games and their tables, whatever drives the browser. Functions named `…Now` run inside the page.

/** The games of the lobby, by the names in their links. */
export const GAMES = {
  "pass-the-ace": "Pass the Ace",
  "chase-the-ace": "Chase the Ace",
  "aces-up": "Aces Up",
  grapples: "Grapples",
  propre: "Propreantepenultimate Card",
};

/** Aces Up by rules for which the solver knows every answer at once. */
export const QUICK = { discards: "forced", lone_card_moves: "false" };

/** A seed as the room writes it, from a small number. */
export const seed = (number) => number.toString(16).padStart(64, "0");

/** Preferences for tests, as the room keeps them: bots do not pause. */
export const likes = (more = {}) => JSON.stringify({ v: 1, pace: "instant", bots: "novice", ...more });

/** A game that was ordered and not begun, as the room keeps it. */
export function slot({ id = "test", game, title = GAMES[game], daily = null, ...order }) {
  const usual = { game, preset: null, settings: {}, players: null, name: "You", bots: "novice", seed: seed(1) };
  return { v: 1, id, game, title, order: { ...usual, ...order }, record: null, saved_ms: Date.now(), over: false, daily };
}

/** Something that brings any game to its end: discard or deal where one can, otherwise one after the other. */
export function choose(options, step) {
  const discard = options.find((act) => act.startsWith("discard "));
  // Lone cards could wander between empty columns for ever.
  const deal = options.find((act) => act === "deal");
  return discard ?? deal ?? options[step % options.length];
}

/** What is up to the player, or false while the table does not yet show what was done last. */
export function readyNow() {
  if (document.querySelector(".notice.refused")) return "refused";
  // By order, not by time: some browsers round the time so far that two marks have the same.
  const marks = performance.getEntriesByType("mark").map(({ name }) => name);
  if (marks.lastIndexOf("parlour-act") > marks.lastIndexOf("parlour-shown")) return false;
  if (document.querySelector(".over-panel")) return "over";
  if (document.querySelector("[data-focus='go-on']")) return "go-on";
  return document.querySelector(".status.yours") && document.querySelector(".actions .action") ? "act" : false;
}

/** What the buttons do, in notation and in order. */
export function actsNow() {
  return [...document.querySelectorAll(".actions .action")].map((one) => one.dataset.focus.slice("act:".length));
}

/** The cards on the table, by place, and everything that is told of the game. */
export function positionNow() {
  const cards = (place) => [...place.querySelectorAll(".spot")].map((spot) => spot.dataset.card ?? spot.className);
  const places = [...document.querySelectorAll(".felt [data-place]")];
  return {
    places: Object.fromEntries(places.map((place) => [place.dataset.place, cards(place)])),
    names: places.map((place) => place.querySelector("h2, h3").textContent),
    facts: [...document.querySelectorAll(".felt .seat-facts, .status-facts")].map((facts) => facts.textContent),
    prompt: document.querySelector("#prompt").textContent,
    acts: [...document.querySelectorAll(".actions .action")].map((one) => one.dataset.focus),
  };
}

/** At a table online: whether it is this player's turn ("act"), a round is shown ("go-on"), or the game is "over". */
export function turnNow() {
  if (document.querySelector(".over-panel")) return "over";
  if (document.querySelector("[data-focus='go-on']")) return "go-on";
  return document.querySelector(".status.yours") && document.querySelector(".actions .action") ? "act" : false;
}
