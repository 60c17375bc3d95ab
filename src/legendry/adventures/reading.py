"""A folder read into a book, with all that is wrong with it told at once."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path, PurePosixPath
from typing import Annotated, Any, TypeAlias, TypeVar
from uuid import UUID

from msgspec import Meta, Struct

from legendry.adventures.book import Book, Instruction, Item
from legendry.adventures.items import read_item
from legendry.adventures.markdown import Passage, passages
from legendry.adventures.mistakes import BookError, Mistake, Unclear
from legendry.hexes import MapError
from legendry.hexes.maps import read_map
from legendry.legends.campaign.pricelist import PriceList, PriceListError, price_list_of
from legendry.legends.character import Character, CharacterError, read_character
from legendry.legends.craft.craft import Craft, CraftError, craft_of
from legendry.legends.edition import edition, editions
from legendry.legends.options import checked
from legendry.legends.reading import parsed, read_fields
from legendry.table import SetupError
from legendry.table.requests import clipped

LARGEST = 512 * 1024
"""No file of a book has more bytes, but pictures."""
LARGEST_BOOK = 1024 * 1024
"""Nor all of them together: they stand in the header of every record of the book."""
MOST_FILES = 400
COVER = "book.toml"
PICTURES = (".png", ".jpg", ".jpeg", ".webp", ".svg")
MAPS = (".txt", ".toml", ".tmj", ".json")

Files: TypeAlias = Mapping[str, bytes]
"""What a book's files hold, by their path in its folder; of pictures only that they are there."""
Line: TypeAlias = Annotated[str, Meta(max_length=200, description="a line of up to 200 characters")]
Slug: TypeAlias = Annotated[str, Meta(max_length=80, description="an id of up to 80 characters")]
T = TypeVar("T")


class Cover(Struct, frozen=True):
    """What `book.toml` says."""

    title: Line
    author: Line
    edition: Annotated[str, Meta(max_length=60, description="the name of an edition")]
    start: Slug
    licence: Line = ""
    ifid: Line = ""
    also: Annotated[tuple[str, ...], Meta(max_length=3, description="a list of editions")] = ()
    options: Annotated[dict[str, Any], Meta(description="a table of table options")] = {}
    party: Line = ""
    company: Annotated[tuple[Slug, ...], Meta(max_length=12, description="a list of ids")] = ()
    companies: Annotated[
        dict[Slug, Annotated[tuple[Slug, ...], Meta(max_length=12)]],
        Meta(description="a table of lists of ids, by edition"),
    ] = {}
    """Who plays it in the other editions."""
    language: Line = "en"
    prices: Annotated[dict[Slug, dict[str, Any]], Meta(description="tables of prices")] = {}


def read_book(folder: Path | str, slug: str = "") -> Book:
    """The book in a folder, for its own edition or another that it names in `also`.

    `BookError` holds all that is wrong, with file and line.
    """
    return book_of(gathered(Path(folder)), slug)


def gathered(folder: Path) -> dict[str, bytes]:
    """The files of a book; what lies outside of its folder is not read, whatever leads there."""
    files: dict[str, bytes] = {}
    root = folder.resolve()
    for file in sorted(folder.rglob("*")):
        inside = file.relative_to(folder)
        hidden = any(part.startswith(".") for part in inside.parts)
        if hidden or not file.is_file() or not file.resolve().is_relative_to(root):
            continue
        if len(files) == MOST_FILES:
            raise BookError([Mistake(COVER, 0, f"the book has more than {MOST_FILES} files")])
        with file.open("rb") as opened:
            picture = file.suffix.lower() in PICTURES
            files[inside.as_posix()] = b"" if picture else opened.read(LARGEST + 1)
    if sum(map(len, files.values())) > LARGEST_BOOK:
        words = f"the texts of the book are larger than {LARGEST_BOOK // 1024} KiB together"
        raise BookError([Mistake(COVER, 0, words, "make two books of it")])
    return files


def book_of(files: Files, slug: str = "") -> Book:
    """The book in these files."""
    wrong: list[Mistake] = []
    cover = read_cover(files, wrong)
    if cover is None:
        raise BookError(wrong)
    slug = slug or cover.edition
    if slug not in (cover.edition, *cover.also):
        raise BookError([Mistake(COVER, 0, f"the book is not for {clipped(slug, 40)}")])
    beside = "" if slug == cover.edition else f"/{slug}"
    book = Book(
        title=cover.title,
        author=cover.author,
        licence=cover.licence,
        ifid=cover.ifid,
        edition=slug,
        also=cover.also,
        options=cover.options,
        party=cover.party,
        company=cover.companies.get(slug, () if beside else cover.company),
        start=cover.start,
        language=cover.language,
        instructions=instructions(files, slug, wrong),
        boards=_each(files, "maps", MAPS, wrong, read_map, MapError),
        foes=foes(files, f"foes{beside}", slug, wrong),
        craft=craft(files, f"craft{beside}", slug, wrong),
        prices=prices(cover, slug, wrong),
        pictures=frozenset(path for path, _ in listed(files, "pictures", *PICTURES)),
    )
    if wrong:
        raise BookError(wrong)
    return book


