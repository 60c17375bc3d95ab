"""A company in a few words, and flows driven by hand: answers in notation, faces as people write them."""

from __future__ import annotations

from typing import Any, TypeVar

from legendry.legends.campaign.camp import Camp
from legendry.legends.campaign.company import Company, Member
from legendry.legends.character import Character
from legendry.table import Choose, Flow, Roll

T = TypeVar("T")


def somebody(edition: str, name: str, **figures: Any) -> Member:
    """ST 12, DX 11, IQ 9 if not given; the kind `test` is bound by no limits of creation."""
    given: dict[str, Any] = {"kind": "test", "st": 12, "dx": 11, "iq": 9} | figures
    return Member(Character(name=name, edition=edition, **given))


def camp_of(edition: str, *members: Member, gm: str = "", **company: Any) -> Camp:
    """A camp with one seat, `table`, and perhaps a game master."""
    made = Company(name="The Test", edition=edition, members=members, **company)
    return Camp.of(made, ("table",), gm)


class Played:
    """What a flow asked, and the names it rolled under."""

    def __init__(self) -> None:
        self.asked: list[str] = []
        self.rolls: list[Roll] = []
        self.choices: list[Choose[Any]] = []


def played(flow: Flow[T], *answers: str, seen: Played | None = None) -> T:
    """Run a flow to its end with these answers, all of which it must take."""
    left = list(answers)
    seen = seen or Played()
    reply: Any = None
    try:
        while True:
            request = flow.send(reply)
            seen.asked.append(request.asks)
            assert left, f"no answer left to “{request.asks}”"
            text = left.pop(0)
            if isinstance(request, Roll):
                seen.rolls.append(request)
                reply = request.read(text)
            else:
                seen.choices.append(request)
                option = request.find(text)
                assert option is not None, request.why_not(text)
                reply = option.value
    except StopIteration as stop:
        assert not left, f"answers nobody asked for: {left}"
        result: T = stop.value
        return result


def told(camp: Camp) -> list[str]:
    return [str(event) for event in camp.events]


def rules_told(camp: Camp) -> set[str]:
    return {rule for event in camp.events for rule in event.rules}


def figure(camp: Camp, name: str, what: str) -> Any:
    """A field of a member's character."""
    return getattr(camp.company.member(name).character, what)
