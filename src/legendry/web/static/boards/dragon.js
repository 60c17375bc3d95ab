/** The table of Legendary Dragon: tokens, heroes, creatures, duo cards, and five dice to keep. */

import { h } from "../js/dom.js";
import { dieFace } from "../js/dice.js";
import { LedgerList, ledgersIn, openBeside } from "../js/ledger.js";
import { emit, styled } from "./common.js";
import { stepped } from "./dragon/dice.js";
import { drawField } from "./dragon/field.js";
import { Moment } from "./dragon/moment.js";
import { patch } from "./dragon/patch.js";
import { contents, flasks } from "./dragon/pieces.js";
import { drawDuos, drawHeroes, drawRow, drawScore } from "./dragon/table.js";
import { exactly, keeping, sentence } from "./dragon/words.js";

await styled("dragon");

const openLedgers = (anchor, label, ledgers) => {
  const list = new LedgerList();
  list.ledgers = ledgers;
  openBeside(anchor, label, list);
};

export default class DragonBoard extends HTMLElement {
  #moment = new Moment();

  constructor() {
    super();
    this.addEventListener("click", (event) => this.#clicked(event));
    this.addEventListener("keydown", (event) => this.#walked(event));
    this.addEventListener("focusin", ({ target }) => this.#stoodAt(target));
  }

  // -- what the page tells ----------------------------------------------------------------------

  set scenery(_) {}

  update(state) {
    const before = this.#moment.state;
    const { now, entry } = state;
    const events = entry && !entry.undoes ? entry.events ?? [] : [];
    if (entry?.by === "person" && before?.you.includes(entry.seat)) this.#say(this.#moment.coach.judge(entry.lines));
    this.#moment.state = state;
    if (before?.now.number !== now.number) this.#moment.asked(now);
    this.#moment.fall(events, now.view);
    this.#moment.looked(state.looks);
    this.#draw();
    if (this.#moment.mine && now.view.combat) this.querySelector(".field-of-play").scrollIntoView({ block: "nearest" });
    if (this.#moment.coached && this.#moment.coach.level !== "off") emit(this, "hint", {});
  }

  looked(looks) {
    this.#moment.looked(looks);
    this.#draw();
  }

  /** Every option that can be reached here; the question bar lists the others. */
  offers({ notation }) {
    return this.#moment.offers(notation);
  }

  hints(message) {
    if (this.#moment.coach.heard(message)) this.#draw();
  }

  shown({ thing, ledgers }) {
    if (thing !== "points") return;
    openLedgers(this.querySelector('[data-do="points"]'), "Points of this turn", ledgers);
  }

  /** What the page may put above the table. */
  get headline() {
    return this.#moment.headline;
  }

  // -- what is said -----------------------------------------------------------------------------

  #say(words) {
    if (words) emit(this, "announce", { words });
  }

  #answer(text) {
    emit(this, "answer", { text });
  }

  /** Says why something is not possible. */
  #refuse(words, rule = "") {
    this.#moment.reason = { words: sentence(words), rule };
    this.#say(this.#moment.reason.words);
  }

  /** Answers where that is legal; else says why it is not. */
  #attempt(notation) {
    if (this.#moment.options.has(notation)) {
      this.#answer(notation);
      return;
    }
    const bar = this.#moment.barred.get(notation);
    this.#refuse(bar?.words ?? "That is not possible now", bar?.rule);
  }

  // -- what people do ---------------------------------------------------------------------------

  #clicked(event) {
    const control = event.target.closest("[data-do]");
    if (!control) return;
    const { do: doing, of } = control.dataset;
    this.#moment.reason = null;
    if (doing !== "stop") this.#moment.stopping = false;
    this.#deeds[doing](of, control);
    this.#draw();
  }

  #deeds = {
    hero: (name) => this.#toggleHero(name),
    creature: (slot) => this.#toggleCreature(Number(slot)),
    duo: (name) => this.#toggleDuo(name),
    song: () => this.#picked({ song: !this.#moment.pick.song }),
    send: () => this.#attempt(this.#moment.written),
    die: (place) => this.#toggleDie(Number(place)),
    throw: () => this.#attempt(keeping(this.#moment.kept)),
    change: (place, control) => this.#chooseFace(Number(place), control),
    stop: () => this.#stop(),
    answer: (notation) => this.#attempt(notation),
    points: () => emit(this, "inspect", { thing: "points" }),
    pile: (name, control) => {
      const cards = name === "creatures" ? this.#moment.view.creature_pile : this.#moment.view.trait_pile;
      openBeside(control, `The ${name} pile`, contents(name, cards));
    },
    prospect: (_, control) => openLedgers(control, "Points of a win", this.#moment.figures.get(this.#moment.written).ledgers),
    turn: (_, control) => openLedgers(control, "Points of the combat and of the turn", ledgersIn(this.#moment.aftermath.over)),
    coach: (level) => {
      this.#moment.coach.set(level);
      if (level !== "off" && this.#moment.coached && !this.#moment.coach.list.length) emit(this, "hint", {});
    },
  };

  #picked(change) {
    this.#moment.pick = { ...this.#moment.pick, ...change };
    const figures = this.#moment.figures.get(this.#moment.written)?.figures;
    if (this.#moment.options.has(this.#moment.written)) {
      this.#say(`${this.#moment.written}${figures ? `: ${exactly(figures.win)} to win` : ""}.`);
    } else if (this.#moment.pick.creature && this.#moment.pick.team.length) {
      this.#say(this.#moment.obstacle.words);
    }
    emit(this, "preview", { notation: this.#moment.options.has(this.#moment.written) ? this.#moment.written : null });
  }

  #toggleHero(name) {
    const hero = this.#moment.view.heroes.find((one) => one.name === name);
    if (hero.fought) {
      this.#refuse(`the ${name} has fought this turn`, "DRG-29");
      return;
    }
    const { team, duo, song } = this.#moment.pick;
    const next = team.includes(name) ? team.filter((one) => one !== name) : [...team, name];
    this.#picked({ team: next, duo: next.length > 1 ? duo : "", song });
  }

  #toggleCreature(slot) {
    const one = this.#moment.view.row.find((creature) => creature.slot === slot);
    if (one.fought) {
      this.#refuse(`the ${one.name} has been fought this turn`, "DRG-30");
      return;
    }
    this.#picked({ creature: this.#moment.pick.creature === one.name ? "" : one.name });
  }

  #toggleDuo(name) {
    const card = this.#moment.view.duos.find((duo) => duo.name === name);
    if (card.used) this.#refuse(`${name} has been used this turn`, "DRG-28");
    else this.#picked({ duo: this.#moment.pick.duo === name ? "" : name });
  }

  #toggleDie(place) {
    if (!this.#moment.view.throws_left) {
      this.#refuse("no throw is left", "DRG-40");
      return;
    }
    this.#moment.dice = this.#moment.dice.map((die, at) => ({ ...die, fell: false, kept: at === place ? !die.kept : die.kept }));
    const kept = keeping(this.#moment.kept);
    emit(this, "preview", { notation: this.#moment.options.has(kept) ? kept : null });
  }

  /** New faces for a die, by who would pay for them; those that cannot, with the reason. */
  #chooseFace(place, control) {
    const { face } = this.#moment.dice[place];
    const choose = (notation) => (event) => {
      this.#moment.changing = place;
      event.currentTarget.closest("[popover]").hidePopover();
      this.#attempt(notation);
      this.#draw();
    };
    const rows = this.#moment.view.combat.team.flatMap((hero) => this.#moment.waysOf(hero, face)).map(({ hero, ability, price, faces, bar }) =>
      h("div", { class: "way" },
        h("p", null, `The ${hero}: ${ability} `, flasks(price)),
        faces.length
          ? h("div", { class: "faces" }, faces.map(({ to, notation }) =>
            h("button", { type: "button", "aria-label": `${ability} by the ${hero} to ${to}`, onclick: choose(notation) }, dieFace(to))))
          : h("p", { class: "soft small" }, sentence(bar.words))));
    openBeside(control, `Change die ${place + 1}, which shows ${face}`, h("div", { class: "dragon-faces" },
      h("h3", null, `Change this ${face}`), rows));
  }

  /** Giving up while throws are left wants a second tap. */
  #stop() {
    if (this.#moment.stopping || !this.#moment.view.throws_left) this.#answer("stop");
    else this.#moment.stopping = true;
  }

  #walked(event) {
    const control = event.target.closest("[data-row]");
    if (!control) return;
    const { row, column } = control.dataset;
    const next = stepped(control.closest(".tray"), event.key, { row: Number(row), column: Number(column) });
    if (!next) return;
    event.preventDefault();
    event.stopPropagation();
    next.focus();
  }

  #stoodAt(target) {
    const control = target.closest("[data-row]");
    if (!control) return;
    for (const other of this.querySelectorAll('.tray [tabindex="0"]')) other.setAttribute("tabindex", "-1");
    control.setAttribute("tabindex", "0");
    this.#moment.at = { row: Number(control.dataset.row), column: Number(control.dataset.column) };
  }

  // -- drawing ----------------------------------------------------------------------------------

  #draw() {
    if (!this.#moment.view) return;
    const had = this.contains(document.activeElement);
    const fresh = h("div", { class: "dragon", "data-phase": this.#moment.phase, "data-combat": this.#moment.view.combat ? "" : null },
      drawScore(this.#moment), drawRow(this.#moment),
      h("div", { class: "company" }, drawHeroes(this.#moment), drawDuos(this.#moment)), drawField(this.#moment));
    if (this.firstElementChild) patch(this.firstElementChild, fresh);
    else this.append(fresh);
    if (had && !this.contains(document.activeElement)) this.querySelector(".field-of-play").focus();
  }
}

customElements.define("dragon-board", DragonBoard);
