"""End of Turn: points, tokens, potions, turning points, and the end of the game."""

from __future__ import annotations

from typing import Any

import pytest

from legendry.table import Table
from tests.dragon.box import (
    asked,
    dealt,
    legal,
    lose,
    opened,
    options,
    played,
    purses,
    refused,
    reveal,
    row,
    seen,
    told,
    win,
)


@pytest.mark.parametrize(
    ("trait", "selection", "points"),
    [
        ("weak", "Shaman vs Skeleton", 2),
        ("weak", "Shaman + Bard vs Skeleton with Strategic", 8),
        ("weak", "Shaman + Bard vs Skeleton with Strategic and song", 10),
        ("weak", "Bard vs Skeleton and song", 4),
        ("agile", "Shaman + Bard vs Skeleton with Strategic and song", 18),
        ("legendary", "Shaman vs Skeleton", 7),
        ("strong", "Shaman + Bard vs Skeleton with Fearless", 3),
    ],
)
def test_points_of_one_won_combat(trait: str, selection: str, points: int) -> None:
    """DRG-59, DRG-72, DRG-EX-4: Strategic is added after doubling."""
    table = dealt(f"skeleton/{trait}", "ogre/huge", potions={"bard": 3})
    win(table, selection)
    assert seen(table).points.heroes == seen(table).combats[0].points == points


def test_a_duo_card_has_no_effect_on_a_lost_combat() -> None:
    """DRG-60: neither points nor potions."""
    for duo in ("Strategic", "Fearless"):
        table = dealt("skeleton/weak", "ogre/huge")
        lose(table, f"Shaman + Bard vs Skeleton with {duo}")
        win(table, "Magician vs Ogre")
        score = seen(table).last
        assert score is not None
        assert (score.heroes, score.creatures) == (4, 2)
        assert purses(table) == [2, 2, 3]


@pytest.mark.parametrize(
    ("option", "points", "token"), [("printed_points", 4, "heroes"), ("doubled_points", 8, "none")]
)
def test_a_song_for_a_lost_combat(option: str, points: int, token: str) -> None:
    """DRG-73, RUL-D18, option `song_on_loss`, DRG-EX-13: the potions are gone either way."""
    table = dealt(
        "skeleton/huge",
        "ogre/weak",
        "web_lurker/agile",
        potions={"bard": 3},
        options={"song_on_loss": option},
    )
    played(table, "Bard vs Skeleton and song", "1 2 3 4 6", "stop")
    assert seen(table).points.creatures == points + 2 + 6
    win(win(table, "Shaman vs Web Lurker"), "Magician vs Ogre")
    score = seen(table).last
    assert score is not None
    assert (score.heroes, score.creatures, score.token) == (8, points, token)
    assert purses(table)[1] == 0


def test_the_totals() -> None:
    """DRG-87: creatures count when they are not defeated, fought or not."""
    table = dealt("skeleton/weak", "goblin/huge", "ogre/strong", "web_lurker/agile")
    assert seen(table).lead == -15
    win(table, "Shaman vs Skeleton")
    assert seen(table).lead == 2 - 13
    lose(table, "Bard vs Ogre")
    lose(table, "Magician vs Goblin")
    score = seen(table).last
    assert score is not None
    assert (score.heroes, score.creatures, score.token) == (2, 13, "creatures")
    assert (
        "heroes 2 = 2 Weak Skeleton DRG-87; creatures 13 = 4 Huge Goblin DRG-87 +3 Strong Ogre "
        "DRG-87 +6 Agile Web Lurker DRG-87: a token for the creatures"
    ) in told(table)


def test_only_this_turn_counts() -> None:
    """RUL-D29, DRG-EX-3: creatures defeated earlier do not; one left over counts every turn."""
    table = dealt("skeleton/agile", "goblin/huge")
    win(lose(table, "Shaman vs Goblin"), "Bard vs Skeleton")
    reveal(table, "ogre/weak", "lich/weak")
    assert seen(table).points.heroes == 0
    assert seen(table).points.creatures == 4 + 2 + 2


