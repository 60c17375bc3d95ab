/**
 * The board for games that have none of their own: any view as headings, pairs and tables. Lists of
 * alike things become tables; short values become pairs; what is empty is left out.
 */

import { h, refill } from "../js/dom.js";

const words = (name) => {
  const spaced = name.replaceAll(/[_-]+/g, " ").trim();
  return spaced.charAt(0).toUpperCase() + spaced.slice(1);
};

const isThing = (value) => typeof value === "object" && value !== null && !Array.isArray(value);
const isPlain = (value) => typeof value !== "object" || value === null;
const isEmpty = (value) =>
  value === null || value === undefined || value === "" || (typeof value === "object" && Object.keys(value).length === 0);

const text = (value) => {
  if (isEmpty(value)) return "–";
  if (typeof value === "boolean") return value ? "yes" : "no";
  if (Array.isArray(value)) return value.map((one) => one?.name ?? text(one)).join(", ");
  if (isThing(value)) return Object.entries(value).map(([name, one]) => `${words(name)} ${text(one)}`).join(", ");
  return String(value);
};

const cell = (value) => h("td", { class: typeof value === "number" ? "number" : null }, text(value));

const table = (name, rows) => {
  const columns = [...new Set(rows.flatMap(([, row]) => Object.keys(row)))].filter((column) => rows.some(([, row]) => !isEmpty(row[column])));
  const keyed = rows.some(([key, row]) => key !== "" && row.name !== key);
  const first = keyed ? "" : columns.includes("name") ? "name" : columns[0];
  const rest = columns.filter((column) => column !== first);
  const isNumber = (column) => rows.every(([, row]) => typeof row[column] === "number" || isEmpty(row[column]));
  return h("div", { class: "table-scroll", tabindex: "0", role: "region", "aria-label": words(name) },
    h("table", null,
      h("caption", null, words(name)),
      h("thead", null, h("tr", null,
        keyed ? h("td") : h("th", { scope: "col" }, words(first)),
        rest.map((column) => h("th", { scope: "col", class: isNumber(column) ? "number" : null }, words(column))))),
      h("tbody", null, rows.map(([key, row]) =>
        h("tr", null, h("th", { scope: "row" }, keyed ? key : text(row[first])), rest.map((column) => cell(row[column])))))));
};

/** Short values as tiles, long ones as pairs. */
const pairs = (entries) =>
  h("dl", { class: entries.every(([, value]) => text(value).length < 16) ? "tiles" : "pairs" }, entries.map(([name, value]) => h("div", null, h("dt", null, words(name)), h("dd", null, text(value)))));

/** A mapping of names to numbers is a score: one row each, with a bar. */
const scores = (name, entries) => {
  const most = Math.max(1, ...entries.map(([, value]) => value));
  return h("section", { class: "scores" }, h("h2", null, words(name)),
    h("dl", { class: "pairs" }, entries.map(([key, value]) => [h("dt", null, key),
      h("dd", null, h("span", { class: "meter", "aria-hidden": "true" }, h("span", { style: { width: `${Math.max(0, value / most) * 100}%` } })),
        h("strong", null, String(value)))])));
};

const part = (name, value) => {
  if (isEmpty(value)) return null;
  const entries = Object.entries(value);
  if (Array.isArray(value) && value.every(isThing)) return table(name, value.map((row) => ["", row]));
  if (Array.isArray(value)) return pairs([[name, value]]);
  if (entries.every(([, one]) => isThing(one))) return table(name, entries);
  if (entries.length > 1 && entries.every(([, one]) => typeof one === "number")) return scores(name, entries);
  return h("section", null, h("h2", null, words(name)), drawn(value));
};

/** Any plain object as elements: short values first, then a part for each larger one. */
const drawn = (view) => {
  const entries = Object.entries(view);
  const short = entries.filter(([, value]) => isPlain(value) && !isEmpty(value));
  return [
    short.length ? pairs(short) : null,
    entries.filter(([, value]) => !isPlain(value)).map(([name, value]) => part(name, value)),
  ];
};

export default class PlainBoard extends HTMLElement {
  #view = null;

  set scenery(value) {}

  update({ now }) {
    this.#view = now.view;
    this.className = "plain-board";
    refill(this, h("div", { class: "card stack" }, drawn(now.view)));
  }

  looked() {}

  shown() {}

  offers() {
    return false;
  }

  get headline() {
    const { round, turn } = this.#view ?? {};
    if (round !== undefined) return `Round ${round}`;
    return turn === undefined ? "" : `Turn ${turn}`;
  }
}
