/**
 * The yard: a craft is built step by step, or follows its notation. Every step is sent whole; the
 * server says what it costs and what is wrong, and this page shows it. What is not kept yet waits
 * in the browser.
 */

import { announce, api, h, leave, once, pageData, refill, released } from "./dom.js";
import { download, draftKey, readDraft, sure, writeDraft } from "./keeping.js";
import { linked, total } from "./ledger.js";
import { peopleOf } from "./people.js";
import { capabilityRow, crewRow, kindButton, sectionRow } from "./yard-desk.js";
import { leftWords, price, sheetParts } from "./yard-sheet.js";
import { Slip } from "./yard-slip.js";

const LARGEST = 64 * 1024;

const page = pageData();
const key = draftKey("craft", page.id, new URLSearchParams(location.search).get("like") ?? "");
const at = (id) => document.getElementById(id);

let slip = new Slip({ edition: at("edition").value, budget: page.budget });
let last = null;
let people = null;

// -- drawing

const fillForm = () => {
  for (const id of ["name", "edition", "blurb"]) at(id).value = slip[id];
  at("budget").value = slip.budget ?? "";
  at("scenario").checked = slip.scenario;
  listPeople();
};

const listPeople = async () => {
  const slug = slip.edition;
  if (people?.slug === slug) return;
  people = { slug, choices: null };
  at("aboard").disabled = true;
  try {
    const choices = await peopleOf(slug);
    if (people.slug !== slug) return;
    people.choices = choices;
    refill(at("person"), choices.options());
    at("aboard").disabled = false;
  } catch (error) {
    people = null;
    notice("bad", error.message);
  }
};

/** Draws a list anew; the control that had the focus has it again. A number being typed is let be. */
const redraw = (list, rows) => {
  const held = list.contains(document.activeElement) ? document.activeElement : null;
  if (held?.matches("input")) return;
  refill(list, rows);
  if (held) focusOn(held.dataset.focus);
};

const focusOn = (focus) => document.querySelector(`[data-focus="${CSS.escape(focus ?? "")}"]`)?.focus();

const draw = () => {
  const craft = last?.craft ?? null;
  redraw(at("sections"), slip.sections.map((_, place) => sectionRow(craft, slip.sections, place, sectionActs)));
  redraw(at("crew"), slip.crew.map((_, place) => crewRow(craft, slip.crew, place, crewActs)));
  if (!craft) return;
  redraw(at("kinds"), craft.kinds.map((kind) => kindButton(kind, addSection)));
  redraw(at("capabilities"), craft.capabilities.map((one) => capabilityRow(one, slip[one.id], (value) => setStep(one, value))));
  at("other-kinds").hidden = !(slip.scenario && craft.other_sections);
};

const show = ({ mistakes, craft }) => {
  const { blank } = slip;
  const count = mistakes.length === 1 ? "One thing is wrong" : `${mistakes.length} things are wrong`;
  at("wrong").hidden = mistakes.length === 0;
  at("wrong").classList.toggle("bad", !blank);
  at("wrong-title").textContent = blank ? "To begin with" : count;
  refill(at("mistakes"), mistakes.map((words) => h("li", null, linked(words))));
  const cost = craft ? total(craft.cost) : 0;
  at("verdict").textContent = mistakes.length ? `${cost} points, ${mistakes.length} wrong` : `✓ ${cost} points`;
  at("verdict").hidden = blank;
  at("verdict").classList.toggle("good-word", !mistakes.length);
  draw();
  if (!craft) return;
  if (document.activeElement !== at("build")) at("build").value = craft.notation;
  refill(at("price"), price(craft));
  refill(at("sheet"), sheetParts(craft));
};

const summary = ({ mistakes, craft }) => {
  const cost = craft ? `${total(craft.cost)} build points${craft.left === null ? "" : `, ${leftWords(craft.left)}`}.` : "";
  return `${cost} ${mistakes.length ? mistakes.join(". ") : "It is legal"}.`;
};

// -- what the server says

let turn = 0;
let waiting = 0;
let checking = null;
let answered = 0;

/** Has the slip checked; an answer that a later step has overtaken is left aside. */
const check = (said = "") => {
  checking = ask(said);
  return checking;
};

const ask = async (said) => {
  const mine = (turn += 1);
  clearTimeout(waiting);
  try {
    const answer = await api("/api/craft/check", { method: "POST", body: slip.told() });
    await released();
    if (mine !== turn) return;
    last = answer;
    answered = mine;
    if (answer.craft) slip.heard(answer.craft);
    show(answer);
    const same = page.toml === answer.toml && page.budget === slip.budget;
    writeDraft(key, same ? null : slip);
    if (said) announce(`${said} ${summary(answer)}`);
  } catch (error) {
    if (mine !== turn) return;
    at("verdict").textContent = error.message;
    at("verdict").hidden = false;
    waiting = setTimeout(() => check(said), 5000);
  }
};