@pytest.mark.parametrize(
    ("row_of", "won", "lost", "token", "consoled"),
    [
        (
            ["goblin/corrupted", "ogre/weak", "skeleton/strong"],
            ["Shaman vs Ogre", "Bard vs Skeleton"],
            ["Magician vs Goblin"],
            "none",
            False,
        ),
        (
            ["ogre/huge", "skeleton/corrupted"],
            [],
            ["Shaman vs Ogre", "Bard vs Skeleton"],
            "creatures",
            True,
        ),
        (
            ["ogre/legendary", "skeleton/weak"],
            ["Shaman + Bard vs Skeleton with Strategic"],
            ["Magician vs Ogre"],
            "heroes",
            False,
        ),
        (
            ["ogre/legendary", "goblin/agile", "skeleton/weak"],
            ["Shaman + Bard vs Skeleton with Strategic"],
            ["Magician vs Ogre"],
            "creatures",
            False,
        ),
    ],
)
def test_token_and_consolation(
    row_of: list[str], won: list[str], lost: list[str], token: str, consoled: bool
) -> None:
    """DRG-88, DRG-83, RUL-D23, DRG-EX-12: a tie gives nobody a token."""
    table = dealt(*row_of)
    for selection in won:
        win(table, selection)
    for selection in lost:
        lose(table, selection)
    if "+" in "".join(won):
        played(table, "Shaman 1 Bard 0")
    score = seen(table).last
    assert score is not None
    assert score.token == token
    assert any("no creature fell" in line for line in told(table)) is consoled
    assert seen(table).tokens == {
        "heroes": int(token == "heroes"),
        "creatures": int(token == "creatures"),
    }


def test_potions_come_at_the_end_of_the_turn() -> None:
    """DRG-79, DRG-80, RUL-D20: the whole reward for a single hero, not before."""
    table = win(dealt("swamp_keeper/weak", "skeleton/weak"), "Bard vs Swamp Keeper")
    assert purses(table) == [2, 2, 2]
    win(table, "Shaman vs Skeleton")
    assert purses(table) == [3, 4, 2]
    assert seen(table).supply == 11


def test_token_potions_clearing_in_this_order() -> None:
    """DRG-89, DRG-28"""
    table = dealt("goblin/weak", "ogre/huge")
    win(table, "Shaman + Magician vs Goblin with Fearless")
    lose(table, "Bard vs Ogre")
    assert seen(table).tokens["creatures"] == 1, "the token is there"
    assert row(table) == ["1 goblin/weak", "2 ogre/huge"], "and the creature still lies there"
    played(table, "Shaman 5 Magician 0")
    assert row(table) == ["2 ogre/huge"]
    assert seen(table).creature_pile.discards == {"Goblin": 1}
    assert seen(table).trait_pile.discards == {"Weak": 1}
    assert not any(duo.used for duo in seen(table).duos)


def duo_won(**more: Any) -> Table[Any]:
    table = dealt("goblin/strong", "ogre/strong", seats=3, **more)
    return lose(win(table, "Shaman + Magician vs Goblin with Fearless"), "Bard vs Ogre")


def test_a_duo_shares_in_any_split() -> None:
    """DRG-58, DRG-81, DRG-82, DRG-EX-5: reward and bonus are one sum."""
    table = duo_won()
    assert options(table) == [f"Shaman {5 - n} Magician {n}" for n in range(6)]
    for split in ("Shaman 5 Magician 0", "Shaman 3 Magician 2", "Shaman 0 Magician 5"):
        assert legal(table, split)
    for split in ("Shaman 5 Magician 5", "Shaman 4 Magician 0"):
        assert refused(table, split) == "DRG-81"
    assert refused(table, "Shaman 6 Magician -1") == "DRG-82"


