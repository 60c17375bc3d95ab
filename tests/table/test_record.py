"""Records: what is written is read back the same; what does not fit is named with its line."""

from __future__ import annotations

import tomllib
from contextlib import suppress
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from legendry.parlour.peddlers import PEDDLERS
from legendry.parlour.pig import PIG
from legendry.table import Record, RecordError, Refused, Replay, Scripted, Seeded, Table, toml
from legendry.table.files import RecordFile
from legendry.table.record import MAX_BYTES, MAX_LINES, looked_up

RECORD = """\
format = 1
game = "pig"
rules = "1"
seats = ["Ann", "Bob"]
undo = "consent"

[dice]
source = "scripted"

[options]
target = 12
+++
throw Ann: 6
Ann hold
# Bob is unlucky
throw Bob: 1
throw Ann: 3

? Ann = 6
? scores.Bob = 0
? stake = 3
? to_play = "Ann"
Ann roll
throw Ann: 5
? outcome.winners = ["Ann"]
"""


def replayed(text: str | bytes) -> Replay:
    replay = Replay.of(text)
    replay.run()
    return replay


def test_a_record_is_a_test() -> None:
    replay = replayed(RECORD)
    assert len(replay.expectations) == 5
    assert replay.failed == []
    assert str(replay.table.outcome) == "Ann won: 14 points (PIG-5)"


def test_a_record_is_written_as_it_was_read() -> None:
    bare = "\n".join(
        line for line in RECORD.split("\n") if not line.startswith(("#", "?")) and line
    )
    bare = bare.replace("\n[", "\n\n[") + "\n"
    assert replayed(RECORD).table.record == bare


def test_what_an_expectation_found_is_said() -> None:
    replay = replayed(RECORD.replace("? Ann = 6", "? Ann = 7").replace("scores.Bob", "scores.Cid"))
    assert [str(failed) for failed in replay.failed] == [
        "line 19: expected Ann = 7, but it is 6",
        "line 20: expected scores.Cid = 0, but there is no such thing",
    ]


def test_true_is_not_one() -> None:
    assert replayed(RECORD.replace("? stake = 3", "? turn = true")).failed


@pytest.mark.parametrize(
    ("old", "new", "why"),
    [
        (
            "throw Ann: 6",
            "throw Ann: 7",
            r"line 13: a die cannot show 7 here \(throw Ann: 1 die of",
        ),
        ("throw Ann: 6", "throw An", r"line 13: “throw An” is not the roll that comes here"),
        ("throw Ann: 6", "throw Ann: 6 6", r"line 13: 2 given"),
        ("Ann hold", "Ann ho", r"line 14: “Ann ho” is not an answer to “Ann: 6 at stake.*did you"),
        ("Ann hold", "Bob hold", r"line 14: it is for Ann to play \(PIG-1\)"),
        ("Ann hold", "undo Zoe", r"line 14: nobody called Zoe sits at this table"),
        ("Ann hold", "undo Ann", r"line 14: Ann has given no answer"),
        ("Ann hold", "secret 00", r"line 14: the secret of the dice is shown before"),
        ("Ann hold", "hidden: Ann chose", r"line 14: the answers of others are left out"),
        ("? Ann = 6", "? Ann", r"line 19: an expectation is written"),
        ("? Ann = 6", "? Ann = six", r"line 19: an expectation is written"),
        ("? Ann = 6", "? = 6", r"line 19: an expectation is written"),
        ("target = 12", "target = 1", r"options\.target: expected int >= 2"),
        ("target = 12", "goal = 12", r"options: object contains unknown field goal"),
        ('game = "pig"', 'game = "hog"', r"there is no game “hog” here; there are:"),
        (
            "format = 1",
            "format = 2",
            r"not a record of format 1: the header's field “format” says 2",
        ),
        ("format = 1\n", "", r"the header's field “format” is missing"),
        ('rules = "1"', "rules = 1", r"header\.rules: expected str, got int"),
        ('source = "scripted"', 'source = "loaded"', r"header\.dice\.source: invalid enum value"),
        ("format = 1", "format = ", r"the header is not TOML: "),
        ("+++", "---", r"no line “\+\+\+” stands between"),
    ],
)
def test_a_wrong_line_is_named(old: str, new: str, why: str) -> None:
    assert old in RECORD
    with pytest.raises(RecordError, match=why):
        replayed(RECORD.replace(old, new, 1))


