"""What is known is worked out once, and never more of it is kept than was said."""

from __future__ import annotations

from legendry.hexes import known


def test_an_answer_is_worked_out_once() -> None:
    asked: list[int] = []

    @known(10)
    def double(number: int) -> int:
        asked.append(number)
        return 2 * number

    assert [double(2), double(3), double(2)] == [4, 6, 4]
    assert asked == [2, 3]


def test_when_it_is_full_it_begins_anew() -> None:
    asked: list[int] = []

    @known(2)
    def double(number: int) -> int:
        asked.append(number)
        return 2 * number

    assert [double(number) for number in (1, 2, 3, 3, 1)] == [2, 4, 6, 6, 2]
    assert asked == [1, 2, 3, 1]
