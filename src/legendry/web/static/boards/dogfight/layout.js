/**
 * Where the pieces lie on this screen. The rules place craft that hang together relative to each
 * other (DOG-25); whole groups are set out here as the room allows, and the disengaged, who stand to
 * nobody in any way, side by side with their friends.
 */

export const WIDE = 132;
export const HIGH = 116;
/** The hull lies a little above the middle of its place: its sections are below. */
export const HULL = -10;
const LEAST = 0.66;
const MOST = 1.5;

const QUARTER = { east: "south", south: "west", west: "north", north: "east" };

const normal = (pieces) => {
  const left = Math.min(...pieces.map((one) => one.column));
  const top = Math.min(...pieces.map((one) => one.row));
  const moved = pieces.map((one) => ({ ...one, column: one.column - left, row: one.row - top }));
  return { pieces: moved, wide: 1 + Math.max(...moved.map((one) => one.column)), high: 1 + Math.max(...moved.map((one) => one.row)) };
};

/** A quarter turn to the right: a long chain of pursuers fits a narrow screen. */
const turned = ({ pieces }) =>
  normal(pieces.map((one) => ({ ...one, column: -one.row, row: one.column, heading: QUARTER[one.heading] })));

/** The groups in rows from the left, the highest first, each in the first row that has room for it. */
const shelved = (groups, columns) => {
  const shelves = [];
  for (const group of groups.toSorted((a, b) => b.high - a.high)) {
    let shelf = shelves.find((one) => one.used + group.wide <= columns && one.high >= group.high);
    if (!shelf) {
      shelf = { used: 0, high: group.high, groups: [] };
      shelves.push(shelf);
    }
    shelf.groups.push({ ...group, left: shelf.used });
    shelf.used += group.wide;
  }
  let top = 0;
  const blocks = shelves.flatMap(({ groups: row, high, used }) => {
    const indent = (columns - used) / 2;
    const placed = row.map((group) => ({ ...group, left: group.left + indent, top }));
    top += high;
    return placed;
  });
  return { blocks, rows: top };
};

/** Those of a side who are disengaged, in a block of their own. */
const wings = (sides, columns, top) => {
  const each = Math.max(1, Math.floor(columns / sides.length));
  const abreast = Math.max(1, Math.floor(columns / each));
  let rows = 0;
  const blocks = [];
  for (let first = 0; first < sides.length; first += abreast) {
    const some = sides.slice(first, first + abreast);
    const high = Math.max(...some.map(({ pieces }) => Math.ceil(pieces.length / each)));
    some.forEach(({ side, pieces }, place) => {
      const wide = Math.min(each, pieces.length);
      const room = columns / some.length;
      blocks.push({
        side, wide, high: Math.ceil(pieces.length / each), left: room * place + (room - wide) / 2, top: top + rows,
        pieces: pieces.map((one, n) => ({ ...one, column: n % each, row: Math.floor(n / each) })),
      });
    });
    rows += high;
  }
  return { blocks, rows };
};

const packed = (groups, lone, columns) => {
  const fitting = groups.map((group) => (group.wide > columns && group.high < group.wide ? turned(group) : group));
  if (fitting.some((group) => group.wide > columns)) return null;
  const knots = shelved(fitting, columns);
  const apart = lone.length ? wings(lone, columns, knots.rows) : { blocks: [], rows: 0 };
  return { blocks: [...knots.blocks, ...apart.blocks], columns, rows: knots.rows + apart.rows };
};

/**
 * The layout that shows the pieces largest in so many pixels; where that would be too small, it is
 * as wide as the room and higher. `places` are the rules', `side` tells a craft's side.
 */
export const arranged = (places, side, width, height) => {
  const pieces = Object.entries(places).map(([name, place]) => ({ name, ...place }));
  const all = [...Map.groupBy(pieces, (one) => one.group).values()];
  const groups = all.filter((group) => group.length > 1).map(normal);
  const lone = [...Map.groupBy(all.filter((group) => group.length === 1).flat(), (one) => side(one.name))]
    .sort(([a], [b]) => a - b).map(([number, some]) => ({ side: number, pieces: some }));
  const widest = Math.max(2, Math.floor(width / (WIDE * LEAST)));
  const scale = ({ columns, rows }) => Math.min(MOST, width / (columns * WIDE), height / (rows * HIGH));
  let best = null;
  for (let columns = 2; columns <= widest; columns += 1) {
    const one = packed(groups, lone, columns);
    if (one && (!best || scale(one) > scale(best))) best = one;
  }
  for (let columns = widest + 1; !best; columns += 1) best = packed(groups, lone, columns);
  const fits = Math.min(MOST, width / (best.columns * WIDE));
  const chosen = Math.min(fits, Math.max(scale(best), LEAST));
  return { ...best, scale: chosen, places: new Map(best.blocks.flatMap(located)) };
};

/** The pieces of a block by name: the middle of each, its heading, its row and column. */
const located = ({ pieces, left, top }) =>
  pieces.map(({ name, column, row, heading }) => [name, {
    x: (left + column + 0.5) * WIDE, y: (top + row + 0.5) * HIGH, heading, row: top + row + 1, column: Math.round(left + column) + 1,
  }]);
