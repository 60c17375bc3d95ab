/** Building elements without markup in strings, and what all pages need of the browser. */

const fill = (element, attributes, children) => {
  for (const [name, value] of Object.entries(attributes ?? {})) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith("on") && typeof value === "function") {
      element.addEventListener(name.slice(2), value);
    } else if (name === "dataset" || name === "style") {
      Object.assign(element[name], value);
    } else {
      element.setAttribute(name, value === true ? "" : value);
    }
  }
  element.append(...children.flat(Infinity).filter((child) => child !== null && child !== undefined && child !== false && child !== ""));
  return element;
};

/**
 * An element: `h("button", {class: "primary", onclick: go, disabled: false}, "Play")`.
 * Attributes that are null, undefined or false are left out; `on…` functions listen; `dataset` and
 * `style` take objects; children are nodes, texts or (nested) lists of them, empty ones left out.
 */
export const h = (tag, attributes, ...children) => fill(document.createElement(tag), attributes, children);

/** The same for SVG. */
export const svg = (tag, attributes, ...children) =>
  fill(document.createElementNS("http://www.w3.org/2000/svg", tag), attributes, children);

/** Puts these children in place of all that were there. */
export const refill = (element, ...children) => {
  element.replaceChildren();
  return fill(element, null, children);
};

/** Says a sentence to those who listen rather than look. */
export const announce = (words) => {
  const region = document.getElementById("status");
  region.textContent = "";
  requestAnimationFrame(() => { region.textContent = words; });
};

/** Menus of the browser may swallow the end of a press: nothing waits for it longer than this. */
const LONGEST_PRESS = 5000;
let pressed = Promise.resolve();
addEventListener("pointerdown", ({ button }) => {
  if (button) return;
  pressed = new Promise((resolve) => {
    for (const end of ["pointerup", "pointercancel"]) addEventListener(end, () => setTimeout(resolve), { once: true, capture: true });
    addEventListener("blur", resolve, { once: true });
    setTimeout(resolve, LONGEST_PRESS);
  });
}, { capture: true });

/** Until nothing is pressed: a button that is drawn anew while it is pressed would not be clicked. */
export const released = () => pressed;

/** The JSON that the server put into the page under that id. */
export const pageData = (id = "page-data") => JSON.parse(document.getElementById(id).textContent);

/** Calls the server's API; gives its JSON (text where it is none) or throws an Error in its words. */
export const api = async (path, { method = "GET", body } = {}) => {
  const text = typeof body === "string";
  const headers = body === undefined ? {} : { "content-type": text ? "text/plain" : "application/json" };
  let reply;
  try {
    reply = await fetch(path, { method, headers, body: text || body === undefined ? body : JSON.stringify(body) });
  } catch {
    throw new Error("The server cannot be reached. Check the connection and try again.");
  }
  const isJson = reply.headers.get("content-type")?.includes("json");
  const answer = reply.status === 204 ? null : await (isJson ? reply.json() : reply.text());
  if (!reply.ok) throw new Error(answer?.words ?? "That did not work. Please try again.");
  return answer;
};

/** Goes to another page: whoever waits for that does nothing more on this one. */
export const leave = (url) => {
  location.assign(url);
  return new Promise(() => {});
};

const atWork = new Set();
addEventListener("pageshow", ({ persisted }) => {
  if (!persisted) return;
  for (const button of atWork) button.ariaDisabled = null; // somebody has come back to this page
  atWork.clear();
});

/** Does what a button asks, once, however often it is pressed meanwhile; an error is said by `complain`. */
export const once = async (button, act, complain) => {
  if (button.ariaDisabled === "true") return;
  button.ariaDisabled = "true";
  atWork.add(button);
  try {
    await act();
  } catch (error) {
    complain(error);
  }
  button.ariaDisabled = null;
  atWork.delete(button);
};

/** A sentence begins with a capital letter. */
export const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);

/** `0.625` as `63%`; what is possible is never called 0%, nor what can fail 100%. */
export const percent = (chance) => {
  if (chance > 0 && chance < 0.01) return "<1%";
  if (chance < 1 && chance > 0.99) return ">99%";
  return `${Math.round(chance * 100)}%`;
};

/** A number with a real minus sign. */
export const minus = (number) => String(number).replace("-", "−");

/** Whether this person wants no motion. */
export const still = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

let count = 0;
/** An id that no other element of the page has. */
export const freshId = (stem) => `${stem}-${(count += 1)}`;
