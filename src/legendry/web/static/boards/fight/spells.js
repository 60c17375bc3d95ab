/** Spells in play: drawn over the hexes they lie in, as badges on counters, and in words. */

import { svg } from "../../js/dom.js";
import { hexPath, middle, outline, SIZE } from "./geometry.js";
import { flames } from "./scenery.js";

/** The sizes of a spell look alike: `fire-3` is a fire. */
const family = ({ spell }) => spell.replace(/-\d$/, "");

/** What a spell in hexes does to whoever comes there, for those who do not see the picture. */
const AREAS = {
  fire: "burns whoever comes in",
  shadow: "dark: attacks in and out roll four dice",
  wall: "no way through",
  "slippery-floor": "slippery: who stands here fights on four dice",
};

/** On whom a spell lies; a flash is on all but its caster. */
export const upon = (one, spells) =>
  spells.filter((cast) => (cast.target ? cast.target === one.name && !cast.spell.startsWith("summon-") : cast.spell === "flash" && cast.caster !== one.name));

/** `Clumsiness 3`, `Assist ST`. */
export const castName = ({ name, value, word }) => [name, value || "", /^[A-Z]{2}$/.test(word) ? word : ""].filter(Boolean).join(" ");

/** `Fire-3 of Ember Quill, burns whoever comes in`. */
export const areaWords = (spells, hex) =>
  spells.filter((cast) => cast.hexes.includes(hex))
    .map((cast) => [`${cast.name} of ${cast.caster}`, AREAS[family(cast)]].filter(Boolean).join(", ")).join(", ");

// -- hexes -------------------------------------------------------------------------------------

const tile = (name, width, height, turn, d) =>
  svg("pattern", { id: `spell-${name}`, width, height, patternUnits: "userSpaceOnUse", patternTransform: `rotate(${turn})` },
    svg("path", { class: `spell-ink ${name}`, d }));

export const spellPatterns = () => [
  tile("shadow", 10, 10, 30, "M0 0H10M0 0V10"),
  tile("wall", 28, 22, 0, "M0 0H28M0 11H28M7 0V11M21 11V22"),
  tile("slippery-floor", 26, 16, 0, "M0 5q6.5 -7 13 0t13 0M-6 13q6.5 -7 13 0t13 0t13 0"),
  tile("fire", 12, 12, 45, "M0 0V12"),
];

const area = (cast) => {
  const kind = family(cast);
  const known = kind in AREAS;
  const d = cast.hexes.map((hex) => hexPath(middle(hex), SIZE - 2)).join("");
  return svg("g", { class: `spell ${known ? kind : "other"}`, "data-spell": cast.spell },
    svg("path", { class: "ground", d }),
    known ? svg("path", { d, fill: `url(#spell-${kind})` }) : null,
    kind === "fire" ? cast.hexes.map((hex) => svg("g", { transform: `translate(${middle(hex).x} ${middle(hex).y}) scale(0.8)` }, flames({ x: 0, y: 0 }))) : null,
    svg("path", { class: "edge", d: outline(cast.hexes) }));
};

/** All spells that lie in hexes, walls last: they hide what is under them. */
export const areas = (spells) =>
  spells.filter((cast) => cast.hexes.length).sort((a, b) => (family(a) === "wall") - (family(b) === "wall")).map(area);

// -- badges ------------------------------------------------------------------------------------

