"""The figures of a long run, as a table for people and for docs/reliability.md."""

from collections import Counter
from pathlib import Path

DOCS = Path(__file__).parents[2] / "docs" / "reliability.md"
BEGIN, END = "<!-- figures -->", "<!-- end of figures -->"
ROWS = {
    "the server was killed by SIGKILL": ("kills",),
    "– between commit and send": ("killed: committed", "killed: written"),
    "– just before a commit": ("killed: before_commit",),
    "– at any moment": ("killed: any moment",),
    "a bot's process was killed": ("workers: crash",),
    "a bot's process hung": ("workers: hang",),
    "connections, the first ones and those to resume": ("connections",),
    "lines cut right after a message": ("sent cut",),
    "messages sent again after a cut": ("resent",),
    "messages sent twice at once, on one socket or two": ("sent twice", "sent over two sockets"),
    "two different moves of one seat at once": ("sent rivals",),
    "old messages replayed, late, or out of order": ("sent replayed", "sent old seq", "sent out of order"),
    "messages to clients, each held against the log": ("messages",),
    "moves in the logs, by people": ("moves by person",),
    "– by bots": ("moves by bot",),
    "– because the time was up": ("moves by clock",),
    "seats that a bot took over, for an absence or two late moves": ("went (absent)", "went (clock)"),
    "games played to their end, records verified": ("records verified",),
    "moves lost, doubled, invented, or told too early": (),
}


def table(found: dict[str, Counter[str]]) -> str:
    """One row for each figure, one column for each database."""
    lines = [f"| what | {' | '.join(found)} |", f"|---|{'---:|' * len(found)}"]
    for what, names in ROWS.items():
        numbers = (f"{sum(counts[name] for name in names):,}" for counts in found.values())
        lines.append(f"| {what} | {' | '.join(numbers)} |")
    return "\n".join(lines)


def write(found: dict[str, Counter[str]]) -> None:
    """Put the table where the docs have their figures."""
    text = DOCS.read_text(encoding="utf-8")
    before, _, rest = text.partition(BEGIN)
    after = rest.partition(END)[2]
    DOCS.write_text(f"{before}{BEGIN}\n{table(found)}\n{END}{after}", encoding="utf-8")
