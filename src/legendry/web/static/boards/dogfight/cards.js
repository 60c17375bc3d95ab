/** Craft as cards beside the board: its strip and its stance in a line each, crew and figures unfold. */

import { h, svg } from "../../js/dom.js";
import { Card } from "../cards.js";
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

export class CraftCard extends Card {
  constructor(name, ask) {
    super("craft", name, ask);
  }

  show(moment, active) {
    const { view, signs } = moment;
    const one = view.craft[this.name];
    const side = moment.side(this.name);
    this.moment = moment;
    this.renew({ side, active, classes: [one.status === "active" ? "" : "fallen"], icon: icon(side, signs.get(one.name)) },
      strip(one),
      h("span", { class: "stance" }, one.status === "active" ? this.#stance(one) : h("strong", null, stance(one, view.turning)[0])),
      h("span", { class: "gear" }, gear(one)));
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

  content() {
    const { view, scenery: { cost, dx } } = this.moment;
    const one = view.craft[this.name];
    const crew = this.moment.crewOf(this.name);
    const row = (section) => h("li", { class: `section ${state(section)}` },
      h("span", { class: "label" }, section.name),
      h("span", { class: "left" }, section.left ? `${section.left} of ${section.points}` : "lost"),
      h("span", { class: "people" }, crew.filter((member) => member.section === section.name).map((member) => somebody(member, dx[member.name]))));
    const outside = crew.filter((member) => !member.section);
    return [
      h("div", { class: "stats" },
        this.stat("pilot", one.maneuvers_at), this.stat("gunner", one.fires_at), this.stat("shields", one.shields), this.stat("build points", cost[one.name])),
      h("ol", { class: "sections", "aria-label": "Sections in the order in which they are lost" }, one.sections.map(row)),
      outside.length ? h("p", { class: "small" }, "Drifting in a pod: ", outside.map((member) => somebody(member, dx[member.name]))) : null,
      h("p", { class: "small soft" }, this.#notes(one)),
    ];
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
}
