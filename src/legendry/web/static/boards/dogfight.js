/**
 * `<dogfight-board>`: craft in the sky, placed as the rules place them. Whatever can be done with a
 * craft is done by choosing it; with several ways a small menu asks which. Pointing at one shows how
 * it stands to the others.
 */

import { h, refill, svg } from "../js/dom.js";
import { BattleBoard } from "./battle.js";
import { Cards } from "./cards.js";
import { sideClass, styled } from "./common.js";
import { CraftCard } from "./dogfight/cards.js";
import { patterns, Pieces } from "./dogfight/craft.js";
import { arranged, HIGH, WIDE } from "./dogfight/layout.js";
import { Links } from "./dogfight/links.js";
import { Moment } from "./dogfight/moment.js";
import { Motion } from "./dogfight/motion.js";

await styled("dogfight");

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

export default class DogfightBoard extends BattleBoard {
  /** What the board's own keys do, for the page's list of keys. */
  static keys = [
    [["↑", "↓", "←", "→"], "from craft to craft"],
    [["Enter"], "choose the craft, or open its menu"],
    [["t"], "next craft that can be chosen"],
    [["w"], "who stands how to whom"],
    [["i"], "look closer at the craft"],
  ];

  #scenery = null;
  #layout = null;

  #pieces = new Pieces();
  #links = new Links();
  #motion = new Motion();
  deck = new Cards("dogfight", CraftCard, (name) => this.inspect(name), (name) => this.point(name));
  #panels = svg("g", { class: "panels", "aria-hidden": "true" });
  cursor = svg("rect", { class: "cursor", width: WIDE - 6, height: HIGH - 4, rx: 12, "aria-hidden": "true" });
  #sheet = h("div", { class: "sheet" }, this.drawing);
  #legend = h("p", { class: "legend", "aria-hidden": "true" });

  constructor() {
    super("dogfight", "craft", "The dogfight");
  }

