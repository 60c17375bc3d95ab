/** What a new table is made of when nobody has wishes of his own. */

/** How many bots make a good small table; Legendary Dragon is good alone. */
export const botsBeside = (game) =>
  (game.name === "dragon" ? 0 : Math.max(1, game.company - 1));

/** One person, and the best bots beside. */
export const defaultTable = (game) => {
  const bots = Array.from({ length: botsBeside(game) }, (_, n) => ({ name: `Bot ${n + 1}`, player: `bot:${game.bots[0]}` }));
  return { game: game.name, seats: [{ name: "Player", player: "me" }, ...bots] };
};

/** The skirmish of an edition: you on the first side, the best bot on the other. */
export const fightTable = ({ slug, skirmish }) => ({
  game: "fight",
  edition: slug,
  seats: skirmish.sides.map(({ name }, side) => ({ name, player: side ? "bot:greedy" : "me" })),
});
