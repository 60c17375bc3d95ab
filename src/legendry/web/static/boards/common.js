/** What the boards of several games share: their style sheets, what they say to the page, letters on counters, names in notations. */

import { h } from "../js/dom.js";

/** Brings in a board's own style sheet; its module waits for it, so that nobody sees the board without. */
export const styled = (name) => new Promise((done) => {
  const { href } = new URL(`../css/${name}.css`, import.meta.url);
  document.head.append(h("link", { rel: "stylesheet", href, onload: done, onerror: done }));
});

/** Says something to the page: `answer`, `inspect`, `preview`, `announce` or `hint`. */
export const emit = (board, name, detail) => board.dispatchEvent(new CustomEvent(name, { bubbles: true, detail }));

/** The letters and numbers of the counters: A1, A2 for the first side, b1, b2 for the second. */
export const signs = (pieces, sides) => {
  const count = new Map();
  return new Map(pieces.map((one) => {
    const place = sides.indexOf(one.side);
    const number = (count.get(one.side) ?? 0) + 1;
    count.set(one.side, number);
    const letter = String.fromCharCode(65 + (place % 26));
    return [one.name, `${place % 2 ? letter.toLowerCase() : letter}${number}`];
  }));
};

const share = (points, all) => ({ width: `${(100 * Math.min(points, all)) / Math.max(1, all)}%` });

/** How a member of a company is: a bar of what he has left, and how much of the loss is fatigue. */
export const vigour = (one) => {
  const left = Math.max(0, one.st - one.damage - one.fatigue);
  return h("div", { class: "vigour" },
    h("span", { class: `strip ${left * 3 <= one.st ? "low" : ""}`, "aria-hidden": "true" },
      h("span", { class: "left", style: share(left, one.st) }),
      h("span", { class: "tired", style: share(one.fatigue, one.st) })),
    h("span", { class: "small" }, `${left} of ${one.st}`,
      one.damage ? `, ${one.damage} damage` : "", one.fatigue ? `, ${one.fatigue} fatigue` : ""));
};

/** The class that colours a side, by its place among the sides. */
export const sideClass = (side) => `side-${(side % 4) + 1}`;

const asWord = (text, name) => {
  const at = text.indexOf(name);
  if (at < 0) return -1;
  const before = text[at - 1] ?? " ";
  const after = text[at + name.length] ?? " ";
  return before === " " && after === " " ? at : -1;
};

/** Names that stand in a text; `Bandit 2` is not `Bandit`. `names` come longest first. */
export const named = (text, names) => {
  const found = [];
  let rest = text;
  for (const name of names) {
    const at = asWord(rest, name);
    if (at < 0) continue;
    found.push(name);
    rest = `${rest.slice(0, at)}${" ".repeat(name.length)}${rest.slice(at + name.length)}`;
  }
  return found;
};

/** Names in the order in which they are looked for in a notation. */
export const longestFirst = (names) => [...names].sort((a, b) => b.length - a.length);
