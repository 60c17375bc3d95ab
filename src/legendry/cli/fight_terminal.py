"""A fight at one keyboard: the board in text, fighters' lines, odds beside the options."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, ClassVar

from rich.text import Text

from legendry.cli.hexboard import Piece, compact, compact_width, drawn, key, width
from legendry.cli.shortlist import example, hexes_of, likely, place
from legendry.cli.terminal import Session, odds
from legendry.hexes import Hex
from legendry.legends.actions import Action
from legendry.legends.attack import Attack
from legendry.legends.events import Fell, Harmed, TurnBegan
from legendry.legends.outlook import Prospect, weight
from legendry.legends.views import FighterView, FightView, SpellView
from legendry.table import About, Choose, Event, Option, Refusal, Roll, Seat

HELP = """\
  3                    choose option 3
  Ann strike Bob       or type an option as it is written; leave out what goes without saying:
  strike bob           parts of names will do, and so will the signs on the board, A1 strike b2
  move 0405            go to any hex with a dot in it, then act; the hex is column 04, row 05
  0405                 what is offered for that hex, if it is one thing
  why 3, why strike b1 the sums behind the odds, or the rule that forbids it
  all                  list every option, not only the likely ones
  look                 show the board and the fighters again
  undo                 take back the last answer given at this keyboard
  2 3 5                when your own dice are asked for: their faces
  save FILE            keep the record in FILE from now on
  quit                 leave; a saved fight goes on with: legendry resume FILE"""

SIDES = (
    ("[", "]", "bold cyan"),
    ("(", ")", "bold yellow"),
    ("<", ">", "bold magenta"),
    ("{", "}", "bold green"),
)
"""Brackets and colour of each side: either tells them apart."""


class FightSession(Session):
    """People and bots in one fight."""

    help: ClassVar[str] = HELP

    # -- what is shown -------------------------------------------------------------------------

    @property
    def view(self) -> FightView:
        view = self.table.view(self.eyes)
        assert isinstance(view, FightView)
        return view

    def called(self, seat: Seat) -> str:
        sides = dict.fromkeys(one.side for one in self.view.fighters.values() if one.seat == seat)
        return seat if seat in sides else f"{seat} ({', '.join(sides)})"

    @property
    def tokens(self) -> dict[str, str]:
        """The sign of each fighter: A1, A2 for the first side, b1, b2 for the second."""
        view = self.view
        counts = dict.fromkeys(view.sides, 0)
        tokens = {}
        for one in view.fighters.values():
            counts[one.side] += 1
            place = view.sides.index(one.side)
            letter = chr(ord("A") + place % 26)
            tokens[one.name] = f"{letter.lower() if place % 2 else letter}{counts[one.side]}"
        return tokens

    def look_of(self, one: FighterView) -> tuple[str, str, str]:
        """Brackets and colour of his side."""
        return SIDES[self.view.sides.index(one.side) % len(SIDES)]

    def show(self, seat: Seat, request: Choose[Any] | Roll, *, again: bool = True) -> None:
        """The board and the fighters if anything changed, then the question."""
        targets = hexes_of(request)
        if again or targets:
            self.picture(targets)
        self.say(Text(request.asks, "bold"))
        if isinstance(request, Choose):
            self.list(likely(request), request)
            unlisted = len(request.options) - len(self.numbered)
            if unlisted:
                rest = f"      and {unlisted} more{example(request, self.numbered)}"
                self.say(rest, "dim", hang=6)
        self.say("  ? for help", "dim")

    def show_end(self) -> None:
        self.picture(frozenset())

    def picture(self, targets: frozenset[Hex]) -> None:
        """The board, and a line for each fighter."""
        view, tokens = self.view, self.tokens
        self.say()
        board = self.table.state.board
        if compact_width(board) <= self.console.width:
            way = drawn if width(board) <= self.console.width else compact
            marks = self.marks()
            for line in way(board, self.pieces(), tinted=targets, marks=marks):
                self.draw(line)
            if signs := key(board, marks, targets):
                self.say(f" {signs}", "dim", hang=1)
        else:
            self.small_picture(targets)
        for one in view.fighters.values():
            self.say(self.fighter(one, tokens[one.name]), hang=6)
        if view.spells:
            self.say(f" Spells: {'; '.join(map(in_play, view.spells))}", hang=9)
        self.say()

    def small_picture(self, targets: frozenset[Hex]) -> None:
        """A character for each hex, where no more fit on a line."""
        board, tokens = self.table.state.board, self.tokens
        starts = {tag for hex in board for tag in board.tags(hex) if tag.startswith("start-")}
        glyphs = {hex: "." for tag in starts for hex in board.tagged(tag)}
        glyphs |= dict.fromkeys(targets, "*")
        glyphs |= {Hex.at(one.hex): tokens[one.name][0] for one in standing(self.view)}
        self.draw(Text(board.draw(glyphs)))
        chosen = " * can be chosen." if targets else ""
        wide = compact_width(board)
        self.say(f"{chosen} Hexes have their labels where {wide} characters fit on a line.", "dim")

    def pieces(self) -> dict[Hex, Piece]:
        """Who stands in each hex; two who grapple share it."""
        tokens = self.tokens
        where: dict[str, list[FighterView]] = {}
        for one in standing(self.view):
            for hex in one.hexes:
                where.setdefault(hex, []).append(one)
        pieces = {}
        for hex, here in where.items():
            left, right, style = self.look_of(here[0])
            text = f"{left}{tokens[here[0].name]}{right}"
            if len(here) == 2:
                text = "".join(tokens[one.name] for one in here)
            elif len(here) > 2:
                text = f"{tokens[here[0].name]}+{len(here) - 1}"
            pieces[Hex.at(hex)] = Piece(text, style if len(here) == 1 else "bold reverse")
        return pieces

    def marks(self) -> dict[Hex, str]:
        """The fallen (x) and captured (c), things on the ground (!), and what spells have made."""
        view = self.view
        marks: dict[str, str] = {}
        for one in view.fighters.values():
            if one.hex and (one.captured or one.status != "active"):
                marks[one.hex] = "c" if one.captured else "x"
        for hex in view.ground:
            marks[hex] = marks.get(hex, "") + "!"
        for cast in view.spells:
            sign = self.sign(cast)
            for hex in cast.hexes:
                if sign not in marks.get(hex, ""):
                    marks[hex] = marks.get(hex, "") + sign
        return {Hex.at(hex): mark for hex, mark in marks.items()}

    def sign(self, cast: SpellView) -> str:
        """How a hex is marked in which that spell lies; a wall of magic is drawn as a wall."""
        what = self.table.state.edition.spells[cast.spell].lasting
        if what is None or what.wall:
            return ""
        if what.burns:
            return "^"
        return "@" if what.dice_into_and_out else "≈" if what.own_dice else "*"

    def fighter(self, one: FighterView, token: str) -> Text:
        """A fighter on a line: `[A1] Brida  0204  ■■■■■□□ 8/11  DX 13  MA 6  armor 2  spear`."""
        left, right, style = self.look_of(one)
        line = Text(" ")
        line.append(f"{left}{token}{right}".ljust(5), style)
        if one.captured or one.status != "active":
            fate = "captured" if one.captured else one.status
            line.append(f"{one.name:<20} {one.hex:>4}  {fate}", "dim strike")
            return line
        line.append(f"{one.name:<20.20} {one.hex:>4} ")
        share = max(1, round(8 * one.left / max(1, one.left + one.damage + one.fatigue)))
        line.append("■" * share + "□" * (8 - share), "green" if share > 4 else "red")
        line.append(f" {one.left:>2} left  DX {one.dx:<2} MA {one.ma:<2} armor {one.armor:<2} ")
        line.append(self.arms(one))
        if one.grappling:
            line.append(f"  grapples {', '.join(one.grappling)}", "bold")
        if one.turns_owed:
            line.append("  owes a turn", "dim")
        if magic := ", ".join(self.magic(one)):
            line.append(f"  {magic}", "magenta")
        if one.boosts:
            line.append(f"  {', '.join(one.boosts)}", "cyan")
        if one.potions:
            line.append(f"  {', '.join(one.potions)}", "dim")
        return line

    def magic(self, one: FighterView) -> Iterator[str]:
        """What magic has given him or made of him."""
        if one.truth:
            yield f"in truth an {one.truth}"
        if one.summoner:
            yield f"called by {one.summoner}"
        if one.form:
            yield f"in the shape of a {words(one.form)}"
        if one.flying:
            yield "flying"
        spells = self.table.state.edition.spells
        for cast in self.view.spells:
            if cast.target == one.name and not (spells[cast.spell].being or one.truth):
                yield f"under {cast_name(cast)}"
        if one.staff:
            yield f"staff {one.staff}"

    def arms(self, one: FighterView) -> str:
        """What he fights with: things in hand, what nature gave him, or bare hands."""
        ready = [words(id) + (" (unloaded)" if id in one.unloaded else "") for id in one.ready]
        nature = self.table.state.named(one.name).character.natural_weapons
        return ", ".join([*ready, *(weapon.name for weapon in nature)]) or "bare hands"

    def told(self, event: Event) -> Text:
        text = super().told(event)
        if isinstance(event, TurnBegan):
            text.stylize("bold")
        elif isinstance(event, Fell):
            text.stylize("bold red")
        elif isinstance(event, Harmed) and event.damage + event.fatigue:
            text.append(f"  {event.ledger}", "dim")
        return text

    def labels(self, options: Sequence[Option[Any]]) -> Sequence[str]:
        """Without the name that all of them begin with."""
        names = {self.actor(one) for one in options}
        shared = f"{names.pop()} " if len(names) == 1 else ""
        return [option.notation.removeprefix(shared) for option in options]

    def beside(self, option: Option[Any]) -> str:
        look = option.about
        if not isinstance(look, Prospect):
            return "  ".join(filter(None, [with_what(option.value), super().beside(option)]))
        if look.best:
            deed = look.best.removeprefix(f"{self.actor(option)} ")
            return f"then {deed}  {odds(look.figures)}"
        if look.figures:
            return odds(look.figures)
        if look.later:
            foe = max(look.later, key=lambda name: weight(look.later[name].figures, 10))
            return f"next turn {foe}  {odds(look.later[foe].figures)}"
        return f"{look.steps} steps from the nearest foe" if look.steps else ""

    def actor(self, option: Option[Any]) -> str:
        """Whose option it is."""
        names = (one.name for one in self.table.state.fighters)
        return max(filter(option.notation.startswith, names), key=len, default="")

    def explained(self, look: About) -> Iterator[str]:
        yield from super().explained(look)
        if not isinstance(look, Prospect):
            return
        for deed in look.deeds:
            if (figures := deed.about) and figures.figures:
                yield f"  there: {deed.notation}  {odds(figures.figures)}"
        for foe, figures in look.later.items():
            yield f"  next turn, if {foe} stays in reach: {odds(figures.figures)}"
        if look.danger:
            yield f"  foes could do him about {look.danger:.1f} harm in their turn"
        if look.exposed:
            yield f"  zones of control on the way could do about {look.exposed:.1f} harm"

    # -- what is typed -------------------------------------------------------------------------

    def is_number(self, text: str) -> bool:
        """Four digits are a hex."""
        return super().is_number(text) and len(text) != 4

    def meant(self, request: Choose[Any] | Roll, text: str) -> Sequence[str]:
        """What a short answer stands for, if only one thing: names and a stay may be left out."""
        if exact := super().meant(request, text):
            return exact
        for tries in self.readings(request, text):
            found = [answers for answers in tries if self.refused(answers) is None]
            if len(found) == 1:
                return found[0]
        return ()

    def refusal(self, request: Choose[Any] | Roll, text: str) -> Refusal:
        """Why: by the reading that a rule forbids, if there is one."""
        tries = [answers for some in self.readings(request, text) for answers in some]
        reasons = [self.refused(answers) for answers in tries]
        if len([reason for reason in reasons if reason is None]) > 1:
            whole = [answers[-1] for answers in tries if self.refused(answers) is None]
            either = " or ".join(f"“{one}”" for one in dict.fromkeys(whole))
            return Refusal(f"that could be {either}")
        ruled = (reason for reason in reasons if reason and reason.rule and not reason.unknown)
        return next(ruled, None) or super().refusal(request, text)

    def readings(self, request: Choose[Any] | Roll, text: str) -> Iterator[list[tuple[str, ...]]]:
        """Ways to read an answer, the plainest first."""
        if isinstance(request, Roll):
            return
        full = self.spelt(text)
        yield [(full,)]
        actors = dict.fromkeys(filter(None, map(self.actor, request.options)))
        if len(full) == 4 and full.isdigit():
            there = (option for option in request.options if str(place(option)) == full)
            yield [(option.notation,) for option in there]
            yield [(f"{name} move {full}",) for name in actors]
        yield [(f"{name} {full}",) for name in actors]
        yield [
            (f"{name} stay", full if full.startswith(name) else f"{name} {full}") for name in actors
        ]

    def refused(self, answers: Sequence[str]) -> Refusal | None:
        """Why the table would not take these answers one after another; None if it would."""
        branch = self.table.fork()
        for answer in answers[:-1]:
            if (reason := branch.why_not(answer)) is not None:
                return Refusal(reason.words)
            branch.answer(answer)
        return branch.why_not(answers[-1])

    def spelt(self, text: str) -> str:
        """Signs and parts of names written out: `a1 strike hector` is `Ajax strike Hector`."""
        short = {token.casefold(): name for name, token in self.tokens.items()}
        for name in self.view.fighters:
            if name.casefold() in text.casefold():
                continue  # it is written in full already
            for word in name.casefold().split():
                others = (one for one in self.view.fighters if one != name)
                if not any(word in one.casefold().split() for one in others):
                    short.setdefault(word, name)
        return " ".join(short.get(word.casefold(), word) for word in text.split())


def standing(view: FightView) -> Iterable[FighterView]:
    """Those who can fight on."""
    fighters = view.fighters.values()
    return (one for one in fighters if one.status == "active" and one.hexes and not one.captured)


def in_play(cast: SpellView) -> str:
    """A spell in play: `Fire-3 of Ember Quill in 0404 0504`, `Blur of Moth on Ajax`."""
    where = f" in {' '.join(cast.hexes)}" if cast.hexes else f" on {cast.target}"
    return f"{cast_name(cast)} of {cast.caster}{where if cast.hexes or cast.target else ''}"


def cast_name(cast: SpellView) -> str:
    """Its name, with the points in it or the attribute that it helps."""
    more = [str(cast.value or ""), cast.word if cast.word.isupper() else ""]
    return " ".join(filter(None, [cast.name, *more]))


def with_what(answer: object) -> str:
    """The weapon of an attack, and how it is used where the option does not say."""
    match answer:
        case Attack():
            return f"{answer.verb}, {words(answer.weapon)}"
        case Action(kind="attack", attack=Attack(weapon=weapon)):
            return words(weapon)
    return ""


def words(id: str) -> str:
    """The id of a weapon or shield in words."""
    return "bare hands" if id == "unarmed" else id.replace("-", " ")
