"""The pages of the documentation, and how to look into them."""

import re
from pathlib import Path

ROOT = Path(__file__).parents[2]
SOURCE = ROOT / "src" / "naysay"
README = ROOT / "README.md"
NOTATION = ROOT / "docs" / "notation.md"
REASONS = ROOT / "docs" / "reasons.md"
ARCHITECTURE = ROOT / "docs" / "architecture.md"
DECISIONS = ROOT / "docs" / "decisions.md"
EXTENDING = ROOT / "docs" / "extending.md"
TERMINAL = ROOT / "docs" / "terminal.md"
PROTOCOL = ROOT / "docs" / "protocol.md"
HOSTING = ROOT / "docs" / "hosting.md"
PAGES = (*sorted(ROOT.glob("*.md")), *sorted((ROOT / "docs").rglob("*.md")))

FENCE = re.compile(r"^```(\w*)\n(.*?)^```$", re.DOTALL | re.MULTILINE)
CODE = re.compile(r"`[^`\n]*`")
HEADING = re.compile(r"^#+ (.+)$", re.MULTILINE)


def name_of(path: Path) -> str:
    """A page as a test's name."""
    return path.relative_to(ROOT).as_posix()


def text_of(path: Path) -> str:
    """The whole page."""
    return path.read_text(encoding="utf-8")


def blocks(path: Path, language: str | None = None) -> list[str]:
    """The fenced blocks of a page, or those of one language."""
    return [content for word, content in FENCE.findall(text_of(path)) if language in (None, word)]


def prose(path: Path) -> str:
    """A page without its fenced blocks."""
    return FENCE.sub("", text_of(path))


def section(path: Path, heading: str) -> str:
    """What stands below a heading, up to the next of the same level."""
    _, found, rest = text_of(path).partition(f"\n## {heading}\n")
    assert found, f"{name_of(path)} has no section {heading}"
    return rest.partition("\n## ")[0]


def table(text: str) -> list[list[str]]:
    """The cells of every table in a text, row by row, without heads."""
    lines = [line for line in text.splitlines() if line.startswith("|")]
    cells = [[cell.strip() for cell in line.strip("|").split(" | ")] for line in lines]
    rules = [number for number, row in enumerate(cells) if set("".join(row)) <= set("-| ")]
    heads = {number for rule in rules for number in (rule - 1, rule)}
    return [row for number, row in enumerate(cells) if number not in heads]


def slug(heading: str) -> str:
    """The anchor of a heading."""
    kept = re.sub(r"[^\w\- ]", "", heading.replace("`", "").lower())
    return kept.strip().replace(" ", "-")


def anchors(path: Path) -> set[str]:
    """All that a link into this page can name."""
    text = prose(path)
    return {slug(heading) for heading in HEADING.findall(text)} | set(re.findall(r'<a id="([^"]+)">', text))
