"""What the documentation must speak of: commands, options, editions, codes, reasons, keys, limits and more."""

import ast
import json
import re
import shlex
import tomllib
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import click
import pytest

from naysay import cli, fair, record
from naysay.bots.nope.reasons import REASONS as NOPE
from naysay.bots.nyet.reasons import REASONS as NYET
from naysay.bots.random_bot import REASONS as RANDOM
from naysay.bots.reason import Reason
from naysay.bots.registry import FOR_ANY_GAME, FOR_GAME
from naysay.cli.arguments import LARGEST_EDITION_FILE
from naysay.game import Game
from naysay.games import BUILT_IN
from naysay.nope import options as nope_options
from naysay.nyet import edition, edition_file
from naysay.nyet import options as nyet_options
from tests.docs.pages import (
    ARCHITECTURE,
    DECISIONS,
    FENCE,
    NOTATION,
    PAGES,
    README,
    REASONS,
    ROOT,
    SOURCE,
    blocks,
    name_of,
    prose,
    section,
    table,
    text_of,
)

PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
ALL = "\n".join(map(text_of, PAGES))
FOLDERS = {"nyet": ("Nyet!",), "nope": ("Nope!",), "": ("Nyet!", "Nope!")}
COMMANDS = sorted(cli.main.commands)


def named(word: str, text: str) -> bool:
    """Whether a word stands in a text, not as a part of another."""
    return re.search(rf"(?<![\w-]){re.escape(word)}(?![\w-])", text) is not None


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command(name: str) -> None:
    assert f"`naysay {name} " in text_of(README)


def every_command(command: click.Command = cli.main, name: str = "naysay") -> Iterator[tuple[str, click.Command]]:
    """A command and all below it, by their full names."""
    yield name, command
    if isinstance(command, click.Group):
        for below, found in command.commands.items():
            yield from every_command(found, f"{name} {below}")


@pytest.mark.parametrize(("name", "command"), [*every_command()], ids=str)
def test_help_explains_the_command_and_each_option(name: str, command: click.Command) -> None:
    """README and docs leave the options to `--help`."""
    context = click.Context(command, info_name=name, **command.context_settings)
    shown = command.get_help(context)
    assert command.help
    for option in (param for param in command.get_params(context) if isinstance(param, click.Option)):
        assert option.help, option.name
        assert [opt for opt in option.opts if not named(opt, shown)] == []
        assert option.help.split()[0] in shown


def test_the_options_of_the_whole_command() -> None:
    context = click.Context(cli.main, **cli.main.context_settings)
    options = [option for param in cli.main.get_params(context) for option in param.opts]
    assert {"--version", "--help", "-h"} <= set(options)
    assert [option for option in options if not named(option, text_of(README))] == []


def test_every_example_of_a_command_can_be_typed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    examples: list[str] = re.findall(r"(?:`|\$ )naysay ((?:[a-z]+ )[^`\n·…]+)(?:`|\n)", ALL)
    assert {example.split()[0] for example in examples} == set(COMMANDS)
    for example in examples:
        name, *arguments = shlex.split(example)
        for file in (argument for argument in arguments if argument.endswith((".gz", ".pem"))):
            Path(file).touch()  # these must be there
        cli.main.commands[name].make_context(name, arguments)


def test_no_option_that_is_not_there() -> None:
    known = {option for command in cli.main.commands.values() for param in command.params for option in param.opts}
    known |= {"--version", "--help", "--check", "--quick", "--rows", "--minutes", "--again", "--write"}
    assert set(re.findall(r"(?<![\w-])--[a-z]+(?:-[a-z]+)*", ALL)) <= known


def test_every_game_edition_and_bot() -> None:
    readme, editions = text_of(README), dict(row[::2] for row in table(section(NOTATION, "The record")))["`edition`"]
    assert [id for id in edition_file.built_in() if not named(id, editions)] == []
    assert [id for id in BUILT_IN if not named(id, readme)] == []
    bots = {*FOR_ANY_GAME, *(name for bots in FOR_GAME.values() for name in bots)}
    assert [name for name in bots if f"- `{name}` " not in readme] == []


