"""What the tools that write a page share: a table in Markdown, and writing the page or checking it."""

import sys
from collections.abc import Sequence
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent


def table(rows: Sequence[Sequence[str]]) -> str:
    """A table in Markdown, its columns aligned; the first row is the head."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    lines = ["| " + " | ".join(map(str.ljust, cells, widths)) + " |" for cells in rows]
    lines.insert(1, "| " + " | ".join("-" * width for width in widths) + " |")
    return "\n".join(lines) + "\n"


def write_or_check(page: Path, fresh: str, tool: str, arguments: list[str]) -> int:
    """Write the page, or with `--check` only say whether it is fresh: the exit status."""
    if arguments not in ([], ["--check"]):
        print(f"usage: python -m {tool} [--check]", file=sys.stderr)
        return 2
    if not arguments:
        page.write_text(fresh, encoding="utf-8", newline="\n")
    elif not page.is_file() or page.read_text(encoding="utf-8") != fresh:
        print(f"{page.name} is stale: run python -m {tool}", file=sys.stderr)
        return 1
    return 0
