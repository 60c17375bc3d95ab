"""Peddlers: sell what nobody can see.

PED-1  Each peddler starts with 10 coins and 3 wares, drawn unseen from the sack. Gold is worth 5
       coins, silver 3, lead nothing.
PED-2  In his turn a peddler secretly takes one of his wares, then offers it to another, naming what
       it is said to be.
PED-3  Before the customer answers, each bystander in turn may snatch the offer, once a game: he
       becomes the customer and buys at once. He needs the coins.
PED-4  The customer buys (paying the worth of what was named), refuses, or unmasks.
PED-5  Unmasking shows the ware to all. If it was truly named, the doubter pays a fine of 2 coins
       and the ware goes back; if not, the peddler pays the fine and the ware is the doubter's.
       Nobody pays more than he has.
PED-6  At the end of his turn a peddler with fewer than 3 wares draws one, if the sack has any.
PED-7  After `rounds` rounds all is shown; the richest in coins and worth of wares wins.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, ClassVar

from msgspec import Meta, Struct

from legendry.table import (
    Barred,
    Choose,
    Event,
    Flow,
    Game,
    Header,
    Option,
    Outcome,
    Refusal,
    Roll,
    Seat,
    State,
    options_of,
)

WORTH = {"gold": 5, "silver": 3, "lead": 0}
SACK = ("gold",) * 5 + ("silver",) * 7 + ("lead",) * 8
COINS = 10
HAND = 3
FINE = 2


class PeddlersOptions(Struct, frozen=True, forbid_unknown_fields=True):
    """What a table may settle before the game."""

    rounds: Annotated[int, Meta(ge=1, le=20)] = 3
    """Turns of each peddler before all is shown."""


class Drew(Event, frozen=True):
    """A peddler drew a ware; only he knows which."""

    seat: Seat
    ware: str = ""

    def __str__(self) -> str:
        return f"{self.seat} draws {self.ware or 'a ware'}"


class Offered(Event, frozen=True):
    """A covered ware is offered under a name."""

    seat: Seat
    to: Seat
    claim: str

    def __str__(self) -> str:
        return f"{self.seat} offers {self.to} a covered ware: “{self.claim}”"


class Snatched(Event, frozen=True):
    """A bystander took the customer's place."""

    seat: Seat

    def __str__(self) -> str:
        return f"{self.seat} snatches the offer"


class Sold(Event, frozen=True):
    """The ware changed hands, still covered."""

    seat: Seat
    price: int

    def __str__(self) -> str:
        return f"{self.seat} buys for {self.price}"


class Looked(Event, frozen=True):
    """The buyer sees what he bought."""

    reveals: ClassVar[bool] = True

    seat: Seat
    ware: str

    def __str__(self) -> str:
        return f"{self.seat} uncovers {self.ware}"


class Refused(Event, frozen=True):
    """The customer wants none of it."""

    seat: Seat

    def __str__(self) -> str:
        return f"{self.seat} refuses"


class Unmasked(Event, frozen=True):
    """The ware was shown to all, and somebody paid for his doubt or for his lie."""

    reveals: ClassVar[bool] = True

    seat: Seat
    ware: str
    honest: bool
    fine: int

    def __str__(self) -> str:
        end = (
            f"pays {self.fine} for his doubt" if self.honest else f"takes it and {self.fine} coins"
        )
        return f"{self.seat} unmasks {self.ware} and {end}"


class PeddlersState(State, kw_only=True):
    """Coins, wares and snatches by seat; the sack; the offer on the table."""

    seats: tuple[Seat, ...]
    rounds: int
    coins: list[int]
    wares: list[list[str]]
    snatches: list[bool]
    sack: list[str]
    taken: str = ""
    claim: str = ""
    customer: int = -1

    def copy(self) -> PeddlersState:
        return PeddlersState(
            turn=self.turn,
            rolls=self.rolls,
            rolled=self.rolled,
            seats=self.seats,
            rounds=self.rounds,
            coins=self.coins.copy(),
            wares=[wares.copy() for wares in self.wares],
            snatches=self.snatches.copy(),
            sack=self.sack.copy(),
            taken=self.taken,
            claim=self.claim,
            customer=self.customer,
        )

    @property
    def dealing(self) -> bool:
        """The first turns only fill the hands."""
        return self.turn <= len(self.seats)

    @property
    def in_turn(self) -> int:
        return (self.turn - 1) % len(self.seats)

    def wealth(self, who: int) -> int:
        return self.coins[who] + sum(WORTH[ware] for ware in self.wares[who])


