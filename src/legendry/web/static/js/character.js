/**
 * The page of one character: a form and a text that follow each other, and the sheet beside them.
 * The server reads, checks and writes the file; this page only shows what it says. What is typed
 * waits in the browser until it is kept.
 */

import { announce, api, h, leave, once, pageData, refill } from "./dom.js";
import { download, draftKey, readDraft, sure, writeDraft } from "./keeping.js";
import { linked } from "./ledger.js";
import { pointsLeft, sheetParts } from "./sheet.js";

const WORDS = ["name", "edition", "blurb", "kind"];
const ATTRIBUTES = ["st", "dx", "iq"];
const COUNTS = ["xp", "spent_xp", "karma", "wishes", "curses", "damage", "fatigue", "gold", "lost", "natural_armor", "staff"];
const OPEN = ["ma", "charge"];
const FLAGS = ["magic", "small", "flying"];
const LINES = ["belongings", "plotwords"];

const page = pageData();
const key = draftKey("character", page.id, location.search);
const at = (id) => document.getElementById(id);
const text = at("toml");

/** What the form holds in lists; all else is in its inputs. */
const picked = { weapons: [], armor: [], skills: [], spells: [], natural_weapons: [] };
let tables = null;
let last = null;

// -- the form as fields, and back

const lines = (id) => at(id).value.split("\n").map((line) => line.trim()).filter(Boolean);

/** The fields of the character's file; what is empty or as usual is left out. */
const fields = () => {
  const found = {};
  for (const id of WORDS) if (at(id).value.trim()) found[id] = at(id).value.trim();
  for (const id of [...ATTRIBUTES, ...OPEN]) if (at(id).value !== "") found[id] = Number(at(id).value);
  for (const id of COUNTS) if (Number(at(id).value)) found[id] = Number(at(id).value);
  if (at("hexes").value !== "1") found.hexes = Number(at("hexes").value);
  for (const id of FLAGS) if (at(id).checked) found[id] = true;
  for (const id of LINES) if (lines(id).length) found[id] = lines(id);
  const ready = lines("ready");
  if (ready.length) found.ready = ready[0] === "none" ? [] : ready;
  for (const id of ["weapons", "armor", "spells", "natural_weapons"]) if (picked[id].length) found[id] = picked[id];
  if (picked.skills.length) found.skills = Object.fromEntries(picked.skills.map(({ id, level }) => [id, level]));
  return found;
};

const fillForm = async (found) => {
  for (const id of [...WORDS, ...ATTRIBUTES, ...COUNTS, ...OPEN]) at(id).value = found[id] ?? "";
  at("hexes").value = found.hexes ?? 1;
  for (const id of FLAGS) at(id).checked = found[id] ?? false;
  for (const id of LINES) at(id).value = (found[id] ?? []).join("\n");
  at("ready").value = found.ready ? found.ready.join("\n") || "none" : "";
  for (const id of ["weapons", "armor", "spells"]) picked[id] = [...(found[id] ?? [])];
  picked.natural_weapons = (found.natural_weapons ?? []).map((one) => ({ ...one }));
  picked.skills = Object.entries(found.skills ?? {}).map(([id, level]) => ({ id, level }));
  await drawEdition();
};

// -- lists with their rows

const round = (label, sign, act, disabled = false) =>
  h("button", { type: "button", class: "quiet round", "aria-label": label, title: label, onclick: act, disabled }, sign);

const redraw = (list) => {
  refill(at(list), picked[list].map((one, place) => ROWS[list](one, place)));
};

const remove = (list, place) => () => {
  picked[list].splice(place, 1);
  redraw(list);
  (at(list).querySelectorAll(".remove")[Math.min(place, picked[list].length - 1)] ?? at(`add-${list}`))?.focus();
  changed();
};

const row = (list, place, name, about, ...controls) =>
  h("li", null,
    h("span", { class: "about" }, h("strong", null, name), about ? h("span", { class: "small soft" }, about) : null),
    ...controls,
    h("button", { type: "button", class: "quiet round remove", "aria-label": `Remove ${name}`, title: `Remove ${name}`, onclick: remove(list, place) }, "×"));