def test_a_record_of_other_rules_says_so_before_it_fails() -> None:
    other = RECORD.replace('rules = "1"', 'rules = "0.9"')
    assert "made by version 0.9 of the rules of Pig, these are version 1" in replayed(other).foreign
    with pytest.raises(RecordError, match=r"line 14: .*version 0\.9 of the rules"):
        replayed(other.replace("Ann hold", "Ann stays"))
    with pytest.raises(RecordError, match=r"unknown field.*version 0\.9 of the rules"):
        replayed(other.replace("target", "goal"))


def test_records_end_somewhere() -> None:
    with pytest.raises(RecordError, match="larger than 4 MiB"):
        Record.read(b"#" * (MAX_BYTES + 1))
    with pytest.raises(RecordError, match="more than"):
        Record.read("\n" * (MAX_LINES + 1))
    with pytest.raises(RecordError, match="line 14: the line is longer than"):
        Record.read(RECORD.replace("Ann hold", "Ann hold" * 100))
    with pytest.raises(RecordError, match="line 14: the text is not UTF-8"):
        Record.read(RECORD.encode().replace(b"Ann hold", b"Ann \xff hold"))
    with pytest.raises(RecordError, match="too large or nested too deep"):
        Record.read(f"format = {'[' * 3900}\n+++\n")
    with pytest.raises(RecordError, match="line 1: the line is longer than 4000"):
        Record.read(f"{'a.' * 200_000}a = 1\n+++\n")
    with pytest.raises(RecordError, match="the header is larger than 2 MiB"):
        Record.read("# a line of thirty characters\n" * 80_000 + "+++\n")


@pytest.mark.parametrize("key", ["a", '"a.b"', "'.'", " a\t"])
def test_keys_have_only_so_many_parts(key: str) -> None:
    """tomllib takes the square of their number, and the server waits for it."""
    deep = ".".join([key] * 60)
    for line in (
        f"{deep} = 1",
        f"[{deep}]",
        f"a = {{ b = 2, {deep} = 1}}",
        f"a = [{{{deep} = 1}}]",
    ):
        with pytest.raises(RecordError, match="a key of more than 50 parts"):
            Record.read(f"{line}\n+++\n")
    assert not toml.too_deep(f'text = "{deep}"' if '"' not in key else f"text = '{deep}'")


def test_files_of_other_systems_are_read() -> None:
    assert replayed(b"\xef\xbb\xbf" + RECORD.replace("\n", "\r\n").encode()).failed == []


def test_the_first_answers_only() -> None:
    replay = Replay.of(RECORD)
    replay.run(until=2)
    assert replay.table.view(None).scores == {"Ann": 6, "Bob": 0}  # type: ignore[attr-defined]
    assert replay.expectations == []


def test_things_in_lists_are_found_by_number_and_by_name() -> None:
    table = Table(PEDDLERS, ["Ann", "Bob"], Seeded(1))
    assert looked_up(table, "peddlers.1.name") == "Bob"
    assert looked_up(table, "peddlers.Bob.coins") == 10
    assert looked_up(table, "Bob.coins") == 10
    assert looked_up(table, "Ann.hand") is None
    for nothing in ("peddlers.7", "Zoe.coins", "turn.of.events", "peddlers.٣", ".", "a..b"):
        assert looked_up(table, nothing).__class__.__name__ == "UnsetType"


def test_a_file_follows_its_table(tmp_path: Path) -> None:
    path = tmp_path / "game.rec"
    table = Table(PIG, ["Ann", "Bob"], Seeded(1))
    file = RecordFile(path, table)
    for _ in range(5):
        assert path.read_text() == table.record
        table.answer(table.pending.options[0])  # type: ignore[union-attr]
        file.save(table)
    with pytest.raises(RecordError, match="there is such a file already"):
        RecordFile(path, table)
    again = replayed(path.read_bytes()).table.fork(Seeded(1))
    path.write_text(path.read_text().removesuffix("\n"))
    file = RecordFile(path, again, resume=True)
    again.answer(again.pending.options[0])  # type: ignore[union-attr]
    file.save(again)
    assert path.read_text() == again.record


