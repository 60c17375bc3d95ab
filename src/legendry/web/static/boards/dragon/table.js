/** What lies on the table, drawn: tokens, creatures, heroes, duo cards. */

import { h } from "../../js/dom.js";
import { creatureCard, duoCard, flasks, freeSlot, heroCard, pile, track } from "./pieces.js";

export const drawScore = (moment) => {
  const { points, turning, tokens_to_win: enough } = moment.view;
  const [heroes, creatures] = track(moment.view);
  return h("section", { class: "score", "aria-label": `Tokens: ${enough} win` },
    heroes,
    h("button", { type: "button", class: "points-now", "data-do": "points", "aria-haspopup": "dialog",
      "aria-label": `points of this turn: heroes ${points.heroes}, creatures ${points.creatures}. Why?` },
    h("span", { class: "number heroes" }, String(points.heroes)),
    h("span", { class: "soft" }, "points"),
    h("span", { class: "number creatures" }, String(points.creatures))),
    creatures,
    turning ? h("p", { class: "turning" }, `Turning point: the fourth token of the ${turning} governs this turn.`) : null);
};

export const drawRow = (moment) => {
  const view = moment.view;
  const slots = view.row.length + view.free_slots.length;
  const bySlot = new Map(view.row.map((one) => [one.slot, one]));
  const ways = [...moment.transfigurations].filter(([notation]) => moment.options.has(notation));
  const cards = Array.from({ length: slots }, (_, place) => {
    const one = bySlot.get(place + 1);
    if (!one) return freeSlot(place + 1);
    return creatureCard(one, {
      picks: moment.selects,
      picked: moment.pick.creature === one.name,
      off: moment.selects && moment.isOff({ creature: one.name }),
      advised: moment.advises("creature", one.name),
      fighting: one.slot === view.combat?.slot,
      changes: ways.filter(([, way]) => way.name === one.name)
        .map(([notation, { part }]) => ({ notation, part, advised: moment.coach.best?.notation === notation })),
    });
  });
  return h("section", { class: "row-of-play", "aria-label": "Creatures, from the piles outwards" },
    h("div", { class: "piles" }, pile("creatures", view.creature_pile), pile("traits", view.trait_pile),
      h("p", { class: "supply" }, flasks(view.supply, 0), h("span", null, "supply"))),
    h("ul", { class: "slots" }, cards));
};

export const drawHeroes = (moment) => {
  const view = moment.view;
  return h("section", { class: "heroes-of-play", "aria-label": "Heroes" },
    view.heroes.map((hero) => heroCard(hero, view.costs, {
      picks: moment.selects,
      picked: moment.pick.team.includes(hero.name),
      off: moment.selects && !moment.pick.team.includes(hero.name) && moment.isOff({ team: [...moment.pick.team, hero.name] }),
      advised: moment.advises("team", hero.name),
    })));
};

export const drawDuos = (moment) =>
  h("section", { class: "duos", "aria-label": "Duo cards, one for a team of two" },
    moment.view.duos.map((duo) => duoCard(duo, {
      picks: moment.selects,
      picked: moment.pick.duo === duo.name,
      off: moment.selects && moment.isOff({ duo: duo.name }),
      advised: moment.advises("duo", duo.name),
    })));
