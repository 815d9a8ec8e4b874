"""How fast the rules are: random play with legal-move lists, and replaying records, on one core.

The peer is OpenSpiel's C++ game `oh_hell` (4 players, 12 tricks), driven from Python move by move as the engine is.
"""

import io
import sys
from collections.abc import Callable
from random import Random
from time import perf_counter
from typing import Any

from benchmarks._table import Row, arguments, measure, report
from naysay import record
from naysay.bots.random_bot import choose
from naysay.games import find
from naysay.match import Deal, Match, play

PEER = "oh_hell(players=4,num_suits=4,num_cards_per_suit=13,num_tricks_fixed=12)"


def random_play(game_id: str, games: int) -> Callable[[], float]:
    """Moves a second of whole random games through the engine, shuffles and legal lists included."""
    game, rng = find(game_id), Random(1)
    setup = game.setup(4, 0)

    def run() -> float:
        moves, begin = 0, perf_counter()
        for _ in range(games):
            match = Match(game, setup, rng)
            for seat in match.turns():
                legal = game.legal(match.state, seat)
                match.act(seat, legal[int(rng.random() * len(legal))])
            moves += len(match.actions)
        return moves / (perf_counter() - begin)

    return run


def verifying(games: int) -> Callable[[], float]:
    """Moves a second of reading and replaying records."""
    game = find("nyet")
    records = [
        play(game, game.setup(4, number % 4), [choose] * 4, list("abcd"), Deal.of("bench", number))
        for number in range(games)
    ]
    text = "".join(record.write(played) + "\n" for played in records).encode()
    moves = sum(len(played.actions) for played in records)

    def run() -> float:
        begin = perf_counter()
        for _, line in record.lines(io.BytesIO(text)):
            assert isinstance(line, bytes)
            for _ in record.replay(record.read(line, find)):
                pass
        return moves / (perf_counter() - begin)

    return run


def open_spiel(pyspiel: Any, games: int, *, outcomes: bool) -> Callable[[], float]:
    """Moves a second of whole random games of the peer, dealing included, bids and cards counted.

    Chance goes by the outcomes and their probabilities, as the documentation does it for any game; or, since here
    all are equally likely, by the short cut of any legal action.
    """
    game, rng = pyspiel.load_game(PEER), Random(1)

    def run() -> float:
        moves, begin = 0, perf_counter()
        for _ in range(games):
            state = game.new_initial_state()
            while not state.is_terminal():
                if outcomes and state.is_chance_node():
                    actions, chances = zip(*state.chance_outcomes(), strict=True)
                    state.apply_action(rng.choices(actions, chances)[0])
                    continue
                legal = state.legal_actions()
                moves += not state.is_chance_node()
                state.apply_action(legal[int(rng.random() * len(legal))])
        return moves / (perf_counter() - begin)

    return run


def main() -> int:
    """Measure and report."""
    options = arguments(__doc__ or "")
    size = 10 if options.quick else 60
    measures = {
        "nyet": random_play("nyet", size),
        "nope": random_play("nope", 4 * size),
        "verify": verifying(size),
    }
    note = ""
    try:
        import pyspiel
    except ImportError:
        note = "the peer is missing: `make bench` installs open_spiel"
    else:
        measures["peer"] = open_spiel(pyspiel, 5 * size, outcomes=True)
        measures["peer, short cut"] = open_spiel(pyspiel, 5 * size, outcomes=False)
    found = measure(measures, repeats=5 if options.quick else 9)
    middle = {name: rates.middle for name, rates in found.items()}
    peer = middle.get("peer")
    rows = [
        Row("random play, 4-player Iello, moves/s against 30,000", middle["nyet"], 30_000, 1.0, str(found["nyet"])),
        Row(
            "the same against OpenSpiel's oh_hell driven from Python",
            middle["nyet"],
            peer,
            0.25,
            str(found.get("peer", note)),
        ),
        Row(
            "the same, the peer's dealing by a short cut",
            middle["nyet"],
            middle.get("peer, short cut"),
            None,
            str(found.get("peer, short cut", note)),
        ),
        Row("verify, moves/s against 20,000", middle["verify"], 20_000, 1.0, str(found["verify"])),
        Row("random play, 4-player Nope!, moves/s", middle["nope"], peer, None, str(found["nope"])),
    ]
    return report(rows, options.json)


if __name__ == "__main__":
    sys.exit(main())
