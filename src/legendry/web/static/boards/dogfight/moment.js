/** A dogfight at one moment: the view, the options read, who stands how to whom, and all of it in words. */

import { odds } from "../../js/question.js";
import { longestFirst, named, signs } from "../common.js";

/**
 * `Kit-Kat fire Vulture` → by Kit-Kat, at Vulture; a word of one of its crew is the craft's, too.
 * `Wasp 2 dice` is Wasp's where all options are Wasp's, even if there is a Wasp 2.
 */
const read = (options, names, crew) => {
  const speakers = [...names, ...crew.keys()];
  const begins = (notation, name) => notation === name || notation.startsWith(`${name} `);
  const one = speakers.find((name) => options.every(({ notation }) => begins(notation, name)));
  return options.map(({ notation, words = "" }, place) => {
    const speaker = one ?? speakers.find((name) => begins(notation, name)) ?? "";
    const deed = notation.slice(speaker.length).trim();
    return { notation, words, place, deed, actor: crew.get(speaker) ?? speaker, targets: named(deed, names) };
  });
};

const listed = (names) => names.join(" and ");

/** `Engineering 1 of 2`, `Cargo lost`. */
export const sectionWords = ({ name, points, left }) => (left ? `${name} ${left}${left < points ? ` of ${points}` : ""}` : `${name} lost`);

/** How a craft stands to the others: `pursues Gadfly`, `flees from Widow Maker`. */
export const stance = (one, turning) => {
  if (one.status !== "active") return [one.captured ? `${one.status}, captured` : one.status];
  const said = [
    one.pursues.length ? `pursues ${listed(one.pursues)}` : "",
    one.pursued_by ? `flees from ${one.pursued_by}` : "",
    one.turning_with.length ? `${turning} with ${listed(one.turning_with)}` : "",
  ].filter(Boolean);
  return said.length ? said : ["disengaged"];
};

export class Moment {
  #looks = [];
  #barred = [];

  constructor(scenery, now) {
    const { view } = now;
    this.now = now;
    this.view = view;
    this.craft = Object.values(view.craft).map((one) => ({ ...one, acted: one.acted && !now.outcome }));
    this.sides = Object.keys(scenery.sides);
    this.signs = signs(this.craft, this.sides);
    this.scenery = scenery;
    this.asks = now.request?.asks ?? "";
    this.names = longestFirst(Object.keys(view.craft));
    const crew = new Map(longestFirst(Object.keys(view.crew)).map((name) => [name, view.crew[name].craft]));
    this.options = read(now.request?.options ?? [], this.names, crew);
  }

  set looks(looks) {
    this.#looks = looks?.looks ?? [];
    this.#barred = looks?.barred ?? [];
  }

  look(option) {
    return this.#looks[option.place] ?? null;
  }

  side(name) {
    return this.sides.indexOf(this.view.craft[name].side);
  }

  crewOf(name) {
    return Object.values(this.view.crew).filter((one) => one.craft === name);
  }

  /** The craft that the question is about, for those who only watch, too. */
  get acting() {
    const actors = new Set(this.options.map((option) => option.actor));
    if (actors.size === 1) return [...actors][0];
    if (this.options.some((option) => !option.deed)) return "";
    const question = this.asks.split(". ").at(-1).replaceAll("?", " ");
    return named(question, this.names).sort((a, b) => question.indexOf(a) - question.indexOf(b))[0] ?? "";
  }

  /** Pairs with how they stand, once each: who pursues whom, who turns with whom, who runs at whom. */
  get relations() {
    const { run } = this.view;
    const turning = this.craft.flatMap((one) => one.turning_with.filter((other) => one.name < other).map((to) => ({ kind: "turning", from: one.name, to })));
    const pursuits = this.craft.flatMap((one) => one.pursues.map((to) => ({ kind: "pursuit", from: one.name, to })));
    return [...turning, ...pursuits, ...(run.length ? [{ kind: "run", from: run[0], to: run[1] }] : [])];
  }

  /** A craft and those it has to do with. */
  around(name) {
    const found = this.relations.filter(({ from, to }) => name === from || name === to).flatMap(({ from, to }) => [from, to]);
    return new Set([name, ...found]);
  }

  /** How pieces are marked, by name: `active`, `choosable`, `target`. */
  get marks() {
    const { acting } = this;
    const marks = new Map(this.craft.map((one) => [one.name, new Set()]));
    for (const { actor, targets } of this.options) {
      if (actor !== acting) marks.get(actor)?.add("choosable");
      for (const name of targets) marks.get(name).add("target");
    }
    marks.get(acting)?.add("active");
    if (!acting) marks.get(this.view.flying)?.add("active");
    return marks;
  }

  /** Whether somebody is asked in the midst of another side's turn; null where it is nobody's. */
  get interrupts() {
    const { view, now } = this;
    const asked = view.craft[this.acting];
    const own = asked ? asked.side === view.side : this.craft.some((one) => one.seat === now.request?.seat && one.side === view.side);
    return view.side ? !own : null;
  }

  // -- what can be done ------------------------------------------------------------------------

  /** Everything that can be done with a craft: act on it, or act as it. */
  choices(name) {
    return this.options.filter(({ actor, targets }) => (targets.length ? targets.includes(name) : actor === name));
  }

  /** Choices that one points at a craft for: not what it can do by itself. */
  aims(name) {
    return this.choices(name).filter(({ deed, targets }) => targets.length || !deed);
  }

  /** Why nothing can be done with a craft, where that is known. */
  barred(name) {
    return this.#barred.find(({ notation }) => named(notation, this.names).includes(name))?.words ?? "";
  }

  // -- in words --------------------------------------------------------------------------------

  #offer(option) {
    const { acting } = this;
    const deed = option.deed || "choose";
    return [option.actor === acting ? deed : option.notation, odds(this.look(option))].filter(Boolean).join(" ");
  }

  /** `A1 Bramble of Traders`, `pursues Gadfly`, `Living 2, Engineering 1 of 2`, `fire Gadfly hits 62%`. */
  parts(name) {
    const one = this.view.craft[name];
    return [
      `${this.signs.get(name)} ${name} of ${one.side}`,
      stance(one, this.view.turning).join("; "),
      one.sections.map(sectionWords).join(", "),
      ...this.aims(name).map((option) => this.#offer(option)),
    ];
  }

  /** Who stands how to whom, as sentences. */
  get picture() {
    const { craft, view } = this;
    const engaged = this.relations.map(({ kind, from, to }) => ({
      pursuit: `${from} pursues ${to}`, turning: `${from} is ${view.turning} with ${to}`, run: `${from} makes a firing run at ${to}`,
    })[kind]);
    const busy = new Set(this.relations.flatMap(({ from, to }) => [from, to]));
    const free = craft.filter((one) => one.status === "active" && !busy.has(one.name)).map((one) => one.name);
    const adrift = craft.filter((one) => one.status === "dead in the water").map((one) => one.name);
    return [
      ...engaged,
      free.length ? `disengaged: ${free.join(", ")}` : "",
      adrift.length ? `dead in the water: ${adrift.join(", ")}` : "",
    ].filter(Boolean).map((words) => `${words}.`).join(" ");
  }

  get hint() {
    const { options } = this;
    if (options.some((option) => option.targets.length)) return "Choose a craft with a ring around it, or use the bar.";
    if (options.length > 1 && options.every((option) => !option.deed)) return "Choose one of your craft.";
    return "";
  }

  get headline() {
    const { round, side } = this.view;
    const turn = side ? `${side} to act` : "the dogfight begins";
    return `Round ${round} · ${this.now.outcome ? "the dogfight is over" : turn}`;
  }
}
