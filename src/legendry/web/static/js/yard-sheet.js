/** A craft as the yard shows it: what it costs and why, its sections as a strip, its notation. */

import { announce, h } from "./dom.js";
import { ledgerTable, linked, total } from "./ledger.js";

const MOST_PIPS = 24;

const fitted = ({ id, steps }, die) => {
  if (id === "weapons") return `${steps > 1 ? steps : ""}${die} weapons`;
  return id === "shields" ? `/${steps} shields` : `${id[0].toUpperCase()}+${steps} ${id}`;
};

/** The sections in the order in which they are lost, a pip a point, and what else it has. */
export const strip = (craft) =>
  h("div", { class: "craft-picture" },
    h("ol", { class: "strip", "aria-label": "Sections in the order in which they are lost" },
      craft.sections.map(({ points }, place) =>
        h("li", null,
          h("span", { class: "section-name" }, craft.labels[place]), " ",
          h("span", { class: "pips", "aria-hidden": "true" }, Array.from({ length: Math.min(points, MOST_PIPS) }, () => h("i"))),
          h("span", { class: "section-points" }, String(points))))),
    h("p", { class: "fittings small" },
      craft.capabilities.filter((one) => one.steps > 0).map((one) => [h("span", { class: `fitting ${one.id}` }, fitted(one, craft.die)), " "])));

/** `6 left`, `none left`, `2 too many`. */
export const leftWords = (left) => (left < 0 ? `${-left} too many` : `${left || "none"} left`);

/** The cost in large figures, and how much of the budget it takes. */
export const price = ({ cost, left }) => {
  const spent = total(cost);
  const budget = left === null ? null : spent + left;
  return [
    h("p", { class: "cost" },
      h("strong", { id: "cost" }, String(spent)),
      h("span", null, budget === null ? "build points" : `of ${budget} build points`),
      left === null ? null : h("span", { id: "left", class: `left ${left < 0 ? "bad-word" : ""}` }, leftWords(left))),
    budget === null ? null : h("progress", { max: Math.max(budget, 1), value: Math.min(spent, budget), class: left < 0 ? "over" : null, "aria-label": "Budget spent" }),
  ];
};

const copy = async (words, shown) => {
  try {
    await navigator.clipboard.writeText(words);
    announce("Copied.");
  } catch {
    getSelection().selectAllChildren(shown);
    announce("It is selected: copy it with the keyboard.");
  }
};

const notation = (name, words) => {
  const shown = h("code", null, words);
  return h("div", { class: "notation", role: "group", "aria-label": name }, shown,
    h("button", { type: "button", "aria-label": `Copy the ${name.toLowerCase()}`, onclick: () => copy(words, shown) }, "Copy"));
};

/** The sheet, piece by piece. */
export const sheetParts = (craft) => [
  h("h2", null, craft.name || "A craft without a name"),
  h("p", { class: "small soft" }, craft.title),
  craft.blurb ? h("p", { class: "story" }, craft.blurb) : null,
  strip(craft),
  craft.cost.lines.length ? ledgerTable(craft.cost) : null,
  craft.sections.length ? h("p", { class: "small" }, linked(craft.noted)) : null,
  craft.notation ? [h("h3", null, "Notation"), notation("Notation", craft.notation), craft.short ? notation("Short notation", craft.short) : null] : null,
];
