/** What an option's notation says: who acts, to which hex, at whom. */

import { named } from "../common.js";

/** What joins the steps of a casting: `cast Fire-3 at 0405 and 0406 done`, `at Hector on spear`. */
const LINK = / (?:at|and|to|from|with|for|done)(?= |$)| on(?= [a-z])/g;

/** Where the last step of a casting begins; -1 where only the spell is named yet. */
const lastStep = (deed) => [...deed.matchAll(LINK)].at(-1)?.index ?? -1;

/** What all these steps of one casting go on from: `Mira cast Fire-3 at 0405`; nothing for others. */
export const saidOf = (options) => {
  if (!options.length || options.some((option) => option.verb !== "cast" || option.begins)) return "";
  const [first, ...others] = options.map((option) => option.notation);
  const words = first.split(" ");
  const shared = words.filter((_, place) => {
    const start = `${words.slice(0, place + 1).join(" ")} `;
    return others.every((notation) => `${notation} `.startsWith(start));
  }).join(" ");
  const rests = options.map((option) => option.notation.slice(shared.length));
  return rests.every((rest) => rest.search(LINK) === 0) ? shared : shared.slice(0, lastStep(shared));
};

/** Where whoever goes there could attack: of such options the odds of the best attack are known. */
const GOES = { stay: "from here", move: "there", carry: "there", leave: "there" };

/**
 * `Ajax strike Hector` → actor Ajax, deed `strike Hector`, targets [Hector]; `Ajax move 0405` → hex.
 * A casting `begins` with the spell alone; later its targets are those whom the last step names.
 * The game master's options begin with his seat: `Max moves Wick to 0405`.
 */
export const read = (option, names, place = 0, seat = "") => {
  const { notation } = option;
  const actor = names.find((name) => notation === name || notation.startsWith(`${name} `)) ?? "";
  const master = !actor && seat && notation.startsWith(`${seat} `) ? seat : "";
  const deed = notation.slice((actor || master).length).trim();
  const someone = names.some((name) => /\D/.test(name) && deed.endsWith(` ${name}`));
  const hex = someone ? "" : /(?:^| )(\d{4})$/.exec(deed)?.[1] ?? "";
  const verb = deed.split(" ")[0];
  const step = verb === "cast" ? lastStep(deed) : 0;
  const begins = step < 0;
  return {
    notation,
    words: option.words ?? "",
    place,
    actor,
    deed,
    verb,
    hex,
    begins,
    goes: GOES[verb] ?? "",
    targets: hex || begins ? [] : named(deed.slice(step), names),
  };
};

/** An option that goes to a place a board shows better than a list does. */
export const isPlace = ({ hex, verb }) => Boolean(hex) && ["move", "carry", "to", "at", "cast", "moves"].includes(verb);
