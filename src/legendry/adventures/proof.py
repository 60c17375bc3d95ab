"""The proof that a printed booklet and a book are the same adventure.

The booklet's own words are read back: numbers, prose, every line of a list in the notation of the
rules. From the start on, instruction by instruction and line by line, book and booklet must agree,
each number standing for one instruction and each instruction for one number.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from html.parser import HTMLParser

from msgspec import Struct, field

from legendry.adventures.book import Battle, Book, Id, Instruction, Item, Link, leads
from legendry.adventures.booklet import PROSE
from legendry.adventures.items import read_item
from legendry.adventures.markdown import Entry
from legendry.adventures.mistakes import Unclear
from legendry.adventures.plates import board_of, rows, tip
from legendry.adventures.wording import Wording
from legendry.table.requests import clipped


class Page(Struct):
    """What is printed under a number."""

    number: str = ""
    title: str = ""
    prose: list[str] = field(default_factory=list)
    lines: list[str] = field(default_factory=list)
    """In the notation of a book, each link's target a number."""
    foes: list[list[str]] = field(default_factory=list)
    hexes: list[str] = field(default_factory=list)


class Booklet(HTMLParser):
    """A printed booklet, read."""

    def __init__(self, text: str) -> None:
        super().__init__(convert_charrefs=True)
        self.start = ""
        self.pages: dict[str, Page] = {}
        self.twice: list[str] = []
        self.open: list[str] = []
        """The tags around the text, with their classes."""
        self.words = self.target = ""
        self.feed(text)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag == "img":
            self.handle_data(f"[{dict(attrs).get('alt') or ''}]")
        if tag in ("meta", "img", "polygon", "link"):
            return
        name = dict(attrs).get("class") or ""
        self.open.append(f"{tag}.{name}" if name else tag)
        page = self.page
        if tag == "article":
            self.pages[f"\0{len(self.pages)}"] = Page()
        elif page and tag == "li":
            page.lines.append("")
        elif page and tag == "p" and "div.prose" in self.open:
            page.prose.append("")
        elif page and tag == "tr" and "table.foes" in self.open and "tbody" in self.open:
            page.foes.append([])
        elif page and tag == "td" and page.foes and "table.foes" in self.open:
            page.foes[-1].append("")
        elif page and tag == "title":
            page.hexes.append("")
        elif self.open[-1] == "span.to":
            self.words = self.target = ""

    def handle_endtag(self, tag: str) -> None:
        if not self.open or self.open[-1].partition(".")[0] != tag:
            return
        closed = self.open.pop()
        page = self.page
        if closed == "span.to" and page and page.lines:
            page.lines[-1] += f"[{self.words}](#{self.target})"
        elif closed == "article" and page:
            if page.number in self.pages:
                self.twice.append(page.number)
            key = next(reversed(self.pages))
            self.pages[page.number] = self.pages.pop(key)

    @property
    def page(self) -> Page | None:
        """The one that is being read."""
        key = next(reversed(self.pages), "")
        return self.pages[key] if key.startswith("\0") else None

    def handle_data(self, data: str) -> None:
        page = self.page
        match self.open:
            case [*_, "p.begin", "a"]:
                self.start += data
            case [*_, "h2", "b"] if page:
                page.number += data
            case [*_, "h2", "span"] if page:
                page.title += data
            case [*_, "span.to", "i"]:
                self.words += data
            case [*_, "span.to", "a"]:
                self.target += data
            case [*_, "span.to"]:
                pass
            case [*_, "li"] | [*_, "li", "span.kw"] if page:
                page.lines[-1] += data
            case [*_, "table.foes", "tbody", "tr", "td"] if page:
                page.foes[-1][-1] += data
            case [*_, "g", "title"] if page:
                page.hexes[-1] += data
            case [*tags] if page and page.prose and "div.prose" in tags:
                page.prose[-1] += data


def differences(book: Book, text: str) -> list[str]:
    """How a booklet differs from its book; nothing if they are the same adventure."""
    read = Booklet(text)
    return list(_Comparison(book, read).found())


