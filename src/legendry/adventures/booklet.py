"""A book on paper: a numbered booklet in one HTML file, shuffled so that nobody reads ahead, or the
game master's script in the order of the book.

Every line of a list is printed in the notation of the rules, its links as “turn to 17”; so what is
printed is enough to have the adventure again (`proof`).
"""

from __future__ import annotations

import re
from base64 import b64encode
from collections.abc import Iterator, Mapping
from html import escape
from random import Random

from legendry.adventures.book import Battle, Book, Id, Instruction, Item, Link, Shop
from legendry.adventures.plates import board_of, drawn, table
from legendry.adventures.wording import Wording

PROSE = re.compile(
    r"!\[(?P<alt>[^\]]*)\]\((?P<picture>[^)\s]+)\)"
    r"|\[(?P<words>[^\[\]]+)\]\((?P<target>[^)\s]*)\)"
    r"|(?P<mark>\*\*|__|\*|_)(?=\S)(?P<inner>.+?)(?<=\S)(?P=mark)",
    re.DOTALL,
)
KEYWORD = re.compile(r"(?:Go to|[A-Z][a-zA-Z]*:?)(?= |$)")
MIME = {".png": "png", ".jpg": "jpeg", ".jpeg": "jpeg", ".webp": "webp", ".svg": "svg+xml"}
STYLE = """
:root { color-scheme: light; }
body { font: 11pt/1.45 Georgia, "Times New Roman", serif; color: #2b251c; background: #fffdf7;
  max-width: 34rem; margin: 2rem auto; padding: 0 1rem; }
header, header p { text-align: center; }
header { margin-bottom: 3rem; }
h1 { font-size: 1.9rem; margin-bottom: .2rem; }
article { break-inside: avoid; margin: 1.6rem 0; border-top: 1px solid #cbbfa4; padding-top: .5rem; }
h2 { font-size: 1rem; font-weight: normal; font-style: italic; text-align: center; margin: 0 0 .5rem; }
h2 b { font-size: 1.25rem; font-style: normal; display: block; }
p { margin: 0 0 .5rem; text-align: justify; hyphens: auto; }
blockquote { margin: .5rem 1.2rem; font-size: .95em; border-left: 2px solid #cbbfa4; padding-left: .8rem; }
ul { margin: .6rem 0 0; padding-left: 1.1rem; }
li { margin: .25rem 0; }
.to i { font-style: normal; }
.to a { font-weight: bold; color: inherit; }
.kw { font-variant: small-caps; letter-spacing: .03em; }
.from { font-size: .85em; color: #6b6256; }
table { border-collapse: collapse; font-size: .8em; margin: .6rem 0; width: 100%; }
th, td { border: 1px solid #cbbfa4; padding: .1rem .3rem; text-align: left; vertical-align: top; }
figure { margin: .6rem auto; text-align: center; break-inside: avoid; }
figure svg, img { max-width: 100%; height: auto; }
figcaption { font-size: .8em; color: #6b6256; }
@page { size: A5; margin: 14mm 13mm; }
@media print { body { max-width: none; margin: 0; padding: 0; background: none; font-size: 9.5pt; }
  header { break-after: page; padding-top: 30%; } a { text-decoration: none; } }
"""


def numbering(book: Book, seed: str | int | None = None) -> dict[Id, int]:
    """Every instruction's number: the first is the start, the rest shuffled by the seed.

    Without a seed they are numbered in the order of the book.
    """
    ids = list(book.instructions)
    if seed is not None:
        ids.remove(book.start)
        Random(f"booklet/{seed}").shuffle(ids)
        ids.insert(0, book.start)
    return {id: number for number, id in enumerate(ids, 1)}


def booklet(book: Book, seed: str | int = 1, pictures: Mapping[str, bytes] | None = None) -> str:
    """The booklet for players."""
    return _Printer(book, numbering(book, seed), pictures or {}).whole(script=False)


def script(book: Book, pictures: Mapping[str, bytes] | None = None) -> str:
    """The script for a game master: in order, with where each instruction is reached from."""
    return _Printer(book, numbering(book), pictures or {}).whole(script=True)