const found = (table, id) => tables?.[table].find((one) => one.id === id);

const first = (list, place) => () => {
  picked[list].unshift(...picked[list].splice(place, 1));
  redraw(list);
  at(list).querySelector("button")?.focus();
  changed();
};

const weaponFacts = ({ damage, heft, hands, notes }) =>
  [damage === "0" ? "" : damage, heft ? `heft ${heft}` : "", hands > 1 ? "two hands" : "", notes].filter(Boolean).join(" · ");

const armorFacts = ({ slot, protection, restriction, notes }) =>
  [`stops ${protection}`, restriction ? `DX −${restriction}` : "", slot, notes].filter(Boolean).join(" · ");

const skillFacts = ({ check, combat, price, magic_price: magic }) => {
  const xp = at("magic").checked && magic ? magic : price;
  return [check === "–" ? "" : check, combat ? "combat" : "", `a point, later ${xp} XP`].filter(Boolean).join(" · ");
};

const spellFacts = ({ iq, cost, at: target, lasts }) =>
  [`IQ ${iq}`, cost, target === "–" ? "" : target, lasts].filter(Boolean).join(" · ");

const skillRow = (one, place) => {
  const [base, speciality] = [one.id.split("/")[0], one.id.split("/").slice(1).join("/")];
  const skill = found("skills", base);
  const name = skill?.name ?? one.id;
  const level = h("input", { type: "number", inputmode: "numeric", min: 1, max: 20, value: one.level, "aria-label": `Level of ${name}`,
    oninput: (event) => { one.level = event.target.value === "" ? 1 : Number(event.target.value); } });
  const which = skill?.specialised
    ? h("input", { class: "speciality", value: speciality, maxlength: 30, placeholder: "which?", "aria-label": `Which ${name}`,
      oninput: (event) => { one.id = event.target.value.trim() ? `${base}/${event.target.value.trim()}` : base; } })
    : null;
  return row("skills", place, name, skill ? `${skillFacts(skill)} · ${skill.effect}` : "", which, level);
};

const naturalRow = (one, place) => {
  const word = (field, label, size) =>
    h("input", { value: one[field] ?? "", "aria-label": label, placeholder: label.toLowerCase(), size, maxlength: 30,
      oninput: (event) => { one[field] = event.target.value.trim(); } });
  const flag = (field, label) =>
    h("label", { class: "small" }, h("input", { type: "checkbox", checked: Boolean(one[field]),
      onchange: (event) => { if (event.target.checked) one[field] = true; else delete one[field]; } }), label);
  const item = row("natural_weapons", place, one.name || "natural weapon", "", word("name", "Name", 10), word("damage", "Damage", 6),
    flag("missile", "shot"), flag("breath", "breath"), flag("fatigue", "fatigue"));
  item.querySelector(".about").classList.add("visually-hidden");
  return item;
};

const ROWS = {
  weapons: (id, place) => {
    const weapon = found("weapons", id);
    const name = weapon?.name ?? id;
    return row("weapons", place, name, weapon ? weaponFacts(weapon) : "", place ? round(`Like ${name} best`, "↑", first("weapons", place)) : null);
  },
  armor: (id, place) => {
    const piece = found("armor", id);
    return row("armor", place, piece?.name ?? id, piece ? armorFacts(piece) : "");
  },
  skills: skillRow,
  spells: (id, place) => {
    const spell = found("spells", id);
    return row("spells", place, spell?.name ?? id, spell ? `${spellFacts(spell)} · ${spell.words}` : "");
  },
  natural_weapons: naturalRow,
};

const FACTS = { weapons: weaponFacts, armor: armorFacts, skills: skillFacts, spells: spellFacts };
const GROUPS = { weapons: "group", armor: "slot", skills: "category", spells: "school" };
const ADD = { weapons: "Add a weapon…", armor: "Add armor…", skills: "Add a skill…", spells: "Add a spell…" };

