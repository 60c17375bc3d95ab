/** What happened, newest at the foot: sentences, drawn dice, why, rules. */

import { h, refill, still } from "./dom.js";
import { ledgersIn, ruleLink, why } from "./ledger.js";
import "./dice.js";

const same = (a, b) => a.length === b.length && a.every((face, place) => face === b[place]);

const facesOf = (event) => {
  if (Array.isArray(event.faces) && event.faces.every(Number.isInteger)) return event.faces;
  return Number.isInteger(event.face) ? [event.face] : [];
};

const dice = (faces, tumbles) => h("dice-row", { tumbles, faces: faces.join(" ") });

const verdict = (event) => {
  if (typeof event.passed !== "boolean") return null;
  const mark = event.passed ? "✓" : "✗";
  return h("span", { class: event.passed ? "good-word" : "bad-word", "aria-hidden": "true" }, mark);
};

/** One event as a line; `tumbles` lets its dice fall. */
export const eventLine = (event, tumbles = false) => {
  const faces = facesOf(event);
  const ledgers = ledgersIn(event);
  return h("p", { class: event.words.startsWith("—") ? "event turn" : "event" },
    h("span", { class: "words" }, event.words),
    faces.length ? [" ", dice(faces, tumbles)] : null,
    " ", verdict(event),
    ledgers.length ? [" ", why(ledgers, event.words)] : null,
    (event.rules ?? []).map((rule) => [" ", ruleLink(rule)]));
};

const rollLine = (roll, tumbles) =>
  h("p", { class: "event roll" },
    h("span", { class: "words" }, `${roll.name.replace(">", " → ")}: `),
    roll.card ? roll.card : dice(roll.faces, tumbles),
    roll.origin === "typed" ? h("span", { class: "soft" }, " own dice") : null);

/** Dice and events in the order in which they fell: rolls that no event shows stand between those. */
const woven = (events, rolls, tumbles) => {
  const left = [...events];
  const lines = [];
  for (const roll of rolls) {
    if (roll.card && events.some((event) => event.words.includes(roll.card))) continue;
    const place = left.findIndex((event) => same(facesOf(event), roll.faces));
    if (place < 0) lines.push(rollLine(roll, tumbles));
    else lines.push(...left.splice(0, place + 1).map((event) => eventLine(event, tumbles)));
  }
  return [...lines, ...left.map((event) => eventLine(event, tumbles))];
};

/** Who was late, and who answered instead. */
const lateLine = ({ seat, rolls }) =>
  h("p", { class: "event by" }, seat ? `Time is up: a bot answers for ${seat}.` : `Time is up: the table rolls for ${rolls?.[0]?.seat ?? "somebody"}.`);

/** One entry of the log: its events and dice; what was answered if there are neither. */
export const entryElement = (entry, { side = "", tumbles = false, master = "" } = {}) => {
  const lines = woven(entry.events ?? [], entry.rolls ?? [], tumbles);
  const calls = entry.lines.includes(`hand ${entry.seat}`);
  const answers = calls ? [`${entry.seat} raises a hand.`] : lines.length ? [] : entry.lines;
  const his = master && entry.seat === master && !calls && lines.length;
  return h("div", { class: `entry ${side}`, dataset: { number: entry.number } },
    his ? h("p", { class: "event by" }, h("strong", null, master)) : null,
    entry.by === "clock" ? lateLine(entry) : null,
    answers.map((line) => h("p", { class: "event answer" }, entry.undoes ? `↶ ${line}` : line)), lines);
};

/**
 * `<event-log>`: `reset(entries)`, `add(entry)`; set `older` to a function that fetches entries
 * before a number, and `side` to one that gives a seat's class.
 */
export class EventLog extends HTMLElement {
  older = null;
  side = () => "";
  /** The game master of the table, whose name stands with what he does. */
  master = () => "";
  first = null;
  last = -1;
  /** Whether the newest entry is to be in sight, and how far down that was. */
  #pinned = true;
  #at = 0;
  #entries = h("div", { class: "entries" });
  #told = new WeakMap();
  #more = h("button", { type: "button", class: "quiet small", hidden: true, onclick: () => this.#fetchOlder() }, "Earlier…");

  connectedCallback() {
    this.setAttribute("role", "log");
    this.setAttribute("aria-live", "polite");
    this.setAttribute("aria-label", "What happened");
    this.tabIndex = 0;
    refill(this, this.#more, this.#entries);
    this.addEventListener("scroll", () => {
      const atFoot = this.scrollHeight - this.scrollTop - this.clientHeight < 40;
      if (atFoot || this.scrollTop < this.#at) this.#pinned = atFoot;
    });
    new ResizeObserver(() => { if (this.#pinned) this.foot(); }).observe(this);
  }

  reset(entries) {
    this.#entries.replaceChildren();
    this.first = null;
    this.last = -1;
    entries.forEach((entry) => this.#put(entry, false));
    this.foot();
  }

  add(entry, tumbles = !still()) {
    this.#put(entry, tumbles);
    if (this.#pinned) this.foot();
  }

  #put(entry, tumbles) {
    this.#leadsTo(entry);
    this.#entries.append(this.#element(entry, tumbles));
    this.first ??= entry.number;
    this.last = entry.number;
    this.#strike(entry);
    this.#more.hidden = !this.older || this.first <= 0;
  }

  #element(entry, tumbles = false) {
    const element = entryElement(entry, { side: this.side(entry.seat), tumbles, master: this.master() });
    this.#told.set(element, entry);
    return element;
  }

  /** The answers from that number on, as far as they are shown, which nobody has taken back. */
  standing(from) {
    const shown = [...this.#entries.children].filter((element) => !element.classList.contains("undone"));
    return shown.map((element) => this.#told.get(element)).filter((entry) => entry.number >= from && !entry.undoes);
  }

  /** “Ajax” alone, once “Ajax move 0405” follows, says nothing of its own. */
  #leadsTo(entry) {
    const before = this.#entries.lastElementChild;
    const led = before?.querySelector(":only-child.answer")?.textContent;
    if (led && entry.lines[0]?.startsWith(`${led} `)) before.hidden = true;
  }

  #strike(entry) {
    if (!entry.undoes) return;
    for (const element of this.#entries.children) {
      const number = Number(element.dataset.number);
      if (number < entry.undoes || number >= entry.number || element.classList.contains("undone")) continue;
      element.classList.add("undone");
      element.prepend(h("span", { class: "visually-hidden" }, "Taken back: "));
    }
  }

  async #fetchOlder() {
    this.#more.disabled = true;
    const entries = await this.older(this.first).catch(() => null);
    this.#more.disabled = false;
    if (!entries) return;
    const height = this.scrollHeight;
    this.#entries.prepend(...entries.map((entry) => this.#element(entry)));
    entries.forEach((entry) => this.#strike(entry));
    this.first = entries[0]?.number ?? 0;
    this.#more.hidden = this.first <= 0;
    this.scrollTop += this.scrollHeight - height;
  }

  /** Shows the newest entry. */
  foot() {
    this.#pinned = true;
    this.scrollTop = this.scrollHeight;
    this.#at = this.scrollTop;
  }
}

customElements.define("event-log", EventLog);
