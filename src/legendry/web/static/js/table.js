/** The table page: hears the server, gives each update to the parts in turn, sends the answers. */

import { announce, api, capital, h, refill } from "./dom.js";
import { boardOf } from "./boards.js";
import { CONNECTED, Connection, NO_LINE } from "./connection.js";
import { lentSeats, openSeats, seedKey, sideOf, sow, whole } from "./seats.js";
import { ending, outcomePanel } from "./outcome.js";
import { showMoment } from "./moment.js";
import { lapsed, ProposalBanner } from "./proposal.js";
import { diceWords, explainDice, keepCommitment, pledgeOf } from "./fairness.js";
import { Pace, passed } from "./pacing.js";
import { openKeys } from "./keys.js";
import "./log.js";
import "./question.js";
import "./notation.js";

const LEFT = "You have left the table. The link by which you came lets you sit down again.";
const WATCHED = "The link to watch was changed, and the table is no longer open to you. Ask for the new one.";

const find = (id) => document.getElementById(id);
/** An entry as the board shows it, with the events of those told along with it, if nothing was taken back. */
const together = (earlier, entry) => {
  const all = [...earlier, entry];
  const goesOn = earlier.length && !all.some((one) => one.undoes);
  return goesOn ? { ...entry, events: all.flatMap((one) => one.events ?? []) } : entry;
};

class TablePage {
  #root = find("table");
  #log = find("log");
  #bar = find("question");
  #line = find("notation");
  #banner = new ProposalBanner(find("proposal"));
  #pace = new Pace((message) => this.#shows(message), find("skip"));
  #received = null;
  #sent = null;
  #board = null;
  #gathering = null;
  #atScreen = null;
  #entry = null;
  #ending = "";
  table = null;
  you = [];
  seats = [];
  owner = false;
  watchers = 0;
  now = null;
  looks = null;
  proposal = null;
  /** The seeds given here, by seat. */
  sown = new Map();
  /** Whether this page has given up its last seat. */
  left = false;
  /** What else wants to know when people come and go. */
  peopleChanged = null;

