/** The field below the creatures: what happened last, and what is asked now. */

import { capital, h } from "../../js/dom.js";
import { ledgersIn, ruleLink, total } from "../../js/ledger.js";
import { placesOf, shownDice, tray } from "./dice.js";
import { flasks } from "./pieces.js";
import { count, exactly, keeping, sentence, together } from "./words.js";

const drawDeeds = (moment) => {
  const throws = moment.view.throws_left;
  const thrown = moment.dice.length - moment.kept.length;
  const words = thrown === moment.dice.length ? "Throw all again" : thrown ? `Throw ${count(thrown, "die").replace("dies", "dice")}` : "Throw";
  return h("div", { class: "deeds" },
    throws
      ? h("button", { type: "button", class: "primary", "data-do": "throw", "aria-disabled": thrown ? null : "true" },
        h("span", { class: "two-lines" }, words, h("span", { class: "notation" }, keeping(moment.kept))))
      : null,
    h("button", { type: "button", class: ["quiet danger", moment.coach.best?.notation === "stop" && "advised"].filter(Boolean).join(" "), "data-do": "stop" },
      moment.stopping ? "Really give up?" : throws ? "Give up" : "Stop: it stands"));
};

/** Why no die can be changed, where that is so. */
const drawUnchanged = (moment) => {
  const [{ face }] = moment.dice;
  const bars = moment.canChange ? [] : moment.view.combat.team.map((hero) => moment.barred.get(`${hero} shift ${face} up`)).filter(Boolean);
  const words = [...new Set(bars.map((bar) => sentence(bar.words)))].join(" ");
  return words ? h("p", { class: "soft small" }, words) : null;
};

const drawCombat = (moment) => {
  const view = moment.view;
  const { team, duo, song, points } = view.combat;
  const left = view.throws_left ? `${count(view.throws_left, "throw")} left` : "no throw left";
  const extras = [duo, song ? "a song" : ""].filter(Boolean).join(" and ");
  const head = h("div", { class: "head" },
    h("p", { class: "call" }, capital(`${together(team)} against the ${moment.foe.trait} ${moment.foe.name}`)),
    h("p", { class: "soft" }, h("strong", null, left), ` · leader: ${view.combat.leader}`, extras ? ` · with ${extras}` : "", ` · ${count(points, "point")} for a win`));
  if (!moment.mine) {
    const throwing = moment.request?.kind === "roll";
    const dice = moment.dice.length ? moment.dice : Array.from({ length: 5 }, () => ({ face: 0, kept: false, fell: false }));
    return h("div", { class: "combat" }, head, shownDice(dice, throwing),
      moment.request ? h("p", { class: "soft" }, throwing ? "The dice are thrown." : `It is for ${moment.request.seat} to decide.`) : null);
  }
  const best = moment.coach.best?.notation ?? "";
  const advised = best.startsWith("keep ") ? placesOf(moment.dice, best.match(/\d/g)?.map(Number) ?? []) : new Set();
  return h("div", { class: "combat" }, head,
    tray(moment.dice, { changes: moment.canChange, advised, at: moment.at, round: moment.round, throws: view.throws_left }),
    drawUnchanged(moment),
    drawDeeds(moment));
};

const drawOrders = (moment) => {
  const { team, creature, duo, song } = moment.pick;
  const one = moment.view.row.find((found) => found.name === creature);
  const legal = moment.options.has(moment.written);
  const known = moment.figures.get(moment.written);
  const singer = moment.view.heroes.find((hero) => hero.abilities.includes("song_of_power"));
  const obstacle = moment.obstacle;
  const game = moment.coach.chance(moment.written);
  return h("div", { class: "orders" },
    h("p", { class: "call" },
      `${moment.view.leader}: send ${together(moment.view.heroes.map((hero) => hero.name).filter((name) => team.includes(name))) || "…"}`,
      ` against ${one ? `the ${one.trait} ${one.name}` : "…"}${duo ? ` with ${duo}` : ""}${song ? ", with a song" : ""}`),
    legal
      ? h("p", { class: "prospect" },
        known ? [h("span", { class: "chance" }, exactly(known.figures.win)), " to win, exact"] : "It can be sent.",
        known?.ledgers?.length
          ? [" · ", count(total(known.ledgers[0]), "point"), " ",
            h("button", { type: "button", class: "why", "data-do": "prospect", "aria-haspopup": "dialog", "aria-label": "Why? Points of a win" }, "why?")]
          : null,
        game === undefined ? null : ` · the game ${exactly(game)}`)
      : h("p", { class: "prospect soft" }, obstacle.words, " ", obstacle.rule ? ruleLink(obstacle.rule) : null),
    h("div", { class: "deeds" },
      h("button", { type: "button", class: "primary", "data-do": "send", "aria-disabled": legal ? null : "true" }, "Send"),
      singer
        ? h("button", { type: "button", class: moment.combats.get(moment.coach.best?.notation)?.song ? "song advised" : "song", "data-do": "song", "aria-pressed": String(song) },
          "Song of Power ", flasks(moment.view.costs.song_of_power, 3))
        : null));
};

