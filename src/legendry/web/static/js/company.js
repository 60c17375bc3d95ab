/** The page of a company: what it does next, what its members can buy. Every deed is an answer in its camp. */

import { announce, api, h, leave, pageData, refill } from "./dom.js";
import { sure } from "./keeping.js";
import { linked, ruleLink, total, why } from "./ledger.js";
import { field } from "./seating.js";

const data = pageData();
const here = `/api/companies/${data.id}`;
const find = (id) => document.getElementById(id);
const on = (id, event, act) => find(id)?.addEventListener(event, act);

const say = (words) => {
  refill(find("notices"), h("p", { class: "notice bad" }, linked(words)));
  find("notices").scrollIntoView({ block: "nearest" });
};

/** Asks something of the server; a refusal is said on the page. One thing at a time. */
let busy = false;
addEventListener("pageshow", () => { busy = false; });
const ask = async (act) => {
  if (busy) return;
  busy = true;
  try {
    await act();
  } catch (error) {
    say(error.message);
  }
  busy = false;
};
const post = (path, body = {}) => api(`${here}${path}`, { method: "POST", body });

/** What happened is told after the page has loaded again. */
const TOLD = "legendry.company.told";
const again = (words = "") => {
  sessionStorage.setItem(TOLD, words);
  location.reload();
  return new Promise(() => {}); // until it has
};
const told = sessionStorage.getItem(TOLD);
if (told) {
  refill(find("notices"), h("p", { class: "notice good" }, told));
  announce(told);
  sessionStorage.removeItem(TOLD);
}

// -- who sits at the table ---------------------------------------------------------------------

const people = (...extra) => h("select", null, [...extra, ["me", "me"], ["friend", "a friend, by a link"]].map(([value, words]) => h("option", { value }, words)));
const players = data.players.map((name) => ({ name, player: people() }));
const master = people(["", "nobody"]);
const masterName = h("input", { maxlength: 30, value: "Game master", autocomplete: "off" });
if (find("seating")) {
  refill(find("seating"), players.map(({ name, player }) => field(`${name} is played by`, player)),
    h("div", { class: "pair" }, field("Game master", master), field("His name", masterName)));
}

const seating = () => {
  const seats = players.map(({ name, player }) => ({ name, player: player.value }));
  return master.value ? { seats, gm: { name: masterName.value.trim(), player: master.value } } : { seats };
};

// -- camp --------------------------------------------------------------------------------------

on("camp", "click", () => ask(async () => leave((await post("/camp", seating())).url)));
on("leave", "click", () => ask(async () => {
  if (!(await sure("Call the company away from its table? What was done in camp stays; a fight that nobody finishes has not happened."))) return;
  await post("/leave");
  await again();
}));

const deed = (text) => ask(async () => {
  const { url, journal } = await post("/deeds", { text });
  if (url) await leave(url);
  await again(journal.map((line) => `${line}.`).join(" "));
});
for (const button of document.querySelectorAll("[data-deed]")) button.addEventListener("click", () => deed(button.dataset.deed));

// -- what can be bought ------------------------------------------------------------------------

const KINDS = { raise: "Raise", learn: "Learn", study: "Study", use: "Use", lift: "Lift a curse" };

const price = ({ cost }) => `${total(cost)} ${cost.title}`;

const offer = (one) =>
  h("li", null,
    h("button", { type: "button", onclick: () => deed(one.notation) }, one.text),
    why([one.cost], `${one.text}, ${price(one)}`));

const barred = (one) =>
  h("li", null, h("span", null, one.text), " ", h("span", { class: "soft" }, one.refusal, " "), one.rule ? ruleLink(one.rule) : null);

/** Those of one kind: what can be had as buttons, the rest with the reason why not. */
const kind = (offers, name) => {
  const own = offers.filter((one) => one.kind === name);
  const can = own.filter((one) => !one.refusal);
  const cannot = own.filter((one) => one.refusal);
  if (!own.length) return null;
  return h("section", null, h("h4", null, KINDS[name] ?? name),
    can.length ? h("ul", { class: "can" }, can.map(offer)) : null,
    cannot.length ? h("details", { class: "small" }, h("summary", null, `Not now: ${cannot.length}`), h("ul", { class: "cannot" }, cannot.map(barred))) : null);
};

for (const details of document.querySelectorAll(".buys")) {
  details.addEventListener("toggle", async () => {
    if (!details.open || details.dataset.shown) return;
    details.dataset.shown = "yes";
    const list = details.querySelector(".offers");
    try {
      const offers = await api(`${here}/purchases?who=${encodeURIComponent(details.dataset.who)}`);
      const kinds = [...new Set(offers.map((one) => one.kind))];
      refill(list, kinds.map((name) => kind(offers, name)));
    } catch (error) {
      delete details.dataset.shown;
      refill(list, h("p", { class: "notice bad" }, error.message));
    }
  });
}

// -- a skirmish --------------------------------------------------------------------------------

const foes = [...data.usual];
const showFoes = () => refill(find("foes"), foes.map((id, place) => h("li", null,
  h("span", { class: "about" }, data.foes[id]),
  h("button", { type: "button", class: "quiet round", "aria-label": `Without ${data.foes[id]}`, onclick: () => { foes.splice(place, 1); showFoes(); find("foe").focus(); } }, "✕"))));
if (find("skirmish")) {
  const options = (values) => Object.entries(values).map(([value, words]) => h("option", { value }, words));
  refill(find("foe"), options(data.foes));
  refill(find("board"), options(data.boards));
  find("board").value = data.board;
  showFoes();
}
on("add-foe", "click", () => {
  foes.push(find("foe").value);
  showFoes();
});
find("skirmish")?.querySelector("form").addEventListener("submit", (event) => {
  event.preventDefault();
  ask(async () => {
    if (!foes.length) throw new Error("A fight needs foes: add somebody.");
    const body = { ...seating(), foes, board: find("board").value, played: find("played").value };
    await leave((await post("/fight", body)).url);
  });
});

// -- the company itself ------------------------------------------------------------------------

on("drop", "click", () => ask(async () => {
  if (!(await sure(`Delete ${data.name}? Nothing brings it back but a file of yours.`))) return;
  await api(here, { method: "DELETE" });
  await leave("/companies");
}));
on("rename", "click", () => {
  const dialog = find("renaming");
  dialog.returnValue = "no";
  dialog.showModal();
  dialog.addEventListener("close", () => {
    if (dialog.returnValue !== "yes") return;
    ask(async () => {
      await api(here, { method: "PUT", body: { name: find("new-name").value.trim() } });
      await again();
    });
  }, { once: true });
});
on("joining", "submit", (event) => {
  event.preventDefault();
  const { hero = "", character = "" } = find("recruit").selectedOptions[0]?.dataset ?? {};
  ask(async () => {
    await post("/members", { hero, character, player: find("recruit-player").value.trim() });
    await again();
  });
});
for (const button of document.querySelectorAll("[data-part]")) {
  const { part } = button.dataset;
  button.addEventListener("click", () => ask(async () => {
    if (!(await sure(`${part} leaves ${data.name} for good, with all he has?`))) return;
    await api(`${here}/members/${encodeURIComponent(part)}`, { method: "DELETE" });
    await again();
  }));
}
