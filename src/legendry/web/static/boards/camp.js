/**
 * The company at its fire: members as cards, what the one who is asked may do under his card, and
 * below them the journal of this camp. What the company does as a whole stands in the bar.
 */

import { h, refill } from "../js/dom.js";
import { LedgerList, openBeside, ruleLink, total, why } from "../js/ledger.js";
import { longestFirst, sideClass, styled, vigour } from "./common.js";
import { fire } from "./camp/fire.js";

await styled("camp");

const SPENT = "done";
const HELP = {
  raise: "attributes, skills and the staff, for XP", learn: "a new skill, for XP", study: "a new spell, for XP",
};
const PURSE = [["XP", "xp"], ["Karma", "karma"], ["Wishes", "wishes"], ["Curses", "curses"], ["Gold", "gold"]];

const many = (things) => {
  const counts = new Map();
  for (const thing of things) counts.set(thing, (counts.get(thing) ?? 0) + 1);
  return [...counts].map(([thing, count]) => (count > 1 ? `${thing} ×${count}` : thing)).join(", ");
};

const words = (id) => id.replaceAll("-", " ").replace("/", ": ");

const state = (one) => one.fate || (one.active ? "" : "incapacitated");

export default class CampBoard extends HTMLElement {
  #state = null;
  #looks = null;
  #asking = null;

  static keys = [[["↑", "↓"], "from deed to deed"], [["Enter"], "do it"]];

  constructor() {
    super();
    this.addEventListener("keydown", (event) => this.#walk(event));
  }

  set scenery(_) {}

  update(state) {
    this.#state = state;
    this.#looks = null;
    this.#draw();
  }

  looked(looks) {
    this.#looks = looks;
    this.#draw();
  }

  /** The figures of a member, which somebody wanted to have explained. */
  shown({ thing, ledgers }) {
    if (this.#asking?.name !== thing) return;
    const anchor = this.querySelector(`[data-key="${CSS.escape(`why ${thing}`)}"]`);
    this.#asking = null;
    if (!anchor || !ledgers.length) return;
    const list = new LedgerList();
    list.ledgers = ledgers;
    openBeside(anchor, `The figures of ${thing}`, list);
  }

  /** Deeds of the one who is asked stand at his card; how he ends it, in the bar. */
  offers({ notation }) {
    const name = this.#acting;
    return Boolean(name) && notation.startsWith(`${name} `) && notation !== `${name} ${SPENT}`;
  }

  interrupts() {
    return false;
  }

  get headline() {
    const view = this.#state?.now.view;
    return view ? `${view.name} · day ${view.day}` : "";
  }

  /** The words that all options begin with: what was answered so far. */
  get said() {
    const [first = [], ...rest] = this.#options.map(({ notation }) => notation.split(" "));
    const differs = first.findIndex((word, place) => rest.some((other) => other[place] !== word));
    return rest.length ? first.slice(0, Math.max(0, differs)).join(" ") : "";
  }

  get #options() {
    return this.#state.now.request?.options ?? [];
  }

  /** The member whom every option is about; none where the company or the game master is asked. */
  get #acting() {
    const { view, request } = this.#state?.now ?? {};
    if (!request?.options?.length) return null;
    const names = longestFirst(Object.keys(view.members));
    return names.find((name) => request.options.every(({ notation }) => notation.startsWith(`${name} `))) ?? null;
  }

