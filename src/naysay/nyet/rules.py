"""The rules of Nyet!, for every edition. Numbers like N3 are rulings, 6.3 are rules: see docs/rules/nyet.md."""

import json
from dataclasses import replace
from functools import cache, lru_cache
from itertools import combinations
from typing import Any, Final, NoReturn

from naysay.game import Address, Card, Game, IllegalMove, Option, Reason, Seat, check_deck, quote
from naysay.nyet import discards, notation
from naysay.nyet import options as agreed_options
from naysay.nyet import view as views
from naysay.nyet.cards import LETTERS, VALUES
from naysay.nyet.edition import DISCARD_RULES, NONE, REMEMBERED, ROWS, Edition, deck, low_cards
from naysay.nyet.edition_file import built_in, describe, read
from naysay.nyet.scoring import is_over, score, winners
from naysay.nyet.state import RULE_OF_PHASE, Discard, Move, Phase, Play, Round, Setup, State, Team, Terms, Veto
from naysay.nyet.tricks import finish, followers, must_follow, suit

DEFAULT_EDITION: Final = "iello-2015"
PLAYS: Final = {card: Play(card) for card in VALUES}
WORD_OF_PHASE: Final = {"veto": "veto", "team": "choose sides", "discard": "give cards away", "play": "play"}


