"""The kernel: requests, flows, checkpoints, the table that runs any game, seats, dice, records.

The rules never roll and never ask. A game yields requests, `Roll` or `Choose`; a `Table` runs it
and takes the answers, from dice, people, bots, tests or a record.
"""

from legendry.table.dice import Dice, Fair, Scripted, Seeded, Typed, dice_of
from legendry.table.game import Event, Game, Insight, Outcome, State, find_game, games, options_of
from legendry.table.header import Header, SetupError
from legendry.table.ledger import Ledger, Line
from legendry.table.players import Player, play
from legendry.table.record import Record, RecordError, Replay
from legendry.table.requests import (
    About,
    Barred,
    Choose,
    Flow,
    Offers,
    Option,
    Refusal,
    Refused,
    Roll,
    RuleId,
    Seat,
    Veil,
)
from legendry.table.table import Table

__all__ = [
    "About",
    "Barred",
    "Choose",
    "Dice",
    "Event",
    "Fair",
    "Flow",
    "Game",
    "Header",
    "Insight",
    "Ledger",
    "Line",
    "Offers",
    "Option",
    "Outcome",
    "Player",
    "Record",
    "RecordError",
    "Refusal",
    "Refused",
    "Replay",
    "Roll",
    "RuleId",
    "Scripted",
    "Seat",
    "Seeded",
    "SetupError",
    "State",
    "Table",
    "Typed",
    "Veil",
    "dice_of",
    "find_game",
    "games",
    "options_of",
    "play",
]
