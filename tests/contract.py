"""What every game must keep, checked on random playthroughs; and every combination of game, edition and players."""

import copy
import dataclasses
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from random import Random
from typing import Any

import pytest

from naysay import record
from naysay.game import AnyGame, Card, IllegalMove
from naysay.games import find
from naysay.nope.state import State as NopeState
from naysay.nyet.edition_file import built_in
from naysay.nyet.state import Round
from naysay.nyet.state import State as NyetState
from naysay.record import Record


@dataclass(frozen=True)
class Combination:
    game: str
    players: int
    edition: str | None = None
    options: Mapping[str, Any] = field(default_factory=dict)

    def __str__(self) -> str:
        options = "".join(f" {key}={value}" for key, value in self.options.items())
        return f"{self.edition or self.game} {self.players}{options}"

    def setup(self, dealer: int = 0) -> Any:
        return find(self.game).setup(self.players, dealer, self.edition, dict(self.options))


PLAIN = [
    *(Combination("nyet", players, edition.id) for edition in built_in().values() for players in edition.players),
    *(Combination("nope", players) for players in range(2, 7)),
]

NYET_OPTIONS: list[dict[str, Any]] = [
    {**end, **scoring, **bonus}
    for end in ({}, {"end": {"target": 30}})
    for scoring in ({}, {"scoring": "difference"})
    for bonus in ({}, {"bonus": "player"})
]
NOPE_OPTIONS: list[dict[str, Any]] = [
    {**actions, **extra, **turns}
    for actions in ({}, {"action_cards": "no"})
    for extra in ({}, {"extra_card": [0, 1]})
    for turns in ({}, {"max_turns": 9})
]

WITH_OPTIONS = [
    Combination(plain.game, plain.players, plain.edition, options)
    for plain in PLAIN
    for options in (NYET_OPTIONS if plain.game == "nyet" else NOPE_OPTIONS)
]


def playthrough(game: AnyGame, setup: Any, rng: Random) -> Iterator[Any]:
    """Every state of a random game, from the first shuffle on."""
    state = game.start(setup)
    while game.result(state) is None:
        if cards := game.to_shuffle(state):
            state = game.shuffled(state, tuple(rng.sample(cards, len(cards))))
        else:
            seat = rng.choice(game.to_act(state))
            state = game.apply(state, seat, rng.choice(game.legal(state, seat)))
        yield state


def check_contract(
    game: AnyGame, setup: Any, rng: Random, cards_of: Callable[[Any], Counter[Card] | None] = lambda state: None
) -> Record:
    """Play a random game and check all that the contract promises; gives its record."""
    shuffles: list[str] = []
    actions: list[tuple[int, str]] = []
    seen: dict[Any, None] = {}
    state = game.start(setup)
    whole = Counter(game.to_shuffle(state))
    while game.result(state) is None:
        before = copy.deepcopy(state) if rng.random() < 0.02 else None
        if cards := game.to_shuffle(state):
            assert game.to_act(state) == (), "nobody acts while a shuffle is due"
            _check_refuses_decks(game, state, cards)
            deck = tuple(rng.sample(cards, len(cards)))
            shuffles.append(" ".join(deck))
            after = game.shuffled(state, deck)
        else:
            seat, move = _check_moves(game, state, setup.players, rng, seen)
            actions.append((seat, game.write_move(move)))
            after = game.apply(state, seat, move)
        assert before is None or before == state, "apply leaves its argument alone"
        state = after
        assert cards_of(state) in (None, whole), "cards are conserved"
    assert game.to_act(state) == ()
    assert game.to_shuffle(state) == ()
    result = game.result(state)
    assert result is not None
    assert result["winners"] == sorted(result["winners"])
    names = tuple(f"player {seat}" for seat in range(setup.players))
    played = Record(game, setup, names, setup.dealer, tuple(shuffles), tuple(actions), result)
    *_, last = record.replay(record.read(record.write(played).encode(), lambda id: game))
    assert last == state, "the record replays to the same state"
    return played


def _check_moves(game: AnyGame, state: Any, players: int, rng: Random, seen: dict[Any, None]) -> tuple[int, Any]:
    acting = game.to_act(state)
    assert list(acting) == sorted(set(acting)) != []
    for seat in range(players):
        legal = game.legal(state, seat)
        assert bool(legal) == (seat in acting), "exactly the seats in to_act have moves"
        assert len(set(legal)) == len(legal) == len({game.write_move(move) for move in legal}), "moves are distinct"
        for move in rng.sample(legal, min(3, len(legal))):
            assert game.read_move(game.write_move(move)) == move
            seen[move] = None
        for move in rng.sample(list(seen), min(2, len(seen))):
            if move not in legal:
                _check_refused(game, state, seat, move)
    _check_views(game, state, players)
    seat = rng.choice(acting)
    return seat, rng.choice(game.legal(state, seat))


def _check_views(game: AnyGame, state: Any, players: int) -> None:
    public, names = game.public(state), set(game.own(state, None))
    assert not names & set(public), "a field is public or the seat's own"
    for seat in (None, *range(players)):
        view, own = game.view(state, seat), game.own(state, seat)
        assert set(own) == names, "the same fields for every seat"
        seen = {part.name: getattr(view, part.name) for part in dataclasses.fields(view)}
        assert seen == {**public, **own}, "a view is what everybody sees and the seat's own"


def _check_refused(game: AnyGame, state: Any, seat: int, move: Any) -> None:
    with pytest.raises(IllegalMove) as refused:
        game.apply(state, seat, move)
    assert all((refused.value.reason.code, refused.value.reason.detail, refused.value.reason.rule))


def _check_refuses_decks(game: AnyGame, state: Any, cards: tuple[Card, ...]) -> None:
    for wrong in (cards[1:], (*cards, cards[0]), ()):
        with pytest.raises(IllegalMove) as refused:
            game.shuffled(state, wrong)
        assert refused.value.code == "wrong_deck"


def cards_of(state: Any) -> Counter[Card] | None:
    """All cards of a state, wherever they are; None between the rounds."""
    if isinstance(state, NopeState):
        return Counter(state.pile + state.discards + sum(state.hands, ()))
    if isinstance(state, NyetState) and state.round is not None:
        return _cards_of_round(state.round)
    return None


def _cards_of_round(round: Round) -> Counter[Card]:
    cards = Counter(round.aside + round.trick + sum(round.hands, ()))
    for trick in round.taken:
        cards.update(trick.cards)
    delivered = round.terms is not None and round.terms.discard.passed_to != 0 and None not in round.gave
    for gave in round.gave:
        if gave and not delivered:
            cards.update(gave)
    return cards
