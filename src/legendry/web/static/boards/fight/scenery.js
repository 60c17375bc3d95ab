/** The ground of a fight, drawn once: paper, walls in ink, and a drawing for what a hex is tagged with. */

import { svg } from "../../js/dom.js";
import { border, HALF, hexPath, middle, neighbours, outline, SIZE, strokes } from "./geometry.js";

const TAU = 2 * Math.PI;

/** Numbers from 0 to 1 that are the same for a hex at every visit. */
const chances = (seed) => {
  let state = [...seed].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) >>> 0, 2166136261);
  return () => {
    state = (Math.imul(state ^ (state >>> 15), 2246822519) + 374761393) >>> 0;
    return ((state ^ (state >>> 13)) >>> 0) / 2 ** 32;
  };
};

/** What the ground looks like, by the words in a board's name. */
const LOOKS = [
  [/forest|wood|clearing/i, "forest"],
  [/meadow|field|grass/i, "meadow"],
  [/deck|ship|station|hold/i, "deck"],
  [/pass|chasm|mountain|cave/i, "rock"],
];
export const lookOf = (name) => LOOKS.find(([words]) => words.test(name))?.[1] ?? "stone";

const path = (name, d) => svg("path", { class: name, d });
const line = (x1, y1, x2, y2) => `M${x1.toFixed(1)} ${y1.toFixed(1)}L${x2.toFixed(1)} ${y2.toFixed(1)}`;

/** A crown of leaves: a ring of bulges. */
const crown = (x, y, radius, bulges, chance) => {
  const first = chance() * TAU;
  const points = Array.from({ length: bulges }, (_, place) => {
    const turn = first + (place * TAU) / bulges;
    const far = radius * (0.92 + 0.16 * chance());
    return [x + far * Math.cos(turn), y + far * Math.sin(turn)];
  });
  const bulge = (radius * Math.PI) / bulges;
  const arcs = points.map((_, place) => {
    const [toX, toY] = points[(place + 1) % bulges];
    return `A${bulge.toFixed(1)} ${bulge.toFixed(1)} 0 0 1 ${toX.toFixed(1)} ${toY.toFixed(1)}`;
  });
  return `M${points[0][0].toFixed(1)} ${points[0][1].toFixed(1)}${arcs.join("")}Z`;
};

const tree = ({ x, y }, chance) => {
  const leaves = Array.from({ length: 5 }, () => {
    const turn = chance() * TAU;
    const far = 8 + chance() * 16;
    const at = [x + far * Math.cos(turn), y + far * Math.sin(turn)];
    return `M${(at[0] - 5).toFixed(1)} ${at[1].toFixed(1)}q2.5 -4 5 0q2.5 -4 5 0`;
  });
  return [
    path("shadow", crown(x + 3, y + 5, 35, 9, chance)),
    path("leaves", crown(x, y, 35, 9, chance)),
    path("leaves light", crown(x - 5, y - 6, 20, 7, chance)),
    path("sketch", leaves.join("")),
  ];
};

const bush = ({ x, y }, chance) =>
  [[-18, 8, 15], [17, 12, 14], [2, -14, 17], [-2, 20, 11]].flatMap(([dx, dy, radius]) => [
    path("brush", crown(x + dx, y + dy, radius, 6, chance)),
  ]);

const crate = ({ x, y }, chance) => {
  const turn = (chance() - 0.5) * 24;
  const body = [
    svg("rect", { class: "shadow", x: -24, y: -21, width: 54, height: 50, rx: 2 }),
    svg("rect", { class: "wood", x: -27, y: -25, width: 54, height: 50, rx: 2 }),
    path("sketch", "M-27 -13H27M-27 13H27M-20 -25V-13M20 -25V-13M-20 13V25M20 13V25M-27 -13L27 13"),
  ];
  return [svg("g", { transform: `translate(${x} ${y}) rotate(${turn.toFixed(1)})` }, body)];
};

const stall = ({ x, y }) => {
  const stripes = [-24, -8, 8].map((left) => `M${left} -20h8v34q-4 6 -8 0z`).join("");
  return [svg("g", { transform: `translate(${x} ${y})` },
    svg("rect", { class: "shadow", x: -29, y: -16, width: 64, height: 44 }),
    path("wood", "M-32 -20H32V14q-4 6 -8 0q-4 6 -8 0q-4 6 -8 0q-4 6 -8 0q-4 6 -8 0q-4 6 -8 0q-4 6 -8 0q-4 6 -8 0Z"),
    path("awning", stripes),
    path("sketch", "M-32 -20H32M-32 -14H32"))];
};

const planks = ({ x, y }) => [
  path("wood", hexPath({ x, y }, SIZE - 5)),
  path("sketch", [-30, -18, -6, 6, 18, 30].map((dx) => {
    const high = Math.min(HALF - 5, (SIZE - 5 - Math.abs(dx)) * Math.sqrt(3));
    return line(x + dx, y - high, x + dx, y + high);
  }).join("")),
];

const waves = ({ x, y }) => [
  path("pool", hexPath({ x, y }, SIZE - 1)),
  path("ripple", [-20, -2, 16].map((dy) => `M${x - 26} ${y + dy}q6.5 -7 13 0t13 0t13 0t13 0`).join("")),
];

export const flames = ({ x, y }) => [
  path("flame", `M${x} ${y + 28}C${x - 30} ${y + 22} ${x - 20} ${y - 4} ${x - 6} ${y - 28}C${x - 4} ${y - 12} ${x + 6} ${y - 12} ${x + 8} ${y - 20}C${x + 26} ${y + 4} ${x + 24} ${y + 24} ${x} ${y + 28}Z`),
  path("flame core", `M${x} ${y + 24}C${x - 14} ${y + 18} ${x - 8} ${y + 4} ${x - 1} ${y - 6}C${x + 4} ${y + 4} ${x + 14} ${y + 14} ${x} ${y + 24}Z`),
];