const choice = (list) => (one) => {
  const facts = FACTS[list](one);
  return h("option", { value: one.id }, facts ? `${one.name} (${facts})` : one.name);
};

const drawAdder = (list) => {
  const group = GROUPS[list];
  const names = group ? [...new Set(tables[list].map((one) => one[group]))] : [];
  refill(at(`add-${list}`),
    h("option", { value: "" }, ADD[list]),
    group
      ? names.map((name) => h("optgroup", { label: name }, tables[list].filter((one) => one[group] === name).map(choice(list))))
      : tables[list].map(choice(list)));
};

const known = new Map();

/** The tables of the chosen edition in the pickers. */
const drawEdition = async () => {
  const slug = at("edition").value;
  if (!slug) return;
  if (!known.has(slug)) known.set(slug, await api(`/api/editions/${encodeURIComponent(slug)}`));
  if (slug !== at("edition").value) return;
  tables = known.get(slug);
  Object.keys(ADD).forEach(drawAdder);
  Object.keys(ROWS).forEach(redraw);
  at("magic-fields").hidden = !tables.magic && !at("magic").checked && !picked.spells.length && !Number(at("staff").value);
};

for (const list of Object.keys(ADD)) {
  at(`add-${list}`).addEventListener("change", (event) => {
    event.stopPropagation();
    const id = event.target.value;
    event.target.value = "";
    if (!id) return;
    const there = list === "skills" && picked.skills.find((one) => one.id === id);
    if (there) there.level += 1;
    else picked[list].push(list === "skills" ? { id, level: 1 } : id);
    redraw(list);
    changed();
  });
}

at("add-natural").addEventListener("click", () => {
  picked.natural_weapons.push({ name: "", damage: "" });
  redraw("natural_weapons");
  at("natural_weapons").querySelector("li:last-child input").focus();
  changed();
});

// -- what the server says

const show = (answer, from) => {
  last = answer;
  const { mistakes, sheet } = answer;
  if (from === "form") text.value = answer.toml;
  at("fields").disabled = from === "text" && !answer.fields;
  at("locked").hidden = !at("fields").disabled;
  if (at("fields").disabled) at("file").open = true;
  at("wrong").hidden = mistakes.length === 0;
  at("wrong-title").textContent = mistakes.length === 1 ? "One thing is wrong" : `${mistakes.length} things are wrong`;
  refill(at("mistakes"), mistakes.map((words) => h("li", null, linked(words))));
  at("verdict").textContent = mistakes.length ? at("wrong-title").textContent : "✓ legal";
  at("verdict").classList.toggle("good-word", !mistakes.length);
  const [attributes, ...skills] = sheet?.points ?? [];
  refill(at("points"), attributes ? pointsLeft(attributes) : null);
  refill(at("skill-points"), skills.map((points, place) => [place ? "; " : null, pointsLeft(points)]));
  refill(at("sheet"), sheet ? sheetParts(sheet) : h("p", { class: "soft" }, "The sheet appears once edition, ST, DX and IQ can be read."));
};

let turn = 0;

/** While one of form and text waits to be checked, the other must not be changed: it would be lost. */
const hold = (from) => {
  at("fields").inert = from === "text";
  text.readOnly = from === "form";
};

let checking = Promise.resolve();

/** Has the form or the text checked; an answer that later typing has overtaken is left aside. */
const check = (from) => (checking = checked(from));

const checked = async (from) => {
  const mine = (turn += 1);
  try {
    const body = from === "form" ? { fields: fields() } : { toml: text.value };
    const answer = await api("/api/characters/check", { method: "POST", body });
    if (mine !== turn) return;
    if (from === "text" && answer.fields) await fillForm(answer.fields);
    show(answer, from);
    hold("");
    writeDraft(key, text.value === page.toml ? null : { from, fields: fields(), toml: text.value });
  } catch (error) {
    if (mine !== turn) return;
    at("verdict").textContent = error.message;
    setTimeout(() => { if (mine === turn) check(from); }, 5000);
  }
};