# -- fuzz --------------------------------------------------------------------------------------


def mutated(text: str, luck: Random) -> bytes:
    """The text with a few changes such as a careless hand, a bad disk or an enemy would make."""
    data = bytearray(text.encode())
    for _ in range(luck.randint(1, 4)):
        at = luck.randrange(len(data) + 1)
        match luck.randrange(7):
            case 0 if at < len(data):
                data[at] = luck.randrange(256)
            case 1:
                del data[at : at + luck.randint(1, 30)]
            case 2:
                data[at:at] = data[luck.randrange(len(data) + 1) :][: luck.randint(1, 40)]
            case 3:
                data[at:at] = luck.choice(
                    [
                        b"\n",
                        b"? Ann = ",
                        b"undo Ann\n",
                        b"[",
                        b'"',
                        b"7",
                        b"\0",
                        b"+++\n",
                        b" (fair)",
                    ]
                )
            case 4:
                lines = bytes(data).split(b"\n")
                luck.shuffle(lines)
                data = bytearray(b"\n".join(lines))
            case 5:
                data = data[:at]
            case _:
                digit = bytes([luck.choice(b"0123456789")])
                data = bytearray(bytes(data).replace(digit, luck.choice([b"9", b"-1", b"1e9"])))
    return bytes(data)


def finished(game: Any, seats: list[str], seed: int, **options: int) -> str:
    luck = Random(seed)
    table = Table(game, seats, Seeded(seed), options=options)
    while table.pending is not None:
        if luck.random() < 0.1 and len(table.events) > 20:
            with suppress(Refused):
                table.undo(luck.choice(seats), seats)
        else:
            table.answer(luck.choice(table.pending.options))  # type: ignore[union-attr]
    return table.record


@pytest.mark.parametrize("part", range(10))
def test_ten_thousand_mutated_records_are_refused_politely(part: int) -> None:
    """Whatever is in the file: it replays, or there is a RecordError of one line."""
    luck = Random(part)
    originals = [
        finished(PIG, ["Ann", "Bob"], part, target=15),
        finished(PEDDLERS, ["Ann", "Bob", "Cid"], part, rounds=1),
        RECORD,
    ]
    said = [objection(mutated(luck.choice(originals), luck)) for _ in range(1000)]
    assert "" in said, "some changes do no harm"
    assert sum(map(bool, said)) > 500
    for words in said:
        assert words.isprintable(), repr(words)
        assert len(words) < 500


def objection(data: bytes) -> str:
    try:
        replayed(data)
    except RecordError as error:
        return str(error)
    return ""


@given(st.binary(max_size=300) | st.text(max_size=300))
def test_any_bytes_are_refused_politely(data: bytes | str) -> None:
    with pytest.raises(RecordError):
        Replay.of(data)


values = st.recursive(
    st.booleans() | st.integers(-(2**63), 2**63 - 1) | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=8,
)


@given(st.lists(st.sampled_from(["+++", " ", "\t", "\n", "\r", '"', "\\", "\x7f", "ä", "word "])))
@example(["+++", "\n"] * 300)
def test_long_strings_are_written_on_lines_of_their_own(pieces: list[str]) -> None:
    text = "".join(pieces) * 40 + " " * 1000
    written = toml.written({"text": text})
    assert tomllib.loads(written) == {"text": text}
    assert max(map(len, written.split("\n"))) < 4000
    assert "+++" not in written.split("\n")


@given(st.dictionaries(st.text(), values, max_size=4))
def test_written_toml_reads_back_the_same(data: dict[str, Any]) -> None:
    assert tomllib.loads(toml.written(data)) == data


def test_scripted_records_replay_without_their_dice() -> None:
    table = Table(PIG, ["Ann"], Scripted("6", "6"), options={"target": 12})
    table.answer("Ann roll")
    assert replayed(table.record).table.outcome == table.outcome
