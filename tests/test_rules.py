"""The gap check: every rule in scope is implemented somewhere and proven by a test that cites it."""

from __future__ import annotations

from tools.rules import PAGE, ROOT, gaps, page, strays


def test_no_rule_in_scope_is_without_code_or_proof() -> None:
    assert gaps() == []


def test_nobody_cites_a_rule_that_does_not_exist() -> None:
    assert strays() == []


def test_the_page_of_rules_is_up_to_date() -> None:
    """`make rules` writes it."""
    assert (ROOT / PAGE).read_text(encoding="utf-8") == page()
