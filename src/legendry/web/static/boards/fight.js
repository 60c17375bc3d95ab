/**
 * `<fight-board>`: a fight on hexes. Whatever can be done with a hex or a counter is done by choosing
 * it; with several ways a small menu asks which. The rules stay on the server: the board knows only
 * the view, the options by their notation, and what looks and inspections say.
 */

import { h, refill, svg } from "../js/dom.js";
import { openBeside } from "../js/ledger.js";
import { odds } from "../js/question.js";
import { styled } from "./common.js";
import { Camera } from "./fight/camera.js";
import { Cards } from "./fight/cards.js";
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

/** Pixels that a fingertip needs. */
const FINGER = 44;
/** So many pixels beside the board are enough for its caption and tools. */
const MARGIN = 100;
/** So many foes at most are asked about their zones without being pointed at. */
const MANY = 16;
const CLOSER = 1.4;

/** The six neighbours on the number pad, in clock order from the north. */
const STEPS = { ArrowUp: 0, PageUp: 1, PageDown: 2, ArrowDown: 3, End: 4, Home: 5 };

export default class FightBoard extends HTMLElement {
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
  #entry = null;
  #moment = null;
  #asked = new Set();
  #cells = new Map();
  #frame = 0;
  #ratio = 1;
  #here = "";
  #hovered = "";
  #armed = "";
  #touch = false;
  #menu = null;
  #closeBook = null;
  #shown = { labels: false, zones: true, sight: false };

  #tokens = new Tokens();
  #motion = new Motion(this.#tokens);
  #marks = new Marks(this.#tokens);
  #cards = new Cards((name) => this.#inspect(name), (name) => this.#marks.point(name));
  #ground = svg("g", { "aria-hidden": "true" });
  #spells = svg("g", { class: "spells", "aria-hidden": "true" });
  #rows = svg("g", { role: "presentation" });
  #cursor = svg("path", { class: "cursor", "aria-hidden": "true" });
  #drawing = svg("svg", { role: "grid", "aria-label": "Board" });
  #camera = new Camera(this.#drawing, () => this.#resized());
  #caption = h("p", { class: "caption" });
  #go = h("button", { type: "button", class: "primary", hidden: true, onclick: () => this.#choose(this.#armed, true) });
  #tools = h("div", { class: "view-tools", role: "group", "aria-label": "Board view" });

