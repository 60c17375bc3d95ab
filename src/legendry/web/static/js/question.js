/**
 * `<question-bar>`: the question of the moment, always in one place. Emits `answer` {text} when
 * something is chosen, `preview` {notation|null} while an option is pointed at, `hint` for the coach,
 * `take-back` {seat} for one's own that was lent.
 */

import { h, percent, refill } from "./dom.js";
import { dieFace } from "./dice.js";
import { ledgerTable, openBeside, ruleLink, total, why } from "./ledger.js";
import { eventLine } from "./log.js";
import { lentSeats } from "./seats.js";

const MOST_BARRED = 6;
const MOST_CARDS = 12;
const MEANS = new Set(["damage", "to friends"]);
const COUNT = /(?:^| )(\d+) (?:die|dice)$/;
const AMOUNT = / for (\d+)$/;
const NAMES = /[\p{Lu}\d]/u;
const PLACE = /(?:^| )\d{4}(?: |$)/;
const SAYS = { hit: "hits", drop: "drops", win: "wins" };

const figure = (name, value) => (MEANS.has(name) || value > 1 ? `${value.toFixed(1)} ${name}` : `${SAYS[name] ?? name} ${percent(value)}`);

/** What can be known of an option in words; what cannot happen is left out. */
const promises = (look) =>
  Object.entries(look?.figures ?? {}).filter(([name, value]) => value > 0 || name !== "drop").map(([name, value]) => figure(name, value));

/** `hits 62% · 4.1 damage · drops 18%`; of an option that only goes somewhere, `best attack there hits 62%`. */
export const odds = (look, goes = "") => {
  const known = promises(look).join(" · ");
  return known && goes ? `best attack ${goes} ${known}` : known;
};

/** The first chance among the figures, for a bar to draw; null if there is none. */
const chanceOf = (look) => Object.entries(look?.figures ?? {}).find(([name]) => !MEANS.has(name))?.[1] ?? null;

/** The words that all options begin with and the question or the seat has named already. */
const sharedStart = (notations, said) => {
  const words = notations[0]?.split(" ") ?? [];
  for (let length = words.length - 1; length > 0; length -= 1) {
    const start = words.slice(0, length).join(" ");
    const known = said.some((text) => text.includes(start));
    if (known && notations.every((notation) => notation.startsWith(`${start} `))) return `${start} `;
  }
  return "";
};

/** The whole words at the start of an example that all options begin with, too. */
const begins = (example, notations) => {
  const length = [...example].findIndex((letter, place) => notations.some((notation) => notation[place] !== letter));
  if (length <= 0 || example[length] === " ") return example.slice(0, Math.max(0, length));
  return example.slice(0, Math.max(0, example.lastIndexOf(" ", length)));
};

const meter = (chance) => {
  if (chance === null) return null;
  return h("span", { class: "meter", "aria-hidden": "true" }, h("span", { style: { width: `${chance * 100}%` } }));
};

/** The likeliest things to be asked about: first one of each kind, those about hexes never. */
const plausible = (barred, start) => {
  const near = barred.filter(({ notation }) => notation.startsWith(start) && !PLACE.test(notation));
  const kinds = new Set();
  const firsts = near.filter(({ notation }) => {
    const kind = notation.slice(start.length).split(" ")[0];
    return !kinds.has(kind) && kinds.add(kind);
  });
  return [...new Set([...firsts, ...near])].slice(0, MOST_BARRED);
};

export class QuestionBar extends HTMLElement {
  #state = null;
  #hints = null;
  #listed = [];
  #wantsFocus = false;
  #faces = [];
  #rolling = "";
  #typed = { key: "", text: "" };
  #elsewhere = null;
  #reason = h("p", { class: "reason", role: "alert", hidden: true });
  #clock = 0;

