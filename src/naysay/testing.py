"""The contract as a test, for any game, also from outside the package: does it keep what `naysay.game` promises?

>>> from naysay.games import find
>>> check_game(find("nope"), matches=1)

A broken promise raises `ContractError`, which says which one, in which match and after how many moves.
"""

import copy
import dataclasses
import json
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any, Final, NoReturn

from naysay import record
from naysay.game import Address, AnyGame, Card, IllegalMove, Option, Seat
from naysay.match import Match
from naysay.steps import END, PART, Step, take_steps

MOST_MOVES: Final = 100_000
COPIED: Final = 0.02  # of all states: copying one takes as long as hundreds of moves
READ_BACK: Final = 3  # moves of each seat and state
TRIED: Final = 2  # moves of other states, for each seat and state

CardsOf = Callable[[Any], Counter[Card] | None]


class ContractError(AssertionError):
    """A game breaks a promise of the contract."""


def check_game(
    game: AnyGame,
    setups: Iterable[Any] = (),
    *,
    matches: int = 3,
    seed: object = 0,
    cards_of: CardsOf = lambda state: None,
) -> None:
    """Check what a game says of itself, then so many random matches of every setup.

    Without `setups`, these are all editions and numbers of players, without options. `cards_of` counts all cards of a
    state, wherever they are, or gives None where cards are out of play; with it no card may appear or vanish.
    """
    _check_names(game)
    for setup in setups or every_setup(game):
        _check_setup(game, setup)
        for number in range(matches):
            check_match(game, setup, Random(f"{seed}/{describe(game, setup)}/{number}"), cards_of)


def check_match(game: AnyGame, setup: Any, rng: Random, cards_of: CardsOf = lambda state: None) -> Match:
    """Play one random match and check the whole contract at every step; the match, played to its end."""
    match = Match(game, setup, rng)
    check = _Check(match, rng, cards_of, Counter(game.to_shuffle(match.state)))
    check.state()
    for _ in match.turns():
        check.step()  # a shuffle may lie behind it
        seat = rng.choice(match.to_act)
        move = rng.choice(match.legal(seat))
        check.pure(seat, move)
        match.act(seat, move)
        check.step()
        if len(match.actions) > MOST_MOVES:
            check.fail(f"random moves do not end it: there must be an end after {MOST_MOVES:,}")
    check.end()
    return match


def every_setup(game: AnyGame) -> Iterator[Any]:
    """Every edition with every number of players that it allows, without options; the dealer goes round."""
    found = 0
    for edition in game.editions() or (None,):
        for players in game.players:
            try:
                setup = game.setup(players, found % players, edition)
            except ValueError:
                if edition is None:
                    raise
                continue  # an edition need not be for every number of players
            found += 1
            yield setup


def other_values(option: Option, players: int) -> Iterator[Any]:
    """Values that differ from an option's default: all words, the ends of each range, some seats."""
    found: list[Any] = []
    match option.kind:
        case "word":
            found = list(option.words)
        case "number":
            found = list(option.ranges[option.id])
        case "amount":
            found = [{word: number} for word in option.words for number in option.ranges[word]]
        case "seats":
            found = [[0], [0, players - 1], list(range(players))]
        case "names":
            found = [list(reversed(option.words[:players])), list(option.words[-players:])]
    yield from (value for value in found if value != option.default)


def describe(game: AnyGame, setup: Any) -> str:
    """A setup in a few words, as messages name it."""
    plain = game.describe(setup)
    edition = plain.get("edition", "")
    name = edition.get("id", "own edition") if isinstance(edition, dict) else edition
    options = json.dumps(plain["options"]) if plain.get("options") else ""
    return ", ".join(filter(None, (game.id, name, f"{setup.players} players", f"dealer {setup.dealer}", options)))


def _fail(where: str, what: str) -> NoReturn:
    raise ContractError(f"{where}: {what}")


