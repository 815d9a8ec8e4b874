"""Write docs/reasons.md, the page with every reason of the bots, from what checks them and from games that they play.

    .venv/bin/python -m tools.reasons_table [--check]

With `--check` nothing is written: exit status 1 if the page is stale.
"""

import sys
from collections.abc import Callable, Iterator, Mapping
from itertools import count
from typing import Any, Final

from naysay.bots.choice import Bot, Choice, Why
from naysay.bots.nope.reasons import PREDICATES as NOPE
from naysay.bots.nyet.reasons import PREDICATES as NYET
from naysay.bots.registry import find as find_bot
from naysay.games import find
from naysay.match import Deal, play
from naysay.nyet.edition_file import built_in
from tools._table import ROOT, table, write_or_check

PAGE = ROOT / "docs" / "reasons.md"
NONE = "–"
MOST_GAMES = 60

BEFORE = """\
# Why a bot likes a move

A bot gives reasons with its move: codes that stay the same, each with parameters from which a client can say it in its
own words, as `naysay play` does in its hints. A reason is a claim about the move and the seat's
[view](architecture.md#views-and-secrecy), never about hidden cards. The tests put the reasons of whole games to a check
of these claims, by the rules and without the bot's estimates: a false one fails
([Bots and reasons](architecture.md#bots-and-reasons)).

Why a move is *refused* is another list: [Notation](notation.md#why-a-move-is-refused).
"""
AFTER = """
How to read it: units are tricks and loot, good where they earn points and bad where they cost them. A `card` is in
[notation](notation.md#cards), `colour` and `colours` are words (`"red"`), `seat` is a number, `row` and `box` are those
of the board. `cards` is a list of cards, but with `may_knock_out`, `names_largest` and `names_player` the number of
cards in the seat's hand; everything else is a number, too.

This page is written by `python -m tools.reasons_table`. Change the checks and run it; do not edit here.
"""

# What a bot that searches has occasion to say, and others hardly: it compares moves that differ in one thing alone.
BY_SEARCH: Final[Mapping[str, Mapping[str, tuple[str, ...]]]] = {
    "nyet": {},
    "nope": {"keeps_card": ("card",), "names_player": ("seat", "cards")},
}

# Where the check of a code has no docstring of its own.
CLAIMS: Final[Mapping[str, Mapping[str, str]]] = {
    "nyet": {
        "denies_trump": "Covers this colour in row trump, and the hand has no more of it than the mean of open ones.",
        "denies_super": "The same in row super, counted in lowest cards.",
        "denies_first": "Covers the character of this other seat in row first.",
        "declines_first": "Covers the own character in row first.",
        "denies_discard": "Covers this box in row discard.",
        "raises_points": "Covers these points, which are below the mean of the open boxes.",
        "lowers_points": "Covers these points, which are above the mean of the open boxes.",
        "settles_row": "Leaves this box as the only open one of the row.",
        "plays_alone": "The own side has one player.",
        "makes_pair": "The own side has two players.",
        "makes_trio": "The own side has three players.",
        "takes_bonus": "The bonus card goes to oneself.",
        "gives_bonus": "The bonus card goes to this other seat.",
        "makes_void": "The last cards of this suit leave the hand.",
        "keeps_trumps": "The hand has this many trumps, supertrumps included, and none of them goes.",
        "passes_to_partner": "The cards go to this seat, a partner.",
        "passes_to_opponent": "The cards go to this seat, which is no partner.",
        "only_move": "There is no other legal move.",
        "cashes_winner": "Units are good, and the card is led that no opponent can beat, by what was seen.",
        "draws_trumps": "Units are good, and trumps are led while some are unseen and an opponent may have them.",
        "leads_partners_void": "Units are good, and a suit is led, not trump, that this partner once did not follow.",
        "leads_low": "The card is led that is the lowest of its colour in hand, and no trump.",
        "captures_loot": "Units are good, and the card takes the trick so far, with these low cards of opponents.",
        "ruffs": "A trump takes the trick so far, in which this other suit was led.",
        "overtakes": "The card takes the trick so far from this seat.",
        "takes_last": "The card takes the trick, and nobody plays after it.",
        "leaves_to_partner": "Units are good, this partner has the trick so far, and the card does not take it.",
        "cannot_win": "No card that may be played takes the trick.",
    },
    "nope": {
        "only_move": "There is no other way to discard, or nothing but to draw.",
        "draws_instead": "Draws, although these action cards could each be played alone.",
        "plays_action_alone": "Lays this action card alone, and keeps so many cards more than with a set.",
        "passes_demand": "A see-through on top leaves the demand as it was.",
        "will_name": "A selection counts after this discard, and its naming may be of this seat, count and colour.",
        "hits_next": "This seat is next, and has a set in so many percent of the hands it may hold, 70 or more.",
        "may_knock_out": "The same of a seat that would lay all its cards, 30 percent or more.",
        "cannot_come_back": "The cards that are kept make no set for this demand, which the move leaves.",
        "sheds_joker": "A joker is among the cards that go.",
        "saves_action": "Lays a set without action cards, although this one could be played alone.",
        "keeps_single_colours": "Keeps its cards of one colour, this many, although one of them is demanded.",
        "keeps_cards": "This many cards stay in hand.",
        "names_largest": "Names this seat, and none of the others that may be named has more cards than these.",
        "demands": "Names this count and colour.",
    },
    "any": {"at_random": "There were this many legal moves, and this is one of them."},
}  # fmt: skip


