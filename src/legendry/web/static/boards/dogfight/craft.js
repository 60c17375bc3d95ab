/** Craft as pieces: a hull of each side's own shape that points where it flies, and its sections. */

import { refill, svg } from "../../js/dom.js";
import { sideClass } from "../common.js";
import { HULL } from "./layout.js";

/** A drop, a kite, a block and a dart, all flying east: the round, pointed, square and swept side. */
const HULLS = [
  "M30 0C22 -13 6 -18 -8 -18C-20 -18 -26 -11 -26 0C-26 11 -20 18 -8 18C6 18 22 13 30 0Z",
  "M32 0L-2 -22L-27 0L-2 22Z",
  "M-26 -17H12L30 0L12 17H-26Z",
  "M33 0L-27 -22L-15 0L-27 22Z",
];
const ENGINES = ["M-25 -8H-32V8H-25Z", "M-24 -5H-32V5H-24Z", "M-26 -11H-32V-3H-26ZM-26 3H-32V11H-26Z", "M-18 -6H-27V6H-18Z"];
const ANGLES = { east: 0, south: 90, west: 180, north: -90 };

/** The room that a strip or a name may take. */
const ROOM = 120;
const BOX = 21;
const GAP = 2;

/** The pattern on the hulls of each side; the first is plain. */
export const patterns = () => [
  svg("pattern", { id: "hull-2", class: "side-2", width: 6, height: 6, patternUnits: "userSpaceOnUse", patternTransform: "rotate(45)" },
    svg("path", { class: "hull-mark", d: "M0 0V6" })),
  svg("pattern", { id: "hull-3", class: "side-3", width: 6, height: 6, patternUnits: "userSpaceOnUse" },
    svg("circle", { class: "hull-dot", cx: 3, cy: 3, r: 1.4 })),
  svg("pattern", { id: "hull-4", class: "side-4", width: 6, height: 6, patternUnits: "userSpaceOnUse" },
    svg("path", { class: "hull-mark", d: "M0 3H6" })),
];

/** The hull of a side, flying east. */
export const hull = (side) => [
  svg("path", { class: "engine", d: ENGINES[side % 4] }),
  svg("path", { class: "hull", d: HULLS[side % 4] }),
  side % 4 ? svg("path", { class: "pattern", d: HULLS[side % 4], fill: `url(#hull-${(side % 4) + 1})` }) : null,
  svg("circle", { class: "core", cx: -3, r: 12.5 }),
];

/** `d6/2 M+1`: what it fires with, what shields it, how it turns. */
export const gear = (one) => {
  const dice = one.weapons ? `${one.weapons > 1 ? one.weapons : ""}d6` : "";
  const arms = `${dice}${one.shields ? `/${one.shields}` : ""}`;
  return [arms || "unarmed", one.maneuver ? `M+${one.maneuver}` : "", one.systems ? `S+${one.systems}` : ""].filter(Boolean).join(" ");
};

/** Its sections in the order in which they are lost, as small boxes with the points that are left. */
const strip = (one) => {
  const wide = Math.min(BOX, ROOM / one.sections.length - GAP);
  const all = one.sections.length * (wide + GAP) - GAP;
  return svg("g", { class: "strip", transform: `translate(${-all / 2} 20)` }, one.sections.map((section, place) => {
    const state = section.left === 0 ? "lost" : section.left < section.points ? "hurt" : "whole";
    return svg("g", { class: `section ${state}`, transform: `translate(${place * (wide + GAP)} 0)` },
      svg("rect", { width: wide, height: 18, rx: 3 }),
      svg("text", { x: wide / 2, y: 13.5 }, `${section.name[0]}${section.left || ""}`),
      section.left ? null : svg("path", { class: "struck", d: `M-1 19L${wide + 1} -1` }));
  }));
};

/** A long name is set closer, so that it stays above its craft. */
const title = (name) => {
  const long = name.length > 14;
  return svg("text", { class: "name", y: -40, textLength: long ? ROOM : null, lengthAdjust: long ? "spacingAndGlyphs" : null }, name.length > 18 ? `${name.slice(0, 17)}…` : name);
};

const TICK = "M-5 0L-1.5 4L5 -4";

const face = (one, sign, side, heading) => {
  const adrift = one.status !== "active";
  const upright = heading === "north" || heading === "south";
  const turn = `rotate(${ANGLES[heading]}) scale(${upright ? 0.8 : 1})`;
  return [
    svg("ellipse", { class: "halo", rx: 41, ry: 28, transform: turn }),
    svg("g", { class: "ship", transform: turn }, hull(side)),
    svg("text", { class: "sign", x: heading === "west" ? 3 : heading === "east" ? -3 : 0, y: (heading === "south" ? -3 : heading === "north" ? 3 : 0) + 5 }, sign),
    adrift ? svg("path", { class: "cross", d: "M-21 -21L21 21M21 -21L-21 21" }) : null,
    one.acted && !adrift ? svg("g", { class: "acted", transform: "translate(35 17)" }, svg("circle", { r: 8 }), svg("path", { d: TICK })) : null,
  ];
};

const piece = (one, sign, side, heading) => [
  svg("g", { class: "face", transform: `translate(0 ${HULL})` }, face(one, sign, side, heading)),
  title(one.name),
  strip(one),
  svg("text", { class: "gear", y: 51 }, one.status === "active" ? gear(one) : one.captured ? "captured" : "adrift"),
];

export const moved = ({ x, y }) => `translate(${x.toFixed(1)}px, ${y.toFixed(1)}px)`;

/** The pieces on the board; each keeps its element, so that it can slide. */
export class Pieces {
  constructor() {
    this.group = svg("g", { class: "pieces", "aria-hidden": "true" });
    this.kept = new Map();
    this.places = new Map();
  }

  /** Draws everybody at these places; `marks` are classes by name. */
  show(craft, { signs, sides, marks, places }) {
    this.places = places;
    const shown = craft.filter((one) => places.has(one.name)).map((one) => {
      const side = sides.indexOf(one.side);
      const place = places.get(one.name);
      const fresh = JSON.stringify([one.sections, one.status, one.acted, one.captured, place.heading]);
      const kept = this.kept.get(one.name) ?? { element: svg("g", { "data-piece": one.name }) };
      if (kept.fresh !== fresh) refill(kept.element, piece(one, signs.get(one.name), side, place.heading));
      kept.fresh = fresh;
      const classes = ["piece", sideClass(side), one.status === "active" ? "" : "adrift", ...(marks.get(one.name) ?? [])];
      kept.element.setAttribute("class", classes.filter(Boolean).join(" "));
      kept.element.style.transform = moved(place);
      this.kept.set(one.name, kept);
      return kept.element;
    });
    if (shown.length !== this.group.children.length || shown.some((element, n) => this.group.children[n] !== element)) {
      this.group.replaceChildren(...shown);
    }
  }

  /** Picks out those with these names; the rest steps back. Nobody is picked out by null. */
  light(names) {
    for (const [name, { element }] of this.kept) {
      element.classList.toggle("lit", Boolean(names?.has(name)));
      element.classList.toggle("dim", Boolean(names && !names.has(name)));
    }
  }
}