class PeddlerView(Struct, frozen=True):
    """One peddler as another sees him; his wares are covered, one's own are not."""

    name: Seat
    coins: int
    wares: int
    may_snatch: bool
    hand: tuple[str, ...] | None


class PeddlersView(Struct, frozen=True):
    """What one seat may know of the market."""

    turn: int
    to_play: Seat
    peddlers: tuple[PeddlerView, ...]
    sack: int
    claim: str
    customer: Seat

    def __str__(self) -> str:
        rows = []
        for one in self.peddlers:
            hand = f": {', '.join(one.hand)}" if one.hand is not None else ""
            rows.append(f"  {one.name:<12} {one.coins:>2} coins, {one.wares} wares{hand}")
        return "\n".join(rows)


class Peddlers(Game[PeddlersState]):
    """The rules above, as flows."""

    name: ClassVar[str] = "peddlers"
    title: ClassVar[str] = "Peddlers"
    version: ClassVar[str] = "1"
    players: ClassVar[range] = range(2, 6)
    company: ClassVar[int] = 3
    options: ClassVar[type[Struct]] = PeddlersOptions

    def hides(self, header: Header) -> bool:
        """Wares in hand are their owner's secret (PED-1)."""
        return True

    def setup(self, header: Header) -> PeddlersState:
        count = len(header.seats)
        return PeddlersState(
            seats=header.seats,
            rounds=options_of(header, PeddlersOptions).rounds,
            coins=[COINS] * count,
            wares=[[] for _ in range(count)],
            snatches=[True] * count,
            sack=list(SACK),
        )

    def flow(self, state: PeddlersState) -> Flow[None]:
        """One turn: fill the hand at the start (PED-1), then sell (PED-2 to PED-6)."""
        if state.dealing:
            for _ in range(HAND):
                yield from draw(state, "PED-1")
        else:
            yield from sell(state)
            if len(state.wares[state.in_turn]) < HAND and state.sack:
                yield from draw(state, "PED-6")
        state.next_turn()

    def outcome(self, state: PeddlersState) -> Outcome | None:
        if state.turn <= (state.rounds + 1) * len(state.seats):
            return None
        wealth = [state.wealth(who) for who in range(len(state.seats))]
        best = max(wealth)
        winners = tuple(s for s, coins in zip(state.seats, wealth, strict=True) if coins == best)
        return Outcome(winners, f"a wealth of {best}", "PED-7")

    def view(self, state: PeddlersState, seat: Seat | None) -> PeddlersView:
        over = self.outcome(state) is not None
        return PeddlersView(
            turn=state.turn,
            to_play=state.seats[state.in_turn],
            peddlers=tuple(
                PeddlerView(
                    name=name,
                    coins=state.coins[who],
                    wares=len(state.wares[who]) + (who == state.in_turn and state.taken != ""),
                    may_snatch=state.snatches[who],
                    hand=_hand(state, who) if over or name == seat else None,
                )
                for who, name in enumerate(state.seats)
            ),
            sack=len(state.sack),
            claim=state.claim,
            customer=state.seats[state.customer] if state.customer >= 0 else "",
        )


def _hand(state: PeddlersState, who: int) -> tuple[str, ...]:
    taken = [state.taken] if who == state.in_turn and state.taken else []
    return tuple(sorted(state.wares[who] + taken))


def draw(state: PeddlersState, rule: str) -> Flow[None]:
    """Draw a ware unseen (PED-1, PED-6)."""
    seat = state.seats[state.in_turn]
    (face,) = yield from Roll.draw(f"draw {seat}", state.sack, seat=seat, secret=(seat,))
    ware = state.sack.pop(face - 1)
    state.wares[state.in_turn].append(ware)
    state.tell(Drew(rules=(rule,), seat=seat, ware=ware, seen_by=(seat,)))
    others = tuple(other for other in state.seats if other != seat)
    state.tell(Drew(rules=(rule,), seat=seat, seen_by=others))


