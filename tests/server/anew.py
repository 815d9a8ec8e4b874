"""Two logs that tell the same to somebody, and differ in all that this one cannot see."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from random import Random
from typing import Any

from naysay.bots import worlds
from naysay.game import AnyGame, Card, Seat
from naysay.games import find
from naysay.match import Match
from naysay.nope.cards import NUMBERS
from naysay.nope.rules import hand_size
from naysay.nyet.rules import dealer as dealer_of
from naysay.nyet.state import Discard, Round
from naysay.server.table.entries import Acted, Shuffled
from tests.support.combinations import Combination

Entry = Shuffled | Acted
Story = tuple[Entry, ...]


@dataclass(frozen=True)
class Moment:
    """A state of a game that waits for somebody, and how it came about."""

    game: AnyGame
    state: Any
    story: Story

    @property
    def phase(self) -> str:
        return str(self.game.view(self.state, None).phase)

    @property
    def since(self) -> int:
        """Where the moves begin that follow the last shuffle."""
        return max(number for number, entry in enumerate(self.story) if isinstance(entry, Shuffled)) + 1


def moments(combination: Combination, rng: Random, long: bool = False, dealer: Seat | None = None) -> Iterator[Moment]:
    """A random game. A long one of Nope! lays few cards and demands many, until a pile runs out."""
    game = find(combination.game)
    match = Match(game, combination.setup(rng.randrange(combination.players) if dealer is None else dealer), rng)
    story: list[Entry] = []
    for _ in match.turns():
        told = sum(isinstance(entry, Shuffled) for entry in story)
        story += [Shuffled(" ".join(deck)) for deck in match.shuffles[told:]]
        yield Moment(game, match.state, tuple(story))
        seat = rng.choice(match.to_act)
        moves = rng.sample(match.legal(seat), len(match.legal(seat)))
        if long and len(match.shuffles) == 1:
            moves.sort(key=_length_of_game)
        match.act(seat, moves[0])
        story.append(Acted(seat, game.write_move(moves[0])))


def _length_of_game(move: Any) -> tuple[int, int]:
    cards = getattr(move, "cards", ())
    return len(cards), -NUMBERS.get(cards[-1], 0) if cards else 0


def told_anew(moment: Moment, seat: Seat | None, rng: Random) -> Story:
    """The same story for `seat` (None: a watcher), with the hidden cards dealt anew."""
    game, other = moment.game, worlds.deal(moment.game.view(moment.state, seat), rng)
    story = _nyet(moment, other) if game.id == "nyet" else _nope(moment, other)
    state = game.start(other.setup)
    for entry in story:
        if isinstance(entry, Shuffled):
            state = game.shuffled(state, tuple(Card(card) for card in entry.cards.split(" ")))
        else:
            state = game.apply(state, entry.seat, game.read_move(entry.move))
    assert state == other, "the story leads to the world that was dealt"
    return story


def _nyet(moment: Moment, other: Any) -> Story:
    """Another deal of this round, and what others gave away of it. Earlier rounds stay as they were."""
    round: Round = other.round
    players, game = len(round.hands), moment.game
    hands = [_dealt(round, seat) for seat in range(players)]
    deck = [Card("")] * sum(map(len, hands))
    for seat, hand in enumerate(hands):
        deck[(seat - dealer_of(other) - 1) % players :: players] = hand
    story = [*moment.story[: moment.since - 1], Shuffled(" ".join((*deck, *round.aside)))]
    for entry in moment.story[moment.since :]:
        assert isinstance(entry, Acted)
        gave = round.gave[entry.seat] if isinstance(game.read_move(entry.move), Discard) else None
        story.append(entry if gave is None else Acted(entry.seat, game.write_move(Discard(gave))))
    return tuple(story)


def _dealt(round: Round, seat: Seat) -> list[Card]:
    """What a seat was dealt: what it holds, played and gave away, without what it got."""
    players = len(round.hands)
    cards = Counter(round.hands[seat])
    for trick in round.taken:
        cards[trick.cards[(seat - trick.leader) % players]] += 1
    place = (seat - round.leader) % players
    if round.terms is not None and place < len(round.trick):
        cards[round.trick[place]] += 1
    cards.update((round.gave[seat] if round.gave else None) or ())
    if round.terms is not None and round.gave and round.terms.discard.passed_to and None not in round.gave:
        cards.subtract(round.gave[(seat - round.terms.discard.passed_to) % players] or ())
    return sorted(cards.elements())


def _nope(moment: Moment, other: Any) -> Story:
    """Other decks: what was dealt, turned and drawn of each, then what lies in the pile."""
    setup = other.setup
    hands = [Counter(hand) for hand in other.hands]
    for event in other.history:
        if event.kind == "drew":
            hands[event.seat].subtract(event.cards)
        if event.kind == "laid":
            hands[event.seat].update(event.cards)
    dealt = [sorted(hand.elements()) for hand in hands]
    first = (setup.dealer + 1) % setup.players
    order = [(first + step) % setup.players for step in range(setup.players)]
    decks = [[dealt[seat][lap] for lap in range(8) for seat in order if lap < hand_size(setup, seat)]]
    for event in other.history:
        if event.kind == "reshuffled":
            decks.append([])
        elif event.kind in ("turned", "drew"):
            decks[-1] += event.cards
    decks[-1] += other.pile
    told = iter(decks)
    return tuple(Shuffled(" ".join(next(told))) if isinstance(entry, Shuffled) else entry for entry in moment.story)
