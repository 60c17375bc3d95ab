"""Dice: the same faces for the same moment, whatever else was rolled; and fair ones can be proven."""

from __future__ import annotations

import hashlib
import hmac
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from legendry.parlour.peddlers import PEDDLERS
from legendry.parlour.pig import PIG
from legendry.table import (
    Fair,
    RecordError,
    Refused,
    Replay,
    Roll,
    Scripted,
    Seeded,
    SetupError,
    State,
    Table,
    Typed,
    dice_of,
)


def at(turn: int = 1, **rolled: int) -> State:
    return State(turn=turn, rolled=dict(rolled))


def test_seeded_faces_are_hmac_of_turn_name_and_occurrence() -> None:
    """Written out once more with the standard library: anybody can compute these faces."""
    key = hmac.digest(b"legendry-seed-v1", b"7", "sha256")
    digest = hmac.digest(key, b"3\0hit\x002", "sha256")
    expected = [byte % 6 + 1 for byte in digest if byte < 252][:3]
    assert list(Seeded(7).faces(Roll("hit", 3), at(3, hit=2))) == expected


def test_a_roll_of_many_dice_reads_on_in_further_blocks() -> None:
    key = hmac.digest(b"legendry-seed-v1", b"7", "sha256")
    stream = hmac.digest(key, b"1\0hit\x000", "sha256")
    for block in (1, 2, 3):
        stream += hmac.digest(key, b"1\0hit\x000\0" + str(block).encode(), "sha256")
    expected = [byte % 100 + 1 for byte in stream if byte < 200][:60]
    assert list(Seeded(7).faces(Roll("hit", 60, 100), at())) == expected


def test_other_rolls_do_not_shift_a_die() -> None:
    dice = Seeded(1)
    alone = dice.faces(Roll("hit", 3), at(2))
    assert alone == dice.faces(Roll("hit", 3), at(2, damage=5, dodge=1))
    assert len({dice.faces(Roll("hit", 3), at(2, hit=n)) for n in range(20)}) > 15
    assert len({dice.faces(Roll("hit", 3), at(turn)) for turn in range(20)}) > 15
    assert len({Seeded(n).faces(Roll("hit", 3), at()) for n in range(20)}) > 15


@pytest.mark.parametrize("sides", [2, 3, 6, 20, 255])
def test_faces_are_even(sides: int) -> None:
    """Chi-square over ten thousand faces stays in the range of an honest die."""
    count = Counter[int]()
    for occurrence in range(500):
        count.update(Seeded(0).faces(Roll("x", 20, sides), at(x=occurrence)))
    assert set(count) == set(range(1, sides + 1))
    expected = 10_000 / sides
    chi = sum((count[face] - expected) ** 2 / expected for face in range(1, sides + 1))
    assert chi < sides - 1 + 5 * (2 * (sides - 1)) ** 0.5


def test_a_turn_begins_its_counts_anew() -> None:
    table = Table(PIG, ["Ann", "Bob"], Typed())
    table.answer([4])
    table.answer("Ann roll")
    table.answer([4])
    assert table.state.rolled == {"throw Ann": 2}
    table.answer("Ann hold")
    assert table.state.rolled == {}
    assert table.state.rolls == 2


def test_the_script_runs_out_and_the_roll_is_left_to_the_caller() -> None:
    table = Table(PIG, ["Ann", "Bob"], Scripted("4"))
    table.answer("Ann roll")
    assert isinstance(table.pending, Roll)


def test_typed_dice_for_one_seat_only() -> None:
    table = Table(PIG, ["Ann", "Bob"], Typed(["Bob"], Scripted("4")))
    table.answer("Ann hold")
    assert table.pending is not None
    assert table.pending.asks == "throw Bob: 1 die of 6 sides"
    table.answer("5", by="Bob")
    assert "\nthrow Ann: 4\n" in table.record
    assert "\nthrow Bob: 5 (typed)\n" in table.record
    assert table.header.dice.typed == ("Bob",)


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("7", "a die cannot show 7"),
        ("0", "a die cannot show 0"),
        ("3 4", "2 given"),
        ("", "0 given"),
        ("five", "not faces of dice"),
        ("٣", "not faces of dice"),
        ("-3", "not faces of dice"),
    ],
)
def test_faces_that_cannot_be(text: str, why: str) -> None:
    table = Table(PIG, ["Ann"], Typed())
    with pytest.raises(Refused, match=why):
        table.answer(text)


def test_cards_are_drawn_by_name() -> None:
    roll = Roll.draw("card", ["gold", "tin", "gold"])
    assert roll.read("TIN") == (2,)
    assert roll.read("gold") == (1,)
    assert roll.settled((3,)) == (1,)
    with pytest.raises(Refused, match="one of gold, tin"):
        roll.read("lead")


# -- fair dice ---------------------------------------------------------------------------------

