"""The contract test catches games that break the contract: for each promise, one that breaks just this."""

import ast
import traceback
from collections import Counter
from collections.abc import Callable
from dataclasses import asdict, dataclass, replace
from itertools import count
from pathlib import Path
from random import Random
from typing import Any

import pytest

from naysay import testing
from naysay.game import Card, IllegalMove, Option, Reason
from naysay.testing import ContractError, check_game, check_match
from tests.third.outside.nah import DECK, Lay, Nah, Nay, Setup, State


def all_cards(state: State) -> Counter[Card] | None:
    """The cards of a deal; those that nobody got are told by what is missing."""
    if not state.hands:
        return None
    seen = Counter(card for hand in state.hands for card in hand) + Counter(card for card in state.acts if card)
    return seen if seen - Counter(DECK) else Counter(DECK)


class Long(Nah):
    """Several deals unless agreed otherwise, so that shuffles come in the middle, too."""

    def setup(self, players: Any, dealer: Any, edition: object = None, options: object = None) -> Setup:
        return super().setup(players, dealer, edition, options or {"deals": 2})


def broken(**changes: Any) -> Nah:
    """The game with other methods or attributes; a method gets the sound game first."""

    def change(value: Any) -> Any:
        return (lambda self, *given: value(Long(), *given)) if callable(value) else value

    made: type[Nah] = type("Broken", (Long,), {name: change(value) for name, value in changes.items()})
    return made()


def lenient_setup(**kept: Any) -> Callable[..., Setup]:
    """A `setup` that looks away from some of its arguments."""

    def setup(game: Nah, *given: Any) -> Setup:
        names = ("players", "dealer", "edition", "options")
        return game.setup(**(dict(zip(names, given, strict=False)) | kept))

    return setup


def lenient_shuffle(*sizes: int, code: str | None = None) -> Callable[..., State]:
    """A `shuffled` that takes decks of a wrong size, too, or refuses them by another code."""

    def shuffled(game: Nah, state: State, deck: tuple[Card, ...]) -> State:
        if code is not None and game.to_shuffle(state) and len(deck) not in (0, len(DECK)):
            raise IllegalMove(Reason(code, "no", "1", {}))
        if len(deck) in sizes:
            deck = DECK
        return game.shuffled(state, deck)

    return shuffled


def spoil(game: Nah, state: State, seat: int, move: Any) -> State:
    after = game.apply(state, seat, move)
    object.__setattr__(state, "points", (99,) * state.setup.players)
    return after


def spoil_shuffle(game: Nah, state: State, deck: tuple[Card, ...]) -> State:
    after = game.shuffled(state, deck)
    object.__setattr__(state, "acts", (None,))
    return after


def lucky(game: Nah, state: State, seat: int, move: Any) -> State:
    after = game.apply(state, seat, move)
    return replace(after, points=(Random().randrange(2**40), *after.points[1:]))


def lucky_shuffle(game: Nah, state: State, deck: tuple[Card, ...]) -> State:
    points = Random().sample(range(2**40), state.setup.players)
    return replace(game.shuffled(state, deck), points=tuple(points))


def anything_goes(game: Nah, state: State, seat: int, move: Any) -> State:
    return game.apply(state, seat, move) if move in game.legal(state, seat) else state


def refuse_without_rule(game: Nah, state: State, seat: int, move: Any) -> State:
    if move not in game.legal(state, seat):
        raise IllegalMove(Reason("not_now", "no", "", {}))
    return game.apply(state, seat, move)


def two_laps_out(game: Nah, state: State) -> tuple[int, ...]:
    return (0,) if len(state.acts) == state.setup.players else ()


@dataclass(frozen=True)
class Unhashable:
    """A view with a list in it."""

    setup: Setup
    seat: int | None
    hand: list[Card]