const drawSplit = (moment) => {
  return h("div", { class: "orders" },
    h("p", { class: "call" }, sentence(moment.request.asks)),
    h("div", { class: "deeds" }, [...moment.options.keys()].map((notation) =>
      h("button", { type: "button", class: moment.coach.best?.notation === notation ? "advised" : null, "data-do": "answer", "data-of": notation },
        notation))));
};

const drawPlanning = (moment) => {
  const best = moment.coach.best?.notation === "go on";
  return h("div", { class: "orders" },
    h("p", { class: "call" }, `Transfigure a card for ${count(moment.view.costs.transfiguration, "potion")}, or go on?`),
    h("p", { class: "soft" }, "⟳ on a creature replaces its creature card or its trait by the next of the pile."),
    h("div", { class: "deeds" },
      h("button", { type: "button", class: best ? "primary advised" : "primary", "data-do": "answer", "data-of": "go on" }, "Go on to the combats")));
};

const told = ({ event, words, creature, points, heroes, creatures, token }) => {
  if (event === "Defeated" && points) return `${creature} is defeated: ${count(total(points), "point")}.`;
  if (event !== "Compared") return sentence(words);
  const gained = token === "none" ? "nobody takes a token" : `a token for the ${token}`;
  return `The turn ends ${total(heroes)} to ${total(creatures)}: ${gained}.`;
};

/** How the last combat, and the turn if it ended with it, went. */
const drawAftermath = (moment) => {
  const aftermath = moment.aftermath ?? moment.remembered;
  if (!aftermath || moment.view.combat) return null;
  const won = aftermath.over.some(({ event }) => event === "Defeated");
  return h("div", { class: won ? "aftermath won" : "aftermath", "data-key": "aftermath" },
    aftermath.dice.length ? shownDice(aftermath.dice) : null,
    h("div", null,
      aftermath.over.map((event, place) => h("p", null, told(event), " ",
        place === aftermath.over.length - 1 && ledgersIn(aftermath.over).length
          ? h("button", { type: "button", class: "why", "data-do": "turn", "aria-haspopup": "dialog", "aria-label": "Why? Points of the combat and of the turn" }, "why?")
          : null))));
};

const drawWaiting = (moment) => {
  const request = moment.request;
  return request ? h("p", { class: "call" }, `${request.seat ?? "The table"}: ${request.asks}`) : null;
};

const drawEnd = ({ winners, unwon, why, rule }) =>
  h("div", { class: winners.length ? "end won" : "end" },
    h("p", { class: "call" }, winners.length ? "The heroes have won." : sentence(unwon)),
    h("p", null, sentence(why), " ", rule ? ruleLink(rule) : null));

const drawMoment = (moment) => {
  const { outcome } = moment.state.now;
  if (outcome) return drawEnd(outcome);
  if (moment.view.combat) return drawCombat(moment);
  if (!moment.mine) return drawWaiting(moment);
  if (moment.phase === "planning") return drawPlanning(moment);
  if (moment.phase === "selection") return drawOrders(moment);
  return drawSplit(moment);
};

export const drawField = (moment) =>
  h("section", { class: "field-of-play", "aria-label": "The moment", tabindex: "-1" },
    drawAftermath(moment),
    drawMoment(moment),
    moment.reason ? h("p", { class: "reason" }, moment.reason.words, " ", moment.reason.rule ? ruleLink(moment.reason.rule) : null) : null,
    moment.state.table.coach && moment.state.you.length
      ? h("div", { class: "coach", "data-key": "coach" }, moment.coach.words, moment.coach.control)
      : null);
