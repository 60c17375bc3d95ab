"""Which rules are implemented where, and which tests prove them: `docs/rules.md` and its gaps.

Code and tests cite rules by ID, in docstrings, comments, strings and the names of tests: `STR-4`,
`STR-1 to STR-5`, `test_dodge_rct_4`. This tool collects the citations and compares them with
`scope.toml` beside it. `python tools/rules.py` writes the page and names the gaps; `--check` writes
nothing and also minds whether the page is up to date.
"""

import argparse
import ast
import re
import sys
import textwrap
import tomllib
from collections import defaultdict
from collections.abc import Iterable, Iterator
from functools import cache
from itertools import groupby
from pathlib import Path
from typing import NamedTuple, TypeAlias, TypeVar

import msgspec

from legendry import rulebook
from legendry.rulebook import BOOKS, Example, Option, Rule, Ruling, natural

ROOT = Path(__file__).resolve().parent.parent
SCOPE = ROOT / "tools" / "scope.toml"
PAGE = Path("docs", "rules.md")

QUOTES_ONLY = (
    "src/legendry/rulebook",
    "src/legendry/cli/rule.py",
    "src/legendry/table",
    "src/legendry/web",
    "tests/rulebook",
    "tests/cli/test_rule.py",
    "tests/table",
    "tests/web",
)
"""They speak of IDs, the kernel for instance in examples, but implement and prove no rule."""

MOST_PLACES = 5
"""As many as the page names for one rule; of the others it says how many they are."""

Item: TypeAlias = Rule | Ruling | Option | Example
T = TypeVar("T", Rule, Ruling)
Places: TypeAlias = dict[str, list[str]]
"""By ID, or by the key of a table option, where it is cited."""


class Citation(NamedTuple):
    """An ID cited at some place in a text; unknown ones, too."""

    offset: int
    id: str


class Cited(NamedTuple):
    """Where the IDs are cited: by the package, by the tests."""

    code: Places
    tests: Places


class ScopeError(ValueError):
    """A scope that cannot be understood."""


class Work(msgspec.Struct, forbid_unknown_fields=True):
    """A piece of work in `scope.toml`: what it answers for."""

    title: str
    ids: list[str]
    """IDs, ranges of them, whole areas (`STR`), keys of table options."""
    with_rulings: bool = False
    """Also the rulings that the rules among them point at."""
    with_options: bool = False
    """Also the table options of the rulings among them."""
    proven_only: list[str] = []
    """Rules with nothing to implement, such as the absence of something: tests suffice."""


class Scope(msgspec.Struct, forbid_unknown_fields=True):
    """What must be implemented and proven now, and what later work will answer for."""

    scope: list[Work] = []
    later: list[Work] = []


class Gap(NamedTuple):
    """An item in scope that lacks something."""

    id: str
    headline: str
    lacks: str

    def __str__(self) -> str:
        return f"{self.id} ({self.headline}): {self.lacks}"


# Citations


@cache
def items() -> dict[str, Item]:
    """Everything that can be in scope, in the order of the page, by ID or key."""
    everything: list[Rule | Ruling | Example] = [
        *rulebook.rules(),
        *rulebook.rulings(),
        *rulebook.examples(),
    ]
    named: dict[str, Item] = {item.id: item for item in everything}
    return named | {option.key: option for option in rulebook.options()}


@cache
def areas() -> list[str]:
    """What IDs begin with, `STR-` or `RUL-D`; the longest first."""
    ids = (id for id, item in items().items() if not isinstance(item, Option))
    return sorted({natural(id)[0] for id in ids}, key=lambda area: (-len(area), area))


@cache
def _id_pattern() -> re.Pattern[str]:
    area = "|".join(map(re.escape, areas()))
    # A range may be broken over two lines of a comment, hence the sharp.
    to_an_id = r"[\s#]*(?:\b(?:to|through)\b|[-–—…]|\.\.\.?)[\s#]*(?P=area)"
    to_a_number = r"(?:[–…]|\.\.\.?)"
    last = rf"(?:(?:{to_an_id}|{to_a_number})(?P<last>\d+))?"
    return re.compile(rf"(?<![\w-])(?P<area>{area})(?P<first>\d+){last}(?!\w)")


