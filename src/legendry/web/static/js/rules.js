/** The rulebook answers while one types; without this script the form does the same. */

import { announce, api, h, refill } from "./dom.js";

const input = document.getElementById("q");
const found = document.getElementById("found");
const contents = document.getElementById("contents");
const title = document.getElementById("found-title");
const instead = document.getElementById("instead");
const list = document.getElementById("found-lines");

const names = Object.fromEntries(
  [...document.querySelectorAll("#contents abbr.mark")].map((mark) => [mark.textContent, mark.title]));

const mark = (tag) => h("abbr", { class: `mark mark-${tag.toLowerCase()}`, title: names[tag] }, tag);

const line = ({ id, headline, place, tags }) =>
  h("li", null, h("a", { href: `/rules/${id}` },
    h("span", { class: "id" }, id), " ",
    h("span", { class: "headline" }, headline), " ",
    tags.length && tags.length < Object.keys(names).length ? h("span", { class: "marks" }, tags.map(mark)) : null,
    h("span", { class: "place" }, place)));

const speaking = (count) => {
  if (!count) return "Nothing in the rulebook speaks";
  return count === 1 ? "1 place speaks" : `${count} places speak`;
};

const show = (words, { found: places, nearest }) => {
  title.textContent = `${speaking(places.length)} of “${words}”`;
  instead.textContent = nearest.length ? "Perhaps one of these was meant:" : "Try fewer or other words, or look through the chapters:";
  refill(list, (places.length ? places : nearest).map(line));
  instead.hidden = contents.hidden = places.length > 0;
  announce(title.textContent);
};

const look = async () => {
  const words = input.value.trim();
  history.replaceState(null, "", words ? `/rules?q=${encodeURIComponent(words)}` : "/rules");
  if (!words) {
    found.hidden = true;
    contents.hidden = false;
    return;
  }
  try {
    const places = await api(`/api/rules?q=${encodeURIComponent(words)}`);
    if (input.value.trim() !== words) return;
    show(words, places);
  } catch (error) {
    title.textContent = error.message;
  }
  found.hidden = false;
};

let waiting = 0;
input.addEventListener("input", () => {
  clearTimeout(waiting);
  waiting = setTimeout(look, 120);
});

document.getElementById("all").addEventListener("click", (event) => {
  event.preventDefault();
  input.value = "";
  look();
  input.focus();
});
