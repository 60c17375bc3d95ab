/** What stands on the cards, in words. */

import { capital } from "../../js/dom.js";

export const LIMITS = {
  none: "",
  single_hero: "single hero",
  no_shaman: "bars the Shaman",
  no_bard: "bars the Bard",
  no_magician: "bars the Magician",
  no_abilities: "no abilities",
};

/** A sample of dice for each pattern, as the trait cards draw it; 0 is any face. */
export const PATTERNS = {
  two_different_pairs: { words: "two different pairs", sample: [3, 3, 5, 5, 0] },
  three_of_a_kind: { words: "three equal", sample: [4, 4, 4, 0, 0] },
  full_house: { words: "three and two equal", sample: [5, 5, 5, 2, 2] },
  four_of_a_kind: { words: "four equal", sample: [6, 6, 6, 6, 0] },
  straight: { words: "five in a row", sample: [1, 2, 3, 4, 5] },
  five_of_a_kind: { words: "five equal", sample: [2, 2, 2, 2, 2] },
};

export const ABILITIES = {
  shift: "Shift",
  magic_shift: "Magic Shift",
  song_of_power: "Song of Power",
  transfiguration: "Transfiguration",
};

/** What a duo card does for a team of two. */
export const duoWords = (duo) =>
  [
    duo.shift_cost ? `Shift costs ${duo.shift_cost}` : "",
    duo.bonus_potions ? `+${count(duo.bonus_potions, "potion")}` : "",
    duo.bonus_points ? `+${count(duo.bonus_points, "point")}` : "",
  ].filter(Boolean).join(", ");

export const count = (number, thing) => `${number} ${thing}${number === 1 ? "" : "s"}`;

/** A chance as people read it: `62.3 %`; what is possible is never called 0, nor what can fail 100. */
export const exactly = (chance) => {
  const shown = (100 * chance).toFixed(1);
  if (chance > 0 && shown === "0.0") return "<0.1\u00a0%";
  return chance < 1 && shown === "100.0" ? ">99.9\u00a0%" : `${shown}\u00a0%`;
};

/** `keep 2 2 5`, as records have it. */
export const keeping = (faces) => `keep ${[...faces].sort().join(" ") || "nothing"}`;

/** `Bard + Magician vs Goblin with Vigilant and song`, as records have it. */
export const sending = ({ team, creature, duo, song }) =>
  `${team.join(" + ")} vs ${creature}${duo ? ` with ${duo}` : ""}${song ? " and song" : ""}`;

export const together = (names) => names.map((name) => `the ${name}`).join(" and ");

export const sentence = (words) => {
  const begun = capital(words);
  return /[.!?:]$/.test(begun) ? begun : `${begun}.`;
};
