/** Whom and what one can pick from lists: characters and craft, one's own first. */

import { api, freshId, h } from "./dom.js";

/** Groups of things to pick; `who` is what the server is told of one. */
export class Choices {
  constructor(groups) {
    this.groups = groups.filter(([, all]) => all.length);
    this.all = this.groups.flatMap(([, all]) => all);
  }

  find(id) {
    return this.all.find((one) => one.id === id);
  }

  options() {
    return this.groups.map(([title, all]) =>
      h("optgroup", { label: title }, all.map((one) => h("option", { value: this.all.indexOf(one) }, one.name))));
  }

  select() {
    return h("select", { id: freshId("choices") }, this.options());
  }
}

/** The people of an edition: the visitor's own, its heroes and its foes. */
export const peopleOf = async (slug) => {
  const [kept, ready] = await Promise.all([api("/api/characters"), api(`/api/roster?edition=${encodeURIComponent(slug)}`)]);
  const known = (kind) => ready.filter((one) => one.kind === kind).map((one) => ({ ...one, who: one.id }));
  return new Choices([
    ["Your characters", kept.filter((one) => one.edition === slug).map((one) => ({ ...one, who: { character: one.id } }))],
    ["Heroes", known("roster")],
    ["Foes", known("foe")],
  ]);
};

/** The craft of an edition: the visitor's own, and those of its hangar. */
export const craftOf = async (slug, hangar) => {
  const kept = await api("/api/craft");
  return new Choices([
    ["Your craft", kept.filter((one) => one.edition === slug).map((one) => ({ ...one, who: { toml: one.toml } }))],
    ["The hangar", hangar.map((one) => ({ ...one, who: one.id }))],
  ]);
};
