"""The steady bot for Nyet!: legal everywhere, plays as it says, and says only what the view bears out."""

import json
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from random import Random
from typing import Any

import pytest

from naysay.bots import random_bot
from naysay.bots.choice import Bot, Choice
from naysay.bots.nyet.explain import why_apart
from naysay.bots.nyet.reasons import REASONS
from naysay.bots.nyet.steady import bot as steady_nyet
from naysay.games import find
from naysay.match import Match
from naysay.nyet.edition import deck
from naysay.nyet.edition_file import built_in, read
from naysay.nyet.state import Discard, Play, State, Team, Veto
from naysay.nyet.tricks import suit, winning
from naysay.nyet.view import View
from tests.support.random_options import new_to

GAME = find("nyet")
STEADY = steady_nyet.choose
OWN: dict[str, Any] = {
    "id": "own-test",
    "name": "Own",
    "source": "made up for this test",
    "colours": ["red", "blue", "green", "yellow", "black"],
    "values": [0, 0, 0, 0, 5, 5, 98, 99],
    "players": [2, 4, 5],
    "hand": {"2": 20, "4": 10, "5": 8},
    "rounds": {"2": 2, "4": 2, "5": 2},
    "first": ["a", "b", "c", "d", "e", "f"],
    "discard": ["pass-left-two", "two-not-low", "pass-right"],
    "trump": ["none", "red", "black"],
    "super": ["blue", "red", "none"],
    "points": [-7, 99, -99, 3],
    "first_veto": "left",
    "supertrump_suit": "trump",
}
ONLY_LOW = OWN | {
    "id": "only-low-test",
    "colours": ["red", "blue"],
    "values": [1, 1, 1, 1, 1],
    "players": [2, 5],
    "hand": {"2": 5, "5": 2},
    "rounds": {"2": 2, "5": 2},
    "discard": ["one", "none"],
    "trump": ["none"],
    "super": ["red"],
    "points": [-1],
    "supertrump_suit": "own",
}
EDITIONS: list[Any] = [*built_in(), OWN, ONLY_LOW]
TABLES = [
    pytest.param(plain, players, id=f"{read(plain).id}-{players}")
    for plain in EDITIONS
    for players in read(plain).players
]
OPTIONS: list[dict[str, Any]] = [
    {},
    {"scoring": "difference"},
    {"bonus": "player"},
    {"scoring": "difference", "bonus": "player", "end": {"target": 20}},
    {"end": {"rounds": 1}, "tricks": "last"},
]

Seats = Callable[[int], Bot]


def decisions(
    seed: int,
    players: int = 4,
    edition: object = None,
    options: object = None,
    bots: Seats = lambda seat: STEADY,
    rounds: int = 3,
) -> Iterator[tuple[State, View, tuple[Any, ...], Choice]]:
    """Play some rounds and give each decision: the state, the view, the legal moves, the choice."""
    rng = Random(seed)
    match = Match(GAME, GAME.setup(players, seed % players, edition, options), rng)
    for _ in match.turns():
        seat = rng.choice(match.to_act)
        view, legal = match.view(seat), match.legal(seat)
        choice = bots(seat)(view, legal, rng)
        yield match.state, view, legal, choice
        match.act(seat, choice.move)
        if len(match.state.rounds) == rounds:
            break


@pytest.mark.parametrize("options", OPTIONS, ids=lambda options: "+".join(options) or "plain")
@pytest.mark.parametrize(("edition", "players"), TABLES)
def test_never_illegal(edition: Any, players: int, options: dict[str, Any]) -> None:
    agreed = new_to(edition, players, options)
    for _, _, legal, choice in decisions(players, players, edition, agreed, rounds=2):
        assert choice.move in legal
        assert choice.move == choice.candidates[0].move
        assert all(candidate.move in legal and candidate.why for candidate in choice.candidates)
        scores = [candidate.score for candidate in choice.candidates]
        assert scores == sorted(scores, reverse=True)


def test_same_view_and_seed_give_the_same_choice() -> None:
    for number, (_, view, legal, _) in enumerate(decisions(5)):
        assert STEADY(view, legal, Random(number)) == STEADY(view, legal, Random(number))


@pytest.mark.slow
def test_every_reason_holds_and_every_code_occurs() -> None:
    seen: Counter[str] = Counter()
    checked = 0
    for seed in range(72):
        edition = (None, "amigo-2007", "goldsieber-1997")[seed % 3]
        players = 2 + seed % 4 if seed % 3 < 2 else 3 + seed % 2
        steady = (STEADY,) * players if seed % 2 else (STEADY, random_bot.choose) * 3
        for _, view, legal, choice in decisions(seed, players, edition, bots=steady.__getitem__, rounds=4):
            if "at_random" in {why.code for why in choice.why}:
                continue
            checked += 1
            for candidate in choice.candidates:
                for why in candidate.why:
                    seen[why.code] += 1
                    assert REASONS[why.code].holds(view, candidate.move, why.params), (why, candidate.move, view, legal)
    assert checked >= 10_000
    assert set(seen) == set(REASONS)


