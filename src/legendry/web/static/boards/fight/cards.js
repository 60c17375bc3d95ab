/** Fighters as cards beside the board: a line each, the rest unfolds. */

import { h, minus, svg } from "../../js/dom.js";
import { ledgerTable, total } from "../../js/ledger.js";
import { Card } from "../cards.js";
import { explainCast } from "./spellbook.js";
import { castName, listed, magicWords, shapeWords } from "./spells.js";
import { health, shape } from "./tokens.js";
import { FALLEN, spellbound, stamina, thing } from "./words.js";

const STATS = ["ST", "DX", "IQ", "MA", "armor"];

const icon = (side, sign) =>
  svg("svg", { class: "counter", viewBox: "-32 -32 64 64", "aria-hidden": "true" },
    shape(side, 25), svg("text", { class: "sign", y: side % 4 === 3 ? 12 : 7 }, sign));

const share = (points, all) => ({ width: `${(100 * points) / Math.max(1, all)}%` });

/** What is left, fatigue and damage as one bar; the numbers stand beside it. */
const bar = (one) => {
  const all = stamina(one);
  return h("span", { class: `harm ${health(one)}`, "aria-hidden": "true" },
    h("span", { class: "left", style: share(Math.max(0, one.left), all) }),
    h("span", { class: "tired", style: share(Math.min(one.fatigue, all), all) }));
};

/** What he fights with: things in hand, a beast's teeth and claws. */
const arms = (one) => {
  const held = one.ready.map((id) => `${thing(id)}${one.unloaded.includes(id) ? " (unloaded)" : ""}`);
  return [...held, ...(one.natural ?? []).map((name) => name.toLowerCase())].join(", ") || "nothing in hand";
};

const notes = (one) =>
  [
    one.status === "active" ? "" : FALLEN[one.status] ?? one.status,
    one.captured ? "captured" : "",
    one.grappling.length ? `grapples ${one.grappling.join(", ")}` : "",
    one.turns_owed && one.status === "active" ? "owes a turn" : "",
    one.suit_failed ? "suit without power" : "",
  ].filter(Boolean);

const pair = (name, words) => (words.length ? [h("dt", null, name), h("dd", null, words)] : null);

export class FighterCard extends Card {
  constructor(name, ask) {
    super("fighter", name, ask);
  }

  show(moment, active) {
    const one = moment.view.fighters[this.name];
    const side = moment.side(one);
    this.one = one;
    this.edition = moment.view.edition;
    const classes = [one.status === "active" || spellbound(one) ? "" : "fallen", one.truth ? "phantom" : ""];
    this.renew({ side, active, classes, icon: icon(side, moment.signs.get(one.name)) },
      h("span", { class: "points" }, h("b", null, String(Math.max(0, one.left))), h("span", { class: "soft" }, `/${stamina(one)}`), h("span", { class: "visually-hidden" }, " left")),
      bar(one),
      h("span", { class: "arms" }, notes(one).length ? h("strong", null, `${notes(one).join(" · ")} `) : null,
        magicWords(one).length ? h("em", null, `${magicWords(one).join(" · ")} `) : null, one.status === "active" ? arms(one) : null));
  }

  content() {
    const { one } = this;
    return [
      h("div", { class: "stats" }, STATS.map((stat) => this.#figure(stat))),
      h("dl", { class: "pairs small" },
        pair("Damage", String(one.damage)),
        pair("Fatigue", one.fatigue ? String(one.fatigue) : ""),
        pair("Fights with", arms(one)),
        pair("Carries", one.carried.map(thing).join(", ")),
        pair("State", [...notes(one), ...shapeWords(one)].join(", ")),
        pair("Spells", listed(one).map((cast) => this.#cast(cast))),
        pair("Raised", (one.boosts ?? []).join(", ")),
        pair("Potions", (one.potions ?? []).join(", ")),
        pair("Staff", one.staff ? `${one.staff} power` : ""),
        pair("Karma", one.karma ? String(one.karma) : ""),
        pair("Wishes", one.wishes ? String(one.wishes) : ""),
        pair("Gained", one.earned ? `${one.earned} XP` : ""),
        pair("Hex", one.hexes.join(" ")),
        pair("Played by", one.seat === one.side ? "" : one.seat)),
    ];
  }

  /** A spell on him, with what it does behind “why?”. */
  #cast(cast) {
    const explain = (event) => explainCast(event.currentTarget, cast, this.edition);
    return h("button", { type: "button", class: "why", "aria-haspopup": "dialog", dataset: { stat: `cast ${cast.number}` }, "aria-label": `Why? ${castName(cast)}`, onclick: explain },
      castName(cast));
  }

  #figure(stat) {
    const ledger = this.ledger(stat);
    const now = ledger ? total(ledger) : this.one[stat.toLowerCase()];
    const base = stat === "armor" ? now : ledger?.lines[0]?.amount ?? now;
    return this.stat(stat, now, base === now ? minus(now) : `${minus(base)}→${minus(now)}`);
  }

  reason(stat) {
    const ledger = this.ledger(stat);
    return ledger?.lines.length ? ledgerTable(ledger) : h("p", null, `${stat} ${minus(this.one[stat.toLowerCase()])}: nothing changes it.`);
  }
}
