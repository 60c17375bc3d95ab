/** The five dice as they lie: which are kept, which fell last, and how they look. */

import { h } from "../../js/dom.js";
import { dieFace } from "../../js/dice.js";

const sorted = (faces) => [...faces].sort().join();

/** Puts new faces where `free` says so, from left to right. */
const fallen = (dice, free, faces) => {
  const left = [...faces];
  return dice.map((die, place) =>
    free(die, place) ? { face: left.shift(), kept: false, fell: true } : { ...die, fell: false });
};

/** The places of dice with these faces, those already kept first. */
export const placesOf = (dice, faces) => {
  const found = new Set();
  for (const face of faces) {
    const alike = dice.map((die, place) => ({ ...die, place })).filter((die) => die.face === face && !found.has(die.place));
    const die = alike.find((one) => one.kept) ?? alike[0];
    if (die) found.add(die.place);
  }
  return found;
};

/** The dice after what happened; a die that was kept stays where it lies, and is kept. */
export const laid = (dice, events, view, changing) => {
  let now = dice;
  for (const event of events) {
    if (event.event === "Threw" && (event.thrown.length === event.dice.length || now.length !== event.dice.length)) {
      now = event.dice.map((face) => ({ face, kept: false, fell: true }));
    } else if (event.event === "Threw") {
      const stays = placesOf(now, event.dice.slice(0, event.dice.length - event.thrown.length));
      now = fallen(now.map((die, place) => ({ ...die, kept: stays.has(place) })), (_, place) => !stays.has(place), event.thrown);
    } else if (event.event === "Changed") {
      const place = now[changing]?.face === event.old ? changing : now.findLastIndex((die) => die.face === event.old);
      now = now.map((die, at) => (at === place ? { face: event.new, kept: true, fell: false } : { ...die, fell: false }));
    }
  }
  const lying = view.dice.length ? view.dice : now.map((die) => die.face);
  return sorted(lying) === sorted(now.map((die) => die.face)) ? now : lying.map((face) => ({ face, kept: false, fell: false }));
};

/** Dice that nobody may touch now; those still to be thrown are blank. */
export const shownDice = (dice, throwing = false) =>
  h("div", { class: "dice", role: "img", "aria-label": `dice ${dice.map((die) => die.face).join(", ")}` },
    dice.map((die) => h("span", { class: die.kept ? "cup kept" : "cup" },
      dieFace(throwing && !die.kept ? 0 : die.face, { tumbles: die.fell && !throwing }))));

/**
 * Dice to keep or throw, each with a button for its `changes` where there are any.
 * One stop for the tabulator; arrow keys walk from die to die and to its changes.
 */
export const tray = (dice, { changes, advised, at, round, throws }) => {
  const control = (row, column, attributes, ...children) =>
    h("button", { type: "button", "data-row": row, "data-column": column, "data-of": column,
      tabindex: (changes ? at.row : 0) === row && at.column === column ? "0" : "-1", ...attributes }, children);
  return h("div", { class: "dice tray", role: "group", "aria-label": "Dice. Arrow keys walk, Enter keeps a die or throws it again." },
    dice.map((die, column) => {
      const face = h("span", { class: "face", "data-key": `${round}-${die.fell}` }, dieFace(die.face, { tumbles: die.fell }));
      const state = die.kept ? "kept" : throws ? "to be thrown" : "lies";
      const label = `die ${column + 1} shows ${die.face}, ${state}${advised.has(column) ? ", the coach keeps it" : ""}`;
      return h("div", { class: "place" },
        control(0, column, {
          class: ["cup", die.kept && "kept", advised.has(column) && "advised"].filter(Boolean).join(" "),
          "data-do": "die", "aria-pressed": String(die.kept), "aria-label": label,
        }, face, throws ? h("span", { class: "cup-word", "aria-hidden": "true" }, die.kept ? "kept" : "throw") : null),
        changes && control(1, column, {
          class: "change", "data-do": "change", "aria-haspopup": "dialog", "aria-label": `change die ${column + 1}`, title: "Shift or Magic Shift",
        }, "▲▼"));
    }));
};

/** Arrow keys in the tray: the control to go to, or null. */
export const stepped = (tray, key, { row, column }) => {
  const at = (r, c) => tray.querySelector(`[data-row="${r}"][data-column="${c}"]`);
  const to = {
    ArrowLeft: [row, column - 1], ArrowRight: [row, column + 1], ArrowUp: [row - 1, column], ArrowDown: [row + 1, column],
    Home: [row, 0], End: [row, tray.childElementCount - 1],
  }[key];
  return to ? at(...to) : null;
};
