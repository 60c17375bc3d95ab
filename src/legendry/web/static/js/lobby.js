/** The lobby: every game one click away, your tables first. */

import { announce, api, capital, freshId, h, leave, once, refill, released, svg } from "./dom.js";
import { dieFace } from "./dice.js";
import { boardPicture, openBook } from "./preview.js";
import { hull, patterns } from "../boards/dogfight/craft.js";
import { adventureTable, defaultTable, fightTable } from "./newtable.js";

const EVERY = 10_000;
const AT_ONCE = 6;
/** The games that have a card of their own. */
const GREAT = ["adventure", "fight", "dogfight", "dragon"];
const $ = (id) => document.getElementById(id);

let games = [];
const game = (name) => games.find((one) => one.name === name);

// -- playing at once ---------------------------------------------------------------------------

const chosen = (group) => document.querySelector(`#${group} input:checked`)?.value;

const bodies = {
  adventure: () => adventureTable(book()),
  fight: () => fightTable(edition("fight")),
  dogfight: () => fightTable(edition("dogfight"), "dogfight"),
  dragon: () => ({ ...defaultTable(game("dragon")), options: { level: chosen("dragon-choices") } }),
};

/** Does what a button asks of the server and goes where the answer leads; a failure is said below it. */
const go = (button, problem, ask) =>
  once(button, async () => {
    problem.textContent = "";
    await leave((await ask()).url);
  }, (error) => { problem.textContent = error.message; });

const play = (button, name) =>
  go(button, button.closest(".card").querySelector(".problem"), async () => {
    await known();
    return api("/api/tables", { method: "POST", body: (bodies[name] ?? (() => defaultTable(game(name))))() });
  });

for (const button of document.querySelectorAll("[data-play]")) {
  button.addEventListener("click", () => play(button, button.dataset.play));
}

// -- the cards ---------------------------------------------------------------------------------

const choices = (group, values, checked, changed) => {
  $(group).append(...values.map(([value, words, title]) => {
    const id = freshId(group);
    return h("span", { class: "choice", title },
      h("input", { type: "radio", name: group, id, value, checked: value === checked, onchange: changed }),
      h("label", { for: id }, words));
  }));
};

const edition = (name) => game(name).editions.find((one) => one.slug === chosen(`${name}-choices`));

const books = () => game("adventure")?.books ?? [];
const book = () => books().find((one) => one.name === chosen("adventure-choices"));

const showAdventure = () => {
  const { name, title, party, pages, editions: [{ title: rules, company }] } = book();
  $("adventure-words").textContent = `“${title}”, ${rules}, ${pages} pages: for ${party || "a company of your own"}.`;
  $("adventure-company").textContent = company.length ? `You play ${company.slice(0, -1).join(", ")}${company.length > 1 ? " and " : ""}${company.at(-1)}.` : "";
  $("adventure-setup").href = `/new/adventure?book=${name}`;
};

const showFight = () => {
  const { skirmish } = edition("fight");
  const board = game("fight").boards.find((one) => one.name === skirmish.board);
  refill($("fight-picture"), boardPicture(board.hexes, skirmish.sides.map((side) => side.people.length)));
  const [yours, theirs] = skirmish.sides;
  $("fight-words").textContent = `Lead the ${yours.name} against the ${theirs.name}, hex by hex: `
    + `${board.title.toLowerCase()}, ${yours.people.length} against ${theirs.people.length}.`;
  $("fight-setup").href = `/new/fight?edition=${edition("fight").slug}`;
};

const showDogfight = () => {
  const { slug, skirmish, hangar } = edition("dogfight");
  const [yours, theirs] = skirmish.sides.map((side) => side.people.map((id) => hangar.find((one) => one.id === id).name).join(" and "));
  $("dogfight-words").textContent = `Star craft, and who gets on whose tail: ${yours} against ${theirs}.`;
  $("dogfight-setup").href = `/new/dogfight?edition=${slug}`;
  const craft = (side, x, y, turn) => svg("g", { class: `side-${side + 1}`, transform: `translate(${x} ${y}) rotate(${turn}) scale(1.5)` }, hull(side));
  refill($("dogfight-picture"), svg("svg", { class: "sortie-picture", viewBox: "0 0 400 208", "aria-hidden": "true" },
    svg("defs", null, patterns()),
    svg("path", { class: "trail", d: "M-10 190C70 200 96 150 130 124M190 92C230 66 260 58 306 60M300 150C350 168 380 150 410 120" }),
    craft(0, 150, 112, -32), craft(1, 330, 62, 4), craft(1, 262, 146, 190)));
};