class _Comparison:
    def __init__(self, book: Book, booklet: Booklet) -> None:
        self.book = book
        self.pages: Mapping[str, Page] = booklet.pages
        self.twice = booklet.twice
        self.numbers: dict[Id, str] = {book.start: booklet.start}
        self.items: dict[Id, list[Item]] = {}

    def found(self) -> Iterator[str]:
        yield from (f"the number {number} is printed twice" for number in self.twice)
        waiting = [self.book.start]
        for id in waiting:
            yield from self.walked(id, waiting)
        for id in self.book.instructions:
            if id not in self.numbers:  # nothing leads there, so only its title can tell
                titles = {page.title: number for number, page in self.pages.items()}
                self.numbers[id] = titles.get(self.book.instructions[id].title, "")
                yield from self.walked(id, waiting)
        taken: dict[str, Id] = {}
        for id, number in self.numbers.items():
            if number in taken:
                yield f"{number} stands for “{taken[number]}” and for “{id}”"
            taken[number] = id
        for number in self.pages:
            if number not in taken:
                yield f"{number} is no instruction of the book"
        for id, items in self.items.items():
            yield from self.compared(self.book.instructions[id], items)

    def walked(self, id: Id, waiting: list[Id]) -> Iterator[str]:
        """Read the lines under an instruction's number, and note which numbers they lead to."""
        number = self.numbers[id]
        page = self.pages.get(number)
        if page is None:
            yield f"“{id}” is not in the booklet: there is no {clipped(number, 20) or 'number'}"
            return
        items: list[Item] = []
        for line in page.lines:
            try:
                items.append(read_item(Entry(0, line), self.book.edition))
            except Unclear as unclear:
                yield f"{number}: {unclear.words}"
                return
        self.items[id] = items
        own = self.book.instructions[id]
        for ours, theirs in zip(own.items, items, strict=False):
            for link, printed in zip(leads(ours.does), leads(theirs.does), strict=False):
                if link.target not in self.numbers:
                    self.numbers[link.target] = printed.target
                    waiting.append(link.target)

    def compared(self, one: Instruction, items: list[Item]) -> Iterator[str]:
        """What of an instruction is not under its number as it is in the book."""
        number = self.numbers[one.id]
        page = self.pages[number]
        if page.title != one.title:
            yield f"{number}: the title is “{clipped(page.title, 40)}”, not “{one.title}”"
        ours = [" ".join(self.bare(text).split()) for text in one.prose]
        if [" ".join(text.split()) for text in page.prose] != ours:
            yield f"{number}: the prose is not that of “{one.id}”"
        if len(items) != len(one.items):
            yield f"{number}: {len(items)} lines, but “{one.id}” has {len(one.items)}"
        renamed = Wording(self.book.edition, self.link, lambda id: self.numbers.get(id, ""))
        plain = Wording(self.book.edition)
        for own, printed in zip(one.items, items, strict=False):
            if renamed.item(own) != plain.item(printed):
                yield f"{number}: “{plain.item(printed)}” is not “{renamed.item(own)}”"
        battles = [item.does for item in one.items if isinstance(item.does, Battle)]
        figures = [list(row) for battle in battles for row in rows(self.book, battle)]
        if page.foes != figures:
            yield f"{number}: the foes are not those of “{one.id}”"
        boards = [board_of(self.book, one) for one in battles if one.game == "fight"]
        hexes = [tip(hex, frozenset(board.tags(hex))) for board in boards for hex in board]
        if page.hexes != hexes:
            yield f"{number}: the map is not that of “{one.id}”"

    def link(self, link: Link) -> str:
        return f"[{link.text}](#{self.numbers.get(link.target, '')})"

    def bare(self, text: str) -> str:
        """A paragraph as it reads on paper, without its marks."""
        if text.startswith(">"):
            text = "\n".join(line.removeprefix(">").strip() for line in text.split("\n"))
        out, place = "", 0
        for found in PROSE.finditer(text):
            out += text[place : found.start()]
            place = found.end()
            if found["picture"]:
                out += f"[{found['alt']}]"
            elif found["words"]:
                number = self.numbers.get(found["target"].rpartition("#")[2].lower())
                out += self.bare(found["words"]) + (f" ({number})" if number else "")
            else:
                out += self.bare(found["inner"])
        return out + text[place:]
