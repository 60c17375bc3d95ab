/** A new board for a game, from its own module; the plain one where it has none. */
export const boardOf = async (game) => {
  const found = await import(`../boards/${game}.js`).catch(() => import("../boards/plain.js"));
  const Board = found.default;
  if (!customElements.getName(Board)) customElements.define(`${game}-board`, Board);
  return new Board();
};