const showDragon = () => {
  const cards = [-20, -10, 0, 10, 20].map((turn, n) =>
    svg("g", { transform: `translate(${80 + n * 60} ${118 + Math.abs(n - 2) * 7}) rotate(${turn / 2})` },
      svg("rect", { class: "back", x: -26, y: -68, width: 52, height: 84, rx: 6 }),
      svg("path", { class: "mark", d: "M0-52 17-42v20L0-12-17-22v-20zM0-42v20" })));
  const tokens = Array.from({ length: 9 }, (_, n) => {
    const side = n < 4 ? "side-1" : n > 4 ? "side-2" : "gap";
    return svg("circle", { class: `token ${side}`, cx: 80 + n * 30, cy: 22, r: 9 });
  });
  refill($("dragon-picture"),
    svg("svg", { class: "dragon-picture", viewBox: "0 0 400 160", "aria-hidden": "true" }, tokens, cards),
    h("div", { class: "throw", "aria-hidden": "true" }, [5, 5, 5, 2, 6].map((face) => dieFace(face))));
};

const smaller = (one) => {
  const problem = h("p", { class: "problem", role: "alert" });
  const button = h("button", { type: "button", onclick: () => play(button, one.name), "aria-label": `Play ${one.title}` }, "Play");
  const span = one.players.length > 1 ? `${one.players[0]} to ${one.players.at(-1)} players` : `${one.players[0]} players`;
  return h("article", { class: "card door" },
    h("strong", {}, one.title),
    h("span", {}, `For ${span}.`),
    h("div", { class: "row" }, button, h("a", { class: "button quiet", href: `/new/${one.name}`, "aria-label": `Set up ${one.title}` }, "Set up…")),
    problem);
};

const showGames = (found) => {
  games = found;
  document.querySelector(".problem").textContent = "";
  if (books().length) {
    choices("adventure-choices", books().map((one) => [one.name, one.title, one.editions[0].title]), books()[0].name, showAdventure);
    showAdventure();
    refill($("adventure-picture"), openBook());
  }
  const fight = game("fight");
  if (fight) {
    choices("fight-choices", fight.editions.map((one) => [one.slug, one.title]), "ancient-world", showFight);
    showFight();
  }
  const dogfight = game("dogfight");
  if (dogfight) {
    choices("dogfight-choices", dogfight.editions.map((one) => [one.slug, one.title]), dogfight.editions[0].slug, showDogfight);
    showDogfight();
  }
  const dragon = game("dragon");
  if (dragon) {
    choices("dragon-choices", dragon.levels.map((one) => [one.name, capital(one.name), one.words]), "standard");
    showDragon();
  }
  for (const name of GREAT) {
    if (!game(name) || (name === "adventure" && !books().length)) document.querySelector(`[data-play="${name}"]`).closest(".card").remove();
  }
  const others = games.filter((one) => !GREAT.includes(one.name));
  $("others").hidden = others.length === 0;
  refill($("others").querySelector(".doors"), others.map(smaller));
};

let asking = null;
/** Until the games are shown; if the server cannot be reached, the next who wants to know asks again. */
const known = () => {
  asking ??= api("/api/games").catch((error) => {
    asking = null;
    document.querySelector(".problem").textContent = error.message;
    throw error;
  }).then(showGames);
  return asking;
};

// -- tables ------------------------------------------------------------------------------------

const ago = (at) => {
  const minutes = Math.round((at - Date.now()) / 60_000);
  const format = new Intl.RelativeTimeFormat("en", { numeric: "auto" });
  if (minutes > -1) return "just now";
  if (minutes > -60) return format.format(minutes, "minute");
  if (minutes > -60 * 24) return format.format(Math.round(minutes / 60), "hour");
  return format.format(Math.round(minutes / 60 / 24), "day");
};

const editionTitle = (slug) => game("fight")?.editions.find((one) => one.slug === slug)?.title ?? "";

