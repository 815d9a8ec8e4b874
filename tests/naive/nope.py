"""Nope! as plainly as possible: written from the spec alone; imports nothing from naysay.

Cards are texts ("RG3", "see:R"), colours are letters, hands and piles are lists; the top of the discards is the last.
"""

from itertools import combinations, permutations
from typing import Any

from tests.naive.replay import replay

COLOURS = "RGBY"


def deck(action_cards: bool = True) -> list[str]:
    """All 104 cards, or the 90 that are no action cards."""
    cards = []
    for colour in COLOURS:
        cards += [f"{colour}1"] * 2 + [f"{colour}2"] * 2 + [f"{colour}3"]
    for one, two in combinations(COLOURS, 2):
        cards += [f"{one}{two}1"] * 4 + [f"{one}{two}2"] * 4 + [f"{one}{two}3"] * 3
    cards += ["joker"] * 4
    if action_cards:
        cards += ["restart"] * 4 + ["pick:RGBY"] * 2
        for colour in COLOURS:
            cards += [f"see:{colour}", f"pick:{colour}"]
    return cards


def is_see(card: str) -> bool:
    """A see-through."""
    return card.startswith("see:")


def is_pick(card: str) -> bool:
    """A selection."""
    return card.startswith("pick:")


def is_action(card: str) -> bool:
    """A restart, see-through or selection; the joker is a number card."""
    return card == "restart" or is_see(card) or is_pick(card)


def colours_of(card: str) -> str:
    """The letters of all colours that a card shows."""
    if card in ("joker", "restart"):
        return COLOURS
    if is_action(card):
        return card.split(":")[1]
    return card[:-1]


def effective(pile: list[str]) -> int:
    """Where in the pile the card lies that counts: the top, or what the see-throughs on top show."""
    place = len(pile) - 1
    while place > 0 and is_see(pile[place]):
        place -= 1
    return place


def demand(pile: list[str], named: tuple[int, str] | None) -> tuple[int, str]:
    """Count and colours that the player on turn faces; named = what the selection that counts has named."""
    card = pile[effective(pile)]
    if is_pick(card):
        assert named is not None
        return named
    if card in ("joker", "restart") or is_see(card):  # a see-through: the first discard, nothing below
        return 1, colours_of(card)
    return int(card[-1]), colours_of(card)


def sets(hand: list[str], count: int, colours: str) -> set[tuple[str, ...]]:
    """All sets that meet the demand, in every order, bottom to top."""
    return {
        cards
        for cards in permutations(hand, count)
        if any(all(colour in colours_of(card) for card in cards) for colour in colours)
    }


def lays(hand: list[str], count: int, colours: str) -> set[tuple[str, ...]]:
    """The sets, and every single action card that shows a colour of the demand."""
    alone = {(card,) for card in hand if is_action(card) and any(colour in colours_of(card) for colour in colours)}
    return sets(hand, count, colours) | alone


