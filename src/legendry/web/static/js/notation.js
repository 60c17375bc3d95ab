/** `<notation-line>`: an answer typed as people write it, with suggestions; nothing typed is lost. */

import { freshId, h, refill } from "./dom.js";
import { ruleLink } from "./ledger.js";

/** Emits `answer` {text}, or `whynot` {text} for what is typed after “why”. */
export class NotationLine extends HTMLElement {
  #list = h("datalist", { id: freshId("notations") });
  #words = h("p", { class: "reason", id: freshId("reason"), role: "alert", hidden: true });
  #input = h("input", {
    type: "text", "aria-label": "Type an answer", list: this.#list.id, "aria-describedby": this.#words.id,
    autocomplete: "off", autocapitalize: "off", spellcheck: "false", maxlength: 500,
    placeholder: "Type an answer, or why and an answer",
  });

  connectedCallback() {
    const form = h("form", {
      onsubmit: (event) => {
        event.preventDefault();
        this.#send();
      },
    }, h("span", { class: "slash", "aria-hidden": "true" }, "/"), this.#input, this.#list,
    h("button", { type: "submit" }, "Send"),
    h("button", { type: "button", class: "quiet", "aria-label": "Close the line", onclick: () => this.close() }, "✕"));
    this.#input.addEventListener("keydown", (event) => { if (event.key === "Escape") this.close(); });
    this.#input.addEventListener("input", () => this.say(""));
    refill(this, form, this.#words);
    this.hidden = true;
  }

  open() {
    this.hidden = false;
    this.#input.focus();
    this.#input.select();
  }

  close() {
    this.hidden = true;
    this.dispatchEvent(new CustomEvent("closed", { bubbles: true }));
  }

  set notations(notations) {
    refill(this.#list, notations.map((notation) => h("option", { value: notation })));
  }

  /** The answer was taken: the line is free for the next. */
  taken(text) {
    if (this.#input.value.trim() === text) this.#input.value = "";
    this.say("");
  }

  /** Says why it was not taken; the text stays. */
  say(words, rule = "") {
    this.#words.hidden = !words;
    refill(this.#words, words, rule ? [" ", ruleLink(rule)] : null);
  }

  get text() {
    return this.#input.value.trim();
  }

  #send() {
    if (!this.text) return;
    const asked = /^why(?: not)?\s+(.+)$/i.exec(this.text);
    const [name, text] = asked ? ["whynot", asked[1]] : ["answer", this.text];
    this.dispatchEvent(new CustomEvent(name, { bubbles: true, detail: { text, typed: true } }));
  }
}

customElements.define("notation-line", NotationLine);
