"""The command line: play · simulate · verify · inspect · arena."""

import click


@click.group()
def main() -> None:
    """Card games that say no: Nyet! and Nope!."""
