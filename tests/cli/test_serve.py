"""`legendry serve`, from the command line to Ctrl+C."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path
from urllib.request import urlopen


def test_ctrl_c_ends_it_quietly(tmp_path: Path) -> None:
    code = "from legendry.cli import main; main()"
    with subprocess.Popen(
        [sys.executable, "-c", code, "serve", "--port", "0", "--no-open"],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        env={
            **os.environ,
            "LEGENDRY_DATABASE": f"sqlite+aiosqlite:///{tmp_path}/tables.db",
            "PYTHONUNBUFFERED": "1",
        },
    ) as child:
        try:
            assert child.stdout
            (address,) = (word for word in child.stdout.readline().split() if "://" in word)
            with urlopen(address, timeout=60):
                child.send_signal(signal.SIGINT)
            assert child.stdout.read() == ""
            assert child.wait() == 0
        finally:
            child.kill()
