// Whether a table is one screen: everything a player needs in sight at once, nothing covered, nothing too small.
// `faultsNow` runs inside the page and brings everything it needs.

export const SIZES = ["1280x720", "1440x900", "1024x768", "390x844", "390x664", "844x390", "844x340", "320x568", "640x360"];

/** What is wrong with the screen as it is now, in sentences; nothing if all is well. It may be that of a frame. */
export function faultsNow({ document, innerWidth: wide, innerHeight: high, scrollX, scrollY } = window) {
  const faults = new Set();
  const root = document.documentElement;
  const seen = (one) => one.checkVisibility({ checkOpacity: true, checkVisibilityCSS: true }) && !one.closest(".unseen");
  const all = (selector) => [...document.querySelectorAll(selector)].filter(seen);
  const parts = (...names) => names.flatMap((name) => all(`[data-part="${name}"]`));
  const area = (one) => one.getBoundingClientRect();
  const inside = ({ left, top, right, bottom }, slack = 1) => left >= -slack && top >= -slack && right <= wide + slack && bottom <= high + slack;
  const overlap = (one, other, slack = 1) =>
    Math.min(one.right, other.right) - Math.max(one.left, other.left) > slack && Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top) > slack;
  const name = (one) => (one.getAttribute("aria-label") ?? one.textContent ?? "").trim().replace(/\s+/g, " ").slice(0, 120) || one.className;
  const at = ({ left, top, right, bottom }) => [left, top, right, bottom].map(Math.round).join(",");
  const scrolls = new Map();
  const scroller = ({ parentElement: up }) => {
    if (!scrolls.has(up)) {
      const { overflowX, overflowY } = up ? getComputedStyle(up) : {};
      scrolls.set(up, !up || /auto|scroll/.test(overflowX + overflowY) ? up : scroller(up));
    }
    return scrolls.get(up);
  };
  const state = document.querySelector(".table")?.dataset.state;

  if (root.scrollHeight > high || root.scrollWidth > wide || scrollX || scrollY) faults.add(`the page scrolls: ${root.scrollWidth}x${root.scrollHeight}`);
  const need = (...names) => {
    const found = parts(...names);
    if (!found.length) faults.add(`there is no ${names.join(" or ")}`);
    for (const one of found) if (!inside(area(one))) faults.add(`${names.join(" or ")} is outside: ${at(area(one))}`);
    return found;
  };
  const [bar] = need("bar");
  if (bar && area(bar).height > 44.5) faults.add(`the bar is ${area(bar).height} px high`);
  const prompt = need("prompt");
  need(parts("words").length ? "words" : "choices");
  const hands = state === "over" ? need("over") : need("hand", "columns");
  for (const one of all("[data-fan], .column .spot")) if (!inside(area(one), 3)) faults.add(`a card is outside: ${name(one)} ${at(area(one))}`);
  for (const one of parts("popover", "sheet", "drawer", "words", "cry")) if (!inside(area(one))) faults.add(`${one.dataset.part} is outside: ${at(area(one))}`);
  for (const one of all("[data-part=choices] *")) if (!inside(area(one))) faults.add(`a choice is outside: ${name(one)} ${at(area(one))}`);
  const [text] = all(".rail .prompt");
  if (text && text.scrollHeight > text.clientHeight + 2) faults.add(`the prompt is cut: ${name(text)}`);

  for (const one of parts("event")) if (isCut(one)) faults.add(`an event is cut: ${name(one)}`);

  // What opens never covers the prompt; what is called out leaves the hand free, too.
  for (const one of parts("cry", "popover", "sheet", "drawer")) for (const other of prompt) if (overlap(area(one), area(other))) faults.add(`${one.dataset.part} covers the prompt`);
  for (const one of parts("cry")) for (const hand of hands) if (hand.dataset.part === "hand" && overlap(area(one), area(hand), 12)) faults.add("a cry covers the hand");
  for (const one of parts("cry")) for (const pile of all(".around .centre .pile-cards")) if (overlap(area(one), area(pile), 4)) faults.add(`a cry covers a pile: ${name(one)} ${at(area(one))}`);
  for (const one of parts("cry")) for (const who of all(".around .plate .who")) if (!who.closest("[data-part=seat]").contains(one) && overlap(area(one), area(who), 2)) faults.add(`a cry covers a name: ${name(one)} ${at(area(one))}`);
  // A card's menu that covers the card it can be laid on names it.
  for (const one of parts("popover")) for (const card of all(".pile.goal .spot[data-card]:nth-last-child(1 of .spot)")) if (overlap(area(one), area(card), 4) && !one.textContent.includes((card.getAttribute("aria-label") ?? card.textContent).split(",")[0])) faults.add(`a menu covers ${name(card)} and does not name it`);
  for (const one of parts("event", "me")) for (const card of all("[data-part=hand] .spot")) if (overlap(area(one), area(card), 10)) faults.add(`${one.dataset.part} is under the hand`);

  // What is called out is explained in sight: in the bubble, or in the line of events.
  for (const one of parts("cry")) {
    const meaning = one.querySelector("span")?.textContent;
    const isWhole = (text) => text.scrollWidth <= text.clientWidth + 1 && text.scrollHeight <= text.clientHeight + 1;
    const told = [...one.querySelectorAll("span"), ...all(".event .meant")].filter((text) => seen(text) && text.textContent.includes(meaning));
    const isFree = (text) => {
      const { left, top, right, bottom } = area(text);
      const box = area(text.closest("[data-part]"));
      return inside({ left, top, right, bottom }) && left >= box.left - 1 && right <= box.right + 1 && top >= box.top - 1 && bottom <= box.bottom + 1;
    };
    if (meaning && !told.some((text) => isFree(text) && (text.closest("[data-part=cry]") || isWhole(text)))) faults.add(`not explained: ${name(one)}`);
  }

  // No word is broken without a hyphen.
  for (const one of all("button, .event, .prompt, [data-part=cry]")) {
    const texts = document.createTreeWalker(one, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
      const text = texts.currentNode;
      if (!seen(text.parentElement)) continue;
      for (const { 0: word, index } of text.data.matchAll(/[^\s\u00ad–—/-]{8,}/g)) {
        // The hyphen at the end of a line counts as a part of the letter behind it.
        const line = (at) => {
          const range = document.createRange();
          range.setStart(text, at);
          range.setEnd(text, at + 1);
          return [...range.getClientRects()].at(-1)?.bottom ?? 0;
        };
        const rows = [line(index), line(index + word.length - 1)];
        if (rows[1] - rows[0] > 6) faults.add(`a word is broken: ${word} in ${name(one)}`);
      }
    }
  }

  // Seats stand free of one another, of the piles and of the player's own place.
  const plates = all("[data-part=seat] .plate").filter((one) => !scroller(one));
  const piles = all(".pile .pile-cards, .pile-name .label");
  plates.forEach((plate, index) => {
    if (!inside(area(plate))) faults.add(`a seat is outside: ${name(plate)}`);
    for (const other of parts("me", "event", "hand")) if (overlap(area(plate), area(other), 2)) faults.add(`a seat lies over ${other.dataset.part}: ${name(plate)}`);
    for (const other of plates.slice(index + 1)) if (overlap(area(plate), area(other))) faults.add(`seats overlap: ${name(plate)} and ${name(other)}`);
    for (const pile of all(".centre .pile-cards")) if (overlap(area(plate), area(pile), 3)) faults.add(`a seat lies over a pile: ${name(plate)}`);
  });
  for (const pile of piles) {
    if (!inside(area(pile))) faults.add(`a pile is outside: ${name(pile)}`);
    for (const other of parts("me", "event")) if (overlap(area(pile), area(other), 3)) faults.add(`a pile lies over ${other.dataset.part}: ${name(pile)} ${at(area(pile))}`);
  }

  // Notes stand free of one another, of the names of piles and of other piles; a card that lies across keeps off other piles.
  const notes = all(".spot-note, .worth");
  for (const one of all(".centre .spot-note, .centre .sideways > .card-face")) {
    for (const label of all(".pile-name .label")) if (overlap(area(one), area(label), 3)) faults.add(`a note or a card across covers a name: ${name(label)}`);
    for (const pile of all(".centre .pile-cards")) if (!pile.contains(one) && overlap(area(one), area(pile), 3)) faults.add(`a note or a card across lies over another pile: ${at(area(one))} ${at(area(pile))}`);
  }
  for (const one of all(".me > *:not(.cry, .flag)")) for (const event of all("[data-part=event] .label")) if (overlap(area(one), area(event), 2)) faults.add(`the player's plate and the event overlap: ${name(one)}`);
  notes.forEach((note, index) => {
    for (const other of notes.slice(index + 1)) if (overlap(area(note), area(other), 2)) faults.add(`notes overlap: ${name(note)} and ${name(other)}`);
  });

  // Everything that can be pressed has room; what lies under something open is meant to be covered.
  const layers = all("[data-layer]");
  for (const one of all("button, a[href], input, select, textarea")) {
    const here = area(one);
    if (one.closest("[inert], .skip, .frame-header") || !here.width || getComputedStyle(one).display === "inline") continue;
    const box = scroller(one);
    if (box) {
      const { left, top, right, bottom } = area(box);
      if (here.left < left || here.top < top || here.right > right || here.bottom > bottom) continue;
    }
    if (!one.hasAttribute("data-fan") && (here.width < 23.5 || here.height < 23.5)) faults.add(`too small: ${name(one)}, ${Math.round(here.width)}x${Math.round(here.height)}`);
    if (!roomToPress(one, here)) faults.add(`no room to press: ${name(one)} ${at(here)}`);
  }

  // The player's own fan: enough of each card shows, or it has several rows.
  const rows = new Map();
  for (const { left, width, top, height } of all("[data-part=hand] [data-fan]").map(area)) {
    // A card that is lifted is still in its row.
    const row = [...rows.keys()].find((row) => Math.abs(row - top - height / 2) < 18) ?? top + height / 2;
    rows.set(row, [...(rows.get(row) ?? []), left + width / 2]);
  }
  for (const row of rows.size === 1 ? rows.values() : []) {
    row.sort((one, other) => one - other);
    const step = Math.min(...row.slice(1).map((middle, index) => middle - row[index]));
    if (step < 31.5) faults.add(`${row.length} cards in one row, only ${Math.round(step)} px apart`);
  }
  return [...faults];

  /** Whether a line that can be read lies outside the box, or is hidden by what it lies in. */
  function isCut(one) {
    // A game alone has one line in all.
    const box = one.closest(".solo .told") ?? one;
    const texts = document.createTreeWalker(one, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
      if (!seen(texts.currentNode.parentElement)) continue;
      const range = document.createRange();
      range.selectNode(texts.currentNode);
      const bounds = [box, texts.currentNode.parentElement.closest(".label")].filter((bound) => bound?.clientHeight).map(area);
      const isOutside = (line) => bounds.some(({ right, top, bottom }) => line.right > right + 2 || line.bottom > bottom + 5 || line.top < top - 5);
      if ([...range.getClientRects()].some(isOutside)) return true;
    }
    return false;
  }

  /** Whether a free square of 24 px can be pressed there: in the middle, or else anywhere. */
  function roomToPress(one, here) {
    const cell = 4;
    const isMine = (x, y) => {
      const top = document.elementFromPoint(x, y);
      return top === one || one.contains(top);
    };
    const around = [-11, -4, 4, 11];
    const [midst, centre] = [(here.left + here.right) / 2, (here.top + here.bottom) / 2];
    if (around.every((down) => around.every((across) => isMine(midst + across, centre + down)))) return true;
    const [across, down] = [Math.floor(here.width / cell), Math.floor(here.height / cell)];
    const free = new Array(across).fill(0);
    let under = false;
    for (let y = 0; y < down; y++) {
      let run = 0;
      for (let x = 0; x < across; x++) {
        const top = document.elementFromPoint(here.left + (x + 0.5) * cell, here.top + (y + 0.5) * cell);
        const mine = top && (top === one || one.contains(top));
        under ||= !mine && layers.some((layer) => layer.contains(top) && !layer.contains(one));
        free[x] = mine ? free[x] + 1 : 0;
      }
      for (let x = 0; x < across; x++) {
        run = free[x] >= 24 / cell ? run + 1 : 0;
        if (run >= 24 / cell) return true;
      }
    }
    return under;
  }
}

