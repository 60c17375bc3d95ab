/** Table options: a ruling each, in its own words; only what was changed is sent. */

import { freshId, h } from "./dom.js";
import { ruleLink } from "./ledger.js";

const WORDS = {
  by_edition: "as the edition has it",
  true: "yes",
  false: "no",
  aw: "as in Ancient World",
  ts: "as in Time and Space",
  tsc: "as in Time and Space Classic",
};

const valueWords = (value) => WORDS[value] ?? String(value).replaceAll("_", " ");

/** A select, a tick or a number for one property of the schema; `value` is what it stands at. */
class OptionRow {
  constructor(key, field) {
    this.key = key;
    this.field = field;
    this.base = field.default;
    const id = freshId("option");
    this.control = this.#made(id);
    this.value = this.base;
    const words = (field.description || field.title).replace(/\.$/, "");
    this.element = h("div", { class: "option" },
      h("label", { for: id }, words),
      this.control,
      h("span", { class: "cited" }, field.rule ? ruleLink(field.rule) : null));
  }

  #made(id) {
    const { field } = this;
    if (field.enum) {
      return h("select", { id }, field.enum.map((value, place) => h("option", { value: place }, valueWords(value))));
    }
    if (field.type === "boolean") return h("input", { id, type: "checkbox" });
    const bounds = field.anyOf?.find((one) => one.type === "integer") ?? field;
    return h("input", { id, type: "number", min: bounds.minimum, max: bounds.maximum, placeholder: field.anyOf ? "as printed" : null });
  }

  get value() {
    const { control, field } = this;
    if (field.enum) return field.enum[control.value];
    if (field.type === "boolean") return control.checked;
    return control.value === "" ? field.default : Number(control.value);
  }

  set value(value) {
    const { control, field } = this;
    if (field.enum) control.value = field.enum.indexOf(value);
    else if (field.type === "boolean") control.checked = value;
    else control.value = value ?? "";
  }

  get changed() {
    return !this.element.hidden && this.value !== this.base;
  }

  /** What holds unless somebody changes it; what nobody has changed follows. */
  rebase(base) {
    const follows = this.value === this.base;
    this.base = base;
    if (follows) this.value = base;
  }
}

export class OptionsPart {
  #rows = [];
  #groups = [];
  #count = h("span", { class: "soft" });

  constructor({ options }) {
    const groups = {};
    for (const [key, field] of Object.entries(options.properties)) {
      if (key === "level" || field.enum?.length === 1) continue;
      const row = new OptionRow(key, field);
      this.#rows.push(row);
      (groups[field.group || ""] ??= []).push(row);
    }
    const named = Object.entries(groups).sort(([a], [b]) => (a === "") - (b === ""));
    this.#groups = named.map(([title, rows]) => ({
      rows,
      element: h("fieldset", {}, h("legend", {}, title || (named.length > 1 ? "The rest" : "Rulings")), rows.map((row) => row.element)),
    }));
    this.element = h("details", { class: "options", onchange: () => this.#tell(), oninput: () => this.#tell() },
      h("summary", {}, "Table options ", this.#count),
      h("p", { class: "soft" }, "Where the rulebook leaves a question open, the table may answer it its own way."),
      this.#groups.map((group) => group.element));
    this.element.hidden = this.#rows.length === 0;
  }

  /** Shows what an edition knows. */
  showFor(slug) {
    for (const { element, field } of this.#rows) element.hidden = Boolean(field.editions?.length && !field.editions.includes(slug));
    for (const { element, rows } of this.#groups) element.hidden = rows.every((row) => row.element.hidden);
    this.#tell();
  }

  /** Lets these values hold in place of the defaults. */
  base(values) {
    for (const row of this.#rows) row.rebase(values[row.key] ?? row.field.default);
    this.#tell();
  }

  #tell() {
    const changed = this.#rows.filter((row) => row.changed);
    for (const row of this.#rows) row.element.classList.toggle("changed", row.changed);
    this.#count.textContent = changed.length ? `(${changed.length} changed)` : "";
  }

  write(body) {
    const changed = this.#rows.filter((row) => row.changed).map((row) => [row.key, row.value]);
    body.options = { ...body.options, ...Object.fromEntries(changed) };
  }
}
