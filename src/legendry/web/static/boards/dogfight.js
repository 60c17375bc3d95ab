/**
 * `<dogfight-board>`: craft in the sky, placed as the rules place them. Whatever can be done with a
 * craft is done by choosing it; with several ways a small menu asks which. Pointing at one shows how
 * it stands to the others.
 */

import { h, refill, svg } from "../js/dom.js";
import { openBeside } from "../js/ledger.js";
import { odds } from "../js/question.js";
import { sideClass, styled } from "./common.js";
import { Cards } from "./dogfight/cards.js";
import { patterns, Pieces } from "./dogfight/craft.js";
import { arranged, HIGH, WIDE } from "./dogfight/layout.js";
import { Links } from "./dogfight/links.js";
import { Moment } from "./dogfight/moment.js";
import { Motion } from "./dogfight/motion.js";

/** Below this scale there is no room for more than names and sections. */
const SMALL = 0.85;

const WAYS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/** The kinds of line and ground, for those who have not read the rules. */
const legend = (turning) => {
  const sample = (kind, words) => h("span", { class: `sample ${kind}` },
    svg("svg", { viewBox: "0 0 34 12", "aria-hidden": "true" }, svg("path", { class: "line", d: "M1 6H24" }), svg("path", { class: "head", d: "M33 6L22 0.5V11.5Z" })), words);
  const ground = h("span", { class: "sample apart" }, svg("svg", { viewBox: "0 0 34 12", "aria-hidden": "true" }, svg("rect", { x: 1, y: 1, width: 32, height: 10, rx: 3 })), "disengaged");
  return [sample("pursuit", "pursues"), sample("turning", turning), sample("run", "firing run"), ground];
};

export default class DogfightBoard extends HTMLElement {
  /** What the board's own keys do, for the page's list of keys. */
  static keys = [
    [["↑", "↓", "←", "→"], "from craft to craft"],
    [["Enter"], "choose the craft, or open its menu"],
    [["t"], "next craft that can be chosen"],
    [["w"], "who stands how to whom"],
    [["i"], "look closer at the craft"],
  ];

  #scenery = null;
  #moment = null;
  #entry = null;
  #layout = null;
  #asked = new Set();
  #cells = new Map();
  #here = "";
  #pointed = "";
  #touch = false;
  #menu = null;

  #pieces = new Pieces();
  #links = new Links();
  #motion = new Motion();
  #cards = new Cards((name) => this.#inspect(name), (name) => this.#point(name));
  #panels = svg("g", { class: "panels", "aria-hidden": "true" });
  #rows = svg("g", { role: "presentation" });
  #cursor = svg("rect", { class: "cursor", width: WIDE - 6, height: HIGH - 4, rx: 12, "aria-hidden": "true" });
  #drawing = svg("svg", { role: "grid", "aria-label": "The dogfight" });
  #sheet = h("div", { class: "sheet" }, this.#drawing);
  #caption = h("p", { class: "caption" });
  #legend = h("p", { class: "legend", "aria-hidden": "true" });

