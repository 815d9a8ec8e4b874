"""Links lead somewhere, blocks fit a terminal, generated pages are fresh, and nothing names this machine or a host."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.docs.pages import CODE, PAGES, README, ROOT, TERMINAL, anchors, blocks, name_of, prose, text_of
from tests.docs.transcript import BLOCK, excerpt, play
from tools._table import write_or_check

LINK = re.compile(r"\[[^\]]+\]\(([^)\s]+)\)")
REGISTRIES = ("pypi", "pythonhosted", "npmjs", "anaconda", "artifactory", "nexus")
ABSOLUTE = re.compile(r"(?<![\w.)/<-])/(?!api/)(?:[A-Za-z_][\w.-]*/)+[\w.-]*|\b[A-Z]:\\|~/")
HOST = re.compile(r"://(?:[\w]+@)?([\w.-]*)")
NOWHERE = re.compile(r"localhost|127\.0\.0\.1|(?:[a-z]+\.)?example\.org")  # this machine, and a name that is kept free


def test_all_pages_are_there() -> None:
    names = {name_of(page) for page in PAGES}
    assert {"README.md", "CHANGELOG.md", "CONTRIBUTING.md", "docs/notation.md", "docs/architecture.md"} <= names
    assert {"docs/reasons.md", "docs/protocol.md", "docs/hosting.md", "docs/extending.md"} <= names
    assert {"docs/decisions.md", "docs/performance.md", "docs/house.md", "docs/reliability.md"} <= names
    assert {"docs/rules/nyet.md", "docs/rules/nope.md", "docs/rules/editions.md"} <= names


@pytest.mark.parametrize("page", PAGES, ids=name_of)
def test_links_lead_somewhere(page: Path) -> None:
    wrong = []
    for target in LINK.findall(CODE.sub("", prose(page))):
        path, _, anchor = target.partition("#")
        file = (page.parent / path).resolve() if path else page
        if not file.is_file() or (anchor and anchor not in anchors(file)):
            wrong.append(target)
    assert not wrong


def test_every_page_is_linked_from_the_readme_or_from_a_page_that_is() -> None:
    reached, waiting = set[Path](), [README]
    while waiting:
        page = waiting.pop()
        if page not in reached and page.suffix == ".md":
            reached.add(page)
            links = LINK.findall(CODE.sub("", prose(page)))
            waiting += [(page.parent / link.partition("#")[0]).resolve() for link in links]
    assert set(PAGES) <= reached


@pytest.mark.parametrize("page", PAGES, ids=name_of)
def test_blocks_fit_80_columns(page: Path) -> None:
    assert [line for block in blocks(page) for line in block.splitlines() if len(line) > 80] == []


@pytest.mark.parametrize("page", PAGES, ids=name_of)
def test_no_hosts_and_no_paths_of_a_machine(page: Path) -> None:
    text = text_of(page)
    assert [host for host in HOST.findall(text) if not NOWHERE.fullmatch(host)] == []
    assert [word for word in REGISTRIES if word in text.casefold()] == []
    assert ABSOLUTE.findall(text) == []


def test_the_check_for_paths_sees_paths() -> None:
    for path in ("/home/mira/x", "(`/opt/games/naysay`)", "C:\\games", "~/games"):
        assert ABSOLUTE.search(f"see {path}"), path
    for harmless in ("2/3/4/5", "[a](../notation.md)", "docs/rules/nyet.md", "1 / 2 / 3", "<!-- / -->", "GET /api/me"):
        assert not ABSOLUTE.search(harmless), harmless
    for host in ("https://games.example.com/x", "http://10.0.0.7:8000", "postgresql://me@box/naysay"):
        assert not NOWHERE.fullmatch(HOST.findall(host)[0]), host


@pytest.mark.parametrize("tool", ["editions_table", "reasons_table", "strength_table", "wire_schema", "openapi"])
def test_the_pages_that_tools_write_are_fresh(tool: str) -> None:
    command = [sys.executable, "-m", f"tools.{tool}", "--check"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode == 0, done.stderr


def test_a_stale_page_is_seen_and_left_alone(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    page = tmp_path / "page.md"
    assert write_or_check(page, "new\n", "tools.some_table", ["--check"]) == 1
    assert not page.exists()
    page.write_text("old\n", encoding="utf-8")
    assert write_or_check(page, "new\n", "tools.some_table", ["--check"]) == 1
    assert page.read_text(encoding="utf-8") == "old\n"
    assert capsys.readouterr().err == "page.md is stale: run python -m tools.some_table\n" * 2
    assert write_or_check(page, "new\n", "tools.some_table", []) == 0
    assert write_or_check(page, "new\n", "tools.some_table", ["--check"]) == 0
    assert write_or_check(page, "new\n", "tools.some_table", ["--what"]) == 2


def test_the_game_in_the_terminal_is_real() -> None:
    shown = BLOCK.search(text_of(TERMINAL))
    assert shown
    assert shown[0] == excerpt(play()), "python -m tests.docs.transcript plays it again"
