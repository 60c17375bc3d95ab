"""How a table stands, told to its pages: whole when they come, then what has changed."""

from __future__ import annotations

from typing import Any

from msgspec import Struct
from msgspec.structs import astuple

from legendry.table import Fair
from legendry.web import coach
from legendry.web.messages import (
    Begun,
    Changed,
    Heard,
    LogEntry,
    Next,
    Now,
    People,
    ProposalShown,
    TableShown,
    Update,
    Welcome,
    encode,
)
from legendry.web.play import Play, kept_of
from legendry.web.seated import Page, Reader, Seated
from legendry.web.shown import Eyes, Kept, log_entry, now, request_shown


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

    def __init__(self, play: Play, seated: Seated) -> None:
        self._play = play
        self._seated = seated
        self.untold: list[Kept] = []
        """Answers that are on disk, and are told with the next one."""
        self._last: dict[Eyes, Told] = {}

    def welcome(self, page: Page, since: int, proposal: ProposalShown | None) -> Welcome:
        """All that a page needs which has seen the entries up to `since`."""
        table, reader = self._play.table, self._seated.reader(page)
        _, eyes, _ = reader
        return Welcome(
            table=self._table_shown(page.visitor),
            you=self._seated.mine(page.visitor),
            owner=page.visitor == self._play.row.owner,
            seats=self._seated.shown(),
            watchers=self._seated.watchers,
            scenery=self._play.game.scenery(table.state) if table else None,
            log=tuple(
                log_entry(kept_of(row), eyes, self._play.over)
                for row in self._play.log
                if row.number > since
            ),
            now=self.whole(reader) if table else None,
            proposal=proposal,
        )

    def _table_shown(self, visitor: str) -> TableShown:
        row, draft = self._play.row, self._play.draft
        fair = draft.dice != "seeded"
        return TableShown(
            id=row.id,
            game=row.game,
            title=self._play.game.title,
            undo=draft.undo,
            dice="fair" if fair else "seeded",
            edition=row.edition,
            commitment=Fair(bytes.fromhex(row.secret), "", {}).commitment if fair else "",
            limit=row.limit_seconds,
            listed=row.listed,
            hides=self._play.hides,
            coach=row.game in coach.COACHED,
            gm=draft.gm,
            company=draft.company if visitor == row.owner else "",
        )

    def whole(self, reader: Reader) -> Now:
        """The moment for a page that knows nothing yet."""
        page, eyes, asked = reader
        play = self._play
        view = play.running.view(eyes)
        self._last[eyes] = Told(play.number, view)
        page.told = eyes, play.number
        return now(play.running, play.number, view, asked, play.deadline)

    def letters(self, kept: Kept) -> Letters:
        """What all pages are to hear of an answer: who knows the view before it, what has changed.

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
        for page, eyes, asked in [self._seated.reader(page) for page in self._seated.pages]:
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
                told = tuple([log_entry(one, eyes, over) for one in self.untold])
                made[key] = encode(Update(entries[eyes], moment, told))
            messages.append((page, eyes, made[key]))
        return Letters(number, messages, fresh)

    def send(self, letters: Letters) -> None:
        """Tell what was written in them, now that the answer is on disk."""
        self.untold = []
        for page, eyes, message in letters.messages:
            page.told = eyes, letters.number
            page.hear(message)
        self._last = letters.views

    def tell_untold(self) -> None:
        """What is on disk, together: whoever is behind does not hear what was the case in between."""
        if self.untold:
            self.send(self.letters(self.untold.pop()))

    def tell_begun(self) -> None:
        """The game begins, to everybody."""
        scenery = self._play.game.scenery(self._play.running.state)
        for page in list(self._seated.pages):
            page, eyes, _ = reader = self._seated.reader(page)
            log = tuple(log_entry(kept_of(row), eyes, False) for row in self._play.log)
            page.hear(encode(Begun(scenery, log, self.whole(reader))))

    def tell_people(self) -> None:
        """Who sits here, to everybody."""
        seats, watchers = self._seated.shown(), self._seated.watchers
        for page in list(self._seated.pages):
            page.hear(encode(People(self._seated.mine(page.visitor), seats, watchers)))

    def tell_all(self, message: Heard) -> None:
        data = encode(message)
        for page in list(self._seated.pages):
            page.hear(data)


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
