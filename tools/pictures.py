"""Makes the picture of the README: a moment of a real fight, as the terminal shows it.

`python tools/pictures.py` plays a fight of two bots, goes back to a moment in it that is a person's to
decide, and writes `docs/terminal.svg`.
"""

from __future__ import annotations

import io
import re
import tempfile
from pathlib import Path

from click.testing import CliRunner
from rich.console import Console

from legendry.cli import main
from legendry.cli.fight_terminal import FightSession
from legendry.table import Replay

ROOT = Path(__file__).resolve().parent.parent
PICTURE = ROOT / "docs" / "terminal.svg"
MOMENT = 30
"""How many answers into the fight the picture is taken, at the next choice of where to go."""


def picture() -> str:
    """The picture as SVG."""
    with tempfile.TemporaryDirectory() as folder:
        record = Path(folder) / "fight.rec"
        words = "fight --edition ancient-world --seats bot:greedy bot:greedy --seed 5 --save"
        CliRunner().invoke(main, [*words.split(), str(record)], catch_exceptions=False)
        replay = Replay.of(record.read_bytes())
    for answers, table in enumerate(replay.steps()):
        if answers >= MOMENT and table.pending and "what does" in table.pending.asks:
            break
    request = replay.table.pending
    assert request is not None
    assert request.seat is not None
    session = FightSession(replay.table, {})
    session.console = Console(
        record=True, width=92, force_terminal=True, file=io.StringIO(), color_system="truecolor"
    )
    for event in replay.table.events[-6:]:
        session.say(session.told(event))
    session.show(request.seat, request)
    svg = session.console.export_svg(title="legendry fight")
    return re.sub(r"@font-face \{.*?\}\s*", "", svg, flags=re.DOTALL)  # nothing from other hosts


if __name__ == "__main__":
    PICTURE.write_text(picture(), encoding="utf-8")
