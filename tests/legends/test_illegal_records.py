"""Records with an illegal move: the replay stops at that line and names the rule."""

from __future__ import annotations

import pytest

from legendry.table import RecordError, Replay
from tests.legends.arena import AW, TS, TSC

HEAD = """\
format = 1
game = "fight"
rules = "1"
edition = "{edition}"
seats = ["Phoenix", "Xavier"]
undo = "consent"

[dice]
source = "scripted"

[[setup.fighters]]
side = "Greeks"
at = "0404"
character = {{name = "Ajax", st = 12, dx = 11, iq = 9, weapons = ["{ajax}"]}}

[[setup.fighters]]
side = "Trojans"
at = "0604"
character = {{name = "Hector", st = 11, dx = 12, iq = 9, weapons = ["{hector}"]}}
+++
initiative Greeks: 5
initiative Trojans: 2
"""
LINES = HEAD.count("\n")


@pytest.mark.parametrize(
    ("edition", "ajax", "answers", "why"),
    [
        (
            TSC,
            "handgun",
            ["Ajax move 0504", "Ajax shoot Hector"],
            "who shoots may not move (SHT-2)",
        ),
        (TSC, "cutlass", ["Ajax stay", "Ajax enter Hector"], "Hector is not adjacent (ENT-1)"),
        (
            TSC,
            "cutlass",
            ["Ajax move 0504", "Ajax enter Hector", "Hector defend"],
            "there is no defence but a blow (ENT-4)",
        ),
        (AW, "cutlass", ["Ajax stay", "Ajax strike Hector"], "Hector is not adjacent (STR-1)"),
        (
            AW,
            "cutlass",
            ["Ajax move 0504", "Ajax strike Hector", "hit Ajax>Hector: 6 6 6", "Hector enter"],
            "one enters the attacker's hex only from a zone of control (RCT-7)",
        ),
        (
            AW,
            "cutlass",
            ["Ajax move 0504", "Ajax takedown Hector", "Hector take it", "Hector move 0705"],
            "Hector is held by Ajax (GRP-1)",
        ),
        (
            TS,
            "cutlass",
            [
                "Ajax move 0504",
                "Ajax tackle Hector",
                "Hector take it",
                "Ajax 2 dice",
                "Hector 2 dice",
                "tackle Ajax>Hector: 6 5",
                "tackle Hector>Ajax: 1 1",
                "Hector stay",
                "Hector escape",
            ],
            "that is for the winner of a grapple to choose (RUL-53)",
        ),
        (
            TS,
            "handgun",
            ["Ajax stay", "Ajax shoot Hector", "hit Ajax>Hector: 6 6 6", "Hector tackle"],
            "Ajax is not adjacent (RUL-45)",
        ),
        (
            TS,
            "cutlass",
            ["Ajax stay", "Ajax throw Hector"],
            "nothing in hand to throw with (ACT-1)",
        ),
    ],
)
def test_an_illegal_move_is_refused_by_rule(
    edition: str, ajax: str, answers: list[str], why: str
) -> None:
    """SHT-2, ENT-1, ENT-4, STR-1, RCT-7, GRP-1, RUL-53, RUL-45, ACT-1: line, reason, rule."""
    hector = "bow" if edition == AW else "handgun"
    text = HEAD.format(edition=edition, ajax=ajax, hector=hector) + "\n".join(answers)
    replay = Replay.of(text)
    with pytest.raises(RecordError) as error:
        replay.run()
    assert str(error.value).startswith(f"line {LINES + len(answers)}: ")
    assert why in str(error.value)
