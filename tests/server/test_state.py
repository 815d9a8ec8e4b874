"""The state of a table: what each kind of entry makes of it, and what people may do there."""

from random import Random

import pytest

from naysay import fair
from naysay.games import find
from naysay.server.table import commands
from naysay.server.table.entries import (
    Acted,
    Began,
    Closed,
    Contributed,
    Hosted,
    Housed,
    Logged,
    Made,
    Muted,
    Rematched,
    Resumed,
    Returned,
    Sat,
    Shuffled,
    Stood,
    Went,
    Wished,
)
from naysay.server.table.state import Chair, begin, fold, step
from tests.support.story import ANN, BEN, CAT, DAN, PEOPLE, Story

MINE = "0a" * 16


def sit(person: str, seat: int, contribution: str = "") -> commands.Command:
    return commands.sit(next(one for one in PEOPLE if one.id == person), seat, contribution)


def test_before_the_start_seats_change_hands() -> None:
    story = Story(players=3)
    assert story.do(sit(ANN, 1, MINE)) == [Sat(1, ANN, MINE)]
    assert story.do(sit(BEN, 0)) == [Sat(0, BEN)]
    assert story.do(commands.contribute(BEN, "0b" * 16)) == [Contributed(0, "0b" * 16)]
    assert story.do(commands.house(ANN, 2, "random")) == [Housed(2, "random")]
    assert story.do(commands.house(ANN, 2, "steady")) == [Housed(2, "steady")]
    assert story.do(commands.house(ANN, 2, None)) == [Stood(2)]
    assert story.state.chairs == (Chair(BEN, contribution="0b" * 16), Chair(ANN, contribution=MINE), Chair())
    assert story.do(commands.stand(ANN)) == [Stood(1)]
    assert story.do(sit(ANN, 2, MINE)) == [Sat(2, ANN, MINE)]
    assert story.do(commands.house(ANN, 2, "random")) == [Housed(2, "random")], "the own seat, to a bot"
    assert story.do(sit(ANN, 2)) == [Sat(2, ANN)], "and back"
    story.check()


def test_before_the_start_what_is_refused() -> None:
    story = Story(players=2)
    story.do(sit(ANN, 0))
    story.do(sit(BEN, 1))
    for command, code in {
        sit(ANN, 0): "seated",
        sit(ANN, 1): "seated",
        sit(CAT, 0): "taken",
        sit(CAT, 2): "no_such_seat",
        sit(CAT, -1): "no_such_seat",
        sit(CAT, 1, "xyz"): "bad_contribution",
        sit(CAT, 1, "0a" * 15): "bad_contribution",
        commands.contribute(CAT, MINE): "not_seated",
        commands.contribute(BEN, "0a" * 17): "bad_contribution",
        commands.stand(CAT): "not_seated",
        commands.house(BEN, 0, "random"): "not_host",
        commands.house(ANN, 1, "random"): "taken",
        commands.house(ANN, 1, "genius"): "no_such_bot",
        commands.house(ANN, 7, "random"): "no_such_seat",
        commands.start(BEN): "not_host",
        commands.pause(ANN, on=True): "not_begun",
        commands.close(BEN, on=True): "not_host",
        commands.kick(BEN, 0): "not_host",
        commands.kick(ANN, 0): "yourself",
        commands.kick(ANN, 9): "no_such_seat",
        commands.mute(BEN, CAT, on=True): "not_host",
        commands.mute(ANN, ANN, on=True): "yourself",
        commands.move(ANN, 3, "draw"): "not_begun",
        commands.move(CAT, 3, "draw"): "not_seated",
    }.items():
        assert story.refused(command) == code
    story.do(commands.stand(BEN))
    assert story.refused(commands.start(ANN)) == "seats_free"
    assert story.refused(commands.kick(ANN, 1)) == "nobody_there"
    assert story.refused(commands.house(ANN, 1, None)) == "free"


def test_bots_alone_do_not_begin() -> None:
    story = Story(players=2)
    for seat in (0, 1):
        story.do(commands.house(ANN, seat, "random"))
    assert story.refused(commands.start(ANN)) == "nobody_plays"