def test_the_leader_of_that_combat_splits() -> None:
    """DRG-81, RUL-D21: not the one who leads now."""
    table = duo_won()
    assert seen(table).leader == "Cid"
    assert asked(table) == "Ann: how do Shaman + Magician share 5 potions?"


def test_a_duo_may_share_the_last_potion() -> None:
    """DRG-81, DRG-84"""
    table = duo_won(potions={"shaman": 6, "bard": 7, "magician": 6})
    assert asked(table) == "Ann: how do Shaman + Magician share 1 potion?"


def test_what_the_supply_cannot_pay_is_lost() -> None:
    """DRG-84, RUL-D22, DRG-EX-15: rewards in the order of the combats."""
    table = dealt(
        "swamp_keeper/weak", "skeleton/weak", potions={"shaman": 7, "bard": 6, "magician": 6}
    )
    win(win(table, "Shaman vs Swamp Keeper"), "Bard vs Skeleton")
    assert purses(table) == [8, 6, 6]
    assert "the supply runs dry: 1 of 2 potions" in told(table)
    assert "the supply runs dry: 0 of 1 potion" in told(table)


def test_a_duo_shares_what_is_there() -> None:
    """RUL-D22, DRG-EX-15: of 2 + 4 potions the supply has three; of nothing there is no split."""
    table = dealt(
        "swamp_keeper/weak", "goblin/weak", potions={"shaman": 7, "bard": 5, "magician": 5}
    )
    win(table, "Bard + Magician vs Swamp Keeper with Fearless")
    lose(table, "Shaman vs Goblin")
    assert options(table) == [f"Bard {3 - n} Magician {n}" for n in range(4)]
    dry = dealt("swamp_keeper/weak", "goblin/weak", potions={"shaman": 8, "bard": 6, "magician": 6})
    win(dry, "Bard + Magician vs Swamp Keeper with Fearless")
    lose(dry, "Shaman vs Goblin")
    assert purses(dry) == [8, 6, 6]
    assert seen(dry).turn == 2


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ((2, 2, 2), [3, 3, 3]),
        ((7, 6, 5), [7, 7, 6]),
        ((6, 7, 6), [7, 7, 6]),
        ((6, 6, 7), [7, 6, 7]),
        ((8, 6, 6), [8, 6, 6]),
    ],
)
def test_consolation(before: tuple[int, int, int], after: list[int]) -> None:
    """DRG-83, RUL-D22, DRG-EX-15: smallest purse first, equal ones Shaman, Bard, Magician."""
    potions = dict(zip(("shaman", "bard", "magician"), before, strict=True))
    table = dealt("skeleton/weak", "goblin/weak", potions=potions)
    lose(lose(table, "Bard vs Skeleton"), "Shaman vs Goblin")
    assert purses(table) == after


def test_a_purse_has_no_limit() -> None:
    """DRG-85: but the twenty potions there are."""
    table = dealt(
        "swamp_keeper/weak", "skeleton/weak", potions={"shaman": 18, "bard": 0, "magician": 0}
    )
    win(win(table, "Shaman vs Swamp Keeper"), "Bard vs Skeleton")
    assert purses(table) == [20, 0, 0]


def test_the_turn_ends_when_nobody_can_fight() -> None:
    """DRG-86, DRG-33"""
    table = win(dealt("goblin/weak", "ogre/strong"), "Shaman vs Goblin")
    assert seen(table).turn == 1
    win(table, "Magician vs Ogre")
    assert seen(table).turn == 2
    assert seen(table).phase == "reveal"


# -- the end of the game ------------------------------------------------------------------------


def test_the_heroes_win_together() -> None:
    """DRG-1, DRG-2, DRG-90: at once; potions and clearing no longer matter."""
    table = dealt("goblin/weak", "ogre/strong", seats=3, tokens={"heroes": 4, "creatures": 4})
    win(win(table, "Shaman vs Goblin"), "Bard vs Ogre")
    assert table.outcome is not None
    assert table.outcome.winners == ("Ann", "Bob", "Cid")
    assert table.outcome.rule == "DRG-2"
    assert purses(table) == [2, 2, 2]
    assert row(table) == ["1 goblin/weak", "2 ogre/strong"]


