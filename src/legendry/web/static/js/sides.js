/** Who fights whom, where, and by which rules: on foot or between the stars. */

import { h, refill, svg } from "./dom.js";
import { craftOf, peopleOf } from "./people.js";
import { boardPicture } from "./preview.js";
import { Seat, bigChoices, checkedIn, field } from "./seating.js";

const MOST_SIDES = 4;
const MOST = 20;
const SHAPES = ["M12 2a10 10 0 1 0 .01 0z", "M12 1 23 12 12 23 1 12z", "M3 3h18v18H3z", "M12 2 23 21H1z"];

const LEAVING = [["exits", "by its exits"], ["edge", "anywhere along its edge"], ["no", "not at all"]];
const GRAVITY = [["normal", "as usual"], ["none", "none: everybody floats"]];

const select = (choices) => h("select", {}, choices.map(([value, words]) => h("option", { value }, words)));

const emblem = (number) => svg("svg", { class: "emblem", viewBox: "0 0 24 24", "aria-hidden": "true" }, svg("path", { d: SHAPES[number] }));

/** One side: its name, who plays it, who is on it. */
class Side {
  #rows = [];
  #list = h("ul", { class: "people" });

  constructor(game, people, { what, number, name, ids, player, removed, renamed }) {
    this.name = h("input", { maxlength: 30, autocomplete: "off", value: name, oninput: renamed });
    this.seat = new Seat(game, player);
    const pick = people.select();
    const add = h("button", { type: "button", onclick: () => this.#put(people.all[pick.value], true) }, "Add");
    this.pick = pick;
    this.element = h("fieldset", { class: `side side-${number + 1}` },
      h("legend", {}, emblem(number), `Side ${number + 1}`),
      removed ? h("button", { type: "button", class: "quiet remove", "aria-label": `Remove side ${number + 1}`, onclick: () => removed(this) }, "✕") : null,
      h("div", { class: "fields" }, field("Name", this.name), field("Played by", this.seat.player)),
      this.seat.rolls,
      this.#list,
      h("div", { class: "adding" }, h("label", { class: "visually-hidden", for: pick.id }, what), pick, add));
    for (const id of ids) this.#put(people.find(id), false);
  }

  #put(one, tell) {
    if (!one) return;
    const there = this.#rows.find((row) => row.one === one);
    if (there) {
      there.count.value = Math.min(MOST, Number(there.count.value) + 1);
      if (tell) there.count.focus();
      return;
    }
    const row = { one, count: h("input", { type: "number", min: 1, max: MOST, value: 1, "aria-label": `How many: ${one.name}` }) };
    row.element = h("li", {},
      h("span", { class: "who" }, h("span", { class: "story" }, one.name), h("span", { class: "soft small" }, one.summary)),
      row.count,
      h("button", { type: "button", class: "quiet", "aria-label": `Remove ${one.name}`, onclick: () => this.#drop(row) }, "✕"));
    this.#rows.push(row);
    this.#list.append(row.element);
  }

  #drop(row) {
    this.#rows.splice(this.#rows.indexOf(row), 1);
    row.element.remove();
    this.pick.focus();
  }

  get people() {
    return this.#rows.flatMap(({ one, count }) => Array(Math.max(1, Math.min(MOST, Number(count.value) || 1))).fill(one.who));
  }
}

/** What a game needs beside its sides; `write` puts it into the set-up. */
class Ground {
  #surprise = h("select", {});
  #leave = select(LEAVING);
  #gravity = select(GRAVITY);
  #floats = field("Gravity", this.#gravity);

  constructor(boards) {
    this.boards = bigChoices("Board", boards.map((one) => [one.name, one.title, "", boardPicture(one.hexes)]), "", null);
    this.boards.classList.add("boards");
    this.elements = [this.boards, h("div", { class: "fields" }, field("Surprise", this.#surprise), field("Leaving the board", this.#leave), this.#floats)];
  }

  turnTo({ skirmish, weightless }) {
    this.boards.querySelector(`[value="${skirmish.board}"]`).checked = true;
    this.#floats.hidden = !weightless;
  }

  /** The sides have other names now. */
  named(names) {
    const held = this.#surprise.selectedIndex;
    refill(this.#surprise, h("option", { value: "" }, "nobody is surprised"),
      names.map((name, place) => h("option", { value: place }, `the ${name} surprise the others`)));
    this.#surprise.selectedIndex = Math.max(0, Math.min(held, names.length));
  }

  write(setup, names) {
    setup.board = checkedIn(this.boards);
    if (this.#leave.value !== LEAVING[0][0]) setup.leave = this.#leave.value;
    if (!this.#floats.hidden && this.#gravity.value !== GRAVITY[0][0]) setup.gravity = this.#gravity.value;
    if (this.#surprise.value !== "") setup.surprise = names[this.#surprise.value];
  }
}

export class SidesPart {
  #sides = [];
  #choices;
  #slug;
  #place = h("div", { class: "sides" });
  #more = h("button", { type: "button", onclick: () => this.#add().name.focus() }, "Add a side");
  #ground;

  constructor(game, edition) {
    this.game = game;
    this.tell = edition;
    const chosen = new URLSearchParams(location.search).get("edition");
    this.#slug = game.editions.some((one) => one.slug === chosen) ? chosen : game.editions[0].slug;
    this.editions = bigChoices("Rules", game.editions.map((one) => [one.slug, one.title]), this.#slug, (slug) => { this.ready = this.#turnTo(slug); });
    this.#ground = game.boards.length ? new Ground(game.boards) : null;
    this.element = h("div", { class: "stack" }, this.editions, this.#place, h("div", {}, this.#more), this.#ground?.elements);
    this.ready = this.#turnTo(this.#slug);
  }

  /** The skirmish or the sortie of another edition; seats stay as they are. */
  async #turnTo(slug) {
    this.#slug = slug;
    const edition = this.game.editions.find((one) => one.slug === slug);
    const { skirmish, hangar } = edition;
    const choices = await (hangar.length ? craftOf(slug, hangar) : peopleOf(slug));
    if (this.#slug !== slug) return; // another one was chosen meanwhile
    this.#choices = choices;
    this.what = hangar.length ? "A craft to add" : "Somebody to add";
    const players = this.#sides.map((side) => side.seat.player.value);
    this.#sides = [];
    this.#place.replaceChildren();
    const own = new URLSearchParams(location.search).get("craft");
    skirmish.sides.forEach((side, number) => {
      const [first, ...others] = side.people;
      this.#add(side.name, [number === 0 && choices.find(own) ? own : first, ...others], players[number]);
    });
    this.#ground?.turnTo(edition);
    this.tell(slug);
  }

  #add(name, ids = [], player) {
    const number = this.#sides.length;
    const side = new Side(this.game, this.#choices, {
      what: this.what, number, ids,
      name: name ?? `Side ${number + 1}`,
      player: player ?? (number ? `bot:${this.game.bots[0]}` : "me"),
      removed: number > 1 ? (gone) => this.#remove(gone) : null,
      renamed: () => this.#names(),
    });
    this.#sides.push(side);
    this.#place.append(side.element);
    this.#names();
    return side;
  }

  #remove(side) {
    this.#sides.splice(this.#sides.indexOf(side), 1);
    side.element.remove();
    this.#names();
    this.#more.focus();
  }

  get #called() {
    return this.#sides.map((side) => side.name.value.trim());
  }

  #names() {
    this.#ground?.named(this.#called);
    this.#more.hidden = this.#sides.length >= MOST_SIDES;
  }

  write(body) {
    const names = this.#called;
    body.edition = this.#slug;
    body.seats = this.#sides.map((side, place) => side.seat.write(names[place]));
    body.setup = { sides: this.#sides.map((side, place) => ({ name: names[place], people: side.people })) };
    this.#ground?.write(body.setup, names);
  }
}