def test_make_targets() -> None:
    targets = re.findall(r"^([a-z-]+):.*## ", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE)
    contributing = text_of(ROOT / "CONTRIBUTING.md")
    assert targets
    assert [target for target in targets if f"`make {target}`" not in contributing] == []
    assert set(re.findall(r"`make ([a-z-]+)", ALL)) <= set(targets)


def test_the_version_is_in_the_changelog() -> None:
    assert f"\n## {PROJECT['project']['version']}" in text_of(ROOT / "CHANGELOG.md")


def reasons() -> list[tuple[str, str, str | None]]:
    """Every reason in the source: game, code, and the number of the rule where it stands there as it is."""
    found = []
    for path in SOURCE.rglob("*.py"):
        folder = path.relative_to(SOURCE).parts[0] if path.parent != SOURCE else ""
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if not isinstance(node, ast.Call) or ast.unparse(node.func) not in ("Reason", "_refuse"):
                continue
            code, rule = node.args[0], node.args[2]
            if isinstance(code, ast.Constant):
                cited = str(rule.value) if isinstance(rule, ast.Constant) else None
                found += [(game, str(code.value), cited) for game in FOLDERS[folder]]
    return found


def test_every_error_code_with_its_rule() -> None:
    told: dict[tuple[str, str], str] = {}
    code = ""
    for row in table(section(NOTATION, "Why a move is refused")):
        code = row[0].strip("`") or code
        told[row[1], code] = told.get((row[1], code), "") + row[2]
    found = reasons()
    assert found
    assert {(game, code) for game, code, _ in found} == set(told)
    missing = [reason for reason in found if reason[2] and f"[{reason[2]}]" not in told[reason[0], reason[1]]]
    assert not missing


@pytest.mark.parametrize(
    ("heading", "reasons"),
    [("Nyet!: `steady`", NYET), ("Nope!: `steady`", NOPE), ("Any game: `random`", RANDOM)],
)
def test_every_reason_of_a_bot(heading: str, reasons: Mapping[str, Reason[...]]) -> None:
    """Code, parameters, claim and sentence."""
    rows = table(section(REASONS, heading).partition("\nHow to read it")[0])
    told = {row[0].strip("`"): re.findall(r"`(\w+)`", row[1]) for row in rows}
    assert told == {code: list(one.parameters) for code, one in reasons.items()}
    assert len(rows) == len(told)
    assert [row for row in rows if not re.fullmatch(r"[A-Z].{12,}\.", row[2])] == []
    assert [row[3] for row in rows] == [one.english for one in reasons.values()]


def test_links_to_rules_say_where_they_lead() -> None:
    links = re.findall(r"\[(\d+)\.(\d+)\]\([a-z/]*(?:nyet|nope)\.md#r(\d+)-(\d+)\)", ALL)
    assert links
    assert [link for link in links if link[:2] != link[2:]] == []


def test_every_key_of_a_record() -> None:
    keys = {row[0].strip("`"): row[1] for row in table(section(NOTATION, "The record"))}
    assert set(keys) == {*record.REQUIRED, *record.OPTIONAL}
    assert {key for key, needed in keys.items() if needed == "yes"} == set(record.REQUIRED)


def test_every_option_of_a_game() -> None:
    told = [row[1].strip("`") for row in table(section(NOTATION, "Options"))]
    assert sorted(told) == sorted([*nyet_options.NAMES, "action_cards", "extra_card", "max_turns"])
    for game in BUILT_IN.values():
        with pytest.raises(ValueError, match="unknown option") as refused:
            game.setup(4, 0, None, {"?": 1})
        assert [name for name in refused.value.args[0].split(" has ")[1].split(", ") if name not in told] == []


