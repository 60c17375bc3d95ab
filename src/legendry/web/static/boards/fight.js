/**
 * `<fight-board>`: a fight on hexes. Whatever can be done with a hex or a counter is done by choosing
 * it; with several ways a small menu asks which. The rules stay on the server: the board knows only
 * the view, the options by their notation, and what looks and inspections say.
 */

import { h, refill, svg } from "../js/dom.js";
import { BattleBoard } from "./battle.js";
import { Cards } from "./cards.js";
import { emit, styled } from "./common.js";
import { Camera } from "./fight/camera.js";
import { FighterCard } from "./fight/cards.js";
import { box, column, distance, HALF, hexPath, label, middle, neighbours, row, SIZE } from "./fight/geometry.js";
import { Marks } from "./fight/marks.js";
import { Moment } from "./fight/moment.js";
import { Motion } from "./fight/motion.js";
import { isPlace } from "./fight/options.js";
import { drawn, labels } from "./fight/scenery.js";
import { openBook } from "./fight/spellbook.js";
import { areas, spellPatterns } from "./fight/spells.js";
import { patterns, Tokens } from "./fight/tokens.js";
import { around } from "./fight/words.js";

await styled("fight");

/** Pixels that a fingertip needs. */
const FINGER = 44;
/** So many pixels beside the board are enough for its caption and tools. */
const MARGIN = 100;
/** So many foes at most are asked about their zones without being pointed at. */
const MANY = 16;
const CLOSER = 1.4;

/** The six neighbours on the number pad, in clock order from the north. */
const STEPS = { ArrowUp: 0, PageUp: 1, PageDown: 2, ArrowDown: 3, End: 4, Home: 5 };

export default class FightBoard extends BattleBoard {
  /** What the board's own keys do, for the page's list of keys. */
  static keys = [
    [["↑", "↓", "←", "→"], "walk the hexes"],
    [["Home", "PgUp", "End", "PgDn"], "the four slanting neighbours, as on a number pad"],
    [["Enter"], "choose the hex, or open its menu"],
    [["t"], "next target"],
    [["m"], "next hex in reach"],
    [["c"], "open the spell book"],
    [["w"], "who is around, who threatens"],
    [["i"], "look closer at the fighter in the hex"],
    [["+", "−", "0"], "zoom in, zoom out, the whole board"],
  ];

  #scenery = null;
  #frame = 0;
  #ratio = 1;
  #armed = "";
  #book = null;
  #shown = { labels: false, zones: true, sight: false };

