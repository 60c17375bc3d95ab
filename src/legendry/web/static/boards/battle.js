/**
 * What the boards of fights and dogfights share: a grid of cells that mouse, finger and keyboard point
 * at and choose from, a caption that puts the cell into words, a small menu where there are several
 * ways, and cards at the side.
 *
 * A board adds its drawing (`build`), a `deck` of cards and a `cursor` for the keyboard, and says what
 * its game does where a cell is pointed at (`light`, with the options it stands for), options aim at
 * something (`aim`), a cell is chosen (`pick`) or a key pressed (`acts`). Its moments know the options,
 * the `choices` and `aims` of a cell, its `parts` in words and why it is `barred`, and a `hint`.
 */

import { h, refill, svg } from "../js/dom.js";
import { openBeside } from "../js/ledger.js";
import { odds } from "../js/question.js";
import { emit } from "./common.js";

export class BattleBoard extends HTMLElement {
  moment = null;
  cells = new Map();
  /** The cell that the keyboard comes back to. */
  here = "";
  pointed = "";
  /** Whether a finger was the last to point. */
  touch = false;

  rows = svg("g", { role: "presentation" });
  caption = h("p", { class: "caption" });

  #game;
  #key;
  #entry = null;
  #asked = new Set();
  #menu = null;
  #chances = new Map();

  /** The menu goes by the name of the game; cells have their own name as `data-{key}`. */
  constructor(game, key, label) {
    super();
    this.#game = game;
    this.#key = key;
    this.drawing = svg("svg", { role: "grid", "aria-label": label });
  }

  connectedCallback() {
    if (this.drawing.isConnected) return;
    this.build();
    this.#listen();
  }

  // -- what the page gives ---------------------------------------------------------------------

  /** Turns to a new moment; gives the events to show, none of them twice. */
  turnTo(moment, { entry, looks }) {
    const first = this.moment === null;
    if (this.moment?.now.number !== moment.now.number) this.turnPage();
    this.moment = moment;
    moment.looks = looks;
    const fresh = !first && entry && entry !== this.#entry;
    this.#entry = entry;
    return fresh ? entry.events ?? [] : [];
  }

