"""What a seat sees in each phase, why a card is blocked, what a seat remembers; a spectator sees none of it."""

from dataclasses import replace
from random import Random

import pytest

from naysay.game import IllegalMove, Reason
from naysay.nyet.state import Discard, Play, State, Trick
from naysay.nyet.view import View
from tests.support.nyet_positions import (
    GAME,
    OWN,
    TABLES,
    after,
    card,
    cards,
    deal,
    hold,
    now,
    playing,
    random_match,
    refused,
    start,
    veto_down,
)
from tests.support.random_options import new_to


def discarding(box: str, *hands: str, edition: str = "iello-2015", first: str = "bear") -> State:
    """Four players choose what to give away; seats 0 and 1 against 2 and 3."""
    return hold(after(veto_down(deal(start(edition), {}), first=first, discard=box), (0, "team 1")), *hands)


def blocked(state: State, seat: int) -> dict[str, Reason]:
    return {entry.card: entry.reason for entry in GAME.view(state, seat).blocked}


def public(view: View) -> View:
    """A view without its private part."""
    open_hand = replace(view, seat=None, hand=(), gave=(), got=(), blocked=())
    return replace(open_hand, gives_to=None, got_from=None, can_follow=None, misleading=None)


def test_deal() -> None:
    view = GAME.view(start(players=3, dealer=2), 1)
    assert (view.phase, view.to_act, view.dealer, view.hand) == ("deal", (), 2, ())
    assert (view.hand_sizes, view.totals, view.terms, view.leader) == ((0, 0, 0), (0, 0, 0), None, None)
    assert all(row.boxes == () for row in view.board)


def test_veto() -> None:
    state = after(deal(start(dealer=1), {0: "R13 R12"}), (1, "veto trump red"), (2, "veto trump blue"))
    view = GAME.view(after(state, (3, "veto trump green")), 0)
    assert (view.phase, view.to_act, view.dealer) == ("veto", (0,), 1)
    assert view.vetoes == ((1, "trump", "red"), (2, "trump", "blue"), (3, "trump", "green"))
    trump = view.board[2]
    assert [(box.name, box.open, box.by) for box in trump.boxes] == [
        ("red", False, 1),
        ("blue", False, 2),
        ("yellow", True, None),
        ("green", False, 3),
    ]
    assert [row.settled for row in view.board] == [False, False, True, False, False]
    crane = view.board[0].boxes[4]
    assert (crane.name, crane.open, crane.by) == ("crane", False, None)
    assert set(cards("R13 R12")) <= set(view.hand)
    assert (view.terms, view.sides, view.bonus, view.leader, view.blocked) == (None, None, None, None, ())


def test_team() -> None:
    state = veto_down(deal(start(players=5), {}), first="tiger", discard="pass-left", trump="red", super="none")
    view = GAME.view(state, 0)
    assert (view.phase, view.to_act, view.sides, view.bonus) == ("team", (3,), None, None)
    assert view.terms is not None
    assert (view.terms.first, view.terms.trump, view.terms.supertrump) == (3, "R", None)
    assert (view.terms.discard.count, view.terms.discard.passed_to) == (1, 1)
    assert all(row.settled for row in view.board)


def test_discard() -> None:
    state = discarding("pass-left", "R2 R3", "B2 B3", "Y2 Y3", "G2 G3")
    assert GAME.view(state, 2).to_act == (0, 1, 2, 3)
    state = after(state, (1, "discard B3"), (0, "discard R2"))
    assert GAME.view(state, None).chosen == (0, 1)
    for seat, hand, gave in ((0, "R3", "R2"), (1, "B2", "B3"), (2, "Y2 Y3", ""), (3, "G2 G3", "")):
        view = GAME.view(state, seat)
        assert (view.phase, view.to_act, view.leader) == ("discard", (2, 3), None)
        assert (view.hand, view.gave, view.got) == (cards(hand), cards(gave), ())  # nobody has got anything yet
        assert view.hand_sizes == (1, 1, 2, 2)