const seatWords = (table, seat) => {
  if (seat.bot) return `${seat.name} (bot)`;
  if (table.you.includes(seat.name)) return `${seat.name} (you)`;
  return seat.taken ? seat.name : `${seat.name} (free)`;
};

const state = (table) => {
  if (table.over) return h("span", { class: "chip" }, "Over");
  if (!table.begun) return h("span", { class: "chip" }, "Not begun");
  if (table.your_turn) return h("span", { class: "chip turn" }, "Your turn");
  return h("span", { class: "chip" }, table.waits ? `${table.waits} to answer` : "Waiting");
};

const NAMES = { fight: "Skirmish", dogfight: "Dogfight", adventure: "Adventure", camp: "Camp" };
const named = (table) =>
  [NAMES[table.game] ?? table.title, table.subject || editionTitle(table.edition)].filter(Boolean).join(" · ");

const described = (table) => [
  h("strong", {}, named(table)),
  h("span", { class: "soft" }, table.seats.map((seat) => seatWords(table, seat)).join(" · ")),
  h("span", { class: "soft small" }, ago(table.at)),
];

const yourRow = (table) =>
  h("li", {}, h("a", { class: "card table", href: `/${table.over ? "replay" : "table"}/${table.id}` }, described(table), state(table)));

const sit = (table, seat) => {
  const problem = document.querySelector("#listed .problem");
  const button = h("button", {
    type: "button",
    onclick: () => go(button, problem, async () => {
      await api(`/api/tables/${table.id}/sit`, { method: "POST", body: { seat: seat.name } });
      return { url: `/table/${table.id}` };
    }),
  }, `Sit down as ${seat.name}`);
  return button;
};

const openRow = (table) => {
  const free = table.seats.filter((seat) => !seat.bot && !seat.taken);
  return h("li", { class: "card table" }, described(table),
    h("div", { class: "row" }, table.over ? null : free.map((seat) => sit(table, seat)),
      h("a", { class: "button quiet", href: `/table/${table.id}` }, "Watch")));
};

const fill = (id, rows) => {
  const section = $(id);
  section.hidden = rows.length === 0;
  const held = section.contains(document.activeElement) && document.activeElement.getAttribute("href");
  refill(section.querySelector(".tables"), rows);
  if (held) section.querySelector(`[href="${CSS.escape(held)}"]`)?.focus();
};

/** The first few rows; a button at the end shows the rest. */
const firstFew = (rows, more = rows.length - AT_ONCE) => {
  if (more <= 1 || allShown) return rows;
  const button = h("button", { type: "button", class: "quiet", onclick: () => { allShown = true; shown = ""; refresh(); } }, `Show ${more} more`);
  return [...rows.slice(0, AT_ONCE), h("li", {}, button)];
};

let shown = "";
let allShown = false;
let waited = 0;

const refresh = async () => {
  let found;
  try {
    [found] = await Promise.all([api("/api/tables"), known()]);
  } catch {
    return; // the next round may reach the server again
  }
  const text = JSON.stringify(found);
  if (text === shown) return;
  await released();
  shown = text;
  const newest = (tables) => [...tables].sort((a, b) => b.your_turn - a.your_turn || b.at - a.at);
  const running = found.yours.filter((table) => !table.over);
  fill("continue", firstFew(newest(running).map(yourRow)));
  fill("finished", newest(found.yours.filter((table) => table.over)).map(yourRow));
  fill("listed", newest(found.listed.filter((table) => !found.yours.some((own) => own.id === table.id))).map(openRow));
  const waiting = running.filter((table) => table.your_turn).length;
  document.title = waiting ? `● ${waiting} waiting` : "Legendry";
  if (waiting > waited) announce(waiting === 1 ? "It is your turn at one table." : `It is your turn at ${waiting} tables.`);
  waited = waiting;
};

refresh();
setInterval(() => { if (!document.hidden) refresh(); }, EVERY);
document.addEventListener("visibilitychange", () => { if (!document.hidden) refresh(); });

// -- a record ----------------------------------------------------------------------------------

$("record").addEventListener("change", ({ target }) => {
  const [file] = target.files;
  if (!file) return;
  const problem = target.closest(".card").querySelector(".problem");
  go(target, problem, async () => api("/api/records", { method: "POST", body: await file.text() }));
  target.value = "";
});
