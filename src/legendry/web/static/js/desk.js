/**
 * `<author-desk>`: the book that is being written. It has what is wrong with it, by file and line, and
 * begins a new table at any instruction with any company. On a table of that book (`table`) it lies
 * folded above the page; when a file is saved, the page goes on from where it is with the new text.
 */

import { announce, api, freshId, h, refill } from "./dom.js";
import { field } from "./seating.js";

const EVERY = 1000;

const listed = (text) => text.split(",").map((word) => word.trim()).filter(Boolean);

const grouped = (instructions) => Object.entries(Object.groupBy(instructions, ({ chapter }) => chapter));

class AuthorDesk extends HTMLElement {
  #known = null;
  #going = false;
  #mistakes = h("div", { role: "status" });
  #words = h("span");
  #start = h("select");
  #edition = h("select");
  #plotwords = h("input", { autocomplete: "off", placeholder: "none" });
  #things = h("input", { autocomplete: "off", placeholder: "nothing more" });
  #gold = h("input", { type: "number", min: 0, placeholder: "as it is" });
  #asIs = h("input", { type: "checkbox" });
  #form = h("form", { class: "jump", onsubmit: (event) => { event.preventDefault(); this.#jump(); } });
  #problem = h("p", { class: "problem", role: "alert" });

  get #table() {
    return this.getAttribute("table") ?? "";
  }

  connectedCallback() {
    const words = h("datalist", { id: freshId("words") });
    const things = h("datalist", { id: freshId("things") });
    this.#plotwords.setAttribute("list", words.id);
    this.#things.setAttribute("list", things.id);
    this.lists = { words, things };
    const rules = field("Rules", this.#edition);
    this.rules = rules;
    refill(this.#form,
      field("From", this.#start), rules, field("Plotwords, with commas", this.#plotwords),
      field("More things for the first of them", this.#things), field("His gold", this.#gold),
      this.#table ? h("label", null, this.#asIs, "with the company as it is now") : null,
      h("div", { class: "row" }, h("button", { type: "submit", class: "primary" }, "Play from there"), this.#problem), words, things);
    const all = [this.#mistakes, this.#form];
    refill(this, this.#table
      ? h("details", null, h("summary", null, h("strong", null, "The author's desk"), this.#words), h("div", { class: "inside" }, all))
      : [h("p", null, this.#words), all]);
    this.#asIs.checked = true;
    this.#form.hidden = true;
    this.#look();
    setInterval(() => { if (!document.hidden) this.#look(); }, EVERY);
  }

  async #look() {
    if (this.#going) return;
    let found;
    try {
      found = await api(`/api/desk?table=${encodeURIComponent(this.#table)}`);
    } catch {
      return; // the next round may reach the server again
    }
    if (found.stale && found.playable) {
      await this.#go({ table: this.#table }, (url) => location.replace(url));
      return;
    }
    if (found.version !== this.#known?.version || found.stale !== this.#known?.stale) this.#show(found);
    this.#known = found;
  }

  #show(found) {
    const { mistakes, playable, stale, title, instructions } = found;
    const wrong = mistakes.filter((one) => !one.warning).length;
    const count = (number, word) => (number ? `${number} ${word}${number > 1 ? "s" : ""}` : "");
    const state = [count(wrong, "mistake"), count(mistakes.length - wrong, "warning")].filter(Boolean).join(", ") || "nothing is wrong with it";
    this.#words.textContent = `${title ? `“${title}”: ` : ""}${state}${playable ? "" : "; it cannot be played as it is"}${stale ? ". You see the text from before." : "."}`;
    refill(this.#mistakes, mistakes.length ? h("ul", { class: "mistakes" }, mistakes.map((one) =>
      h("li", { class: one.warning ? "warning" : "mistake" }, h("code", null, one.where), ` ${one.warning ? "warning: " : ""}${one.words}`,
        one.fix ? h("span", { class: "soft" }, `; ${one.fix}`) : null))) : null);
    this.classList.toggle("wrong", !playable);
    if (wrong && this.#known) announce(this.#words.textContent);
    this.#form.hidden = !playable;
    if (!playable) return;
    const held = this.#known?.playable ? this.#start.value : found.here;
    const option = ({ id, title: name, where }) => h("option", { value: id, title: where }, name);
    refill(this.#start, grouped(instructions).map(([chapter, some]) => (chapter ? h("optgroup", { label: chapter }, some.map(option)) : some.map(option))));
    if (instructions.some(({ id }) => id === held)) this.#start.value = held;
    refill(this.#edition, found.editions.map((slug) => h("option", null, slug)));
    this.rules.hidden = found.editions.length < 2;
    if (!this.#known) this.#plotwords.value = found.noted.join(", ");
    refill(this.lists.words, found.plotwords.map((value) => h("option", { value })));
    refill(this.lists.things, found.things.map((value) => h("option", { value })));
  }

  #jump() {
    const { value: gold } = this.#gold;
    return this.#go({
      table: this.#table && this.#asIs.checked ? this.#table : "",
      start: this.#start.value,
      edition: this.#edition.value,
      plotwords: listed(this.#plotwords.value),
      things: listed(this.#things.value),
      gold: gold === "" ? null : Number(gold),
    }, (url) => location.assign(url));
  }

  async #go(body, leave) {
    this.#going = true;
    this.#problem.textContent = "";
    try {
      leave((await api("/api/desk/tables", { method: "POST", body })).url);
    } catch (error) {
      this.#problem.textContent = error.message;
      this.#going = false;
    }
  }
}

customElements.define("author-desk", AuthorDesk);
