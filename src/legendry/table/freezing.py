"""States as bytes, less what set-up gives again: small, and read back strictly."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any, TypeVar

import msgspec
from msgspec import Struct
from msgspec.structs import fields

T = TypeVar("T")


def unfrozen(frozen: bytes, shape: type[T]) -> T:
    """What those bytes say, as a typed value; `ValueError` if they say something else."""
    try:
        return msgspec.json.decode(frozen, type=shape)
    except RecursionError:
        raise ValueError("these bytes are nested too deep to be a state") from None


class Kept:
    """The fields of a struct that are frozen: all but those `given` anew, and private ones.

    A field that is added later is kept without a word. `written` has another type for fields that
    JSON cannot hold as they are, such as hexes by their labels.
    """

    def __init__(self, of: type[Struct], given: Collection[str], **written: Any) -> None:
        self.shape: Any = msgspec.defstruct(
            f"Kept{of.__name__}",
            [
                (field.name, written.get(field.name, field.type))
                for field in fields(of)
                if field.name not in given and not field.name.startswith("_")
            ],
            kw_only=True,
            forbid_unknown_fields=True,
        )

    def of(self, thing: Struct, **written: Any) -> Any:
        """What is kept of a thing."""
        names = self.shape.__struct_fields__
        return self.shape(**{name: getattr(thing, name) for name in names} | written)

    def restore(self, kept: Any, thing: Struct, **read: Any) -> None:
        """Give a thing fresh from set-up back what was kept of it."""
        for name in self.shape.__struct_fields__:
            setattr(thing, name, read[name] if name in read else getattr(kept, name))
