"""Ledgers: lines that sum to a number, on one line and unfolded."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from legendry.table import Ledger, Line

lines = st.lists(
    st.builds(Line, st.integers(-20, 20), st.sampled_from(["base", "chain"]), st.just("ARM-2"))
)


def test_on_one_line() -> None:
    assert str(Ledger.of("DX", (12, "base"), (-3, "chain", "ARM-2"))) == (
        "DX 9 = 12 base −3 chain ARM-2"
    )
    assert str(Ledger.of("ST", (-1, "curse", "CAM-13"))) == "ST −1 = −1 curse CAM-13"
    assert str(Ledger("A", ())) == "A 0 = 0"


def test_unfolded() -> None:
    ledger = Ledger.of("to hit", (11, "DX"), (1, "Sword", "SKL-4"))
    assert ledger.unfolded.splitlines() == ["to hit   12", "  11  DX", "   1  Sword  SKL-4"]


@given(lines, lines)
def test_the_total_is_the_sum_of_the_lines(first: list[Line], more: list[Line]) -> None:
    ledger = Ledger("DX", tuple(first)).plus(more)
    assert ledger.total == sum(line.amount for line in first + more)
    assert len(ledger.unfolded.splitlines()) == 1 + len(first) + len(more)