def test_play() -> None:
    state = playing("iello-2015", ["B1 R2", "R5", "Y3", "G4"], "team 1", first="bear", trump="red", super="blue")
    assert GAME.view(state, 1).led is None
    view = GAME.view(after(state, (0, "play B1")), 1)
    assert (view.phase, view.to_act, view.leader, view.trick, view.led) == ("play", (1,), 0, cards("B1"), "red")
    assert view.sides == (0, 0, 1, 1)
    assert view.hand_sizes == (1, 1, 1, 1)


def test_over() -> None:
    state = start(players=3, dealer=0, end={"target": 1})
    for last in random_match(state, Random(4)):
        state = last
    view = GAME.view(state, 0)
    result = GAME.result(state)
    assert result is not None
    assert (view.phase, view.to_act, view.hand, view.leader) == ("over", (), (), None)
    assert list(view.totals) == result["scores"]
    assert [list(round.scores) for round in view.rounds] == result["rounds"]
    assert view.dealer == (len(view.rounds) - 1) % 3  # who dealt the last round


@pytest.mark.parametrize(("edition", "players"), TABLES)
def test_how_many_vetoes_and_tricks_a_round_has(edition: str, players: int) -> None:
    """What is told from the first veto and the first trick on is how many there were in the end."""
    state = start(edition, players, end={"rounds": 1})
    vetoes, tricks = set[int](), set[int | None]()
    before = GAME.view(state, None)
    for played in random_match(state, Random(3)):
        view = GAME.view(played, None)
        if view.phase == "veto":
            vetoes.add(view.veto_count)
            assert view.trick_count is None
        if view.phase in ("discard", "play"):
            tricks.add(view.trick_count)
        if before.phase == "veto" != view.phase and view.phase != "over":
            assert vetoes == {len(view.vetoes)} == {view.veto_count}
        before = view
    assert tricks == {len(before.last_tricks)} == {sum(before.rounds[0].tricks)}


@pytest.mark.parametrize("options", [{}, {"scoring": "difference", "bonus": "player"}])
def test_the_sums_of_both_sides(options: dict[str, str]) -> None:
    """So far in the round, and of the last round at its end."""
    states = list(random_match(GAME.start(GAME.setup(5, 0, None, {"end": {"rounds": 1}, **options})), Random(8)))
    for state in states:
        view = GAME.view(state, 2)
        sums = view.sums
        assert (sums is None) == (view.sides is None)
        if sums is None or view.sides is None or view.terms is None:
            continue
        doubled = view.bonus if not options else None
        assert sums.units == tuple(
            (view.tricks[seat] + view.loot[seat]) * (2 if seat == doubled else 1) for seat in range(5)
        )
        for side, told in enumerate(sums.sides):
            seats = [seat for seat in range(5) if view.sides[seat] == side]
            assert told.tricks == sum(view.tricks[seat] for seat in seats)
            assert told.loot == sum(view.loot[seat] for seat in seats)
            assert told.units == sum(sums.units[seat] for seat in seats)
            assert told.points == told.units * view.terms.points
    view = GAME.view(states[-1], 2)
    (done,), last = view.rounds, view.last_sums
    assert last is not None
    for seat, side in enumerate(done.sides):
        doubled = 2 if options and seat == done.bonus else 1
        assert done.scores[seat] == last.sides[side].score * doubled
    first, second = last.sides
    assert last.better == (None if first.score == second.score else int(second.score > first.score))
    if options:
        assert first.score == max(0, first.points - second.points)
    else:
        assert (first.score, second.score) == (first.points, second.points)