def sell(state: PeddlersState) -> Flow[None]:
    """Take a ware, name it to a customer, and let the market answer (PED-2 to PED-5)."""
    me = state.in_turn
    seat = state.seats[me]
    state.taken = yield from Choose(
        seat,
        "which ware do you take under your cloak?",
        lambda: [Option(f"{seat} takes {ware}", ware) for ware in sorted(set(state.wares[me]))],
        lambda: [
            Barred(f"{seat} takes {ware}", Refusal(f"you have no {ware}", "PED-2"))
            for ware in WORTH
            if ware not in state.wares[me]
        ],
        secret=(seat,),
    )
    state.wares[me].remove(state.taken)
    state.customer, state.claim = yield from Choose(
        seat,
        "to whom do you offer it, and as what?",
        lambda: [
            Option(f"{seat} offers {state.seats[who]} {claim}", (who, claim))
            for who in _others(state)
            for claim in WORTH
        ],
        lambda: [
            Barred(f"{seat} offers {seat} {claim}", Refusal("offer it to another", "PED-2"))
            for claim in WORTH
        ],
    )
    state.tell(
        Offered(rules=("PED-2",), seat=seat, to=state.seats[state.customer], claim=state.claim)
    )
    if (yield from snatched(state)):
        buy(state)
    else:
        yield from answer_offer(state)
    state.taken = state.claim = ""
    state.customer = -1


def _others(state: PeddlersState) -> Iterator[int]:
    """The other seats, clockwise from the one in turn."""
    count = len(state.seats)
    return ((state.in_turn + step) % count for step in range(1, count))


def snatched(state: PeddlersState) -> Flow[bool]:
    """Whether a bystander takes the customer's place (PED-3)."""
    price = WORTH[state.claim]
    for who in _others(state):
        if who == state.customer or not state.snatches[who] or state.coins[who] < price:
            continue
        name = state.seats[who]
        grab = yield from Choose(
            name,
            f"snatch the offer for {price} coins?",
            lambda name=name: [  # type: ignore[misc]
                Option(f"{name} snatches", True),
                Option(f"{name} lets it pass", False),
            ],
        )
        if grab:
            state.snatches[who] = False
            state.customer = who
            state.tell(Snatched(rules=("PED-3",), seat=name))
            return True
    return False


def answer_offer(state: PeddlersState) -> Flow[None]:
    """The customer buys, refuses or unmasks (PED-4, PED-5)."""
    name = state.seats[state.customer]
    price = WORTH[state.claim]
    poor = state.coins[state.customer] < price

    def options() -> Iterator[Option[str]]:
        if not poor:
            yield Option(f"{name} buys", "buy")
        yield Option(f"{name} refuses", "refuse")
        yield Option(f"{name} unmasks", "unmask")

    def bars() -> Iterator[Barred]:
        if poor:
            yield Barred(f"{name} buys", Refusal(f"{name} has fewer than {price} coins", "PED-4"))

    match (yield from Choose(name, f"buy for {price}, refuse or unmask?", options, bars)):
        case "buy":
            buy(state)
        case "unmask":
            unmask(state)
        case _:
            state.wares[state.in_turn].append(state.taken)
            state.tell(Refused(rules=("PED-4",), seat=name))


def buy(state: PeddlersState) -> None:
    """Pay the worth of what was named, and see what it is (PED-4)."""
    price = WORTH[state.claim]
    name = state.seats[state.customer]
    _pay(state, state.customer, state.in_turn, price)
    state.wares[state.customer].append(state.taken)
    state.tell(Sold(rules=("PED-4",), seat=name, price=price))
    state.tell(Looked(rules=("PED-4",), seat=name, ware=state.taken, seen_by=(name,)))


def unmask(state: PeddlersState) -> None:
    """Show the ware; the doubter or the liar pays (PED-5)."""
    honest = state.taken == state.claim
    loser, winner = state.in_turn, state.customer
    if honest:
        loser, winner = winner, loser
    fine = _pay(state, loser, winner, FINE)
    state.wares[winner].append(state.taken)
    name = state.seats[state.customer]
    state.tell(Unmasked(rules=("PED-5",), seat=name, ware=state.taken, honest=honest, fine=fine))


def _pay(state: PeddlersState, payer: int, taker: int, coins: int) -> int:
    paid = min(coins, state.coins[payer])
    state.coins[payer] -= paid
    state.coins[taker] += paid
    return paid


PEDDLERS = Peddlers()
