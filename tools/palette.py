"""PNG pictures with a palette: a screenshot of flat colours shrinks to a third of its size.

    smaller(png)    the same picture in at most 256 colours

Only what Chromium writes is read: eight bits a channel, not interlaced.
"""

from __future__ import annotations

import struct
import zlib
from collections import Counter
from collections.abc import Iterator
from typing import TypeAlias

Colour: TypeAlias = tuple[int, int, int]

SIGNATURE = b"\x89PNG\r\n\x1a\n"
MOST = 256


def smaller(png: bytes) -> bytes:
    """The picture in at most 256 colours, found by median cut."""
    width, height, pixels = read(png)
    counts = Counter(pixels)
    boxes = cut(counts)
    palette = [mean(box, counts) for box in boxes]
    place = {colour: n for n, box in enumerate(boxes) for colour in box}
    rows = b"".join(
        b"\0" + bytes(place[pixel] for pixel in pixels[start : start + width])
        for start in range(0, width * height, width)
    )
    head = struct.pack(">IIBBBBB", width, height, 8, 3, 0, 0, 0)
    parts = {b"IHDR": head, b"PLTE": b"".join(map(bytes, palette)), b"IDAT": zlib.compress(rows, 9)}
    return SIGNATURE + b"".join(chunk(*part) for part in parts.items()) + chunk(b"IEND", b"")


def chunk(kind: bytes, data: bytes) -> bytes:
    check = struct.pack(">I", zlib.crc32(kind + data))
    return struct.pack(">I", len(data)) + kind + data + check


def read(png: bytes) -> tuple[int, int, list[Colour]]:
    """Width, height and the pixels row by row."""
    found: dict[bytes, bytes] = {}
    place = len(SIGNATURE)
    while place < len(png):
        (length,) = struct.unpack_from(">I", png, place)
        kind = png[place + 4 : place + 8]
        found[kind] = found.get(kind, b"") + png[place + 8 : place + 8 + length]
        place += 12 + length
    width, height, depth, colours, _, _, laced = struct.unpack(">IIBBBBB", found[b"IHDR"])
    assert (depth, laced) == (8, 0), "a picture of another kind"
    each = {2: 3, 6: 4}[colours]
    pixels: list[Colour] = []
    for row in unfiltered(zlib.decompress(found[b"IDAT"]), width * each, each):
        pixels += zip(row[::each], row[1::each], row[2::each], strict=True)
    return width, height, pixels


def unfiltered(data: bytes, length: int, each: int) -> Iterator[bytearray]:
    """The rows as they were before each byte was written as a difference to its neighbours."""
    above = bytearray(length)
    for start in range(0, len(data), length + 1):
        kind, row = data[start], bytearray(data[start + 1 : start + 1 + length])
        if kind == 2:
            row = bytearray((a + b) & 255 for a, b in zip(row, above, strict=True))
        elif kind:
            for at in range(length):
                left = row[at - each] if at >= each else 0
                corner = above[at - each] if at >= each else 0
                row[at] = (row[at] + guess(kind, left, above[at], corner)) & 255
        yield row
        above = row


def guess(kind: int, left: int, up: int, corner: int) -> int:
    """What a byte was compared with."""
    if kind == 1:
        return left
    if kind == 3:
        return (left + up) // 2
    line = left + up - corner
    return min((left, up, corner), key=lambda one: abs(line - one))


def cut(counts: Counter[Colour]) -> list[list[Colour]]:
    """Boxes of like colours: the one that spreads most over most pixels is halved each time."""

    def weighed(box: list[Colour]) -> tuple[float, int, list[Colour]]:
        spans = [max(channel) - min(channel) for channel in zip(*box, strict=True)]
        widest = max(range(3), key=spans.__getitem__)
        return spans[widest] * sum(counts[colour] for colour in box) ** 0.5, widest, box

    boxes = [weighed(list(counts))]
    while len(boxes) < MOST:
        boxes.sort(key=lambda one: one[0])
        spread, channel, box = boxes.pop()
        if not spread:
            boxes.append((spread, channel, box))
            break
        box.sort(key=lambda colour: colour[channel])
        half, middle = sum(counts[colour] for colour in box) / 2, 0
        while half > 0:
            half -= counts[box[middle]]
            middle += 1
        middle = min(max(middle, 1), len(box) - 1)
        boxes += [weighed(box[:middle]), weighed(box[middle:])]
    return [box for _, _, box in boxes]


def mean(box: list[Colour], counts: Counter[Colour]) -> Colour:
    pixels = sum(counts[colour] for colour in box)
    red, green, blue = (
        round(sum(colour[channel] * counts[colour] for colour in box) / pixels)
        for channel in range(3)
    )
    return red, green, blue