let unsaid = null;

/** Something was done: keep it at once and have it checked, what is typed in a moment. */
const changed = (said, wait = 0) => {
  writeDraft(key, slip);
  draw();
  turn += 1;
  clearTimeout(waiting);
  unsaid = said;
  waiting = setTimeout(settled, wait);
};

/** Has everything checked that was done. */
const settled = async () => {
  const said = unsaid;
  unsaid = null;
  await (said === null ? checking : check(said));
};

// -- building

/** Reads what is typed as notation, before a part is changed; gives whether the parts follow it now. */
const read = async () => {
  if (slip.notation === null) return true;
  await settled();
  return answered === turn;
};

/** A part was changed by hand: from now on the notation follows the parts. */
const built = (said) => {
  slip.notation = null;
  changed(said);
};

const addSection = async (name) => {
  if (!(await read())) return;
  slip.addSection(name);
  built(`${name} added.`);
};

const setStep = async ({ id, name }, value) => {
  if (!(await read())) return;
  slip[id] = value;
  built(`${name} ${value}.`);
};

/** Does something to a section, wherever it is by then; one that the notation has dropped is let be. */
const onSection = (act) => async (place, ...given) => {
  const { key: mine } = slip.sections[place];
  if (!(await read())) return;
  const there = slip.sections.findIndex((one) => one.key === mine);
  if (there >= 0) act(there, ...given);
};

const sectionActs = {
  points: onSection((place, points) => {
    slip.sections[place].points = points;
    built(`${slip.sections[place].name} ${points}.`);
  }),
  move: onSection((place, by) => {
    const [one] = slip.sections.splice(place, 1);
    slip.sections.splice(place + by, 0, one);
    built(`${one.name} is number ${place + by + 1} to be lost.`);
  }),
  remove: onSection((place) => {
    const [gone] = slip.sections.splice(place, 1);
    const next = slip.sections[Math.min(place, slip.sections.length - 1)];
    built(`${gone.name} removed.`);
    focusOn(next ? `remove-${next.key}` : `add-${gone.name}`);
    if (document.activeElement === document.body) at("scenario").focus();
  }),
};

const crewActs = {
  station: (place, station) => {
    const one = slip.crew[place];
    Object.assign(one, { station, section: station === "crew" ? "" : last?.craft?.stations ?? "" });
    changed(`${one.name}: ${station}.`);
  },
  section: (place, section) => {
    slip.crew[place].section = section;
    changed(`${slip.crew[place].name}: ${section}.`);
  },
  leave: (place) => {
    const [gone] = slip.crew.splice(place, 1);
    if (last?.craft) last.craft.crew.splice(place, 1);
    changed(`${gone.name} goes ashore.`);
    const next = slip.crew[Math.min(place, slip.crew.length - 1)];
    if (next) focusOn(`leave-${next.key}`);
    else at("person").focus();
  },
};

/** The first aboard flies, the second fires, others are wherever there is a section left. */
const stationOf = (craft) => {
  const free = ["pilot", "gunner"].find((station) => !slip.crew.some((one) => one.station === station));
  if (free) return { station: free, section: "" };
  return { station: "crew", section: craft?.labels.find((label) => label !== craft.stations) ?? "" };
};

at("aboard").addEventListener("click", () => {
  const one = people?.choices?.all[at("person").value];
  if (!one) return;
  slip.addCrew({ who: one.who, name: one.name, ...stationOf(last?.craft) });
  changed(`${one.name} comes aboard.`);
});

at("add-other").addEventListener("click", () => {
  const name = at("other").value.trim();
  at("other").focus();
  if (!name) return;
  at("other").value = "";
  addSection(name);
});

at("other").addEventListener("keydown", (event) => {
  if (event.key !== "Enter") return;
  event.preventDefault();
  at("add-other").click();
});

at("form").addEventListener("submit", (event) => event.preventDefault());
for (const id of ["name", "blurb"]) {
  at(id).addEventListener("input", () => {
    slip[id] = at(id).value;
    changed("", 150);
  });
}
at("budget").addEventListener("input", () => {
  const points = Math.trunc(Number(at("budget").value));
  slip.budget = at("budget").value === "" ? null : Math.max(0, Math.min(10_000, points));
  changed("Budget changed.", 150);
});
at("build").addEventListener("input", () => {
  slip.notation = at("build").value;
  changed("Notation read.", 150);
});
at("scenario").addEventListener("change", () => {
  slip.scenario = at("scenario").checked;
  changed(slip.scenario ? "A scenario prescribes its sections." : "No scenario prescribes its sections.");
});
at("edition").addEventListener("change", () => {
  slip.edition = at("edition").value;
  listPeople();
  changed("Edition changed.");
});

// -- beginning with something else