def test_the_tricks_of_the_last_round_are_told_until_the_next_is_settled() -> None:
    tricks: tuple[Trick, ...] = ()
    for state in random_match(start(players=3, end={"rounds": 2}), Random(5)):
        view = GAME.view(state, None)
        if len(view.rounds) == 1 and not tricks:
            tricks = view.last_tricks
            assert tricks[-1] == view.rounds[0].last_trick
            assert len(tricks) == sum(view.rounds[0].tricks)
        if view.phase in ("deal", "veto"):
            assert view.last_tricks == tricks
        if view.phase in ("team", "discard", "play"):
            assert view.last_tricks == ()
    assert GAME.view(state, None).last_tricks[-1] == state.rounds[-1].last_trick


def test_how_a_trick_was_taken() -> None:
    hands = ["B9 G5 R9", "B2 G1 R2", "B3 R4 G9", "B4 Y1 B1"]
    state = playing("iello-2015", hands, "team 1", first="bear", trump="red", super="blue")
    state = after(state, (0, "play B9"), (1, "play B2"), (2, "play B3"), (3, "play B4"))
    state = after(state, (0, "play G5"), (1, "play G1"), (2, "play G9"), (3, "play Y1"))
    state = after(state, (2, "play R4"), (3, "play B1"), (0, "play R9"), (1, "play R2"))
    first, second, third = GAME.view(state, 0).last_tricks
    assert (first.winner, first.won_as, first.loot_places) == (0, "suit", ())
    assert (second.winner, second.won_as, second.loot, second.loot_places) == (2, "suit", cards("G1"), (1,))
    assert (third.winner, third.won_as, third.loot_places) == (3, "supertrump", ())
    state = playing("iello-2015", ["B1", "R2", "R3", "B4"], "team 1", first="bear", trump="red", super="none")
    state = after(state, (0, "play B1"), (1, "play R2"), (2, "play R3"), (3, "play B4"))
    (trick,) = GAME.view(state, None).last_tricks
    assert (trick.winner, trick.won_as, trick.loot_places) == (2, "trump", (0,))


@pytest.mark.parametrize(
    ("edition", "first", "box", "step"),
    [
        ("iello-2015", "bear", "pass-left", 1),
        ("amigo-2007", "turquoise", "pass-right-two", -1),
        ("iello-2015", "bear", "two", 0),
    ],
)
def test_who_passes_to_whom(edition: str, first: str, box: str, step: int) -> None:
    state = discarding(box, *["R5 R6 R7"] * 4, edition=edition, first=first)
    for seat in range(4):
        view = GAME.view(state, seat)
        told = ((seat + step) % 4, (seat - step) % 4) if step else (None, None)
        assert (view.gives_to, view.got_from) == told
    spectator = GAME.view(state, None)
    assert (spectator.gives_to, spectator.got_from) == (None, None)


@pytest.mark.parametrize(
    ("led", "hand", "can_follow", "misleading"),
    [
        ("Y4", "B1 R3", True, "hand"),  # nothing else follows
        ("Y4", "B1 Y3", True, None),
        ("B1", "B7 Y3", True, "lead"),
        ("B9", "B1 R3", False, "hand"),  # it is blue no longer
        ("B9", "B1 B3", True, "hand"),
        ("R9", "B1 R3", True, None),
        ("R9", "G2 G3", False, None),
    ],
)
def test_whether_a_hand_can_follow(led: str, hand: str, can_follow: bool, misleading: str | None) -> None:
    state = playing("iello-2015", [led, hand, "R2", "R3"], "team 1", first="bear", trump="yellow", super="blue")
    lead = GAME.view(state, 0)
    assert (lead.can_follow, lead.misleading) == (None, None)
    state = after(state, (0, f"play {led}"))
    view = GAME.view(state, 1)
    assert (view.can_follow, view.misleading) == (can_follow, misleading)
    waits = GAME.view(state, 2)
    assert (waits.can_follow, waits.misleading) == (None, None)


@pytest.mark.parametrize(
    ("edition", "low", "first"), [("iello-2015", 1, 2), ("amigo-2007", 0, 2), ("goldsieber-1997", 1, 3)]
)
def test_the_lowest_value_the_first_veto_and_the_rule(edition: str, low: int, first: int) -> None:
    view = GAME.view(deal(start(edition, dealer=2), {}), None)
    assert (view.low, view.first_veto, view.to_act, view.rule) == (low, first, (first,), "3.1")
    assert GAME.view(start(edition), None).rule is None


