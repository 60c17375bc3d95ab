/** The dialog that lists the keys of the table. */

import { h } from "./dom.js";

const KEYS = [
  [["1", "–", "9"], "choose that option; a face while your dice are asked for"],
  [["o"], "go to the options"],
  [["←", "→"], "from option to option; on the board from place to place"],
  [["Enter"], "choose what has the focus; send the dice"],
  [["/"], "type an answer, such as Ajax strike Hector"],
  [["u"], "take back your last answer"],
  [["g"], "raise your hand, if you are the game master"],
  [["l"], "go to the log"],
  [["Space"], "skip the pauses after a bot’s answers"],
  [["Esc"], "close what is open"],
  [["?"], "this list"],
];

const listed = (title, list) =>
  h("section", null,
    h("h3", null, title),
    h("dl", { class: "pairs keys" }, list.map(([keys, words]) => [
      h("dt", null, keys.map((key) => (key === "–" ? "–" : h("kbd", null, key)))),
      h("dd", null, words)])));

/** `board` are the keys of the board itself. */
export const openKeys = (board = []) => {
  const dialog = h("dialog", { class: "keys-dialog", "aria-label": "Keys", onclose: () => dialog.remove() },
    h("h2", { tabindex: -1, autofocus: true }, "Keys"),
    h("div", { class: "lists" }, listed("Everywhere", KEYS), board.length ? listed("On the board", board) : null),
    h("p", { class: "small soft" }, "Type “why” before an answer to learn why it would be refused."),
    h("form", { method: "dialog" }, h("button", { class: "primary" }, "Close")));
  document.body.append(dialog);
  dialog.showModal();
};
