"""Levels differ in understanding: what a level ignores can change, and it does the same; what it says is true.

For each thing that a level ignores there is another view, the same to the level and different to who looks.
"""

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import replace
from importlib import import_module
from random import Random
from typing import Any

import pytest

from naysay.bots import registry
from naysay.bots.choice import Choice
from naysay.bots.nope.reasons import REASONS as NOPE
from naysay.bots.nope.steady.bot import judge_turn
from naysay.bots.nope.steady.position_value import Worth
from naysay.bots.nyet.counting import TRUMP, count
from naysay.bots.nyet.reasons import REASONS as NYET
from naysay.bots.registry import adviser, levels_for, strongest
from naysay.bots.think import Think
from naysay.game import Card
from naysay.games import find
from naysay.match import Match
from naysay.nope.cards import DECK, NUMBERS, ORDER, SHOWS
from naysay.nope.state import Discard
from naysay.nope.view import View as NopeView
from naysay.nyet.state import Trick
from naysay.nyet.view import View as NyetView

REASONS = {"nyet": NYET, "nope": NOPE}
BELOW = [(game, level) for game in ("nyet", "nope") for level in ("fresh", "casual")]


def other_tricks(view: NyetView, rng: Random) -> NyetView:
    """The same cards gone in other tricks: other voids, other winners."""
    cards = [card for trick in view.taken for card in trick.cards]
    rng.shuffle(cards)
    players = view.setup.players
    taken = tuple(
        Trick(rng.randrange(players), tuple(cards[at : at + players]), rng.randrange(players), (), (), "suit")
        for at in range(0, len(cards), players)
    )
    return replace(view, taken=taken, tricks=tuple(reversed(view.tricks)))


def fewer_tricks(view: NyetView, rng: Random) -> NyetView:
    """As if other cards were gone."""
    return replace(view, taken=view.taken[1:])


def other_vetoes(view: NyetView, rng: Random) -> NyetView:
    """The same boxes covered by others."""
    players = view.setup.players
    return replace(view, vetoes=tuple(((seat + 1) % players, row, box) for seat, row, box in view.vetoes))


def other_sides(view: NyetView, rng: Random) -> NyetView:
    """Another partner."""
    if view.sides is None or view.seat is None:
        return view
    others = [side for seat, side in enumerate(view.sides) if seat != view.seat]
    others = others[1:] + others[:1]
    return replace(view, sides=(*others[: view.seat], view.sides[view.seat], *others[view.seat :]))


def other_match(view: NyetView, rng: Random) -> NyetView:
    """Another score."""
    return replace(view, totals=tuple(rng.randrange(100) for _ in view.totals))


def other_history(view: NopeView, rng: Random) -> NopeView:
    """Nobody ever lacked a set."""
    return replace(view, history=tuple(event for event in view.history if event.kind not in ("nope", "drew")))


def other_discards(view: NopeView, rng: Random) -> NopeView:
    """Fewer cards were laid."""
    return replace(view, discards=view.discards[-3:])


def other_hands(view: NopeView, rng: Random) -> NopeView:
    """The others hold fewer cards."""
    sizes = tuple(
        size if seat == view.seat or not size else rng.randrange(1, size + 1)
        for seat, size in enumerate(view.hand_sizes)
    )
    return replace(view, hand_sizes=sizes)


CHANGES: dict[str, dict[str, tuple[Callable[[Any, Random], Any], ...]]] = {
    "nyet": {
        "tricks": (other_tricks, fewer_tricks),
        "vetoes": (other_vetoes,),
        "sides": (other_sides,),
        "match": (other_match,),
    },
    "nope": {"history": (other_history, other_discards), "hands": (other_hands,)},
}