@cache
def _name_pattern() -> re.Pattern[str]:
    area = "|".join(re.escape(area.lower().replace("-", "_")) for area in areas())
    return re.compile(
        rf"(?:^|_)(?P<area>{area})(?P<first>\d+)(?:_to_(?P=area)(?P<last>\d+))?(?=_|$)"
    )


@cache
def _option_pattern() -> re.Pattern[str]:
    # Some keys are ordinary words, so a key counts only where it is quoted, looked up or set.
    keys = "|".join(option.key for option in rulebook.options())
    return re.compile(rf"(?<=[\"'`.])(?:{keys})\b|\b(?:{keys})(?=[\"'`]?\s*[=:])")


def citations(text: str) -> Iterator[Citation]:
    """The IDs and option keys that a text cites, ranges spelled out."""
    for found in _id_pattern().finditer(text):
        yield from _spelled_out(found, found["area"])
    for found in _option_pattern().finditer(text):
        yield Citation(found.start(), found[0])


def name_citations(name: str) -> Iterator[str]:
    """The IDs in the name of a test: CHK-1 in `test_pass_is_exact_chk_1`."""
    written = {area.lower().replace("-", "_"): area for area in areas()}
    for found in _name_pattern().finditer(name):
        for citation in _spelled_out(found, written[found["area"]]):
            yield citation.id


def _spelled_out(found: re.Match[str], area: str) -> Iterator[Citation]:
    first, last = int(found["first"]), int(found["last"] or found["first"])
    ids = [f"{area}{number}" for number in range(first, last + 1)]
    known = [id for id in ids if id in items()]
    for id in known or [f"{area}{first}"]:
        yield Citation(found.start(), id)


# Where code and tests cite


def cited(root: Path = ROOT) -> Cited:
    return Cited(implemented(root), proven(root))


def implemented(root: Path = ROOT) -> Places:
    """Where the package cites each ID: `legendry.module:function`, or a file of data."""
    places: Places = defaultdict(list)
    package = root / "src" / "legendry"
    for file in _files(root, package, "*.py"):
        module = ".".join(file.relative_to(root / "src").with_suffix("").parts)
        module = module.removesuffix(".__init__")
        for id, name in cited_in_code(file.read_text("utf-8")):
            places[id].append(f"{module}:{name}" if name else module)
    for game in ("legends", "dragon"):
        for file in _files(root, package / game, "*.toml"):
            for citation in citations(file.read_text("utf-8")):
                places[citation.id].append(file.relative_to(root / "src").as_posix())
    return _tidy(places, ":")


def proven(root: Path = ROOT) -> Places:
    """Which tests cite each ID, as pytest names them, and which records."""
    places: Places = defaultdict(list)
    for file in _files(root, root / "tests", "test_*.py"):
        path = file.relative_to(root).as_posix()
        for id, name in cited_in_tests(file.read_text("utf-8")):
            places[id].append(f"{path}::{name}" if name else path)
    for file in _files(root, root / "tests" / "records", "*"):
        for citation in citations(file.read_text("utf-8", errors="replace")):
            places[citation.id].append(file.relative_to(root).as_posix())
    return _tidy(places, "::")


def cited_in_code(source: str) -> Iterator[tuple[str, str]]:
    """Each ID that a module cites, with the function or class around it, if any."""
    tree = ast.parse(source)
    for citation in citations(source):
        around = _around(tree, source.count("\n", 0, citation.offset) + 1)
        yield citation.id, ".".join(node.name for node in around)


