/** A fight at one moment: the view, the options read, and what looks and inspections have told. */

import { odds } from "../../js/question.js";
import { longestFirst, signs } from "../common.js";
import { distance } from "./geometry.js";
import { isPlace, read, saidOf } from "./options.js";
import { areaWords, upon } from "./spells.js";
import { fighterWords, groundWords } from "./words.js";

/** What an option that names a hex does there. */
const GOES = { move: "move there", carry: "carry there", to: "go there", at: "throw there", leave: "leave the board there", cast: "cast it there", moves: "put there" };

export class Moment {
  #looks = [];
  #barred = new Map();
  #insights = new Map();

  /** `before` is the moment that was shown last, if any. */
  constructor(scenery, now, before = null) {
    const names = longestFirst(Object.keys(now.view.fighters));
    this.hexes = scenery?.hexes ?? {};
    this.now = now;
    this.spells = now.view.spells ?? [];
    this.fighters = Object.values(now.view.fighters).map((one) => ({ ...one, spells: upon(one, this.spells) }));
    this.view = { ...now.view, fighters: Object.fromEntries(this.fighters.map((one) => [one.name, one])) };
    this.sides = now.view.sides;
    this.signs = signs(this.fighters, this.sides);
    this.asks = now.request?.asks ?? "";
    this.names = names;
    this.options = (now.request?.options ?? []).map((option, place) => read(option, names, place, now.request.seat ?? ""));
    /** Spells that can be begun: the spell book shows them. */
    this.castable = this.options.filter((option) => option.begins);
    /** What has been said of a casting so far. */
    this.said = saidOf(this.options);
    this.places = this.options.filter((option) => isPlace(option) && option.hex in this.hexes);
    this.moving = this.places.some((option) => !["at", "cast"].includes(option.verb));
    const actors = new Set(this.options.map((option) => option.actor));
    /** The fighter whom all options are about, if they are about one. */
    this.actor = actors.size === 1 ? this.view.fighters[[...actors][0]] : undefined;
    /** Where whoever acts is bound for: he has said so, and goes once he has said what he does there. */
    this.bound = this.actor && !this.said ? this.#announced(before) : "";
  }

