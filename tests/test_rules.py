"""The gap check: every rule in scope is implemented somewhere and proven by a test that cites it."""

from __future__ import annotations

import pytest

from tools.rules import PAGE, ROOT, Cited, cited, gaps, page, strays


@pytest.fixture(scope="module")
def found() -> Cited:
    return cited()


def test_no_rule_in_scope_is_without_code_or_proof(found: Cited) -> None:
    assert gaps(found) == []


def test_nobody_cites_a_rule_that_does_not_exist(found: Cited) -> None:
    assert strays(found) == []


def test_the_page_of_rules_is_up_to_date(found: Cited) -> None:
    """`make rules` writes it."""
    assert (ROOT / PAGE).read_text(encoding="utf-8") == page(found)
