/** Cards beside the board of a battle, by side: a line each, the rest unfolds, figures say why. */

import { h, minus, refill } from "../js/dom.js";
import { ledgerTable, openBeside } from "../js/ledger.js";
import { sideClass } from "./common.js";

/** One of the cards; what stands on it unfolded is the `content` of a game's own. */
export class Card {
  /** What came back when it was inspected, as long as that holds. */
  insight = null;
  #kind;
  #wanted = "";
  #summary = h("summary");
  #body = h("div", { class: "body" });

  constructor(kind, name, ask) {
    this.#kind = kind;
    this.name = name;
    this.ask = ask;
    this.element = h("details", { class: kind }, this.#summary, this.#body);
    this.element.addEventListener("toggle", () => {
      if (this.element.open && !this.insight) ask(name);
    });
  }

  /** As it is now, with `line` behind icon and name; what was inspected before no longer holds. */
  renew({ side, active, classes, icon }, ...line) {
    this.insight = null;
    this.element.className = [this.#kind, sideClass(side), active ? "active" : "", ...classes].filter(Boolean).join(" ");
    refill(this.#summary, icon,
      h("span", { class: "called" }, active ? h("span", { class: "visually-hidden" }, "to act: ") : null, this.name),
      line);
    this.#fill();
    if (this.element.open) this.ask(this.name);
  }

  /** What came back about it: now the numbers can be explained. */
  inspected(insight) {
    this.insight = insight;
    this.#fill();
    if (this.#wanted) this.#explain(this.#wanted);
    this.#wanted = "";
  }

  #fill() {
    const kept = this.#body.contains(document.activeElement) ? document.activeElement.dataset.stat : "";
    refill(this.#body, this.content());
    if (kept) this.#body.querySelector(`[data-stat="${kept}"]`)?.focus();
  }

  /** A figure that says why, with what is read out and what is seen of it. */
  stat(stat, value, seen = minus(value)) {
    const explain = () => {
      if (this.insight) this.#explain(stat);
      else {
        this.#wanted = stat;
        this.ask(this.name);
      }
    };
    return h("button", { type: "button", class: "stat", dataset: { stat }, "aria-haspopup": "dialog", "aria-label": `${stat} ${minus(value)}: why?`, onclick: explain },
      h("span", { class: "soft" }, stat), h("b", null, seen));
  }

  ledger(stat) {
    return this.insight?.ledgers.find((ledger) => ledger.title.toLowerCase() === stat.toLowerCase());
  }

  /** What explains a figure, if there is anything to say. */
  reason(stat) {
    const ledger = this.ledger(stat);
    return ledger ? ledgerTable(ledger) : null;
  }

  #explain(stat) {
    const reason = this.reason(stat);
    const button = this.#body.querySelector(`[data-stat="${stat}"]`);
    if (reason) openBeside(button, `Why? ${stat} of ${this.name}`, reason);
  }
}

/** All the cards, each a `Kind` of card. `ask` wants somebody inspected, `point` shows him on the board. */
export class Cards {
  #Kind;
  #ask;
  #point;
  #cards = new Map();
  #groups = new Map();

  constructor(game, Kind, ask, point) {
    this.element = h("div", { class: `${game}-cards` });
    this.#Kind = Kind;
    this.#ask = ask;
    this.#point = point;
  }

  /** A card for each of these; who is gone loses his, who changes sides takes it along. */
  show(moment, everybody) {
    const { sides, acting } = moment;
    for (const side of sides) if (!this.#groups.has(side)) this.#gather(side, sides.indexOf(side));
    const there = new Set(everybody.map((one) => one.name));
    for (const [name, card] of this.#cards) {
      if (there.has(name)) continue;
      card.element.remove();
      this.#cards.delete(name);
    }
    for (const { name, side } of everybody) {
      if (!this.#cards.has(name)) this.#add(name);
      const card = this.#cards.get(name);
      const group = this.#groups.get(side);
      if (card.element.parentNode !== group) group.append(card.element);
      card.show(moment, name === acting);
    }
  }

  #gather(side, place) {
    const group = h("section", { class: `group ${sideClass(place)}`, "aria-label": side }, h("h3", null, side));
    this.#groups.set(side, group);
    this.element.append(group);
  }

  #add(name) {
    const card = new this.#Kind(name, this.#ask);
    card.element.addEventListener("pointerenter", () => this.#point(name));
    card.element.addEventListener("pointerleave", () => this.#point(""));
    this.#cards.set(name, card);
  }

  inspected(insight) {
    this.#cards.get(insight.thing)?.inspected(insight);
  }

  /** Unfolds a card and brings it into view. */
  open(name) {
    const card = this.#cards.get(name);
    if (!card) return;
    card.element.open = true;
    card.element.scrollIntoView({ block: "nearest" });
  }
}
