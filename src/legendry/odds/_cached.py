"""A bounded cache that keeps the signature of the function it wraps."""

from collections.abc import Callable
from functools import lru_cache
from typing import ParamSpec, Protocol, TypeVar, cast

P = ParamSpec("P")
T_co = TypeVar("T_co", covariant=True)


class Cached(Protocol[P, T_co]):
    """A function with a memory that can be emptied."""

    def __call__(self, *args: P.args, **kwargs: P.kwargs) -> T_co: ...

    def cache_clear(self) -> None: ...


def cached(size: int) -> Callable[[Callable[P, T_co]], Cached[P, T_co]]:
    """Remember the last `size` answers: `lru_cache`, whose own type forgets the arguments."""

    def wrap(function: Callable[P, T_co]) -> Cached[P, T_co]:
        return cast(Cached[P, T_co], lru_cache(maxsize=size)(function))

    return wrap
