/**
 * `<adventure-board>`: the page of a book, with the company above it and its options below. A fight
 * or a dogfight opens in place, on the board of that game, and when it is over the book lies there
 * again.
 */

import { h, percent, refill } from "../js/dom.js";
import { LedgerList, openBeside, ruleLink, why } from "../js/ledger.js";
import { eventLine } from "../js/log.js";
import { odds } from "../js/question.js";
import { chronicle, strip } from "./adventure/party.js";
import { prose } from "./adventure/prose.js";
import { styled } from "./common.js";
import DogfightBoard from "./dogfight.js";
import FightBoard from "./fight.js";

await styled("adventure");

/** Chances that an option of a book has, the first that it names. */
const CHANCES = ["pass", "win", "works"];
/** Events that the page itself tells, or the journal. */
const TOLD = new Set(["Arrived", "Written", "Ended"]);

/** So many lines of what happened stand on the page without being asked for. */
const FEW = 6;

const chance = (look) => CHANCES.map((name) => look?.figures?.[name]).find((value) => value !== undefined);

export default class AdventureBoard extends HTMLElement {
  /** What the board's own keys do, for the page's list of keys. */
  static keys = [
    [["1", "–", "9"], "take that way of the page"],
    [["↑", "↓"], "from way to way"],
    ...FightBoard.keys.map(([keys, words]) => [keys, `in a fight: ${words}`]),
  ];

  #state = null;
  #looks = null;
  #battle = null;
  #asking = "";
  #happened = [];
  #side = h("div", { class: "adventure-cards" });

