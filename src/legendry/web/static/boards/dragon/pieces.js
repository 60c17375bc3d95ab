/** The things on the table as elements: tokens, flasks, heroes, creatures, duo cards, piles.
 *  What can be touched carries `data-do` and what it is done to; the board listens. */

import { h, svg } from "../../js/dom.js";
import { dieFace } from "../../js/dice.js";
import { ABILITIES, LIMITS, PATTERNS, count, duoWords } from "./words.js";

const shape = (name, viewBox, ...paths) =>
  svg("svg", { class: `shape ${name}`, viewBox, "aria-hidden": "true" },
    paths.map(([kind, d]) => svg("path", { class: kind, d })));

/** A potion as a little flask. */
export const flask = () =>
  shape("flask", "0 0 20 26",
    ["glass", "M7 2h6v7l5 9a4 4 0 0 1-3.6 6h-8.8a4 4 0 0 1-3.6-6l5-9z"],
    ["brew", "M5 16h10l1.8 3.2a2.5 2.5 0 0 1-2.3 3.6h-9a2.5 2.5 0 0 1-2.3-3.6z"],
    ["cork", "M6 1h8v3h-8z"]);

/** So many flasks; many are one flask and a number. */
export const flasks = (number, most = 6) =>
  h("span", { class: "flasks" },
    h("span", { class: "visually-hidden" }, count(number, "potion")),
    number > most
      ? [flask(), h("span", { class: "times", "aria-hidden": "true" }, `×${number}`)]
      : Array.from({ length: number }, flask),
    number === 0 ? h("span", { class: "none", "aria-hidden": "true" }, "no potions") : null);

const EMBLEMS = {
  transfiguration: ["line", "M20 36V15M20 15c-9 0-11-11-2-11 7 0 7 8 1 8-4 0-4-5-1-5M12 24l8 5 8-5M9 31l11 5 11-5"],
  song_of_power: ["line", "M10 5c-4 14-1 27 10 31 11-4 14-17 10-31M13 20h14M16 20v12M20 20v15M24 20v12M8 5h5M27 5h5"],
  magic_shift: ["solid", "M20 3l4.6 11.2L36 15l-8.9 7.5L30 35l-10-6.8L10 35l2.9-12.5L4 15l11.4-.8z"],
};
const ANYBODY = ["line", "M20 4l13 5v11c0 9-6 13-13 16-7-3-13-7-13-16V9z"];

const emblem = (hero) =>
  shape("emblem", "0 0 40 40", EMBLEMS[hero.abilities.find((ability) => EMBLEMS[ability])] ?? ANYBODY);

const CLAWS = ["claws", "M6 4c4 12 4 22-1 34M17 2c5 13 5 25 0 37M29 4c3 12 2 23-3 33"];

const touch = (doing, of, pressed, classes, label, ...children) =>
  h("button", {
    type: "button", class: classes.filter(Boolean).join(" "), "aria-pressed": String(pressed),
    "aria-label": label, "data-do": doing, "data-of": of,
  }, children);

const still = (classes, label, ...children) =>
  h("div", { class: classes.filter(Boolean).join(" "), role: "group", "aria-label": label }, children);

/** The tokens of both sides as a track that meets in the middle. */
export const track = (view) => {
  const places = Array.from({ length: view.tokens_to_win }, (_, place) => place);
  const token = (side, place) =>
    shape(place < view.tokens[side] ? `token ${side} won` : `token ${side}`, "0 0 30 30",
      side === "heroes"
        ? ["body", "M15 2a13 13 0 1 1 0 26 13 13 0 0 1 0-26"]
        : ["body", "M15 1l13 14-13 14L2 15z"],
      side === "heroes"
        ? ["mark", "M15 7l2.4 5.2 5.6.6-4.2 3.8 1.2 5.6-5-2.9-5 2.9 1.2-5.6L7 12.8l5.6-.6z"]
        : ["mark claw", "M11 10c1.5 4 1.5 7 0 10M15 8c1.5 5 1.5 9 0 14M19 10c1.5 4 1.5 7 0 10"]);
  const side = (name, order) =>
    h("div", { class: `side ${name}`, role: "img", "aria-label": `${name}: ${view.tokens[name]} of ${view.tokens_to_win} tokens` },
      h("span", { class: "side-name", "aria-hidden": "true" }, name),
      h("span", { class: "tokens", "aria-hidden": "true" }, order.map((place) => token(name, place))));
  return [side("heroes", places), side("creatures", [...places].reverse())];
};

const price = (ability, costs) =>
  h("span", { class: "ability" }, ABILITIES[ability] ?? ability, " ",
    h("span", { class: "price" }, flask(), String(costs[ability])));