  constructor() {
    const { table } = this.#root.dataset;
    const origin = location.origin.replace(/^http/, "ws");
    this.connection = new Connection(() => {
      const since = this.#received === null ? "" : `?since=${this.#received}`;
      return `${origin}/api/tables/${table}/socket${since}`;
    });
    this.connection.addEventListener("message", ({ detail }) => this.#hear(detail));
    this.connection.addEventListener("state", ({ detail }) => this.#connected(detail));
    this.#log.older = (before) => api(`/api/tables/${table}/log?before=${before}`);
    this.#log.side = (seat) => this.side(seat);
    this.#log.master = () => this.table?.gm ?? "";
    this.#listen();
    this.connection.open();
  }

  /** The class that colours a seat. */
  side(seat) {
    return sideOf(this.seats)(seat);
  }

  /** The own seat that is to answer now; null if none is. */
  get asked() {
    const request = this.now?.request;
    if (!request || !this.you.length) return null;
    const seat = request.seat ?? this.you[0];
    return this.you.includes(seat) && !this.seats.find((one) => one.name === seat)?.bot ? seat : null;
  }

  /** Sends a message; says so where there is no connection. */
  send(message) {
    const sent = this.connection.send(message);
    if (!sent) this.#say(this.connection.over ? CONNECTED[this.connection.state] : `${NO_LINE}: try again when it is back.`);
    return sent;
  }

  // -- hearing -----------------------------------------------------------------------------------

  #hear(message) {
    const direct = {
      refused: () => this.#refused(message),
      looks: () => this.#looked(message),
      reason: () => this.#say(message.words || "That would be taken.", message.rule),
      shown: () => this.#board?.shown?.(message),
      hints: () => {
        this.#board?.hints?.(message);
        if (message.number === this.now?.number && !this.#board?.hints) this.#bar.hints(message);
      },
      problem: () => this.#refused(message),
      sown: () => localStorage.setItem(seedKey(this.table.id, message.seat), this.sown.get(message.seat)),
    }[message.type];
    if (direct) {
      direct();
      return;
    }
    this.#received = message.entry?.number ?? message.now?.number ?? this.#received;
    this.#pace.add(message);
  }

  async #shows(message) {
    await this.#curtain(message);
    try {
      await this[`_${message.type}`]?.(message);
    } catch (error) {
      console.error(error);
      this.#say("This page met a fault of its own. Load it again; nothing is lost.");
    }
  }

  async _welcome(message) {
    const before = this.now;
    const sent = this.#sent;
    Object.assign(this, {
      table: message.table, you: message.you, owner: message.owner, watchers: message.watchers,
      seats: message.seats.map(whole), proposal: message.proposal, left: false,
    });
    keepCommitment(this.table);
    for (const seat of this.you.filter((one) => this.sown.has(one))) { // it may not have come
      this.connection.send({ type: "seed", seat, seed: this.sown.get(seat) });
    }
    find("dice").hidden = find("invite").hidden = false;
    find("dice").textContent = diceWords(this.table);
    find("type").hidden = !this.you.length;
    find("company").hidden = !this.table.company;
    find("company").href = `/companies/${this.table.company ?? ""}`;
    find("undo").hidden = !this.you.length || !message.now || this.table.undo === "never";
    const entries = message.log;
    const follows = entries.length === 0 || entries[0].number === this.#log.last + 1;
    if (before && follows) entries.forEach((entry) => this.#log.add(entry));
    else this.#log.reset(entries);
    if (message.now === null) {
      this.#gather();
    } else {
      await this.#begin(message.scenery);
      this.#moment(message.now, entries.at(-1) ?? this.#entry, false);
    }
    this.#proposed(message.proposal);
    this.#again(sent);
  }

  async _begun(message) {
    this.#log.reset(message.log);
    await this.#begin(message.scenery);
    this.#moment(message.now, message.log.at(-1) ?? null, false);
    find("undo").hidden = !this.you.length || this.table.undo === "never";
    announce("The game begins.");
  }

  _update({ entry, now, earlier = [] }) {
    if (now.number <= (this.now?.number ?? -1)) return;
    earlier.forEach((one) => this.#log.add(one));
    if (this.#sent && entry.number > this.#sent.number) {
      this.#line.taken(this.#sent.text);
      this.#sent = null;
    }
    this.#log.add(entry);
    this.#moment(now, together(earlier, entry), true);
    if (this.proposal) this.#proposed(null, lapsed(this.proposal, entry));
  }

  _proposal({ proposal, words }) {
    this.#proposed(proposal, words);
  }

  _people({ you, seats, watchers }) {
    const { asked } = this;
    const others = you.join() !== this.you.join();
    const before = this.#lent;
    Object.assign(this, { you, seats: seats.map(whole), watchers });
    if (this.#lent !== before) announce(this.#lent);
    this.#gathering?.refresh();
    this.peopleChanged?.();
    if (!this.now) sow(this);
    if (others) this.connection.refresh();
    else if (this.asked !== asked) this.#moment(this.now, this.#entry, false);
    else this.#show();
  }

  get #lent() {
    return lentSeats(this.seats, this.you).map(({ words }) => words).join(" ");
  }

  // -- the moment --------------------------------------------------------------------------------

  async #begin(scenery) {
    if (this.#board) return;
    this.#gathering = null;
    this.#board = await boardOf(this.#root.dataset.board);
    refill(find("board"), this.#board);
    this.#board.scenery = scenery;
    const { cards } = this.#board;
    if (cards) {
      refill(find("cards"), cards).hidden = false;
      find("show-cards").hidden = false;
    }
  }

  #gather() {
    if (!this.#gathering) {
      this.#gathering = document.createElement("table-gathering");
      refill(find("board"), this.#gathering);
      this.#gathering.begin(this);
    }
    sow(this);
    this.#show();
  }

  /** The table has come to a new moment: every part shows it. */
  #moment(now, entry, fresh) {
    this.now = now;
    this.looks = null;
    this.#entry = entry;
    this.#root.dataset.number = now.number;
    this.#sent &&= now.number === this.#sent.number ? this.#sent : null;
    this.#board.update({ table: this.table, you: this.you, now, entry: fresh ? entry : null, looks: null, fresh });
    this.#show();
    if (this.asked !== null) {
      if (now.request.kind === "choose") this.connection.send({ type: "look", number: now.number });
      announce(`${this.asked}: ${now.request.asks}`);
    }
    find("gm").hidden = !this.#master || Boolean(now.outcome);
    this.#line.notations = (now.request?.options ?? []).map((option) => option.notation);
    if (now.outcome) {
      this.#over(now);
    } else {
      this.#ending = "";
      find("outcome")?.remove();
    }
  }

  #show() {
    showMoment(this, { board: this.#board, entry: this.#entry, sent: this.#sent?.text ?? "" });
  }

  #looked(message) {
    if (message.number !== this.now?.number) return;
    this.looks = message;
    this.#board.looked?.(message);
    this.#show();
  }

  /** Where seats have secrets and share a screen, the next one takes it before anything is shown. */
  async #curtain({ table = this.table, you = this.you, now }) {
    const seat = now?.request?.seat;
    if (!table?.hides || you.length < 2 || !you.includes(seat) || seat === this.#atScreen) return;
    const shared = this.#atScreen && this.#board?.shares?.(this.#atScreen, seat);
    this.#atScreen = seat;
    if (shared) return;
    const log = await api(`/api/tables/${table.id}/log?before=${now.number}`).catch(() => []);
    await passed(seat, () => this.#log.reset(log));
  }

  // -- saying ------------------------------------------------------------------------------------

  #answer(text) {
    const seat = this.asked;
    if (seat === null) {
      this.#say(this.now?.outcome ? "The game is over." : "It is not your turn to answer.");
      return;
    }
    if (this.#sent) return;
    this.#sent = { number: this.now.number, seat, text, tries: 0 };
    this.#try();
    this.#show();
    if (this.connection.state === "lost") this.#say(`${NO_LINE}: your answer is sent as soon as it is back.`);
  }

  /** Sends the answer if there is a connection; else it waits for the next welcome. */
  #try() {
    const { number, seat, text } = this.#sent;
    if (this.connection.send({ type: "answer", number, seat, text })) this.#sent.tries += 1;
  }

  /** After a lost connection: if the same number still waits, the answer was not taken. It is sent again once. */
  #again(sent) {
    if (!sent) return;
    if (sent === this.#sent && sent.tries < 2) {
      this.#try();
      return;
    }
    this.#sent = null;
    this.#show();
    if (!sent.tries) this.#say("The game has gone on meanwhile, and your answer was not sent.");
  }

  /** What was said of an earlier moment is no longer of interest. */
  #refused({ number, words, rule = "" }) {
    if (number < this.now?.number) return;
    this.#sent = null;
    if (this.now) this.#show();
    this.#say(words, rule);
  }

  /** A sentence where the player looks: under the typed line, or in the bar. */
  #say(words, rule = "") {
    const sentence = capital(words);
    const typed = !this.#line.hidden && this.#line.text;
    this.#bar.say(typed ? "" : sentence, rule);
    this.#line.say(typed ? sentence : "", rule);
    if (this.#bar.hidden) announce(sentence);
  }

  /** The game master among the own seats, if he is. */
  get #master() {
    return this.you.find((seat) => seat === this.table.gm) ?? "";
  }

