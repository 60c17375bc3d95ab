/** The form of a new table: everything has a default, so that Play works at once. */

import { api, leave, once, refill } from "./dom.js";
import { AdventurePart } from "./adventures.js";
import { OptionsPart } from "./options.js";
import { DeckPart } from "./deck.js";
import { LevelPart, MasterPart, SeatsPart, TablePart, bigChoices, checkedIn } from "./seating.js";
import { SidesPart } from "./sides.js";

const TITLES = { fight: "Set up a skirmish", dogfight: "Set up a dogfight", adventure: "Set up an adventure" };

const name = location.pathname.split("/")[2];
const form = document.getElementById("form");
const button = form.querySelector("[type=submit]");
const problem = form.querySelector(".problem");

/** Whether the coach speaks: a wish of this browser, which no table needs to know. */
const coachPart = async () => {
  const { CoachSeat } = await import("../boards/dragon/coach.js");
  const coach = new CoachSeat();
  const element = bigChoices("Coach", [
    ["off", "Silent", "You are on your own."],
    ["after", "After you chose", "What your choice cost."],
    ["before", "Before you choose", "What is best, with its chance."],
  ], coach.level);
  return { element, write: () => coach.set(checkedIn(element)) };
};

/** The parts of a game's form; each has an `element` and, once it is `ready`, writes what was chosen into the body. */
const partsOf = async (game) => {
  const options = new OptionsPart(game);
  if (game.books.length) {
    const adventure = new AdventurePart(game);
    await adventure.ready;
    return [adventure, new MasterPart(game), new TablePart(game)];
  }
  if (game.editions.length) {
    const sides = new SidesPart(game, (slug) => options.showFor(slug));
    await sides.ready;
    return [sides, new MasterPart(game), new TablePart(game), options];
  }
  const level = game.levels.length ? [new LevelPart(game, (chosen) => options.base(chosen))] : [];
  const coach = game.bots.includes("coach") ? [await coachPart()] : [];
  const deck = game.name === "dragon" ? [new DeckPart()] : [];
  return [...level, new SeatsPart(game), new MasterPart(game), ...coach, ...deck, new TablePart(game), options];
};

const start = async () => {
  const games = await api("/api/games");
  const game = games.find((one) => one.name === name);
  if (!game) throw new Error("There is no such game here.");
  const title = TITLES[game.name] ?? `Set up ${game.title}`;
  document.querySelector("h1").textContent = title;
  document.title = `${title} · Legendry`;
  const parts = await partsOf(game);
  refill(document.getElementById("parts"), parts.map((part) => part.element));
  return { game, parts };
};

const started = start();
started.catch((error) => { problem.textContent = error.message; });

form.addEventListener("submit", (event) => {
  event.preventDefault();
  once(button, async () => {
    problem.textContent = "";
    const { game, parts } = await started;
    await Promise.all(parts.map((part) => part.ready));
    const body = { game: game.name };
    for (const part of parts) part.write(body);
    const [path, sent] = parts[0].seal?.(body) ?? ["/api/tables", body];
    await leave((await api(path, { method: "POST", body: sent })).url);
  }, (error) => { problem.textContent = error.message; });
});