def test_the_start_freezes_the_contributions_and_shuffles_as_promised() -> None:
    story = Story(players=3)
    story.do(sit(ANN, 0, MINE))
    story.do(commands.house(ANN, 1, "random"))
    story.do(sit(BEN, 2))
    began, shuffled = story.do(commands.start(ANN))
    assert began == Began((MINE, "", ""))
    seed = bytes.fromhex("5e" * 32)
    cards = find("nope").to_shuffle(find("nope").start(story.state.terms.setup))
    deck = fair.deck(fair.key(seed, [bytes.fromhex(MINE), b"", b""]), 0, cards)
    assert shuffled == Shuffled(" ".join(deck))
    assert story.state.terms.commit == fair.commit(seed)
    assert story.state.stage == "playing"
    assert story.refused(commands.contribute(ANN, MINE)) == "begun"
    assert story.refused(commands.start(ANN)) == "begun"
    assert story.refused(commands.kick(ANN, 2)) == "begun"
    assert story.join(CAT, 1)[-1] == Sat(1, CAT), "who comes later adds nothing to the shuffles"
    assert story.state.contributions == (MINE, "", "")
    story.check()


def test_a_whole_game_ends_and_nothing_more_happens() -> None:
    story = Story.begun("nope", 2, 1, options={"max_turns": 9})
    rng = Random(4)
    while story.state.stage == "playing":
        story.later(1)
        story.act(rng=rng)
    assert story.state.stage == "over"
    assert story.state.ended_at == story.at
    assert story.state.game.result(story.state.game_state) is not None
    assert (story.state.to_act, story.state.dues()) == ((), [])
    for command in (
        commands.move(ANN, story.state.length, "draw"),
        sit(CAT, 2),
        commands.stand(ANN),
        commands.pause(ANN, on=True),
        commands.close(ANN, on=True),
        commands.house(ANN, 0, "random"),
    ):
        assert story.refused(command) == "over"
    assert story.do(commands.close_empty) == []
    story.put(Rematched("elsewhere"))
    assert story.state.rematch == "elsewhere"
    story.check()


def test_moves_are_judged_by_the_rules_alone() -> None:
    story = Story.begun("nope", 2)
    first, other = story.seat, 1 - story.seat
    assert story.refused(commands.move(story.person(first), story.state.length, "discard R1")) != "stale"
    assert story.refused(commands.move(story.person(first), story.state.length, "dance")) == "unreadable_move"
    assert story.refused(commands.move(story.person(other), story.state.length, "draw")) == "not_your_turn"
    (acted, *_) = story.act()
    assert isinstance(acted, Acted)
    assert (acted.seat, acted.by, acted.level) == (first, "person", None)


def test_a_move_for_a_choice_that_was_made_is_stale() -> None:
    story = Story.begun("nope", 2)
    asked = story.state.turns[story.seat].asked
    assert asked == story.state.length
    person = story.person()
    assert story.refused(commands.move(person, asked - 1, story.any_move())) == "stale"
    assert story.refused(commands.move(person, asked + 1, story.any_move())) == "stale", "nobody has seen that"
    story.do(commands.mute(ANN, DAN, on=True))
    story.do(commands.move(person, asked, story.any_move()))  # what else happened at the table does not matter


def test_choices_at_the_same_time_are_not_stale() -> None:
    story = Story.begun("nyet", 4, edition="iello-2015")
    rng = Random(1)
    while len(story.state.to_act) < 2:
        story.act(rng=rng)
    acting, seen = story.state.to_act, story.state.length
    assert {story.state.turns[seat].asked for seat in acting} == {seen}
    for seat in reversed(acting):
        story.do(commands.move(story.person(seat), seen, story.any_move(seat)))
    assert story.refused(commands.move(story.person(acting[0]), seen, "discard R1")) in ("stale", "not_your_turn")
    story.check()


