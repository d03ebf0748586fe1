// The games and their tables, whatever drives the browser. Functions named `…Now` run inside the page.

import { execFileSync } from "node:child_process";

import { parlour } from "./places.mjs";

const known = JSON.parse(execFileSync(parlour, ["games", "--json"], { encoding: "utf8" }));
const titles = (games) => Object.fromEntries(games.flatMap((game) => game.known_as.map(({ id, title }) => [id, title])));

/** The games of the lobby: the names in their links, and their titles. */
export const GAMES = titles(known);

/** Those that several play. */
export const TOGETHER = Object.keys(titles(known.filter(({ solitaire }) => !solitaire)));

/** How many actions lead well into a game, but not to its end. */
export const intoGame = (game) => (TOGETHER.includes(game) ? 1 : 12);

/** Aces Up by rules for which the solver knows every answer at once. */
export const QUICK = { discards: "forced", lone_card_moves: "false" };

/** A seed as the room writes it, from a small number. */
export const seed = (number) => number.toString(16).padStart(64, "0");

/** Deals that end soon, of games that can take hundreds of actions. */
const SHORT = { "strip-jack-naked": seed(27) };

/** Preferences for tests, as the room keeps them: bots do not pause, nothing is explained. */
export const likes = (more = {}) => JSON.stringify({ v: 1, pace: "instant", bots: "novice", tips: false, ...more });

/** A game that was ordered and not begun, as the room keeps it. */
export function slot({ id = "test", game, title = GAMES[game], daily = null, ...order }) {
  const usual = { game, preset: null, settings: {}, players: null, name: "You", bots: "novice", seed: SHORT[game] ?? seed(1) };
  return { v: 1, id, game, title, order: { ...usual, ...order }, record: null, saved_ms: Date.now(), over: false, daily };
}

/** Something that brings any game to its end: taken at random, but the same in every run. */
export function choose(options, step) {
  const hash = Math.imul(step + 1, 0x9e3779b1) >>> 16;
  return options[hash % options.length];
}

/** What is up to the player, or false while the table does not yet show what was done last. */
export function readyNow() {
  if (document.querySelector(".notice.refused")) return "refused";
  // By order, not by time: some browsers round the time so far that two marks have the same.
  const marks = performance.getEntriesByType("mark").map(({ name }) => name);
  if (marks.lastIndexOf("parlour-act") > marks.lastIndexOf("parlour-shown")) return false;
  return { over: "over", "round-end": "go-on", turn: "act" }[document.querySelector(".table")?.dataset.state] ?? false;
}

/** What can be done, in notation and in order. */
export function actsNow() {
  return [...document.querySelectorAll(".actions .action")].map((one) => one.dataset.focus.slice("act:".length));
}

/** The cards on the table, by place, and everything that is told of the game. */
export function positionNow() {
  const cards = (place) => [...place.querySelectorAll(".spot, .mini")].map((spot) => spot.dataset.card ?? spot.className);
  const places = [...document.querySelectorAll(".felt [data-place]")];
  return {
    places: Object.fromEntries(places.map((place) => [place.dataset.place, cards(place)])),
    names: [...document.querySelectorAll(".felt h3")].map((name) => name.textContent),
    facts: [...document.querySelectorAll(".felt .stat, .status-facts")].map((facts) => facts.textContent),
    prompt: document.querySelector("#prompt").textContent,
    acts: [...document.querySelectorAll(".actions .action")].map((one) => one.dataset.focus),
  };
}

/** At a table online: whether it is this player's turn ("act"), a round is shown ("go-on"), or the game is "over". */
export function turnNow() {
  return { over: "over", "round-end": "go-on", turn: "act" }[document.querySelector(".table")?.dataset.state] ?? false;
}
