/**
 * The rows of the yard's desk: sections, fittings, crew. Every control carries a `data-focus` by
 * which it is found again after its list was drawn anew.
 */

import { h, minus } from "./dom.js";
import { linked, total, why } from "./ledger.js";

const MOST = 99;
const STATIONS = [["pilot", "pilot"], ["gunner", "gunner"], ["crew", "aboard"]];

/** A button that stays where it is while it can do nothing, and says why. */
const button = (focus, label, sign, act, refused = "") =>
  h("button", {
    type: "button", class: "quiet round", "aria-label": label, title: refused || label, dataset: { focus },
    "aria-disabled": refused ? "true" : null, onclick: refused ? null : act,
  }, sign);

const stepper = (focus, name, value, least, set) => {
  const within = (number) => set(Math.max(least, Math.min(MOST, Math.trunc(number))));
  const input = h("input", { type: "number", inputmode: "numeric", min: least, max: MOST, value, "aria-label": name, dataset: { focus },
    oninput: () => { if (input.value !== "") within(Number(input.value)); } });
  const step = (by) => () => within((Number(input.value) || 0) + by);
  return h("div", { class: "stepper" },
    button(`${focus}-less`, `Less: ${name}`, "−", step(-1), value <= least ? `${least} is the least` : ""),
    input,
    button(`${focus}-more`, `More: ${name}`, "+", step(1), value >= MOST ? `${MOST} is the most` : ""));
};

const about = (name, words, ...more) =>
  h("span", { class: "about" }, h("strong", null, name), words ? h("span", { class: "small soft" }, linked(words)) : null, ...more);

/** A section: where it stands, how tough it is. */
export const sectionRow = (craft, sections, place, act) => {
  const { key, name, points } = sections[place];
  const label = craft?.sections[place]?.name === name ? craft.labels[place] : name;
  const effect = craft?.kinds.find((one) => one.name === name)?.effect ?? "As the scenario says (CRF-9).";
  const last = sections.length - 1;
  return h("li", { class: "section-row" },
    h("span", { class: "place", "aria-hidden": "true" }, String(place + 1)),
    about(label, effect),
    h("span", { class: "controls" },
      stepper(`points-${key}`, `Points of ${label}`, points, 1, (value) => act.points(place, value)),
      button(`up-${key}`, `Move ${label} up, to be lost sooner`, "↑", () => act.move(place, -1), place ? "" : "It is the first to be lost"),
      button(`down-${key}`, `Move ${label} down, to be lost later`, "↓", () => act.move(place, 1), place < last ? "" : "It is the last to be lost"),
      button(`remove-${key}`, `Remove ${label}`, "×", () => act.remove(place))));
};

/** A kind of section as a button that adds one; one that cannot be added says why. */
export const kindButton = ({ name, required, refused }, add) =>
  h("button", {
    type: "button", dataset: { focus: `add-${name}` }, class: required && !refused ? "wanted" : null, title: refused || `Add ${name}: 1 build point`,
    "aria-disabled": refused ? "true" : null, "aria-description": refused || null, onclick: refused ? null : () => add(name),
  }, `+ ${name}`);

const unit = ({ id, cost }) => (cost ? `${cost} build points a ${id === "weapons" ? "die" : id === "shields" ? "factor" : "step"}` : "");

/** Weapons, shields, maneuver, systems. */
export const capabilityRow = (one, steps, set) =>
  h("li", null,
    about(one.name, `${[unit(one), one.effect.replace(/\.$/, "")].filter(Boolean).join(" · ")} (${one.rule}).`),
    h("span", { class: "controls" }, stepper(`steps-${one.id}`, one.name, steps, 0, set)));

const choose = (focus, label, values, chosen, set) => {
  const known = values.some(([value]) => value === chosen);
  const all = known ? values : [[chosen, chosen ? `${chosen} (gone)` : "where?"], ...values];
  return h("select", { "aria-label": label, dataset: { focus }, onchange: (event) => set(event.target.value) },
    all.map(([value, words]) => h("option", { value, selected: value === chosen }, words)));
};

/** One of the crew: what he does and where, and the numbers he does it with. */
export const crewRow = (craft, crew, place, act) => {
  const { key, station, section } = crew[place];
  const shown = craft?.crew[place];
  const name = shown?.name || crew[place].name || `Number ${place + 1}`;
  return h("li", null,
    about(name, shown?.summary ?? "",
      h("span", { class: "small" }, (shown?.numbers ?? []).map((ledger) =>
        h("span", { class: "number-line" }, `${ledger.title} ${minus(total(ledger))} `, why([ledger], `${name} ${ledger.title}`), " ")))),
    h("span", { class: "controls" },
      choose(`station-${key}`, `Station of ${name}`, STATIONS, station, (value) => act.station(place, value)),
      station === "crew"
        ? choose(`section-${key}`, `Section of ${name}`, (craft?.labels ?? []).map((label) => [label, label]), section, (value) => act.section(place, value))
        : h("span", { class: "soft small" }, craft ? `in ${craft.stations}` : ""),
      button(`leave-${key}`, `${name} goes ashore`, "×", () => act.leave(place))));
};
