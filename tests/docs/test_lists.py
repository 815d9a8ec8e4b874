"""The lists of docs/extending.md suffice: each is followed to the letter, and all checks pass."""

import re
import shutil
from pathlib import Path

import pytest

from tests.docs.following import change, copy_project, follow, node_in, pytest_in
from tests.docs.pages import text_of

pytestmark = pytest.mark.slow

GARDEN = Path(__file__).with_name("garden-2026.toml")
WITH_EDITIONS = (
    *("tests/golden", "tests/nyet", "tests/test_contract.py", "tests/test_options.py", "tests/test_secrecy.py"),
    *("tests/bots/test_steady_nyet.py", "tests/server/test_games.py"),
)

DOCUMENTED = ("tests/docs/test_complete.py", "tests/docs/test_pages.py")
GOLDEN = ("tests/golden/test_golden.py::test_every_file_has_its_combination",)


def test_an_edition(tmp_path: Path) -> None:
    place = copy_project(tmp_path)
    shutil.copy(GARDEN, place / "src" / "naysay" / "nyet" / "editions")
    follow(place, "An edition")
    assert " passed" in pytest_in(place, "-k", "garden", *WITH_EDITIONS)
    assert " passed" in pytest_in(place, "-k", "edition", *DOCUMENTED, "tests/nyet/test_editions_table.py")
    assert " passed" in pytest_in(place, "tests/docs/test_languages.py", "tests/docs/test_players.py", *GOLDEN)


@pytest.fixture(scope="module")
def page(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy in which the lists for a language, a page setting and a table option were followed."""
    place = copy_project(tmp_path_factory.mktemp("page"))
    follow(place, "A page setting")
    follow(place, "A table option")
    translate(place / "web" / "src")
    return place


def translate(folder: Path) -> None:
    """The first steps for a language; the texts stay German."""
    for file in [*folder.rglob("de.ts"), *folder.rglob("*.de.ts")]:
        text = re.sub(r'(?<=\.)de(?=")|(?<=")de(?=")|(?<=export const )de\b', "nl", text_of(file))
        file.with_name(re.sub(r"\bde\.ts$", "nl.ts", file.name)).write_text(text, encoding="utf-8")


def test_nothing_is_missing_by_its_type(page: Path) -> None:
    node_in(page, "node_modules/svelte-check/bin/svelte-check", "--fail-on-warnings")


def test_a_language_and_its_texts(page: Path) -> None:
    tests = ("words", "table_choices", "around_table")
    said = node_in(page, "node_modules/vitest/vitest.mjs", "run", "--reporter=verbose", *tests)
    assert "words.test.ts > nl > speaks its own language" in said
    assert "table_choices.test.ts" in said


def test_a_table_option(page: Path) -> None:
    tests = ("test_messages.py", "test_tables.py::test_a_table_is_made_as_it_was_wanted", "test_openapi.py")
    assert " passed" in pytest_in(page, "tests/docs/test_protocol.py", *(f"tests/server/{name}" for name in tests))
    assert " passed" in pytest_in(page, "tests/docs/test_pages.py", "-k", "fresh and (wire_schema or openapi)")


def test_a_house_rule(tmp_path: Path) -> None:
    place = copy_project(tmp_path)
    follow(place, "A house rule")
    tests = ("tests/nyet/test_options.py", "tests/test_options.py", "tests/docs/test_complete.py")
    assert " passed" in pytest_in(place, *tests)
    node_in(place, "node_modules/vitest/vitest.mjs", "run", "words", "table_choices")


def test_rules_in_another_language(tmp_path: Path) -> None:
    place = copy_project(tmp_path)
    rules, tool = place / "docs" / "rules", place / "tools" / "editions_table.py"
    shutil.copytree(rules / "de", rules / "nl")
    for book in ("nyet", "nope"):
        link = f"[Auf Deutsch](de/{book}.md)."
        change(place, f"docs/rules/{book}.md\n-{link}\n+{link} [In het Nederlands](nl/{book}.md).")
    text = text_of(tool)
    german = re.search(r"^GERMAN = .*?^\)  # fmt: skip\n", text, re.DOTALL | re.MULTILINE)
    assert german
    dutch = german[0].replace("GERMAN", "DUTCH").replace('RULES / "de"', 'RULES / "nl"')
    text = text.replace("LANGUAGES = (ENGLISH, GERMAN)", dutch + "LANGUAGES = (ENGLISH, GERMAN, DUTCH)")
    text = text.replace("(de/editions.md).", "(de/editions.md). [In het Nederlands](nl/editions.md).", 1)
    tool.write_text(text, encoding="utf-8")
    follow(place, "A language")
    assert " passed" in pytest_in(place, "tests/docs/test_languages.py", "tests/docs/test_players.py")
    assert " passed" in pytest_in(place, "tests/docs/test_pages.py", "-k", "editions_table or (links and rules)")


def test_a_change_that_does_not_fit_is_seen(tmp_path: Path) -> None:
    file = tmp_path / "file.txt"
    file.write_text("one\ntwo\ntwo\n", encoding="utf-8")
    change(tmp_path, "file.txt\n one\n+and a half\n")
    assert text_of(file) == "one\nand a half\ntwo\ntwo\n"
    for hunk in (" two\n+three", " four\n+five"):
        with pytest.raises(AssertionError, match=r"file\.txt has this [02] times"):
            change(tmp_path, f"file.txt\n{hunk}")
