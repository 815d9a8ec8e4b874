"""The rules in every language: the same numbers, examples, tables and links; only the words differ."""

import re
from pathlib import Path

import pytest

from tests.docs.pages import ROOT, text_of

RULES = ROOT / "docs" / "rules"
BOOKS = ("nyet", "nope", "editions")
LANGUAGES = sorted(folder.name for folder in RULES.iterdir() if folder.is_dir())
BOTH = pytest.mark.parametrize(("language", "book"), [(one, book) for one in LANGUAGES for book in BOOKS])


def pair(language: str, book: str) -> tuple[str, str]:
    """A page in English, and the same in another language."""
    return text_of(RULES / f"{book}.md"), text_of(RULES / language / f"{book}.md")


def test_german_is_there() -> None:
    assert "de" in LANGUAGES
    for language in LANGUAGES:
        assert {page.name for page in (RULES / language).iterdir()} == {f"{book}.md" for book in BOOKS}


@BOTH
def test_the_same_rules_under_the_same_numbers(language: str, book: str) -> None:
    english, other = pair(language, book)
    rule = re.compile(r'^<a id="([rnp][\d-]+)"></a>\*\*([NP]?[\d.]+)\*\*', re.MULTILINE)
    assert rule.findall(english) == rule.findall(other)
    chapter = re.compile(r"^## (\d+) ", re.MULTILINE)
    assert chapter.findall(english) == chapter.findall(other)


@BOTH
def test_the_same_examples_tables_and_numbers_in_them(language: str, book: str) -> None:
    english, other = pair(language, book)
    for shape in (r"(?<=\n\n)> ", r"^\|", r"^- ", r"`[a-z0-9_-]+`"):
        found = [sorted(re.findall(shape, text, re.MULTILINE)) for text in (english, other)]
        assert len(found[0]) == len(found[1]), shape
    assert sums(english) == sums(other)


def sums(text: str) -> list[str]:
    """The arithmetic that is shown."""
    return re.findall(r"[\d(][\d ()+×−]*=[ −\d]*\d", text)


@BOTH
def test_each_leads_to_the_other(language: str, book: str) -> None:
    english, other = pair(language, book)
    assert f"({language}/{book}.md)" in english
    assert f"(../{book}.md)" in other
    into: list[Path] = [RULES / language / link for link in re.findall(r"\]\(([a-z]+\.md)", other)]
    assert all(page.is_file() for page in into)