def test_every_reason_can_be_false() -> None:
    """Put to the decisions that follow, each reason fails at some of them."""
    latest: dict[str, tuple[type, Mapping[str, object]]] = {}
    failed: set[str] = set()
    for seed in range(16):
        players = 2 + seed % 4
        for _, view, _, choice in decisions(seed, players, ("iello-2015", "amigo-2007")[seed % 2], rounds=2):
            failed |= {
                code
                for code, (kind, params) in latest.items()
                if code not in failed
                and kind is type(choice.move)
                and not REASONS[code].holds(view, choice.move, params)
            }
            latest |= {why.code: (type(one.move), why.params) for one in choice.candidates for why in one.why}
    assert set(REASONS) - failed == {"partners_with"}, "it is said so seldom that it is tried below"


def test_what_sets_a_move_apart_is_true_of_it_and_not_of_the_other() -> None:
    alike: dict[type, int] = {}
    for seed in range(8):
        for _, view, legal, _ in decisions(seed, 3 + seed % 3, rounds=1):
            for move in legal[1:4]:
                if (isinstance(move, Team) and len(move.partners) != len(legal[0].partners)) or move == legal[0]:
                    continue
                if isinstance(move, Team) and move.partners == legal[0].partners:
                    continue  # who gets the bonus card is said anyway
                told = why_apart(move, legal[0])
                assert REASONS[told.code].holds(view, move, told.params)
                copies = view.hand.count(told.params.get("card"))
                assert copies > 1 or not REASONS[told.code].holds(view, legal[0], told.params)
                alike[type(move)] = alike.get(type(move), 0) + 1
    assert alike.keys() == {Veto, Team, Discard, Play}


def trumps_partners_sure_winner(state: State, view: View, legal: tuple[Any, ...], card: str) -> bool:
    """Whether the card needlessly ruffs a trick that a partner has and that no opponent can take, by all in view."""
    terms, sides, seat, leader = view.terms, view.sides, view.seat, view.leader
    assert terms is not None
    assert sides is not None
    assert seat is not None
    assert leader is not None
    players, led = len(sides), suit(view.trick[0], terms)

    def trumps(other: Any) -> bool:
        strong = other == terms.supertrump or other[0] == terms.trump
        return strong and suit(other, terms) != led and winning((*view.trick, other), terms) == len(view.trick)

    holder = (leader + winning(view.trick, terms)) % players
    if not trumps(card) or sides[holder] != sides[seat] or all(trumps(move.card) for move in legal):
        return False
    unseen = Counter(deck(view.edition, players)) - Counter(view.hand) - Counter(view.trick)
    for trick in view.taken:
        unseen -= Counter(trick.cards)
    if not terms.discard.passed_to:
        unseen -= Counter(view.gave)
    for step in range(len(view.trick) + 1, players):
        later = (leader + step) % players
        if sides[later] == sides[seat]:
            continue
        void = {
            suit(trick.cards[0], terms)
            for trick in view.taken
            if suit(trick.cards[(later - trick.leader) % players], terms) != suit(trick.cards[0], terms)
        }
        for other in unseen:
            if suit(other, terms) not in void and winning((*view.trick, other), terms) == len(view.trick):
                return False
    return True


def test_never_trumps_a_partners_sure_winner() -> None:
    tempted = looked = 0
    for seed in range(30):
        players = 3 + seed % 3
        edition = ("iello-2015", "amigo-2007")[seed % 2]
        for state, view, legal, choice in decisions(seed, players, edition):
            if isinstance(choice.move, Play) and view.trick:
                looked += 1
                assert not trumps_partners_sure_winner(state, view, legal, choice.move.card), (view, choice)
                tempted += any(trumps_partners_sure_winner(state, view, legal, move.card) for move in legal)
    assert looked > 3_000
    assert tempted > 50


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_rounds_of_minus_points_are_lost_on_purpose(players: int) -> None:
    """With -2 as the only points its side takes fewer units than with a random bot in its seat, in the same deals."""
    edition = json.loads(built_in()["iello-2015"].text) | {"id": "minus-test", "points": [-2]}

    def units(bot: Bot) -> float:
        taken = rounds = 0
        for seed in range(12):
            last = None
            for state, *_ in decisions(
                seed, players, edition, bots=lambda seat: bot if seat == 0 else random_bot.choose, rounds=4
            ):
                last = state
            assert last is not None
            for score in last.rounds:
                weights = [2 if seat == score.bonus else 1 for seat in range(players)]
                taken += sum(
                    (score.tricks[seat] + score.loot[seat]) * weights[seat]
                    for seat in range(players)
                    if score.sides[seat] == score.sides[0]
                )
                rounds += 1
        return taken / rounds

    assert units(STEADY) < units(random_bot.choose) - 1


def test_beats_random_bots() -> None:
    """One steady bot among random ones takes at least half as many points again as their mean."""
    own = others = 0
    for seed in range(12):
        last = None
        for state, *_ in decisions(seed, bots=lambda seat: STEADY if seat == 1 else random_bot.choose, rounds=6):
            last = state
        assert last is not None
        for score in last.rounds:
            own += score.scores[1]
            others += sum(score.scores) - score.scores[1]
    assert own > 1.5 * others / 3
