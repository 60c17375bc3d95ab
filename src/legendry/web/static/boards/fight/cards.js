/** Fighters as cards beside the board: a line each, the rest unfolds. */

import { h, minus, refill, svg } from "../../js/dom.js";
import { ledgerTable, openBeside, total } from "../../js/ledger.js";
import { sideClass } from "../common.js";
import { explainCast } from "./spellbook.js";
import { castName, listed, magicWords, shapeWords } from "./spells.js";
import { health, shape } from "./tokens.js";
import { FALLEN, spellbound, stamina, thing } from "./words.js";

const STATS = ["ST", "DX", "IQ", "MA", "armor"];

const icon = (side, sign) =>
  svg("svg", { class: "counter", viewBox: "-32 -32 64 64", "aria-hidden": "true" },
    shape(side, 25), svg("text", { class: "sign", y: side % 4 === 3 ? 12 : 7 }, sign));

const share = (points, all) => ({ width: `${(100 * points) / Math.max(1, all)}%` });

/** What is left, fatigue and damage as one bar; the numbers stand beside it. */
const bar = (one) => {
  const all = stamina(one);
  return h("span", { class: `harm ${health(one)}`, "aria-hidden": "true" },
    h("span", { class: "left", style: share(Math.max(0, one.left), all) }),
    h("span", { class: "tired", style: share(Math.min(one.fatigue, all), all) }));
};

/** What he fights with: things in hand, a beast's teeth and claws. */
const arms = (one) => {
  const held = one.ready.map((id) => `${thing(id)}${one.unloaded.includes(id) ? " (unloaded)" : ""}`);
  return [...held, ...(one.natural ?? []).map((name) => name.toLowerCase())].join(", ") || "nothing in hand";
};

const notes = (one) =>
  [
    one.status === "active" ? "" : FALLEN[one.status] ?? one.status,
    one.captured ? "captured" : "",
    one.grappling.length ? `grapples ${one.grappling.join(", ")}` : "",
    one.turns_owed && one.status === "active" ? "owes a turn" : "",
    one.suit_failed ? "suit without power" : "",
  ].filter(Boolean);

const pair = (name, words) => (words.length ? [h("dt", null, name), h("dd", null, words)] : null);

class Card {
  #summary = h("summary");
  #body = h("div", { class: "body" });
  #insight = null;
  #wanted = "";

