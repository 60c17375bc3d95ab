/** Fighters as counters: each side has its shape and pattern as well as its colour. */

import { refill, svg } from "../../js/dom.js";
import { sideClass } from "../common.js";
import { middle, outline } from "./geometry.js";
import { badges } from "./spells.js";
import { FALLEN, shortName, spellbound, stamina } from "./words.js";

/** Circle, diamond, square and triangle, as the sides have them on every page. */
const SHAPES = [
  (r) => `M${-r} 0A${r} ${r} 0 1 1 ${r} 0A${r} ${r} 0 1 1 ${-r} 0Z`,
  (r) => { const a = 1.2 * r; return `M0 ${-a}L${a} 0L0 ${a}L${-a} 0Z`; },
  (r) => { const a = 0.84 * r; return `M${-a} ${-a}H${a}V${a}H${-a}Z`; },
  (r) => `M0 ${-1.3 * r}L${1.16 * r} ${0.76 * r}H${-1.16 * r}Z`,
];

/** The pattern on the rim of each side's counters; the first side is plain. */
export const patterns = () => [
  svg("pattern", { id: "rim-2", class: "side-2", width: 6, height: 6, patternUnits: "userSpaceOnUse", patternTransform: "rotate(45)" },
    svg("path", { class: "rim-mark", d: "M0 0V6" })),
  svg("pattern", { id: "rim-3", class: "side-3", width: 6, height: 6, patternUnits: "userSpaceOnUse" },
    svg("circle", { class: "rim-dot", cx: 3, cy: 3, r: 1.5 })),
  svg("pattern", { id: "rim-4", class: "side-4", width: 6, height: 6, patternUnits: "userSpaceOnUse" },
    svg("path", { class: "rim-mark", d: "M0 3H6" })),
];

/** The counter of a side without a fighter: for cards and legends. */
export const shape = (side, radius) => [
  svg("path", { class: "body", d: SHAPES[side % 4](radius) }),
  side % 4 ? svg("path", { class: "pattern", d: SHAPES[side % 4](radius), fill: `url(#rim-${(side % 4) + 1})` }) : null,
  svg("path", { class: "core", d: SHAPES[side % 4](radius * 0.72) }),
];

/** How much is left in a word, for colour. */
export const health = (one) => {
  const share = one.left / Math.max(1, stamina(one));
  return share > 0.6 ? "well" : share > 0.3 ? "hurt" : "grave";
};

const arc = (name, from, share, radius) =>
  share <= 0 ? null : svg("circle", {
    class: name, r: radius, pathLength: 100, transform: "rotate(-90)",
    "stroke-dasharray": `${(share * 100).toFixed(1)} ${(100 - share * 100).toFixed(1)}`,
    "stroke-dashoffset": (-from * 100).toFixed(1),
  });

/** What is left, then fatigue, then damage, clockwise from the top. */
const ring = (one, radius) => {
  const all = Math.max(1, stamina(one));
  const left = Math.max(0, one.left) / all;
  const tired = Math.min(1 - left, one.fatigue / all);
  return svg("g", { class: `ring ${health(one)}` },
    svg("circle", { class: "track", r: radius }),
    arc("left", 0, left, radius),
    arc("tired", left, tired, radius),
    arc("lost", left + tired, 1 - left - tired, radius));
};

const badge = (x, y, text, name) =>
  svg("g", { class: `badge ${name}`, transform: `translate(${x} ${y})` },
    svg("rect", { x: -4 - 3.6 * text.length, y: -8.5, width: 8 + 7.2 * text.length, height: 17, rx: 8.5 }),
    svg("text", { y: 4.6 }, text));

const HOURGLASS = "M-5 -7H5M-5 7H5M-4 -7L4 7M4 -7L-4 7";
const mark = (x, y, d, name) =>
  svg("g", { class: `badge ${name}`, transform: `translate(${x} ${y})` }, svg("circle", { r: 10 }), svg("path", { d }));

/** What a counter shows, apart from where it lies. */
const face = (one, sign, side) => {
  const down = one.status !== "active" && !spellbound(one);
  return [
    svg("path", { class: "cast", d: SHAPES[side % 4](24), transform: one.flying ? "translate(7 16) scale(0.85)" : "translate(1.5 4)" }),
    svg("circle", { class: "halo", r: 34 }),
    down ? null : ring(one, 28.5),
    shape(side, 22.5),
    svg("text", { class: "sign", y: side % 4 === 3 ? 9 : 6 }, sign),
    down ? svg("path", { class: "cross", d: "M-18 -18L18 18M18 -18L-18 18" }) : badge(22, 21, String(one.left), `left ${health(one)}`),
    one.turns_owed && !down ? mark(-22, -21, HOURGLASS, "owes") : null,
    one.acted && !down ? mark(22, -21, "M-5 0L-1.5 4L5 -4", "acted") : null,
    down ? null : badges(one),
  ];
};