  connectedCallback() {
    if (this.#drawing.isConnected) return;
    styled("fight");
    const hatch = svg("pattern", { id: "zone-hatch", width: 9, height: 9, patternUnits: "userSpaceOnUse", patternTransform: "rotate(-45)" },
      svg("path", { class: "zone-line", d: "M0 0V9" }));
    refill(this.#drawing, svg("defs", null, patterns(), spellPatterns(), hatch),
      this.#ground, this.#spells, this.#tokens.bulks, this.#marks.below, this.#tokens.group, this.#marks.above, this.#motion.layer, this.#cursor, this.#rows);
    this.#equip();
    refill(this, h("div", { class: "sheet" }, this.#drawing), h("div", { class: "under" }, this.#caption, this.#go, this.#tools));
    this.#listen();
    const sizes = new ResizeObserver(() => this.#resized());
    sizes.observe(this);
    sizes.observe(this.#drawing);
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
    this.#drawing.style.aspectRatio = String(this.#ratio);
    this.#drawing.setAttribute("aria-label", `Board: ${scenery.name || "hexes"}`);
    this.#camera.whole = whole;
    this.#stand(hexes.find((hex) => !scenery.hexes[hex].includes("wall")) ?? hexes[0]);
  }

  update({ now, entry, looks }) {
    const first = this.#moment === null;
    if (this.#moment?.now.number !== now.number) this.#turnPage();
    const moment = new Moment(this.#scenery, now);
    this.#moment = moment;
    moment.looks = looks;
    const before = this.#tokens.show(moment.counters, moment.signs, moment.sides, moment.marks);
    this.#motion.play(!first && entry && entry !== this.#entry ? entry.events ?? [] : [], before);
    this.#entry = entry;
    this.#cards.show(moment);
    refill(this.#spells, areas(moment.spells));
    this.#settle();
    this.#draw();
    this.#wonder();
  }

  looked(looks) {
    this.#moment.looks = looks;
    this.#draw();
  }

  shown(message) {
    this.#moment.inspected(message);
    this.#cards.inspected(message);
    cancelAnimationFrame(this.#frame);
    this.#frame = requestAnimationFrame(() => this.#draw());
  }

  /** What the question bar points at. */
  preview(notation) {
    this.#marks.aim(this.#moment, this.#moment.options.filter((one) => one.notation === notation));
  }

  offers({ notation }) {
    return this.#moment.places.some((one) => one.notation === notation);
  }

  /** What the question bar shows as one button: the spells that can be begun, and why not others. */
  get folds() {
    const { castable, uncastable } = this.#moment;
    const names = (some) => new Set(some.map((option) => option.deed.replace(/ of .*/, ""))).size;
    const able = names(castable);
    if (!able && !uncastable.length) return [];
    const all = able + uncastable.length;
    const words = !able ? "none now" : able < all ? `${able} of ${all} spells` : `${able} ${able === 1 ? "spell" : "spells"}`;
    const begins = new Set([...castable, ...uncastable].map((option) => option.notation));
    const open = () => { this.#closeBook = openBook(this.#moment, (option) => this.#answer(option)); };
    return [{ name: "Cast…", key: "c", words, holds: ({ notation }) => begins.has(notation), open }];
  }

  /** What has been said of an answer that is given step by step. */
  get said() {
    return this.#moment.said;
  }

  get cards() {
    return this.#cards.element;
  }

  interrupts() {
    return this.#moment.interrupts;
  }

  get headline() {
    return this.#moment?.headline ?? "";
  }

  // -- asking the page -------------------------------------------------------------------------

  #emit(name, detail) {
    this.dispatchEvent(new CustomEvent(name, { bubbles: true, detail }));
  }

  #inspect(name) {
    if (this.#asked.has(name)) return;
    this.#asked.add(name);
    this.#emit("inspect", { thing: name });
  }

  /** Asks for what the board draws without being told to. */
  #wonder() {
    const { actor, moving } = this.#moment;
    if (!actor || !(moving || this.#shown.sight)) return;
    this.#inspect(actor.name);
    if (!this.#shown.zones || !moving) return;
    const near = this.#moment.foesOf(actor).sort((a, b) => distance(actor.hex, a.hex) - distance(actor.hex, b.hex));
    for (const foe of near.slice(0, MANY)) this.#inspect(foe.name);
  }

  /** A new question: what was begun with the last one ends. */
  #turnPage() {
    this.#asked.clear();
    this.#disarm();
    this.#closeMenu();
    this.#closeBook?.();
    if (this.#touch) this.#hovered = "";
  }

  // -- drawing ---------------------------------------------------------------------------------

  #draw() {
    if (!this.#scenery) return;
    this.#marks.show(this.#moment, this.#shown);
    this.#marks.aim(this.#moment, this.#hovered ? this.#moment.aims(this.#hovered) : []);
    this.#nameCells();
    this.#say(this.#hovered);
  }

  #layCells(hexes) {
    this.#cells.clear();
    const byRow = Map.groupBy(hexes, row);
    const cell = (hex) => {
      const made = svg("path", {
        role: "gridcell", class: "cell", tabindex: -1, d: hexPath(middle(hex)), "aria-label": hex, "aria-colindex": column(hex), "data-hex": hex,
      });
      this.#cells.set(hex, made);
      return made;
    };
    const numbers = [...byRow.keys()].sort((a, b) => a - b);
    refill(this.#rows, numbers.map((number) => svg("g", { role: "row", "aria-rowindex": number }, byRow.get(number).sort().map(cell))));
    this.#drawing.setAttribute("aria-rowcount", numbers.at(-1));
    this.#drawing.setAttribute("aria-colcount", Math.max(...hexes.map(column)));
  }

  #words(hex) {
    return this.#moment.parts(hex, this.#shown.zones).join("; ");
  }

  #nameCells() {
    for (const [hex, cell] of this.#cells) {
      const words = this.#words(hex);
      if (cell.getAttribute("aria-label") !== words) cell.setAttribute("aria-label", words);
      cell.classList.toggle("open", this.#moment.choices(hex).length > 0);
    }
  }

  /** The caption: a hex part by part, or a hint. */
  #say(hex, more = "") {
    const moment = this.#moment;
    const refused = hex && (moment.moving || moment.said) && !moment.aims(hex).length && !moment.tags(hex).includes("wall") ? moment.barred(hex) : "";
    const parts = hex ? [...moment.parts(hex, this.#shown.zones), more || refused] : [more || moment.hint];
    refill(this.#caption, parts.filter(Boolean).map((part) => h("span", null, part)));
    this.classList.toggle("speaks", Boolean(hex || more));
  }

  #resized() {
    this.classList.toggle("tiny", this.#camera.scale * 2 * HALF < FINGER);
    this.classList.toggle("beside", this.clientWidth - this.clientHeight * this.#ratio > MARGIN);
  }

  // -- choosing --------------------------------------------------------------------------------

  /** Chooses a hex; a finger on a small hex points first and chooses with the second tap. */
  #choose(hex, sure = false) {
    const choices = this.#moment.choices(hex);
    const [only] = choices;
    const finger = this.#touch && !sure && this.#armed !== hex;
    const asks = choices.length > 1 || (only?.hex && !isPlace(only)) || (finger && only?.targets.length);
    if (!only) this.#refuse(hex);
    else if (asks) this.#openMenu(hex, choices);
    else if (finger && only.hex && this.classList.contains("tiny")) this.#arm(hex, only);
    else this.#answer(only);
  }

  #arm(hex, option) {
    const { said } = this.#moment;
    this.#armed = hex;
    this.#hover(hex);
    refill(this.#go, said ? option.notation.slice(said.length + 1) : option.deed).hidden = false;
  }

  #disarm() {
    this.#armed = "";
    this.#go.hidden = true;
  }

  #refuse(hex) {
    const { actor, moving } = this.#moment;
    const foe = this.#moment.in(hex).find((one) => actor && one.side !== actor.side && one.status === "active");
    const why = foe && moving ? `First choose where ${actor.name} goes: a tinted hex, or stay.` : this.#moment.barred(hex);
    this.#disarm();
    if (this.#touch && this.#hovered === hex) {
      this.#hover("");
      return;
    }
    this.#hover(hex);
    this.#say(hex, why);
    this.#emit("announce", { words: [this.#words(hex), why].filter(Boolean).join("; ") });
  }

  #answer(option) {
    this.#closeMenu();
    this.#disarm();
    this.#emit("preview", { notation: null });
    this.#emit("answer", { text: option.notation });
  }

  #openMenu(hex, choices) {
    const shared = choices.every((option) => option.actor === choices[0].actor) ? choices[0].actor : "";
    const title = this.#moment.in(hex)[0]?.name ?? hex;
    const item = (option) => {
      const point = () => this.#marks.aim(this.#moment, [option]);
      return h("button", { type: "button", onclick: () => this.#answer(option), onfocus: point, onpointerenter: point },
        h("span", null, shared ? option.deed || option.notation : option.notation,
          option.words ? h("span", { class: "soft small" }, ` ${option.words}`) : null),
        h("span", { class: "odds" }, odds(this.#moment.look(option))));
    };
    const list = h("div", { class: "fight-menu" },
      h("h3", null, shared && title !== shared ? `${shared} · ${title}` : title), choices.map(item));
    openBeside(this.#cells.get(hex), `${title}: what to do`, list);
    this.#menu = list.closest("[popover]");
    list.querySelector("button").focus();
  }

  #closeMenu() {
    if (this.#menu?.isConnected) this.#menu.hidePopover();
    this.#menu = null;
  }

  // -- pointer and keys ------------------------------------------------------------------------

  #listen() {
    const hexOf = (event) => event.target.closest?.("[data-hex]")?.dataset.hex ?? "";
    const on = (name, act) => this.#drawing.addEventListener(name, (event) => { if (this.#moment) act(event); });
    on("pointerdown", (event) => { this.#touch = event.pointerType === "touch"; });
    on("click", (event) => {
      const hex = hexOf(event);
      if (!hex || this.#camera.dragged) return;
      this.#stand(hex);
      this.#choose(hex);
    });
    on("pointerover", (event) => { if (event.pointerType !== "touch") this.#hover(hexOf(event)); });
    on("pointerleave", (event) => { if (event.pointerType !== "touch") this.#hover(""); });
    on("focusin", (event) => {
      const hex = hexOf(event);
      if (!hex) return;
      this.#stand(hex);
      this.#cursor.setAttribute("d", hexPath(middle(hex), SIZE - 2));
      const visible = event.target.matches(":focus-visible");
      this.#cursor.classList.toggle("on", visible);
      if (visible) this.#hover(hex);
    });
    on("focusout", () => this.#cursor.classList.remove("on"));
    on("keydown", (event) => this.#key(event));
  }

  #hover(hex) {
    if (hex === this.#hovered) return;
    this.#hovered = hex;
    const aims = hex ? this.#moment.aims(hex) : [];
    this.#marks.aim(this.#moment, aims);
    this.#say(hex);
    this.#emit("preview", { notation: aims.length === 1 ? aims[0].notation : null });
  }

  /** The hex that the keyboard comes back to. */
  #stand(hex) {
    this.#cells.get(this.#here)?.setAttribute("tabindex", "-1");
    this.#here = hex;
    this.#cells.get(hex)?.setAttribute("tabindex", "0");
  }

  /** With a new question the keyboard starts at whoever acts, unless it is at work on the board. */
  #settle() {
    const { actor, options, view } = this.#moment;
    const start = (actor ?? view.fighters[options[0]?.actor])?.hex;
    const busy = this.#drawing.contains(document.activeElement);
    if (!busy && this.#cells.has(start)) this.#stand(start);
  }

  #walkTo(hex) {
    const cell = this.#cells.get(hex);
    if (!cell) return;
    this.#stand(hex);
    this.#camera.seek(middle(hex), SIZE * 1.2);
    cell.focus({ preventScroll: true, focusVisible: true });
    this.#hover(hex);
  }

  /** The next of these hexes after the one in hand, in the order of the board. */
  #next(hexes, back) {
    const sorted = [...new Set(hexes)].filter((hex) => this.#cells.has(hex)).sort();
    if (back) sorted.reverse();
    return sorted.find((hex) => (back ? hex < this.#here : hex > this.#here)) ?? sorted[0];
  }

  #key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const here = this.#here;
    const beside = (by) => label(column(here) + by, row(here));
    const press = () => {
      this.#touch = false;
      this.#choose(here);
    };
    const keys = {
      Enter: press,
      " ": press,
      ArrowLeft: () => this.#walkTo(beside(-1)),
      ArrowRight: () => this.#walkTo(beside(1)),
      t: () => this.#walkTo(this.#next(this.#moment.targets, event.shiftKey)),
      m: () => this.#walkTo(this.#next(this.#moment.options.map((option) => option.hex), event.shiftKey)),
      w: () => this.#lookAround(here),
      i: () => this.#examine(here),
      "+": () => this.#camera.by(CLOSER, middle(here)),
      "-": () => this.#camera.by(1 / CLOSER, middle(here)),
      0: () => this.#camera.reset(),
    };
    const name = event.key.length === 1 ? event.key.toLowerCase() : event.key;
    const act = name in STEPS ? () => this.#walkTo(neighbours(here)[STEPS[name]]) : keys[name];
    if (!act) return;
    event.preventDefault();
    event.stopPropagation();
    act();
  }

  #lookAround(hex) {
    const { actor, fighters, view, zones } = this.#moment;
    const side = (this.#moment.in(hex)[0] ?? actor)?.side ?? view.side;
    const words = around(fighters, hex, side, zones);
    this.#say("", words);
    this.#emit("announce", { words });
  }

  #examine(hex) {
    const [one] = this.#moment.in(hex);
    this.#emit("announce", { words: this.#words(hex) });
    if (one) this.#cards.open(one.name);
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
        this.#draw();
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