const EYE = "M-6 0Q0 -6 6 0Q0 6 -6 0ZM-1.5 0a1.5 1.5 0 1 0 3 0a1.5 1.5 0 1 0 -3 0";
const SHIELD = "M-5 -5H5V0Q5 4 0 6.5Q-5 4 -5 0Z";
const WING = "M-6 3Q-5 -5 6 -5Q4 -2 1 -1.5Q3 -1 3.5 0.5Q0 1 -1 2.5Q-3 2 -6 3Z";
const ICONS = {
  blur: "M-6 -4q3 -3 6 0t6 0M-6 0q3 -3 6 0t6 0M-6 4q3 -3 6 0t6 0",
  invisibility: `${EYE}M-6 6L6 -6`,
  "mage-sight": EYE,
  freeze: "M0 -6.5V6.5M-5.6 -3.2L5.6 3.2M-5.6 3.2L5.6 -3.2",
  sleep: "M-4 -4.5H4L-4 4.5H4",
  rope: "M-6 -2q6 5 12 0M-6 2q6 5 12 0M-6 -2V2M6 -2V2",
  "super-rope": "M-6 -3q6 5 12 0M-6 1q6 5 12 0M-6 4q6 4 12 0",
  flight: WING,
  "mind-control": "M1 0a2 2 0 1 0 -3 1.5a4.5 4.5 0 1 0 1 -6a6 6 0 0 1 6 7",
  "spell-shield": SHIELD,
  "stone-flesh": `${SHIELD}M-5 -1H5`,
  "iron-flesh": `${SHIELD}M-5 -2H5M-4.5 2H4.5`,
  "reverse-missiles": "M5 4H-1a4 4 0 0 1 0 -8H5M2 -7L5 -4L2 -1",
  "shock-shield": "M2 -7L-4 1H0L-2 7L4 -1H0Z",
  flash: "M0 -7V-3M0 3V7M-7 0H-3M3 0H7M-4.5 -4.5L-2.5 -2.5M4.5 4.5L2.5 2.5M4.5 -4.5L2.5 -2.5M-4.5 4.5L-2.5 2.5",
  slow: "M-5 -5L0 0L5 -5M-5 1L0 6L5 1",
  speed: "M-5 0L0 -5L5 0M-5 6L0 1L5 6",
  assist: "M-5.5 0H5.5M0 -5.5V5.5",
  clumsiness: "M-5.5 0H5.5",
  confusion: "M-3 -3a3 3 0 1 1 3 3.5V3M0 5.8V6",
  "raise-the-dead": "M-4 4V-1a4 4 0 0 1 8 0V4L2 2.5L0 4L-2 2.5Z",
};
const STAR = "M0 -6L1.6 -1.9L6 -1.9L2.6 0.9L3.9 5.2L0 2.7L-3.9 5.2L-2.6 0.9L-6 -1.9L-1.6 -1.9Z";
const GHOST = "M-4.5 5.5V-1a4.5 4.5 0 0 1 9 0V5.5L2.2 3.5L0 5.5L-2.2 3.5Z";
const PAW = "M-3 4.5Q0 -1.5 3 4.5ZM-4.8 -0.5V-1M-1.7 -3.5V-4M1.7 -3.5V-4M4.8 -0.5V-1";
/** Where badges lie on a counter, down its left; the first place is taken while he owes a turn. */
const PLACES = [[-26, -18], [-34, 3], [-25, 24]];

/** The spell behind a state. */
const HOLDS = { frozen: /^freeze/, asleep: /^sleep/ };

/** What the badges of a fighter tell: the truth of an illusion, his shape, flight, spells on him. */
const told = (one) => {
  const found = [
    ...(one.truth ? [["truth", GHOST]] : []),
    ...(one.form ? [["form", PAW]] : []),
    ...(one.flying && !one.spells.some((cast) => family(cast) === "flight") ? [["flying", WING]] : []),
    ...listed(one).map((cast) => [family(cast), ICONS[family(cast)] ?? STAR]),
  ];
  return [...new Map(found)];
};

/** The spell behind a shape or an illusion says no more than the shape itself. */
const isShape = (one, cast) => Boolean(one.form && cast.spell === one.form) || /^(?:image|illusion)-/.test(cast.spell);

/** Small signs down the left of a counter. */
export const badges = (one) => {
  const all = told(one);
  const places = PLACES.slice(one.turns_owed ? 1 : 0);
  const shown = all.length > places.length ? all.slice(0, places.length - 1) : all;
  const more = all.length - shown.length;
  const at = (place) => `translate(${places[place].join(" ")})`;
  return [
    shown.map(([kind, d], place) =>
      svg("g", { class: `badge magic ${kind}`, transform: at(place) }, svg("circle", { r: 10 }), svg("path", { d }))),
    more ? svg("g", { class: "badge magic more", transform: at(shown.length) }, svg("circle", { r: 10 }), svg("text", { y: 4.5 }, `+${more}`)) : null,
  ];
};

// -- words -------------------------------------------------------------------------------------

/** What magic has made of a fighter, in words, but for the spells on him. */
export const shapeWords = (one) =>
  [
    one.truth ? `in truth an ${one.truth}` : "",
    one.form ? `in the shape of a ${one.form.replaceAll("-", " ")}` : "",
    one.summoner ? `called by ${one.summoner}` : "",
    one.flying ? "flying" : "",
  ].filter(Boolean);

/** The spells that a card lists. */
export const listed = (one) => one.spells.filter((cast) => !isShape(one, cast));

/** All of it: `flying`, `under Flight`; that somebody is frozen his state tells. */
export const magicWords = (one) =>
  [...shapeWords(one), ...listed(one).filter((cast) => !HOLDS[one.status]?.test(cast.spell)).map((cast) => `under ${castName(cast)}`)];