/** Rubble for whatever bars the way or the view and has no drawing of its own. */
const rubble = ({ x, y }, chance) =>
  Array.from({ length: 7 }, () => {
    const radius = 5 + chance() * 8;
    const turn = chance() * TAU;
    const far = chance() * 26;
    return path("boulder", hexPath({ x: x + far * Math.cos(turn), y: y + far * Math.sin(turn) }, radius));
  });

const DRAWINGS = { thicket: bush, bush, tree, crate, stall, table: crate, barrel: crate, bridge: planks, water: waves, fire: flames };
const KNOWN = ["wall", "chasm", "exit"];

/** Short strokes in groups, as a pen shades stone. */
const hatching = (hex, groups) => {
  const chance = chances(hex);
  const { x, y } = middle(hex);
  return Array.from({ length: groups }, () => {
    const turn = chance() * TAU;
    const far = Math.sqrt(chance()) * SIZE * 0.92;
    const [cx, cy] = [x + far * Math.cos(turn), y + far * Math.sin(turn)];
    const slant = chance() * Math.PI;
    const [dx, dy] = [Math.cos(slant), Math.sin(slant)];
    const long = 7 + chance() * 5;
    return [-4.5, 0, 4.5].map((aside) =>
      line(cx - dy * aside - dx * long, cy + dx * aside - dy * long, cx - dy * aside + dx * long, cy + dx * aside + dy * long)).join("");
  }).join("");
};

/** A door of brass, on the side that leads off the board. */
const exit = (hex, onBoard) => {
  const at = middle(hex);
  const outwards = neighbours(hex).flatMap((next, direction) => (onBoard(next) ? [] : [direction]));
  const turn = outwards.length ? outwards[Math.floor(outwards.length / 2)] * 60 : 0;
  return svg("g", { class: "exit", transform: `translate(${at.x} ${at.y}) rotate(${turn})` },
    path("sill", `M-24 ${-HALF + 2}H24`),
    path("chevron", "M-9 -26L0 -35L9 -26M-9 -17L0 -26L9 -17"));
};

/** Steps down the inside of a chasm's rim. */
const rim = (hexes) =>
  border(hexes).flatMap(([[ax, ay], [bx, by]]) => {
    const [nx, ny] = [-(by - ay) / SIZE, (bx - ax) / SIZE];
    return [0.08, 0.24, 0.4, 0.56, 0.72, 0.88].map((share, place) => {
      const [x, y] = [ax + (bx - ax) * share, ay + (by - ay) * share];
      const deep = place % 2 ? 9 : 16;
      return line(x, y, x + nx * deep, y + ny * deep);
    });
  }).join("");

/** All of it as one group that assistive tools need not know. */
export const drawn = (scenery) => {
  const hexes = Object.keys(scenery.hexes);
  const tagged = (tag) => hexes.filter((hex) => scenery.hexes[hex].includes(tag));
  const onBoard = (hex) => hex in scenery.hexes;
  const look = lookOf(scenery.name ?? "");
  const walls = tagged("wall");
  const chasm = tagged("chasm");
  const floor = hexes.filter((hex) => !scenery.hexes[hex].includes("wall"));
  const edge = outline(hexes);
  const layers = [path("plate-shadow", edge), path("plate", edge)];
  for (const tone of [0, 1, 2]) {
    const some = floor.filter((hex) => Math.floor(chances(`${hex}~`)() * 3) === tone);
    layers.push(path(`floor tone-${tone}`, some.map((hex) => hexPath(middle(hex))).join("")));
  }
  layers.push(path("grid", floor.map((hex) => hexPath(middle(hex))).join("")));
  if (chasm.length) {
    layers.push(path("deep", outline(chasm)), path("scarp", rim(chasm)), path("brink", strokes(border(chasm))));
  }
  if (walls.length && look === "forest") {
    layers.push(path("undergrowth", outline(walls)));
  } else if (walls.length) {
    const clip = `walls-${Math.random().toString(36).slice(2)}`;
    layers.push(
      svg("clipPath", { id: clip }, path("", outline(walls))),
      path("wall", outline(walls)),
      svg("g", { "clip-path": `url(#${clip})` },
        path("hatching", walls.map((hex) => hatching(hex, walls.length > 400 ? 5 : 17)).join(""))),
      path("wall-shadow", strokes(border(walls, onBoard))),
      path("wall-line", strokes(border(walls, onBoard))));
  }
  for (const hex of hexes) {
    const chance = chances(hex);
    const at = middle(hex);
    const tags = scenery.hexes[hex];
    const drawing = tags.map((tag) => DRAWINGS[tag]).find(Boolean);
    if (drawing) layers.push(...drawing(at, chance));
    else if (tags.includes("wall") && look === "forest") layers.push(...tree(at, chance));
    else if (tags.some((tag) => tag.startsWith("blocks-")) && !tags.some((tag) => KNOWN.includes(tag))) layers.push(...rubble(at, chance));
    if (tags.includes("exit")) layers.push(exit(hex, onBoard));
  }
  layers.push(path("frame", edge));
  return svg("g", { class: `ground ${look}`, "aria-hidden": "true" }, layers);
};

/** Hex labels, small, at the top of each hex. */
export const labels = (hexes) =>
  svg("g", { class: "labels", "aria-hidden": "true" }, hexes.map((hex) => {
    const { x, y } = middle(hex);
    return svg("text", { x, y: y - HALF + 11 }, hex);
  }));