def _check_names(game: AnyGame) -> None:
    where, players = type(game).__name__, game.players
    for name in ("id", "title"):
        value = getattr(game, name, None)
        if not isinstance(value, str) or not value:
            _fail(where, f"`{name}` must be a text, not {value!r}")
    if game.id != game.id.lower() or not game.id.replace("-", "").replace("_", "").isalnum():
        _fail(where, f"`id` must be lower-case letters and digits, as in 'nyet', not {game.id!r}")
    if not players or any(type(count) is not int for count in players) or list(players) != sorted(set(players)):
        _fail(where, f"`players` must be the possible numbers of players, ascending, as in (2, 3), not {players!r}")


def _check_setup(game: AnyGame, setup: Any) -> None:
    where, plain = describe(game, setup), game.describe(setup)
    edition, options = plain.get("edition"), plain["options"]
    if json.loads(json.dumps(plain)) != plain:
        _fail(where, f"`describe` must give values that JSON keeps as they are, not {plain!r}")
    again = game.setup(setup.players, setup.dealer, edition, options)
    if again != setup:
        _fail(where, f"`setup` must take back what `describe` gave: {setup!r} came back as {again!r}")
    wrong: tuple[tuple[Any, ...], ...] = (
        (0, 0, edition, options),
        (max(game.players) + 1, 0, edition, options),
        (str(setup.players), 0, edition, options),
        (setup.players, -1, edition, options),
        (setup.players, setup.players, edition, options),
        (setup.players, setup.dealer, "no such edition", options),
        (setup.players, setup.dealer, edition, {**options, "no such option": 1}),
        (setup.players, setup.dealer, edition, "no options"),
    )
    for arguments in wrong:
        try:
            game.setup(*arguments)
        except ValueError:
            continue
        _fail(where, f"`setup{arguments!r}` must raise ValueError: (players, dealer, edition, options)")
    _check_options(game, setup, edition, options)


def _check_options(game: AnyGame, setup: Any, edition: Any, options: dict[str, Any]) -> None:
    """Whatever is offered can be agreed on, and is then told as agreed."""
    where = describe(game, setup)
    for option in game.options(setup):
        id, agreed = option.id, options.get(option.id, option.default)
        if option.value != agreed:
            _fail(where, f"`options` says that {id!r} is {option.value!r}, but {agreed!r} was agreed")
        for value in other_values(option, setup.players):
            try:
                other = game.setup(setup.players, setup.dealer, edition, {**options, id: value})
            except ValueError as error:
                _fail(where, f"`options` offers {id!r} = {value!r}, but `setup` refuses it: {error}")
            told = {one.id: one.value for one in game.options(other)}
            if told.get(id, value) != value or game.describe(other)["options"].get(id) != value:
                _fail(where, f"{id!r} = {value!r} was agreed, but `options` or `describe` say otherwise")


