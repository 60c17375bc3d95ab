/** Craft as cards beside the board: its strip and its stance in a line each, crew and figures unfold. */

import { h, minus, refill, svg } from "../../js/dom.js";
import { ledgerTable, openBeside } from "../../js/ledger.js";
import { sideClass } from "../common.js";
import { gear, hull } from "./craft.js";
import { sectionWords, stance } from "./moment.js";

const icon = (side, sign) =>
  svg("svg", { class: "counter", viewBox: "-36 -30 72 60", "aria-hidden": "true" }, hull(side), svg("text", { class: "sign", x: -3, y: 6 }, sign));

const state = ({ left, points }) => (left === 0 ? "lost" : left < points ? "hurt" : "whole");

/** The sections in the order in which they are lost, a box each. */
const strip = (one) =>
  h("span", { class: "strip", role: "img", "aria-label": one.sections.map(sectionWords).join(", ") },
    one.sections.map((section) => h("span", { class: `section ${state(section)}`, title: sectionWords(section) }, `${section.name[0]}${section.left || ""}`)));

const luck = ({ karma, wishes, curses }) =>
  [karma ? `karma ${karma}` : "", wishes ? `wishes ${wishes}` : "", curses ? `curses ${curses}` : ""].filter(Boolean);

/** `Ana Brisk, pilot · DX 11 · karma 1`. */
const somebody = (one, dx) =>
  h("span", { class: one.alive ? "aboard" : "aboard dead" },
    h("b", null, one.name),
    [one.station === "crew" ? "" : one.station, `DX ${dx}`, ...luck(one), one.alive ? "" : "dead"].filter(Boolean).map((words) => ` · ${words}`));

class Card {
  #summary = h("summary");
  #body = h("div", { class: "body" });
  #insight = null;
  #wanted = "";