  looked(looks) {
    this.moment.looks = looks;
    this.draw();
    if (this.#menu?.isConnected) this.#tellChances();
  }

  shown(message) {
    this.deck.inspected(message);
  }

  /** What the question bar points at. */
  preview(notation) {
    this.aim(this.moment.options.filter((one) => one.notation === notation));
  }

  get cards() {
    return this.deck.element;
  }

  interrupts() {
    return this.moment.interrupts;
  }

  get headline() {
    return this.moment?.headline ?? "";
  }

  // -- asking the page -------------------------------------------------------------------------

  /** Wants something inspected, once a question. */
  inspect(name) {
    if (this.#asked.has(name)) return;
    this.#asked.add(name);
    emit(this, "inspect", { thing: name });
  }

  answer(option) {
    emit(this, "answer", { text: option.notation });
  }

  /** A new question: what was begun with the last one ends. */
  turnPage() {
    this.#asked.clear();
    this.closeMenu();
    if (this.touch) this.pointed = "";
  }

  // -- words -----------------------------------------------------------------------------------

  /** A cell in words, part by part. */
  parts(name) {
    return this.moment.parts(name);
  }

  /** Why there is nothing to choose in a cell, where that is worth saying unasked. */
  refusal() {
    return "";
  }

  /** Brings the cells and the caption up to date with the moment. */
  draw() {
    for (const [name, cell] of this.cells) {
      const words = this.parts(name).join("; ");
      if (cell.getAttribute("aria-label") !== words) cell.setAttribute("aria-label", words);
      cell.classList.toggle("open", this.moment.choices(name).length > 0);
    }
    this.say(this.pointed);
  }

  /** The caption: a cell part by part, or a hint. */
  say(name, more = "") {
    const known = this.cells.has(name);
    const parts = known ? [...this.parts(name), more || this.refusal(name)] : [more || this.moment.hint];
    refill(this.caption, parts.filter(Boolean).map((part) => h("span", null, part)));
    this.classList.toggle("speaks", known || Boolean(more));
  }

  /** Says something to the eye and to the ear. */
  tell(words) {
    this.say("", words);
    emit(this, "announce", { words });
  }

  // -- pointing and choosing -------------------------------------------------------------------

  point(name) {
    if (name === this.pointed) return;
    this.pointed = name;
    const aims = name ? this.moment.aims(name) : [];
    this.light(aims);
    this.aim(aims);
    this.say(name);
  }

  /** Says why a cell cannot be chosen; a finger that comes again wants to hear no more of it. */
  refuse(name, why = this.moment.barred(name)) {
    if (this.touch && this.pointed === name) {
      this.point("");
      return;
    }
    this.point(name);
    this.say(name, why);
    emit(this, "announce", { words: [...this.parts(name), why].filter(Boolean).join("; ") });
  }

  /** A menu at a cell: what `whose` options do with what is called `title`, each in `words`. */
  openMenu(name, choices, { whose, title, words }) {
    this.#chances = new Map(choices.map((option) => [option, h("span", { class: "odds" })]));
    const item = (option) => {
      const aim = () => this.aim([option]);
      return h("button", { type: "button", onclick: () => this.answer(option), onfocus: aim, onpointerenter: aim },
        h("span", null, words(option), option.words ? h("span", { class: "soft small" }, ` ${option.words}`) : null),
        this.#chances.get(option));
    };
    this.#tellChances();
    const list = h("div", { class: `${this.#game}-menu` },
      h("h3", null, whose && whose !== title ? `${whose} · ${title}` : title), choices.map(item));
    openBeside(this.cells.get(name), `${title}: what to do`, list);
    this.#menu = list.closest("[popover]");
    list.querySelector("button").focus();
  }

  /** The odds beside the options of the menu; they may come when it is open already. */
  #tellChances() {
    for (const [option, place] of this.#chances) place.textContent = odds(this.moment.look(option), option.goes);
  }

  closeMenu() {
    if (this.#menu?.isConnected) this.#menu.hidePopover();
    this.#menu = null;
  }

  // -- pointer and keys ------------------------------------------------------------------------

  #listen() {
    const nameOf = (event) => event.target.closest?.(`[data-${this.#key}]`)?.dataset[this.#key] ?? "";
    const on = (name, act) => this.drawing.addEventListener(name, (event) => { if (this.moment) act(event); });
    on("pointerdown", (event) => { this.touch = event.pointerType === "touch"; });
    on("click", (event) => {
      const name = nameOf(event);
      if (!name || this.dragged) return;
      this.stand(name);
      this.pick(name);
    });
    on("pointerover", (event) => { if (event.pointerType !== "touch") this.point(nameOf(event)); });
    on("pointerleave", (event) => { if (event.pointerType !== "touch") this.point(""); });
    on("focusin", (event) => {
      const name = nameOf(event);
      if (!name) return;
      this.stand(name);
      const visible = event.target.matches(":focus-visible");
      this.cursor.classList.toggle("on", visible);
      if (visible) this.point(name);
    });
    on("focusout", () => this.cursor.classList.remove("on"));
    on("keydown", (event) => this.#press(event));
  }

  /** Whether the pointer that was lifted had dragged the board: then it was no click. */
  get dragged() {
    return false;
  }

  #press(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const press = () => {
      this.touch = false;
      this.pick(this.here);
    };
    const name = event.key.length === 1 ? event.key.toLowerCase() : event.key;
    const act = { Enter: press, " ": press, ...this.acts(event.shiftKey) }[name];
    if (!act) return;
    event.preventDefault();
    event.stopPropagation();
    act();
  }

  stand(name) {
    this.cells.get(this.here)?.setAttribute("tabindex", "-1");
    this.here = name;
    this.cells.get(name)?.setAttribute("tabindex", "0");
  }

  /** With a new question the keyboard starts here, unless it is at work on the board; whether it does. */
  settle(name) {
    const moves = this.cells.has(name) && !this.drawing.contains(document.activeElement);
    if (moves) this.stand(name);
    return moves;
  }

  walkTo(name, how = {}) {
    const cell = this.cells.get(name);
    if (!cell) return;
    this.stand(name);
    cell.focus({ focusVisible: true, ...how });
    this.point(name);
  }
}