class Nyet(Game[Setup, State, Move, views.View]):
    """Nyet!: veto the terms of a round, then play it in teams."""

    id = "nyet"
    title = "Nyet!"
    players = (2, 3, 4, 5)
    deals_anew = True

    def editions(self) -> dict[str, dict[str, Any]]:
        """The editions that come with the package."""
        return {edition.id: json.loads(edition.text) for edition in built_in().values()}

    def setup(self, players: int, dealer: Seat, edition: object = None, options: object = None) -> Setup:
        """Check the plain values of a record; without an edition it is Iello's of 2015."""
        chosen = read(DEFAULT_EDITION if edition is None else edition)
        if type(players) is not int or players not in chosen.players:
            raise ValueError(f"{chosen.id} is for {', '.join(map(str, chosen.players))} players, not {quote(players)}")
        if type(dealer) is not int or not 0 <= dealer < players:
            raise ValueError(f"dealer must be a seat from 0 to {players - 1}, not {quote(dealer)}")
        agreed = agreed_options.read(options, chosen, players)
        if agreed.target is not None and not agreed_options.can_reach(agreed, chosen):
            raise ValueError(
                f"option 'end': nobody can reach {agreed.target}, since {chosen.id} has no positive points"
            )
        return Setup(players, dealer, chosen, agreed)

    def describe(self, setup: Setup) -> dict[str, Any]:
        """Edition and options as plain values."""
        return {"edition": describe(setup.edition), "options": agreed_options.describe(setup.options, setup.edition)}

    def options(self, setup: Setup) -> tuple[Option, ...]:
        """How the match ends and scores, how supertrumps follow, which tricks are shown, who plays which character."""
        return agreed_options.offered(setup)

    def start(self, setup: Setup) -> State:
        """Before the first deal."""
        return State(setup, rounds=(), totals=(0,) * setup.players)

    def to_shuffle(self, state: State) -> tuple[Card, ...]:
        """The whole deck, before each round."""
        if state.round is not None or is_over(state):
            return ()
        return deck(state.setup.edition, state.setup.players)

    def shuffled(self, state: State, deck: tuple[Card, ...]) -> State:
        """Deal one card at a time, the dealer's left neighbour first; what is left over is set aside."""
        check_deck(self.to_shuffle(state), deck)
        setup = state.setup
        dealt = setup.players * setup.edition.hand[setup.players]
        deals = dealer(state)
        hands = tuple(
            discards.in_order(deck[(seat - deals - 1) % setup.players : dealt : setup.players], setup.edition)
            for seat in range(setup.players)
        )
        board = _board(setup.edition, setup.options.characters)
        return _advance(state, Round(hands, deck[dealt:], board, first_to_veto(setup, deals)))

    def to_act(self, state: State) -> tuple[Seat, ...]:
        """One seat, or in the discard phase all that have not chosen yet."""
        round = state.round
        if round is None:
            return ()
        if round.terms is None:
            return ((round.leader + len(round.vetoes)) % len(round.hands),)
        if None in round.gave:
            return tuple([seat for seat, gave in enumerate(round.gave) if gave is None])
        return ((round.leader + len(round.trick)) % len(round.hands),)

    def legal(self, state: State, seat: Seat) -> tuple[Move, ...]:
        """Every distinct move of `seat`; equal cards give one move."""
        round = state.round
        if round is None or seat not in self.to_act(state):
            return ()
        if round.terms is None:
            return tuple([veto for row in round.open if len(row) > 1 for veto in row])
        if round.sides is None:
            return _teams(state.setup.players, seat)
        if None in round.gave:
            choices = discards.choices(round.hands[seat], round.terms.discard, state.setup.edition)
            return tuple([Discard(cards) for cards in choices])
        return tuple([PLAYS[card] for card in dict.fromkeys(followers(round.hands[seat], round.trick, round.terms))])

    def apply(self, state: State, seat: Seat, move: Move) -> State:
        """The state after `seat` made `move`."""
        if seat not in self.to_act(state):
            _refuse_turn(self, state, seat)
        round = state.round
        assert round is not None
        match move:
            case Play():
                return _apply_play(state, round, seat, move)
            case Veto() if round.terms is None:
                return _advance(state, _apply_veto(round, seat, move, state.setup.edition))
            case Team() if round.terms is not None and round.sides is None:
                return _advance(state, _apply_team(round, seat, move))
            case Discard() if round.sides is not None and None in round.gave:
                return _advance(state, _apply_discard(round, seat, move, state.setup.edition))
        raise IllegalMove(_wrong_phase(state, move))

    def result(self, state: State) -> dict[str, Any] | None:
        """Score per round and seat, totals, winners."""
        if not is_over(state):
            return None
        return {
            "rounds": [list(round.scores) for round in state.rounds],
            "scores": list(state.totals),
            "winners": winners(state.totals),
        }

    def view(self, state: State, seat: Seat | None) -> views.View:
        """All that `seat` may know, or a spectator."""
        return views.View(**self.public(state), **self.own(state, seat))

    def public(self, state: State) -> dict[str, Any]:
        """Everything but the hands and what was given away."""
        deals = dealer(state)
        return views.public(state, phase(state), deals, first_to_veto(state.setup, deals), self.to_act(state))

    def own(self, state: State, seat: Seat | None) -> dict[str, Any]:
        """The hand, and what this seat gave, got and may not play."""
        return views.own(state, seat, phase(state), self.to_act(state))

    def told(self, move: Move) -> str | None:
        """Everything but the cards that are given away (N12)."""
        return None if isinstance(move, Discard) else self.write_move(move)

    def address(self, state: State) -> Address:
        """Round, then the deal, a veto, the choice of partners, who gives cards away, or trick and card."""
        number, round = f"r{len(state.rounds) + 1}", state.round
        if round is None:
            return number, "d"
        match phase(state):
            case "veto":
                return number, f"v{len(round.vetoes) + 1}"
            case "team":
                return number, "p"
            case "discard":
                return number, f"g{len(round.gave) - round.gave.count(None) + 1}"
        return number, f"t{len(round.taken) + 1}", f"c{len(round.trick) + 1}"

    def read_move(self, text: str) -> Move:
        """The move that a record writes as `text`."""
        return notation.read_move(text)

    def write_move(self, move: Move) -> str:
        """The move as a record writes it."""
        return notation.write_move(move)


def dealer(state: State) -> Seat:
    """Who deals this round, or dealt the last one of a match that is over."""
    rounds = len(state.rounds) - (1 if is_over(state) else 0)
    return (state.setup.dealer + rounds) % state.setup.players


def first_to_veto(setup: Setup, dealer: Seat) -> Seat:
    """Who covers the first box of a round."""
    return (dealer + (setup.edition.first_veto == "left")) % setup.players