@dataclass(slots=True)
class _Check:
    """The checks of one match, and what they remember from step to step."""

    match: Match
    rng: Random
    cards_of: CardsOf
    cards: Counter[Card]
    seen: dict[Any, None] = field(default_factory=dict)  # moves of this match, in their order
    last: Any = None
    copied: Any = None  # of the last state, now and then

    def fail(self, what: str) -> NoReturn:
        """Say where the match is, and what is wrong."""
        match = self.match
        steps = f"{len(match.shuffles)} shuffles and {len(match.actions)} moves"
        _fail(f"{describe(match.game, match.setup)}, after {steps}", what)

    def step(self) -> None:
        """What must hold between the last state and this one; nothing if it is still the same."""
        game, before, after = self.match.game, self.last, self.match.state
        if after is before:
            return
        if self.copied is not None and self.copied != before:
            self.fail("`shuffled` must leave its argument alone")
        if back := set(game.out(before)) - set(game.out(after)):
            self.fail(f"`out`: seats {sorted(back)} were out and are back; who is out stays out")
        if acts := set(game.out(after)) & set(game.to_act(after)):
            self.fail(f"`to_act` names seats {sorted(acts)}, which are out")
        cards = self.cards_of(after)
        if cards is not None and cards != self.cards:
            changed = sorted({*(cards - self.cards), *(self.cards - cards)})
            self.fail(f"cards must neither appear nor vanish: {' '.join(changed)} did")
        self.state()

    def state(self) -> None:
        """What must hold in this state."""
        game, state, seats = self.match.game, self.match.state, range(self.match.setup.players)
        self.last, self.copied = state, copy.deepcopy(state) if self.rng.random() < COPIED else None
        cards, acting, result = game.to_shuffle(state), game.to_act(state), game.result(state)
        if list(acting) != sorted(set(acting)) or not set(acting) <= set(seats):
            self.fail(f"`to_act` must be seats from 0 to {len(seats) - 1}, ascending, each once, not {acting}")
        if result is not None and (acting or cards):
            self.fail(f"the game is over, but `to_act` is {acting} and `to_shuffle` {cards}")
        if cards and acting:
            self.fail(f"nobody acts while a shuffle is due, but `to_act` is {acting}")
        if result is None and not cards and not acting:
            self.fail("nobody may act, nothing is to be shuffled, and there is no `result`")
        if cards:
            self.refuses_wrong_decks(cards)
        for seat in seats:
            self.moves(seat, acting)
        self.views(seats)

    def moves(self, seat: Seat, acting: tuple[Seat, ...]) -> None:
        """The legal moves of a seat, and that others are refused."""
        game, state = self.match.game, self.match.state
        legal = game.legal(state, seat)
        if bool(legal) != (seat in acting):
            self.fail(f"exactly the seats in `to_act`, {acting}, have legal moves, but seat {seat} has {legal}")
        texts = Counter(map(game.write_move, legal))
        if len(set(legal)) < len(legal) or len(texts) < len(legal):
            twice = [text for text, times in texts.items() if times > 1]
            self.fail(f"`legal` must list every move once: seat {seat} has {', '.join(twice) or legal} more than once")
        for move in self.rng.sample(legal, min(READ_BACK, len(legal))):
            self.reads_back(move)
            self.seen[move] = None
        for move in self.rng.sample(list(self.seen), min(TRIED, len(self.seen))):
            if move not in legal:
                self.refuses(seat, move)

    def reads_back(self, move: Any) -> None:
        """A move as text, and what everybody is told of it."""
        game = self.match.game
        text, told = game.write_move(move), game.told(move)
        again = game.read_move(text)
        if again != move:
            self.fail(f"`read_move` must read what `write_move` wrote: {move!r} → {text!r} → {again!r}")
        if told is not None and not isinstance(told, str):
            self.fail(f"`told` must be a text or None, not {told!r}")
        try:
            read = game.read_move(f"{text}?")
        except ValueError:
            return
        self.fail(f"`read_move` must raise ValueError for {text + '?'!r}, not give {read!r}")

    def refuses(self, seat: Seat, move: Any) -> None:
        """A move that is not legal is refused, with a reason."""
        try:
            self.match.game.apply(self.match.state, seat, move)
        except IllegalMove as refused:
            reason = refused.reason
            if not all((reason.code, reason.detail, reason.rule)):
                self.fail(f"a refusal must have a code, a detail and a rule: {reason!r}")
            return
        self.fail(f"`apply` must raise IllegalMove for what `legal` does not list: seat {seat}, {move!r}")

    def refuses_wrong_decks(self, cards: tuple[Card, ...]) -> None:
        """Decks that lack a card, have one too many, or none."""
        for what, wrong in (("one card less", cards[1:]), ("one card more", (*cards, cards[0])), ("no cards", ())):
            try:
                self.match.game.shuffled(self.match.state, wrong)
            except IllegalMove as refused:
                if refused.code == "wrong_deck":
                    continue
                self.fail(f"a wrong deck must be refused with the code 'wrong_deck', not {refused.code!r}")
            self.fail(f"`shuffled` must raise IllegalMove for a deck with {what}; `check_deck` does")

    def pure(self, seat: Seat, move: Any) -> None:
        """Rules have no random source of their own, and states never change."""
        if self.copied is None:
            return
        apply, state = self.match.game.apply, self.match.state
        after = apply(state, seat, move)
        if self.copied != state:
            self.fail(f"`apply` must leave its argument alone: seat {seat}, {move!r}")
        if apply(state, seat, move) != after:
            self.fail(f"`apply` must give the same state for the same move: seat {seat}, {move!r}")

    def views(self, seats: range) -> None:
        """The view of every seat and of a spectator."""
        game, state = self.match.game, self.match.state
        if not dataclasses.is_dataclass(spectator := game.view(state, None)):
            self.fail(f"a view must be a frozen dataclass, not {spectator!r}")
        public, names = game.public(state), set(game.own(state, None))
        if both := names & set(public):
            self.fail(f"a field of a view is in `public` or in `own`, not in both: {sorted(both)}")
        for seat in (None, *seats):
            view, own = game.view(state, seat), game.own(state, seat)
            if set(own) != names:
                self.fail(f"`own` must have the same fields for all; {sorted(set(own) ^ names)} differ")
            shown = {part.name: getattr(view, part.name) for part in dataclasses.fields(view)}
            if shown != {**public, **own}:
                self.fail(f"the view of seat {seat} must be what `public` and `own` give together")
            try:
                hash(view)
            except TypeError as error:
                self.fail(f"a view must be a value, without lists and dictionaries: {error}")

    def end(self) -> None:
        """The result, that nothing more may be done, and the record."""
        game, state, result = self.match.game, self.match.state, self.match.result
        seats, winners = range(self.match.setup.players), (result or {}).get("winners")
        if not winners or winners != [seat for seat in seats if seat in winners]:
            self.fail(f"`result` must have `winners`, a list of seats, ascending, not {winners!r}")
        if json.loads(json.dumps(result)) != result:
            self.fail(f"`result` must have values that JSON keeps as they are, not {result!r}")
        for seat, move in zip(seats, self.rng.choices(list(self.seen), k=len(seats)), strict=True):
            self.refuses(seat, move)
        try:
            game.shuffled(state, tuple(self.cards.elements()))
        except IllegalMove:
            pass
        else:
            self.fail("`shuffled` must raise IllegalMove when no shuffle is due; `check_deck` does")
        nobodies: tuple[Any, ...] = (-1, len(seats), True, "0")
        for nobody in nobodies:
            try:
                game.view(state, nobody)
            except ValueError:
                continue
            self.fail(f"`view` must raise ValueError for {nobody!r}, which is no seat; `check_seat` does")
        self.replays()

    def replays(self) -> None:
        """The record, written and read, leads to the same state."""
        names = [f"player {seat}" for seat in range(self.match.setup.players)]
        written = record.write(self.match.record(names))
        try:
            steps = take_steps(record.read(written.encode(), lambda id: self.match.game)).steps
        except record.RecordError as error:
            self.fail(f"its record must replay: {error}")
        if steps[-1].state != self.match.state:
            self.fail("its record must replay to the same state")
        self.addresses(steps)

    def addresses(self, steps: Sequence[Step]) -> None:
        """Every step can be linked to, and what belongs together is not torn apart."""
        last: Address = ()
        left, seen = set[Address](), set[str]()
        for step in steps:
            address = step.address
            if not all(PART.fullmatch(part) and part != END for part in address):
                self.fail(f"`address` must have parts of a letter, other than {END}, and a number, not {address!r}")
            if step.at in seen:
                self.fail(f"`address` must be another one for every move and shuffle; {step.at} is there twice")
            seen.add(step.at)
            left |= {last[:size] for size in range(1, len(last)) if last[:size] != address[:size]}
            if back := left & {address[:size] for size in range(1, len(address))}:
                self.fail(f"`address`: {''.join(min(back))} was left before {step.at} goes back there")
            last = address
