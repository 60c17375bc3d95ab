/** Numbers that explain themselves: ledgers as tables, the “why?” that opens them, rules as links. */

import { h, minus } from "./dom.js";

/** A rule's id as a link to its page in the rulebook. */
export const ruleLink = (rule) =>
  h("a", { class: "rule", href: `/rules/${encodeURIComponent(rule)}`, target: "_blank", title: `Rule ${rule} in the rulebook` }, rule);

const RULE = /(?<![\w-])([A-Z]{2,4}(?:-[A-Z]{1,3})?-D?\d+)(?![\w-])/;

/** A sentence with the IDs of rules in it as links. */
export const linked = (words) =>
  words.split(RULE).map((part, place) => (place % 2 ? ruleLink(part) : part));

export const isLedger = (value) =>
  typeof value === "object" && value !== null && typeof value.title === "string" && Array.isArray(value.lines);

/** All ledgers in the fields of an event or any other plain data. */
export const ledgersIn = (value) => {
  if (isLedger(value)) return [value];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(ledgersIn) : [];
};

export const total = (ledger) => ledger.lines.reduce((sum, line) => sum + line.amount, 0);

const signed = (amount) => (amount > 0 ? `+${amount}` : minus(amount));

/** A ledger line by line, with its total at the foot. */
export const ledgerTable = (ledger) =>
  h("table", { class: "ledger" },
    h("caption", null, ledger.title),
    h("tbody", null, ledger.lines.map((line, place) =>
      h("tr", null,
        h("td", { class: "number" }, place === 0 ? minus(line.amount) : signed(line.amount)),
        h("td", null, line.words),
        h("td", null, line.rule ? ruleLink(line.rule) : null)))),
    h("tfoot", null, h("tr", null,
      h("td", { class: "number" }, minus(total(ledger))), h("th", { scope: "row" }, "in all"), h("td"))));

/** `<ledger-list>`: several ledgers under one another; set `ledgers`. */
export class LedgerList extends HTMLElement {
  set ledgers(ledgers) {
    this.replaceChildren(...ledgers.map(ledgerTable));
  }
}

customElements.define("ledger-list", LedgerList);

let bubble = null;

/**
 * Opens content beside an element, closed by Escape or a click elsewhere; focus goes in and comes
 * back. One such bubble is open at a time.
 */
export const openBeside = (anchor, label, ...content) => {
  bubble?.remove();
  const mine = h("div", { popover: "auto", class: "anchored", role: "dialog", "aria-label": label, tabindex: "-1" }, ...content);
  bubble = mine;
  mine.addEventListener("toggle", (event) => {
    if (event.newState !== "closed") return;
    if (mine.contains(document.activeElement) || document.activeElement === document.body) anchor.focus();
    mine.remove();
  });
  (anchor.closest("dialog") ?? document.body).append(mine);
  mine.showPopover();
  const at = anchor.getBoundingClientRect();
  const box = mine.getBoundingClientRect();
  const left = Math.max(8, Math.min(at.left, innerWidth - box.width - 8));
  const below = at.bottom + 6 + box.height < innerHeight;
  Object.assign(mine.style, { left: `${left}px`, top: `${Math.max(8, below ? at.bottom + 6 : at.top - box.height - 6)}px` });
  mine.focus();
};

/** A small button that unfolds ledgers; null where there are none. */
export const why = (ledgers, of = "", text = "why?") => {
  if (!ledgers.length) return null;
  const label = of ? `Why? ${of}` : `Why? ${ledgers.map((ledger) => ledger.title).join(", ")}`;
  const open = (event) => {
    event.stopPropagation();
    const list = new LedgerList();
    list.ledgers = ledgers;
    openBeside(event.currentTarget, label, list);
  };
  return h("button", { type: "button", class: "why", "aria-label": label, "aria-haspopup": "dialog", onclick: open }, text);
};