def test_the_players_lose_together() -> None:
    """DRG-2"""
    table = dealt("goblin/weak", "ogre/strong", tokens={"heroes": 4, "creatures": 4})
    lose(lose(table, "Shaman vs Goblin"), "Bard vs Ogre")
    assert str(table.outcome) == "the heroes have lost: the creatures own 5 victory tokens (DRG-2)"


def tie(table: Table[Any]) -> Table[Any]:
    """A turn that gives no token: 4 points each, two other creatures of 4 left to come."""
    return lose(win(table, "Shaman vs Skeleton"), "Bard vs Web Lurker")


def test_ties_may_go_on_but_not_for_ever() -> None:
    """RUL-D30, DRG-90: no last turn by the rules; the option turn_limit is ours."""
    for limit in (1, 2):
        table = tie(dealt("skeleton/huge", "web_lurker/huge", options={"turn_limit": limit}))
        if limit == 1:
            assert str(table.outcome) == "nobody won: no side got 5 tokens in 1 turn (RUL-D30)"
        else:
            assert table.outcome is None
    assert opened().state.options.turn_limit == 200


# -- turning points -----------------------------------------------------------------------------


def after(winner: str, heroes: int, creatures: int, **options: Any) -> Table[Any]:
    """The table after a turn that gave `winner` a token, or nobody one."""
    table = dealt(
        "skeleton/huge",
        "web_lurker/huge",
        tokens={"heroes": heroes, "creatures": creatures},
        options=options,
    )
    if winner == "heroes":
        return win(win(table, "Shaman vs Skeleton"), "Bard vs Web Lurker")
    if winner == "creatures":
        return lose(lose(table, "Shaman vs Skeleton"), "Bard vs Web Lurker")
    return tie(table)


@pytest.mark.parametrize(
    ("winner", "heroes", "creatures", "turning"),
    [
        ("heroes", 3, 0, "heroes"),
        ("creatures", 0, 3, "creatures"),
        ("heroes", 3, 4, "heroes"),
        ("creatures", 4, 3, "creatures"),
        ("heroes", 2, 4, ""),
        ("tie", 4, 4, ""),
    ],
)
def test_a_fourth_token_governs_the_next_turn(
    winner: str, heroes: int, creatures: int, turning: str
) -> None:
    """DRG-91, DRG-92, DRG-93, RUL-D24: each side's once; at 4:4 the later one."""
    assert seen(after(winner, heroes, creatures)).turning == turning


def test_a_turning_point_lasts_one_turn() -> None:
    """DRG-93, DRG-22: then Reveal is normal again."""
    table = after("heroes", 3, 0)
    reveal(table, "goblin/weak", "ogre/weak", "harpy/strong", "minotaur/strong")
    assert len(row(table)) == 4
    win(table, "Shaman vs Goblin")
    win(table, "Bard vs Harpy")
    lose(table, "Magician vs Ogre")
    assert seen(table).tokens == {"heroes": 4, "creatures": 0}, "a tie, 5 to 5"
    assert seen(table).turning == ""
    reveal(table, "lich/huge", "dragon/huge")
    assert len(row(table)) == 4


def test_only_the_first_side_has_a_turning_point() -> None:
    """RUL-D24, option `turning_point`: first_side"""
    assert seen(after("heroes", 3, 0, turning_point="first_side")).turning == "heroes"
    assert seen(after("heroes", 3, 4, turning_point="first_side")).turning == ""
    assert seen(after("creatures", 4, 3, turning_point="first_side")).turning == ""


def test_no_turning_points() -> None:
    """RUL-D24, option `turning_point`: off"""
    table = after("heroes", 3, 0, turning_point="off")
    reveal(table, "goblin/weak", "ogre/weak")
    assert len(row(table)) == 2
