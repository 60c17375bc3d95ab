"""Answers in one's own words, where a question leaves a blank."""

from __future__ import annotations

from legendry.table import Choose, Option


def word(text: str) -> Option[str] | None:
    """`Max note WORD`, the word of letters only."""
    *head, last = text.split()
    known = [one.casefold() for one in head] == ["max", "note"] and last.isalpha()
    return Option(f"Max note {last.upper()}", last.upper()) if known else None


def test_what_is_written_in_the_blank_is_an_option() -> None:
    request = Choose(
        "Max",
        "Which word?",
        lambda: [Option("Max nothing", "")],
        blank=word,
        hint="“Max note WORD”",
    )
    found = request.find("max note raven")
    assert found is not None
    assert (found.notation, found.value) == ("Max note RAVEN", "RAVEN")
    assert request.why_not("Max note raven") is None
    assert request.find("Max nothing") is request.options[0]


def test_what_does_not_fit_the_blank_is_refused_with_how_it_is_written() -> None:
    request = Choose(
        "Max",
        "Which word?",
        lambda: [Option("Max nothing", "")],
        blank=word,
        hint="“Max note WORD”",
    )
    refusal = request.why_not("Max note 7")
    assert refusal is not None
    assert refusal.words.endswith("did you mean “Max nothing”, or “Max note WORD”?")
    refusal = request.why_not("zzz")
    assert refusal is not None
    assert refusal.words.endswith("it may be “Max nothing”, or “Max note WORD”")
