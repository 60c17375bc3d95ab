"""The author's checker: everything about a book that can be known to be wrong before it is played."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from difflib import get_close_matches
from pathlib import Path

from legendry.adventures.book import (
    Alive,
    Battle,
    Book,
    Check,
    Choice,
    End,
    GoTo,
    Has,
    Instruction,
    Item,
    Knows,
    Note,
    Shop,
    Thing,
    Visited,
)
from legendry.adventures.mistakes import BookError, Mistake
from legendry.adventures.reach import Reach, reach
from legendry.adventures.reading import read_book
from legendry.legends.boards import boards as named_boards
from legendry.legends.campaign.items import HERBS, RATION, boost, healing
from legendry.legends.craft.hangar import hangar
from legendry.legends.edition import edition
from legendry.legends.roster import foes, roster

PICTURE = re.compile(r"!\[[^\]]*\]\((?P<path>[^)\s]+)\)")


def check(folder: Path | str) -> tuple[Book | None, list[Mistake]]:
    """Check a book in each of its editions; the book in its own, if it can be read at all."""
    try:
        book = read_book(folder)
    except BookError as error:
        return None, list(error.mistakes)
    found = list(mistakes(book))
    for slug in book.also:
        try:
            other = read_book(folder, slug)
        except BookError as error:
            found += [one for one in error.mistakes if one not in found]
        else:
            found += [one for one in mistakes(other) if one not in found]
    return book, sorted(found)


def broken(book: Book) -> Iterator[Mistake]:
    """What keeps a book from being played: names of things and places that do not exist."""
    if book.start not in book.instructions:
        fix = nearest(book.start, book.instructions)
        yield Mistake("book.toml", 0, f"start: there is no instruction “{book.start}”", fix)
    for instruction in book.instructions.values():
        yield from links(book, instruction)
        yield from references(book, instruction)


def mistakes(book: Book) -> Iterator[Mistake]:
    """All that is wrong with a book that could be read."""
    yield from broken(book)
    for id in book.company:
        if id not in roster(book.edition):
            fix = nearest(id, roster(book.edition))
            yield Mistake("book.toml", 0, f"company: there is nobody “{id}”", fix)
    reached = reach(book)
    for instruction in book.instructions.values():
        yield from paths(book, instruction, reached)
    yield from words_and_things(book)


# -- one instruction ---------------------------------------------------------------------------


def links(book: Book, instruction: Instruction) -> Iterator[Mistake]:
    """Links and visits that name no instruction, and instructions that lead nowhere."""
    for item, link in instruction.links:
        if link.target not in book.instructions:
            fix = nearest(link.target, book.instructions)
            yield _at(instruction, item, f"there is no instruction “{link.target}”", fix)
    for item, condition in instruction.facts:
        if isinstance(condition, Visited) and condition.id not in book.instructions:
            fix = nearest(condition.id, book.instructions)
            yield _at(instruction, item, f"there is no instruction “{condition.id}”", fix)
    if not any(map(_leads_on, instruction.items)):
        fix = "add an option - [words](#id), or - End good"
        yield Mistake(instruction.file, instruction.line, "the story ends here unsaid", fix)


def _leads_on(item: Item) -> bool:
    """Whether the story goes on or ends with this line, whatever the dice say."""
    match item.does:
        case Choice(condition=None, item="", gold=0):
            return True
        case GoTo() | Battle() | End():
            return item.condition is None
        case Check(passed=passed, failed=failed):
            return item.condition is None and passed is not None and failed is not None
    return False


def references(book: Book, instruction: Instruction) -> Iterator[Mistake]:
    """Foes, boards, price lists, weapons, armor, pictures that do not exist."""
    rules = edition(book.edition)
    for item in instruction.items:
        match item.does:
            case Battle() as battle:
                fight = battle.game == "fight"
                known = {**foes(book.edition), **roster(book.edition), **book.foes}
                ships = {**hangar(book.edition), **book.craft}
                named = known if fight else ships
                for _, id in (*battle.foes, *battle.allies):
                    if id not in named:
                        yield _at(instruction, item, f"there is no foe “{id}”", nearest(id, named))
                if battle.allies and not fight:
                    yield _at(instruction, item, "nobody flies beside you", "leave the allies out")
                if not fight and battle.craft not in ships:
                    words = (
                        f"there is no craft “{battle.craft}”"
                        if battle.craft
                        else "no craft is named"
                    )
                    yield _at(
                        instruction,
                        item,
                        words,
                        "write in kit-kat; " + nearest(battle.craft, ships),
                    )
                boards = {*book.boards, *named_boards()}
                if fight and battle.board not in boards:
                    words = (
                        f"there is no map “{battle.board}”" if battle.board else "no map is named"
                    )
                    yield _at(instruction, item, words, nearest(battle.board, boards))
                if battle.routed and battle.routed not in {id for _, id in battle.foes}:
                    words = f"“{battle.routed}” does not fight here"
                    yield _at(instruction, item, words, "name one of the foes")
            case Shop(prices=name) if name not in book.prices:
                words = f"there is no price list “{name}”"
                yield _at(instruction, item, words, nearest(name, book.prices))
            case Thing(kind="weapons", id=id) if id not in rules.weapons:
                words = f"there is no weapon “{id}”"
                yield _at(instruction, item, words, nearest(id, rules.weapons))
            case Thing(kind="armor", id=id) if id not in rules.armor:
                words = f"there is no armor “{id}”"
                yield _at(instruction, item, words, nearest(id, rules.armor))
    names = {roster(book.edition)[id].name for id in book.company if id in roster(book.edition)}
    for item, condition in instruction.facts:
        if isinstance(condition, Alive) and condition.who not in names:
            words = f"{condition.who} is nobody of the book's company"
            yield _at(instruction, item, words, nearest(condition.who, names), warning=True)
    for paragraph in instruction.prose:
        for found in PICTURE.finditer(paragraph):
            if found["path"] not in book.pictures:
                words = f"there is no picture {found['path']}"
                fix = nearest(found["path"], book.pictures)
                yield Mistake(instruction.file, instruction.line, words, fix)


def paths(book: Book, instruction: Instruction, reached: Reach) -> Iterator[Mistake]:
    """Instructions that nobody gets to, and conditions that never hold."""
    if instruction.id not in reached.instructions:
        linked = any(
            link.target == instruction.id
            for other in book.instructions.values()
            if other.id != instruction.id
            for _, link in other.links
        )
        words = (
            "nobody can get here with the plotwords and things there are"
            if linked
            else "nothing leads here"
        )
        yield Mistake(instruction.file, instruction.line, words, f"link to #{instruction.id}")
        return
    for place, item in enumerate(instruction.items):
        conditional = item.condition or (
            isinstance(item.does, Choice) and (item.does.condition or item.does.item)
        )
        if (instruction.id, place) not in reached.items:
            words = "this condition can never hold" if conditional else "this line is never reached"
            yield _at(instruction, item, words, "change or remove it")


# -- the whole book ----------------------------------------------------------------------------


def words_and_things(book: Book) -> Iterator[Mistake]:
    """Plotwords and things given and never asked for, or asked for and never given."""
    given: dict[Knows | Has, tuple[Instruction, Item]] = {}
    asked: dict[Knows | Has, tuple[Instruction, Item]] = {}
    for instruction in book.instructions.values():
        for item in instruction.items:
            match item.does:
                case Note(word=word, forget=False):
                    given.setdefault(Knows(word), (instruction, item))
                case Thing(kind="belongings", id=id, by=by):
                    (given if by > 0 else asked).setdefault(Has(id), (instruction, item))
                case Shop(prices=name) if name in book.prices:
                    for id in book.prices[name].wares:
                        given.setdefault(Has(id), (instruction, item))
        for item, condition in instruction.facts:
            if isinstance(condition, Knows | Has):
                asked.setdefault(condition, (instruction, item))
    for fact, (instruction, item) in asked.items():
        if fact in given:
            continue
        if isinstance(fact, Knows):
            names = [one.word for one in given if isinstance(one, Knows)]
            fix = nearest(fact.word, names)
            yield _at(instruction, item, f"the plotword {fact.word} is never given", fix)
        else:
            fix = nearest(fact.item, [one.item for one in given if isinstance(one, Has)])
            words = f"nobody finds “{fact.item}” in this book"
            yield _at(instruction, item, words, fix, warning=True)
    for fact, (instruction, item) in given.items():
        if fact in asked or isinstance(item.does, Shop):
            continue
        if isinstance(fact, Knows):
            words = f"the plotword {fact.word} is never asked for"
            yield _at(instruction, item, words, "use it, or give XP instead", warning=True)
        elif not (healing(fact.item) or boost(fact.item) or fact.item in (RATION, HERBS)):
            words = f"“{fact.item}” is never of use"
            yield _at(instruction, item, words, "ask for it somewhere", warning=True)


# -- parts -------------------------------------------------------------------------------------


def nearest(word: str, known: Iterable[str]) -> str:
    """A phrase with what was perhaps meant."""
    names = sorted(known)
    close = get_close_matches(word, names, n=2, cutoff=0.5)
    if close:
        return f"perhaps {' or '.join(close)} is meant"
    return f"there are {', '.join(names[:8])}" if names else ""


def _at(
    instruction: Instruction, item: Item, words: str, fix: str = "", *, warning: bool = False
) -> Mistake:
    return Mistake(instruction.file, item.line, words, fix, warning)