class _Printer:
    def __init__(
        self, book: Book, numbers: Mapping[Id, int], pictures: Mapping[str, bytes]
    ) -> None:
        self.book = book
        self.numbers = numbers
        self.pictures = pictures

    def whole(self, *, script: bool) -> str:
        book = self.book
        order = sorted(self.numbers, key=self.numbers.__getitem__)
        kind = "The game master's script" if script else "An adventure in numbered instructions"
        small = [kind, book.party and f"For {book.party}.", book.licence]
        start = self.numbers[book.start]
        language = escape(book.language, quote=True)
        parts = [
            f'<!doctype html>\n<html lang="{language}"><head><meta charset="utf-8">',
            '<meta name="viewport" content="width=device-width, initial-scale=1">',
            '<meta http-equiv="Content-Security-Policy" '
            "content=\"default-src 'none'; style-src 'unsafe-inline'; img-src data:\">",
            f"<title>{escape(book.title)}</title><style>{STYLE}</style></head><body>",
            f"<header><h1>{escape(book.title)}</h1><p>{escape(book.author)}</p>",
            *(f"<p>{escape(line)}</p>" for line in small if line),
            f'<p class="begin">Begin with <a href="#n{start}">{start}</a>.</p></header>',
        ]
        parts += [self.article(book.instructions[id], script=script) for id in order]
        return "\n".join([*parts, "</body></html>\n"])

    def article(self, one: Instruction, *, script: bool) -> str:
        """One instruction."""
        number = self.numbers[one.id]
        parts = [
            f'<article id="n{number}"><h2><b>{number}</b> <span>{escape(one.title)}</span></h2>'
        ]
        if script:
            parts.append(self.reached(one))
        parts += ['<div class="prose">', *map(self.paragraph, one.prose), "</div>"]
        if one.items:
            parts += ["<ul>", *(f"<li>{self.line(item)}</li>" for item in one.items), "</ul>"]
        for item in one.items:
            parts += self.beside(item)
        return "\n".join([*parts, "</article>"])

    def reached(self, one: Instruction) -> str:
        sources = {
            self.numbers[other.id]: None
            for other in self.book.instructions.values()
            for _, link in other.links
            if link.target == one.id
        }
        names = ", ".join(f'<a href="#n{number}">{number}</a>' for number in sorted(sources))
        return f'<p class="from">from {names or "the start"} · #{escape(one.id)}</p>'

    def line(self, item: Item) -> str:
        """A line of a list: escaped, its links as people turn pages."""
        links: list[Link] = []

        def marked(link: Link) -> str:
            links.append(link)
            return f"\x00{len(links) - 1}\x00"

        wording = Wording(self.book.edition, marked, lambda id: str(self.numbers.get(id, id)))
        text = wording.item(item)
        rule = KEYWORD.match(text)
        head = f'<span class="kw">{escape(rule[0])}</span>' if rule else ""
        rest = escape(text[rule.end() :] if rule else text)
        return head + re.sub(r"\x00(\d+)\x00", lambda found: self.turn(links[int(found[1])]), rest)

    def turn(self, link: Link) -> str:
        number = self.numbers[link.target]
        return (
            f'<span class="to"><i>{escape(link.text)}</i> → '
            f'turn to <a href="#n{number}">{number}</a></span>'
        )

    def beside(self, item: Item) -> Iterator[str]:
        """What a line needs at the table: foes and their map, or the prices of a shop."""
        match item.does:
            case Battle() as battle:
                yield table(self.book, battle)
                if battle.game == "fight":
                    yield drawn(board_of(self.book, battle))
            case Shop(prices=name) if name in self.book.prices:
                prices = self.book.prices[name]
                rows = "".join(
                    f"<tr><td>{escape(ware.name)}</td><td>{ware.price}</td></tr>"
                    for ware in prices.wares.values()
                )
                yield (
                    f'<table class="prices"><thead><tr><th>{escape(prices.title)}</th>'
                    f"<th>{escape(prices.currency)}</th></tr></thead><tbody>{rows}</tbody></table>"
                )

    # -- prose ---------------------------------------------------------------------------------

    def paragraph(self, text: str) -> str:
        """A paragraph: a quotation if its lines begin with >."""
        if text.startswith(">"):
            bare = "\n".join(line.removeprefix(">").strip() for line in text.split("\n"))
            return f"<blockquote><p>{self.inline(bare)}</p></blockquote>"
        return f"<p>{self.inline(text)}</p>"

    def inline(self, text: str) -> str:
        """Emphasis, links and pictures; everything else is text."""
        out: list[str] = []
        place = 0
        for found in PROSE.finditer(text):
            out.append(escape(text[place : found.start()]))
            place = found.end()
            if found["picture"]:
                out.append(self.image(found["picture"], found["alt"]))
            elif found["words"]:
                number = self.numbers.get(found["target"].rpartition("#")[2].lower())
                words = self.inline(found["words"])
                turn = f' (<a href="#n{number}">{number}</a>)' if number else ""
                out.append(f"{words}{turn}")
            else:
                tag = "strong" if len(found["mark"]) == 2 else "em"
                out.append(f"<{tag}>{self.inline(found['inner'])}</{tag}>")
        return "".join([*out, escape(text[place:])])

    def image(self, path: str, alt: str) -> str:
        """A picture within the page itself; its words, if it is not at hand."""
        data = self.pictures.get(path)
        kind = MIME.get(path[path.rfind(".") :].lower()) if "." in path else None
        if not data or not kind:
            return f"[{escape(alt)}]"
        coded = b64encode(data).decode()
        return f'<img alt="{escape(alt, quote=True)}" src="data:image/{kind};base64,{coded}">'