def cited_in_tests(source: str) -> Iterator[tuple[str, str]]:
    """Each ID that a test cites, by docstring, comment, data or name, with the test's name.

    Data of the module counts for the module. Its docstring, helpers, and tests that are skipped or
    expected to fail prove nothing.
    """
    tree = ast.parse(source)
    docstring = ast.get_docstring(tree, clean=False)
    after_docstring = (tree.body[0].end_lineno or 0) if docstring is not None else 0
    for citation in citations(source):
        line = source.count("\n", 0, citation.offset) + 1
        around = _around(tree, line)
        if line > after_docstring and all(map(_proves, around)):
            yield citation.id, "::".join(node.name for node in around)
    for test in ast.walk(tree):
        if isinstance(test, _DEFINITIONS) and _proves(test):
            around = _around(tree, test.lineno)
            if around[-1:] == [test] and all(map(_proves, around)):
                for id in name_citations(test.name):
                    yield id, "::".join(node.name for node in around)


_Definition: TypeAlias = ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef
_DEFINITIONS = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)


def _around(tree: ast.Module, line: int) -> list[_Definition]:
    """The classes around a line, and the outermost function in them."""
    around: list[_Definition] = []
    body: list[ast.stmt] = tree.body
    while True:
        for node in body:
            if isinstance(node, _DEFINITIONS) and _begin(node) <= line <= (node.end_lineno or 0):
                around.append(node)
                break
        else:
            return around
        if not isinstance(node, ast.ClassDef):
            return around
        body = node.body


def _begin(node: _Definition) -> int:
    return min([node.lineno, *(decorator.lineno for decorator in node.decorator_list)])


def _proves(node: _Definition) -> bool:
    marks = (ast.unparse(decorator) for decorator in node.decorator_list)
    if any(re.match(r"pytest\.mark\.(skip|xfail)\b", mark) for mark in marks):
        return False
    return node.name.startswith("Test" if isinstance(node, ast.ClassDef) else "test_")


def _files(root: Path, folder: Path, pattern: str) -> Iterator[Path]:
    for file in sorted(folder.rglob(pattern)):
        path = file.relative_to(root).as_posix()
        quotes = any(path == other or path.startswith(f"{other}/") for other in QUOTES_ONLY)
        if file.is_file() and not quotes:
            yield file


def _tidy(places: Places, joint: str) -> Places:
    """Each place once and in order; a module only where none of its functions is named."""
    tidy: Places = {}
    for id, names in places.items():
        modules = {name.partition(joint)[0] for name in names if joint in name}
        tidy[id] = sorted(set(names) - modules)
    return tidy


# What is in scope


def read_scope(file: Path = SCOPE) -> Scope:
    try:
        return msgspec.convert(tomllib.loads(file.read_text("utf-8")), Scope)
    except (tomllib.TOMLDecodeError, msgspec.ValidationError) as error:
        raise ScopeError(f"{file.name}: {error}") from None


def in_scope(scope: Scope) -> dict[str, Item]:
    """What must be implemented and proven now, in the order of the page."""
    now = {id for work in scope.scope for id in answers_for(work)}
    later = {id for work in scope.later for id in answers_for(work)}
    return {id: item for id, item in items().items() if id in now - later}


def answers_for(work: Work) -> set[str]:
    """Every ID and option key that a piece of work answers for."""
    ids = _meant(work.ids, work.title)
    if work.with_rulings:
        ids |= {id for rule in _only(Rule, ids) for id in rule.see}
    if work.with_options:
        ids |= {ruling.option for ruling in _only(Ruling, ids) if ruling.option}
    return ids


def _meant(patterns: Iterable[str], title: str) -> set[str]:
    meant = set()
    for pattern in patterns:
        if f"{pattern}-" in areas():
            ids = [id for id in items() if natural(id)[0] == f"{pattern}-"]
        elif pattern in items():
            ids = [pattern]
        else:
            ids = [citation.id for citation in citations(pattern) if citation.id in items()]
            if not ids or not _id_pattern().fullmatch(pattern):
                raise ScopeError(f"{title}: {pattern!r} names nothing in the rulebook")
        meant.update(ids)
    return meant


def _only(kind: type[T], ids: Iterable[str]) -> list[T]:
    return [item for id in ids if isinstance(item := items()[id], kind)]