  build() {
    refill(this.drawing, svg("defs", null, patterns()),
      this.#panels, this.#links.group, this.#links.aimed, this.#pieces.group, this.#motion.layer, this.cursor, this.rows);
    refill(this, this.#sheet, h("div", { class: "under" }, this.caption, this.#legend));
    new ResizeObserver(() => { if (this.moment) this.#lay(); }).observe(this.#sheet);
  }

  // -- what the page gives ---------------------------------------------------------------------

  set scenery(scenery) {
    this.#scenery = scenery;
  }

  update({ now, entry, looks }) {
    if (!this.moment) refill(this.#legend, legend(now.view.turning));
    const events = this.turnTo(new Moment(this.#scenery, now), { entry, looks });
    const before = this.#pieces.places;
    this.deck.show(this.moment, this.moment.craft);
    this.#lay();
    const start = this.moment.acting || this.moment.options[0]?.actor;
    if (this.settle(start)) this.#seek(start);
    this.#motion.play(events, new Map([...before, ...this.#pieces.places]));
  }

  /** Everything stands in the bar as well. */
  offers() {
    return false;
  }

  turnPage() {
    super.turnPage();
    this.aim([]);
  }

  // -- drawing ---------------------------------------------------------------------------------

  #lay() {
    const moment = this.moment;
    const { clientWidth, clientHeight } = this.#sheet;
    if (!clientWidth) return;
    const layout = arranged(moment.view.formation, (name) => moment.side(name), clientWidth, clientHeight);
    this.#layout = layout;
    const [wide, high] = [layout.columns * WIDE, layout.rows * HIGH];
    this.drawing.setAttribute("viewBox", `0 0 ${wide} ${Math.max(1, high)}`);
    Object.assign(this.drawing.style, { width: `${wide * layout.scale}px`, height: `${high * layout.scale}px` });
    this.classList.toggle("small", layout.scale < SMALL);
    refill(this.#panels, layout.blocks.map((block) => this.#panel(block)));
    this.#pieces.show(moment.craft, { signs: moment.signs, sides: moment.sides, marks: moment.marks, places: layout.places });
    this.#links.show(moment, layout.places);
    this.#layCells();
    this.light();
    this.draw();
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
    const focused = this.drawing.contains(document.activeElement) ? this.here : "";
    for (const name of this.cells.keys()) if (!places.has(name)) this.cells.delete(name);
    const cell = ([name, { x, y, column }]) => {
      const made = this.cells.get(name) ?? svg("rect", { role: "gridcell", class: "cell", tabindex: -1, width: WIDE - 6, height: HIGH - 4, rx: 12, "data-craft": name });
      made.setAttribute("x", x - WIDE / 2 + 3);
      made.setAttribute("y", y - HIGH / 2 + 2);
      made.setAttribute("aria-colindex", column);
      this.cells.set(name, made);
      return made;
    };
    const rows = [...Map.groupBy(places, ([, place]) => place.row)].sort(([a], [b]) => a - b);
    const across = (some) => some.sort(([, a], [, b]) => a.x - b.x);
    refill(this.rows, rows.map(([number, some]) => svg("g", { role: "row", "aria-rowindex": number }, across(some).map(cell))));
    if (!this.cells.has(this.here)) this.stand(this.cells.keys().next().value ?? "");
    if (focused) this.cells.get(this.here)?.focus({ preventScroll: true });
  }

  // -- pointing and choosing -------------------------------------------------------------------

  /** Picks out a craft and those it has to do with. */
  light() {
    const name = this.cells.has(this.pointed) ? this.pointed : "";
    this.#pieces.light(name ? this.moment.around(name) : null);
    this.#links.light(name);
  }

  /** Shows what these options aim at. */
  aim(options) {
    this.#links.aim(options);
  }

  pick(name) {
    const { acting } = this.moment;
    const choices = this.moment.choices(name);
    const words = (option) => (option.actor === acting ? option.deed : option.notation);
    if (!choices.length) this.refuse(name);
    else if (choices.length > 1 || (this.touch && choices[0].targets.length)) this.openMenu(name, choices, { whose: acting, title: name, words });
    else this.answer(choices[0]);
  }

  // -- pointer and keys ------------------------------------------------------------------------

  stand(name) {
    super.stand(name);
    const cell = this.cells.get(name);
    for (const side of ["x", "y"]) this.cursor.setAttribute(side, cell?.getAttribute(side) ?? 0);
  }

  /** Scrolls the sheet, and nothing else, until a piece is in sight. */
  #seek(name) {
    const [box, sheet] = [this.cells.get(name), this.#sheet].map((one) => one.getBoundingClientRect());
    if (box.top < sheet.top) this.#sheet.scrollTop += box.top - sheet.top;
    else if (box.bottom > sheet.bottom) this.#sheet.scrollTop += box.bottom - sheet.bottom;
  }

  /** The nearest piece in a direction: rather straight ahead than near. */
  #next([dx, dy]) {
    const { places } = this.#layout;
    const from = places.get(this.here);
    const ahead = [...places].map(([name, { x, y }]) => {
      const [far, off] = [(x - from.x) * dx + (y - from.y) * dy, Math.abs((x - from.x) * dy) + Math.abs((y - from.y) * dx)];
      return { name, far, cost: far + 2 * off };
    });
    return ahead.filter((one) => one.far > 1).sort((a, b) => a.cost - b.cost)[0]?.name ?? "";
  }

  #nextChoice(back) {
    const names = [...this.cells.keys()];
    const open = names.filter((name) => this.moment.aims(name).length);
    if (back) open.reverse();
    const at = (name) => names.indexOf(name);
    const here = at(this.here);
    return open.find((name) => (back ? at(name) < here : at(name) > here)) ?? open[0] ?? "";
  }

  acts(back) {
    const ways = Object.entries(WAYS).map(([key, way]) => [key, () => this.walkTo(this.#next(way))]);
    return {
      ...Object.fromEntries(ways),
      t: () => this.walkTo(this.#nextChoice(back)),
      w: () => this.tell(this.moment.picture),
      i: () => {
        this.deck.open(this.here);
        this.tell(this.parts(this.here).join("; "));
      },
    };
  }
}

customElements.define("dogfight-board", DogfightBoard);
