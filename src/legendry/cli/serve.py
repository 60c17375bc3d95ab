"""`legendry serve`: the table in a browser, for this machine or for a club."""

from __future__ import annotations

import os
import socket
import sys
import threading
import webbrowser
from contextlib import suppress

import click

LOOPBACK = "127.0.0.1"


@click.command()
@click.option("--host", default=LOOPBACK, help="Where to listen; this machine only, by default.")
@click.option("--port", type=click.IntRange(0, 65535), default=8000, help="0 takes any free one.")
@click.option(
    "--database", default="", help="Where tables are kept, as a URL; else a file of yours."
)
@click.option(
    "--workers",
    type=click.IntRange(1, 32),
    default=1,
    help="Processes; more than one need PostgreSQL.",
)
@click.option("--name", "names", multiple=True, help="A host name that this server goes by.")
@click.option("--open/--no-open", "opens", default=True, help="Open the page in a browser.")
def serve(
    host: str, port: int, database: str, workers: int, names: tuple[str, ...], opens: bool
) -> None:
    """Start the table and open its page."""
    needs_web()
    from legendry.web.app import default_database

    url = database or default_database()
    if workers > 1 and not url.startswith("postgresql"):
        raise click.UsageError("several workers need PostgreSQL: set LEGENDRY_DATABASE")
    os.environ["LEGENDRY_DATABASE"] = url
    os.environ["LEGENDRY_HOSTS"] = ",".join(names)
    opened(
        host,
        port,
        "",
        "The table is open at {}   (Ctrl+C closes it; games are kept)",
        opens,
        workers,
    )


def opened(host: str, port: int, page: str, words: str, opens: bool, workers: int = 1) -> None:
    """Serve until somebody presses Ctrl+C; `words` say where, and `page` is what is opened."""
    import uvicorn

    listening = bound(host, port)
    place = f"http://{host}:{listening.getsockname()[1]}/{page}"
    click.echo(words.format(place))
    if opens and can_show():
        threading.Timer(0.5, webbrowser.open, [place]).start()
    config = uvicorn.Config(
        "legendry.web.app:application",
        factory=True,
        log_level="warning",
        ws_max_size=16 * 1024,
        ws_per_message_deflate=False,
        workers=workers,
        timeout_graceful_shutdown=3,
    )
    if workers > 1:
        from uvicorn.supervisors import Multiprocess

        Multiprocess(config, [listening]).run()
    else:
        with suppress(KeyboardInterrupt):  # raised once more when the server has closed
            uvicorn.Server(config).run([listening])


def needs_web() -> None:
    """Say so where the server is not installed."""
    try:
        import uvicorn  # noqa: F401

        import legendry.web.app  # noqa: F401
    except ModuleNotFoundError as error:
        raise click.ClickException(
            f"the web table needs the extra “web”, {error.name} is missing: install legendry[web]"
        ) from None


def bound(host: str, port: int) -> socket.socket:
    """A socket that listens there, or at one of the next ports if that one is taken."""
    for one in range(port, min(port + 10, 65536)) if port else (0,):
        listening = socket.socket()
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            listening.bind((host, one))
        except OSError as error:
            listening.close()
            reason = error.strerror or str(error)
            continue
        listening.listen(128)
        listening.set_inheritable(True)
        return listening
    raise click.ClickException(f"nothing can listen at {host}, port {port}: {reason}")


def can_show() -> bool:
    """Whether there is a screen to open a browser on."""
    return sys.platform in ("darwin", "win32") or bool(
        os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")
    )