def test_blocked_because_another_suit_was_led() -> None:
    state = playing("iello-2015", ["B9", "B2 R2 R2 G3", "B3", "B4"], "team 1", first="bear", trump="red", super="none")
    state = after(state, (0, "play B9"))
    assert set(blocked(state, 1)) == {"R2", "G3"}
    reason = blocked(state, 1)["R2"]
    assert (reason.code, reason.rule) == ("must_follow", "6.3")
    assert reason.params == {"card": "R2", "led": "blue", "held": cards("B2")}
    assert reason.detail == "blue was led; you hold B2"


@pytest.mark.parametrize(
    ("edition", "first", "hand", "led", "card", "detail"),
    [
        ("iello-2015", "bear", "B1 B5", "B9", "B1", "counts as red"),  # its suit is trump
        ("amigo-2007", "turquoise", "R5 B0", "R9", "B0", "red was led; you hold R5"),  # its suit is blue
    ],
)
def test_blocked_supertrump(edition: str, first: str, hand: str, led: str, card: str, detail: str) -> None:
    state = playing(edition, [led, hand, "R2", "R3"], "team 1", first=first, trump="red", super="blue")
    reason = blocked(after(state, (0, f"play {led}")), 1)[card]
    assert (reason.code, reason.rule, reason.params["card"]) == ("must_follow", "6.3", card)
    assert detail in reason.detail


def test_blocked_because_low_cards_may_not_go() -> None:
    state = discarding("two-not-low", "R0 R5 B0 B6", *["R1 R2 R3 R4"] * 3, edition="amigo-2007", first="turquoise")
    assert set(blocked(state, 0)) == {"R0", "B0"}
    reason = blocked(state, 0)["B0"]
    assert (reason.code, reason.rule, reason.params) == ("not_low", "5.3", {"card": "B0"})
    assert "B0 may not be discarded" in reason.detail
    too_few = discarding("two-not-low", "R0 B0 B6", *["R1 R2 R3"] * 3, edition="amigo-2007", first="turquoise")
    assert blocked(too_few, 0) == {}  # N3


@pytest.mark.parametrize("box", ["one", "two", "pass-left", "one-not-low"])
def test_nothing_else_is_blocked_from_being_given(box: str) -> None:
    state = discarding(box, "R1 R5 B1 B6", *["R2 R3 R4 R5"] * 3)
    assert set(blocked(state, 0)) == ({"R1", "B1"} if box == "one-not-low" else set())


def test_only_who_acts_has_blocked_cards() -> None:
    state = playing("iello-2015", ["B9", "B2 R2", "B3 R3", "B4 R4"], "team 1", first="bear", trump="red", super="none")
    state = after(state, (0, "play B9"))
    assert blocked(state, 1)
    assert blocked(state, 2) == {}
    assert GAME.view(state, None).blocked == ()


def test_a_seat_remembers_what_it_gave_and_got_until_the_round_is_over() -> None:
    hands = ["R2 R3", "R4 R5", "R6 R7", "R8 R9"]
    state = discarding("pass-left", *hands)
    state = after(state, *((seat, f"discard {hand.split()[0]}") for seat, hand in enumerate(hands)))
    state = after(state, (0, "play R3"), (1, "play R2"), (2, "play R4"), (3, "play R6"))
    for seat in range(4):
        view = GAME.view(state, seat)
        assert (view.gave, view.got) == (cards(hands[seat])[:1], cards(hands[seat - 1])[:1])
        assert [trick.cards for trick in view.taken] == [cards("R3 R2 R4 R6")]
        assert (view.leader, view.tricks) == (3, (0, 0, 0, 1))
    spectator = GAME.view(state, None)
    assert (spectator.hand, spectator.gave, spectator.got, spectator.blocked) == ((), (), (), ())
    over = after(state, (3, "play R9"), (0, "play R8"), (1, "play R5"), (2, "play R7"))
    view = GAME.view(over, 0)
    assert (view.phase, view.gave, view.got, view.taken) == ("deal", (), (), ())
    assert view.rounds[0].last_trick.cards == cards("R9 R8 R5 R7")


