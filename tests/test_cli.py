"""The command line as a whole: what `--help` lists, and that it loads nothing that it does not need."""

import subprocess
import sys

import pytest
from click.testing import CliRunner

from naysay import cli

GROUPS = (cli.play, cli.records, cli.solve, cli.arena, cli.serve)


def test_every_command_of_every_group_is_there() -> None:
    commands = {command.name: command for group in GROUPS for command in group.COMMANDS}
    assert cli.main.commands == commands
    said = CliRunner().invoke(cli.main, ["--help"])
    assert said.exit_code == 0
    assert {line.split()[0] for line in said.stdout.partition("Commands:\n")[2].splitlines()} == set(commands)


@pytest.mark.parametrize("command", [["--help"], ["--version"], ["arena", "--help"], ["serve", "-h"]])
def test_help_loads_neither_rules_nor_bots_nor_the_server(command: list[str]) -> None:
    code = f"""
import sys
from naysay.cli import main
try:
    main({command!r})
except SystemExit:
    pass
print([name for name in sys.modules if name.startswith("naysay.") and not name.startswith("naysay.cli")])
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.endswith("\n[]\n")
