/** The moment of a game as the board knows it: the table, the question, and what was tapped together. */

import { CoachSeat } from "./coach.js";
import { laid } from "./dice.js";
import { sending, sentence } from "./words.js";

const NOBODY = { team: [], creature: "", duo: "", song: false };

/** All combats one might write down, by their notation. */
const combats = (view) => {
  const heroes = view.heroes.map((hero) => hero.name);
  const teams = heroes.flatMap((hero, place) => [[hero], ...heroes.slice(place + 1).map((other) => [hero, other])]);
  const found = new Map();
  for (const { name: creature } of view.row) {
    for (const team of teams) {
      for (const duo of team.length === 2 ? view.duos.map((card) => card.name) : [""]) {
        for (const song of [false, true]) {
          const pick = { team, creature, duo, song };
          found.set(sending(pick), pick);
        }
      }
    }
  }
  return found;
};

export class Moment {
  state = null;
  coach = new CoachSeat();
  options = new Map();
  barred = new Map();
  figures = new Map();
  combats = new Map();
  pick = NOBODY;
  dice = [];
  round = 0;
  at = { row: 0, column: 0 };
  changing = -1;
  stopping = false;
  reason = null;
  aftermath = null;

  /** What the page may put above the table. */
  get headline() {
    return this.view ? `Turn ${this.view.turn} · leader: ${this.view.leader}` : "";
  }

  get view() { return this.state?.now.view; }
  get request() { return this.state?.now.request; }
  get foe() { return this.view.row.find((one) => one.slot === this.view.combat?.slot); }

  /** Whether this page answers now, by a choice. */
  get mine() {
    const request = this.request;
    return request?.kind === "choose" && (request.options?.length ?? 0) > 0;
  }

  /** Whether the coach can be asked about this question. */
  get coached() { return this.mine && Boolean(this.state.table.coach); }

  get phase() { return this.view.phase; }

  /** Transfigurations by notation: which part of which creature. */
  get transfigurations() {
    return new Map(this.view.row.flatMap(({ name }) => [
      [`transfigure creature ${name}`, { name, part: "creature" }],
      [`transfigure trait of ${name}`, { name, part: "trait" }],
    ]));
  }

  /** Every change of a die that the team might make. */
  get changes() {
    const faces = this.dice.map((die) => die.face);
    const notations = (this.view.combat?.team ?? []).flatMap((hero) => faces.flatMap((face) => [
      `${hero} shift ${face} up`, `${hero} shift ${face} down`,
      ...[1, 2, 3, 4, 5, 6].map((to) => `${hero} ${face} to ${to}`),
    ]));
    return new Set(notations);
  }

  isSplit(notation) {
    return this.phase === "end" && /^.+ \d+ .+ \d+$/.test(notation);
  }

  /** Whether the board has a control for an option. */
  offers(notation) {
    return this.options.has(notation) && (
      this.combats.has(notation) || this.transfigurations.has(notation) || this.changes.has(notation) || this.isSplit(notation)
      || ["stop", "go on"].includes(notation) || /^keep (nothing|[1-6 ]+)$/.test(notation));
  }

  /** Whether any die can be changed now. */
  get canChange() {
    return [...this.changes].some((notation) => this.options.has(notation));
  }

  get kept() { return this.dice.filter((die) => die.kept).map((die) => die.face); }

  /** The selection as it stands, heroes in the order of the table. */
  get written() {
    const team = this.view.heroes.map((hero) => hero.name).filter((name) => this.pick.team.includes(name));
    return sending({ ...this.pick, team });
  }

  /** Why the combat as it is picked cannot be sent: a sentence, or what is still missing. */
  get obstacle() {
    const { team, creature, duo } = this.pick;
    if (!creature && !team.length) return { words: "Tap a creature, and one or two heroes." };
    if (!team.length) return { words: "Tap one or two heroes to meet it." };
    if (!creature) return { words: `Tap the creature ${team.length > 1 ? "they meet" : `the ${team[0]} meets`}.` };
    const bar = this.barred.get(this.written) ?? this.barred.get(sending({ ...this.pick, song: false }));
    if (team.length === 2 && !duo && !this.isOff({})) return { words: "Tap a duo card for the two." };
    return bar ? { words: sentence(bar.words), rule: bar.rule } : { words: "That combat is not possible." };
  }

