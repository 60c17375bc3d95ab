"""How a table stands, told to its pages: whole when they come, then what has changed."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Protocol, TypeAlias

from msgspec import Struct
from msgspec.structs import astuple

from legendry.web.messages import Changed, LogEntry, Next, Now, Update, encode
from legendry.web.play import Play
from legendry.web.shown import Eyes, Kept, log_entry, now, request_shown


class Page(Protocol):
    """A page that is connected."""

    visitor: str
    told: tuple[Eyes, int] | None
    """Whose view it was told last, and of which number."""

    def hear(self, message: bytes) -> None:
        """Send a message as soon as may be; never waits."""

    def shut_out(self) -> None:
        """Close it: its visitor may not watch any more."""


Reader: TypeAlias = tuple[Page, Eyes, bool]
"""A page, as whom it looks, and whether it is for it to answer."""


class Told(Struct, frozen=True, gc=False):
    """A view that pages know."""

    number: int
    view: Struct


class Letters(Struct, frozen=True, gc=False):
    """What the pages are to hear of an answer, each as whom it looks, and the views they then know."""

    number: int
    messages: list[tuple[Page, Eyes, bytes]]
    views: dict[Eyes, Told]


class Teller:
    """Tells the pages of one table; what several of them may know alike is worked out once."""

    def __init__(self, play: Play) -> None:
        self._play = play
        self._last: dict[Eyes, Told] = {}

    def whole(self, reader: Reader) -> Now:
        """The moment for a page that knows nothing yet."""
        page, eyes, asked = reader
        play = self._play
        view = play.running.view(eyes)
        self._last[eyes] = Told(play.number, view)
        page.told = eyes, play.number
        return now(play.running, play.number, view, asked, play.deadline)

    def letters(
        self, kept: Kept, readers: Iterable[Reader], earlier: Sequence[Kept] = ()
    ) -> Letters:
        """An answer for all pages: those that know the view before it hear what has changed.

        Answers just before it that were not told yet are told with it.
        """
        play, last = self._play, self._last
        table, number, over = play.running, kept.number, play.over
        deadline = play.deadline_after(kept.at)
        messages: list[tuple[Page, Eyes, bytes]] = []
        fresh: dict[Eyes, Told] = {}
        entries: dict[Eyes, LogEntry] = {}
        changed: dict[Eyes, Changed] = {}
        made: dict[tuple[Eyes, bool, bool], bytes] = {}
        for page, eyes, asked in readers:
            before = last.get(eyes)
            follows = before is not None and page.told == (eyes, before.number)
            if eyes not in fresh:
                fresh[eyes] = Told(number, table.view(eyes))
                entries[eyes] = log_entry(kept, eyes, over)
                if before is not None:
                    changed[eyes] = changes(before.view, fresh[eyes].view)
            key = eyes, asked, follows
            if key not in made:
                moment: Now | Next
                if follows:
                    request = request_shown(table.pending, asked)
                    ending = table.outcome, table.revealed
                    moment = Next(number, request, *ending, deadline, changed=changed[eyes])
                else:
                    moment = now(table, number, fresh[eyes].view, asked, deadline)
                told = tuple([log_entry(one, eyes, over) for one in earlier])
                made[key] = encode(Update(entries[eyes], moment, told))
            messages.append((page, eyes, made[key]))
        return Letters(number, messages, fresh)

    def send(self, letters: Letters) -> None:
        """Tell what was written in them, now that the answer is on disk."""
        for page, eyes, message in letters.messages:
            page.told = eyes, letters.number
            page.hear(message)
        self._last = letters.views


def changes(before: Struct, after: Struct) -> Changed:
    """How a view differs from an earlier one of the same game."""
    fields: dict[str, Any] = {}
    entries: dict[str, dict[str, Any]] = {}
    names = after.__struct_encode_fields__
    for name, old, new in zip(names, astuple(before), astuple(after), strict=True):
        if old is new or old == new:
            continue
        if type(old) is type(new) is dict and list(old) == list(new):
            entries[name] = {
                key: value
                for key, value in new.items()
                if value is not old[key] and value != old[key]
            }
        else:
            fields[name] = new
    return Changed(fields, entries)