  #tokens = new Tokens();
  #motion = new Motion(this.#tokens);
  #marks = new Marks(this.#tokens);
  deck = new Cards("fight", FighterCard, (name) => this.inspect(name), (name) => this.#marks.point(name));
  #ground = svg("g", { "aria-hidden": "true" });
  #spells = svg("g", { class: "spells", "aria-hidden": "true" });
  cursor = svg("path", { class: "cursor", "aria-hidden": "true" });
  #camera = new Camera(this.drawing, () => this.#resized());
  #go = h("button", { type: "button", class: "primary", hidden: true, onclick: () => this.pick(this.#armed, true) });
  #tools = h("div", { class: "view-tools", role: "group", "aria-label": "Board view" });

  constructor() {
    super("fight", "hex", "Board");
  }

  build() {
    const hatch = svg("pattern", { id: "zone-hatch", width: 9, height: 9, patternUnits: "userSpaceOnUse", patternTransform: "rotate(-45)" },
      svg("path", { class: "zone-line", d: "M0 0V9" }));
    refill(this.drawing, svg("defs", null, patterns(), spellPatterns(), hatch),
      this.#ground, this.#spells, this.#tokens.bulks, this.#marks.below, this.#tokens.group, this.#marks.above, this.#motion.layer, this.cursor, this.rows);
    this.#equip();
    refill(this, h("div", { class: "sheet" }, this.drawing), h("div", { class: "under" }, this.caption, this.#go, this.#tools));
    const sizes = new ResizeObserver(() => this.#resized());
    sizes.observe(this);
    sizes.observe(this.drawing);
  }

  // -- what the page gives ---------------------------------------------------------------------

  set scenery(scenery) {
    if (!scenery?.hexes) return;
    this.#scenery = scenery;
    const hexes = Object.keys(scenery.hexes);
    refill(this.#ground, drawn(scenery), labels(hexes));
    this.#layCells(hexes);
    const whole = box(hexes);
    this.#ratio = whole.width / whole.height;
    this.drawing.style.aspectRatio = String(this.#ratio);
    this.drawing.setAttribute("aria-label", `Board: ${scenery.name || "hexes"}`);
    this.#camera.whole = whole;
    this.stand(hexes.find((hex) => !scenery.hexes[hex].includes("wall")) ?? hexes[0]);
  }

  update({ now, entry, looks }) {
    const moment = new Moment(this.#scenery, now, this.moment);
    const events = this.turnTo(moment, { entry, looks });
    const before = this.#tokens.show(moment.counters, moment.signs, moment.sides, moment.marks);
    this.#motion.play(events, before);
    this.deck.show(moment, moment.fighters);
    refill(this.#spells, areas(moment.spells));
    this.settle((moment.actor ?? moment.view.fighters[moment.options[0]?.actor])?.hex);
    this.draw();
    this.#wonder();
  }

  looked(looks) {
    super.looked(looks);
    this.#book?.draw();
  }

  shown(message) {
    this.moment.inspected(message);
    super.shown(message);
    cancelAnimationFrame(this.#frame);
    this.#frame = requestAnimationFrame(() => this.draw());
  }

  offers({ notation }) {
    return this.moment.places.some((one) => one.notation === notation);
  }

  goes({ notation }) {
    return this.moment.options.find((one) => one.notation === notation)?.goes ?? "";
  }

  /** What the question bar shows as one button: the spells that can be begun, and why not others. */
  get folds() {
    const { castable, uncastable } = this.moment;
    const names = (some) => new Set(some.map((option) => option.deed.replace(/ of .*/, ""))).size;
    const able = names(castable);
    if (!able && !uncastable.length) return [];
    const all = able + uncastable.length;
    const words = !able ? "none now" : able < all ? `${able} of ${all} spells` : `${able} ${able === 1 ? "spell" : "spells"}`;
    const begins = new Set([...castable, ...uncastable].map((option) => option.notation));
    const open = () => { this.#book = openBook(this.moment, (option) => this.answer(option)); };
    return [{ name: "Cast…", key: "c", words, holds: ({ notation }) => begins.has(notation), open }];
  }

  /** What has been said of an answer that is given step by step. */
  get said() {
    return this.moment.said;
  }

  // -- asking the page -------------------------------------------------------------------------

  /** Asks for what the board draws without being told to. */
  #wonder() {
    const { actor, moving } = this.moment;
    if (!actor || !(moving || this.#shown.sight)) return;
    this.inspect(actor.name);
    if (!this.#shown.zones || !moving) return;
    const near = this.moment.foesOf(actor).sort((a, b) => distance(actor.hex, a.hex) - distance(actor.hex, b.hex));
    for (const foe of near.slice(0, MANY)) this.inspect(foe.name);
  }

  turnPage() {
    super.turnPage();
    this.#disarm();
    this.#book?.close();
    this.#book = null;
  }

  // -- drawing ---------------------------------------------------------------------------------

  draw() {
    if (!this.#scenery) return;
    this.#marks.show(this.moment, this.#shown);
    this.aim(this.pointed ? this.moment.aims(this.pointed) : []);
    super.draw();
  }

  /** Shows what these options aim at. */
  aim(options) {
    this.#marks.aim(this.moment, options);
  }

  #layCells(hexes) {
    this.cells.clear();
    const byRow = Map.groupBy(hexes, row);
    const cell = (hex) => {
      const made = svg("path", {
        role: "gridcell", class: "cell", tabindex: -1, d: hexPath(middle(hex)), "aria-label": hex, "aria-colindex": column(hex), "data-hex": hex,
      });
      this.cells.set(hex, made);
      return made;
    };
    const numbers = [...byRow.keys()].sort((a, b) => a - b);
    refill(this.rows, numbers.map((number) => svg("g", { role: "row", "aria-rowindex": number }, byRow.get(number).sort().map(cell))));
    this.drawing.setAttribute("aria-rowcount", numbers.at(-1));
    this.drawing.setAttribute("aria-colcount", Math.max(...hexes.map(column)));
  }

  parts(hex) {
    return this.moment.parts(hex, this.#shown.zones);
  }

  refusal(hex) {
    const { moment } = this;
    const asked = moment.moving || moment.said;
    return asked && !moment.aims(hex).length && !moment.tags(hex).includes("wall") ? moment.barred(hex) : "";
  }

  #resized() {
    this.classList.toggle("tiny", this.#camera.scale * 2 * HALF < FINGER);
    this.classList.toggle("beside", this.clientWidth - this.clientHeight * this.#ratio > MARGIN);
  }

  // -- choosing --------------------------------------------------------------------------------

  /** Chooses a hex; a finger on a small hex points first and chooses with the second tap. */
  pick(hex, sure = false) {
    const choices = this.moment.choices(hex);
    const [only] = choices;
    const finger = this.touch && !sure && this.#armed !== hex;
    const asks = choices.length > 1 || (only?.hex && !isPlace(only)) || (finger && only?.targets.length);
    if (!only) this.refuse(hex);
    else if (asks) this.#ask(hex, choices);
    else if (finger && only.hex && this.classList.contains("tiny")) this.#arm(hex, only);
    else this.answer(only);
  }

  #arm(hex, option) {
    const { said } = this.moment;
    this.#armed = hex;
    this.point(hex);
    refill(this.#go, said ? option.notation.slice(said.length + 1) : option.deed).hidden = false;
  }

  #disarm() {
    this.#armed = "";
    this.#go.hidden = true;
  }

  refuse(hex) {
    const { actor, moving } = this.moment;
    const foe = this.moment.in(hex).find((one) => actor && one.side !== actor.side && one.status === "active");
    const why = foe && moving ? `First choose where ${actor.name} goes: a tinted hex, or stay.` : this.moment.barred(hex);
    this.#disarm();
    super.refuse(hex, why);
  }

  answer(option) {
    this.closeMenu();
    this.#disarm();
    emit(this, "preview", { notation: null });
    super.answer(option);
  }

  #ask(hex, choices) {
    const whose = choices.every((option) => option.actor === choices[0].actor) ? choices[0].actor : "";
    const title = this.moment.in(hex)[0]?.name ?? hex;
    this.openMenu(hex, choices, { whose, title, words: (option) => (whose && option.deed) || option.notation });
  }

  // -- pointer and keys ------------------------------------------------------------------------

  get dragged() {
    return this.#camera.dragged;
  }

  /** The option that the hex pointed at stands for, if it is one. */
  get pointsAt() {
    const aims = this.pointed ? this.moment.aims(this.pointed) : [];
    return aims.length === 1 ? aims[0].notation : null;
  }

  light() {
    emit(this, "preview", { notation: this.pointsAt });
  }

  stand(hex) {
    super.stand(hex);
    this.cursor.setAttribute("d", hexPath(middle(hex), SIZE - 2));
  }

  walkTo(hex) {
    if (this.cells.has(hex)) this.#camera.seek(middle(hex), SIZE * 1.2);
    super.walkTo(hex, { preventScroll: true });
  }

  /** The next of these hexes after the one in hand, in the order of the board. */
  #next(hexes, back) {
    const sorted = [...new Set(hexes)].filter((hex) => this.cells.has(hex)).sort();
    if (back) sorted.reverse();
    return sorted.find((hex) => (back ? hex < this.here : hex > this.here)) ?? sorted[0];
  }

  acts(back) {
    const { here } = this;
    const beside = (by) => label(column(here) + by, row(here));
    const steps = Object.entries(STEPS).map(([key, way]) => [key, () => this.walkTo(neighbours(here)[way])]);
    return {
      ...Object.fromEntries(steps),
      ArrowLeft: () => this.walkTo(beside(-1)),
      ArrowRight: () => this.walkTo(beside(1)),
      t: () => this.walkTo(this.#next(this.moment.targets, back)),
      m: () => this.walkTo(this.#next(this.moment.options.map((option) => option.hex), back)),
      w: () => this.#lookAround(here),
      i: () => this.#examine(here),
      "+": () => this.#camera.by(CLOSER, middle(here)),
      "-": () => this.#camera.by(1 / CLOSER, middle(here)),
      0: () => this.#camera.reset(),
    };
  }

  #lookAround(hex) {
    const { actor, fighters, view, zones } = this.moment;
    const side = (this.moment.in(hex)[0] ?? actor)?.side ?? view.side;
    this.tell(around(fighters, hex, side, zones));
  }

  #examine(hex) {
    const [one] = this.moment.in(hex);
    emit(this, "announce", { words: this.parts(hex).join("; ") });
    if (one) this.deck.open(one.name);
  }

  // -- the tools of the view -------------------------------------------------------------------

  #equip() {
    const tool = (text, name, act) =>
      h("button", { type: "button", class: "quiet tool", title: name, "aria-label": name, onclick: act }, text);
    const toggle = (key, text, name) => {
      const turn = (event) => {
        this.#shown[key] = !this.#shown[key];
        event.currentTarget.setAttribute("aria-pressed", String(this.#shown[key]));
        this.classList.toggle("labelled", this.#shown.labels);
        this.draw();
        this.#wonder();
      };
      return h("button", { type: "button", class: "quiet tool", title: name, "aria-pressed": String(this.#shown[key]), onclick: turn }, text);
    };
    refill(this.#tools,
      toggle("labels", "Labels", "Show the names of all hexes"),
      toggle("zones", "Zones", "Hatch the foes’ zones of control while moving"),
      toggle("sight", "Sight", "Dim what whoever acts cannot see"),
      h("span", { class: "zoom", role: "group", "aria-label": "Zoom" },
        tool("−", "Zoom out", () => this.#camera.by(1 / CLOSER)),
        tool("+", "Zoom in", () => this.#camera.by(CLOSER)),
        tool("⤢", "Show the whole board", () => this.#camera.reset())));
  }
}

customElements.define("fight-board", FightBoard);
