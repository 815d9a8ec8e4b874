"""Write web/src/i18n/reasons.ts and reasons.en.ts: the types of the bots' reasons for the page, and their English.

    .venv/bin/python -m tools.reason_words [--check]

With `--check` nothing is written: exit status 1 if a file is stale.
"""

import json
import sys
from collections.abc import Iterator, Mapping

from naysay.bots.reason import Kind, Reason, Slot
from naysay.terminal.reasons import REASONS
from tools._table import ROOT, write_or_check
from tools.node import run

FOLDER = ROOT / "web" / "src" / "i18n"
BANNER = "/* Written by `python -m tools.reason_words` from the reasons of the bots. Do not edit. */\n"

# What web/src/i18n/parameters.ts makes of a parameter, where it is not one text or number with the parameter's name.
WORDS: Mapping[Kind, Mapping[str, str]] = {
    "card": {"card": "string", "Card": "string"},
    "colour": {"colour": "string", "Colour": "string"},
    "row": {"row": "string", "rowName": "string"},
    "hand size": {"held": "number"},
}


def words(name: str, kind: Kind) -> Mapping[str, str]:
    """The words for a parameter, each with its type."""
    return WORDS.get(kind, {name: "number" if kind == "number" else "string"})


def types() -> str:
    """What every language must have."""
    lines = []
    for code, one in REASONS.items():
        found = {word: type for name, kind in one.parameters.items() for word, type in words(name, kind).items()}
        parameter = f"p: {{ {'; '.join(f'{word}: {type}' for word, type in found.items())} }}" if found else ""
        lines.append(f"{code}: ({parameter}) => string;")
    repeats = json.dumps([code for code, one in REASONS.items() if one.repeats_move])
    return (
        f"{BANNER}\n/** The sentence of every reason, by its code. */\n"
        f"export type Reasons = {{ {' '.join(lines)} }};\n\n"
        f"/** They only say what the move says itself. */\n"
        f"export const REPEATS_MOVE: ReadonlySet<string> = new Set({repeats});\n"
    )


def english() -> str:
    """The sentences in English."""
    lines = []
    for code, one in REASONS.items():
        text = "".join(parts(one))
        if "${" in text:
            lines.append(f"{code}: (p) => `{text}`,")
        else:
            lines.append(f"{code}: () => {json.dumps(text, ensure_ascii=False)},")
    return (
        f'{BANNER}\nimport {{ counting }} from "./plurals";\nimport type {{ Reasons }} from "./reasons";\n\n'
        f'const n = counting("en");\n\nexport const reasons: Reasons = {{ {" ".join(lines)} }};\n'
    )


def parts(one: Reason[...]) -> Iterator[str]:
    """A sentence as the inside of a template literal."""
    for place, part in enumerate(one.sentence):
        if isinstance(part, str):
            yield part
            continue
        spoken = list(words(part.parameter, one.parameters[part.parameter]))
        yield f"${{{expression(part, spoken, begins=place == 0)}}}"


def expression(slot: Slot, spoken: list[str], begins: bool) -> str:
    """What fills a slot: of the words for its parameter the plain one, or the one for the beginning of a sentence."""
    if slot.plural is not None:
        singular, plural = map(json.dumps, slot.plural)
        return f"n(p.{spoken[0]}, {{ one: {singular}, other: {plural} }})"
    if slot.cases is not None:
        *cases, (_, last) = slot.cases.items()
        chosen = (f"p.{spoken[0]} === {json.dumps(value)} ? {json.dumps(text)} : " for value, text in cases)
        return f"{''.join(chosen)}{json.dumps(last)}"
    inside = "rowName" if "rowName" in spoken else spoken[0]
    return f"p.{spoken[-1] if begins else inside}"


def main(arguments: list[str]) -> int:
    files = {FOLDER / "reasons.ts": types(), FOLDER / "reasons.en.ts": english()}
    return max(
        write_or_check(
            file,
            run("node_modules/prettier/bin/prettier.cjs", "--stdin-filepath", str(file), input=text),
            "tools.reason_words",
            arguments,
        )
        for file, text in files.items()
    )


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
