/** A moment of the table beside the board: the headline, the seats, the question with what led to it. */

import { h, refill } from "./dom.js";

const FACTS = 4;
const SEPARATOR = " – ";

const find = (id) => document.getElementById(id);

/** What led to a question in the midst of another's move; nothing if it is one's own. */
const factsOf = ({ asked, now, seats }, board, entry) => {
  if (asked === null) return [];
  const told = board.interrupts?.(now);
  const mover = now.view.to_play ?? now.view.side;
  const interrupts = told ?? (seats.some((seat) => seat.name === mover) && mover !== asked);
  return interrupts ? (entry?.events ?? []).filter((event) => event.words).slice(-FACTS) : [];
};

const showHead = ({ now, asked }, board) => {
  const { title } = find("table").dataset;
  const head = board?.headline || title;
  const request = now?.request;
  const mover = request?.seat ?? "anybody";
  const told = head.includes(mover) || board?.interrupts?.(now) === false;
  const whose = request && !told ? `${mover} to ${request.kind === "roll" ? "roll" : "answer"}` : "";
  const ended = now?.outcome && !head.includes("over") ? "the game is over" : "";
  const above = [head, ended].filter(Boolean).join(" · ");
  refill(find("headline"), above, whose ? h("span", { class: "whose" }, ` · ${whose}`) : null);
  const name = `${title}${SEPARATOR}Legendry`;
  document.title = asked === null ? name : `● Your turn${SEPARATOR}${name}`;
};

/** `page` is the table page; `entry` the last one, `sent` the answer that is under way. */
export const showMoment = (page, { board, entry, sent }) => {
  const { table, seats, you, watchers, now, asked, looks } = page;
  showHead(page, board);
  find("seats").show({ seats, you, asked: now?.request?.seat ?? null, watchers });
  if (!now || now.outcome) return;
  find("question").hidden = false;
  find("question").show({
    table: { ...table, coach: table.coach && !board.hints },
    seats, you, now, asked, looks, sent,
    folds: board.folds, said: board.said, pointed: board.pointsAt ?? null,
    facts: factsOf(page, board, entry), offers: (option) => board.offers(option),
    goes: (option) => board.goes?.(option) ?? "", side: (seat) => page.side(seat),
  });
};