RESULTS = count()
OPTION = Option("deals", "number", 2, 2, ranges={"deals": (2, 5)})
PAIRS: dict[str, Nah] = {
    "id` must be a text": broken(id=7),
    "id` must be lower-case": broken(id="Nah!"),
    "players` must be the possible numbers": broken(players=(3, 2)),
    "describe` must give values that JSON keeps": broken(describe=lambda game, setup: {"options": {"deals": (2,)}}),
    "setup` must take back what `describe` gave": broken(describe=lambda game, setup: {"options": {"deals": 5}}),
    "must raise ValueError: .players, dealer": broken(setup=lenient_setup(edition=None)),
    "says that 'deals' is 3, but 2 was agreed": broken(options=lambda game, setup: (replace(OPTION, value=3),)),
    "offers 'deals' = 1, but `setup` refuses it": broken(
        options=lambda game, setup: (replace(OPTION, ranges={"deals": (1, 2)}),)
    ),
    "'deals' = 5 was agreed, but `options` or": broken(
        options=lambda game, setup: (OPTION,) if setup.deals == 2 else (replace(OPTION, value=2),)
    ),
    "`apply` must leave its argument alone": broken(apply=spoil),
    "`shuffled` must leave its argument alone": broken(shuffled=spoil_shuffle),
    "were out and are back": broken(
        out=two_laps_out, to_act=lambda game, state: tuple(s for s in game.to_act(state) if len(state.acts) != 3 or s)
    ),
    "names seats .0., which are out": broken(out=lambda game, state: (0,)),
    "cards must neither appear nor vanish: N1": broken(
        shuffled=lambda game, state, deck: replace(
            game.shuffled(state, deck), hands=((DECK[0],) * 3, *game.shuffled(state, deck).hands[1:])
        )
    ),
    "to_act` must be seats from 0 to": broken(to_act=lambda game, state: (*game.to_act(state), 7)),
    "the game is over, but `to_act` is .1,.": broken(
        to_act=lambda game, state: game.to_act(state) or ((1,) if game.result(state) else ())
    ),
    "nobody acts while a shuffle is due": broken(to_act=lambda game, state: game.to_act(state) or (0,)),
    "nobody may act, nothing is to be shuffled, and there is no": broken(result=lambda game, state: None),
    "one card less": broken(shuffled=lenient_shuffle(11)),
    "one card more": broken(shuffled=lenient_shuffle(13)),
    "with no cards": broken(shuffled=lenient_shuffle(0)),
    "refused with the code 'wrong_deck', not 'other'": broken(shuffled=lenient_shuffle(code="other")),
    "exactly the seats in `to_act`": broken(legal=lambda game, state, seat: (Nay(),) if state.hands else ()),
    "must list every move once": broken(legal=lambda game, state, seat: game.legal(state, seat) * 2),
    "lay N1 more than once": broken(
        write_move=lambda game, move: "lay N1" if isinstance(move, Lay) else "nah",
    ),
    "must read what `write_move` wrote": broken(read_move=lambda game, text: Nay()),
    "told` must be a text or None": broken(told=lambda game, move: 7),
    "must raise ValueError for '.*[?]'": broken(read_move=lambda game, text: game.read_move(text.rstrip("?"))),
    "must raise IllegalMove for what `legal` does not list": broken(apply=anything_goes),
    "must have a code, a detail and a rule": broken(apply=refuse_without_rule),
    "the same state for the same move": broken(apply=lucky),
    "must be a frozen dataclass": broken(view=lambda game, state, seat: asdict(Nah.view(game, state, seat))),
    "in `public` or in `own`, not in both": broken(public=lambda game, state: {"acts": state.acts}),
    "the same fields for all; .'hand'. differ": broken(
        own=lambda game, state, seat: {
            name: value for name, value in Nah.own(game, state, seat).items() if seat is None or name != "hand"
        }
    ),
    "what `public` and `own` give together": broken(
        own=lambda game, state, seat: Nah.own(game, state, seat) | {"points": "none"}
    ),
    "a value, without lists and dictionaries": broken(
        view=lambda game, state, seat: Unhashable(state.setup, seat, list(Nah.view(game, state, seat).hand)),
        own=lambda game, state, seat: {
            "setup": state.setup,
            "seat": seat,
            "hand": list(Nah.view(game, state, seat).hand),
        },
    ),
    "result` must have `winners`": broken(
        result=lambda game, state: None if Nah.result(game, state) is None else {"winners": [1, 0]}
    ),
    "result` must have values that JSON keeps": broken(
        result=lambda game, state: Nah.result(game, state) and {"winners": [0], "points": (1, 2)}
    ),
    "when no shuffle is due": broken(
        shuffled=lambda game, state, deck: game.shuffled(state, deck) if game.to_shuffle(state) else state
    ),
    "must raise ValueError for True, which is no seat": broken(
        view=lambda game, state, seat: Nah.view(game, state, int(seat) if seat is True else seat)
    ),
    "its record must replay: ": broken(
        result=lambda game, state: Nah.result(game, state) and {"winners": [0], "n": next(RESULTS)}
    ),
    "its record must replay to the same state": broken(
        shuffled=lucky_shuffle, result=lambda game, state: Nah.result(game, state) and {"winners": [0]}
    ),
    "parts of a letter, other than e, and a number": broken(address=lambda game, state: (f"deal {state.done}",)),
    "another one for every move and shuffle; r1a1 is there twice": broken(
        address=lambda game, state: (f"r{state.done + 1}", f"a{len(state.acts) // 2 + 1}" if state.hands else "d")
    ),
    "r1 was left before r1a3 goes back there": broken(
        address=lambda game, state: (
            (f"r{len(state.acts) % 2 + 1}", f"a{len(state.acts) + 1}") if state.hands else (f"d{state.done + 1}",)
        )
    ),
}


def caught_at(game: Nah, message: str) -> int:
    """The line of the check that catches this game, which must be the right one."""
    with pytest.raises(ContractError, match=message) as caught:
        check_game(game, matches=20, cards_of=all_cards)
    frames = [frame for frame in traceback.extract_tb(caught.value.__traceback__) if frame.filename == testing.__file__]
    return int(next(frame.lineno or 0 for frame in reversed(frames) if frame.name not in ("fail", "_fail")))


@pytest.mark.parametrize("message", PAIRS)
def test_a_broken_promise_is_caught(message: str) -> None:
    caught_at(PAIRS[message], message)


def test_every_check_is_tried() -> None:
    """No check without a game that it catches."""
    tree = ast.parse(Path(testing.__file__).read_text(encoding="utf-8"))
    functions = [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef) and node.name != "fail"]
    calls = [call for function in functions for call in ast.walk(function) if isinstance(call, ast.Call)]
    checks = {call.lineno for call in calls if ast.unparse(call.func) in ("self.fail", "_fail")}
    assert checks == {caught_at(game, message) for message, game in PAIRS.items()}


def test_a_match_without_end_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(testing, "MOST_MOVES", 50)
    game = Nah()
    with pytest.raises(ContractError, match="after 9 shuffles and 51 moves: random moves do not end it"):
        check_match(game, game.setup(2, 0, None, {"deals": 1000}), Random(1))


def test_a_sound_game_passes() -> None:
    check_game(Nah(), matches=20, cards_of=all_cards)
    game = Nah()
    match = check_match(game, game.setup(3, 1, None, {"deals": 4}), Random(1), all_cards)
    assert len(match.actions) == 3 * 3 * 4


def test_the_message_says_where() -> None:
    where = "nah, 2 players, dealer 0, .*after 1 shuffles and 0 moves: exactly the seats in `to_act`"
    caught_at(PAIRS["exactly the seats in `to_act`"], where)