  connectedCallback() {
    if (this.#drawing.isConnected) return;
    styled("dogfight");
    refill(this.#drawing, svg("defs", null, patterns()),
      this.#panels, this.#links.group, this.#links.aimed, this.#pieces.group, this.#motion.layer, this.#cursor, this.#rows);
    refill(this, this.#sheet, h("div", { class: "under" }, this.#caption, this.#legend));
    this.#listen();
    new ResizeObserver(() => { if (this.#moment) this.#lay(); }).observe(this.#sheet);
  }

  // -- what the page gives ---------------------------------------------------------------------

  set scenery(scenery) {
    this.#scenery = scenery;
  }

  update({ now, entry, looks }) {
    const first = this.#moment === null;
    if (this.#moment?.now.number !== now.number) this.#turnPage();
    this.#moment = new Moment(this.#scenery, now);
    this.#moment.looks = looks;
    if (first) refill(this.#legend, legend(now.view.turning));
    const before = this.#pieces.places;
    this.#cards.show(this.#moment);
    this.#lay();
    this.#settle();
    const events = !first && entry && entry !== this.#entry ? entry.events ?? [] : [];
    this.#motion.play(events, new Map([...before, ...this.#pieces.places]));
    this.#entry = entry;
  }

  looked(looks) {
    this.#moment.looks = looks;
    this.#name();
  }

  shown(message) {
    this.#cards.inspected(message);
  }

  /** What the question bar points at. */
  preview(notation) {
    this.#links.aim(this.#moment.options.filter((one) => one.notation === notation));
  }

  /** Everything stands in the bar as well. */
  offers() {
    return false;
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

  /** A new question: what was begun with the last one ends. */
  #turnPage() {
    this.#asked.clear();
    if (this.#menu?.isConnected) this.#menu.hidePopover();
    this.#menu = null;
    this.#links.aim([]);
    if (this.#touch) this.#pointed = "";
  }

  // -- drawing ---------------------------------------------------------------------------------

  #lay() {
    const moment = this.#moment;
    const { clientWidth, clientHeight } = this.#sheet;
    if (!clientWidth) return;
    const layout = arranged(moment.view.formation, (name) => moment.side(name), clientWidth, clientHeight);
    this.#layout = layout;
    const [wide, high] = [layout.columns * WIDE, layout.rows * HIGH];
    this.#drawing.setAttribute("viewBox", `0 0 ${wide} ${Math.max(1, high)}`);
    Object.assign(this.#drawing.style, { width: `${wide * layout.scale}px`, height: `${high * layout.scale}px` });
    this.classList.toggle("small", layout.scale < SMALL);
    refill(this.#panels, layout.blocks.map((block) => this.#panel(block)));
    this.#pieces.show(moment.craft, { signs: moment.signs, sides: moment.sides, marks: moment.marks, places: layout.places });
    this.#links.show(moment, layout.places);
    this.#layCells();
    this.#light();
    this.#name();
  }

  /** The ground of those who hang together, or of a side's disengaged. */
  #panel({ side, left, top, wide, high }) {
    const knot = side === undefined;
    return svg("rect", {
      class: knot ? "knot" : `wing ${sideClass(side)}`, x: left * WIDE + 3, y: top * HIGH + 2, width: wide * WIDE - 6, height: high * HIGH - 4, rx: 14,
    });
  }

  #layCells() {
    const { places } = this.#layout;
    const focused = this.#drawing.contains(document.activeElement) ? this.#here : "";
    for (const name of this.#cells.keys()) if (!places.has(name)) this.#cells.delete(name);
    const cell = ([name, { x, y, column }]) => {
      const made = this.#cells.get(name) ?? svg("rect", { role: "gridcell", class: "cell", tabindex: -1, width: WIDE - 6, height: HIGH - 4, rx: 12, "data-craft": name });
      made.setAttribute("x", x - WIDE / 2 + 3);
      made.setAttribute("y", y - HIGH / 2 + 2);
      made.setAttribute("aria-colindex", column);
      this.#cells.set(name, made);
      return made;
    };
    const rows = [...Map.groupBy(places, ([, place]) => place.row)].sort(([a], [b]) => a - b);
    const across = (some) => some.sort(([, a], [, b]) => a.x - b.x);
    refill(this.#rows, rows.map(([number, some]) => svg("g", { role: "row", "aria-rowindex": number }, across(some).map(cell))));
    if (!this.#cells.has(this.#here)) this.#stand(this.#cells.keys().next().value ?? "");
    if (focused) this.#cells.get(this.#here)?.focus({ preventScroll: true });
  }

  #name() {
    for (const [name, cell] of this.#cells) {
      const words = this.#moment.parts(name).join("; ");
      if (cell.getAttribute("aria-label") !== words) cell.setAttribute("aria-label", words);
      cell.classList.toggle("open", this.#moment.choices(name).length > 0);
    }
    this.#say(this.#pointed);
  }

  /** The caption: a craft part by part, or a hint. */
  #say(name, more = "") {
    const known = this.#cells.has(name);
    const parts = known ? [...this.#moment.parts(name), more] : [more || this.#moment.hint];
    refill(this.#caption, parts.filter(Boolean).map((part) => h("span", null, part)));
    this.classList.toggle("speaks", known || Boolean(more));
  }

  // -- pointing and choosing -------------------------------------------------------------------

  #light() {
    const name = this.#cells.has(this.#pointed) ? this.#pointed : "";
    this.#pieces.light(name ? this.#moment.around(name) : null);
    this.#links.light(name);
  }

  #point(name) {
    if (name === this.#pointed) return;
    this.#pointed = name;
    this.#light();
    this.#links.aim(name ? this.#moment.aims(name) : []);
    this.#say(name);
  }

  #choose(name) {
    const choices = this.#moment.choices(name);
    if (!choices.length) this.#refuse(name);
    else if (choices.length > 1 || (this.#touch && choices[0].targets.length)) this.#openMenu(name, choices);
    else this.#answer(choices[0]);
  }

  #refuse(name) {
    const why = this.#moment.barred(name);
    if (this.#touch && this.#pointed === name) {
      this.#point("");
      return;
    }
    this.#point(name);
    this.#say(name, why);
    this.#emit("announce", { words: [...this.#moment.parts(name), why].filter(Boolean).join("; ") });
  }

  #answer(option) {
    this.#emit("answer", { text: option.notation });
  }

  #openMenu(name, choices) {
    const { acting } = this.#moment;
    const item = (option) => {
      const aim = () => this.#links.aim([option]);
      return h("button", { type: "button", onclick: () => this.#answer(option), onfocus: aim, onpointerenter: aim },
        h("span", null, option.actor === acting ? option.deed : option.notation, option.words ? h("span", { class: "soft small" }, ` ${option.words}`) : null),
        h("span", { class: "odds" }, odds(this.#moment.look(option))));
    };
    const list = h("div", { class: "dogfight-menu" },
      h("h3", null, acting && acting !== name ? `${acting} · ${name}` : name), choices.map(item));
    openBeside(this.#cells.get(name), `${name}: what to do`, list);
    this.#menu = list.closest("[popover]");
    list.querySelector("button").focus();
  }

  // -- pointer and keys ------------------------------------------------------------------------

  #listen() {
    const nameOf = (event) => event.target.closest?.("[data-craft]")?.dataset.craft ?? "";
    const on = (name, act) => this.#drawing.addEventListener(name, (event) => { if (this.#moment) act(event); });
    on("pointerdown", (event) => { this.#touch = event.pointerType === "touch"; });
    on("click", (event) => {
      const name = nameOf(event);
      if (!name) return;
      this.#stand(name);
      this.#choose(name);
    });
    on("pointerover", (event) => { if (event.pointerType !== "touch") this.#point(nameOf(event)); });
    on("pointerleave", (event) => { if (event.pointerType !== "touch") this.#point(""); });
    on("focusin", (event) => {
      const name = nameOf(event);
      if (!name) return;
      this.#stand(name);
      const visible = event.target.matches(":focus-visible");
      this.#cursor.classList.toggle("on", visible);
      if (visible) this.#point(name);
    });
    on("focusout", () => this.#cursor.classList.remove("on"));
    on("keydown", (event) => this.#key(event));
  }

  /** The craft that the keyboard comes back to. */
  #stand(name) {
    this.#cells.get(this.#here)?.setAttribute("tabindex", "-1");
    this.#here = name;
    const cell = this.#cells.get(name);
    cell?.setAttribute("tabindex", "0");
    for (const side of ["x", "y"]) this.#cursor.setAttribute(side, cell?.getAttribute(side) ?? 0);
  }

  /** With a new question the keyboard starts at the craft that acts, unless it is at work on the board. */
  #settle() {
    const start = this.#moment.acting || this.#moment.options[0]?.actor;
    const busy = this.#drawing.contains(document.activeElement);
    if (busy || !this.#cells.has(start)) return;
    this.#stand(start);
    this.#seek(start);
  }

  /** Scrolls the sheet, and nothing else, until a piece is in sight. */
  #seek(name) {
    const [box, sheet] = [this.#cells.get(name), this.#sheet].map((one) => one.getBoundingClientRect());
    if (box.top < sheet.top) this.#sheet.scrollTop += box.top - sheet.top;
    else if (box.bottom > sheet.bottom) this.#sheet.scrollTop += box.bottom - sheet.bottom;
  }

  #walkTo(name) {
    const cell = this.#cells.get(name);
    if (!cell) return;
    this.#stand(name);
    cell.focus({ focusVisible: true });
    this.#point(name);
  }

  /** The nearest piece in a direction: rather straight ahead than near. */
  #next([dx, dy]) {
    const { places } = this.#layout;
    const from = places.get(this.#here);
    const ahead = [...places].map(([name, { x, y }]) => {
      const [far, off] = [(x - from.x) * dx + (y - from.y) * dy, Math.abs((x - from.x) * dy) + Math.abs((y - from.y) * dx)];
      return { name, far, cost: far + 2 * off };
    });
    return ahead.filter((one) => one.far > 1).sort((a, b) => a.cost - b.cost)[0]?.name ?? "";
  }

  #nextChoice(back) {
    const names = [...this.#cells.keys()];
    const open = names.filter((name) => this.#moment.aims(name).length);
    if (back) open.reverse();
    const at = (name) => names.indexOf(name);
    const here = at(this.#here);
    return open.find((name) => (back ? at(name) < here : at(name) > here)) ?? open[0] ?? "";
  }

  #key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const press = () => {
      this.#touch = false;
      this.#choose(this.#here);
    };
    const keys = {
      Enter: press,
      " ": press,
      t: () => this.#walkTo(this.#nextChoice(event.shiftKey)),
      w: () => this.#tell(this.#moment.picture),
      i: () => {
        this.#cards.open(this.#here);
        this.#tell(this.#moment.parts(this.#here).join("; "));
      },
    };
    const name = event.key.length === 1 ? event.key.toLowerCase() : event.key;
    const act = name in WAYS ? () => this.#walkTo(this.#next(WAYS[name])) : keys[name];
    if (!act) return;
    event.preventDefault();
    event.stopPropagation();
    act();
  }

  #tell(words) {
    this.#say("", words);
    this.#emit("announce", { words });
  }
}

customElements.define("dogfight-board", DogfightBoard);