/** A hero: purse, abilities with prices, and whether the hero has fought. */
export const heroCard = (hero, costs, { picks, picked, off, advised }) => {
  const state = hero.fought ? "fought" : hero.fighting ? "fights" : "";
  const abilities = hero.abilities.map((ability) => `${ABILITIES[ability] ?? ability} ${costs[ability]}`).join(", ");
  const label = [hero.name, count(hero.potions, "potion"), abilities, state, advised ? "the coach's choice" : ""].filter(Boolean).join(", ");
  const classes = ["hero", hero.fought && "done", hero.fighting && "fighting", off && "off", advised && "advised"];
  const inside = [
    emblem(hero),
    h("span", { class: "hero-name" }, hero.name),
    flasks(hero.potions),
    h("span", { class: "abilities" }, hero.abilities.map((ability) => price(ability, costs))),
    state ? h("span", { class: "state" }, state) : null,
  ];
  return picks ? touch("hero", hero.name, picked, classes, label, inside) : still(classes, label, inside);
};

const pattern = (one) =>
  h("span", { class: "pattern" },
    (PATTERNS[one.pattern]?.sample ?? []).map((face) => dieFace(face)),
    h("span", { class: "pattern-words" }, PATTERNS[one.pattern]?.words ?? one.pattern));

/** A creature with its trait; `changes` are the transfigurations that are on offer. */
export const creatureCard = (one, { picks, picked, off, advised, fighting, changes }) => {
  const state = one.defeated ? "defeated" : one.fought ? "stands" : fighting ? "fights" : "";
  const limit = LIMITS[one.limit] ?? one.limit;
  const label = [
    `slot ${one.slot}: ${one.trait} ${one.name}`, count(one.points, "point"), PATTERNS[one.pattern]?.words ?? one.pattern,
    count(one.throws, "throw"), `reward ${count(one.potions, "potion")}`, limit, state, advised ? "the coach's choice" : "",
  ].filter(Boolean).join(", ");
  const classes = [
    "creature", `trait-${one.trait_id}`, one.defeated && "defeated", one.fought && !one.defeated && "done",
    fighting && "fighting", off && "off", advised && "advised",
  ];
  const inside = [
    shape("watermark", "0 0 36 40", CLAWS),
    h("span", { class: "trait" }, one.trait),
    h("span", { class: "points" }, String(one.points)),
    h("span", { class: "creature-name" }, one.name),
    pattern(one),
    h("span", { class: "facts" },
      h("span", { class: "throws" }, dieFace(5), count(one.throws, "throw")),
      flasks(one.potions, 3)),
    limit ? h("span", { class: "limit" }, limit) : null,
    state ? h("span", { class: "state" }, state) : null,
  ];
  return h("li", { class: "slot", "data-key": `slot-${one.slot}-${one.id}` },
    picks ? touch("creature", String(one.slot), picked, classes, label, inside) : still(classes, label, inside),
    changes.length
      ? h("div", { class: "changes" }, changes.map(({ notation, part, advised: best }) =>
        h("button", { type: "button", class: best ? "advised" : null, "data-do": "answer", "data-of": notation }, h("span", { "aria-hidden": "true" }, "⟳"), part,
          h("span", { class: "visually-hidden" }, ` of the ${one.trait} ${one.name}: transfigure`))))
      : null);
};

export const freeSlot = (slot) =>
  h("li", { class: "slot free", "data-key": `slot-${slot}` }, h("span", { class: "visually-hidden" }, `slot ${slot}: free`));

/** A duo card, and what it does. */
export const duoCard = (duo, { picks, picked, off, advised }) => {
  const words = duoWords(duo);
  const label = [duo.name, words, duo.used ? "used this turn" : "", advised ? "the coach's choice" : ""].filter(Boolean).join(", ");
  const classes = ["duo", duo.used && "done", off && "off", advised && "advised"];
  const inside = [h("span", { class: "duo-name" }, duo.name), h("span", { class: "duo-words" }, words)];
  return picks ? touch("duo", duo.name, picked, classes, label, inside) : still(classes, label, inside);
};

const total = (cards) => Object.values(cards).reduce((sum, number) => sum + number, 0);

/** A face-down pile with its number of cards; opened, it says which. */
export const pile = (name, cards) =>
  h("button", { type: "button", class: "pile", "data-do": "pile", "data-of": name, "aria-haspopup": "dialog",
    "aria-label": `${name} pile: ${count(total(cards.cards), "card")}. Which?` },
  h("span", { class: "back", "aria-hidden": "true" }, String(total(cards.cards))),
  h("span", { "aria-hidden": "true" }, name));

/** Which cards a pile holds, and which lie beside it. */
export const contents = (name, cards) => {
  const rows = (of) => Object.entries(of).sort().map(([card, number]) =>
    h("tr", null, h("td", { class: "number" }, String(number)), h("td", null, card)));
  const table = (caption, of) =>
    h("table", { class: "ledger" }, h("caption", null, `${caption}: ${total(of)}`), h("tbody", null, rows(of)));
  return h("div", { class: "dragon-pile" }, table(`${name} still to come`, cards.cards), table("Discarded", cards.discards));
};
