/** Who pursues whom, who turns with whom: lines between the pieces, with heads. */

import { refill, svg } from "../../js/dom.js";
import { sideClass } from "../common.js";
import { HIGH, HULL, WIDE } from "./layout.js";

const WAYS = { east: [1, 0], south: [0, 1], west: [-1, 0], north: [0, -1] };
/** From the middle of a hull to its nose, and to where a line ends behind its tail. */
const NOSE = 36;
const TAIL = 38;
/** How far aside a line runs that must not cross the words above and below a piece. */
const FLANK = 26;
const HEAD = 11;

const along = ({ x, y }, [dx, dy], far) => ({ x: x + dx * far, y: y + dy * far });
const middle = ({ x, y }) => ({ x, y: y + HULL });
const beside = ([dx, dy]) => [-dy, dx];

/** Whether a third piece lies on the straight way between two. */
const blocked = (from, to, others) => others.some(({ x, y }) => {
  const [lx, ly] = [to.x - from.x, to.y - from.y];
  const far = Math.hypot(lx, ly) || 1;
  const part = ((x - from.x) * lx + (y - from.y) * ly) / far;
  const off = Math.abs((x - from.x) * ly - (y - from.y) * lx) / far;
  return part > 8 && part < far - 8 && off < 34;
});

const point = ({ x, y }) => `${x.toFixed(1)} ${y.toFixed(1)}`;

/** A line that leaves `from` in one way and comes to `to` in another, with a head at its end. */
const curve = (from, leave, to, arrive, pull) => {
  const [a, b] = [along(from, leave, pull), along(to, arrive, -pull)];
  const last = Math.hypot(to.x - b.x, to.y - b.y) > 1 ? [to.x - b.x, to.y - b.y] : [to.x - from.x, to.y - from.y];
  const long = Math.hypot(...last) || 1;
  const way = [last[0] / long, last[1] / long];
  const foot = along(to, way, -HEAD);
  const [left, right] = [along(foot, beside(way), HEAD * 0.62), along(foot, beside(way), -HEAD * 0.62)];
  const neck = along(to, way, -HEAD * 0.7);
  return [
    svg("path", { class: "under", d: `M${point(from)}C${point(a)} ${point(b)} ${point(neck)}` }),
    svg("path", { class: "line", d: `M${point(from)}C${point(a)} ${point(b)} ${point(neck)}` }),
    svg("path", { class: "head", d: `M${point(to)}L${point(left)}L${point(right)}Z` }),
  ];
};

/** From nose to tail where the way is clear; on a screen too narrow for that, past the words at the flank. */
const pursuit = (hunter, prey, others) => {
  const [leave, arrive] = [WAYS[hunter.heading], WAYS[prey.heading]];
  if (leave[0] === 0) return flanking(hunter, prey, leave, arrive);
  const [start, end] = [along(middle(hunter), leave, NOSE), along(middle(prey), arrive, -TAIL)];
  const far = Math.hypot(end.x - start.x, end.y - start.y);
  const level = Math.abs(start.y - end.y) < 1;
  if (level && blocked(start, end, others)) {
    return curve(along(start, leave, -12), [leave[0] * 0.6, -1], along(end, arrive, 10), [arrive[0] * 0.6, 1], Math.min(HIGH * 0.6, 26 + far / 5));
  }
  return curve(start, leave, end, arrive, level ? 0 : Math.max(22, far * 0.4));
};

const flanking = (hunter, prey, leave, arrive) => {
  const toward = Math.sign(Math.round(prey.x - hunter.x));
  const [out, back] = toward ? [toward, -toward] : [1, 1];
  const from = along(along(middle(hunter), leave, 10), [out, 0], FLANK);
  const to = along(along(middle(prey), arrive, -12), [back, 0], FLANK);
  const pull = Math.min(34, Math.hypot(to.x - from.x, to.y - from.y) / 2);
  return curve(from, [out * 0.9, leave[1]], to, [-back * 0.9, arrive[1]], pull);
};

/** A circle that both fly: from the nose of each to the other's tail. */
const circle = (one, other) =>
  [[one, other], [other, one]].map(([from, to]) => {
    const [leave, arrive] = [WAYS[from.heading], WAYS[to.heading]];
    const far = Math.hypot(from.x - to.x, from.y - to.y);
    const pull = Math.min(WIDE / 2 - NOSE + 4, 10 + far / 8);
    return curve(along(middle(from), leave, NOSE - 4), leave, along(middle(to), arrive, -TAIL + 2), arrive, pull);
  });

const run = (from, to) => {
  if (Math.abs(from.x - to.x) < 1) {
    const way = [0, Math.sign(to.y - from.y)];
    return flanking(from, to, way, way);
  }
  const [a, b] = [middle(from), middle(to)];
  const far = Math.hypot(b.x - a.x, b.y - a.y) || 1;
  const way = [(b.x - a.x) / far, (b.y - a.y) / far];
  return curve(along(a, way, NOSE), way, along(b, way, -26), way, 0);
};

/** All relations of the moment as lines; `aim` shows what a craft is about to do. */
export class Links {
  group = svg("g", { class: "links", "aria-hidden": "true" });
  aimed = svg("g", { class: "links aims", "aria-hidden": "true" });
  #drawn = [];
  #places = new Map();

  show({ craft, relations, sides }, places) {
    this.#places = places;
    const all = [...places.values()].map(middle);
    const others = (...two) => all.filter((one) => !two.some((other) => other.x === one.x && other.y + HULL === one.y));
    const side = (name) => sideClass(sides.indexOf(craft.find((one) => one.name === name).side));
    this.#drawn = relations.filter(({ from, to }) => places.has(from) && places.has(to)).map(({ kind, from, to }) => {
      const [a, b] = [places.get(from), places.get(to)];
      const drawing = { pursuit: () => pursuit(a, b, others(a, b)), turning: () => circle(a, b), run: () => run(a, b) }[kind]();
      return { from, to, element: svg("g", { class: `link ${kind} ${kind === "turning" ? "" : side(from)}`, "data-from": from, "data-to": to }, drawing) };
    });
    refill(this.group, this.#drawn.map((one) => one.element));
  }

  /** Picks out the lines of one craft. */
  light(name) {
    for (const { from, to, element } of this.#drawn) {
      const own = from === name || to === name;
      element.classList.toggle("lit", Boolean(name) && own);
      element.classList.toggle("dim", Boolean(name) && !own);
    }
  }

  /** What these options would aim at. */
  aim(options) {
    const pairs = options.flatMap(({ actor, targets }) => targets.map((target) => [this.#places.get(actor), this.#places.get(target)]));
    refill(this.aimed, pairs.filter(([from, to]) => from && to && from !== to).map(([from, to]) => svg("g", { class: "aim" }, run(from, to),
      svg("ellipse", { class: "reticle", cx: to.x, cy: to.y + HULL, rx: 50, ry: 34 }))));
  }
}
