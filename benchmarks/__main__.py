"""Run every benchmark, print a table, and keep the figures in `benchmarks/results.json`."""

from __future__ import annotations

import json
import platform
import sys
from importlib import import_module
from pathlib import Path

from rich.console import Console
from rich.table import Table

from benchmarks.harness import Row

HERE = Path(__file__).parent


def main() -> None:
    names = sys.argv[1:] or [path.stem.removeprefix("bench_") for path in HERE.glob("bench_*.py")]
    rows: list[Row] = []
    for name in sorted(names):
        rows += import_module(f"benchmarks.bench_{name}").run()
    table = Table("what", "value", "unit", "ratio", "against", "aim", title="Legendry benchmarks")
    for row in rows:
        ratio = "" if row.ratio is None else f"{row.ratio:.2f}"
        value = f"{row.value:,.0f}" if row.value >= 100 else f"{row.value:.3g}"
        table.add_row(row.name, value, row.unit, ratio, row.against, row.aim)
    Console(width=None if sys.stdout.isatty() else 120).print(table)
    if not sys.argv[1:]:
        results = {"python": platform.python_version(), "rows": [row._asdict() for row in rows]}
        (HERE / "results.json").write_text(json.dumps(results, indent=1) + "\n")


if __name__ == "__main__":
    main()