def phase(state: State) -> Phase:
    """What is going on."""
    round = state.round
    if round is None:
        return "over" if is_over(state) else "deal"
    if round.terms is None:
        return "veto"
    if round.sides is None:
        return "team"
    return "discard" if None in round.gave else "play"


@lru_cache(REMEMBERED)
def _board(edition: Edition, characters: tuple[str, ...]) -> tuple[tuple[Veto, ...], ...]:
    """The open boxes before any veto: characters that nobody plays are covered (N16)."""
    return tuple(
        tuple(Veto(row, box) for box in edition.boxes[row] if row != "first" or box in characters) for row in ROWS
    )


@cache
def _teams(players: int, first: Seat) -> tuple[Team, ...]:
    others = [seat for seat in range(players) if seat != first]
    if players == 3:
        return (Team(()), *(Team((seat,)) for seat in others))
    if players == 4:
        return tuple(Team((seat,)) for seat in others)
    pairs = [Team((seat,), bonus) for seat in others for bonus in sorted((first, seat))]
    trios = [Team(partners, bonus) for partners in combinations(others, 2) for bonus in others if bonus not in partners]
    return (*pairs, *trios)


def _advance(state: State, round: Round) -> State:
    """The state with this round, gone on over every phase that leaves nothing to choose."""
    setup = state.setup
    if round.terms is None and all(len(row) == 1 for row in round.open):
        first, *boxes = (row[0].box for row in round.open)
        first_player = setup.options.characters.index(first)
        terms = make_terms(setup.edition, setup.options.supertrump, first_player, tuple(boxes))
        round = replace(round, terms=terms, leader=terms.first)
    if round.terms is not None and round.sides is None and setup.players == 2:
        round = replace(round, sides=tuple(int(seat != round.terms.first) for seat in range(2)))
    if round.terms is not None and round.sides is not None and not round.gave:
        nothing = () if round.terms.discard.count == 0 else None
        round = replace(round, gave=(nothing,) * setup.players)
    last_tricks = state.last_tricks if round.terms is None else ()
    return State(setup, state.rounds, state.totals, round, last_tricks)


@lru_cache(16 * REMEMBERED)
def make_terms(edition: Edition, reading: str, first: Seat, boxes: tuple[str, ...]) -> Terms:
    """What these boxes, one of each row after the first, make of a round that `first` begins.

    `reading` is the option `supertrump`: whether supertrumps follow as trumps or in their own colour (N13).
    """
    discard, trump, supertrump, points = boxes
    trump_letter = None if trump == NONE else LETTERS[trump]
    super_letter = None if supertrump == NONE else LETTERS[supertrump]
    # N10: without a trump a supertrump stays in its own colour
    leaves_colour = reading == "trump" and trump_letter is not None
    return Terms(
        first=first,
        discard=DISCARD_RULES[discard],
        trump=trump_letter,
        supertrump=None if super_letter is None else Card(f"{super_letter}{edition.low}"),
        supertrump_suit=trump_letter if super_letter is not None and leaves_colour else super_letter,
        points=int(points),
    )


def _apply_veto(round: Round, seat: Seat, move: Veto, edition: Edition) -> Round:
    rank = ROWS.index(move.row) if move.row in ROWS else -1
    if rank < 0 or move.box not in edition.boxes[move.row]:
        known = ", ".join(edition.boxes[move.row]) if rank >= 0 else ", ".join(ROWS)
        _refuse(
            "no_such_box", f"there is no box {move.row} {move.box}; there is {known}", "3.2", row=move.row, box=move.box
        )
    row = round.open[rank]
    if move not in row:
        _refuse("box_covered", f"{move.row} {move.box} is covered", "3.2", row=move.row, box=move.box)
    if len(row) == 1:
        detail = f"row {move.row} is settled: {move.box} is its last open box"
        _refuse("row_settled", detail, "3.3", row=move.row, box=move.box)
    left = tuple([veto for veto in row if veto != move])
    board = (*round.open[:rank], left, *round.open[rank + 1 :])
    return Round(round.hands, round.aside, board, round.leader, (*round.vetoes, (seat, move)))


