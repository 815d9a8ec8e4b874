"""Records views of real games for the workshop: `.venv/bin/python -m tools.record_samples`."""

from collections.abc import Callable
from dataclasses import fields, replace
from pathlib import Path
from random import Random
from typing import Any

import msgspec

from naysay.game import AnyGame
from naysay.games import find
from naysay.nope.rules import in_order

NAMES = ("Bruno", "Mira", "Otto", "Lena", "Jo", "Kim")
GAMES = Path(__file__).resolve().parent.parent / "web" / "src" / "games"
Wanted = Callable[[Any], bool]


def seen(game: AnyGame, state: Any, seat: int | None, seq: int) -> dict[str, Any]:
    """What the page gets, as `Seen` in web/src/table/contract.ts."""
    view = game.view(state, seat)
    setup, told = state.setup, game.describe(state.setup)
    return {
        "seq": seq,
        "info": {
            "id": "sample",
            "game": game.id,
            "title": game.title,
            "stage": "playing",
            "players": setup.players,
            "dealer": setup.dealer,
            "edition": told.get("edition"),
            "options": told["options"],
            "agreed": {option.id: option.value for option in game.options(setup)},
            "clock": {"kind": "none"},
            "public": False,
            "watchers": True,
            "hints": True,
            "grace": None,
            "closes_after": 3600,
            "pace": 0,
            "seats": [{"player": "person", "name": name} for name in NAMES[: setup.players]],
            "fair": {"commit": ""},
            "paused": False,
            "made_at": 0,
        },
        "you": {"name": NAMES[seat or 0], "seat": seat, "host": True},
        "view": {field.name: getattr(view, field.name) for field in fields(view) if field.name != "setup"},
        "legal": [] if seat is None else [game.write_move(move) for move in game.legal(state, seat)],
        "clocks": {"now": 0},
        "present": {"seats": [True] * setup.players, "watchers": 0},
        "connected": True,
    }


def record(game: AnyGame, seed: int, wanted: Wanted, seat: int | None = 0, after: int = 0, **setup: Any) -> list[Any]:
    """Play at random until a view is as wanted, for the `after` next moves, too. Tries seed after seed."""
    while True:
        rng, state, seq = Random(seed), game.start(game.setup(**setup)), 0
        found: list[Any] = []
        while len(found) <= after:
            if found or wanted(game.view(state, seat)):
                found.append(seen(game, state, seat, seq))
            if game.result(state) is not None:
                break
            if cards := game.to_shuffle(state):
                state = game.shuffled(state, tuple(rng.sample(cards, len(cards))))
            else:
                acting = rng.choice(game.to_act(state))
                state = game.apply(state, acting, rng.choice(game.legal(state, acting)))
            seq += 1
        if len(found) > after or (found and game.result(state) is not None):
            return found
        seed += 1


def turn(view: Any) -> bool:
    """Seat 0 is to act."""
    return 0 in view.to_act


def nyet() -> dict[str, list[Any]]:
    """The phases of Nyet!, for each edition and number of players."""
    game, iello = find("nyet"), {"dealer": 4, "players": 5}
    samples = {
        "veto": record(game, 3, lambda v: turn(v) and v.phase == "veto" and len(v.vetoes) == 11, **iello),
        "veto-begins": record(game, 1, lambda v: turn(v) and v.phase == "veto", players=4, dealer=0),
        "veto-waits": record(game, 2, lambda v: not turn(v) and len(v.vetoes) == 7, **iello),
        "team-waits": record(game, 2, lambda v: not turn(v) and v.phase == "team", **iello),
        "over": record(game, 5, lambda v: v.phase == "over", **iello),
        "over-shared": record(
            game, 1, lambda v: v.phase == "over" and v.totals.count(max(v.totals)) > 1, players=4, dealer=0
        ),
        "watching": record(game, 1, lambda v: v.phase == "play" and len(v.trick) == 3, seat=None, **iello),
        "no-trump": record(
            game,
            1,
            lambda v: (
                turn(v) and v.phase == "play" and v.terms.trump is None and v.terms.supertrump is None and v.trick
            ),
            edition="amigo-2007",
            players=5,
            dealer=2,
        ),
        "round-end": record(
            game,
            1,
            lambda v: v.phase == "play" and len(v.rounds) == 3 and len(v.hand) <= 1 and len(v.trick) == 4,
            after=2,
            **iello,
        ),
        "difference": record(
            game,
            1,
            lambda v: v.phase == "play" and len(v.rounds) == 1 and len(v.hand) <= 1 and len(v.trick) == 4,
            after=2,
            options={"scoring": "difference", "bonus": "player"},
            **iello,
        ),
    }
    seed = 1
    while not samples.get("loot") or not samples["loot"][1]["view"]["taken"][-1].loot:
        samples["loot"] = record(
            game,
            seed,
            lambda v: v.phase == "play" and turn(v) and len(v.trick) == 4 and len(v.hand) == 8 and v.blocked,
            after=2,
            **iello,
        )
        seed += 97
    for edition, players in (("amigo-2007", 5), ("goldsieber-1997", 4)):
        samples[f"veto-{edition[:5]}"] = record(
            game,
            4,
            lambda v: turn(v) and v.phase == "veto" and len(v.vetoes) > 5,
            edition=edition,
            players=players,
            dealer=0,
        )
    for players in (3, 4, 5):
        samples[f"team-{players}"] = record(game, 1, lambda v: turn(v) and v.phase == "team", players=players, dealer=0)
    samples["discard-one"] = record(game, 1, gives(1), players=5, dealer=1)
    samples["discard-two"] = record(game, 1, gives(2), players=5, dealer=1)
    samples["pass"] = record(
        game, 1, lambda v: turn(v) and v.phase == "discard" and v.terms.discard.passed_to, players=4, dealer=1
    )
    samples["chosen"] = record(
        game, 1, lambda v: v.phase == "discard" and v.gave and len(v.chosen) > 1, players=5, dealer=1
    )
    for players in (2, 3, 4, 5):
        samples[f"play-{players}"] = record(
            game,
            3,
            lambda v: (
                turn(v) and v.phase == "play" and v.blocked and len(v.trick) > (v.setup.players > 2) and len(v.hand) > 6
            ),
            players=players,
            dealer=0,
        )
        samples[f"lead-{players}"] = record(
            game, 6, lambda v: turn(v) and v.phase == "play" and not v.taken and not v.trick, players=players, dealer=0
        )
    samples["play-golds"] = record(
        game,
        3,
        lambda v: turn(v) and v.phase == "play" and v.blocked and len(v.trick) > 1,
        edition="goldsieber-1997",
        players=4,
        dealer=0,
    )
    return samples


