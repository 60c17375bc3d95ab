/** A character's sheet. */

import { h, minus } from "./dom.js";
import { linked, ruleLink, total } from "./ledger.js";

const figure = (ledger) =>
  h("div", null, h("dt", null, ledger.title === "armor" ? "Armor" : ledger.title), h("dd", null, minus(total(ledger))));

const amount = (line, place) => (place === 0 || line.amount < 0 ? minus(line.amount) : `+${line.amount}`);

/** `DX 9 = 12 base −3 chain ARM-2`, on one line. */
export const reasons = (ledger) =>
  h("li", null,
    h("strong", null, `${ledger.title} ${minus(total(ledger))}`), " = ",
    ledger.lines.map((line, place) => [`${amount(line, place)} ${line.words} `, line.rule ? [ruleLink(line.rule), " "] : null]));

const explained = (ledger) => ledger.lines.length > 1 || ledger.lines.some((line) => line.rule);

const noted = (notes) => (notes.length ? h("span", { class: "soft" }, ` (${notes.join(", ")})`) : null);

const weapon = ({ name, count, modes, skill, level, notes }) =>
  modes.map((mode, place) =>
    h("tr", null,
      h("th", { scope: "row" }, place ? h("span", { class: "soft" }, mode.id) : [name, count > 1 ? ` ×${count}` : null]),
      h("td", { class: "dice" }, mode.damage),
      h("td", null, mode.uses, place || !level ? null : h("span", { class: "good-word" }, ` +${level} ${skill}`), place ? null : noted(notes))));

const piece = ({ name, protection, restriction, notes }) =>
  h("li", null, h("strong", null, name), ` stops ${protection}`, restriction ? `, DX −${restriction}` : null, noted(notes));

const skill = ({ name, level, check, effect }) =>
  h("li", null, h("strong", null, `${name} ${level}`), check === "–" ? null : ` ${check}`, h("span", { class: "soft" }, ` ${effect}`));

const spell = ({ name, rule, iq, cost, at, lasts, words, note }) =>
  h("li", null, h("strong", null, name), ` IQ ${iq} · ${cost} · `, at === "–" ? null : `${at} · `, `${lasts} `, ruleLink(rule),
    h("span", { class: "soft" }, ` ${words}`, note ? [" (", linked(note), ")"] : null));

/** Spells under the names of their schools. */
const schools = (spells) =>
  [...new Set(spells.map(({ school }) => school))].map((name) => [
    h("h4", null, name),
    h("ul", { class: "gear small" }, spells.filter(({ school }) => school === name).map(spell)),
  ]);

const part = (heading, ...content) => [h("h3", null, heading), ...content];

/** The sheet, piece by piece. */
export const sheetParts = (sheet) => [
  h("h2", null, sheet.name || "Nobody yet"),
  h("p", { class: "small soft" }, sheet.nature.join(", ")),
  sheet.blurb ? h("p", { class: "story" }, sheet.blurb) : null,
  h("dl", { class: "figures" }, sheet.figures.map(figure)),
  h("ul", { class: "reasons small" }, sheet.figures.filter(explained).map(reasons)),
  part("Weapons", h("table", { class: "small weapons" }, h("tbody", null, sheet.weapons.map(weapon)))),
  sheet.armor.length ? part("Armor", h("ul", { class: "gear small" }, sheet.armor.map(piece))) : null,
  sheet.skills.length ? part("Skills", h("ul", { class: "gear small" }, sheet.skills.map(skill))) : null,
  sheet.spells.length ? part("Spells", schools(sheet.spells)) : null,
  sheet.noted.length || sheet.price.lines.length
    ? part("Noted", h("ul", { class: "gear small" },
      sheet.noted.map((line) => h("li", null, linked(line))),
      sheet.price.lines.length ? reasons({ ...sheet.price, title: "XP paid at least" }) : null))
    : null,
];

/** `3 left`, `none left`, `2 too many`, with the rule. */
export const pointsLeft = ({ words, spent, of, rule }) => {
  const left = of - spent;
  const says = left < 0 ? `${-left} too many` : `${left || "none"} left`;
  return h("span", { class: left < 0 ? "bad-word" : null }, `${words}: ${spent} of ${of}, `, h("strong", null, says), " ", ruleLink(rule));
};
