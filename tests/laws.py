"""The laws of the table: what holds for any game, at every step of any play.

Put a game through them with `obeys(table, draw)` inside a Hypothesis test; `draw` picks among
numbers. A law that is broken raises AssertionError with the law in words.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator
from typing import Any

import msgspec
import pytest

from legendry.table import Choose, Record, Refused, Replay, Roll, Table, Typed
from legendry.table.entries import Called, Chose, Rolled, Undone
from legendry.table.past import trail
from legendry.table.requests import folded

Draw = Callable[[int], int]
"""A number from 0 to n - 1."""

RESERVED = ("undo ", "hand ", "secret ", "hidden:", "?", "#", "+++")
MOST_REASONS = 12
"""Of so many barred answers to one question at most the reason is asked for, now these, now those."""
NONSENSE = ("", "no such thing", "undo", "\x00", "7 7 7", "?" * 300)


def obeys(table: Table[Any], draw: Draw, most: int = 5_000) -> None:
    """Play `table` to its end with drawn answers, checking every law on the way."""
    before = msgspec.json.encode(table.header), dict(vars(table.game))
    pristine: list[tuple[Any, Any]] = []
    text = table.record
    answers = 0
    while table.pending is not None:
        answers += 1
        assert answers <= most, "every game ends"
        request = table.pending
        lists_options_well(request)
        if draw(4) == 0:
            refusals_change_nothing(table)
        if draw(4) == 0:
            forks_stand_alone(table, draw)
        if draw(4) == 0:
            undo_and_redo_change_nothing(table, draw)
        if table.header.gm and draw(6) == 0 and text.count("\nhand ") < 20:
            the_game_master_is_heard(table)
        if draw(12) == 0:
            hides_secrets(table, draw)
        if draw(12) == 0:
            thaws_the_same(table, draw)
        asked = table.answer(drawn(table.pending, draw))
        assert asked is table.pending, "an answer gives the next request"
        shorter, text = text, table.record
        assert text.startswith(shorter), "a record only grows"
        if draw(3) == 0:
            state = table._last_state()
            pristine.append((state, state.copy()))
    for state, copied in pristine:
        assert copied.copy() == state.copy(), "a checkpoint is never touched again"
    assert table.outcome is not None
    assert set(table.outcome.winners) <= set(table.header.seats)
    refusals_change_nothing(table)
    hides_secrets(table, draw)
    thaws_the_same(table, draw)
    replays_the_same(table)
    after = msgspec.json.encode(table.header), dict(vars(table.game))
    assert before == after, "nothing outside the state is touched"


def drawn(request: Choose[Any] | Roll, draw: Draw) -> Any:
    """Any legal answer."""
    if isinstance(request, Roll):
        return [draw(request.sides) + 1 for _ in range(request.dice)]
    return request.options[draw(len(request.options))]


def lists_options_well(request: Choose[Any] | Roll) -> None:
    """Notations are unique; each is legal or has a reason, never both, never neither."""
    for text in NONSENSE:
        assert request.why_not(text), f"{text!r} is legal or has a reason"
    if isinstance(request, Roll):
        return
    barred = request.barred
    listed = msgspec.structs.replace(request, bars=lambda: barred)  # not worked out for each anew
    assert request.options, f"there is something to choose: {request.asks}"
    notations = [folded(option.notation) for option in request.options]
    assert len(set(notations)) == len(notations), f"notations are unique: {notations}"
    for option in request.options:
        assert request.find(option.notation.upper()) is option
        assert request.why_not(option.notation) is None, "what is legal has no reason against it"
        assert not option.notation.startswith(RESERVED), "a notation is not a word of records"
        assert option.notation == " ".join(option.notation.split()) != ""
        assert len(option.notation) <= 200
    for bar in barred:
        assert listed.find(bar.notation) is None, f"barred and legal: {bar.notation}"
        assert bar.refusal.words
    step = 1 + len(barred) // MOST_REASONS
    for bar in barred[len(request.options) % step :: step]:
        assert listed.why_not(bar.notation) == bar.refusal


def snapshot(table: Table[Any]) -> Any:
    """All that can be seen of a table, taken apart from it."""
    state = table.state.copy()
    state.rolled = dict(table.state.rolled)
    state.events = list(table.state.events)
    views = [table.view(seat) for seat in (None, *table.header.seats)]
    asks = table.pending.asks if table.pending else ""
    return state, views, table.events, asks, table.outcome


def refusals_change_nothing(table: Table[Any]) -> None:
    """A refused answer leaves the table exactly as it was."""
    before, record = snapshot(table), table.record
    for text in NONSENSE:
        with pytest.raises(Refused):
            table.answer(text)
    if table.pending is not None and table.pending.seat is not None:
        for seat in table.header.seats:
            if seat != table.pending.seat:
                assert table.pending_for(seat) is None
                with pytest.raises(Refused):
                    table.answer(drawn(table.pending, lambda n: 0), by=seat)
    assert snapshot(table) == before, "a refused answer changes nothing"
    assert table.record == record


def forks_stand_alone(table: Table[Any], draw: Draw) -> None:
    """A fork never changes its origin and reaches the same end with the same answers."""
    before, record = snapshot(table), table.record
    fork, twin = table.fork(), table.fork()
    assert snapshot(fork) == before, "a fork is equal to its origin"
    for _ in range(8):
        if fork.pending is None:
            break
        answer = drawn(fork.pending, draw)
        given = answer if isinstance(fork.pending, Roll) else answer.notation
        fork.answer(given)
        twin.answer(given)
    assert snapshot(fork) == snapshot(twin), "forks with the same answers are the same"
    assert fork.record == twin.record
    assert snapshot(table) == before, "a fork never touches its origin"
    assert table.record == record


def undo_and_redo_change_nothing(table: Table[Any], draw: Draw) -> None:
    """Undo takes a game exactly one answer back; the same answer leads exactly to where it was."""
    branch = table.fork()
    request = branch.pending
    if not isinstance(request, Choose) or branch.header.undo != "consent":
        return
    before = snapshot(branch)
    answer = drawn(request, draw).notation
    branch.answer(answer)
    after = snapshot(branch)
    if branch.revealed:
        return
    branch.undo(request.seat, branch.header.seats)
    assert snapshot(branch) == before, "undo goes back to just before the answer"
    branch.answer(answer)
    assert snapshot(branch) == after, "undo, then the same answer, is nothing at all"


def the_game_master_is_heard(table: Table[Any]) -> None:
    """Whoever is no game master may not call; the game master may, at any time, once."""
    before, record = snapshot(table), table.record
    for seat in set(table.header.seats) - {table.header.gm}:
        with pytest.raises(Refused):
            table.call(seat)
    assert (snapshot(table), table.record) == (before, record), "a refused call changes nothing"
    with contextlib.suppress(Refused):
        table.call(table.header.gm)
        assert table.record == f"{record}hand {table.header.gm}\n", "a call is a line of the record"


def thaws_the_same(table: Table[Any], draw: Draw) -> None:
    """A frozen checkpoint goes on as the table does; spoilt bytes are refused."""
    frozen = table.frozen
    if frozen is None:
        return
    thawed, twin = Table.thawed(table.game, table.header, table.dice, frozen), table.fork()
    law = "a thawed table goes on the same"
    assert thawed._last_state() == twin._last_state(), law
    texts = thawed.record, twin.record
    for _ in range(8):
        assert from_here(thawed) == from_here(twin), law
        if twin.pending is None:
            break
        answer = drawn(twin.pending, draw)
        given = answer if isinstance(twin.pending, Roll) else answer.notation
        thawed.answer(given)
        twin.answer(given)
    assert thawed.record.removeprefix(texts[0]) == twin.record.removeprefix(texts[1]), law
    with pytest.raises(ValueError, match=r".+"):
        table.game.thaw(table.header, frozen[: draw(len(frozen))])
    with contextlib.suppress(ValueError):  # what still fits is taken; nothing else is raised
        table.game.thaw(table.header, spoilt(frozen, draw))


def from_here(table: Table[Any]) -> Any:
    """All that a table shows but its past."""
    state, views, _, asks, outcome = snapshot(table)
    request = table.pending
    options = [one.notation for one in request.options] if isinstance(request, Choose) else []
    return state, views, asks, options, outcome


def spoilt(frozen: bytes, draw: Draw) -> bytes:
    """The same JSON with something of another type somewhere in it."""
    inner = data = msgspec.json.decode(frozen)
    key: Any = None
    while inner and isinstance(inner, dict | list) and (key is None or draw(3)):
        holder = inner
        key = draw(len(inner)) if isinstance(inner, list) else [*inner][draw(len(inner))]
        inner = holder[key]
    holder[key] = [None, True, -1, 10**30, 0.5, "no such thing", [], {}, [[0]], {"": 0}][draw(10)]
    return msgspec.json.encode(data)


def replays_the_same(table: Table[Any]) -> None:
    """The record gives the same game again, answer by answer."""
    replay = Replay(Record.read(table.record), table.game)
    replay.run()
    assert snapshot(replay.table) == snapshot(table), "a replay gives the same game"
    assert replay.table.record == table.record


def hides_secrets(table: Table[Any], draw: Draw) -> None:
    """Two games that differ only in what a seat may not know look the same to it.

    One secret answer is replaced by another legal one and the rest of the game is played again as it
    was, for as long as that is possible and nothing has been revealed.
    """
    answers = list(answers_of(table))
    secret = [n for n, answer in enumerate(answers) if answer.secret is not None]
    if not secret:
        return
    changed = secret[draw(len(secret))]
    privy = answers[changed].secret or ()
    blind = [seat for seat in (None, *table.header.seats) if seat not in privy]
    seat = blind[draw(len(blind))]
    worlds = [Table.opened(table.game, table.header, Typed()) for _ in range(2)]
    for answer in answers[:changed]:
        for world in worlds:
            repeat(world, answer)
    told = len(worlds[0].events)
    for other in others(worlds[1].pending, answers[changed]):
        worlds[1].answer(other, origin=worlds[1].header.dice.source)
        break
    else:
        return
    repeat(worlds[0], answers[changed])
    for later in [None, *answers[changed + 1 :]]:
        if later is not None:
            try:
                for world in worlds:
                    repeat(world, later)
            except Refused:
                return
        if any(world.outcome for world in worlds):
            return
        news = [event for world in worlds for event in world.events[told:]]
        if any(event.reveals and event.visible_to(seat) for event in news):
            return
        looks = [
            (
                world.view(seat),
                world.events_for(seat),
                world.record_for(seat),
                world.pending and (type(world.pending), world.pending.seat),
            )
            for world in worlds
        ]
        assert looks[0] == looks[1], f"{seat} can tell what is secret"


def answers_of(table: Table[Any]) -> Iterator[Rolled | Chose | Called]:
    """The answers that stand, in order."""
    for entries in (*(point.entries for point in trail(table._checkpoint)), table._entries):
        for entry in entries:
            if not isinstance(entry, Undone):
                yield entry


def repeat(table: Table[Any], answer: Rolled | Chose | Called) -> None:
    """Give the same answer at another table, as far as it is legal there."""
    if isinstance(answer, Called):
        table.call(answer.seat)
    elif isinstance(answer, Chose):
        table.answer(answer.notation)
    else:
        table.answer(str(answer).removeprefix(f"{answer.name}: "), origin=answer.origin)


def others(request: Choose[Any] | Roll | None, answer: Rolled | Chose | Called) -> Iterator[str]:
    """Other legal answers than the one given; for a veiled one, those that look the same."""
    if isinstance(request, Roll):
        cards = request.faces or [str(face) for face in range(1, request.sides + 1)]
        for card in cards:
            if f"{request.name}: {card}" != str(answer):
                yield card
    elif request is not None and isinstance(answer, Chose):
        for option in request.options:
            seems = option.veil.seems if option.veil else option.notation
            if option.notation != answer.notation and answer.seems in ("", seems):
                yield option.notation