def first_sentence(text: str) -> str:
    """The first sentence of a docstring."""
    return " ".join(text.split()).partition(". ")[0].rstrip(".") + "."


def claim(game: str, code: str, check: Callable[..., object] | None = None) -> str:
    """What a reason claims: by its check, if that says so."""
    return first_sentence(check.__doc__) if check is not None and check.__doc__ else CLAIMS[game][code]


def setups(game: str) -> Iterator[Any]:
    """Setups without end: every edition and number of players in turn."""
    editions = (
        {id: edition.players for id, edition in built_in().items()} if game == "nyet" else {None: (2, 3, 4, 5, 6)}
    )
    for number in count():
        for edition, counts in editions.items():
            players = sorted(counts, reverse=True)[number % len(counts)]
            yield find(game).setup(players, number % players, edition)


def parameters(game: str, name: str, codes: set[str]) -> dict[str, tuple[str, ...]]:
    """The parameters of each code, from seeded games in which the bot gives all of them."""
    found: dict[str, tuple[str, ...]] = {}
    bot = find_bot(name, game)

    def listening(view: Any, legal: tuple[Any, ...], rng: Any) -> Choice:
        choice = bot(view, legal, rng)
        for candidate in choice.candidates:
            for why in candidate.why:
                note(why)
        return choice

    def note(why: Why) -> None:
        names = tuple(why.params)
        if found.setdefault(why.code, names) != names:
            raise ValueError(f"{game}: {why.code} has the parameters {names}, and elsewhere {found[why.code]}")

    bots: list[Bot] = [listening]
    for number, setup in zip(range(MOST_GAMES), setups(game), strict=False):
        seats = setup.players
        play(find(game), setup, bots * seats, ["?"] * seats, Deal.of("reasons", game, number))
        if codes <= found.keys():
            break
    found |= {code: found_by_search for code, found_by_search in BY_SEARCH[game].items() if code in codes}
    if found.keys() != codes:
        raise ValueError(f"{game}: {MOST_GAMES} games and the checks differ in {sorted(found.keys() ^ codes)}")
    return found


def rows(game: str, checks: Mapping[str, Callable[..., object]]) -> list[list[str]]:
    """The table of a game: every code, its parameters, its claim."""
    named = parameters(game, "steady", set(checks))
    return [[f"`{code}`", spell(named[code]), claim(game, code, check)] for code, check in checks.items()]


def spell(names: tuple[str, ...]) -> str:
    """Parameters in a cell."""
    return ", ".join(f"`{name}`" for name in names) or NONE


def page() -> str:
    """The whole page."""
    head = ["code", "parameters", "what it claims"]
    by_chance = parameters("nope", "random", {"at_random"})
    any_game = [["`at_random`", spell(by_chance["at_random"]), claim("any", "at_random")]]
    sections = {
        "Nyet!: `steady`": rows("nyet", NYET),
        "Nope!: `steady`": rows("nope", NOPE),
        "Any game: `random`": any_game,
    }
    tables = "".join(f"\n## {title}\n\n{table([head, *cells])}" for title, cells in sections.items())
    return BEFORE + tables + AFTER


if __name__ == "__main__":
    sys.exit(write_or_check(PAGE, page(), "tools.reasons_table", sys.argv[1:]))