const notice = (kind, ...words) => {
  refill(at("notices"), words.length ? h("div", { class: `notice ${kind} spread` }, ...words) : null);
};

const action = (label, act) => h("button", { type: "button", onclick: act }, label);

const putBack = (before) => async () => {
  slip = before;
  fillForm();
  notice("");
  await check("Put back.");
};

/** Puts a file on the slip as far as it can be read; gives what is wrong with it. */
const putFile = async (toml) => {
  const { mistakes, craft } = await api("/api/craft/check", { method: "POST", body: { toml } });
  if (craft) {
    slip.take(craft);
    fillForm();
  }
  return { mistakes, craft };
};

const listed = (mistakes) => h("ul", null, mistakes.map((words) => h("li", null, linked(words))));

/** Puts a file of the visitor's on the slip; what was there can come back. */
const bring = async (file) => {
  if (file.size > LARGEST) throw new Error(`${file.name} is larger than 64 KiB.`);
  const before = new Slip(slip);
  const { mistakes, craft } = await putFile(await file.text());
  const says = craft ? `${file.name} is here${mistakes.length ? " as far as it can be read" : ""}.` : `${file.name} cannot be read.`;
  notice(mistakes.length ? "bad" : "", h("div", null, h("p", null, says), listed(mistakes)),
    craft ? action("Put back what was there", putBack(before)) : null);
  if (craft) await check(says);
};

const complain = (error) => notice("bad", h("p", null, error.message));

at("nothing").addEventListener("click", () => {
  const before = new Slip(slip);
  slip.empty();
  fillForm();
  notice("", h("span", null, "The slip is empty."), action("Put back what was there", putBack(before)));
  changed("The slip is empty.");
});

at("upload").addEventListener("change", async ({ target }) => {
  const [file] = target.files;
  if (!file) return;
  target.value = "";
  try {
    await bring(file);
  } catch (error) {
    complain(error);
  }
});

// -- what one can do with it

/** Keeps the craft: what is kept now, or null if something is wrong with it. */
const keep = async () => {
  await settled();
  if (answered !== turn) throw new Error("The server has not answered yet. Try again in a moment.");
  if (last.mistakes.length) {
    at("wrong").focus();
    at("wrong").scrollIntoView({ block: "nearest" });
    return null;
  }
  const { toml } = last;
  const kept = page.id
    ? await api(`/api/craft/${page.id}`, { method: "PUT", body: { toml } })
    : await api("/api/craft", { method: "POST", body: { toml } });
  writeDraft(key, null);
  page.toml = toml;
  return kept;
};

at("keep").addEventListener("click", () => once(at("keep"), async () => {
  const kept = await keep();
  if (!kept) return;
  if (!page.id) {
    const left = leave("/yard#yours");
    if (location.pathname === "/yard" && !location.search) location.reload();
    await left;
  }
  at("title").textContent = kept.name;
  notice("good", h("span", null, `${kept.name} is kept.`), h("a", { href: "/yard#yours" }, "All your craft"));
}, complain));

at("fly").addEventListener("click", () => once(at("fly"), async () => {
  const kept = await keep();
  if (kept) await leave(`/new/dogfight?edition=${kept.edition}&craft=${kept.id}`);
}, complain));

at("download").addEventListener("click", async () => {
  await settled();
  if (last) download(last.toml, last.file);
});

document.addEventListener("click", async ({ target }) => {
  const { drop, name } = target.id === "drop" ? { drop: page.id, name: at("title").textContent } : target.dataset ?? {};
  if (!drop || !(await sure(`Delete ${name}? Nothing brings it back but a file of yours.`, "Delete", "Keep"))) return;
  try {
    await api(`/api/craft/${drop}`, { method: "DELETE" });
    writeDraft(draftKey("craft", drop), null);
    if (drop === page.id) {
      location.assign("/yard#yours");
      return;
    }
    target.closest("li").remove();
    at("nobody").hidden = Boolean(document.querySelector("[data-drop]"));
    announce(`${name} is deleted.`);
    at("main").focus();
  } catch (error) {
    complain(error);
  }
});

/** What was built before comes back; what is kept can come back instead. */
const begin = async () => {
  const draft = readDraft(key);
  if (draft?.sections) {
    slip = new Slip(draft);
    fillForm();
    at("build").value = slip.notation ?? "";
    await check();
    notice("", h("span", null, "Here is what you built before and did not keep."), action("Start afresh", startAfresh));
    return;
  }
  await startAfresh();
};

const startAfresh = async () => {
  slip.budget = page.budget;
  const { mistakes, craft } = await putFile(page.toml);
  notice(...(craft ? [""] : ["bad", h("div", null, listed(mistakes))]));
  await check();
};

/** What is built before the craft is there would be lost. */
begin().catch(complain).finally(() => { at("form").inert = false; });
