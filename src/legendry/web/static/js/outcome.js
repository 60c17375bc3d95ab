/** What is shown when a game is over: who won and why, the luck, the check of the dice, what next. */

import { api, capital, h, leave, once, refill } from "./dom.js";
import { ruleLink } from "./ledger.js";
import { verify } from "./verify.js";

const VERDICTS = {
  true: { look: "notice good", start: "✓ Fair dice: " },
  false: { look: "notice bad", start: "✗ Dice not verified: " },
  null: { look: "notice", start: "" },
};

/** Who won, or what is said where nobody did. */
export const ending = ({ winners, unwon }) => (winners.length ? `${winners.join(" and ")} won` : capital(unwon));

/** Checks the dice of a proof and says in `place` what was found; gives whether they are good, or null. */
export const checkedDice = async (proof, pledge, place, tell = () => {}) => {
  refill(place, "Checking the dice…");
  try {
    const { good, words } = await verify(await api(proof), pledge);
    const { look, start } = VERDICTS[good];
    place.className = look;
    refill(place, start, words);
    tell(`${start}${words}`);
    return good;
  } catch (error) {
    refill(place, `The dice could not be checked. ${error.message}`);
    return null;
  }
};

const told = async (page, place) => {
  const luck = await api(`/api/tables/${page.table.id}/luck`).catch(() => ({ lines: [] }));
  if (luck.lines.length) refill(place, h("h3", null, "Luck"), h("ul", null, luck.lines.map((line) => h("li", null, line))));
};

const again = async (page) => {
  const made = await api(`/api/tables/${page.table.id}/again`, { method: "POST" });
  await leave(made.url);
};

/** The panel at the foot of a finished game; `tell` hears what the check of the dice found. */
export const outcomePanel = (page, { outcome }, tell) => {
  const mine = outcome.winners.some((seat) => page.you.includes(seat));
  const title = mine && page.you.length === 1 ? "You have won" : ending(outcome);
  const dice = h("p", { hidden: !page.table.commitment });
  const luck = h("div", { class: "luck" });
  const words = h("p", { class: "reason", role: "alert", hidden: true });
  const complain = (error) => { refill(words, error.message).hidden = false; };
  const { id } = page.table;
  if (page.table.commitment) checkedDice(`/api/tables/${id}/proof`, page.pledge, dice, tell);
  told(page, luck);
  return h("section", { id: "outcome", class: "outcome", "aria-labelledby": "outcome-title" },
    h("div", null,
      h("h2", { id: "outcome-title", tabindex: -1 }, title),
      h("p", { class: "story" }, `${capital(outcome.why)}. `, outcome.rule ? ruleLink(outcome.rule) : null),
      dice,
      h("div", { class: "row" },
        page.table.company ? h("a", { class: "button primary", href: `/companies/${page.table.company}` }, "Back to the company") : null,
        h("a", { class: page.table.company ? "button" : "button primary", href: `/replay/${id}` }, "Replay"),
        page.you.length ? h("button", { type: "button", onclick: ({ target }) => once(target, () => again(page), complain) }, "Play again") : null,
        h("a", { class: "button", href: `/api/tables/${id}/record`, download: true }, "Download the record"),
        h("a", { class: "button quiet", href: "/" }, "Lobby")),
      words),
    luck);
};
