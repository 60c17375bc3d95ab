/** Who sits where, which dice fall, how hard it is: the parts of the form that any game has. */

import { capital, freshId, h } from "./dom.js";
import { botsBeside } from "./newtable.js";

const BOTS = { greedy: "a bot that fights well", coach: "a bot, the coach", naive: "a bot, a beginner", random: "a bot that plays anything" };

/** A labelled control, one above the other. */
export const field = (words, control) => {
  control.id ||= freshId("field");
  return h("div", { class: "field" }, h("label", { for: control.id }, words), control);
};

/** Big choices of which one holds: `[value, title, words, picture]` each. */
export const bigChoices = (legend, values, chosen, changed) => {
  const name = freshId("choice");
  return h("fieldset", { class: "big-choices" }, h("legend", {}, legend),
    h("div", { class: "cards" }, values.map(([value, title, words, picture]) =>
      h("label", { class: "big-choice" },
        h("input", { type: "radio", name, value, checked: value === chosen, onchange: () => changed?.(value) }),
        picture,
        h("span", { class: "title" }, title),
        words ? h("span", { class: "soft small" }, words) : null))));
};

export const checkedIn = (element) => element.querySelector("input:checked").value;

/** Who plays a seat, and whether he rolls dice of his own. */
export class Seat {
  constructor(game, player, changed = () => {}) {
    this.player = h("select", { onchange: () => { this.#show(); changed(); } },
      h("option", { value: "me" }, "me"),
      h("option", { value: "friend" }, "a friend, by a link"),
      game.bots.map((bot) => h("option", { value: `bot:${bot}` }, BOTS[bot] ?? `the bot ${bot}`)));
    this.player.value = player;
    this.typed = h("input", { type: "checkbox" });
    this.rolls = h("label", { class: "small" }, this.typed, "rolls real dice");
    this.#show();
  }

  #show() {
    this.rolls.hidden = this.player.value.startsWith("bot:");
  }

  write(name) {
    const seat = { name, player: this.player.value };
    return this.typed.checked && !this.rolls.hidden ? { ...seat, typed: true } : seat;
  }
}

/** The seats of a game that has no sides. */
export class SeatsPart {
  #seats = [];
  #list = h("ol", { class: "seats" });
  #add = h("button", { type: "button", onclick: () => this.#more("friend").name.focus() }, "Add a seat");

  constructor(game) {
    this.game = game;
    this.element = h("fieldset", {}, h("legend", {}, "Who plays"), this.#list, this.#add);
    this.#more("me");
    for (let n = botsBeside(game); n > 0; n -= 1) this.#more(`bot:${game.bots[0]}`);
  }

  #called(player) {
    const stem = player === "me" ? "Player" : player === "friend" ? "Friend" : capital(player.slice(4));
    const taken = new Set(this.#seats.map((seat) => seat.name.value));
    for (let number = 1; ; number += 1) {
      const name = number === 1 ? stem : `${stem} ${number}`;
      if (!taken.has(name)) return name;
    }
  }

  #more(player) {
    const seat = new Seat(this.game, player, () => { if (!seat.named) seat.name.value = this.#called(seat.player.value); });
    seat.name = h("input", { maxlength: 30, autocomplete: "off", oninput: () => { seat.named = true; } });
    seat.name.value = this.#called(player);
    seat.row = h("li", { class: "seat" }, field("Name", seat.name), field("Played by", seat.player), seat.rolls,
      h("button", { type: "button", class: "quiet remove", "aria-label": "Remove this seat", onclick: () => this.#less(seat) }, "✕"));
    this.#seats.push(seat);
    this.#list.append(seat.row);
    this.#bound();
    return seat;
  }

  #less(seat) {
    this.#seats.splice(this.#seats.indexOf(seat), 1);
    seat.row.remove();
    this.#bound();
    this.#add.focus();
  }

  #bound() {
    const { players } = this.game;
    this.#add.hidden = this.#seats.length >= players.at(-1);
    for (const seat of this.#seats) seat.row.querySelector(".remove").hidden = this.#seats.length <= players[0];
  }

  write(body) {
    body.seats = this.#seats.map((seat) => seat.write(seat.name.value.trim()));
  }
}

/** A game master beside the seats, or on one of them by its name. */
export class MasterPart {
  #player = h("select", {}, [["", "nobody"], ["me", "me"], ["friend", "a friend, by a link"]].map(([value, words]) => h("option", { value }, words)));
  #name = h("input", { maxlength: 30, autocomplete: "off", value: "Game master" });

  constructor(game) {
    const name = field("His name; that of a seat makes its player the master", this.#name);
    name.hidden = true;
    this.#player.addEventListener("change", () => { name.hidden = !this.#player.value; });
    this.element = h("fieldset", { hidden: !game.mastered }, h("legend", {}, "Game master"),
      h("div", { class: "fields" }, field("Who has a hand in everything", this.#player), name));
  }

  write(body) {
    if (this.#player.value) body.gm = { name: this.#name.value.trim(), player: this.#player.value };
  }
}

/** A named set of table options. */
export class LevelPart {
  constructor({ levels }, changed) {
    const pick = (name) => changed(levels.find((level) => level.name === name).options);
    const middle = levels[Math.floor(levels.length / 2)].name;
    this.element = bigChoices("How hard", levels.map(({ name, words }) => [name, capital(name), words]), middle, pick);
    pick(middle);
  }

  write(body) {
    body.options = { ...body.options, level: checkedIn(this.element) };
  }
}

const LIMITS = [
  [0, "none"], [60, "1 minute"], [180, "3 minutes"], [600, "10 minutes"], [86_400, "a day"], [259_200, "three days"],
];
const UNDO = {
  consent: "if the others agree",
  own: "own last step only",
  never: "never",
};

/** Dice, undo, time, and who may see the table. */
export class TablePart {
  #seed = h("input", { maxlength: 100, autocomplete: "off", placeholder: "by chance" });
  #undo;
  #limit = h("select", {}, LIMITS.map(([seconds, words]) => h("option", { value: seconds }, words)));
  #listed = h("input", { type: "checkbox" });

  constructor(game) {
    this.#undo = h("select", {}, game.undo.map((policy) => h("option", { value: policy }, UNDO[policy] ?? policy)));
    const seed = field("Seed", this.#seed);
    seed.hidden = true;
    this.dice = bigChoices("Dice", [
      ["fair", "Fair dice", "The table rolls, and proves at the end that it did not cheat."],
      ["seeded", "From a seed", "The same seed gives the same luck again."],
      ["typed", "Real dice", "Roll at home and type in what fell."],
    ], "fair", (value) => { seed.hidden = value !== "seeded"; });
    this.element = h("div", { class: "stack" }, this.dice, seed,
      h("fieldset", {}, h("legend", {}, "The table"),
        h("div", { class: "fields" },
          field("Taking a move back", this.#undo),
          field("Time for an answer", this.#limit),
          h("label", {}, this.#listed, "Show it in the lobby, for anybody to watch or join"))));
  }

  write(body) {
    body.dice = checkedIn(this.dice);
    if (body.dice === "seeded" && this.#seed.value) body.seed = this.#seed.value;
    body.undo = this.#undo.value;
    if (Number(this.#limit.value)) body.limit = Number(this.#limit.value);
    if (this.#listed.checked) body.listed = true;
  }
}
