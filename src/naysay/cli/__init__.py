"""The command line: one module for each group of commands.

It adds no rules: it reads arguments, calls, prints. What a command needs is imported when it runs, so that
`naysay --help` answers at once and the base install is enough for all that needs no more.
"""

import sys

import click

from naysay.cli import arena, play, records, serve, solve


@click.group(context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="naysay")
def main() -> None:
    """Card games that say no: Nyet! and Nope!. Try `naysay play`."""
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="backslashreplace")


for _group in (play, records, solve, arena, serve):
    for _command in _group.COMMANDS:
        main.add_command(_command)