/** For the page, before anything else: it can look for faults itself. */
export const findsFaults = { content: `window.faultsNow = ${faultsNow};` };

/** In the page: opens a frame of each size. */
export async function openMirrors(sizes) {
  const look = document.querySelector("link[rel=stylesheet]");
  for (const size of sizes) {
    const [width, height] = size.split("x");
    const frame = Object.assign(document.createElement("iframe"), { name: size, width, height, srcdoc: "<!doctype html><title>mirror</title>" });
    frame.style.cssText = "position: fixed; visibility: hidden; border: 0";
    document.documentElement.append(frame);
    await new Promise((ready) => (frame.onload = ready));
    const sheet = frame.contentDocument.importNode(look);
    const loaded = new Promise((ready) => (sheet.onload = ready));
    frame.contentDocument.head.append(sheet);
    await loaded;
  }
}

/**
 * In the page: shows the table in every mirror, as it would be in a window of that size, and looks for faults there. That
 * is quicker than to change the size of the page. What the program places by numbers would stay where it is.
 */
export function mirroredFaultsNow() {
  return [...document.querySelectorAll("iframe")].flatMap(({ name: size, contentWindow, contentDocument: mirror }) => {
    for (const { name, value } of document.documentElement.attributes) mirror.documentElement.setAttribute(name, value);
    mirror.body.replaceWith(mirror.importNode(document.body, true));
    const faults = window.faultsNow(contentWindow);
    // Nothing of it needs to be painted.
    mirror.body.replaceChildren();
    return faults.map((fault) => `${size}: ${fault}`);
  });
}

/** In the page, before anything else: notes everything that moves without being asked to. */
export function watchShifts() {
  window.shifts = [];
  const note = (list) => {
    for (const { value, sources } of list.getEntries()) {
      const at = ({ x, y, width, height }) => [x, y, width, height].map(Math.round).join(",");
      const what = sources.map(({ node, previousRect, currentRect }) => {
        const html = (node instanceof Element ? node : node?.parentElement)?.outerHTML.slice(0, 90);
        return `${html} from ${at(previousRect)} to ${at(currentRect)}`;
      });
      window.shifts.push({ value, what });
    }
  };
  window.shiftWatch = new PerformanceObserver(note);
  window.shiftWatch.observe({ type: "layout-shift", buffered: false });
  window.shiftsSoFar = () => {
    note({ getEntries: () => window.shiftWatch.takeRecords() });
    return window.shifts.splice(0);
  };
}
