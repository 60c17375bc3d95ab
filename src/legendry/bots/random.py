"""A bot that takes any legal option: the measure that every other bot must beat."""

from __future__ import annotations

from random import Random
from typing import Any, ClassVar

from msgspec import Struct

from legendry.table import Choose, Option, Roll


class RandomBot:
    """Chooses evenly among the options; throws typed-in dice evenly too."""

    name: ClassVar[str] = "random"

    def __init__(self, seed: str | None = None) -> None:
        self._random = Random(seed)

    def answer(self, request: Choose[Any] | Roll, view: Struct) -> Option[Any] | tuple[int, ...]:
        if isinstance(request, Roll):
            return tuple(self._random.randint(1, request.sides) for _ in range(request.dice))
        return self._random.choice(request.options)