def read_cover(files: Files, wrong: list[Mistake]) -> Cover | None:
    """`book.toml`; None if what the rest of the book needs is missing."""
    if COVER not in files:
        wrong.append(Mistake(COVER, 0, f"there is no {COVER}", "begin with legendry book new"))
        return None
    try:
        reading = read_fields(parsed(files[COVER]), Cover)
    except ValueError as error:
        wrong.append(Mistake(COVER, 0, str(error)))
        return None
    wrong += [Mistake(COVER, 0, one) for one in reading.wrong]
    slug = reading.values.get("edition", "")
    if slug not in editions():
        if "edition" not in reading.broken:
            words = f"there is no edition “{clipped(slug, 40)}”"
            wrong.append(Mistake(COVER, 0, words, f"write one of {', '.join(editions())}"))
        return None
    if reading.broken & {"title", "author", "start"}:
        return None
    cover = Cover(**reading.values)
    for one in cover.also:
        if one not in editions():
            wrong.append(Mistake(COVER, 0, f"also: there is no edition “{clipped(one, 40)}”"))
    try:
        checked(cover.options, edition(cover.edition))
    except SetupError as error:
        wrong.append(Mistake(COVER, 0, str(error)))
    if cover.ifid:
        try:
            UUID(cover.ifid)
        except ValueError:
            words = "ifid is no UUID such as 6F9619FF-8B86-D011-B42D-00CF4FC964FF"
            wrong.append(Mistake(COVER, 0, words))
    return cover


# -- the story ---------------------------------------------------------------------------------


def instructions(files: Files, slug: str, wrong: list[Mistake]) -> dict[str, Instruction]:
    """All instructions by id, in the order of the files."""
    found: dict[str, Instruction] = {}
    for file, data in listed(files, ".", ".md"):
        if file.lower() == "readme.md":
            continue
        story, mistakes = passages(text_of(file, data, wrong), file)
        wrong += mistakes
        for passage in story:
            if other := found.get(passage.id):
                words = f"“{passage.title}” is the heading of {other.file}:{other.line}, too"
                wrong.append(Mistake(file, passage.line, words, "give each its own heading"))
            found[passage.id] = understood(passage, file, slug, wrong)
    return found


def understood(passage: Passage, file: str, slug: str, wrong: list[Mistake]) -> Instruction:
    """An instruction, its list read line by line."""
    items: list[Item] = []
    for entry in passage.entries:
        try:
            items.append(read_item(entry, slug))
        except Unclear as unclear:
            wrong.append(Mistake(file, entry.line, unclear.words, unclear.fix))
    return Instruction(
        id=passage.id,
        title=passage.title,
        chapter=passage.chapter,
        file=file,
        line=passage.line,
        prose=tuple(passage.prose),
        items=tuple(items),
    )


def text_of(file: str, data: bytes, wrong: list[Mistake]) -> str:
    """A text of bounded size, as UTF-8."""
    if len(data) > LARGEST:
        words = f"the file is larger than {LARGEST // 1024} KiB"
        wrong.append(Mistake(file, 0, words, "split it"))
        return ""
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = error.object[: error.start].count(b"\n") + 1
        wrong.append(Mistake(file, line, "the text is not UTF-8", "save it as UTF-8"))
        return ""


# -- what lies beside it -----------------------------------------------------------------------


def foes(files: Files, folder: str, slug: str, wrong: list[Mistake]) -> dict[str, Character]:
    """Foes and others of the book's own, by id."""

    def read(name: str, data: bytes) -> Character:
        one = read_character(data)
        if one.edition != slug:
            raise CharacterError([f"{one.name} is of {one.edition}, the book of {slug}"])
        return one

    return _each(files, folder, (".toml",), wrong, read, CharacterError)


def craft(files: Files, folder: str, slug: str, wrong: list[Mistake]) -> dict[str, Craft]:
    """Star craft of the book's own, by id."""

    def read(name: str, data: bytes) -> Craft:
        one = craft_of(data)
        if one.edition != slug:
            raise CraftError([f"{one.name} is of {one.edition}, the book of {slug}"])
        return one

    return _each(files, folder, (".toml",), wrong, read, CraftError)


def prices(cover: Cover, slug: str, wrong: list[Mistake]) -> dict[str, PriceList]:
    """The price lists of `book.toml` by name."""
    lists: dict[str, PriceList] = {}
    for name, data in cover.prices.items():
        try:
            lists[name] = price_list_of({"title": name, **data}, slug)
        except PriceListError as error:
            wrong += [Mistake(COVER, 0, f"prices.{name}: {one}") for one in error.mistakes]
    return lists


def _each(
    files: Files,
    folder: str,
    endings: tuple[str, ...],
    wrong: list[Mistake],
    read: Callable[[str, bytes], T],
    error: type[ValueError],
) -> dict[str, T]:
    """Every file of a folder of the book, read, by its name without ending."""
    found: dict[str, T] = {}
    for path, data in listed(files, folder, *endings):
        name = PurePosixPath(path)
        try:
            found[name.stem.lower()] = read(name.name, data)
        except error as unread:
            sentences = getattr(unread, "mistakes", None) or [str(unread)]
            wrong += [Mistake(path, 0, one.removeprefix(f"{name.name}: ")) for one in sentences]
    return found


def listed(files: Files, folder: str, *endings: str) -> list[tuple[str, bytes]]:
    """The files of one folder with these endings, in the order of their names."""
    return [
        (path, data)
        for path, data in sorted(files.items())
        if (name := PurePosixPath(path)).parent == PurePosixPath(folder)
        and name.suffix.lower() in endings
    ]
