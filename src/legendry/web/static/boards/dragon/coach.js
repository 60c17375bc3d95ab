/** The coach beside the table: off, after a decision, or before it. */

import { h } from "../../js/dom.js";
import { exactly, sentence } from "./words.js";

const KEY = "dragon-coach";
const LEVELS = ["off", "after", "before"];

export class CoachSeat {
  constructor() {
    const kept = localStorage.getItem(KEY);
    this.level = LEVELS.includes(kept) ? kept : "off";
    this.verdict = "";
    this.forget();
  }

  /** A new question: what was known of the last one is old. */
  forget(number = -1) {
    this.number = number;
    this.list = [];
  }

  set(level) {
    this.level = level;
    this.verdict = "";
    localStorage.setItem(KEY, level);
  }

  /** Hints that came; true if they are for the question of the moment. */
  heard({ number, hints }) {
    if (number !== this.number) return false;
    this.list = hints;
    return true;
  }

  /** What is best now, where the coach may say so before. */
  get best() {
    return this.level === "before" ? this.list[0] : undefined;
  }

  /** The chance to win the game with an option, where the coach may say so before. */
  chance(notation) {
    return this.level === "before" ? this.list.find((hint) => hint.notation === notation)?.chance : undefined;
  }

  /** What the answer in these lines cost; keeps it to be shown, and gives it. */
  judge(lines) {
    this.verdict = "";
    const mine = this.list.find((hint) => lines.includes(hint.notation));
    if (this.level === "off" || !mine) return "";
    const [best] = this.list;
    const cost = best.chance - mine.chance;
    this.verdict = cost < 0.0005
      ? `Nothing is better than “${mine.notation}”; the game stands at ${exactly(mine.chance)}.`
      : `“${mine.notation}” cost ${exactly(cost)} of the game; “${best.notation}” has ${exactly(best.chance)}.`;
    return this.verdict;
  }

  /** The switch. */
  get control() {
    return h("div", { class: "coach-switch", "data-key": "switch", role: "group", "aria-label": "Coach" },
      h("span", { class: "coach-name", "aria-hidden": "true" }, "Coach"),
      LEVELS.map((level) =>
        h("button", { type: "button", "data-do": "coach", "data-of": level, "aria-pressed": String(level === this.level),
          "aria-label": `coach ${level}` }, level)));
  }

  /** What it says now: the best before, or what the last decision cost. */
  get words() {
    if (this.best) {
      const { notation, chance, words } = this.best;
      return h("div", { class: "coach-words", "data-key": "words" },
        h("p", null, h("span", { class: "coach-name" }, "Coach"), " ", h("strong", null, notation),
          h("span", { class: "soft" }, ` · the game ${exactly(chance)}${words ? ` · ${words}` : ""}`)),
        h("button", { type: "button", "data-do": "answer", "data-of": notation }, "Do that"));
    }
    return this.verdict
      ? h("div", { class: "coach-words", "data-key": "words" }, h("p", null, h("span", { class: "coach-name" }, "Coach"), " ", sentence(this.verdict)))
      : null;
  }
}
