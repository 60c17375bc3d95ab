/** What a moment lays over the ground: reach, zones, sight, things, the way that is pointed at. */

import { refill, svg } from "../../js/dom.js";
import { sideClass } from "../common.js";
import { hexPath, middle, outline, SIZE } from "./geometry.js";

/** Hexes as one path, each a little smaller than it is. */
const hexes = (name, list, inset = 0) =>
  list.length ? svg("path", { class: name, d: [...new Set(list)].map((hex) => hexPath(middle(hex), SIZE - inset)).join("") }) : null;

const at = (hex, dx = 0, dy = 0) => {
  const { x, y } = middle(hex);
  return `translate(${x + dx} ${y + dy})`;
};

/** A sword on the ground, and how many things lie there. */
const lying = ([hex, things]) =>
  svg("g", { class: "lying", transform: at(hex, -25, 25) },
    svg("circle", { r: 12 }), svg("path", { d: "M-6.5 6.5L7 -7M-7 0L0 7" }),
    things.length > 1 ? svg("text", { x: 14, y: 5 }, String(things.length)) : null);

/** A dot where one could go, with a ring where one could attack. */
const spot = (option, look) => {
  const figures = look?.figures ?? {};
  const hits = figures.damage > (figures["to friends"] ?? 0);
  return svg("g", { class: "spot", transform: at(option.hex) },
    svg("circle", { r: 4 }), hits ? svg("circle", { class: "around", r: 8.5 }) : null);
};

const knot = (hex) =>
  svg("g", { class: "knot", transform: at(hex, 0, -30) }, svg("circle", { cx: -5, r: 7 }), svg("circle", { cx: 5, r: 7 }));

/** The place that a fighter is bound for, with a line from where he still stands. */
const plan = (moment, from) => {
  if (!moment.bound || !from) return null;
  const { x, y } = middle(moment.bound);
  return svg("g", { class: `plan ${sideClass(moment.side(moment.actor))}` },
    svg("line", { x1: from.x, y1: from.y, x2: x, y2: y }),
    svg("circle", { cx: x, cy: y, r: 27 }),
    svg("text", { x, y: y + 6 }, moment.signs.get(moment.actor.name)));
};

const way = (path) => {
  const [from, next] = path.map(middle);
  const start = { x: from.x + (next.x - from.x) * 0.42, y: from.y + (next.y - from.y) * 0.42 };
  const d = `M${[start, ...path.slice(1).map(middle)].map(({ x, y }) => `${x.toFixed(1)} ${y.toFixed(1)}`).join("L")}`;
  const end = middle(path.at(-1));
  return [
    svg("path", { class: "way under", d }), svg("path", { class: "way", d }),
    svg("circle", { class: "way-end", cx: end.x, cy: end.y, r: 15 }),
    svg("text", { class: "way-steps", x: end.x, y: end.y + 5 }, String(path.length - 1)),
  ];
};

/** Friends, to whom something is given, are marked in another way than foes. */
const kind = (name, { friend = false }) => (friend ? `${name} friend` : name);

const reticle = (place) => svg("circle", { class: kind("reticle", place), cx: place.x, cy: place.y, r: 40 * place.scale });

export class Marks {
  below = svg("g", { class: "below", "aria-hidden": "true" });
  above = svg("g", { class: "above", "aria-hidden": "true" });

  constructor(tokens) {
    this.tokens = tokens;
  }

  /** Everything under the counters; `shown` says whether zones and sight are wanted. */
  show(moment, shown) {
    const { actor, seen, places } = moment;
    const all = Object.keys(moment.hexes);
    const side = actor ? sideClass(moment.side(actor)) : "";
    const reach = places.map((option) => option.hex);
    const zone = shown.zones && moment.moving ? [...moment.zones.values()].flat() : [];
    const held = moment.fighters.filter((one) => one.grappling.length && one.hexes.length === 1).map((one) => one.hex);
    refill(this.below,
      moment.chosen.length ? svg("path", { class: "area chosen", d: outline(moment.chosen) }) : null,
      hexes(`reach ${side}`, reach, 3),
      reach.length ? svg("path", { class: "reach-line", d: outline(reach) }) : null,
      hexes("zone", zone.filter((hex) => hex in moment.hexes), 1),
      hexes("unseen", shown.sight && seen ? all.filter((hex) => !seen.includes(hex)) : []),
      Object.entries(moment.view.ground).filter(([hex]) => hex in moment.hexes).map(lying),
      places.map((option) => spot(option, moment.look(option))),
      [...new Set(held)].map(knot),
      plan(moment, this.tokens.places.get(actor?.name)));
  }

  /** The way, the area and the targets of what is pointed at. */
  aim(moment, options) {
    const option = options.find((one) => one.hex) ?? options[0];
    if (!option) {
      refill(this.above);
      return;
    }
    const { path = [], area = [] } = moment.look(option)?.places ?? {};
    const { fighters } = moment.view;
    const targets = option.targets.filter((name) => this.tokens.places.has(name)).map((name) => ({
      ...this.tokens.places.get(name), friend: fighters[name].side === fighters[option.actor]?.side,
    }));
    const from = moment.bound ? middle(moment.bound) : this.tokens.places.get(option.actor);
    refill(this.above,
      area.length ? svg("path", { class: "area", d: outline(area.filter((hex) => hex in moment.hexes)) }) : null,
      path.length > 1 ? way(path) : option.hex ? hexes("aim", [option.hex], 4) : null,
      from ? targets.map((to) => svg("line", { class: kind("line-to", to), x1: from.x, y1: from.y, x2: to.x, y2: to.y })) : null,
      targets.map(reticle));
  }

  /** A ring around a fighter whom a card points at. */
  point(name) {
    const place = this.tokens.places.get(name);
    refill(this.above, place ? reticle(place) : null);
  }
}
