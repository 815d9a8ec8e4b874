"""Every combination of game, edition and players, also with options; and all cards of a state, to count them."""

import json
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from random import Random
from typing import Any

from naysay.game import Card
from naysay.games import find
from naysay.nope.state import State as NopeState
from naysay.nyet.edition_file import built_in
from naysay.nyet.state import Round
from naysay.nyet.state import State as NyetState
from tests.support.random_options import new_to, nope_options, nyet_options


@dataclass(frozen=True)
class Combination:
    """One way to set up a game; `edition` is an id, or a file for the command line."""

    game: str
    players: int
    edition: str | None = None
    options: Mapping[str, Any] = field(default_factory=dict)

    def __str__(self) -> str:
        options = "".join(f" {key}={value}" for key, value in self.options.items())
        edition = None if self.edition is None else self.edition.rpartition("/")[2].removesuffix(".toml")
        return f"{edition or self.game} {self.players}{options}"

    def setup(self, dealer: int = 0) -> Any:
        """The setup with this dealer."""
        return find(self.game).setup(self.players, dealer, self.edition, dict(self.options))

    @property
    def arguments(self) -> list[str]:
        """For `naysay simulate`."""
        edition = [] if self.edition is None else ["--edition", self.edition]
        return [self.game, *edition, "--players", str(self.players), "--options", json.dumps(dict(self.options))]


PLAIN = [
    *(Combination("nyet", players, edition.id) for edition in built_in().values() for players in edition.players),
    *(Combination("nope", players) for players in range(2, 7)),
]


def with_any_options(plain: Combination, seed: int) -> Combination:
    """The same with options at random."""
    rng = Random(f"{plain}/{seed}")
    nyet = plain.game == "nyet"
    options = nyet_options(rng, plain.edition, plain.players) if nyet else nope_options(rng, plain.players)
    return Combination(plain.game, plain.players, plain.edition, options)


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

_COMBINED = [
    *(
        Combination("nyet", plain.players, plain.edition, new_to(plain.edition, plain.players, options))
        for plain in PLAIN
        if plain.game == "nyet"
        for options in NYET_OPTIONS
    ),
    *(Combination("nope", players, None, options) for players in range(2, 7) for options in NOPE_OPTIONS),
]
WITH_OPTIONS = list({str(combination): combination for combination in _COMBINED}.values())


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
