/** Flat-top hexes by their labels: where they lie, what is next door, the outline of several. */

/** From the middle of a hex to a corner, in the drawing's own units. */
export const SIZE = 50;
/** From the middle of a hex to the middle of a side. */
export const HALF = (SIZE * Math.sqrt(3)) / 2;

/** The six directions in clock order, as in the rules: 1 is up. */
export const DIRECTIONS = ["north", "north-east", "south-east", "south", "south-west", "north-west"];

export const column = (hex) => Number(hex.slice(0, 2));
export const row = (hex) => Number(hex.slice(2));
export const label = (c, r) => `${String(c).padStart(2, "0")}${String(r).padStart(2, "0")}`;

/** The middle of a hex; even columns sit half a hex lower. */
export const middle = (hex) => {
  const c = column(hex);
  return { x: 1.5 * SIZE * (c - 1), y: HALF * (2 * (row(hex) - 1) + (c % 2 === 0 ? 1 : 0)) };
};

/** The six hexes next door in clock order from the north, on the board or not. */
export const neighbours = (hex) => {
  const c = column(hex);
  const r = row(hex);
  const upper = c % 2 === 0 ? r : r - 1;
  return [
    label(c, r - 1), label(c + 1, upper), label(c + 1, upper + 1),
    label(c, r + 1), label(c - 1, upper + 1), label(c - 1, upper),
  ];
};

const axial = (hex) => {
  const q = column(hex) - 1;
  return { q, r: row(hex) - 1 - Math.floor(q / 2) };
};

/** Steps from one hex to another on an open board. */
export const distance = (a, b) => {
  const from = axial(a);
  const to = axial(b);
  const q = to.q - from.q;
  const r = to.r - from.r;
  return Math.max(Math.abs(q), Math.abs(r), Math.abs(q + r));
};

/** The direction word that leads nearest to another hex. */
export const bearing = (from, to) => {
  const a = middle(from);
  const b = middle(to);
  const clockwise = (Math.atan2(b.x - a.x, a.y - b.y) * 180) / Math.PI;
  return DIRECTIONS[Math.round((clockwise + 360) / 60) % 6];
};

/** The six corners of a hex, from the right one clockwise. */
export const corners = ({ x, y }, size = SIZE) =>
  [0, 60, 120, 180, 240, 300].map((degrees) => {
    const turn = (degrees * Math.PI) / 180;
    return [x + size * Math.cos(turn), y + size * Math.sin(turn)];
  });

const written = ([x, y]) => `${x.toFixed(1)} ${y.toFixed(1)}`;

export const hexPath = (at, size = SIZE) => `M${corners(at, size).map(written).join("L")}Z`;

const EDGES = [[4, 5], [5, 0], [0, 1], [1, 2], [2, 3], [3, 4]];

/** The sides of these hexes beyond which none of them lies and `counts` holds, as pairs of corners. */
export const border = (hexes, counts = () => true) => {
  const inside = new Set(hexes);
  return [...inside].flatMap((hex) => {
    const open = neighbours(hex).map((next) => !inside.has(next) && counts(next));
    if (!open.includes(true)) return [];
    const points = corners(middle(hex));
    return EDGES.filter((_, direction) => open[direction]).map(([from, to]) => [points[from], points[to]]);
  });
};

/** Separate strokes as one path. */
export const strokes = (pairs) => pairs.map(([from, to]) => `M${written(from)}L${written(to)}`).join("");

/** The outline of a set of hexes as a path of closed loops. */
export const outline = (hexes) => {
  const onward = new Map();
  for (const [from, to] of border(hexes)) {
    const key = written(from);
    onward.set(key, [...(onward.get(key) ?? []), written(to)]);
  }
  const loops = [];
  for (const start of onward.keys()) {
    let here = start;
    const loop = [];
    while (onward.get(here)?.length) {
      loop.push(here);
      here = onward.get(here).pop();
    }
    if (loop.length) loops.push(`M${loop.join("L")}Z`);
  }
  return loops.join("");
};

/** The box around hexes, with room for their strokes: what a drawing of them must show. */
export const box = (hexes, margin = 8) => {
  const places = hexes.map(middle);
  const xs = places.map((place) => place.x);
  const ys = places.map((place) => place.y);
  const left = Math.min(...xs) - SIZE - margin;
  const top = Math.min(...ys) - HALF - margin;
  return {
    x: left,
    y: top,
    width: Math.max(...xs) + SIZE + margin - left,
    height: Math.max(...ys) + HALF + margin - top,
  };
};