  constructor() {
    super();
    this.addEventListener("keydown", (event) => this.#walk(event));
  }

  // -- what the page gives -----------------------------------------------------------------------

  set scenery(_) {}

  update(state) {
    const before = this.#state?.now.view;
    this.#state = state;
    this.#looks = state.looks;
    const { view } = state.now;
    if (view.fight ?? view.sky) {
      this.#fight(state);
      return;
    }
    const turned = before?.page?.id !== view.page?.id || Boolean(this.#battle);
    if (state.fresh) this.#happened = (state.entry?.events ?? []).filter((event) => event.words && !TOLD.has(event.event));
    else if (turned) this.#happened = [];
    this.#battle = null;
    this.classList.remove("battle");
    this.#draw(turned && before !== undefined);
    this.#note();
  }

  looked(looks) {
    this.#looks = looks;
    if (this.#battle) this.#battle.board.looked(looks);
    else this.#draw(false);
  }

  /** The figures of a member, which somebody wanted to have explained. */
  shown(message) {
    if (this.#battle) {
      this.#battle.board.shown(message);
      return;
    }
    const { thing, ledgers } = message;
    if (this.#asking !== thing) return;
    this.#asking = "";
    const anchor = this.#side.querySelector(`[data-why="${CSS.escape(thing)}"]`);
    if (!anchor || !ledgers.length) return;
    const list = new LedgerList();
    list.ledgers = ledgers;
    openBeside(anchor, `The figures of ${thing}`, list);
  }

  preview(notation) {
    this.#battle?.board.preview(notation);
  }

  get pointsAt() {
    return this.#battle?.board.pointsAt ?? null;
  }

  goes(option) {
    return this.#battle?.board.goes?.(option) ?? "";
  }

  offers(option) {
    return this.#battle ? this.#battle.board.offers(option) : this.#choosing || this.#reads;
  }

  /** Chooses the nth way of the page; whether there is one. */
  choose(number) {
    const ways = this.#battle ? [] : [...this.querySelectorAll(".way:not([aria-disabled])")];
    ways[number - 1]?.click();
    return number <= ways.length;
  }

  /** Goes to the first way of the page; whether there is one. */
  focusFirst() {
    const way = this.#battle ? null : this.querySelector(".way");
    way?.focus();
    return Boolean(way);
  }

  get folds() {
    if (this.#battle) return this.#battle.board.folds ?? [];
    const goes = this.#goes;
    if (!goes.length || this.#reads) return [];
    const held = new Set(goes.map(({ notation }) => notation));
    return [{ name: "Go to…", key: "e", words: "another page", holds: ({ notation }) => held.has(notation), open: () => this.#openPages(goes) }];
  }

  /** Whether two seats have no secrets from each other: both play the company. */
  shares(...seats) {
    const { table: { gm }, now: { view } } = this.#state;
    const players = new Set(Object.values(view.members).map((one) => one.seat));
    return seats.every((seat) => players.has(seat) && seat !== gm);
  }

  get said() {
    return this.#battle?.board.said ?? "";
  }

  get cards() {
    return this.#side;
  }

  interrupts(now) {
    return this.#battle ? this.#battle.board.interrupts(now) : false;
  }

  get headline() {
    if (this.#battle) return this.#battle.board.headline;
    const view = this.#state?.now.view;
    return view ? `${view.book} · day ${view.day}` : "";
  }

  // -- the moment --------------------------------------------------------------------------------

  get #view() {
    return this.#state.now.view;
  }

  get #options() {
    return this.#state.now.request?.options ?? [];
  }

  /** Whether the company is asked what it does, and it is for this reader to say. */
  get #choosing() {
    const ways = this.#view.page?.options ?? [];
    return this.#options.some(({ notation }) => ways.includes(notation));
  }

  /** The option with which a game master reads the page aloud. */
  get #aloud() {
    const { gm } = this.#state.table;
    return gm ? this.#options.find(({ notation }) => notation === `${gm} reads aloud`) : undefined;
  }

  get #reads() {
    return this.#aloud !== undefined;
  }

  /** The options with which a game master turns to another page. */
  get #goes() {
    const { gm } = this.#state.table;
    return gm ? this.#options.filter(({ notation }) => notation.startsWith(`${gm} goes to `)) : [];
  }

  #look(notation) {
    return this.#looks?.looks[this.#options.findIndex((option) => option.notation === notation)] ?? null;
  }

  // -- a battle ----------------------------------------------------------------------------------

  #fight(state) {
    const { view } = state.now;
    const ground = JSON.stringify([view.page?.id, view.ground]);
    if (this.#battle?.ground !== ground) {
      const board = view.fight ? new FightBoard() : new DogfightBoard();
      this.#battle = { ground, board };
      this.#happened = [];
      const page = h("button", { type: "button", class: "quiet small", "aria-haspopup": "dialog", onclick: (event) => this.#reread(event.currentTarget) }, "Read the page");
      this.classList.add("battle");
      refill(this, h("div", { class: "place" }, h("span", { class: "story" }, view.page?.title ?? view.book), page), board);
      board.scenery = view.ground;
      refill(this.#side, board.cards);
    }
    this.#battle.board.update({ ...state, now: { ...state.now, view: view.fight ?? view.sky } });
  }

  #reread(anchor) {
    const { page } = this.#view;
    if (page) openBeside(anchor, page.title, h("div", { class: "adventure-page" }, h("h3", null, page.title), prose(page.prose, this.#state.table.id)));
  }

  // -- a page ------------------------------------------------------------------------------------

  #draw(turned) {
    const { view } = this.#state.now;
    const { page } = view;
    const active = document.activeElement;
    const inside = this.contains(active);
    const title = h("h2", { tabindex: "-1" }, page?.title ?? view.book);
    refill(this, strip(view), h("article", { class: "adventure-page", "aria-label": page?.title ?? view.book },
      h("p", { class: "chapter" }, [view.book, page?.chapter].filter(Boolean).join(" · ")),
      title,
      this.#before(),
      page ? prose(page.prose, this.#state.table.id) : this.#unread(),
      this.#reads ? this.#reading() : null,
      page && !this.#reads ? this.#ways(page) : null));
    if (turned) this.parentElement?.scrollTo(0, 0);
    if (turned && (inside || active?.closest("question-bar"))) title.focus({ preventScroll: true });
    else if (inside) (this.querySelector(`[data-key="${CSS.escape(active.dataset.key ?? "")}"]`) ?? title).focus({ preventScroll: true });
  }

  /** What happened on the way here: a few lines, or many folded up. */
  #before() {
    const lines = this.#happened.map((event) => eventLine(event));
    if (!lines.length) return null;
    return h("div", { class: "happened", role: "note", "aria-label": "What happened" },
      lines.length > FEW ? h("details", null, h("summary", null, `What happened (${lines.length})`), lines) : lines);
  }

  /** What stands at the side; what was unfolded stays so. */
  #note() {
    const open = new Set([...this.#side.querySelectorAll("details[open]")].map(({ dataset }) => dataset.fold));
    refill(this.#side, chronicle(this.#view, (name) => {
      this.#asking = name;
      this.#emit("inspect", { thing: name });
    }));
    for (const one of this.#side.querySelectorAll("details")) one.open = open.has(one.dataset.fold);
  }

  #unread() {
    return h("p", { class: "unread" }, "The game master reads…");
  }

  /** For the game master, before the others see the page. */
  #reading() {
    const read = this.#aloud;
    return h("div", { class: "aloud" },
      h("p", null, "Only you see this page yet. Read it to the table, then turn it over to them."),
      h("div", { class: "row" },
        h("button", { type: "button", class: "primary way", dataset: { key: read.notation }, onclick: () => this.#answer(read.notation) }, "Read it aloud"),
        h("button", { type: "button", class: "quiet", dataset: { key: "elsewhere" }, "aria-haspopup": "dialog", onclick: () => this.#openPages(this.#goes) }, "Go elsewhere…")));
  }

  #openPages(goes) {
    const { gm } = this.#state.table;
    const start = `${gm} goes to `;
    const list = h("select", { "aria-label": "The page to go to" }, goes.map(({ notation, words }) => h("option", { value: notation }, words || notation.slice(start.length).replaceAll("-", " "))));
    const dialog = h("dialog", { "aria-label": "Another page", onclose: () => dialog.remove() },
      h("h2", null, "Another page"),
      h("div", { class: "field" }, list),
      h("form", { method: "dialog" },
        h("button", { type: "submit", class: "quiet" }, "Not now"),
        h("button", { type: "submit", class: "primary", onclick: () => this.#answer(list.value) }, "Go there")));
    document.body.append(dialog);
    dialog.showModal();
  }

  /** The options of the page as its reader may take them; who is not asked reads along. */
  #ways(page) {
    const { now, you } = this.#state;
    if (!now.request || !page.options.length) return null;
    const asked = you.includes(now.request.seat) && now.request.kind === "choose";
    if (asked && !this.#choosing) return null;
    if (!asked) {
      const { seat } = now.request;
      const decides = Object.values(now.view.members).some((one) => one.seat === seat);
      return h("div", { class: "ways" }, decides ? h("p", { class: "small soft" }, `${seat} decides:`) : null,
        h("ul", null, page.options.map((words) => h("li", { class: "way-read" }, words))));
    }
    const open = new Map(this.#options.map((option) => [option.notation, option]));
    const barred = new Map((this.#looks?.barred ?? []).map((bar) => [bar.notation, bar]));
    let place = 0;
    const ways = page.options.map((notation) => (open.has(notation) ? this.#way(open.get(notation), place += 1) : this.#closed(notation, barred.get(notation))));
    const rest = this.#options.filter(({ notation }) => !page.options.includes(notation));
    return [
      h("ol", { class: "ways", "aria-label": now.request.asks }, ways.map((way) => h("li", null, way))),
      h("div", { class: "aside row", role: "group", "aria-label": "Besides" }, rest.map((option) => this.#deed(option)),
        [...barred.values()].filter(({ notation }) => !page.options.includes(notation)).map((bar) => this.#closedDeed(bar))),
    ];
  }

  #way({ notation, words }, place) {
    const look = this.#look(notation);
    const likely = chance(look);
    return [
      h("button", { type: "button", class: "way", dataset: { key: notation }, "aria-keyshortcuts": place < 10 ? String(place) : null, onclick: () => this.#answer(notation) },
        place < 10 ? h("kbd", { "aria-hidden": "true" }, String(place)) : null,
        h("span", { class: "label story" }, notation),
        words ? h("span", { class: "note small" }, words) : null,
        likely === undefined ? null : h("span", { class: "odds" }, `${percent(likely)}`, h("span", { class: "visually-hidden" }, " to succeed"))),
      why(look?.ledgers ?? [], notation),
    ];
  }

  #closed(notation, bar) {
    return h("button", { type: "button", class: "way", "aria-disabled": "true", dataset: { key: notation } },
      h("span", { class: "label story" }, notation),
      bar ? h("span", { class: "note small" }, bar.words, bar.rule ? ` (${bar.rule})` : "") : null);
  }

  /** What helps the company and leads nowhere. */
  #deed({ notation, words }) {
    const known = odds(this.#look(notation));
    return h("button", { type: "button", class: "deed", dataset: { key: notation }, title: words || null, onclick: () => this.#answer(notation) },
      notation.charAt(0).toUpperCase() + notation.slice(1), known ? h("span", { class: "small soft" }, known) : null);
  }

  #closedDeed({ notation, words, rule = "" }) {
    return h("span", { class: "small soft closed" }, `${notation}: ${words} `, rule ? ruleLink(rule) : null);
  }

  // -- keys and answers --------------------------------------------------------------------------

  #walk(event) {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (!step || !event.target.matches(".way, .deed")) return;
    event.preventDefault();
    const all = [...this.querySelectorAll("button:is(.way, .deed)")];
    all[(all.indexOf(event.target) + step + all.length) % all.length].focus();
  }

  #answer(text) {
    this.#emit("answer", { text });
  }

  #emit(name, detail) {
    this.dispatchEvent(new CustomEvent(name, { bubbles: true, detail }));
  }
}

customElements.define("adventure-board", AdventureBoard);
