/** The spell book of whoever is asked: what he can cast, and why not the rest. */

import { api, h } from "../../js/dom.js";
import { openBeside, ruleLink, why } from "../../js/ledger.js";
import { odds } from "../../js/question.js";

const books = new Map();

/** The spells of an edition by name; an empty book where it cannot be had. */
export const spellsOf = (edition) => {
  const fetched = async () => {
    const { spells } = await api(`/api/editions/${encodeURIComponent(edition)}`);
    return new Map(spells.map((spell) => [spell.name, spell]));
  };
  if (!books.has(edition)) {
    books.set(edition, fetched().catch(() => {
      books.delete(edition);
      return new Map();
    }));
  }
  return books.get(edition);
};

const HOW = { N: "3 dice on IQ", D: "IQ against IQ", S: "magic strike", C: "IQ against its caster", "N/D": "3 dice on IQ, or IQ against the unwilling" };
const LASTS = { stays: "lasts", once: "at once", round: "until his next turn" };

/** `2XF, X≤3` is `2X fatigue, X≤3`. */
const price = (cost) => cost.replace(/^x/, "X").replace(/F\b/g, " fatigue");

const facts = ({ iq, cost, kind, at, lasts }) =>
  [`IQ ${iq}`, price(cost), at === "–" ? "" : `at: ${at}`, HOW[kind] ?? kind, LASTS[lasts] ?? lasts].filter(Boolean).join(" · ");

/** `cast Illusion-1 of small dragon`: the spell, and the guise where it has one. */
const parted = (deed) => {
  const [, name, guise = ""] = /^cast (.+?)(?: of (.+))?$/.exec(deed);
  return { name, guise };
};

/**
 * The spell and what can be known of it. `ways` are the options that begin it, one for each guise;
 * `barred` says why there are none.
 */
const entry = ({ name, ways, barred }, spell, moment, cast) => {
  const button = (option) => {
    const { guise } = parted(option.deed);
    const look = moment.look(option);
    const known = odds(look);
    return h("span", { class: "way" },
      h("button", { type: "button", class: "begin", dataset: { key: option.notation }, "aria-label": `Cast ${name}${guise ? ` as a ${guise}` : ""}${known ? `, ${known}` : ""}`, onclick: () => cast(option) },
        guise ? `as a ${guise}` : "Cast", known ? h("span", { class: "odds" }, known) : null),
      why(look?.ledgers ?? [], option.notation));
  };
  return h("li", { class: ways.length ? "" : "barred-spell" },
    h("div", { class: "what" },
      h("h4", null, name, spell?.rule ? [" ", ruleLink(spell.rule)] : null),
      spell ? h("p", { class: "facts small" }, facts(spell)) : null,
      h("p", null, spell?.words ?? ways[0]?.words ?? "")),
    ways.length
      ? h("div", { class: "ways" }, ways.map(button))
      : h("p", { class: "why-not" }, h("span", { class: "small" }, "Not now: "), barred.why, barred.rule ? [" ", ruleLink(barred.rule)] : null));
};

const walk = (event) => {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (!step || !event.target.matches(".begin")) return;
  event.preventDefault();
  const all = [...event.currentTarget.querySelectorAll(".begin")];
  all[(all.indexOf(event.target) + step + all.length) % all.length].focus();
};

/** What can be begun and what cannot, spell by spell. */
const listed = ({ castable, uncastable }) => {
  const known = new Map();
  const note = (option, barred) => {
    const { name } = parted(option.deed);
    if (!known.has(name)) known.set(name, { name, ways: [], barred });
    if (!barred) known.get(name).ways.push(option);
  };
  castable.forEach((option) => note(option, null));
  uncastable.forEach((option) => note(option, option));
  return [...known.values()];
};

/** Opens the book; `cast` gets the option chosen. Gives how it is closed, and drawn anew when odds and reasons come late. */
export const openBook = (moment, cast) => {
  const { actor, castable, uncastable, view } = moment;
  const who = actor ?? view.fighters[castable[0]?.actor ?? uncastable[0]?.actor];
  const list = h("div", { class: "schools" }, h("p", { class: "soft" }, "Opening the book…"));
  const dialog = h("dialog", {
    class: "spellbook", "aria-label": `Spells of ${who.name}`, onkeydown: walk,
    onclose: () => dialog.remove(), onclick: (event) => { if (event.target === dialog) dialog.close(); },
  },
  h("header", null,
    h("h2", null, `Spells of ${who.name}`),
    h("p", { class: "soft small" }, [`IQ ${who.iq}`, `${who.left} left`, who.staff ? `${who.staff} in the staff` : ""].filter(Boolean).join(" · ")),
    h("button", { type: "button", class: "quiet", "aria-label": "Close the book", onclick: () => dialog.close() }, "✕")),
  list);
  document.body.append(dialog);
  dialog.showModal();
  const chosen = (option) => {
    dialog.close();
    cast(option);
  };
  const draw = async (first = false) => {
    const spells = await spellsOf(view.edition);
    const held = list.contains(document.activeElement) ? document.activeElement.dataset.key : null;
    const places = [...spells.keys()];
    const inOrder = listed(moment).sort((a, b) => places.indexOf(a.name) - places.indexOf(b.name));
    const bySchool = Map.groupBy(inOrder, ({ name }) => spells.get(name)?.school ?? "Spells");
    list.replaceChildren(...[...bySchool].map(([school, some]) =>
      h("section", null, h("h3", null, school),
        h("ul", null, some.map((one) => entry(one, spells.get(one.name), moment, chosen))))));
    if (first) (list.querySelector(".begin") ?? dialog.querySelector("button")).focus();
    else if (held) list.querySelector(`[data-key="${CSS.escape(held)}"]`)?.focus();
  };
  draw(true);
  return { close: () => dialog.close(), draw };
};

/** A spell in play explained beside its badge or chip. */
export const explainCast = async (anchor, cast, edition) => {
  const spell = (await spellsOf(edition)).get(cast.name);
  openBeside(anchor, cast.name,
    h("h3", null, cast.name, spell ? [" ", ruleLink(spell.rule)] : null),
    h("p", null, spell?.words ?? ""),
    h("p", { class: "small soft" }, `Cast by ${cast.caster}.`));
};