def test_limits() -> None:
    limits = section(NOTATION, "Limits")
    assert record.LONGEST_LINE == 8 * 1024 * 1024
    assert "8 MiB" in limits
    numbers = (record.MOST_DIGITS, record.LONGEST_NAME, fair.LONGEST_CONTRIBUTION, LARGEST_EDITION_FILE)
    assert [number for number in numbers if not named(str(number), limits)] == []
    largest = {nyet_options.LARGEST_TARGET, nope_options.MOST_TURNS}
    assert [row[1] for row in table(limits) if row[0] == "`target`, `max_turns`"] == [f"1 to {max(largest)}"]
    assert len(largest) == 1
    assert [row[1] for row in table(limits) if row[0] == "`rounds`"] == [f"1 to {nyet_options.MOST_ROUNDS}"]


def own_edition() -> dict[str, Any]:
    """The example of an edition in the documentation."""
    return next(tomllib.loads(block) for block in blocks(NOTATION, "toml"))


def test_every_key_of_an_edition() -> None:
    rows = table(section(NOTATION, "An edition of your own"))
    keys = {key: row[1] for row in rows for key in re.findall(r"`(\w+)`", row[0])}
    assert {key for key, needed in keys.items() if needed == "yes"} == set(edition_file.REQUIRED)
    assert {key for key, needed in keys.items() if needed == "no"} == set(edition_file.OPTIONAL)
    assert set(own_edition()) == set(keys)
    boxes = next(row[2] for row in rows if row[0] == "`discard`")
    assert set(re.findall(r"`([\w-]+)`", boxes)) == set(edition.DISCARD_RULES)


def test_the_example_of_an_edition_is_played(tmp_path: Path) -> None:
    file, games = tmp_path / "kitchen.toml", tmp_path / "games.jsonl"
    file.write_text(blocks(NOTATION, "toml")[0], encoding="utf-8")
    for players in own_edition()["players"]:
        arguments = ["simulate", "nyet", "--edition", str(file), "--players", str(players), "--records", str(games)]
        cli.main(arguments, standalone_mode=False)
        written = json.loads(games.read_text(encoding="utf-8"))
        assert written["edition"] == own_edition()
        with pytest.raises(SystemExit) as left:
            cli.main(["verify", "--fair", str(games)], standalone_mode=False)
        assert left.value.code == 0


def test_what_a_newcomer_reads_is_short() -> None:
    assert len(text_of(ARCHITECTURE).splitlines()) <= 150


@pytest.mark.parametrize("page", [ARCHITECTURE, ROOT / "CONTRIBUTING.md"], ids=name_of)
def test_files_and_folders_that_are_named_are_there(page: Path) -> None:
    """By their path from the project, from the package or from the server."""
    spoken = set(re.findall(r"`((?:[\w.]+/)+[\w.]*|\w+\.py)`", prose(page)))
    assert spoken
    roots = (ROOT, SOURCE, SOURCE / "server", SOURCE / "server" / "web", SOURCE / "server" / "storage")
    assert [path for path in sorted(spoken) if not any((root / path).exists() for root in roots)] == []


def test_the_layers_are_those_that_the_linter_holds() -> None:
    layers = PROJECT["tool"]["importlinter"]["contracts"][0]["layers"]
    told = FENCE.findall(section(ARCHITECTURE, "Layers"))[0][1]
    assert told.splitlines() == [layer.replace(" : ", " · ") for layer in layers]


def test_every_method_of_the_contract() -> None:
    told = {name for row in table(section(ARCHITECTURE, "The contract")) for name in re.findall(r"`(\w+)`", row[0])}
    assert told == {name for name, member in vars(Game).items() if callable(member) and not name.startswith("_")}


def test_every_dependency_has_its_reason() -> None:
    project = PROJECT["project"]
    groups = (PROJECT["build-system"]["requires"], project["dependencies"], *PROJECT["dependency-groups"].values())
    wanted = [entry for group in (*groups, *project["optional-dependencies"].values()) for entry in group]
    names = {re.split(r"[\[<>=~! ;]", entry)[0] for entry in wanted}
    reasons = "\n".join(" ".join(row) for row in table(section(DECISIONS, "What it stands on")))
    assert [name for name in sorted(names) if f"`{name}`" not in reasons] == []
    assert [extra for extra in project["optional-dependencies"] if f"`{extra}`" not in reasons] == []
    assert [extra for extra in project["optional-dependencies"] if f"`{extra}`" not in text_of(README)] == []
