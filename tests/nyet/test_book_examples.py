"""The worked examples of the books: the trick with the captured low card, the 20 against 18, the teams of five."""

from dataclasses import replace

import pytest

from naysay.nyet.state import State
from tests.support.nyet_positions import (
    GAME,
    after,
    cards,
    deal,
    hold,
    now,
    playing,
    refused,
    start,
    texts,
    took,
    veto_down,
)

IELLO_HANDS = ["G9 R2", "G1 R3", "G4 R4", "Y1 R5", "Y7 R6"]
AMIGO_HANDS = ["Y9 R2", "Y0 R3", "Y4 R4", "K0 R5", "K7 R6"]  # N5: the book says green where the deck has yellow


@pytest.mark.parametrize(
    ("edition", "first", "trump", "hands"),
    [("iello-2015", "bear", "yellow", IELLO_HANDS), ("amigo-2007", "turquoise", "black", AMIGO_HANDS)],
)
def test_the_trick_with_a_captured_low_card_and_a_partners_that_is_no_loot(
    edition: str, first: str, trump: str, hands: list[str]
) -> None:
    state = playing(edition, hands, "team 1 4 bonus 2", first=first, trump=trump, super="blue", points="2")
    led, partners, followed, trumped, overtrumped = (hand.split()[0] for hand in hands)
    state = after(state, (0, f"play {led}"))
    for seat, card in ((1, partners), (2, followed)):
        assert texts(state, seat) == [f"play {card}"]  # must follow
        state = after(state, (seat, f"play {card}"))
    for seat, card in ((3, trumped), (4, overtrumped)):
        assert sorted(texts(state, seat)) == sorted(f"play {held}" for held in hands[seat].split())  # cannot follow
        state = after(state, (seat, f"play {card}"))
    (trick,) = now(state).taken
    assert trick.cards == cards(f"{led} {partners} {followed} {trumped} {overtrumped}")
    assert trick.winner == 4
    assert trick.loot == cards(trumped)
    view = GAME.view(state, None)
    assert (view.tricks[4], view.loot[4]) == (1, 1)
    assert (sum(view.tricks), sum(view.loot)) == (1, 1)
    assert view.to_act == (4,)


@pytest.mark.parametrize(
    ("hands", "taker", "loot"),
    [
        (["G9", "G1", "G10", "G2", "R6"], 2, "G1"),  # the pair takes it with the led colour
        (["G9", "G1", "G4", "Y1", "R6"], 3, "G1"),  # the pair takes it with the low trump, which is its own
        (["G9", "G1", "G1", "G2", "Y7"], 4, "G1"),  # the opponents' green 1 is loot, the partner's is not
        (["G9", "B1", "G4", "B1", "Y7"], 3, "B1"),  # a beaten supertrump is loot
    ],
)
def test_what_is_loot_depends_on_who_takes_the_trick(hands: list[str], taker: int, loot: str) -> None:
    held = [f"{hand} R{place + 2}" for place, hand in enumerate(hands)]
    state = playing("iello-2015", held, "team 1 4 bonus 2", first="bear", trump="yellow", super="blue")
    state = after(state, *((seat, f"play {hand}") for seat, hand in enumerate(hands)))
    assert now(state).taken[0].winner == taker
    assert now(state).taken[0].loot == cards(loot)


def twenty_against_eighteen(**options: object) -> State:
    """Seats 0, 1, 4 took 7 tricks and 3 loot; seat 2 took 3 tricks; seat 3, with the bonus card, 2 and 1 loot."""
    state = veto_down(deal(start("amigo-2007", 5, 0, **options), {}), first="turquoise", discard="none", points="2")
    state = hold(after(state, (0, "team 1 4 bonus 3")), "R9", "R8", "R6", "R5", "R4")
    trio = (took(0), took(0), took(1, loot=1), took(1), took(4, loot=2), took(4))
    pair = (took(2), took(2), took(2), took(3, loot=1), took(3))
    state = replace(state, round=replace(now(state), taken=trio + pair))
    return after(state, *((seat, f"play R{value}") for seat, value in enumerate((9, 8, 6, 5, 4))))


@pytest.mark.parametrize(
    ("options", "scores"),
    [
        ({}, (20, 20, 18, 18, 20)),
        ({"scoring": "difference"}, (2, 2, 0, 0, 2)),
        ({"bonus": "player"}, (20, 20, 12, 24, 20)),
        ({"scoring": "difference", "bonus": "player"}, (8, 8, 0, 0, 8)),
    ],
)
def test_twenty_against_eighteen(options: dict[str, str], scores: tuple[int, ...]) -> None:
    state = twenty_against_eighteen(**options)
    (round,) = state.rounds
    assert (round.tricks, round.loot) == ((3, 2, 3, 2, 2), (0, 1, 0, 1, 2))
    assert round.scores == scores
    assert GAME.view(state, None).totals == scores


def test_the_wolf_with_crane_and_tiger_gives_the_bonus_card_to_bear_or_eagle() -> None:
    state = veto_down(
        deal(start("iello-2015", 5), {}), first="wolf", discard="none", trump="yellow", super="blue", points="2"
    )
    bear, wolf, eagle, tiger, crane = range(5)
    assert GAME.to_act(state) == (wolf,)
    together = [text for text in texts(state, wolf) if text.startswith(f"team {tiger} {crane}")]
    assert together == [f"team {tiger} {crane} bonus {bear}", f"team {tiger} {crane} bonus {eagle}"]
    for holder in (wolf, tiger, crane):
        assert refused(state, wolf, f"team {tiger} {crane} bonus {holder}").code == "no_such_team"
    assert refused(state, wolf, f"team {tiger} {crane}").code == "no_such_team"
    view = GAME.view(after(state, (wolf, f"team {tiger} {crane} bonus {eagle}")), None)
    assert view.sides == (1, 0, 1, 0, 0)
    assert (view.bonus, view.phase, view.leader) == (eagle, "play", wolf)
    assert view.terms is not None
    assert (view.terms.trump, view.terms.supertrump, view.terms.points) == ("Y", "B1", 2)


def test_turquoise_with_lilac_and_orange_leaves_the_monster_card_to_green() -> None:
    state = veto_down(
        deal(start("amigo-2007", 5), {}), first="turquoise", discard="none", trump="black", super="blue", points="2"
    )
    turquoise, lilac, green, orange, white = range(5)
    view = GAME.view(after(state, (turquoise, f"team {lilac} {orange} bonus {green}")), None)
    assert view.sides == (0, 0, 1, 0, 1)
    assert view.bonus == green
    assert view.sides[white] == view.sides[green]


def test_a_covered_trump_box_is_no_trump_this_round() -> None:
    state = after(deal(start("iello-2015", 4), {}), (0, "veto trump red"))
    assert "veto trump red" not in texts(state, 1)
    assert {"veto trump blue", "veto trump yellow", "veto trump green"} <= set(texts(state, 1))
    settled = after(state, (1, "veto trump blue"), (2, "veto trump green"))
    assert not any(text.startswith("veto trump") for text in texts(settled, 3))
    assert not any(text.startswith("veto trump") for text in texts(veto_down(settled), 3))
