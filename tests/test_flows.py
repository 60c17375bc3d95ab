"""The house rules of flows, read from the source: no flow is lost, no rule reaches outside."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

SOURCE = Path(__file__).parent.parent / "src" / "legendry"
RULES = [
    path for room in ("parlour", "legends", "dragon") for path in (SOURCE / room).rglob("*.py")
]
BUILTINS = {"open", "print", "input", "eval", "exec"}
OUTSIDE = {"random", "time", "datetime", "socket", "os", "secrets", "threading", "asyncio", "sys"}


def flows_in(tree: ast.AST) -> set[str]:
    """The names of functions that return a Flow."""
    return {
        node.name
        for node in ast.walk(tree)
        if isinstance(node, ast.FunctionDef)
        and node.returns is not None
        and ast.unparse(node.returns).startswith("Flow[")
    }


def lost_flows(tree: ast.AST, flows: set[str]) -> list[str]:
    """Calls of flows that are neither yielded from nor returned: they would silently do nothing."""
    kept = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.YieldFrom | ast.Return) and node.value is not None:
            kept |= {id(call) for call in branches(node.value)}
    return [
        f"line {node.lineno}: {ast.unparse(node)}"
        for node in ast.walk(tree)
        if isinstance(node, ast.Call) and called(node) in flows and id(node) not in kept
    ]


def branches(node: ast.expr) -> list[ast.expr]:
    """The expression itself, or both sides of a conditional one."""
    if isinstance(node, ast.IfExp):
        return branches(node.body) + branches(node.orelse)
    return [node]


def called(call: ast.Call) -> str:
    match call.func:
        case ast.Name(id=name) | ast.Attribute(attr=name):
            return name
    return ""


def bare_requests(tree: ast.AST) -> list[str]:
    """Requests that are made and dropped, or yielded without `from` and without a type.

    The questions of every turn spare themselves the `from`: `move: Move = yield Choose(…)`.
    """
    typed = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.AnnAssign)}
    return [
        f"line {node.lineno}: {ast.unparse(node)}"
        for node in ast.walk(tree)
        if isinstance(node, ast.Expr | ast.Yield)
        and isinstance(node.value, ast.Call)
        and called(node.value) in ("Roll", "Choose", "draw")
        and not isinstance(node.value.func, ast.Attribute)
        and id(node) not in typed
    ]


def module(path: Path) -> str:
    return ".".join(("legendry", *path.relative_to(SOURCE).with_suffix("").parts))


FLOWS = {module(path): flows_in(ast.parse(path.read_text())) for path in RULES}


def flows_known(tree: ast.AST, own: set[str]) -> set[str]:
    """The flows that a module can call: its own, and those of the modules it imports from."""
    known = set(own)
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and node.module:
            known |= FLOWS.get(node.module, set())
            for alias in node.names:
                known |= FLOWS.get(f"{node.module}.{alias.name}", set())
    return known


@pytest.mark.parametrize("path", RULES, ids=lambda path: str(path.relative_to(SOURCE)))
def test_no_flow_is_called_without_yield_from(path: Path) -> None:
    tree = ast.parse(path.read_text())
    assert lost_flows(tree, flows_known(tree, FLOWS[module(path)])) == []
    assert bare_requests(tree) == []


@pytest.mark.parametrize("path", RULES, ids=lambda path: str(path.relative_to(SOURCE)))
def test_rules_reach_for_nothing_outside(path: Path) -> None:
    imported: set[str] = set()
    typing_only: set[int] = set()
    tree = ast.parse(path.read_text())
    for node in ast.walk(tree):
        if isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING":
            typing_only |= {id(inner) for inner in node.body}
    for node in ast.walk(tree):
        if id(node) in typing_only:
            continue
        if isinstance(node, ast.Import):
            imported |= {alias.name.partition(".")[0] for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            imported.add(node.module.partition(".")[0])
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            imported |= {node.func.id} & BUILTINS
    assert imported & (OUTSIDE | BUILTINS) == set()


def test_the_check_finds_a_lost_flow() -> None:
    text = """
def strike() -> Flow[bool]:
    yield from Roll("hit")
def turn(state) -> Flow[None]:
    strike()
    hit = strike()
    state.strike()
    yield from strike()
    yield from (strike() if state else strike())
    Roll("hit")
    yield Choose("Ann", "?", list)
    move = yield Choose("Ann", "?", list)
    move: str = yield Choose("Ann", "?", list)
    return strike()
"""
    tree = ast.parse(text)
    assert flows_in(tree) == {"strike", "turn"}
    assert [found[:7] for found in lost_flows(tree, {"strike"})] == [
        "line 5:",
        "line 6:",
        "line 7:",
    ]
    assert sorted(found[:7] for found in bare_requests(tree)) == ["line 10", "line 11", "line 12"]
