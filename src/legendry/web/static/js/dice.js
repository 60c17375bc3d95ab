/** Dice that look like dice. */

import { svg } from "./dom.js";

const LEFT = 27;
const MIDDLE = 50;
const RIGHT = 73;
const PIPS = {
  1: [[MIDDLE, MIDDLE]],
  2: [[LEFT, RIGHT], [RIGHT, LEFT]],
  3: [[LEFT, RIGHT], [MIDDLE, MIDDLE], [RIGHT, LEFT]],
  4: [[LEFT, LEFT], [LEFT, RIGHT], [RIGHT, LEFT], [RIGHT, RIGHT]],
  5: [[LEFT, LEFT], [LEFT, RIGHT], [MIDDLE, MIDDLE], [RIGHT, LEFT], [RIGHT, RIGHT]],
  6: [[LEFT, LEFT], [LEFT, MIDDLE], [LEFT, RIGHT], [RIGHT, LEFT], [RIGHT, MIDDLE], [RIGHT, RIGHT]],
};

/**
 * A face as an SVG of class `die`, 1.35em wide unless the page's CSS says otherwise. Dice with other
 * than six sides show a number; face 0 is an empty die. Hidden from screen readers unless `label`led.
 */
export const dieFace = (face, { sides = 6, tumbles = false, label = "" } = {}) => {
  const marks = sides === 6
    ? (PIPS[face] ?? []).map(([x, y]) => svg("circle", { class: "pip", cx: x, cy: y, r: 10 }))
    : [face ? svg("text", { x: 50, y: 68 }, String(face)) : null];
  const body = sides === 6
    ? svg("rect", { class: "body", x: 4, y: 4, width: 92, height: 92, rx: 20 })
    : svg("polygon", { class: "body", points: "50,3 95,28 95,76 50,98 5,76 5,28" });
  const named = label ? { role: "img", "aria-label": label } : { "aria-hidden": "true" };
  return svg("svg", { class: tumbles ? "die tumbles" : "die", viewBox: "0 0 100 100", ...named }, body, marks);
};

/** `<dice-row faces="2 3 5">`: dice in a line, read out as “dice 2, 3 and 5”. */
export class DiceRow extends HTMLElement {
  static observedAttributes = ["faces", "sides"];

  attributeChangedCallback() {
    const faces = (this.getAttribute("faces") ?? "").split(" ").filter(Boolean).map(Number);
    const sides = Number(this.getAttribute("sides") ?? 6);
    this.setAttribute("role", "img");
    this.setAttribute("aria-label", `${faces.length === 1 ? "die" : "dice"} ${faces.join(", ")}`);
    this.replaceChildren(...faces.map((face) => dieFace(face, { sides, tumbles: this.hasAttribute("tumbles") })));
  }
}

customElements.define("dice-row", DiceRow);