def test_a_bot_decides_once_and_only_while_the_seat_is_its_own() -> None:
    story = Story.begun("nope", 1, 1)
    while story.seat == 0:
        story.act()
    asked, text = story.state.turns[1].asked, story.any_move()
    assert asked is not None
    assert story.refused(commands.bot_move(1, asked, text, "clock", "steady")) == "stale"
    assert story.refused(commands.bot_move(1, asked - 1, text, "bot", "random")) == "stale"
    story.do(commands.bot_move(1, asked, text, "bot", "random"))
    assert story.refused(commands.bot_move(1, asked, text, "bot", "random")) == "stale"
    while story.seat == 0:
        story.act()
    asked = story.state.turns[1].asked
    assert asked is not None
    story.join(BEN, 1)
    assert story.refused(commands.bot_move(1, asked, story.any_move(), "bot", "random")) == "stale"
    story.act()
    story.check()


def test_nobody_may_see_two_hands() -> None:
    story = Story.begun("nope", 2, 2)
    assert story.do(commands.stand(BEN)) == [Housed(1, "steady")]
    for seat in (0, 2, 3):
        assert story.refused(sit(BEN, seat)) == ("taken" if seat == 0 else "seen_cards")
    story.join(CAT, 1)
    assert story.refused(sit(BEN, 2)) == "seen_cards", "also when the own seat is gone"
    assert story.refused(sit(BEN, 1)) == "taken"
    story.do(commands.house(CAT, 1, "random"))
    story.do(sit(BEN, 1))
    assert story.refused(sit(CAT, 3)) == "seen_cards"
    story.join(DAN, 3)
    assert story.state.sat == {ANN: 0, BEN: 1, CAT: 1, DAN: 3}
    story.check()


def test_who_only_sat_before_the_start_has_seen_nothing() -> None:
    story = Story(players=3)
    story.do(sit(ANN, 0))
    story.do(sit(BEN, 1))
    story.do(commands.stand(BEN))
    for seat in (1, 2):
        story.do(commands.house(ANN, seat, "random"))
    story.do(commands.start(ANN))
    story.join(BEN, 2)
    assert story.state.seat_of(BEN) == 2


def test_a_pause_begins_when_all_want_it_and_anyone_ends_it() -> None:
    story = Story.begun("nope", 3)
    assert story.do(commands.pause(ANN, on=True)) == [Wished(0, "pause")]
    assert story.do(commands.pause(ANN, on=True)) == [], "once is enough"
    story.act()
    story.do(commands.pause(BEN, on=True))
    assert story.do(commands.pause(BEN, on=False)) == [Wished(1, "pause", on=False)]
    story.do(commands.pause(CAT, on=True))
    assert story.state.running
    story.do(commands.pause(BEN, on=True))
    assert story.state.paused_at == story.at
    assert story.state.dues() == []
    assert story.refused(commands.move(story.person(), story.state.length, story.any_move())) == "paused"
    assert story.refused(commands.pause(ANN, on=True)) == "paused"
    assert story.do(commands.pause(CAT, on=False)) == [Resumed(2)]
    assert story.state.wishes == frozenset()
    story.act()
    story.check()


def test_a_pause_begins_when_the_last_who_did_not_want_it_leaves() -> None:
    for leave in (commands.stand(CAT), commands.go_away(2), commands.house(CAT, 2, "random")):
        story = Story.begun("nope", 3)
        story.do(commands.pause(ANN, on=True))
        story.do(commands.pause(BEN, on=True))
        assert story.state.running
        story.do(leave)
        assert story.state.paused_at == story.at
        story.check()


def test_a_game_is_closed_when_all_want_it() -> None:
    story = Story.begun("nope", 2, 1)
    assert story.refused(commands.close(CAT, on=True)) == "not_seated"
    assert story.do(commands.close(ANN, on=True)) == [Wished(0, "close")]
    assert story.do(commands.close(ANN, on=False)) == [Wished(0, "close", on=False)]
    story.do(commands.close(BEN, on=True))
    assert story.do(commands.close(ANN, on=True)) == [Wished(0, "close"), Closed("agreed")]
    assert story.state.stage == "closed"
    assert story.state.ended
    assert (story.state.to_act, story.state.dues()) == ((), [])
    assert story.refused(sit(CAT, 2)) == "closed"
    story.check()