  #draw() {
    const { view } = this.#state.now;
    const held = this.contains(document.activeElement) ? document.activeElement.dataset.key : "";
    const where = view.adventure ? `on the adventure “${view.adventure}”` : "between adventures";
    refill(this,
      h("div", { class: "hearth" }, fire(),
        h("div", null, h("h2", null, view.name), h("p", { class: "story" }, `Day ${view.day}, ${where}.`),
          view.plotwords.length ? h("p", { class: "small soft" }, `Plotwords: ${view.plotwords.join(", ")}`) : null,
          view.tongues.length ? h("p", { class: "small soft" }, `Languages met: ${view.tongues.join(", ")}`) : null)),
      h("ul", { class: "circle", "aria-label": "The company" }, Object.values(view.members).map((one) => this.#card(one))),
      h("section", { class: "chronicle", "aria-label": "Journal of this camp" },
        h("h3", null, "Journal of this camp"),
        view.journal.length
          ? h("ol", null, view.journal.map((line) => h("li", { class: "story" }, `${line}.`)))
          : h("p", { class: "soft" }, "Nothing is written yet.")));
    if (held) (this.querySelector(`[data-key="${CSS.escape(held)}"]`) ?? this.querySelector(".deed, .act"))?.focus();
  }

  #card(one) {
    const acting = one.name === this.#acting;
    const seats = [...new Set(Object.values(this.#state.now.view.members).map(({ seat }) => seat))];
    const side = sideClass(seats.indexOf(one.seat));
    const away = state(one);
    const goods = [["Fights with", many(one.weapons.map(words))], ["Wears", many(one.armor.map(words))],
      ["Skills", Object.entries(one.skills).map(([id, level]) => `${words(id)} ${level}`).join(", ")],
      ["Spells", one.spells.map(words).join(", ")], ["Carries", many(one.belongings)]].filter(([, text]) => text);
    const ask = () => {
      this.#asking = { name: one.name };
      this.#emit("inspect", { thing: one.name });
    };
    return h("li", { class: ["camper", side, acting ? "acting" : "", away ? "away" : ""].filter(Boolean).join(" ") },
      h("div", { class: "who" }, h("h3", null, one.name), away ? h("span", { class: "chip" }, away) : null,
        seats.length > 1 ? h("span", { class: "small soft" }, one.seat) : null),
      vigour(one),
      h("p", { class: "stats" }, `ST ${one.st} · DX ${one.dx} · IQ ${one.iq} `,
        h("button", { type: "button", class: "why", "aria-haspopup": "dialog", dataset: { key: `why ${one.name}` }, "aria-label": `Why? The figures of ${one.name}`, onclick: ask }, "why?")),
      h("dl", { class: "purse" }, PURSE.map(([name, field]) => h("div", null, h("dt", null, name), h("dd", null, String(one[field])))),
        one.staff ? h("div", null, h("dt", null, "Staff"), h("dd", null, `${one.power}/${one.staff}`)) : null),
      goods.length ? h("details", { open: this.querySelector(`[data-goods="${CSS.escape(one.name)}"]`)?.open, dataset: { goods: one.name } },
        h("summary", { class: "small", dataset: { key: `goods ${one.name}` } }, "Skills and belongings"),
        h("dl", { class: "pairs small" }, goods.map(([name, text]) => [h("dt", null, name), h("dd", null, text)]))) : null,
      acting ? this.#deeds(one.name) : this.#called(one.name));
  }

  /** Where the company is asked: a button that lets this member act. */
  #called(name) {
    const option = this.#options.find(({ notation }) => notation === name);
    return option ? h("button", { type: "button", class: "act", dataset: { key: name }, onclick: () => this.#answer(name) }, `What does ${name} do?`) : null;
  }

  #deeds(name) {
    const options = this.#options.map((option, place) => ({ ...option, look: this.#looks?.looks[place] ?? null })).filter((option) => this.offers(option));
    const barred = (this.#looks?.barred ?? []).filter(({ notation }) => notation.startsWith(`${name} `));
    return h("div", { class: "deeds", role: "group", "aria-label": this.#state.now.request.asks },
      h("ul", null, options.map((option) => this.#deed(name, option))),
      barred.length ? h("details", { class: "small" },
        h("summary", { dataset: { key: "barred" } }, `Not now: ${barred.length}`),
        h("ul", { class: "not-now" }, barred.map((one) => h("li", null, h("strong", null, one.notation.slice(name.length + 1)),
          h("span", { class: "soft" }, ` ${one.words} `), one.rule ? ruleLink(one.rule) : null)))) : null);
  }

  #deed(name, { notation, words: note, leads, look }) {
    const label = notation.slice(name.length + 1);
    const ledgers = look?.ledgers ?? [];
    const price = ledgers.length === 1 && !leads ? `${total(ledgers[0])} ${ledgers[0].title}` : "";
    return h("li", null,
      h("button", { type: "button", class: "deed", dataset: { key: notation }, onclick: () => this.#answer(notation),
        onpointerenter: () => this.#emit("preview", { notation }), onpointerleave: () => this.#emit("preview", { notation: null }) },
      h("span", { class: "label" }, label, leads ? "…" : ""),
      price ? h("span", { class: "price" }, price) : null,
      h("span", { class: "note small" }, HELP[label] ?? note ?? "")),
      why(ledgers, notation));
  }

  #walk(event) {
    const step = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1 }[event.key];
    if (!step || !event.target.matches(".deed, .act")) return;
    event.preventDefault();
    const all = [...this.querySelectorAll(".deed, .act")];
    all[(all.indexOf(event.target) + step + all.length) % all.length].focus();
  }

  #answer(text) {
    this.#emit("answer", { text });
  }

  #emit(name, detail) {
    this.dispatchEvent(new CustomEvent(name, { bubbles: true, detail }));
  }
}

customElements.define("camp-board", CampBoard);
