"""A hundred thousand random cases: tricks against the naive engine, which was written from the specification alone."""

from random import Random

from naysay.game import Card
from naysay.nyet.edition import DISCARD_RULES
from naysay.nyet.state import Terms
from naysay.nyet.tricks import finish, followers, suit
from tests.naive import nyet as naive

CASES = 100_000
LETTERS = naive.LETTERS


def some_terms(rng: Random) -> tuple[Terms, naive.Terms]:
    """The same terms in both engines' words."""
    low = rng.choice((0, 1, 2))
    supertrump = rng.choice((*LETTERS, "none"))
    trump = rng.choice((*LETTERS, "none"))
    edition_suit = rng.choice(("trump", "own"))
    suit_letter = None
    if supertrump != "none":
        leaves = edition_suit == "trump" and trump != "none"
        suit_letter = LETTERS[trump if leaves else supertrump]
    ours = Terms(
        first=0,
        discard=DISCARD_RULES["none"],
        trump=None if trump == "none" else LETTERS[trump],
        supertrump=None if supertrump == "none" else Card(f"{LETTERS[supertrump]}{low}"),
        supertrump_suit=suit_letter,
        points=1,
    )
    return ours, naive.Terms(trump, supertrump, low, edition_suit)


def some_cards(rng: Random, count: int, low: int) -> tuple[Card, ...]:
    """Few values, many low ones, few colours: equal cards, supertrumps and trumps meet often."""
    colours = rng.sample("RBYGK", rng.randint(1, 5))
    return tuple(Card(f"{rng.choice(colours)}{low + max(0, rng.randint(-2, 5))}") for _ in range(count))


def test_who_takes_a_trick() -> None:
    rng = Random(20261)
    for _ in range(CASES):
        ours, theirs = some_terms(rng)
        players = rng.randint(2, 5)
        trick, leader = some_cards(rng, players, theirs.low), rng.randrange(players)
        plays = [((leader + place) % players, str(card)) for place, card in enumerate(trick)]
        done = finish(leader, trick, ours, (0,) * players, ())
        assert done.winner == naive.winner(plays, theirs), (trick, leader, theirs)


def test_what_may_be_played() -> None:
    rng = Random(20262)
    for _ in range(CASES):
        ours, theirs = some_terms(rng)
        hand, led = some_cards(rng, rng.randint(1, 8), theirs.low), some_cards(rng, 1, theirs.low)
        expected = naive.may_follow([str(card) for card in hand], led[0], theirs)
        assert list(followers(hand, led, ours)) == expected, (hand, led, theirs)
        assert followers(hand, (), ours) == hand
        assert LETTERS[naive.suit(led[0], theirs)] == suit(led[0], ours)


def test_what_is_loot() -> None:
    rng = Random(20263)
    for _ in range(CASES):
        ours, theirs = some_terms(rng)
        low, players = theirs.low, rng.randint(2, 5)
        trick, leader = some_cards(rng, players, low), rng.randrange(players)
        sides = tuple(rng.randrange(2) for _ in range(players))
        lows = frozenset(Card(f"{letter}{low}") for letter in "RBYGK")
        plays = [((leader + place) % players, str(card)) for place, card in enumerate(trick)]
        done = finish(leader, trick, ours, sides, lows)
        assert len(done.loot) == naive.loot(plays, done.winner, list(sides), low), (done, sides)
        lost = [plays[place] for place in done.loot_places]
        assert done.loot == tuple(card for _, card in lost)
        assert all(sides[seat] != sides[done.winner] for seat, _ in lost)
