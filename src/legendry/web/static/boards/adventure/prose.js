/**
 * A book's prose as elements: paragraphs, quotes, *emphasis*, **strong**, and pictures of the book's
 * own. Whatever else looks like markup is text.
 */

import { h } from "../../js/dom.js";

const MARKED = /!\[(?<words>[^\]]*)\]\(pictures\/(?<file>[\w.-]+)\)|(?<mark>\*\*|\*|(?<!\w)__|(?<!\w)_)(?=\S)(?<text>.+?)(?<=\S)\k<mark>/su;
const QUOTED = /^>\s?/gmu;

/** A line of prose as texts and elements; `picture` makes the element of a picture from its file and words. */
export const inline = (text, picture) => {
  const found = MARKED.exec(text);
  if (!found) return [text];
  const { words, file, mark, text: inner } = found.groups;
  const made = file ? picture(file, words) : h(mark.length > 1 ? "strong" : "em", null, inline(inner, picture));
  return [text.slice(0, found.index), made, ...inline(text.slice(found.index + found[0].length), picture)];
};

const block = (paragraph, picture) => {
  const quoted = paragraph.split("\n").every((line) => line.startsWith(">"));
  if (!quoted) return h("p", null, inline(paragraph, picture));
  const parts = paragraph.replaceAll(QUOTED, "").split(/\n{2,}/u);
  return h("blockquote", null, parts.filter(Boolean).map((part) => h("p", null, inline(part, picture))));
};

/** The paragraphs of an instruction; the pictures are those of the table or replay of that id. */
export const prose = (paragraphs, id) => {
  const picture = (file, words) =>
    h("img", { src: `/api/pictures/${encodeURIComponent(id)}/${encodeURIComponent(file)}`, alt: words, loading: "lazy" });
  return paragraphs.map((paragraph) => block(paragraph, picture));
};
