/** A game once more, step by step: to and fro, by itself or by hand, and on from any step. */

import { announce, api, capital, freshId, h, leave, once, refill } from "./dom.js";
import { boardOf } from "./boards.js";
import { ruleLink } from "./ledger.js";
import { checkedDice, ending } from "./outcome.js";
import { Seat, field } from "./seating.js";
import { sideOf } from "./seats.js";
import "./log.js";

const CHUNK = 50;
const SHOWN = 60;
const PACE = 1100;
const KEYS = [
  ["← →", "one step back, one step on"],
  ["[ ]", "one turn back, one turn on"],
  ["Home End", "to the beginning, to the end"],
  ["Space", "play, pause"],
  ["?", "these keys"],
];

const find = (id) => document.getElementById(id);
/** The steps of a replay, fetched in chunks and kept. */
class Steps {
  #chunks = new Map();

  constructor(id, count) {
    this.id = id;
    this.count = count;
  }

  #chunk(place) {
    const first = Math.floor(place / CHUNK) * CHUNK;
    if (!this.#chunks.has(first)) {
      const asked = api(`/api/replays/${this.id}/steps?start=${first}&count=${CHUNK}`);
      asked.catch(() => this.#chunks.delete(first));
      this.#chunks.set(first, asked);
    }
    return this.#chunks.get(first);
  }

  /** A step; what will be wanted next is fetched as well. */
  async at(place) {
    const ahead = Math.min(place + CHUNK / 2, this.count - 1);
    this.#chunk(ahead).catch(() => {});
    return (await this.#chunk(place))[place % CHUNK];
  }

  async entries(from, to) {
    const steps = await Promise.all(Array.from({ length: Math.max(0, to - from) }, (_, n) => this.at(from + n)));
    return steps.map((step) => step.entry);
  }
}

/** What names the turn that a moment belongs to. */
const turnOf = ({ now: { view } }) => JSON.stringify([view.turn, view.round, view.side ?? view.to_play]);

class ReplayPage {
  #root = find("table");
  #log = find("log");
  #scrub = find("scrub");
  #play = find("play");
  #board = null;
  #steps = null;
  #shown = -1;
  #wanted = 0;
  #timer = 0;
  #luck = null;
  #dice = null;

