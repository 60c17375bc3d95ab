/** The WebSocket of a page: opens again by itself when it is lost, and never sends twice. */

import { released } from "./dom.js";

const PAUSES = [300, 1000, 2000, 4000, 8000, 15000];

/** The server closed for good: no such table, not for this visitor, or not any more. */
const FOR_GOOD = new Map([[4403, "gone"], [4404, "gone"], [4410, "out"]]);

/** What a page says of a connection that is not open. */
export const CONNECTED = {
  lost: "Connection lost, reconnecting…",
  connecting: "Connecting…",
  gone: "This table is not open to you. Ask for a new link.",
  out: "Your seat was taken back or given up, and the table is no longer open to you. Ask for a new link.",
};
export const NO_LINE = "There is no connection";

/** A view, whole, from the one before it and what has changed; the one before stays as it was. */
const merged = (view, { fields = {}, entries = {} }) => {
  const inside = Object.entries(entries).map(([name, some]) => [name, { ...view[name], ...some }]);
  return { ...view, ...fields, ...Object.fromEntries(inside) };
};

/**
 * Events: `message` (detail: what was heard; a view in it is whole), `state` (detail: "connecting", "open", "lost", "gone" or "out").
 * `address` gives the URL anew for each attempt, so that it can name what was seen last.
 */
export class Connection extends EventTarget {
  #address;
  #socket = null;
  #failures = 0;
  #timer = 0;
  #view = null;
  state = "connecting";

  constructor(address) {
    super();
    this.#address = address;
    addEventListener("online", () => this.#again(0));
    addEventListener("offline", () => this.#drop());
    document.addEventListener("visibilitychange", () => {
      if (!document.hidden && this.state === "lost") this.#again(0);
    });
  }

  open() {
    clearTimeout(this.#timer);
    this.#become(this.#failures ? "lost" : "connecting");
    const socket = new WebSocket(this.#address());
    this.#socket = socket;
    const current = (act) => (event) => { if (socket === this.#socket) act(event); };
    socket.addEventListener("open", current(() => {
      this.#failures = 0;
      this.#become("open");
    }));
    socket.addEventListener("message", async ({ data }) => {
      await released();
      if (socket === this.#socket && !this.over) this.#tell("message", this.#whole(JSON.parse(data)));
    });
    socket.addEventListener("close", current(({ code }) => {
      if (FOR_GOOD.has(code)) this.#become(FOR_GOOD.get(code));
      else this.#drop();
    }));
  }

  /** Whether it is closed for good: nothing opens it again. */
  get over() {
    return this.state === "gone" || this.state === "out";
  }

  /** Sends a message; false if there is no connection, and then nothing was sent. */
  send(message) {
    if (this.state !== "open") return false;
    this.#socket.send(JSON.stringify(message));
    return true;
  }

  /** Connects anew, to be welcomed once more. */
  refresh() {
    this.#socket?.close();
    this.open();
  }

  /** The server names only what has changed of a view, and of plain options the notation: here all is whole. */
  #whole(message) {
    const { now } = message;
    if (now) {
      if (now.changed) now.view = merged(this.#view, now.changed);
      this.#view = now.view;
      const { request } = now;
      if (request?.options) request.options = request.options.map((option) => option.notation ? option : { notation: option });
    }
    return message;
  }

  #drop() {
    if (this.over) return;
    const socket = this.#socket;
    this.#socket = null;
    socket?.close();
    const pause = PAUSES[Math.min(this.#failures, PAUSES.length - 1)];
    this.#failures += 1;
    this.#become("lost");
    this.#again(pause * (0.8 + 0.4 * Math.random()));
  }

  #again(pause) {
    clearTimeout(this.#timer);
    if (this.state === "lost") this.#timer = setTimeout(() => this.open(), pause);
  }

  #become(state) {
    if (state === this.state) return;
    this.state = state;
    this.#tell("state", state);
  }

  #tell(type, detail) {
    this.dispatchEvent(new CustomEvent(type, { detail }));
  }
}
