/** The company on its way: a strip above the page, and at the side all there is to know of it. */

import { h } from "../../js/dom.js";
import { sideClass, vigour } from "../common.js";

const FIGURES = [["XP", "xp"], ["Karma", "karma"], ["Wishes", "wishes"], ["Curses", "curses"], ["Gold", "gold"]];

const words = (id) => id.replaceAll("-", " ").replace("/", ": ");

const counted = (things) => {
  const counts = new Map();
  for (const thing of things) counts.set(thing, (counts.get(thing) ?? 0) + 1);
  return [...counts].map(([thing, count]) => (count > 1 ? `${thing} ×${count}` : thing)).join(", ");
};

const state = (one) => one.fate || (one.active ? "" : "incapacitated");

const sideOf = (members, one) => sideClass([...new Set(members.map(({ seat }) => seat))].indexOf(one.seat));

/** Everybody in a line: how he is, his karma and his gold. */
export const strip = (view) => {
  const members = Object.values(view.members);
  return h("ul", { class: "party", "aria-label": view.name }, members.map((one) => {
    const away = state(one);
    return h("li", { class: `${sideOf(members, one)} ${away ? "away" : ""}` },
      h("span", { class: "name" }, one.name, away ? h("span", { class: "chip" }, away) : null),
      vigour(one),
      h("span", { class: "small soft figures" }, [`karma ${one.karma}`, `${one.gold} gold`].join(" · ")));
  }));
};

/** One member at the side; `inspect` asks for his ledgers. */
const sheet = (members, one, inspect) => {
  const goods = [["Fights with", counted(one.weapons.map(words))], ["Wears", counted(one.armor.map(words))],
    ["Skills", Object.entries(one.skills).map(([id, level]) => `${words(id)} ${level}`).join(", ")],
    ["Spells", one.spells.map(words).join(", ")], ["Carries", counted(one.belongings)],
    ["Played by", new Set(members.map(({ seat }) => seat)).size > 1 ? one.seat : ""]].filter(([, text]) => text);
  return h("details", { class: `sheet ${sideOf(members, one)}`, dataset: { fold: one.name } },
    h("summary", null, h("span", null, one.name), h("span", { class: "small soft" }, state(one))),
    h("p", { class: "stats" }, `ST ${one.st} · DX ${one.dx} · IQ ${one.iq} `,
      h("button", { type: "button", class: "why", "aria-haspopup": "dialog", dataset: { why: one.name }, "aria-label": `Why? The figures of ${one.name}`, onclick: () => inspect(one.name) }, "why?")),
    h("p", { class: "small" }, FIGURES.map(([name, field]) => `${name} ${one[field]}`).join(" · "), one.staff ? ` · Staff ${one.power}/${one.staff}` : ""),
    h("dl", { class: "pairs small" }, goods.map(([name, text]) => [h("dt", null, name), h("dd", null, text)])));
};

const fold = (name, count, ...content) =>
  (count ? h("details", { dataset: { fold: name } }, h("summary", null, `${name} (${count})`), content) : null);

/** What stands at the side while the company is on a page. */
export const chronicle = (view, inspect) => {
  const members = Object.values(view.members);
  const gold = members.filter(({ fate }) => !fate).reduce((all, one) => all + one.gold, 0);
  return [
    h("h3", null, view.name),
    h("p", { class: "small soft" }, `Day ${view.day} · ${gold} gold between them`),
    view.plotwords.length ? h("p", { class: "words" }, h("span", { class: "small soft" }, "Plotwords "),
      view.plotwords.map((word) => h("span", { class: "chip" }, word))) : null,
    members.map((one) => sheet(members, one, inspect)),
    fold("Journal", view.journal.length, h("ol", { class: "story" }, view.journal.map((line) => h("li", null, `${line}.`)))),
    fold("The path behind", view.path.length, h("ol", { class: "story" }, view.path.map((title) => h("li", null, title)))),
  ];
};