  constructor(name, ask) {
    this.name = name;
    this.ask = ask;
    this.element = h("details", { class: "craft" }, this.#summary, this.#body);
    this.element.addEventListener("toggle", () => {
      if (this.element.open && !this.#insight) ask(name);
    });
  }

  /** The craft as it is now; what was inspected before no longer holds. */
  show(moment, active) {
    const { view, signs } = moment;
    const one = view.craft[this.name];
    const side = moment.side(this.name);
    this.moment = moment;
    this.#insight = null;
    this.element.className = ["craft", sideClass(side), active ? "active" : "", one.status === "active" ? "" : "fallen"].filter(Boolean).join(" ");
    refill(this.#summary,
      icon(side, signs.get(one.name)),
      h("span", { class: "called" }, active ? h("span", { class: "visually-hidden" }, "to act: ") : null, one.name),
      strip(one),
      h("span", { class: "stance" }, one.status === "active" ? this.#stance(one) : h("strong", null, stance(one, view.turning)[0])),
      h("span", { class: "gear" }, gear(one)));
    this.#fill();
    if (this.element.open) this.ask(this.name);
  }

  /** Who is where, by the letters on the pieces, for the eye; in words for the ear. */
  #stance(one) {
    const { signs, view } = this.moment;
    const part = (words, mark, names) => (names.length ? h("span", null, h("span", { "aria-hidden": "true" }, mark), h("span", { class: "visually-hidden" }, `${words} `),
      names.map((name, place) => [place ? ", " : " ", h("b", null, signs.get(name)), ` ${name}`])) : null);
    const parts = [
      part("pursues", "▸", one.pursues),
      part("flees from", "◂", one.pursued_by ? [one.pursued_by] : []),
      part(`${view.turning} with`, "⟳", one.turning_with),
    ].filter(Boolean);
    return parts.length ? parts : "disengaged";
  }

  /** What came back about it: now the numbers can be explained. */
  inspected(insight) {
    this.#insight = insight;
    this.#fill();
    if (this.#wanted) this.#explain(this.#wanted);
    this.#wanted = "";
  }

  #fill() {
    const { view, scenery: { cost, dx } } = this.moment;
    const one = view.craft[this.name];
    const crew = this.moment.crewOf(this.name);
    const kept = this.#body.contains(document.activeElement) ? document.activeElement.dataset.stat : "";
    const row = (section) => h("li", { class: `section ${state(section)}` },
      h("span", { class: "label" }, section.name),
      h("span", { class: "left" }, section.left ? `${section.left} of ${section.points}` : "lost"),
      h("span", { class: "people" }, crew.filter((member) => member.section === section.name).map((member) => somebody(member, dx[member.name]))));
    const outside = crew.filter((member) => !member.section);
    refill(this.#body,
      h("div", { class: "stats" },
        this.#stat("pilot", one.maneuvers_at), this.#stat("gunner", one.fires_at), this.#stat("shields", one.shields), this.#stat("build points", cost[one.name])),
      h("ol", { class: "sections", "aria-label": "Sections in the order in which they are lost" }, one.sections.map(row)),
      outside.length ? h("p", { class: "small" }, "Drifting in a pod: ", outside.map((member) => somebody(member, dx[member.name]))) : null,
      h("p", { class: "small soft" }, this.#notes(one)));
    if (kept) this.#body.querySelector(`[data-stat="${kept}"]`)?.focus();
  }

  #notes(one) {
    return [
      one.pilot === one.gunner ? `${one.pilot} flies and fires.` : `${one.pilot} flies, ${one.gunner} fires.`,
      one.status === "active" ? `${one.to_cripple} points leave it dead in the water.` : "",
      one.can_call || one.status === "destroyed" ? "" : "It cannot call anybody.",
      one.seat === one.side ? "" : `Played by ${one.seat}.`,
      one.notation,
    ].filter(Boolean).join(" ");
  }

  #stat(stat, value) {
    const explain = () => {
      if (this.#insight) this.#explain(stat);
      else {
        this.#wanted = stat;
        this.ask(this.name);
      }
    };
    return h("button", { type: "button", class: "stat", dataset: { stat }, "aria-haspopup": "dialog", "aria-label": `${stat} ${minus(value)}: why?`, onclick: explain },
      h("span", { class: "soft" }, stat), h("b", null, minus(value)));
  }

  #explain(stat) {
    const ledger = this.#insight.ledgers.find((one) => one.title === stat);
    const button = this.#body.querySelector(`[data-stat="${stat}"]`);
    if (ledger) openBeside(button, `Why? ${stat} of ${this.name}`, ledgerTable(ledger));
  }
}

/** All the cards, grouped by side. `ask` wants a craft inspected, `point` shows it on the board. */
export class Cards {
  element = h("div", { class: "dogfight-cards" });
  #cards = new Map();

  constructor(ask, point) {
    this.ask = ask;
    this.point = point;
  }

  show(moment) {
    if (!this.#cards.size) this.#lay(moment);
    const { acting } = moment;
    for (const [name, card] of this.#cards) card.show(moment, name === acting);
  }

  #lay({ sides, craft }) {
    for (const [place, side] of sides.entries()) {
      const group = h("section", { class: `group ${sideClass(place)}`, "aria-label": side }, h("h3", null, side));
      for (const { name } of craft.filter((one) => one.side === side)) {
        const card = new Card(name, this.ask);
        card.element.addEventListener("pointerenter", () => this.point(name));
        card.element.addEventListener("pointerleave", () => this.point(""));
        this.#cards.set(name, card);
        group.append(card.element);
      }
      this.element.append(group);
    }
  }

  inspected(insight) {
    this.#cards.get(insight.thing)?.inspected(insight);
  }

  /** Unfolds a craft's card and brings it into view. */
  open(name) {
    const card = this.#cards.get(name);
    if (!card) return;
    card.element.open = true;
    card.element.scrollIntoView({ block: "nearest" });
  }
}
