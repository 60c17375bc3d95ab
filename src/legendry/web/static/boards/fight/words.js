/** A fight in words: hexes, fighters and odds as sentences, for captions and screen readers. */

import { bearing, distance } from "./geometry.js";
import { magicWords } from "./spells.js";

const SILENT = /^start-\d+$/;
const SAYS = { "blocks-move": "no way through", "blocks-sight": "no view through", exit: "way out" };

/** A name short enough for a counter: `Gate Sergeant 2` is `Sergeant 2`. */
export const shortName = (name) => {
  const [, whole, number] = /^(.*?)( \d+)?$/.exec(name.split(/ of | the /)[0]);
  if (whole.length <= 10) return `${whole}${number ?? ""}`;
  const longest = whole.split(" ").reduce((best, word) => (word.length >= best.length ? word : best));
  return `${longest.length > 11 ? `${longest.slice(0, 10)}…` : longest}${number ?? ""}`;
};

/** A thing by its id: `broad-sword` is a broad sword. */
export const thing = (id) => (id === "unarmed" ? "bare hands" : id.replaceAll("-", " "));

/** Base ST: what a fighter can take in all, which wounds never lower. */
export const stamina = (one) => one.left + one.damage + one.fatigue;

export const FALLEN = { incapacitated: "down", dying: "dying", dead: "dead", fled: "fled", vanished: "gone", frozen: "frozen", asleep: "asleep" };

/** Held by a spell, not beaten: he may be up again. */
export const spellbound = (one) => ["frozen", "asleep"].includes(one.status);

/** `Hector of Trojans, 5 of 12 left`. */
export const fighterWords = (one) => {
  const state = one.status === "active" ? `${one.left} of ${stamina(one)} left` : FALLEN[one.status] ?? one.status;
  const more = [
    one.grappling.length ? `grappling ${one.grappling.join(" and ")}` : "",
    one.turns_owed && one.status === "active" ? "owes a turn" : "",
    ...magicWords(one),
  ].filter(Boolean);
  return [`${one.name} of ${one.side}`, state, ...more].join(", ");
};

/** What a hex is made of; nothing for bare floor. */
export const groundWords = (tags, things = []) =>
  [
    ...tags.filter((tag) => !SILENT.test(tag)).map((tag) => SAYS[tag] ?? tag.replaceAll("-", " ")),
    things.length ? `on the ground: ${things.map(thing).join(", ")}` : "",
  ].filter(Boolean).join(", ");

const away = (from, hex) => {
  const far = distance(from, hex);
  const where = bearing(from, hex);
  return far === 0 ? "in the same hex" : far === 1 ? `${where}, adjacent` : `${far} hexes ${where}`;
};

/** Who is around a hex, the nearest first: foes of `side`, then its friends. */
export const around = (fighters, hex, side, zones = new Map()) => {
  const near = (list) =>
    list
      .filter((one) => one.hexes.length && one.status === "active" && !one.hexes.includes(hex))
      .map((one) => ({ one, at: one.hexes.reduce((best, cell) => (distance(hex, cell) < distance(hex, best) ? cell : best)) }))
      .sort((a, b) => distance(hex, a.at) - distance(hex, b.at));
  const said = ({ one, at }) => `${one.name}, ${one.left} left, ${away(hex, at)}`;
  const foes = near(fighters.filter((one) => one.side !== side));
  const friends = near(fighters.filter((one) => one.side === side));
  const threats = foes.filter(({ one }) => zones.get(one.name)?.includes(hex)).map(({ one }) => one.name);
  return [
    threats.length ? `In ${hex} ${threats.join(" and ")} could answer a step.` : "",
    foes.length ? `Foes of ${hex}: ${foes.map(said).join("; ")}.` : "No foe is left standing.",
    friends.length ? `Friends: ${friends.slice(0, 3).map(said).join("; ")}.` : "",
  ].filter(Boolean).join(" ");
};
