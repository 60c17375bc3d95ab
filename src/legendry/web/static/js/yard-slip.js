/** The slip on which a craft is built: what the yard's page holds between two answers of the server. */

const STEPS = ["weapons", "shields", "maneuver", "systems"];

export class Slip {
  name = "";
  edition = "";
  blurb = "";
  scenario = false;
  sections = [];
  crew = [];
  /** While it is not null, the parts follow it. */
  notation = null;
  /** Build points to spend; null: no limit. */
  budget = null;
  keys = 0;

  constructor(found) {
    this.empty();
    Object.assign(this, structuredClone(found));
  }

  /** Sections and crew have keys, by which their controls are found again when their order has changed. */
  #keyed(one) {
    return { ...one, key: (this.keys += 1) };
  }

  get blank() {
    return !this.sections.length && !this.crew.length && !this.notation;
  }

  empty() {
    Object.assign(this, { blurb: "", scenario: false, sections: [], crew: [], notation: null });
    for (const id of STEPS) this[id] = 0;
  }

  addSection(name) {
    this.sections.push(this.#keyed({ name, points: 1 }));
  }

  addCrew(one) {
    this.crew.push(this.#keyed(one));
  }

  /** All of it, as the server is told. */
  told() {
    const parts = this.notation === null
      ? { sections: this.sections.map(({ name, points }) => ({ name, points })), ...Object.fromEntries(STEPS.map((id) => [id, this[id]])) }
      : { build: this.notation };
    const design = {
      name: this.name.trim(),
      edition: this.edition,
      blurb: this.blurb.trim(),
      scenario: this.scenario,
      ...parts,
      crew: this.crew.map(({ who, station, section }) => ({ who, station, section })),
    };
    return { design, budget: this.budget };
  }

  /** What the server has made of it: parts from the notation, people written out in full. */
  heard(craft) {
    if (this.notation !== null) this.#takeParts(craft);
    craft.crew.forEach(({ toml, name }, place) => Object.assign(this.crew[place], { who: { toml }, name }));
  }

  /** Another craft in place of this one. */
  take(craft) {
    this.empty();
    const { name, edition, blurb, scenario } = craft;
    Object.assign(this, { name, edition, blurb, scenario });
    for (const { name: called, toml, station, section } of craft.crew) this.addCrew({ who: { toml }, name: called, station, section });
    this.#takeParts(craft);
  }

  /** Sections that are the same keep their keys. */
  #takeParts(craft) {
    this.sections = craft.sections.map((one, place) =>
      (this.sections[place]?.name === one.name ? { ...this.sections[place], ...one } : this.#keyed(one)));
    for (const id of STEPS) this[id] = 0;
    for (const { id, steps } of craft.capabilities) this[id] = steps;
  }
}
