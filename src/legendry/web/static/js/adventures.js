/** The form of an adventure: which book, by which rules, who goes, who plays them and their foes. */

import { api, h, refill } from "./dom.js";
import { FOES } from "./newtable.js";
import { Seat, SeatsPart, bigChoices, checkedIn, field } from "./seating.js";

const MASTER = "gm";
const THEIRS = "";

export class AdventurePart {
  #books;
  #editions = h("div");
  #company = h("select", { onchange: () => this.#show() });
  #who = h("p", { class: "story" });
  #seats;
  #foes;
  #kept = [];

  constructor(game) {
    this.game = game;
    const wanted = new URLSearchParams(location.search).get("book");
    const first = game.books.find((one) => one.name === wanted) ?? game.books[0];
    this.#books = bigChoices("Book", game.books.map((one) => [one.name, one.title, `${one.editions[0].title}, ${one.pages} pages${one.party ? `, for ${one.party}` : ""}`]), first.name, () => this.#turnTo());
    this.#seats = new SeatsPart(game);
    this.#foes = new Seat(game, `bot:${game.bots[0]}`);
    this.#foes.player.append(h("option", { value: MASTER }, "the game master"));
    this.element = h("div", { class: "stack" }, this.#books, this.#editions,
      h("fieldset", {}, h("legend", {}, "Company"), field("Who sets out", this.#company), this.#who),
      this.#seats.element,
      h("fieldset", {}, h("legend", {}, "Foes"), field("Those whom they meet are played by", this.#foes.player), this.#foes.rolls));
    this.ready = this.#fetch();
  }

  /** The companies that one keeps; one that was meant comes with a book that it can play. */
  async #fetch() {
    this.#kept = await api("/api/companies").catch(() => []);
    const id = new URLSearchParams(location.search).get("company");
    const meant = this.#kept.find((one) => one.id === id);
    const book = this.game.books.find(({ editions }) => editions.some(({ slug }) => slug === meant?.edition));
    if (book) this.#books.querySelector(`[value="${CSS.escape(book.name)}"]`).checked = true;
    this.#turnTo();
    const rules = meant && this.#editions.querySelector(`[value="${CSS.escape(meant.edition)}"]`);
    if (rules) rules.click();
    if ([...this.#company.options].some(({ value }) => value === id)) this.#company.value = id;
    this.#show();
  }

  get #book() {
    const name = checkedIn(this.#books);
    return this.game.books.find((one) => one.name === name);
  }

  get #edition() {
    const { editions } = this.#book;
    const slug = this.#editions.querySelector("input:checked")?.value;
    return editions.find((one) => one.slug === slug) ?? editions[0];
  }

  /** Another book: its editions, and who can play it. */
  #turnTo() {
    const { editions } = this.#book;
    this.#editions.hidden = editions.length < 2;
    refill(this.#editions, editions.length > 1 ? bigChoices("Rules", editions.map(({ slug, title }) => [slug, title]), editions[0].slug, () => this.#offer()) : null);
    this.#offer();
  }

  #offer() {
    const held = this.#company.value;
    const { slug, company } = this.#edition;
    const fit = this.#kept.filter((one) => one.edition === slug && !one.adventure && !one.table);
    refill(this.#company, company.length ? h("option", { value: THEIRS }, "those whom the book is meant for") : null,
      fit.map((one) => h("option", { value: one.id }, one.name)));
    if (fit.some((one) => one.id === held)) this.#company.value = held;
    this.#show();
  }

  #show() {
    const kept = this.#kept.find((one) => one.id === this.#company.value);
    const names = kept ? kept.members : this.#edition.company;
    const several = kept ? "" : " Several players share them out.";
    this.#who.textContent = names.length ? `${names.join(", ")}.${several}` : "Found a company of this edition first.";
  }

  /** The master comes later in the form: `seal` sees him. */
  write(body) {
    body.edition = this.#edition.slug;
    this.#seats.write(body);
    body.setup = { book: this.#book.name };
  }

  /** Who plays the foes, once it is known whether there is a game master; and where all this is sent. */
  seal(body) {
    const foes = this.#foes.player.value;
    if (foes === MASTER && !body.gm) throw new Error("There is no game master to play the foes: choose one, or somebody else.");
    const id = this.#company.value;
    if (id) {
      const { seats, gm, dice, seed } = body;
      return [`/api/companies/${id}/adventure`, { book: body.setup.book, played: foes, seats, gm, dice, seed }];
    }
    if (foes !== MASTER) {
      body.seats.push(this.#foes.write(FOES));
      body.setup.foes = FOES;
    }
    return ["/api/tables", body];
  }
}
