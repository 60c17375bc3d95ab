/** An undo that others must agree to: whose answer goes and what goes with it, and the banner that asks them. */

import { h, refill } from "./dom.js";

const FADES = 6000;

/** `standing` are the entries from the one that would be taken back on; `you` the own seats. */
const proposalWords = ({ seat, undoes }, standing, you) => {
  const [taken, ...since] = standing;
  if (taken?.number !== undoes) return `${seat} would like to take back an earlier answer, and with it all that came after.`;
  const others = [...new Set(since.map((entry) => entry.seat).filter(Boolean))];
  const names = others.map((one) => (you.includes(one) ? "you" : one)).join(" and ");
  const goes = [
    standing.some((entry) => entry.rolls?.length) ? "the dice that fell" : "",
    names ? `what ${names} answered since` : "",
  ].filter(Boolean);
  return `${seat} would like to take back “${taken.lines[0]}”${goes.length ? `, and with it ${goes.join(" and ")}` : ""}.`;
};

/** Why a request is off the table after another entry: nothing is to be said if that entry was what it asked for. */
export const lapsed = ({ seat }, entry) =>
  (entry.undoes && entry.seat === seat ? "" : `The game has gone on: the request of ${seat} to take an answer back has lapsed.`);

export class ProposalBanner {
  #element;
  #fading = 0;

  constructor(element) {
    this.#element = element;
  }

  /** Asks the own seats that must agree; without a proposal, says these words for a while. */
  show(proposal, words, { you, standing, send }) {
    clearTimeout(this.#fading);
    const banner = this.#element;
    banner.hidden = !proposal && !words;
    if (!proposal) {
      refill(banner, words);
      if (words) this.#fading = setTimeout(() => { banner.hidden = true; }, FADES);
      return;
    }
    const open = proposal.needed.filter((seat) => !proposal.agreed.includes(seat));
    const mine = open.filter((seat) => you.includes(seat));
    const consent = (agrees) => () => mine.forEach((seat) => send({ type: "consent", number: proposal.number, seat, agrees }));
    refill(banner,
      h("span", null, proposalWords(proposal, standing(proposal.undoes), you), " ",
        mine.length ? "Do you agree?" : `Waiting for ${open.join(" and ")} to agree.`),
      mine.length ? h("span", { class: "row" },
        h("button", { type: "button", class: "primary", onclick: consent(true) }, "Agree"),
        h("button", { type: "button", onclick: consent(false) }, "Refuse")) : null);
  }
}
