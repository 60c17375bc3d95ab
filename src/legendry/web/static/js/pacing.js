/** When what was heard is shown: one thing after another, a bot's answers so that people can follow, secrets to their seat alone. */

import { h, still } from "./dom.js";

const PAUSE = 700;
const SHORT_PAUSE = 350;
const MANY = 4;

const sleep = (milliseconds) => new Promise((resolve) => { setTimeout(resolve, milliseconds); });

/** Messages in a row, each given to `show` when the one before it is shown; `button` skips the pauses. */
export class Pace {
  #show;
  #button;
  #queue = [];
  #pumping = false;
  #hurry = false;
  #shownAt = 0;

  constructor(show, button) {
    this.#show = show;
    this.#button = button;
  }

  add(message) {
    if (message.type === "welcome") this.#hurry = true;
    this.#queue.push(message);
    this.#pump();
  }

  /** This one in place of all that wait. */
  only(message) {
    this.#hurry = true;
    this.#queue = [message];
    this.#pump();
  }

  /** No more pauses for what waits; false if nothing does. */
  skip() {
    this.#hurry = this.#queue.length > 0;
    return this.#hurry;
  }

  async #pump() {
    if (this.#pumping) return;
    this.#pumping = true;
    while (this.#queue.length) {
      if (this.#queue[0].entry?.by === "bot") await this.#pause();
      const message = this.#queue.shift();
      if (!this.#queue.length) this.#hurry = false;
      await this.#show(message);
      if (message.now) this.#shownAt = performance.now();
    }
    this.#pumping = false;
  }

  async #pause() {
    const pause = () => (this.#hurry || still() || document.hidden ? 0 : this.#queue.length > MANY ? SHORT_PAUSE : PAUSE);
    this.#button.hidden = !pause();
    while (performance.now() - this.#shownAt < pause()) await sleep(40);
    this.#button.hidden = true;
  }
}

/** Has the screen passed to a seat; what is `behind` the curtain is done just before it opens. */
export const passed = async (seat, behind) => {
  const button = h("button", { type: "submit", class: "primary" }, `I am ${seat}`);
  const dialog = h("dialog", { class: "curtain", "aria-label": `Pass the screen to ${seat}`, oncancel: (event) => event.preventDefault() },
    h("h2", null, `Pass the screen to ${seat}`),
    h("p", { class: "story" }, `When only ${seat} is looking, go on.`),
    h("form", { method: "dialog" }, button));
  document.body.append(dialog);
  dialog.showModal();
  // its `close` comes only when all can be seen again; a browser that closes it by a key knows no `submit`
  await new Promise((resolve) => { ["submit", "close"].forEach((kind) => dialog.addEventListener(kind, resolve, { once: true })); });
  behind();
  dialog.close();
  dialog.remove();
};
