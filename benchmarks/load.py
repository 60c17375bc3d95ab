"""Servers in processes of their own, and pages that cost a load test next to nothing."""

from __future__ import annotations

import asyncio
import os
import secrets
import socket
import subprocess
import sys
from collections.abc import Callable
from types import TracebackType
from typing import Self, cast

TICKS = os.sysconf("SC_CLK_TCK")
PAGE = os.sysconf("SC_PAGE_SIZE")


class Server:
    """A server process, and what it has cost so far."""

    def __init__(self, application: str, database: str) -> None:
        door = socket.create_server(("127.0.0.1", 0), backlog=1024)
        self.port: int = door.getsockname()[1]
        command = [sys.executable, "-m", "uvicorn", application, "--factory"]
        options = ["--log-level", "error", "--no-access-log", "--ws-per-message-deflate", "false"]
        self._process = subprocess.Popen(
            [*command, *options, "--fd", str(door.fileno())],
            pass_fds=[door.fileno()],
            env={**os.environ, "LEGENDRY_DATABASE": database},
        )
        door.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        at: TracebackType | None,
    ) -> None:
        self._process.terminate()
        self._process.wait()

    @property
    def cpu(self) -> float:
        """Seconds of processor time."""
        with open(f"/proc/{self._process.pid}/stat") as file:
            fields = file.read().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / TICKS

    @property
    def memory(self) -> int:
        """Bytes in memory."""
        with open(f"/proc/{self._process.pid}/statm") as file:
            return int(file.read().split()[1]) * PAGE


class Page(asyncio.Protocol):
    """A WebSocket with no more than a load test needs: whole text frames, and the answer to a ping."""

    def __init__(self, port: int, path: str, cookie: str, heard: Callable[[bytes], None]) -> None:
        self._hello = (
            f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nUpgrade: websocket\r\n"
            f"Connection: Upgrade\r\nSec-WebSocket-Key: {secrets.token_hex(8)}{'A' * 6}==\r\n"
            f"Sec-WebSocket-Version: 13\r\nCookie: {cookie}\r\n\r\n"
        ).encode()
        self._heard = heard
        self._buffer = bytearray()
        self._open = False
        self.opened = asyncio.get_running_loop().create_future()

    @classmethod
    async def connect(
        cls, port: int, path: str, cookie: str, heard: Callable[[bytes], None]
    ) -> Page:
        loop = asyncio.get_running_loop()
        page = cls(port, path, cookie, heard)
        await loop.create_connection(lambda: page, "127.0.0.1", port)
        await page.opened
        return page

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = cast(asyncio.Transport, transport)
        self._transport.write(self._hello)

    def say(self, text: bytes, opcode: int = 1) -> None:
        """Send a frame; its mask is zero, so that the text goes as it is."""
        length = len(text)
        size = bytes([128 | length]) if length < 126 else b"\xfe" + length.to_bytes(2)
        self._transport.write(bytes([128 | opcode]) + size + b"\0\0\0\0" + text)

    def data_received(self, data: bytes) -> None:
        buffer = self._buffer
        buffer += data
        if not self._open:
            end = buffer.find(b"\r\n\r\n")
            if end < 0:
                return
            assert buffer.startswith(b"HTTP/1.1 101"), bytes(buffer[:200])
            del buffer[: end + 4]
            self._open = True
            self.opened.set_result(None)
        start = 0
        while len(buffer) >= start + 2:
            length, body = buffer[start + 1], start + 2
            if length > 125:
                wide = 2 if length == 126 else 8
                if len(buffer) < body + wide:
                    break
                length = int.from_bytes(buffer[body : body + wide])
                body += wide
            if len(buffer) < body + length:
                break
            opcode, frame = buffer[start] & 15, bytes(buffer[body : body + length])
            start = body + length
            if opcode == 1:
                self._heard(frame)
            elif opcode == 9:
                self.say(frame, 10)
        del buffer[:start]

    def close(self) -> None:
        self._transport.close()