let waiting = 0;
let unchecked = "";

/** Something was typed: keep it at once, have it checked in a moment. */
const changed = (from = "form") => {
  unchecked = from;
  turn += 1;
  hold(from);
  writeDraft(key, { from, fields: fields(), toml: text.value });
  clearTimeout(waiting);
  waiting = setTimeout(() => { unchecked = ""; check(from); }, 150);
};

/** Has everything checked that was typed, and waits for a check that is under way. */
const settled = async () => {
  clearTimeout(waiting);
  const from = unchecked;
  unchecked = "";
  await (from ? check(from) : checking);
};

at("form").addEventListener("submit", (event) => event.preventDefault());
at("form").addEventListener("input", () => changed());
at("form").addEventListener("change", () => changed());
at("edition").addEventListener("change", () => drawEdition().catch((error) => notice("bad", error.message)));
at("magic").addEventListener("change", () => drawEdition());
text.addEventListener("input", () => changed("text"));

at("form").addEventListener("click", ({ target }) => {
  const { step, by } = target.dataset;
  if (!step) return;
  at(step).value = Math.max(1, Number(at(step).value) + Number(by));
  changed();
});

// -- what one can do

const notice = (kind, ...words) => {
  refill(at("notices"), words.length ? h("p", { class: `notice ${kind} spread` }, ...words) : null);
};

const action = (label, act) => h("button", { type: "button", onclick: act }, label);

const putText = (toml) => {
  text.value = toml;
  notice("");
  changed("text");
  return settled();
};

at("random").addEventListener("click", async () => {
  const before = text.value;
  try {
    const body = { edition: at("edition").value, seed: at("seed").value };
    const { toml, sheet } = await api("/api/characters/random", { method: "POST", body });
    await putText(toml);
    notice("", h("span", null, `${sheet.name}, by luck.`), action("Put back what was there", () => putText(before)));
    announce(`${sheet.name}, by luck.`);
  } catch (error) {
    notice("bad", error.message);
  }
});

const keep = async () => {
  await settled();
  if (last?.mistakes.length) {
    at("wrong").focus();
    at("wrong").scrollIntoView({ block: "nearest" });
    return;
  }
  const toml = text.value;
  const kept = page.id
    ? await api(`/api/characters/${page.id}`, { method: "PUT", body: { toml } })
    : await api("/api/characters", { method: "POST", body: { toml } });
  writeDraft(key, null);
  if (!page.id) await leave("/characters");
  page.toml = toml;
  at("title").textContent = kept.name;
  notice("good", h("span", null, `${kept.name} is kept.`), h("a", { href: "/characters" }, "All characters"));
  announce(`${kept.name} is kept.`);
};
at("keep").addEventListener("click", ({ currentTarget }) => once(currentTarget, keep, (error) => notice("bad", error.message)));

at("download").addEventListener("click", async () => {
  await settled();
  download(text.value, last?.file ?? "character");
});

at("drop")?.addEventListener("click", async () => {
  if (!(await sure(`Delete ${at("title").textContent}? Nothing brings him back but a file of yours.`, "Delete", "Keep"))) return;
  try {
    await api(`/api/characters/${page.id}`, { method: "DELETE" });
    writeDraft(key, null);
    location.assign("/characters");
  } catch (error) {
    notice("bad", error.message);
  }
});

/** What was typed before comes back; what is kept can come back instead. */
const begin = async () => {
  const draft = readDraft(key);
  text.value = draft?.toml ?? page.toml;
  if (draft?.fields) await fillForm(draft.fields);
  await check(draft?.from ?? "text");
  if (draft && text.value !== page.toml) {
    notice("", h("span", null, "Here is what you typed before and did not keep."), action("Start afresh", () => putText(page.toml)));
  }
};

begin().catch((error) => notice("bad", error.message));