class Game:
    """One game; phases: turn, name, then over (or shuffle: the record has no deck for a reshuffle)."""

    def __init__(self, record: dict[str, Any]) -> None:
        assert record["game"] == "nope"
        assert "edition" not in record
        options = record["options"]
        self.players = len(record["players"])
        assert 2 <= self.players <= 6
        assert record["dealer"] in range(self.players)
        self.max_turns: int | None = options.get("max_turns")
        self.shuffles: list[str] = list(record["shuffles"])
        self.hands: list[list[str]] = [[] for _ in range(self.players)]
        self.out: list[int] = []
        self.turns = 0
        self.named: tuple[int, str] | None = None
        self.winners: list[int] = []
        self.stock: list[str] = []
        self.pile: list[str] = []
        self.turn: int = (record["dealer"] + 1) % self.players
        self.phase = "shuffle"
        if self.shuffles:
            self.stock = self.shuffles.pop(0).split(" ")
            assert sorted(self.stock) == sorted(deck(options.get("action_cards") != "no")), "not the deck"
            self.deal([] if self.players == 2 else options.get("extra_card", []))

    def deal(self, extra: list[int]) -> None:
        """Hands, then the first discard."""
        order = [(self.turn + place) % self.players for place in range(self.players)]
        for lap in range(8):
            for seat in order:
                if lap < 7 or self.players == 2 or seat in extra:
                    self.hands[seat].append(self.stock.pop(0))
        self.pile.append(self.stock.pop(0))
        self.phase = "name" if is_pick(self.pile[0]) else "turn"  # P5

    def legal(self) -> dict[int, list[str]]:
        """The action texts of the seat that may act, sorted."""
        if self.phase == "name":
            colours = colours_of(self.pile[effective(self.pile)])
            others = [seat for seat in self.still_in() if seat != self.turn]  # P11
            texts = [f"name {seat} {count} {colour}" for seat in others for count in (1, 2, 3) for colour in colours]
        elif self.phase == "turn":
            hand = self.hands[self.turn]
            count, colours = demand(self.pile, self.named)
            texts = [" ".join(["discard", *cards]) for cards in lays(hand, count, colours)]
            if not sets(hand, count, colours):
                texts.append("draw")
        else:
            return {}
        return {self.turn: sorted(texts)}

    def apply(self, seat: int, text: str) -> None:
        """Change the state by one action; AssertionError if it is illegal."""
        assert text in self.legal().get(seat, []), f"seat {seat} may not: {text}"
        verb, *words = text.split(" ")
        if verb == "name":
            self.named = (int(words[1]), words[2])
            self.phase = "turn"
            self.end_turn(int(words[0]))
        elif verb == "draw":
            self.draw()
        else:
            self.discard(words)

    def discard(self, cards: list[str]) -> None:
        """Lay cards; who has none left is out."""
        for card in cards:
            self.hands[self.turn].remove(card)
        self.pile += cards
        if not self.hands[self.turn]:
            self.out.append(self.turn)
        if len(self.still_in()) == 1:
            self.end_game()
            return
        counts = effective(self.pile)
        if is_pick(self.pile[counts]) and counts >= len(self.pile) - len(cards):  # P2, P9: only one just laid
            self.phase = "name"
        else:
            self.end_turn(self.next_seat())

    def draw(self) -> None:
        """Draw 1, or 2 in a game begun by two; without a set then the turn ends."""
        for _ in range(2 if self.players == 2 else 1):
            if not self.stock:
                self.reshuffle()
            if self.stock:  # P10: what there is
                self.hands[self.turn].append(self.stock.pop(0))
        if self.phase == "turn" and not sets(self.hands[self.turn], *demand(self.pile, self.named)):
            self.end_turn(self.next_seat())

    def reshuffle(self) -> None:
        """All discards below the card that counts become the stock."""
        counts = effective(self.pile)
        rest = self.pile[:counts]
        if not rest:
            return
        if not self.shuffles:
            self.phase = "shuffle"
            return
        self.stock = self.shuffles.pop(0).split(" ")
        assert sorted(self.stock) == sorted(rest), "not the cards to reshuffle"
        self.pile = self.pile[counts:]

    def end_turn(self, following: int) -> None:
        """The move passes on, or the last of `max_turns` is over."""
        self.turns += 1
        self.turn = following
        if self.turns == self.max_turns:
            self.end_game()

    def end_game(self) -> None:
        """Who is in with most cards wins."""
        self.phase = "over"
        most = max(len(hand) for hand in self.hands)
        self.winners = [seat for seat in self.still_in() if len(self.hands[seat]) == most]

    def still_in(self) -> list[int]:
        """The seats that are not out, ascending."""
        return [seat for seat in range(self.players) if seat not in self.out]

    def next_seat(self) -> int:
        """The next seat clockwise that is still in."""
        seat = (self.turn + 1) % self.players
        while seat in self.out:
            seat = (seat + 1) % self.players
        return seat

    def result(self) -> dict[str, Any] | None:
        """As in a record; None while the game goes on."""
        if self.phase != "over":
            return None
        return {"out": self.out, "winners": self.winners}


def steps(record: dict[str, Any]) -> list[dict[str, Any]]:
    """What `naysay inspect` shows of a record; AssertionError if the record is illegal."""
    return replay(Game(record), record["actions"])


def result(record: dict[str, Any]) -> dict[str, Any] | None:
    """The result by replaying (not the one that stands in the record); None if the game is not over."""
    game = Game(record)
    replay(game, record["actions"])
    return game.result()
