/** The rulebook answers while one types; without this script the form does the same. */

import { announce, api, h, refill } from "./dom.js";

const input = document.getElementById("q");
const found = document.getElementById("found");
const contents = document.getElementById("contents");
const title = document.getElementById("found-title");
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

const show = (words, lines) => {
  const count = lines.length === 1 ? "1 place speaks" : `${lines.length} places speak`;
  title.textContent = `${count} of “${words}”`;
  refill(list, lines.map(line));
  announce(title.textContent);
};

const look = async () => {
  const words = input.value.trim();
  found.hidden = !words;
  contents.hidden = Boolean(words);
  history.replaceState(null, "", words ? `/rules?q=${encodeURIComponent(words)}` : "/rules");
  if (!words) return;
  try {
    const lines = await api(`/api/rules?q=${encodeURIComponent(words)}`);
    if (input.value.trim() === words) show(words, lines);
  } catch (error) {
    title.textContent = error.message;
  }
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
