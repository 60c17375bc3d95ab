"""What went wrong, in a sentence for the person who asked."""

from __future__ import annotations


class WebError(Exception):
    """A request that cannot be granted: an HTTP status, and one sentence that says why."""

    def __init__(self, status: int, words: str) -> None:
        super().__init__(words)
        self.status = status
        self.words = words