def _apply_team(round: Round, seat: Seat, move: Team) -> Round:
    players = len(round.hands)
    if move not in _teams(players, seat):
        rule = {3: "4.3", 4: "4.4", 5: "4.5"}[players]
        choices = {
            3: "alone, or one partner, no bonus",
            4: "one partner",
            5: "one or two partners, ascending, and the bonus card for one of the pair",
        }[players]
        _refuse("no_such_team", f"with {players} players you choose {choices}", rule, players=players)
    sides = tuple(int(other != seat and other not in move.partners) for other in range(players))
    bonus = move.bonus
    if players == 3:
        bonus = next(other for other in range(3) if sides.count(sides[other]) == 1)
    return replace(round, sides=sides, bonus=bonus)


def _apply_discard(round: Round, seat: Seat, move: Discard, edition: Edition) -> Round:
    assert round.terms is not None
    hand, rule = round.hands[seat], round.terms.discard
    discards.check(move.cards, hand, rule, edition)
    kept = list(hand)
    for card in move.cards:
        kept.remove(card)
    hands = (*round.hands[:seat], tuple(kept), *round.hands[seat + 1 :])
    gave = (*round.gave[:seat], move.cards, *round.gave[seat + 1 :])
    if rule.passed_to and None not in gave:  # 5.1: nobody sees a passed card before all have chosen
        hands = tuple(
            discards.in_order(hand + (gave[(receiver - rule.passed_to) % len(hands)] or ()), edition)
            for receiver, hand in enumerate(hands)
        )
    return replace(round, hands=hands, gave=gave)


def _apply_play(state: State, round: Round, seat: Seat, move: Play) -> State:
    terms, sides = round.terms, round.sides
    if terms is None or sides is None or None in round.gave:
        raise IllegalMove(_wrong_phase(state, move))
    hand, card = round.hands[seat], move.card
    if card not in hand:
        raise IllegalMove(discards.not_in_hand(card, hand, "6.1"))
    if round.trick and suit(card, terms) != suit(round.trick[0], terms):
        follow = followers(hand, round.trick, terms)
        if card not in follow:
            raise IllegalMove(dict(must_follow(hand, follow, round.trick, terms))[card])
    place = hand.index(card)
    left = list(round.hands)
    left[seat] = hand[:place] + hand[place + 1 :]
    hands = tuple(left)
    trick, leader, taken = (*round.trick, card), round.leader, round.taken
    if len(trick) == len(hands):
        done = finish(leader, trick, terms, sides, low_cards(state.setup.edition))
        trick, leader, taken = (), done.winner, (*taken, done)
    after = Round(
        hands, round.aside, round.open, leader, round.vetoes, terms, sides, round.bonus, round.gave, trick, taken
    )
    if trick or hands[leader]:
        return State(state.setup, state.rounds, state.totals, after)
    scored = score(after, state.setup.options)
    totals = tuple(total + points for total, points in zip(state.totals, scored.scores, strict=True))
    return State(state.setup, (*state.rounds, scored), totals, last_tricks=taken)


def _refuse(code: str, detail: str, rule: str, **params: object) -> NoReturn:
    raise IllegalMove(Reason(code, detail, rule, params))


def _refuse_turn(game: Nyet, state: State, seat: Seat) -> NoReturn:
    if is_over(state):
        _refuse("game_over", "the game is over", "9.1")
    if game.to_shuffle(state):
        _refuse("shuffle_due", "the cards are to be shuffled first", "2.1")
    acting = game.to_act(state)
    who = ", ".join(map(str, acting))
    _refuse("not_your_turn", f"seat {seat} may not act now; to act: {who}", RULE_OF_PHASE[phase(state)], to_act=acting)


def _wrong_phase(state: State, move: Move) -> Reason:
    now = phase(state)
    detail = f"this is the time to {WORD_OF_PHASE[now]}, not for a {type(move).__name__.lower()}"
    return Reason("wrong_phase", detail, RULE_OF_PHASE[now], {"phase": now})
