/** A campfire, drawn. */

import { svg } from "../../js/dom.js";

export const fire = () =>
  svg("svg", { class: "fire", viewBox: "0 0 120 110", "aria-hidden": "true" },
    svg("ellipse", { class: "glow", cx: 60, cy: 84, rx: 56, ry: 24 }),
    [[22, 92], [40, 99], [80, 99], [98, 92]].map(([cx, cy]) => svg("ellipse", { class: "stone", cx, cy, rx: 10, ry: 6 })),
    svg("path", { class: "log", d: "M24 90 92 74l3 9L27 98z" }),
    svg("path", { class: "log", d: "M96 90 28 74l-3 9 68 15z" }),
    svg("path", { class: "flame", d: "M60 8C66 30 88 40 84 64 82 80 72 86 60 86S38 80 36 64c-2-16 10-22 12-36 6 6 8 10 9 16 4-10 6-20 3-36z" }),
    svg("path", { class: "flame core", d: "M60 40c3 12 13 16 11 30-1 9-6 13-11 13s-10-4-11-13c-1-9 5-12 6-20 3 4 4 6 4 9 2-5 3-11 1-19z" }));
