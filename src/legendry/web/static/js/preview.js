/** A board as a small picture: no names, no numbers, only its shape. */

import { svg } from "./dom.js";

const HIGH = Math.sqrt(3) / 2;

/** The kinds of ground, the one that counts first. */
const GROUNDS = [
  ["wall", "wall"],
  ["blocks-sight", "thicket"],
  ["blocks-move", "chasm"],
  ["exit", "exit"],
  ["start-1", "start side-1"],
  ["start-2", "start side-2"],
];

const centre = (label) => {
  const column = Number(label.slice(0, 2));
  const row = Number(label.slice(2));
  return [column * 1.5, (row * 2 + (column % 2 ? 0 : 1)) * HIGH];
};

const outline = ([x, y]) =>
  [[1, 0], [0.5, HIGH], [-0.5, HIGH], [-1, 0], [-0.5, -HIGH], [0.5, -HIGH]]
    .map(([dx, dy], corner) => `${corner ? "L" : "M"}${(x + dx * 0.94).toFixed(2)} ${(y + dy * 0.94).toFixed(2)}`)
    .join("") + "z";

const ground = (tags) => GROUNDS.find(([tag]) => tags.includes(tag))?.[1] ?? "floor";

/** Some `count` places of a side's own ground, near the middle and not too close together. */
const places = (hexes, side, count) => {
  const all = Object.keys(hexes).map(centre);
  const middle = Math.max(...all.map(([, y]) => y)) / 2;
  const own = Object.keys(hexes).filter((label) => hexes[label].includes(`start-${side}`)).map(centre);
  own.sort(([, y], [, other]) => Math.abs(y - middle) - Math.abs(other - middle));
  return own.filter((_, n) => n % 3 === 0).slice(0, count);
};

const counter = (side, [x, y]) =>
  svg("g", { class: `counter side-${side}`, transform: `translate(${x.toFixed(2)} ${y.toFixed(2)})` },
    side === 1 ? svg("circle", { r: 0.78 }) : svg("path", { d: "M0-.95 .95 0 0 .95-.95 0z" }));

/** The picture of a board's hexes; `people` counts who stands there, by side. */
export const boardPicture = (hexes, people = []) => {
  const paths = {};
  for (const [label, tags] of Object.entries(hexes)) {
    const kind = ground(tags);
    paths[kind] = (paths[kind] ?? "") + outline(centre(label));
  }
  const centres = Object.keys(hexes).map(centre);
  const [left, top] = [0, 1].map((axis) => Math.min(...centres.map((at) => at[axis])) - 1);
  const [right, foot] = [0, 1].map((axis) => Math.max(...centres.map((at) => at[axis])) + 1);
  return svg("svg", { class: "board-picture", viewBox: `${left} ${top} ${right - left} ${foot - top}`, "aria-hidden": "true" },
    Object.entries(paths).map(([kind, d]) => svg("path", { class: kind, d })),
    people.map((count, side) => places(hexes, side + 1, count).map((at) => counter(side + 1, at))));
};

/** An open book, in which a way leads from the words to a place on a map. */
export const openBook = () => {
  const lines = (x, wide, count, top) => Array.from({ length: count }, (_, n) =>
    svg("path", { class: "line", d: `M${x} ${top + n * 13}q${wide / 2} ${-5 + n / 2} ${wide - (n % 3) * 9} 0` }));
  return svg("svg", { class: "book-picture", viewBox: "0 0 320 190", "aria-hidden": "true" },
    svg("path", { class: "under", d: "M18 40q72-16 142 10q70-26 142-10v132q-72-14-142 8q-70-22-142-8z" }),
    svg("path", { class: "leaf", d: "M26 30q68-14 134 12v128q-66-22-134-10z" }),
    svg("path", { class: "leaf", d: "M294 30q-68-14-134 12v128q66-22 134-10z" }),
    lines(46, 92, 6, 62), lines(46, 60, 1, 148),
    svg("path", { class: "hill", d: "M190 78l12-20 12 20M208 84l9-15 9 15M246 70l10-17 10 17M182 128q10-8 20 0t20 0" }),
    svg("path", { class: "way", d: "M110 148q40 14 74-6t46-32q10-24 40-18" }),
    svg("path", { class: "goal", d: "M270 92v-26l16 6-13 7v13z" }));
};
