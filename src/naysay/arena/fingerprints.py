"""What a result depends on: how the bots play, as a fingerprint of their moves in fixed positions.

The positions come from playthroughs at random, so no bot has a say in them, with seeds and the setups below. A bot that
searches gets a number of nodes. The fingerprint is a sum over its moves, and over the results of the playthroughs, so
that other rules or other deals change it, too. How the code is written does not matter.
"""

import hashlib
import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from random import Random
from typing import Any, Final

from naysay import games
from naysay.arena import deciders
from naysay.bots import registry
from naysay.game import AnyGame, Seat
from naysay.match import Deal, Match, decide

DEALS: Final = {"nyet": 1, "nope": 2}  # playthroughs of each setup
POSITIONS: Final = 20  # the most of one playthrough
# Nodes in most positions, and in every ninth of them, where a search comes further.
NODES: Final = {"nyet": (48, 800), "nope": (600, 6000)}
USUAL_NODES: Final = (100, 1000)
THOROUGH: Final = 9
SETUPS: Final[Mapping[str, tuple[tuple[int, object, object], ...]]] = {
    "nyet": (
        (2, "iello-2015", None),
        (3, "iello-2015", None),
        (4, "iello-2015", None),
        (5, "iello-2015", None),
        (3, "amigo-2007", None),
        (4, "amigo-2007", None),
        (3, "goldsieber-1997", None),
        (4, "goldsieber-1997", None),
        (4, "iello-2015", {"scoring": "difference"}),
        (3, "iello-2015", {"bonus": "player"}),
        (5, "amigo-2007", {"bonus": "player", "end": {"target": 100}}),
        (4, "iello-2015", {"supertrump": "own", "characters": ["crane", "bear", "tiger", "wolf"]}),
        (5, "iello-2015", {"tricks": "last", "end": {"rounds": 3}}),
    ),
    "nope": (
        (2, None, None),
        (3, None, None),
        (4, None, None),
        (5, None, None),
        (6, None, None),
        (4, None, {"action_cards": "no"}),
        (3, None, {"extra_card": [1]}),
        (5, None, {"max_turns": 40}),
    ),
}


@dataclass(frozen=True, slots=True)
class Position:
    """A seat has a choice."""

    match: Match
    seat: Seat


@dataclass(frozen=True, slots=True)
class Playthrough:
    """A match of which every move was drawn at random: what was agreed, some of its positions, its result."""

    name: str
    deal: Deal
    positions: tuple[Position, ...]
    result: Mapping[str, Any]


@cache
def playthroughs(id: str) -> tuple[Playthrough, ...]:
    """The playthroughs of a game; one that is not known here is played by its defaults."""
    game = games.find(id)
    setups = SETUPS.get(id) or tuple((players, None, None) for players in game.players)
    return tuple(
        _play_through(game, players, edition, options, number)
        for players, edition, options in setups
        for number in range(DEALS.get(id, 1))
    )


def _play_through(game: AnyGame, players: int, edition: object, options: object, number: int) -> Playthrough:
    what = [game.id, edition, f"{players} players", options and json.dumps(options), f"deal {number}"]
    name = ", ".join(str(part) for part in what if part is not None)
    seen: dict[str, list[Position]] = {}

    def play_at_random(match: Match, seat: Seat, rng: Random) -> Any:
        legal = match.legal(seat)
        if len(legal) > 1:
            phase = getattr(match.view(seat), "phase", "")
            seen.setdefault(phase, []).append(Position(match.copy(), seat))
        return rng.choice(legal)

    setup, deal = game.setup(players, number % players, edition, options), Deal.of("fingerprint", name)
    record = decide(game, setup, [play_at_random] * players, ["random"] * players, deal)
    return Playthrough(name, deal, _spread(seen), record.result)


def _spread(seen: Mapping[str, list[Position]]) -> tuple[Position, ...]:
    """As many positions of each phase, as far as there are, from all over the match."""
    chosen: list[Position] = []
    phases = sorted(seen, key=lambda phase: (len(seen[phase]), phase))
    for rank, phase in enumerate(phases):
        found = seen[phase]
        number = min(len(found), (POSITIONS - len(chosen)) // (len(phases) - rank))
        chosen += [found[place * len(found) // number] for place in range(number)]
    return tuple(chosen)


def moves(bot: str, id: str) -> dict[str, list[str]]:
    """The moves of a bot, by playthrough; of the clairvoyant, which takes its time, in every ninth position."""
    game, found = games.find(id), dict[str, list[str]]()
    few, many = (deciders.find(name, id) for name in _with_nodes(bot, id))
    number = 0
    for one in playthroughs(id):
        found[one.name] = []
        for place, position in enumerate(one.positions):
            thorough = number % THOROUGH == 0
            number += 1
            if thorough or bot != deciders.CLAIRVOYANT:
                decider, rng = many if thorough else few, one.deal.rng("moves", place)
                move = decider(position.match, position.seat, rng)
                found[one.name].append(game.write_move(move))
    return found


def _with_nodes(bot: str, id: str) -> tuple[str, str]:
    """How a bot is called for most positions, and for the others."""
    if bot == deciders.CLAIRVOYANT or not registry.entry(bot, id).searches:
        return bot, bot
    few, many = NODES.get(id, USUAL_NODES)
    return f"{bot}:{few}n", f"{bot}:{many}n"


def results(id: str) -> dict[str, Any]:
    """The results of the playthroughs, by name."""
    return {one.name: one.result for one in playthroughs(id)}


def sum_up(results: Mapping[str, Any], moves: Mapping[str, list[str]]) -> str:
    """The fingerprint that these results and moves give."""
    return hashlib.sha256(json.dumps([results, moves], sort_keys=True).encode()).hexdigest()[:12]


@cache
def fingerprint(bot: str, id: str) -> str:
    """How a bot plays a game, as it is now: nothing is looked up."""
    return sum_up(results(id), moves(bot, id))


def fingerprints(names: Iterable[str], id: str) -> dict[str, str]:
    """Of everybody who decides in seats of these names (`steady+play=sharp:0.2`: two), how they play."""
    return {bot: fingerprint(bot, id) for bot in sorted({bot for name in names for bot in deciders.parts(name)})}