def decisions(game_id: str, bot: str, seed: int, players: int, rounds: int = 2) -> Iterator[tuple[Any, Any, Choice]]:
    """What a bot decides in some rounds, or in a match of Nope!."""
    game, rng, choose = find(game_id), Random(seed), registry.find(bot, game_id)
    edition = ("iello-2015", "amigo-2007", "goldsieber-1997")[seed % 3] if game_id == "nyet" else None
    match = Match(game, game.setup(min(players, 4) if edition == "goldsieber-1997" else players, 0, edition), rng)
    for _ in match.turns():
        seat = rng.choice(match.to_act)
        view, legal = match.view(seat), match.legal(seat)
        choice = choose(view, legal, rng)
        yield view, legal, choice
        match.act(seat, choice.move)
        if game_id == "nyet" and len(match.state.rounds) == rounds:
            break


@pytest.mark.parametrize(("game", "level"), BELOW)
def test_legal_and_true(game: str, level: str) -> None:
    for seed in range(6):
        for view, legal, choice in decisions(game, level, seed, 3 + seed % 3):
            assert choice.move in legal
            assert choice.move == choice.candidates[0].move
            scores = [one.score for one in choice.candidates]
            assert scores == sorted(scores, reverse=True)
            for one in choice.candidates:
                assert one.why
                for why in one.why:
                    assert REASONS[game][why.code].holds(view, one.move, why.params), (why, one.move, view)


def ignored(game: str, level: str) -> tuple[str, ...]:
    found: tuple[str, ...] = import_module(f"naysay.bots.{game}.{level}").IGNORES
    return found


@pytest.mark.slow
@pytest.mark.parametrize(("game", "level"), BELOW)
def test_what_a_level_ignores_makes_no_difference_to_it_and_does_to_steady(game: str, level: str) -> None:
    choose, steady = registry.find(level, game), registry.find("steady", game)
    for thing in ignored(game, level):
        noticed = looked = 0
        for seed in range(4):
            for number, (view, legal, _) in enumerate(decisions(game, "steady", seed, 4)):
                for change in CHANGES[game][thing]:
                    other = change(view, Random(number))
                    if other == view:
                        continue
                    looked += 1
                    assert choose(view, legal, Random(1)).move == choose(other, legal, Random(1)).move, (thing, view)
                    noticed += steady(view, legal, Random(1)).move != steady(other, legal, Random(1)).move
        assert looked > 20, thing
        assert noticed or thing == "match", f"{thing} makes no difference to steady either"


def other_later_cards(view: NyetView, led: str | None, rng: Random) -> tuple[NyetView, list[Card]]:
    """Cards of the hand that are not for this trick become others of their suit that were not seen; and those."""
    known = count(view)
    unseen = [card for card, copies in known.scale.copies.items() if copies == 1 and card not in view.hand]
    gone = {*view.gave, *view.trick, *(card for trick in view.taken for card in trick.cards)}
    unseen = [card for card in unseen if card not in gone and card not in known.scale.low]
    hand, changed = list(view.hand), []
    for at, card in enumerate(hand):
        suit = known.scale.suit_of[card]
        others = [other for other in unseen if known.scale.suit_of[other] == suit]
        free = card not in known.scale.low and card not in view.got and known.scale.power[card] < TRUMP
        if suit != led and free and others:
            hand[at] = rng.choice(others)
            unseen.remove(hand[at])
            changed += [card, hand[at]]
    return replace(view, hand=tuple(hand)), changed


@pytest.mark.slow
def test_steady_at_nyet_ignores_the_score_and_what_lies_behind_this_trick() -> None:
    """Who must follow suit judges the same cards alike, whatever it keeps for later; sharp does not."""
    steady, sharp = registry.find("steady", "nyet"), registry.find("sharp:48n", "nyet")
    looked, noticed = 0, False
    for seed in range(6):
        for number, (view, legal, _) in enumerate(decisions("nyet", "steady", seed, 4)):
            assert steady(view, legal, Random(1)) == steady(other_match(view, Random(number)), legal, Random(1))
            if view.phase != "play" or not view.trick or len(legal) < 2:
                continue
            suit_of = count(view).scale.suit_of
            led = suit_of[view.trick[0]]
            if any(suit_of[move.card] != led for move in legal):
                continue
            other, changed = other_later_cards(view, led, Random(number))
            if not changed:
                continue
            looked += 1
            again = steady(other, legal, Random(1))
            assert {one.move: one.score for one in again.candidates} == {
                one.move: one.score for one in steady(view, legal, Random(1)).candidates
            }
            noticed = noticed or sharp(view, legal, Random(1)).move != sharp(other, legal, Random(1)).move
    assert looked > 20
    assert noticed


