/** What pages need where something is made and kept: drafts that wait in the browser, files, one last question. */

import { freshId, h } from "./dom.js";

/** Asks once more before something is done that is not easily undone; whoever only closes the question says no. */
export const sure = (words, yes = "Yes", no = "No") => new Promise((resolve) => {
  const id = freshId("sure");
  const closed = () => {
    dialog.remove();
    resolve(dialog.returnValue === "yes");
  };
  const dialog = h("dialog", { "aria-labelledby": id, onclose: closed },
    h("p", { id, class: "story" }, words),
    h("form", { method: "dialog" },
      h("button", { value: "no", autofocus: true }, no),
      h("button", { value: "yes", class: "danger" }, yes)));
  document.body.append(dialog);
  dialog.showModal();
});

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