def gaps(found: Cited | None = None, scope: Scope | None = None) -> list[Gap]:
    """Whatever in scope no code or no test cites. Examples need a test only."""
    code, tests = found or cited()
    scope = scope or read_scope()
    absent = {id for work in scope.scope for id in _meant(work.proven_only, work.title)}
    gaps = []
    for id, item in in_scope(scope).items():
        lacks = []
        if id not in code and id not in absent and not isinstance(item, Example):
            lacks.append("no code cites it")
        if id not in tests:
            lacks.append("no test cites it")
        if lacks:
            gaps.append(Gap(id, _short(item), " and ".join(lacks)))
    return gaps


def strays(found: Cited | None = None) -> list[str]:
    """Citations of IDs that look like ours and are not in the rulebook: slips of the pen."""
    return [
        f"{place} cites {id}, which is not in the rulebook"
        for places in found or cited()
        for id in sorted(places.keys() - items().keys(), key=natural)
        for place in places[id]
    ]


# The page


def page(found: Cited | None = None, scope: Scope | None = None) -> str:
    """`docs/rules.md`: everything in scope, chapter by chapter."""
    code, tests = found or cited()
    scope = scope or read_scope()
    scoped = in_scope(scope)
    lines = [
        "# Rules and their proofs",
        "",
        "Written by `make rules`; not to be edited. For every rule, ruling, table option and worked",
        "example in scope: where it is implemented, and which tests fail if it is broken. Its words",
        "are shown by `legendry rule ID`.",
        "",
    ]
    if not scoped:
        lines += ["Nothing is in scope yet.", ""]
    for title, group in groupby(scoped.items(), key=lambda entry: _chapter(entry[1])):
        lines += [
            f"## {title}",
            "",
            "| ID | What it says | Implemented in | Proven by |",
            "|---|---|---|---|",
        ]
        for id, item in group:
            shown = f"`{id}`" if isinstance(item, Option) else id
            cells = (shown, _short(item), _cell(code.get(id, [])), _cell(tests.get(id, [])))
            lines.append(f"| {' | '.join(cells)} |")
        lines.append("")
    if scope.later:
        lines += ["## Later", ""]
        lines += [f"- {work.title}: {', '.join(work.ids)}" for work in scope.later]
        lines.append("")
    return "\n".join(lines)


def _chapter(item: Item) -> str:
    match item:
        case Rule():
            return f"{BOOKS[item.book]} {item.chapter}: {item.chapter_title}"
        case Ruling():
            return f"{BOOKS[item.book]}: rulings"
        case Example():
            return f"{BOOKS[item.book]}: examples"
        case Option():
            return f"{BOOKS[item.book]}: table options"


def _short(item: Item) -> str:
    words = str(item) if isinstance(item, Option) else rulebook.plain(item.headline)
    return textwrap.shorten(words, 90, placeholder=" …").replace("|", "\\|")


def _cell(places: list[str]) -> str:
    named = [f"`{place}`" for place in places[:MOST_PLACES]]
    if len(places) > MOST_PLACES:
        named.append(f"and {len(places) - MOST_PLACES} more")
    return "<br>".join(named) or "–"


def main(arguments: list[str] | None = None, root: Path = ROOT, file: Path = SCOPE) -> int:
    """Write or check the page; 1 if there are gaps or slips, or the page is not up to date."""
    parser = argparse.ArgumentParser(description="Write docs/rules.md and name its gaps.")
    parser.add_argument("--check", action="store_true", help="write nothing, only check")
    check = parser.parse_args(arguments).check
    try:
        scope = read_scope(file)
        found = cited(root)
        text = page(found, scope)
        problems = [*map(str, gaps(found, scope)), *strays(found)]
    except ScopeError as error:
        print(error, file=sys.stderr)
        return 2
    target = root / PAGE
    if not check:
        target.parent.mkdir(exist_ok=True)
        target.write_text(text, "utf-8")
    elif not target.exists() or target.read_text("utf-8") != text:
        problems.append(f"{PAGE.as_posix()} is not up to date: make rules")
    for problem in problems:
        print(problem, file=sys.stderr)
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