def check_view(state: State, seat: int) -> None:
    """Blocked is exactly what no legal move holds, for the reason that the gate gives."""
    view, legal = GAME.view(state, seat), GAME.legal(state, seat)
    assert view.hand == (now(state).hands[seat] if state.round else ())
    holds = {card for move in legal for card in ((move.card,) if isinstance(move, Play) else ()) or given(move)}
    useless = set(view.hand) - holds if holds else set()
    assert {entry.card for entry in view.blocked} == useless
    assert len(view.blocked) == len(useless)
    if view.phase == "play":
        for entry in view.blocked:
            with pytest.raises(IllegalMove) as caught:
                GAME.apply(state, seat, Play(entry.card))
            assert caught.value.reason == entry.reason


def given(move: object) -> tuple[str, ...]:
    return move.cards if isinstance(move, Discard) else ()


@pytest.mark.parametrize(("edition", "players"), [*TABLES, *((OWN, players) for players in OWN["players"])])
def test_blocked_cards_are_those_that_no_legal_move_holds(edition: object, players: int) -> None:
    short = start(edition, players, **new_to(edition, players, {"end": {"target": 60}}))
    for number, state in enumerate(random_match(short, Random(players))):
        for seat in GAME.to_act(state):
            check_view(state, seat)
        if number % 7 == 0:
            spectator = GAME.view(state, None)
            assert public(spectator) == spectator
            assert all(public(GAME.view(state, seat)) == spectator for seat in range(players))


def test_a_card_of_another_colour_is_never_blocked_when_the_hand_cannot_follow() -> None:
    state = playing("iello-2015", ["B9", "R2 Y2", "B3", "B4"], "team 1", first="bear", trump="red", super="none")
    state = after(state, (0, "play B9"))
    assert blocked(state, 1) == {}
    assert {move.card for move in GAME.legal(state, 1) if isinstance(move, Play)} == {card("R2"), card("Y2")}


@pytest.mark.parametrize(
    ("led", "hand", "card", "detail"),
    [
        ("B9", "B1 B5 R3", "B1", "blue was led; you hold B5; B1 is a supertrump and counts as yellow"),
        ("B9", "B1 B5 R3", "R3", "blue was led; you hold B5"),
        ("Y4", "B1 R3", "R3", "yellow was led; you hold B1; B1 is a supertrump and counts as yellow"),
        ("Y4", "B1 Y2 R3", "R3", "yellow was led; you hold B1 Y2"),
        ("B1", "B7 Y2", "B7", "B1 was led, a supertrump that counts as yellow; you hold Y2"),
        (
            "B1",
            "B7 B1",
            "B7",
            "B1 was led, a supertrump that counts as yellow; you hold B1; B1 is a supertrump and counts as yellow",
        ),
        ("R9", "B1 R3", "B1", "red was led; you hold R3"),
    ],
)
def test_a_supertrump_that_has_left_its_colour_is_told_where_its_colour_would_mislead(
    led: str, hand: str, card: str, detail: str
) -> None:
    hands = [led, hand, "G2", "G3"]
    state = after(
        playing("iello-2015", hands, "team 1", first="bear", trump="yellow", super="blue"), (0, f"play {led}")
    )
    reason = blocked(state, 1)[card]
    assert reason.detail == detail
    told = {"lead": led, "supertrump": "B1", "counts_as": "yellow"} if "counts as" in detail else {}
    assert {key: value for key, value in reason.params.items() if key not in ("card", "led", "held")} == told
    assert refused(state, 1, f"play {card}") == reason