  constructor(name, ask) {
    this.name = name;
    this.ask = ask;
    this.element = h("details", { class: "fighter" }, this.#summary, this.#body);
    this.element.addEventListener("toggle", () => {
      if (this.element.open && !this.#insight) ask(name);
    });
  }

  /** The fighter as he is now; what was inspected before no longer holds. */
  show(one, sign, side, active, edition) {
    this.one = one;
    this.edition = edition;
    this.#insight = null;
    this.element.className = ["fighter", sideClass(side), active ? "active" : "", one.status === "active" || spellbound(one) ? "" : "fallen", one.truth ? "phantom" : ""].filter(Boolean).join(" ");
    refill(this.#summary,
      icon(side, sign),
      h("span", { class: "called" }, active ? h("span", { class: "visually-hidden" }, "to act: ") : null, one.name),
      h("span", { class: "points" }, h("b", null, String(Math.max(0, one.left))), h("span", { class: "soft" }, `/${stamina(one)}`), h("span", { class: "visually-hidden" }, " left")),
      bar(one),
      h("span", { class: "arms" }, notes(one).length ? h("strong", null, `${notes(one).join(" · ")} `) : null,
        magicWords(one).length ? h("em", null, `${magicWords(one).join(" · ")} `) : null, one.status === "active" ? arms(one) : null));
    this.#fill();
    if (this.element.open) this.ask(this.name);
  }

  /** What came back about him: now the numbers can be explained. */
  inspected(insight) {
    this.#insight = insight;
    this.#fill();
    if (this.#wanted) this.#explain(this.#wanted);
    this.#wanted = "";
  }

  #ledger(stat) {
    return this.#insight?.ledgers.find((ledger) => ledger.title.toLowerCase() === stat.toLowerCase());
  }

  #fill() {
    const { one } = this;
    const kept = this.#body.contains(document.activeElement) ? document.activeElement.dataset.stat : "";
    refill(this.#body,
      h("div", { class: "stats" }, STATS.map((stat) => this.#stat(stat, one[stat.toLowerCase()]))),
      h("dl", { class: "pairs small" },
        pair("Damage", String(one.damage)),
        pair("Fatigue", one.fatigue ? String(one.fatigue) : ""),
        pair("Fights with", arms(one)),
        pair("Carries", one.carried.map(thing).join(", ")),
        pair("State", [...notes(one), ...shapeWords(one)].join(", ")),
        pair("Spells", listed(one).map((cast) => this.#cast(cast))),
        pair("Raised", (one.boosts ?? []).join(", ")),
        pair("Potions", (one.potions ?? []).join(", ")),
        pair("Staff", one.staff ? `${one.staff} power` : ""),
        pair("Karma", one.karma ? String(one.karma) : ""),
        pair("Wishes", one.wishes ? String(one.wishes) : ""),
        pair("Gained", one.earned ? `${one.earned} XP` : ""),
        pair("Hex", one.hexes.join(" ")),
        pair("Played by", one.seat === one.side ? "" : one.seat)));
    if (kept) this.#body.querySelector(`[data-stat="${kept}"]`)?.focus();
  }

  /** A spell on him, with what it does behind “why?”. */
  #cast(cast) {
    const explain = (event) => explainCast(event.currentTarget, cast, this.edition);
    return h("button", { type: "button", class: "why", "aria-haspopup": "dialog", dataset: { stat: `cast ${cast.number}` }, "aria-label": `Why? ${castName(cast)}`, onclick: explain },
      castName(cast));
  }

  #stat(stat, value) {
    const ledger = this.#ledger(stat);
    const now = ledger ? total(ledger) : value;
    const base = stat === "armor" ? now : ledger?.lines[0]?.amount ?? now;
    const number = base === now ? minus(now) : `${minus(base)}→${minus(now)}`;
    const explain = () => {
      if (this.#insight) this.#explain(stat);
      else {
        this.#wanted = stat;
        this.ask(this.name);
      }
    };
    return h("button", { type: "button", class: "stat", dataset: { stat }, "aria-haspopup": "dialog", "aria-label": `${stat} ${minus(now)}: why?`, onclick: explain },
      h("span", { class: "soft" }, stat), h("b", null, number));
  }

  #explain(stat) {
    const ledger = this.#ledger(stat);
    const button = this.#body.querySelector(`[data-stat="${stat}"]`);
    const content = ledger?.lines.length ? ledgerTable(ledger) : h("p", null, `${stat} ${minus(this.one[stat.toLowerCase()])}: nothing changes it.`);
    openBeside(button, `Why? ${stat} of ${this.name}`, content);
  }
}

/** All the cards, grouped by side. `ask` wants a fighter inspected, `point` shows him on the board. */
export class Cards {
  element = h("div", { class: "fight-cards" });
  #cards = new Map();
  #groups = new Map();

  constructor(ask, point) {
    this.ask = ask;
    this.point = point;
  }

  show({ fighters, signs, sides, acting, view }) {
    for (const side of sides) {
      if (this.#groups.has(side)) continue;
      const group = h("section", { class: `group ${sideClass(sides.indexOf(side))}`, "aria-label": side }, h("h3", null, side));
      this.#groups.set(side, group);
      this.element.append(group);
    }
    for (const [name, card] of this.#cards) {
      if (name in view.fighters) continue;
      card.element.remove();
      this.#cards.delete(name);
    }
    for (const one of fighters) {
      if (!this.#cards.has(one.name)) this.#add(one);
      const card = this.#cards.get(one.name);
      const group = this.#groups.get(one.side);
      if (card.element.parentNode !== group) group.append(card.element);
      card.show(one, signs.get(one.name), sides.indexOf(one.side), one.name === acting, view.edition);
    }
  }

  #add(one) {
    const card = new Card(one.name, this.ask);
    card.element.addEventListener("pointerenter", () => this.point(one.name));
    card.element.addEventListener("pointerleave", () => this.point(""));
    this.#cards.set(one.name, card);
  }

  inspected(insight) {
    this.#cards.get(insight.thing)?.inspected(insight);
  }

  /** Unfolds a fighter's card and brings it into view. */
  open(name) {
    const card = this.#cards.get(name);
    if (!card) return;
    card.element.open = true;
    card.element.scrollIntoView({ block: "nearest" });
  }
}