  connectedCallback() {
    this.setAttribute("role", "region");
    this.setAttribute("aria-label", "The question");
    this.addEventListener("keydown", (event) => this.#arrows(event));
    this.#clock = setInterval(() => this.#tick(), 1000);
  }

  disconnectedCallback() {
    clearInterval(this.#clock);
  }

  /**
   * Shows a moment: {table, seats, you, now, asked (own seat that answers, or null), looks (message or
   * null), sent (text under way, or ""), facts (events to show with an interrupt), offers, goes, side,
   * folds (options that share a button: [{name, key, words, holds, open}]), said (what was said of
   * the answer so far), pointed (the option that the board points at, or null)}.
   */
  show(state) {
    const hadFocus = this.contains(document.activeElement);
    const focused = hadFocus ? document.activeElement.dataset.key : null;
    const fresh = this.#state?.now !== state.now;
    if (hadFocus && fresh) this.#wantsFocus = true;
    if (fresh) {
      this.#hints = null;
      this.say("");
    }
    this.#state = state;
    this.classList.toggle("interrupt", state.facts.length > 0);
    this.classList.toggle("asked", state.asked !== null);
    refill(this, this.#content(), this.#reason);
    if (state.pointed) this.preview(state.pointed);
    this.#tick();
    if (!fresh && focused) this.querySelector(`[data-key="${CSS.escape(focused)}"]`)?.focus();
    else if (this.#wantsFocus && state.asked !== null) this.focusFirst(document.activeElement === document.body);
  }

  hints(message) {
    this.#hints = message.hints;
    this.show(this.#state);
  }

  /** Why an answer was not taken. */
  say(words, rule = "") {
    this.#reason.hidden = !words;
    refill(this.#reason, words, rule ? [" ", ruleLink(rule)] : null);
  }

  /** Goes to the first option, or where dice are typed in. */
  focusFirst(really = true) {
    this.#wantsFocus = false;
    if (really) this.querySelector(".choice, .slots input:placeholder-shown, .slots input, select")?.focus();
  }

  /** Chooses the nth listed option; whether there is one. */
  choose(number) {
    const option = this.#listed[number - 1];
    if (!option) return false;
    this.#answer(option.notation);
    return true;
  }

  /** Opens what is folded under a key; whether there is such a thing. */
  fold(key) {
    const fold = this.#folds.find((one) => one.key === key);
    fold?.open();
    return Boolean(fold);
  }

  get #folds() {
    const { folds = [], now, asked } = this.#state ?? {};
    return asked !== null && now?.request?.kind === "choose" ? folds : [];
  }

  /** A board points at an option that it shows itself. */
  preview(notation) {
    if (!this.#elsewhere) return;
    const place = this.#state.now.request?.options?.findIndex((option) => option.notation === notation) ?? -1;
    const look = this.#state.looks?.looks[place];
    this.#elsewhere.textContent = place < 0 ? this.#elsewhere.dataset.words : [notation, odds(look, this.#state.goes({ notation }))].filter(Boolean).join(" · ");
  }

  // -- what it shows ---------------------------------------------------------------------------

  #content() {
    const { now, asked } = this.#state;
    this.#listed = [];
    this.#elsewhere = null;
    if (!now.request) return null;
    if (asked === null) return [this.#waiting(), this.#lent()];
    const facts = this.#state.facts;
    const [aside, answers] = now.request.kind === "roll" ? [[], this.#roll(now.request)] : this.#choice(now.request);
    return [
      facts.length ? h("div", { class: "facts" }, facts.map((event) => eventLine(event))) : null,
      this.#asking(asked, aside),
      answers,
    ];
  }

  #waiting() {
    const { now: { request }, seats, side } = this.#state;
    const seat = seats.find((one) => one.name === request.seat);
    const state = seat?.bot ? `${seat.bot.split(":")[0]} bot thinks…` : seat && !seat.here ? "not here now" : "";
    return h("p", { class: "ask waiting" },
      h("span", null, "Waiting for "),
      h("strong", { class: `who ${side(request.seat)}` }, request.seat ?? "anybody"),
      state ? h("span", { class: "soft" }, ` (${state})`) : null,
      h("span", { class: "soft what" }, ` ${request.asks}`), this.#deadline());
  }

  #lent() {
    const { seats, you } = this.#state;
    return lentSeats(seats, you).map(({ name, words }) =>
      h("p", { class: "lent" }, words, h("button", { type: "button", dataset: { key: `lent ${name}` }, onclick: () => this.#emit("take-back", { seat: name }) }, "Take it back")));
  }

  #asking(asked, aside) {
    const { now: { request }, side, sent, table } = this.#state;
    return h("div", { class: "ask" },
      h("strong", { class: `who ${side(asked)}` }, asked),
      h("h2", { class: "what" }, request.asks.replace(">", " → ")),
      aside,
      sent ? h("span", { class: "soft small" }, "sending…") : null,
      this.#deadline(),
      table.coach && request.kind === "choose"
        ? h("button", { type: "button", class: "quiet small", onclick: () => this.#emit("hint", {}) }, "Ask the coach")
        : null);
  }

  #deadline() {
    return this.#state.now.deadline ? h("span", { class: "deadline", role: "timer" }) : null;
  }

  #tick() {
    const shown = this.querySelector(".deadline");
    if (!shown) return;
    const left = Math.max(0, Math.round((this.#state.now.deadline - Date.now()) / 1000));
    const clock = left < 3600 ? [Math.floor(left / 60), left % 60] : [Math.floor(left / 3600), Math.floor((left % 3600) / 60)];
    shown.textContent = `${clock[0]}:${String(clock[1]).padStart(2, "0")}${left < 3600 ? "" : " h"} left`;
    shown.classList.toggle("bad-word", left < 20);
  }

  /** What stands beside the question, and the options below it. */
  #choice({ options = [], asks, blank = false, hint = "" }) {
    const { looks, offers, asked, said = "" } = this.#state;
    const folds = this.#folds;
    const folded = (option) => folds.some((fold) => fold.holds(option));
    const start = sharedStart(options.map((option) => option.notation), [asks, asked, said]);
    const all = options.map((option, place) => ({
      ...option, look: looks?.looks[place] ?? null, label: option.notation.slice(start.length),
    }));
    const own = all.filter((option) => !offers(option) && !folded(option));
    const numbered = (pattern) => own.filter((option) => pattern.test(option.notation));
    const amounts = numbered(AMOUNT);
    const counts = amounts.length ? amounts : numbered(COUNT);
    const contest = counts.length > 1 || amounts.length > 0;
    this.#listed = contest ? [...counts, ...own.filter((option) => !counts.includes(option))] : own;
    const elsewhere = all.filter(offers).length;
    const words = `${own.length ? "or pick" : "Pick"} ${elsewhere === 1 ? "the one" : `one of ${elsewhere}`} on the board`;
    this.#elsewhere = elsewhere ? h("span", { class: "elsewhere soft", dataset: { words } }, words) : null;
    const rest = this.#listed.slice(contest ? counts.length : 0);
    const unfolded = (looks?.barred ?? []).filter((bar) => !folded(bar));
    const barred = own.length ? this.#barred(plausible(unfolded, start), start) : null;
    const sofar = said && !asks.includes(said) ? h("span", { class: "so-far soft" }, `${said} …`) : null;
    return [[sofar, this.#elsewhere, barred], [
      h("div", { class: "options", role: "group", "aria-label": asks },
        folds.map((fold) => this.#fold(fold)),
        amounts.length ? this.#amounts(amounts) : contest ? this.#contest(counts) : null,
        rest.map((option, place) => this.#option(option, place + (contest ? counts.length : 0)))),
      blank ? this.#ownWords(hint, options.map((option) => option.notation)) : null,
      this.#hinted(),
    ]];
  }

  /** An answer in words of one's own, after those it must begin with; what was typed outlasts a redrawing. */
  #ownWords(hint, notations) {
    const example = /^“(.+)”$/.exec(hint)?.[1] ?? "";
    const start = begins(example, notations);
    const key = `words ${this.#state.now.number}`;
    const input = h("input", {
      type: "text", maxlength: 200, autocomplete: "off", dataset: { key }, value: this.#typed.key === key ? this.#typed.text : "",
      placeholder: example ? example.slice(start.length).trim() : hint, "aria-label": start || hint || "In your own words",
      oninput: (event) => { this.#typed = { key, text: event.currentTarget.value }; },
    });
    return h("form", {
      class: "own-words",
      onsubmit: (event) => {
        event.preventDefault();
        const own = input.value.trim();
        if (own) this.#answer(own.toLowerCase().startsWith(start.toLowerCase()) ? own : `${start} ${own}`);
      },
    }, start ? h("span", { "aria-hidden": "true" }, start) : null, input, h("button", { type: "submit" }, "Say it"));
  }

  #button(option, place, className, ...content) {
    const busy = this.#state.sent;
    const point = () => this.#emit("preview", { notation: option.notation });
    const leave = () => this.#emit("preview", { notation: null });
    return h("button", {
      type: "button", class: `choice ${className}`, dataset: { key: option.notation },
      "aria-disabled": busy ? "true" : null, "aria-keyshortcuts": place < 9 ? String(place + 1) : null,
      onclick: () => this.#answer(option.notation),
      onpointerenter: point, onpointerleave: leave, onfocus: point, onblur: leave,
    }, content);
  }

  #option(option, place) {
    const goes = this.#state.goes(option);
    const known = odds(option.look, goes);
    return h("div", { class: "option" },
      this.#button(option, place, "",
        place < 9 ? h("kbd", { "aria-hidden": "true" }, String(place + 1)) : null,
        h("span", { class: "texts" },
          h("span", { class: "label" }, option.label),
          option.words ? h("span", { class: "note" }, option.words) : null,
          known ? h("span", { class: "odds" }, known) : null),
        meter(goes ? null : chanceOf(option.look))),
      why(option.look?.ledgers ?? [], option.notation));
  }

  /** Numbers of dice side by side, each with its chance as a column. */
  #contest(counts) {
    const chances = counts.map((option) => chanceOf(option.look));
    const best = Math.max(...chances.filter((chance) => chance !== null));
    const ledgers = counts.find((option) => option.look?.ledgers?.length)?.look.ledgers ?? [];
    return h("div", { class: "contest" },
      h("div", { class: "columns" }, counts.map((option, place) => {
        const chance = chances[place];
        const number = COUNT.exec(option.notation)[1];
        return this.#button(option, place, chance !== null && chance === best ? "count best" : "count",
          h("span", { class: "column", "aria-hidden": "true" }, h("span", { style: { height: `${(chance ?? 0) * 100}%` } })),
          h("span", { class: "odds" }, chance === null ? "…" : percent(chance)),
          h("span", { class: "label" }, number, h("span", { class: "visually-hidden" }, number === "1" ? " die" : " dice")));
      })),
      h("p", { class: "small soft" }, "dice, and the chance to win ", why(ledgers, "The limit")));
  }

  /** How much to spend, side by side: each with its price and what it promises. */
  #amounts(amounts) {
    const chances = new Set(amounts.map((option) => chanceOf(option.look)));
    const [shared] = chances;
    const alike = chances.size === 1 && shared !== null;
    const ledgers = amounts.find((option) => option.look?.ledgers?.length)?.look.ledgers ?? [];
    const promise = ({ look }) => promises(look).slice(alike ? 1 : 0);
    return h("div", { class: "contest amounts" },
      h("div", { class: "columns" }, amounts.map((option, place) =>
        this.#button(option, place, "amount",
          h("span", { class: "label" }, h("span", { class: "visually-hidden" }, "for "), AMOUNT.exec(option.notation)[1]),
          option.words ? h("span", { class: "note" }, option.words) : null,
          promise(option).map((words) => h("span", { class: "odds" }, words))))),
      h("p", { class: "small soft" }, alike ? `${promises(amounts[0].look)[0]} ` : "", why(ledgers, "The roll")));
  }

  #fold(fold) {
    return h("div", { class: "option" },
      h("button", {
        type: "button", class: "choice fold", "aria-haspopup": "dialog", dataset: { key: `fold ${fold.key}` }, "aria-keyshortcuts": fold.key, onclick: () => fold.open(),
      },
      h("kbd", { "aria-hidden": "true" }, fold.key),
      h("span", { class: "texts" }, h("span", { class: "label" }, fold.name), h("span", { class: "note" }, fold.words))));
  }

  #hinted() {
    if (!this.#hints?.length) return null;
    return h("ol", { class: "hints" }, this.#hints.slice(0, 3).map((hint) =>
      h("li", null, h("button", { type: "button", class: "quiet", onclick: () => this.#answer(hint.notation) }, hint.notation),
        ` ${percent(hint.chance)} to win. ${hint.words}`)));
  }

  /** What cannot be done now, by its verb where that says enough: `shoot`, but `set out`. */
  #barred(barred, start) {
    if (!barred.length) return null;
    const whole = barred.length === 1 || COUNT.test(barred[0].notation);
    const wants = barred.map(({ notation }) => notation.slice(start.length));
    const verb = (want) => want.split(" ", 1)[0];
    const alone = (want) => !NAMES.test(want) && wants.filter((other) => verb(other) === verb(want)).length === 1;
    const kinds = [...new Set(wants.map((want) => (whole || alone(want) ? want : verb(want))))];
    const list = () => h("ul", { class: "not-now" }, barred.map((bar) =>
      h("li", null, h("span", { class: "label" }, bar.notation.slice(start.length)),
        h("span", { class: "soft" }, ` ${bar.words} `), bar.rule ? ruleLink(bar.rule) : null)));
    return h("button", {
      type: "button", class: "quiet small barred", "aria-haspopup": "dialog", dataset: { key: "barred" },
      onclick: (event) => openBeside(event.currentTarget, "Not now, and why", h("h3", null, "Not now"), list()),
    }, `Not now: ${kinds.join(", ")}`);
  }

  // -- dice and cards of one's own -------------------------------------------------------------

  #roll(request) {
    if (request.cards?.length) return this.#cards(request.cards);
    const key = `${this.#state.now.number} ${request.name}`;
    if (this.#rolling !== key) {
      this.#rolling = key;
      this.#faces = Array(request.dice).fill(0);
    }
    const slots = this.#faces.map((face, place) => this.#slot(request, face, place));
    const send = h("button", { type: "submit", class: "primary", disabled: this.#state.sent !== "" || this.#faces.includes(0) }, "These fell");
    const sum = this.#faces.reduce((all, face) => all + face, 0);
    return h("form", {
      class: "typed-dice",
      onsubmit: (event) => {
        event.preventDefault();
        if (!this.#faces.includes(0)) this.#answer(this.#faces.join(" "));
      },
    },
    h("div", { class: "slots", role: "group", "aria-label": "Faces of your dice" }, slots),
    h("span", { class: "sum", "aria-live": "polite" }, this.#faces.includes(0) ? "" : `= ${sum}`),
    request.against ? this.#against(request.against) : null,
    request.sides <= 6 ? h("div", { class: "pad" }, Array.from({ length: request.sides }, (_, place) =>
      h("button", { type: "button", "aria-label": `A ${place + 1}`, onclick: () => this.#fill(place + 1) },
        dieFace(place + 1, { sides: request.sides })))) : null,
    send);
  }

  #against(ledger) {
    return h("button", {
      type: "button", class: "why", "aria-haspopup": "dialog",
      onclick: (event) => openBeside(event.currentTarget, ledger.title, ledgerTable(ledger)),
    }, `against ${ledger.title} ${total(ledger)}`);
  }

  #slot({ sides, dice }, face, place) {
    const long = sides > 9;
    const input = h("input", {
      type: "text", inputmode: "numeric", maxlength: long ? 3 : 1, placeholder: " ", autocomplete: "off",
      "aria-label": `Die ${place + 1} of ${dice}, 1 to ${sides}`, dataset: { key: `die ${place}` }, value: face || "",
      onfocus: (event) => event.currentTarget.select(),
      onkeydown: (event) => {
        if (event.key === "Backspace" && !event.currentTarget.value && place > 0) {
          event.preventDefault();
          this.#put(place - 1, 0, place - 1);
        }
      },
      oninput: (event) => {
        const typed = Number(event.currentTarget.value);
        const good = Number.isInteger(typed) && typed >= 1 && typed <= sides;
        const done = good && (!long || typed * 10 > sides);
        if (!good && event.currentTarget.value && !long) event.currentTarget.value = "";
        if (!long || done) this.#put(place, good ? typed : 0, done ? Math.min(place + 1, dice - 1) : place);
        else this.#faces[place] = good ? typed : 0;
      },
      onchange: (event) => { if (long) this.#put(place, Math.min(Number(event.currentTarget.value) || 0, sides), place); },
    });
    return h("span", { class: "slot" }, dieFace(face, { sides }), input);
  }

  #put(place, face, next) {
    this.#faces[place] = face;
    this.show(this.#state);
    this.querySelector(`[data-key="die ${next}"]`)?.focus();
  }

  /** Fills the next empty die; the last one again when all are full. */
  #fill(face) {
    const empty = this.#faces.indexOf(0);
    const place = empty < 0 ? this.#faces.length - 1 : empty;
    this.#put(place, face, Math.min(place + 1, this.#faces.length - 1));
  }

  /** A digit typed anywhere on the page while dice are asked for; whether it was one. */
  digit(face) {
    const { now, asked } = this.#state ?? {};
    const request = now?.request;
    if (asked === null || request?.kind !== "roll" || request.cards?.length || face > request.sides || request.sides > 9) return false;
    this.#fill(face);
    return true;
  }

  #cards(cards) {
    if (cards.length <= MOST_CARDS) {
      this.#listed = cards.map((card) => ({ notation: card, label: card }));
      return h("div", { class: "options", role: "group", "aria-label": "The card that was drawn" },
        this.#listed.map((option, place) => this.#option(option, place)));
    }
    const select = h("select", { "aria-label": "The card that was drawn" }, cards.map((card) => h("option", null, card)));
    return h("div", { class: "row" }, select,
      h("button", { type: "button", class: "primary", onclick: () => this.#answer(select.value) }, "This was drawn"));
  }

  // -- what it says ----------------------------------------------------------------------------

  #arrows(event) {
    const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
    if (!step || !event.target.matches(".choice")) return;
    event.preventDefault();
    const choices = [...this.querySelectorAll(".choice")];
    choices[(choices.indexOf(event.target) + step + choices.length) % choices.length].focus();
  }

  #answer(text) {
    if (!this.#state.sent) this.#emit("answer", { text });
  }

  #emit(name, detail) {
    this.dispatchEvent(new CustomEvent(name, { bubbles: true, detail }));
  }
}

customElements.define("question-bar", QuestionBar);
