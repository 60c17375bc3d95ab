/** The cards of Legendary Dragon: the default ones, or a deck brought along as a TOML file. */

import { announce, h } from "./dom.js";

const DEFAULT = "The default cards.";

export class DeckPart {
  #text = "";
  #words = h("span", { class: "story" }, DEFAULT);
  #file = h("input", { type: "file", class: "visually-hidden", accept: ".toml,application/toml,text/plain", onchange: () => this.#bring() });
  #drop = h("button", { type: "button", class: "quiet", hidden: true, onclick: () => this.#use("", DEFAULT) }, "Take the default cards");

  constructor() {
    this.element = h("fieldset", {}, h("legend", {}, "Cards"),
      h("div", { class: "row" }, this.#words,
        h("label", { class: "button" }, "Bring a deck of your own", this.#file), this.#drop));
  }

  async #bring() {
    const [file] = this.#file.files;
    if (file) this.#use(await file.text(), `The deck ${file.name}.`);
    this.#file.value = "";
  }

  #use(text, words) {
    this.#text = text;
    this.#words.textContent = words;
    this.#drop.hidden = !text;
    announce(words);
  }

  write(body) {
    if (this.#text) body.setup = { ...body.setup, deck: this.#text };
  }
}
