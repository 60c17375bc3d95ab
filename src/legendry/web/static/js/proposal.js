/** An undo that others must agree to, in words: whose answer goes, and what goes with it. */

/** `standing` are the entries from the one that would be taken back on; `you` the own seats. */
export const proposalWords = ({ seat, undoes }, standing, you) => {
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
