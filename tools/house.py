"""Print the figures of docs/house.md for this tree or another, or write them into the page's column "after".

    .venv/bin/python -m tools.house [--write | FOLDER]

FOLDER is another checkout of the project, as in `git worktree add FOLDER COMMIT`.
"""

import ast
import sys
from collections.abc import Iterator
from pathlib import Path

import grimp
from radon.complexity import cc_visit

from tools._table import ROOT, table

PAGE = ROOT / "docs" / "house.md"
BEGIN, END = "<!-- figures: begin -->\n", "<!-- figures: end -->"
MANY_PARAMETERS = 8


def modules(tree: Path) -> list[Path]:
    """Every module of the package, except the `__init__` files."""
    return [path for path in sorted((tree / "src").rglob("*.py")) if path.stem != "__init__"]


def with_one_importer(tree: Path) -> int:
    """How many modules only one other module of the package imports."""
    sys.path.insert(0, str(tree / "src"))
    graph = grimp.build_graph("naysay", cache_dir=None)
    sys.path.pop(0)
    names = [".".join(path.relative_to(tree / "src").with_suffix("").parts) for path in modules(tree)]
    return sum(len(graph.find_modules_that_directly_import(name)) == 1 for name in names)


def repeated_names(tree: Path) -> tuple[int, int]:
    """How many names occur more than once, and how many of them not just in the same place for both games."""
    paths: dict[str, list[str]] = {}
    for path in modules(tree):
        paths.setdefault(path.stem, []).append(path.relative_to(tree).as_posix())
    repeated = [found for found in paths.values() if len(found) > 1]
    return len(repeated), sum(len({path.replace("/nope/", "/nyet/") for path in found}) > 1 for found in repeated)


def parameters(tree: Path) -> tuple[int, int]:
    """How many functions have many parameters, and the most that one has."""
    counts = [
        sum(isinstance(part, ast.arg) for part in ast.iter_child_nodes(node.args))
        for path in modules(tree)
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
    ]
    return sum(count >= MANY_PARAMETERS for count in counts), max(counts)


def worst_complexity(tree: Path) -> tuple[int, str]:
    """The highest cyclomatic complexity of a function, and its name."""
    found = [
        (block.complexity, f"{path.relative_to(tree / 'src' / 'naysay').as_posix()}: {block.name}")
        for path in modules(tree)
        for block in cc_visit(path.read_text(encoding="utf-8"))
        if block.letter != "C"  # a class is the sum of its methods
    ]
    return max(found)


def shuffles_by_hand(folder: Path) -> int:
    """How often the code of a folder asks which cards must be shuffled before it goes on, as a match does."""
    return sum(
        any(isinstance(part, ast.Attribute) and part.attr == "to_shuffle" for part in ast.walk(node.test))
        for path in folder.rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.If | ast.While)
    )


def figures(tree: Path) -> Iterator[tuple[str, str]]:
    """What is measured, and how much it is."""
    yield "modules in `src`, without `__init__`", str(len(modules(tree)))
    yield "… that exactly one other module imports", str(with_one_importer(tree))
    repeated, elsewhere = repeated_names(tree)
    yield "module names that occur more than once", str(repeated)
    yield "… other than in the same place for both games", str(elsewhere)
    many, most = parameters(tree)
    yield f"functions with {MANY_PARAMETERS} or more parameters", str(many)
    yield "… the most parameters of one function", str(most)
    yield "worst cyclomatic complexity (radon)", "{}, `{}`".format(*worst_complexity(tree))
    for folder in ("src", "tests", "benchmarks"):
        yield f"“shuffle if one is due” written out in `{folder}`", str(shuffles_by_hand(tree / folder))
    lines = (tree / "docs" / "architecture.md").read_text(encoding="utf-8").splitlines()
    yield "lines of docs/architecture.md", str(len(lines))


def write(page: Path) -> dict[str, str]:
    """Put the figures of this tree into the last column of the page's table, and give them back."""
    before, _, rest = page.read_text(encoding="utf-8").partition(BEGIN)
    old, _, after = rest.partition(END)
    head, _, *lines = [[cell.strip() for cell in line.strip("|").split(" | ")] for line in old.split("\n") if line]
    now = dict(figures(ROOT))
    rows = [[*cells[:-1], now[cells[0]]] for cells in lines]
    page.write_text(before + BEGIN + table([head, *rows]) + END + after, encoding="utf-8", newline="\n")
    return now


def main(arguments: list[str]) -> None:
    """Print or write."""
    if arguments == ["--write"]:
        write(PAGE)
    else:
        tree = Path(*arguments).resolve() if arguments else ROOT
        print(table([["figure", "now"], *map(list, figures(tree))]), end="")


if __name__ == "__main__":
    main(sys.argv[1:])