  /** Whether no legal combat has this besides what is picked already. */
  isOff(change) {
    const pick = { ...this.pick, ...change };
    for (const notation of this.options.keys()) {
      const combat = this.combats.get(notation);
      const fits = combat && pick.team.every((hero) => combat.team.includes(hero))
        && (!pick.creature || combat.creature === pick.creature) && (!pick.duo || combat.duo === pick.duo);
      if (fits) return false;
    }
    return true;
  }

  /** Whether the coach would have it in the combat to send. */
  advises(what, name) {
    const pick = this.combats.get(this.coach.best?.notation);
    return pick ? (what === "team" ? pick.team.includes(name) : pick[what] === name) : false;
  }

  get selects() { return this.mine && this.phase === "selection"; }

  /** How a hero may change a die of that face: the faces on offer, or why there are none. */
  waysOf(hero, face) {
    const { costs, combat, duos } = this.view;
    const shift = duos.find((duo) => duo.name === combat.duo)?.shift_cost || costs.shift;
    const way = (ability, price, offers) => {
      const faces = offers.filter(({ notation }) => this.options.has(notation));
      return { hero, ability, price, faces, bar: this.barred.get(offers[0].notation) };
    };
    return [
      way("Shift", shift, [["down", ((face + 4) % 6) + 1], ["up", (face % 6) + 1]]
        .map(([to, number]) => ({ to: number, notation: `${hero} shift ${face} ${to}` }))),
      way("Magic Shift", costs.magic_shift, [1, 2, 3, 4, 5, 6].filter((to) => to !== face)
        .map((to) => ({ to, notation: `${hero} ${face} to ${to}` }))),
    ].filter(({ faces, bar }) => faces.length || bar);
  }

  /** How the last combat or turn went, from the view alone: for a page that has just been opened. */
  get remembered() {
    const { combats: fought, last } = this.view;
    const combat = fought.at(-1);
    if (combat) {
      const words = `${combat.creature} ${combat.won ? "is defeated" : "stands"}`;
      return { over: [{ event: combat.won ? "Defeated" : "Lost", words }], dice: combat.dice.map((face) => ({ face })) };
    }
    if (!last) return null;
    const gained = last.token === "none" ? "nobody took a token" : `a token for the ${last.token}`;
    return { over: [{ event: "Scored", words: `Turn ${last.turn} ended ${last.heroes} to ${last.creatures}: ${gained}` }], dice: [] };
  }

  // -- what happens -----------------------------------------------------------------------------

  /** Another question: what was tapped together for the last one is gone. */
  asked(now) {
    this.coach.forget(now.number);
    this.pick = NOBODY;
    this.stopping = false;
    this.reason = null;
    this.combats = combats(now.view);
  }

  /** The odds and reasons of the question, or null until they are known. */
  looked(looks) {
    const options = this.mine ? this.request.options : [];
    this.options = new Map(options.map((option) => [option.notation, option]));
    this.figures = new Map(options.map((option, place) => [option.notation, looks?.looks[place]]));
    this.barred = new Map((looks?.barred ?? []).map((bar) => [bar.notation, bar]));
  }

  /** Dice fall and change; a combat or a turn that ended is remembered until the next one begins. */
  fall(events, view) {
    const threw = events.some((event) => event.event === "Threw");
    if (threw) this.round += 1;
    this.dice = laid(this.dice, events, view, this.changing).map((die) => (threw ? die : { ...die, fell: false }));
    this.changing = -1;
    const over = events.filter(({ event }) => ["Defeated", "Lost", "Compared"].includes(event));
    if (over.length) this.aftermath = { over, dice: this.dice };
    if (view.combat && !over.length) this.aftermath = null;
    if (!view.dice.length) this.dice = [];
  }
}
