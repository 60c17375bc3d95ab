/** The page of all characters: files are brought, characters deleted. */

import { announce, api, h, refill } from "./dom.js";
import { draftKey, sure, writeDraft } from "./keeping.js";
import { linked } from "./ledger.js";

const LARGEST = 64 * 1024;

const brought = document.getElementById("brought");

const mend = (file, text) => () => {
  const query = `?file=${encodeURIComponent(file.name)}`;
  writeDraft(draftKey("character", "", query), { from: "text", toml: text });
  location.assign(`/characters/new${query}`);
};

/** Brings one file: null if it is kept now, or what is to be said of it. */
const bring = async (file) => {
  const refused = (mistakes, text) =>
    h("div", { class: "notice bad" },
      h("p", null, `${file.name} was not taken.`),
      h("ul", null, mistakes.map((words) => h("li", null, linked(words)))),
      text ? h("button", { type: "button", onclick: mend(file, text) }, "Mend it here") : null);
  if (file.size > LARGEST) return refused(["The file is larger than 64 KiB."]);
  const toml = await file.text();
  try {
    const { mistakes } = await api("/api/characters/check", { method: "POST", body: { toml } });
    if (mistakes.length) return refused(mistakes, toml);
    await api("/api/characters", { method: "POST", body: { toml } });
    return null;
  } catch (error) {
    return refused([error.message], toml);
  }
};

document.getElementById("files").addEventListener("change", async ({ target }) => {
  const notices = [];
  const files = [...target.files];
  target.value = "";
  for (const file of files) notices.push(await bring(file));
  const refused = notices.filter(Boolean);
  if (refused.length === 0) {
    location.reload();
    return;
  }
  const kept = notices.length - refused.length;
  refill(brought, refused, kept
    ? h("p", { class: "notice good" }, `${kept} kept. `, h("a", { href: "/characters" }, "Show them"))
    : null);
});

document.addEventListener("click", async ({ target }) => {
  const { drop, name } = target.dataset ?? {};
  if (!drop || !(await sure(`Delete ${name}? Nothing brings him back but a file of yours.`, "Delete", "Keep"))) return;
  try {
    await api(`/api/characters/${drop}`, { method: "DELETE" });
    writeDraft(draftKey("character", drop), null);
    target.closest("li").remove();
    document.getElementById("nobody").hidden = Boolean(document.querySelector("[data-drop]"));
    announce(`${name} is deleted.`);
    document.getElementById("main").focus();
  } catch (error) {
    refill(brought, h("p", { class: "notice bad" }, error.message));
  }
});