const counter = (one, sign, side) => {
  const down = one.status !== "active";
  return [
    svg("g", { class: "face" }, face(one, sign, side)),
    svg("text", { class: down ? "state" : "name", y: 46 }, down ? FALLEN[one.status] : shortName(one.name)),
  ];
};

/** The middle of all the hexes that a fighter fills. */
const anchor = (one) => {
  const places = one.hexes.map(middle);
  const mean = (key) => places.reduce((sum, place) => sum + place[key], 0) / Math.max(1, places.length);
  return { x: mean("x"), y: mean("y") };
};

const SHARED = {
  2: [[-22, 0], [22, 0]],
  3: [[-22, 13], [22, 13], [0, -20]],
  4: [[-22, -16], [22, -16], [-22, 19], [22, 19]],
};

/** Where each counter lies and how large it is: grapplers side by side, the fallen below the living. */
export const places = (fighters) => {
  const found = new Map();
  const here = new Map();
  for (const one of fighters.filter((one) => one.hexes.length)) {
    if (one.hexes.length > 1) {
      found.set(one.name, { ...anchor(one), scale: one.hexes.length > 4 ? 1.9 : 1.5 });
    } else {
      const key = `${one.hexes[0]}${one.status === "active" ? "" : "×"}`;
      here.set(key, [...(here.get(key) ?? []), one]);
    }
  }
  const bulks = new Set(fighters.filter((one) => one.hexes.length > 1).flatMap((one) => one.hexes));
  for (const [key, group] of here) {
    const hex = key.slice(0, 4);
    const fallen = key.endsWith("×");
    const beneath = fallen && (here.has(hex) || bulks.has(hex));
    const spots = group.length > 1 ? SHARED[Math.min(group.length, 4)] : [[0, -7]];
    group.forEach((one, place) => {
      const [dx, dy] = spots[place % spots.length];
      const { x, y } = middle(hex);
      const scale = (group.length === 1 ? 1 : group.length === 2 ? 0.68 : 0.55) * (beneath ? 0.6 : 1);
      found.set(one.name, { x: x + dx, y: y + dy + (beneath ? 24 : 0), scale, shared: group.length > 1 || beneath });
    });
  }
  return found;
};

export const moved = ({ x, y, scale }) => `translate(${x.toFixed(1)}px, ${y.toFixed(1)}px) scale(${scale})`;

/** The body of a creature that fills several hexes, under its counter. */
const bulk = (one, side) => {
  const { x, y } = anchor(one);
  return svg("g", { "data-bulk": one.name }, svg("path", {
    class: `bulk ${sideClass(side)}`, d: outline(one.hexes),
    transform: `translate(${x} ${y}) scale(0.94) translate(${-x} ${-y})`,
  }));
};

/** The counters on the board; each keeps its element, so that it can slide. */
export class Tokens {
  constructor() {
    this.group = svg("g", { class: "tokens", "aria-hidden": "true" });
    this.bulks = svg("g", { class: "bulks", "aria-hidden": "true" });
    this.kept = new Map();
    this.places = new Map();
  }

  /** Draws everybody as he is now; `marks` are classes by name, such as `active` or `target`. */
  show(fighters, signs, sides, marks) {
    const before = this.places;
    this.places = places(fighters);
    const order = [...fighters].sort((a, b) => (a.status === "active") - (b.status === "active"));
    const shown = order.filter((one) => this.places.has(one.name)).map((one) => {
      const side = sides.indexOf(one.side);
      const magic = [one.spells.map((cast) => cast.spell), one.flying, one.form, one.truth, signs.get(one.name), side];
      const fresh = JSON.stringify([one.hexes, one.status, one.left, one.fatigue, one.turns_owed, one.acted, magic]);
      const kept = this.kept.get(one.name) ?? { element: svg("g") };
      if (kept.fresh !== fresh) refill(kept.element, counter(one, signs.get(one.name), side));
      kept.fresh = fresh;
      const still = one.status === "active" ? "" : spellbound(one) ? `bound ${one.status}` : `fallen ${one.status}`;
      const size = one.hexes.length > 1 ? "large" : this.places.get(one.name).shared ? "shared" : "";
      kept.element.setAttribute("class", ["token", sideClass(side), still, size, one.truth ? "phantom" : "", ...(marks.get(one.name) ?? [])].filter(Boolean).join(" "));
      kept.element.style.transform = moved(this.places.get(one.name));
      this.kept.set(one.name, kept);
      return kept.element;
    });
    refill(this.bulks, fighters.filter((one) => one.hexes.length > 1).map((one) => bulk(one, sides.indexOf(one.side))));
    for (const name of this.kept.keys()) if (!fighters.some((one) => one.name === name)) this.kept.delete(name);
    if (shown.some((element, place) => this.group.children[place] !== element) || shown.length !== this.group.children.length) {
      this.group.replaceChildren(...shown);
    }
    return before;
  }

  /** The body under a large creature's counter. */
  bulk(name) {
    return [...this.bulks.children].find((one) => one.dataset.bulk === name) ?? null;
  }

  element(name) {
    return this.kept.get(name)?.element ?? null;
  }
}
