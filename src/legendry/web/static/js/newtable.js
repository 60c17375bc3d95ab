/** What a new table is made of when nobody has wishes of his own. */

/** How many bots make a good small table; Legendary Dragon and a book are good alone. */
export const botsBeside = (game) =>
  (["dragon", "adventure"].includes(game.name) ? 0 : Math.max(1, game.company - 1));

/** One person, and the best bots beside. */
export const defaultTable = (game) => {
  const bots = Array.from({ length: botsBeside(game) }, (_, n) => ({ name: `Bot ${n + 1}`, player: `bot:${game.bots[0]}` }));
  return { game: game.name, seats: [{ name: "Player", player: "me" }, ...bots] };
};

/** The skirmish or the sortie of an edition: you on the first side, the best bot on the other. */
export const fightTable = ({ slug, skirmish }, game = "fight") => ({
  game,
  edition: slug,
  seats: skirmish.sides.map(({ name }, side) => ({ name, player: side ? "bot:greedy" : "me" })),
});

/** The seat that plays whomever the company of an adventure meets. */
export const FOES = "Foes";

/** A book with the company that it is meant for: all of them yours, a bot for the foes. */
export const adventureTable = ({ name, editions: [{ slug }] }) => ({
  game: "adventure",
  edition: slug,
  setup: { book: name },
  seats: [{ name: "Player", player: "me" }, { name: FOES, player: "bot:greedy" }],
});