def other_numbers(view: NopeView, move: Discard) -> NopeView:
    """The cards that a move keeps become others of the same colours, which ask for other numbers later."""
    seen = Counter(view.hand) + Counter(view.discards)
    hand = list(move.cards)
    for card in (Counter(view.hand) - Counter(move.cards)).elements():
        alike = [one for one in NUMBERS if card in NUMBERS and SHOWS[one] == SHOWS[card] and one != card]
        hand.append(next((one for one in alike if seen[one] < DECK.count(one)), card))
        seen[hand[-1]] += 1
    return replace(view, hand=tuple(sorted(hand, key=ORDER.__getitem__)))


def test_steady_at_nope_ignores_what_lies_behind_the_next_demand() -> None:
    """A move is as good as before if the cards that it keeps would ask for other numbers in later turns."""
    looked = 0
    for seed in range(4):
        for view, _, choice in decisions("nope", "steady", seed, 4):
            if not isinstance(choice.move, Discard) or (other := other_numbers(view, choice.move)) == view:
                continue
            looked += 1
            before, after = (
                {one.move: one.score for one in judge_turn(seen, Worth(seen, view.seat))} for seen in (view, other)
            )
            assert before[choice.move] == pytest.approx(after[choice.move], abs=1e-12), (view, other)
    assert looked > 20


@pytest.mark.parametrize("game", ["nyet", "nope"])
def test_each_level_ignores_less_than_the_one_below(game: str) -> None:
    assert set(ignored(game, "casual")) <= set(ignored(game, "fresh"))


def test_fresh_at_nope_does_not_care_what_lies_on_top() -> None:
    tops = set()
    choose = registry.find("fresh", "nope")
    for view, legal, _ in decisions("nope", "fresh", 1, 4):
        if view.demand and view.demand.count == 2 and len(legal) > 3:
            tops = {choose(view, legal, Random(seed)).move.cards[-1] for seed in range(40)}
            if len(tops) > 1:
                break
    assert len(tops) > 1


@pytest.mark.parametrize("game", ["nyet", "nope"])
def test_the_levels_of_a_game_in_their_order(game: str) -> None:
    assert levels_for(game) == ("fresh", "casual", "steady", "sharp")
    assert strongest(game) == "sharp"


def test_without_the_libraries_to_search_there_are_the_others(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(registry, "find_spec", lambda name: None)
    assert levels_for("nyet") == ("fresh", "casual", "steady")
    assert strongest("nope") == "steady"
    assert adviser("nope") == "steady"


def test_a_game_without_levels_has_the_bots_there_are() -> None:
    assert levels_for("nah") == ("random",)
    assert adviser("nah") == "random"


@pytest.mark.parametrize("game", ["nyet", "nope"])
def test_who_gives_hints_searches_with_nodes(game: str) -> None:
    level, _, think = adviser(game).partition(":")
    assert level == strongest(game)
    assert Think.read(think).nodes


@pytest.mark.slow
def test_a_hint_at_nope_is_thought_over() -> None:
    """With the nodes of a hint more would hardly change anything: another hint as long finds as much."""
    choose = registry.find(adviser("nope"), "nope")
    views = [(view, legal) for view, legal, _ in decisions("nope", "steady", 2, 4) if len(legal) > 1][:8]
    for view, legal in views:
        best, *others = choose(view, legal, Random(1)).candidates
        again = choose(view, legal, Random(2))
        assert best.error is not None
        assert best.error < 0.03
        assert again.move == best.move or best.score - others[0].score < 0.1