  constructor() {
    this.id = this.#root.dataset.replay;
    find("help").addEventListener("click", () => this.#keys());
    this.#open().catch((error) => refill(find("board"), h("p", { class: "opening", role: "alert" }, error.message)));
  }

  async #open() {
    const { table, seats, scenery, steps, provable } = await api(`/api/replays/${this.id}`);
    this.table = table;
    this.seats = seats;
    this.side = sideOf(seats.map((name) => ({ name })));
    this.#steps = new Steps(this.id, steps);
    this.#scrub.max = steps - 1;
    this.#board = await boardOf(this.#root.dataset.board);
    refill(find("board"), this.#board);
    this.#board.scenery = scenery;
    if (this.#board.cards) {
      refill(find("cards"), this.#board.cards).hidden = false;
      find("show-cards").hidden = false;
    }
    this.#log.setAttribute("aria-live", "off");
    this.#log.side = this.side;
    this.#log.older = (before) => this.#steps.entries(Math.max(0, before - SHOWN), before);
    this.#listen();
    if (provable) this.#checkDice();
    await this.go(Number(location.hash.slice(1)) - 1 || 0);
  }

  get last() {
    return this.#steps.count - 1;
  }

  // -- going ---------------------------------------------------------------------------------------

  /** Shows a step; of several that are asked for at once, only the last. */
  async go(place) {
    const wanted = Math.max(0, Math.min(this.last, Math.trunc(place)));
    this.#wanted = wanted;
    this.#scrub.value = wanted;
    this.#tell();
    try {
      const step = await this.#steps.at(wanted);
      const next = wanted < this.last ? await this.#steps.at(wanted + 1) : null;
      const follows = wanted === this.#shown + 1;
      const entries = follows ? [] : await this.#steps.entries(Math.max(0, wanted - SHOWN), wanted + 1);
      if (this.#wanted !== wanted || this.#shown === wanted) return;
      const fresh = follows && this.#shown >= 0;
      this.#shown = wanted;
      this.#show(step, next, fresh);
      if (fresh) this.#log.add(step.entry);
      else this.#log.reset(entries.length ? entries : [step.entry]);
    } catch (error) {
      this.pause();
      refill(find("moment"), h("p", { class: "reason", role: "alert" }, error.message));
    }
  }

  /** To where the turn before or after begins. */
  async turn(by) {
    let place = this.#wanted;
    const key = async (at) => turnOf(await this.#steps.at(at));
    if (by > 0) {
      const here = await key(place);
      while (place < this.last && (await key(place)) === here) place += 1;
    } else {
      place = Math.max(0, place - 1);
      const here = await key(place);
      while (place > 0 && (await key(place - 1)) === here) place -= 1;
    }
    await this.go(place);
  }

  get playing() {
    return this.#timer !== 0;
  }

  start() {
    if (this.#wanted >= this.last) this.go(0);
    this.#schedule();
    this.#play.textContent = "Pause";
  }

  pause() {
    clearTimeout(this.#timer);
    this.#timer = 0;
    this.#play.textContent = "Play";
  }

  toggle() {
    if (this.playing) this.pause();
    else this.start();
  }

  #schedule() {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(async () => {
      await this.go(this.#wanted + 1);
      if (!this.playing) return;
      if (this.#wanted >= this.last) this.pause();
      else this.#schedule();
    }, PACE * Number(find("speed").value));
  }

  // -- showing -------------------------------------------------------------------------------------

  #tell() {
    const words = `${this.#wanted + 1} of ${this.#steps.count}`;
    find("where").textContent = words;
    this.#scrub.setAttribute("aria-valuetext", `step ${words}`);
    history.replaceState(null, "", `#${this.#wanted + 1}`);
  }

  #show({ entry, now }, next, fresh) {
    this.#board.update({ table: this.table, you: [], now, entry: fresh ? entry : null, looks: null, fresh });
    find("headline").textContent = this.#board.headline || this.#root.dataset.title;
    find("play-on").disabled = Boolean(now.outcome);
    refill(find("moment"), now.outcome ? this.#ending(now.outcome) : this.#question(now.request, next));
    if (!this.playing) announce([...(entry.events ?? []).map((event) => event.words), ...(entry.events?.length ? [] : entry.lines)].join(". "));
  }

  /** The question of the moment, and what was answered. */
  #question(request, next) {
    if (!request) return null;
    return [
      h("p", { class: "ask" },
        h("strong", { class: `who ${this.side(request.seat)}` }, request.seat ?? "Anybody"),
        h("span", { class: "what" }, request.asks)),
      next ? h("p", { class: "chosen" }, next.entry.undoes ? "Takes a move back." : ["The answer: ", h("strong", null, next.entry.lines[0] ?? "")]) : h("p", { class: "chosen soft" }, "Nobody has answered yet."),
    ];
  }

  #ending(outcome) {
    const luck = h("ul", { class: "luck" });
    this.#luck ??= api(`/api/replays/${this.id}/luck`).catch(() => ({ lines: [] }));
    this.#luck.then(({ lines }) => refill(luck, lines.map((line) => h("li", null, line))));
    return h("section", { class: "outcome", "aria-labelledby": "outcome-title", tabindex: "0" },
      h("div", null,
        h("h2", { id: "outcome-title" }, ending(outcome)),
        h("p", { class: "story" }, `${capital(outcome.why)}. `, outcome.rule ? ruleLink(outcome.rule) : null),
        this.#dice?.closest("#warning") ? null : this.#dice),
      h("div", null, h("h3", null, "Luck"), luck));
  }

  /** Whether the dice fell as the record says. What is wrong stands above the board, at every step. */
  async #checkDice() {
    this.#dice = h("p");
    const good = await checkedDice(`/api/replays/${this.id}/proof`, {}, this.#dice);
    if (good === false) find("warning").append(this.#dice);
  }

  /** What there is to know of a thing at this step; nothing if the step has changed meanwhile. */
  async #inspect(thing) {
    const step = this.#shown;
    try {
      const shown = await api(`/api/replays/${this.id}/inspect?step=${step}&thing=${encodeURIComponent(thing)}`);
      if (step === this.#shown) this.#board.shown?.(shown);
    } catch (error) {
      announce(error.message);
    }
  }

  // -- playing on ----------------------------------------------------------------------------------

  async #askPlayers() {
    this.pause();
    const step = this.#wanted;
    const games = await api("/api/games").catch(() => []);
    if (document.querySelector("dialog.play-on")) return; // who clicked twice has asked once
    const game = games.find((one) => one.name === this.table.game) ?? { bots: ["random"] };
    const seats = this.seats.map((name, place) => ({ name, seat: new Seat(game, place ? `bot:${game.bots[0]}` : "me") }));
    const problem = h("p", { class: "problem", role: "alert" });
    const heading = freshId("play-on");
    const form = h("form", { onsubmit: (event) => { event.preventDefault(); this.#playOn(event.submitter ?? form, step, seats, problem); } },
      seats.map(({ name, seat }) => h("div", { class: "row" }, field(`Who plays ${name}`, seat.player), seat.rolls)),
      problem,
      h("div", { class: "row" },
        h("button", { type: "submit", class: "primary" }, "Play on"),
        h("button", { type: "button", class: "quiet", onclick: () => dialog.close() }, "Not now")));
    const dialog = h("dialog", { class: "play-on", "aria-labelledby": heading, onclose: () => dialog.remove() },
      h("h2", { id: heading }, `Play on from step ${step + 1}`),
      h("p", { class: "soft" }, "A new table begins here, with new dice. This game stays as it is."),
      form);
    document.body.append(dialog);
    dialog.showModal();
  }

  #playOn(button, step, seats, problem) {
    return once(button, async () => {
      problem.textContent = "";
      const body = { step, seats: seats.map(({ name, seat }) => seat.write(name)) };
      await leave((await api(`/api/replays/${this.id}/play`, { method: "POST", body })).url);
    }, (error) => { problem.textContent = error.message; });
  }

  #keys() {
    const dialog = h("dialog", { "aria-label": "Keys", onclose: () => dialog.remove() },
      h("h2", null, "Keys"),
      h("dl", { class: "pairs keys" }, KEYS.map(([keys, words]) => [h("dt", null, keys.split(" ").map((key) => [h("kbd", null, key), " "])), h("dd", null, words)])),
      h("form", { method: "dialog" }, h("button", { type: "submit" }, "Close")));
    document.body.append(dialog);
    dialog.showModal();
  }

  // -- keys and clicks -----------------------------------------------------------------------------

  #byHand(place) {
    this.pause();
    this.go(place);
  }

  #listen() {
    const on = (id, act) => find(id).addEventListener("click", act);
    on("play", () => this.toggle());
    on("back", () => this.#byHand(this.#wanted - 1));
    on("on", () => this.#byHand(this.#wanted + 1));
    on("play-on", () => this.#askPlayers());
    on("show-log", () => this.#drawer("log"));
    on("show-cards", () => this.#drawer("cards"));
    this.#scrub.addEventListener("input", () => this.#byHand(Number(this.#scrub.value)));
    find("speed").addEventListener("change", () => { if (this.playing) this.#schedule(); });
    addEventListener("hashchange", () => this.#byHand(Number(location.hash.slice(1)) - 1 || 0));
    this.#root.addEventListener("inspect", ({ detail }) => this.#inspect(detail.thing));
    document.addEventListener("keydown", (event) => this.#key(event));
    find("foot").inert = false;
  }

  #drawer(name) {
    const side = find("side");
    side.dataset.drawer = side.dataset.drawer === name ? "" : name;
    for (const one of ["log", "cards"]) find(`show-${one}`).setAttribute("aria-expanded", String(side.dataset.drawer === one));
    if (side.dataset.drawer === "log") this.#log.scrollTop = this.#log.scrollHeight;
  }

  #key(event) {
    const elsewhere = event.target.closest("select, textarea, input:not([type=range]), dialog[open]");
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || elsewhere) return;
    const ranged = event.target === this.#scrub;
    const acts = {
      ArrowLeft: () => !ranged && (this.#byHand(this.#wanted - 1), true),
      ArrowRight: () => !ranged && (this.#byHand(this.#wanted + 1), true),
      Home: () => !ranged && (this.#byHand(0), true),
      End: () => !ranged && (this.#byHand(this.last), true),
      "[": () => (this.pause(), this.turn(-1), true),
      "]": () => (this.pause(), this.turn(1), true),
      " ": () => !event.target.closest("button, a, summary") && (this.toggle(), true),
      "?": () => (this.#keys(), true),
      Escape: () => find("side").dataset.drawer && (this.#drawer(find("side").dataset.drawer), true),
    };
    if (acts[event.key]?.()) event.preventDefault();
  }
}

new ReplayPage();
