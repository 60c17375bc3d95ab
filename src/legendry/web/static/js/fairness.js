/** The dice of a table in words, and what this page knows of them by itself, so that it can check them. */

import { h } from "./dom.js";
import { openBeside } from "./ledger.js";
import { seedKey } from "./seats.js";

const commitmentKey = (table) => `commitment ${table.id}`;

/** The fingerprint of the dice as it was heard first: a later one does not take its place. */
export const keepCommitment = (table) => {
  const { commitment } = table;
  if (commitment && !localStorage.getItem(commitmentKey(table))) localStorage.setItem(commitmentKey(table), commitment);
};

/** What this page knows of the dice by itself, for the check: never taken from the proof. */
export const pledgeOf = (table, you) => {
  const seeds = you.map((seat) => [seat, localStorage.getItem(seedKey(table.id, seat))]).filter(([, seed]) => seed);
  return { commitment: localStorage.getItem(commitmentKey(table)), seeds: Object.fromEntries(seeds), seats: you };
};

export const diceWords = ({ dice, commitment }) => (commitment ? `dice: fair ${commitment.slice(0, 4)}…` : `dice: ${dice}`);

/** Explains the dice beside `anchor`; `ending` is what their check has found, once the game is over. */
export const explainDice = (anchor, { table, seats, pledge }, ending) => {
  const { commitment, dice } = table;
  const own = pledge.seeds;
  const seeded = seats.filter((seat) => seat.seeded || seat.name in own).map((seat) => seat.name);
  openBeside(anchor, "The dice", h("h3", null, "The dice"), commitment
    ? [
      h("p", null, "The house fixed a secret before anybody sat down and published its fingerprint. The seats then named seeds. Every die follows from both, so nobody can bend it."),
      h("dl", { class: "pairs" },
        h("dt", null, "Commitment"), h("dd", { class: "mono breaks" }, commitment),
        h("dt", null, "Seeds by"), h("dd", null, seeded.join(", ") || "nobody")),
      h("p", null, ending || "When the game is over the secret is shown, and this page checks every roll."),
    ]
    : h("p", null, dice === "seeded" ? "These dice follow from a seed: the same seed gives the same dice." : "The players roll their own dice and type them in."));
};