  /** The hex that the question names, or the one before it did if he still stands where he stood. */
  #announced(before) {
    const { name, hex: stands } = this.actor;
    const waits = !this.moving && before?.actor?.name === name && before.actor.hex === stands;
    const hex = /\b(\d{4})\b/.exec(this.asks)?.[1] ?? (waits ? before.bound : "");
    return hex in this.hexes && hex !== stands ? hex : "";
  }

  set looks(looks) {
    this.#looks = looks?.looks ?? [];
    this.#barred = new Map((looks?.barred ?? []).map((one) => [one.notation, one]));
  }

  /** Spells that cannot be begun now, each with the reason. */
  get uncastable() {
    return [...this.#barred.values()].map((one) => ({ ...read(one, this.names), why: one.words, rule: one.rule })).filter((one) => one.begins);
  }

  /** What a casting is aimed at already: hexes, and those of whom it names. */
  get chosen() {
    const { said, view } = this;
    if (!said) return [];
    const named = this.names.filter((name) => said.endsWith(` at ${name}`) || said.includes(` at ${name} `));
    return [...(said.match(/\b\d{4}\b/g) ?? []), ...named.flatMap((name) => view.fighters[name].hexes)].filter((hex) => hex in this.hexes);
  }

  inspected(insight) {
    this.#insights.set(insight.thing, insight);
  }

  // -- who and where ---------------------------------------------------------------------------

  side(one) {
    return this.sides.indexOf(one.side);
  }

  /** The name of whoever the question is about, for those who only watch, too. */
  get acting() {
    if (this.options.length) return this.actor?.name ?? "";
    const question = this.asks.split(". ").at(-1);
    const named = longestFirst(Object.keys(this.view.fighters)).filter((name) => question.includes(name));
    return named.sort((a, b) => question.indexOf(a) - question.indexOf(b))[0] ?? "";
  }

  /** Whether somebody is asked in the midst of another side's turn; null where it is nobody's. */
  get interrupts() {
    const { fighters, now, view } = this;
    const asked = view.fighters[this.acting];
    const own = asked ? asked.side === view.side : fighters.some((one) => one.seat === now.request?.seat && one.side === view.side);
    return view.side ? !own : null;
  }

  tags(hex) {
    return this.hexes[hex] ?? [];
  }

  /** Who stands or lies in a hex, the living first. */
  in(hex) {
    return this.fighters.filter((one) => one.hexes.includes(hex)).sort((a, b) => (b.status === "active") - (a.status === "active"));
  }

  foesOf(one) {
    return this.fighters.filter((other) => other.side !== one?.side && other.status === "active" && other.hexes.length);
  }

  /** Fighters as their counters show them: only in their side's turn are they done or not. */
  get counters() {
    const { acting, view, now } = this;
    return this.fighters.map((one) => ({ ...one, acted: one.acted && !now.outcome && one.side === view.side && one.name !== acting }));
  }

  /** How counters are marked, by name: `active`, `choosable`, `target`. */
  get marks() {
    const { acting, view } = this;
    const marks = new Map(this.fighters.map((one) => [one.name, new Set()]));
    for (const { actor, targets } of this.options) {
      if (actor !== acting) marks.get(actor)?.add("choosable");
      for (const name of targets) {
        marks.get(name).add(view.fighters[actor]?.side === view.fighters[name].side ? "choosable" : "target");
      }
    }
    marks.get(acting)?.add("active");
    return marks;
  }

  // -- what can be done ------------------------------------------------------------------------

  /** Everything that can be done with a hex: go there, act on who is there, act as who is there. */
  choices(hex) {
    const here = this.in(hex).map((one) => one.name);
    const meant = ({ hex: place, targets, actor }) =>
      place ? place === hex : targets.length ? targets.some((name) => here.includes(name)) : here.includes(actor);
    return this.options.filter((option) => !option.begins && meant(option));
  }

  /** Choices that one points at a hex for: not what its fighter can do by himself. */
  aims(hex) {
    return this.choices(hex).filter((option) => option.hex || option.targets.length || !option.deed || option.deed === "first");
  }

  look(option) {
    return this.#looks[option.place] ?? null;
  }

  /** Why whoever acts cannot go there or cast there, where that is known. */
  barred(hex) {
    const { actor, said } = this;
    const tries = said ? [hex, ...this.in(hex).map((one) => one.name)].map((what) => `${said} at ${what}`) : [`${actor?.name} move ${hex}`];
    return tries.map((notation) => this.#barred.get(notation)?.words).find(Boolean) ?? "";
  }

  /** The hexes that whoever acts sees; undefined until he was inspected. */
  get seen() {
    const sees = this.#insights.get(this.actor?.name)?.places?.sees;
    return sees && [...sees, ...this.actor.hexes];
  }

  /** The zones of control of the foes of whoever acts, by name, as far as they were inspected. */
  get zones() {
    const known = this.actor ? this.foesOf(this.actor).filter((one) => this.#insights.has(one.name)) : [];
    return new Map(known.map((one) => [one.name, this.#insights.get(one.name).places?.zone ?? []]));
  }

  /** The hexes of those whom an option names; without such options, of all foes of whoever acts. */
  get targets() {
    const named = new Set(this.options.flatMap((option) => option.targets));
    const some = named.size ? this.fighters.filter((one) => named.has(one.name)) : this.foesOf(this.actor);
    return some.map((one) => one.hex).filter(Boolean);
  }

  // -- in words --------------------------------------------------------------------------------

  /** `move there, 3 steps, best attack there hits 62%`; `strike Hector hits 62% · 4.1 damage`. */
  #offer(option) {
    const look = this.look(option);
    const steps = (look?.places?.path?.length ?? 0) - 1;
    const known = odds(look, option.goes);
    return [
      option.hex ? GOES[option.verb] ?? option.verb : option.deed || "choose",
      steps > 0 ? `, ${steps} ${steps === 1 ? "step" : "steps"}` : "",
      known ? `${option.goes ? "," : ""} ${known}` : "",
    ].join("");
  }

  /** `0405`, `Hector of Trojans, 5 of 12 left, adjacent to Ajax`, `strike Hector hits 62%`. */
  parts(hex, withZones) {
    const { actor, bound } = this;
    const stand = bound ? [bound] : actor?.hexes ?? [];
    const people = this.in(hex).map((one) => {
      const near = one !== actor && stand.some((cell) => distance(cell, hex) <= 1);
      return `${fighterWords(one)}${near ? `, adjacent to ${actor.name}` : ""}`;
    });
    const zones = withZones && this.moving ? [...this.zones].filter(([, zone]) => zone.includes(hex)).map(([name]) => name) : [];
    return [
      [hex, groundWords(this.tags(hex), this.view.ground[hex]), areaWords(this.spells, hex)].filter(Boolean).join(", "),
      ...people,
      zones.length ? `zone of control of ${zones.join(", ")}` : "",
      ...this.aims(hex).map((option) => this.#offer(option)),
    ].filter(Boolean);
  }

  get hint() {
    const { places, options } = this;
    if (places.length && this.said) return `${this.said}: choose ${this.chosen.length ? "another hex" : "a hex"}.`;
    if (places.length) return `${places.length} ${places.length === 1 ? "hex" : "hexes"} to choose from.`;
    if (options.some((option) => option.targets.length)) return "Choose somebody with a ring around him, or use the bar.";
    if (options.length > 1 && options.every((option) => !option.deed)) return "Choose one of your fighters.";
    return "";
  }

  get headline() {
    const { round, side, unopposed } = this.view;
    const turn = side ? `${side} to act${unopposed ? ", unopposed" : ""}` : "the fight begins";
    return `Round ${round} · ${this.now.outcome ? "the fight is over" : turn}`;
  }
}