  #call() {
    if (find("gm").hidden) return false;
    this.send({ type: "call", number: this.now.number, seat: this.#master });
    return true;
  }

  #undo() {
    if (find("undo").hidden || !this.now) return;
    const own = this.#lastOwn ?? this.you[0];
    this.send({ type: "undo", number: this.now.number, seat: own });
  }

  /** Of several own seats, the one that answers now or acted last. */
  get #lastOwn() {
    return [this.#entry?.seat, this.asked].find((seat) => seat && this.you.includes(seat));
  }

  #proposed(proposal, words = "") {
    this.proposal = proposal;
    this.#banner.show(proposal, words, { you: this.you, standing: (number) => this.#log.standing(number), send: (message) => this.send(message) });
  }

  #connected(state) {
    const bar = find("connection");
    bar.hidden = state === "open" || this.connection.over;
    bar.textContent = CONNECTED[state] ?? "";
    if (!this.connection.over) return;
    for (const dialog of document.querySelectorAll("dialog[open]")) dialog.close();
    this.#pace.only({ type: "gone", state });
  }

  /** The table is closed to this page: it stays as it was seen last, and nothing can be done here. */
  _gone({ state }) {
    const watched = state === "out" && !this.you.length;
    const words = this.left ? LEFT : watched ? WATCHED : CONNECTED[state];
    this.you = [];
    this.#sent = null;
    this.#proposed(null);
    const lobby = h("a", { class: "button primary", href: "/" }, "Back to the lobby");
    const panel = h("section", { class: this.#board ? "outcome" : "card", "aria-label": "The table is closed to you" },
      h("div", null, h("p", { class: "story" }, words), h("div", { class: "row" }, lobby)));
    if (this.#board) {
      this.#moment({ ...this.now, request: null, outcome: null }, this.#entry, false);
      find("foot").append(panel);
    } else {
      refill(find("board"), h("table-gathering", null, panel));
    }
    for (const id of ["seats", "tools", "question", "notation", "type"]) find(id).hidden = true;
    lobby.focus();
    announce(words);
  }

  // -- the end -----------------------------------------------------------------------------------

  /** What this page knows of the dice by itself, for the check. */
  get pledge() {
    return pledgeOf(this.table, this.you);
  }

  async #over(now) {
    const atWork = find("foot").contains(document.activeElement);
    this.#bar.hidden = true;
    find("undo").hidden = true;
    find("type").hidden = true;
    this.#line.hidden = true;
    if (this.table.hides) this.#log.reset(await api(`/api/tables/${this.table.id}/log`).catch(() => []));
    find("outcome")?.remove();
    find("foot").append(outcomePanel(this, now, (words) => { this.#ending = words; }));
    if (atWork) find("outcome-title").focus(); // else the keyboard would begin at the top of the page
    announce(`The game is over. ${ending(now.outcome)}: ${now.outcome.why}`);
  }

  // -- keys and clicks ---------------------------------------------------------------------------

  #listen() {
    const on = (id, act) => find(id).addEventListener("click", act);
    on("undo", () => this.#undo());
    on("gm", () => this.#call());
    on("dice", (event) => explainDice(event.currentTarget, this, this.#ending));
    on("invite", () => openSeats(this));
    on("help", () => this.#help());
    on("type", () => this.#line.open());
    on("skip", () => this.#pace.skip());
    on("show-log", () => this.#drawer("log"));
    on("show-cards", () => this.#drawer("cards"));
    on("board", () => this.#pace.skip());
    this.#root.addEventListener("answer", ({ detail }) => this.#answer(detail.text));
    this.#root.addEventListener("whynot", ({ detail }) => {
      if (this.now) this.send({ type: "why", number: this.now.number, text: detail.text });
    });
    this.#root.addEventListener("inspect", ({ detail }) => this.connection.send({ type: "inspect", thing: detail.thing }));
    this.#root.addEventListener("hint", () => {
      if (this.now) this.connection.send({ type: "hint", number: this.now.number });
    });
    this.#root.addEventListener("take-back", ({ detail }) => {
      const seat = `/api/tables/${this.table.id}/seats/${encodeURIComponent(detail.seat)}`;
      api(seat, { method: "POST", body: { bot: "" } }).catch((error) => this.#say(error.message));
    });
    this.#root.addEventListener("announce", ({ detail }) => announce(detail.words));
    this.#root.addEventListener("preview", ({ target, detail }) => {
      if (target === this.#bar) this.#board?.preview?.(detail.notation);
      else this.#bar.preview(detail.notation);
    });
    this.#root.addEventListener("closed", () => find("type").focus());
    document.addEventListener("keydown", (event) => this.#key(event));
  }

  #help() {
    openKeys(this.#board?.constructor.keys);
  }

  /** On a narrow screen: cards or log over the board, one at a time. */
  #drawer(name) {
    const side = find("side");
    side.dataset.drawer = side.dataset.drawer === name ? "" : name;
    for (const one of ["log", "cards"]) find(`show-${one}`).setAttribute("aria-expanded", String(side.dataset.drawer === one));
    if (side.dataset.drawer === "log") this.#log.foot();
  }

  #key(event) {
    const typing = event.target.closest("input, textarea, select, [contenteditable], dialog[open]");
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || typing || this.connection.over) return;
    const acts = {
      "/": () => (this.#line.open(), true),
      "?": () => (this.#help(), true),
      u: () => (this.#undo(), true),
      g: () => this.#call() || null,
      o: () => (this.#board?.focusFirst?.() || this.#bar.focusFirst(), true),
      l: () => (this.#log.focus(), true),
      " ": () => !event.target.closest("button, a, summary, [role=gridcell]") && this.#pace.skip(),
      Escape: () => find("side").dataset.drawer && (this.#drawer(find("side").dataset.drawer), true),
    };
    const digit = /^[1-9]$/.test(event.key) ? Number(event.key) : 0;
    const done = digit
      ? !event.repeat && this.asked !== null && (this.#bar.digit(digit) || this.#bar.choose(digit) || this.#board?.choose?.(digit))
      : acts[event.key]?.() ?? (!event.repeat && this.#bar.fold(event.key));
    if (done) event.preventDefault();
  }
}

new TablePage();
