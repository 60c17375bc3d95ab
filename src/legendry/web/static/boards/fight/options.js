/** What an option's notation says: who acts, to which hex, at whom. */

const asWord = (text, name) => {
  const at = text.indexOf(name);
  if (at < 0) return -1;
  const before = text[at - 1] ?? " ";
  const after = text[at + name.length] ?? " ";
  return before === " " && after === " " ? at : -1;
};

/** Names that stand in a text; `Bandit 2` is not `Bandit`. `names` come longest first. */
const named = (text, names) => {
  const found = [];
  let rest = text;
  for (const name of names) {
    const at = asWord(rest, name);
    if (at < 0) continue;
    found.push(name);
    rest = `${rest.slice(0, at)}${" ".repeat(name.length)}${rest.slice(at + name.length)}`;
  }
  return found;
};

/** Names in the order in which they are looked for in a notation. */
export const longestFirst = (names) => [...names].sort((a, b) => b.length - a.length);

/** `Ajax strike Hector` → actor Ajax, deed `strike Hector`, targets [Hector]; `Ajax move 0405` → hex. */
export const read = (option, names, place = 0) => {
  const { notation } = option;
  const actor = names.find((name) => notation === name || notation.startsWith(`${name} `)) ?? "";
  const deed = notation.slice(actor.length).trim();
  const hex = /(?:^| )(\d{4})$/.exec(deed)?.[1] ?? "";
  return {
    notation,
    words: option.words ?? "",
    place,
    actor,
    deed,
    verb: deed.split(" ")[0],
    hex,
    targets: hex ? [] : named(deed, names),
  };
};

/** An option that goes to a place a board shows better than a list does. */
export const isPlace = ({ hex, verb }) => Boolean(hex) && ["move", "carry", "to", "at"].includes(verb);
