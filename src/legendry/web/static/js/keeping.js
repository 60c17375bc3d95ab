/** What pages need where something is made and kept: drafts that wait in the browser, files, one last question. */

import { h } from "./dom.js";

/** Asks in the page's dialog before something is deleted. */
export const sure = (words) => {
  const dialog = document.getElementById("sure");
  document.getElementById("sure-words").textContent = words;
  dialog.returnValue = "no";
  dialog.showModal();
  return new Promise((resolve) => {
    dialog.addEventListener("close", () => resolve(dialog.returnValue === "yes"), { once: true });
  });
};

/** Where a draft waits in this browser: that of something kept, or of something new by its address. */
export const draftKey = (kind, id, query = "") => `legendry.${kind}.${id || query || "new"}`;

export const readDraft = (key) => {
  try {
    return JSON.parse(localStorage.getItem(key));
  } catch {
    return null;
  }
};

/** Keeps a draft, or with null forgets it; a browser that keeps nothing does no harm. */
export const writeDraft = (key, draft) => {
  try {
    if (draft) localStorage.setItem(key, JSON.stringify(draft));
    else localStorage.removeItem(key);
  } catch { /* a private window, or no room left */ }
};

/** Saves a text as a TOML file of that name. */
export const download = (text, name) => {
  const url = URL.createObjectURL(new Blob([text], { type: "application/toml" }));
  h("a", { href: url, download: `${name}.toml` }).click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
};