SECRET = bytes(range(32))
SEEDS = {"Ann": "a lucky word", "Bob": ""}


def finished(dice: Fair) -> Table:  # type: ignore[type-arg]
    table = Table(PIG, ["Ann", "Bob"], dice, options={"target": 10})
    while table.pending is not None:
        table.answer(table.pending.options[1])  # type: ignore[union-attr]
    return table


def test_the_commitment_is_the_hash_of_the_secret() -> None:
    fair = Fair(SECRET, "t1", SEEDS)
    assert fair.commitment == hashlib.sha256(b"legendry-dice-commit-v1" + SECRET).hexdigest()
    message = b"".join(
        len(part).to_bytes(4, "big") + part
        for part in (b"t1", b"Ann", b"a lucky word", b"Bob", b"")
    )
    key = hmac.digest(SECRET, message, "sha256")
    digest = hmac.digest(key, b"1\0hit\x000", "sha256")
    assert fair.faces(Roll("hit"), at())[0] == next(b % 6 + 1 for b in digest if b < 252)


@given(st.dictionaries(st.sampled_from(["Ann", "Bob"]), st.text(max_size=5), min_size=2))
def test_every_seat_moves_the_dice(seeds: dict[str, str]) -> None:
    rolls = [Roll("hit", 10), Roll("damage", 10)]
    fair = Fair(SECRET, "t1", SEEDS)
    other = Fair(SECRET, "t1", seeds)
    same = [fair.faces(roll, at()) == other.faces(roll, at()) for roll in rolls]
    assert all(same) == (seeds == SEEDS)


def test_the_secret_is_shown_only_when_the_game_is_over() -> None:
    fair = Fair(SECRET, "t1", SEEDS)
    table = Table(PIG, ["Ann", "Bob"], fair, options={"target": 10})
    assert SECRET.hex() not in table.record
    assert fair.commitment in table.record
    over = finished(fair)
    assert over.record.endswith(f"secret {SECRET.hex()}\n")
    with pytest.raises(Refused, match="secret of the dice has been shown"):
        over.undo("Ann", ["Bob"])


def test_a_finished_game_is_proven_and_a_changed_face_is_found() -> None:
    record = finished(Fair(SECRET, "t1", SEEDS)).record
    replay = Replay.of(record)
    replay.prepare_proof()
    replay.run()
    assert len(replay.proven) == record.count("throw")
    assert replay.disproven == []
    assert replay.table.record == record

    lines = record.splitlines()
    at_line = next(n for n, line in enumerate(lines) if line.startswith("throw"))
    face = int(lines[at_line][-1])
    lines[at_line] = lines[at_line][:-1] + str(face % 6 + 1 if face != 6 else 5)
    forged = Replay.of("\n".join(lines))
    forged.prepare_proof()
    with pytest.raises(RecordError):
        forged.run()
    assert at_line + 1 in forged.disproven


def test_typed_faces_in_a_fair_game_are_named_as_such() -> None:
    dice = Typed(["Bob"], Fair(SECRET, "t1", SEEDS))
    table = Table(PIG, ["Ann", "Bob"], dice, options={"target": 20})
    while table.pending is not None:
        table.answer("6" if isinstance(table.pending, Roll) else table.pending.options[1])
    replay = Replay.of(table.record)
    replay.prepare_proof()
    replay.run()
    assert len(replay.typed) == table.record.count("(typed)") > 0
    assert replay.disproven == []


@pytest.mark.parametrize(
    ("secret", "why"),
    [("zz", "not a hexadecimal number"), ("00" * 32, "does not fit the commitment")],
)
def test_a_secret_that_does_not_belong(secret: str, why: str) -> None:
    with pytest.raises(SetupError, match=why):
        Fair.reopened(Fair(SECRET, "t1", SEEDS).header, secret)


def test_dice_are_found_again_from_their_header() -> None:
    roll = Roll("hit", 3)
    for dice in (Seeded(5), Fair(SECRET, "t1", SEEDS), Typed(["Ann"], Seeded(5))):
        again = dice_of(dice.header, SECRET.hex())
        assert again.faces(roll, at()) == dice.faces(roll, at())
        assert again.header == dice.header
    with pytest.raises(SetupError, match="without their secret"):
        dice_of(Fair(SECRET, "t1", SEEDS).header)


def test_cards_of_a_fair_game_are_proven_by_name() -> None:
    """Two cards that look alike are one result, whichever the dice meant."""
    table = Table(PEDDLERS, ["Ann", "Bob"], Fair(SECRET, "t", SEEDS), options={"rounds": 1})
    while table.pending is not None:
        table.answer(table.pending.options[0])  # type: ignore[union-attr]
    replay = Replay.of(table.record)
    replay.prepare_proof()
    replay.run()
    assert len(replay.proven) == table.record.count("draw ")
    assert replay.disproven == []