def gives(count: int) -> Wanted:
    """Seat 0 is to give away so many cards."""
    return lambda view: turn(view) and view.phase == "discard" and view.terms.discard.count == count


def large_hand(size: int) -> dict[str, Any]:
    """A hand as it is only after much drawing: dealt larger than the rules deal."""
    game = find("nope")
    state = game.start(game.setup(players=2, dealer=1))
    state = game.shuffled(state, tuple(Random(4).sample(game.to_shuffle(state), 104)))
    more = size - len(state.hands[0])
    hand = in_order(state.hands[0] + state.pile[:more])
    return seen(game, replace(state, hands=(hand, state.hands[1]), pile=state.pile[more:]), 0, 40)


def nope() -> dict[str, list[Any]]:
    """The phases of Nope!, for small and large hands and tables."""
    game = find("nope")
    plain = {"players": 4, "dealer": 3}
    return {
        "turn": record(
            game,
            1,
            lambda v: (
                turn(v)
                and v.phase == "turn"
                and v.demand.count == 2
                and len(v.demand.colours) == 2
                and v.discards[-1].startswith("see")
                and v.can_make_set
                and v.blocked
            ),
            **plain,
        ),
        "out": record(
            game, 1, lambda v: turn(v) and len(v.out) == 1 and v.can_make_set and v.blocked and len(v.hand) > 4, **plain
        ),
        "three": record(game, 1, lambda v: turn(v) and v.demand and v.demand.count == 3 and v.can_make_set, **plain),
        "any": record(
            game, 1, lambda v: turn(v) and v.demand and v.demand.colours == "RGBY" and len(v.hand) > 5, **plain
        ),
        "draw": record(game, 1, lambda v: turn(v) and v.phase == "turn" and not v.can_make_set, after=2, **plain),
        "draw-action": record(
            game,
            1,
            lambda v: turn(v) and v.phase == "turn" and not v.can_make_set and len(v.blocked) < len(set(v.hand)),
            **plain,
        ),
        "drawn": record(game, 1, lambda v: turn(v) and v.phase == "drawn", **plain),
        "nope": record(
            game, 1, lambda v: v.history and v.history[-1].kind == "nope" and v.history[-1].seat == 2, **plain
        ),
        "name": record(
            game,
            1,
            lambda v: turn(v) and v.phase == "name" and v.discards[-1] == "pick:RGBY" and len(v.out) == 1,
            **plain,
        ),
        "name-one": record(
            game, 1, lambda v: turn(v) and v.phase == "name" and v.discards[-1] == "pick:B", players=6, dealer=5
        ),
        "named": record(
            game, 1, lambda v: turn(v) and v.history and v.history[-1].kind == "named" and v.demand.count > 1, **plain
        ),
        "waits": record(game, 1, lambda v: not turn(v) and v.turns > 5, players=6, dealer=2),
        "two": record(game, 1, lambda v: turn(v) and v.turns > 4 and v.can_make_set, players=2, dealer=1),
        "ten": record(game, 1, lambda v: turn(v) and len(v.hand) == 10 and v.can_make_set, players=3, dealer=1),
        "sixteen": [large_hand(16)],
        "many": [large_hand(24)],
        "gone": record(game, 1, lambda v: v.out and v.out[0] == 0 and v.phase == "turn", **plain),
        "over": record(game, 1, lambda v: v.phase == "over", players=5, dealer=0),
        "watching": record(game, 1, lambda v: v.turns > 6, seat=None, **plain),
    }


def main() -> None:
    """Write both files."""
    for name, samples in (("nyet", nyet()), ("nope", nope())):
        (GAMES / name / "samples.json").write_bytes(msgspec.json.encode(samples) + b"\n")


if __name__ == "__main__":
    main()