def test_a_game_is_closed_when_the_last_who_did_not_want_it_leaves() -> None:
    for leave in (commands.stand(BEN), commands.go_away(1), commands.house(BEN, 1, "random")):
        story = Story.begun("nope", 2, 1)
        story.do(commands.close(ANN, on=True))
        assert story.do(leave)[-1] == Closed("agreed")


def test_the_host_closes_before_the_start() -> None:
    story = Story(players=2)
    assert story.do(commands.close(ANN, on=False)) == []
    assert story.do(commands.close(ANN, on=True)) == [Closed("host")]
    assert story.refused(sit(ANN, 0)) == "closed"
    empty = Story(players=2)
    assert empty.do(commands.close_empty) == [Closed("empty")]
    empty.check()


def test_kicked_means_kicked() -> None:
    story = Story(players=2)
    story.do(sit(BEN, 0))
    assert story.do(commands.kick(ANN, 0)) == [Stood(0, kicked=True)]
    assert story.refused(sit(BEN, 1)) == "kicked"
    story.do(sit(CAT, 0))
    story.check()


def test_mute_and_unmute() -> None:
    story = Story(players=2)
    assert story.do(commands.mute(ANN, BEN, on=True)) == [Muted(BEN, on=True)]
    assert story.do(commands.mute(ANN, BEN, on=True)) == []
    assert story.state.muted == {BEN}
    story.do(commands.mute(ANN, BEN, on=False))
    assert story.state.muted == frozenset()
    story.check()


def test_away_and_back() -> None:
    story = Story.begun("nope", 2)
    seat, person = story.seat, story.person()
    assert story.do(commands.go_away(seat)) == [Went(seat, "absent")]
    assert story.do(commands.go_away(seat)) == []
    assert story.state.chairs[seat].bot == "steady"
    assert [due.kind for due in story.state.dues()] == ["bot"]
    assert story.do(commands.come_back(person)) == [Returned(seat)]
    assert story.do(commands.come_back(person)) == []
    assert story.state.dues() == []
    story.do(commands.go_away(seat))
    assert story.do(sit(person, seat)) == [Returned(seat)], "who is here and was away sits down again"
    story.do(commands.go_away(seat))
    entries = story.do(commands.move(person, story.state.length, story.any_move()))
    assert [type(entry) for entry in entries[:2]] == [Returned, Acted], "a move tells that one is back"
    assert story.do(commands.come_back(CAT)) == []
    story.check()


def test_the_rights_of_the_host_pass_clockwise_to_who_is_there() -> None:
    story = Story.begun("nope", 4)
    story.put(Hosted(BEN))
    assert story.do(commands.pass_rights(BEN, frozenset({ANN, DAN}))) == [Hosted(DAN)]
    assert story.do(commands.pass_rights(BEN, frozenset({ANN}))) == [], "it was passed on already"
    assert story.do(commands.pass_rights(DAN, frozenset({ANN, CAT}))) == [Hosted(ANN)]
    assert story.do(commands.pass_rights(ANN, frozenset())) == []
    assert story.state.host == ANN
    story.check()


def test_the_rights_of_a_host_who_never_sat() -> None:
    story = Story(players=3)
    story.do(sit(CAT, 0))
    story.do(sit(BEN, 2))
    assert story.do(commands.pass_rights(ANN, frozenset({BEN, CAT}))) == [Hosted(CAT)]


def test_another_revision_of_the_rules_is_refused() -> None:
    log = Story().log
    made = log[0].entry
    assert isinstance(made, Made)
    other = Made(made.game, made.revision + 1, made.players, made.dealer, made.options, made.seed, made.host)
    with pytest.raises(match=rf"revision {made.revision + 1} .* plays revision {made.revision}"):
        fold([Logged(0, 0, other)])


def test_entries_follow_one_another() -> None:
    story = Story()
    for seq in (0, 2):
        with pytest.raises(AssertionError, match="cannot follow"):
            step(story.state, Logged(seq, 0, Closed("host")))
    with pytest.raises(AssertionError):
        begin(Logged(0, 0, Closed("host")))
    with pytest.raises(AssertionError, match="cannot come here"):
        story.put(story.log[0].entry)
