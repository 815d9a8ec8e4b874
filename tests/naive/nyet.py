"""Nyet! as plainly as possible: written from the spec alone; imports nothing from naysay.

Cards are texts ("R13"), colours and boxes are the edition's words ("red", "one-not-low"), hands are lists.
"""

from itertools import combinations
from typing import Any, NamedTuple

from tests.naive.replay import replay

LETTERS = {"red": "R", "blue": "B", "yellow": "Y", "green": "G", "black": "K"}
ROWS = ["first", "discard", "trump", "super", "points"]

EDITIONS: dict[str, dict[str, Any]] = {
    "iello-2015": {
        "colours": ["red", "blue", "yellow", "green"],
        "values": [1, 1, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13],
        "removed": {"3": [11, 12, 13]},
        "players": [2, 3, 4, 5],
        "hand": {"2": 15, "3": 16, "4": 15, "5": 12},
        "rounds": {"2": 8, "3": 9, "4": 8, "5": 10},
        "first": ["bear", "wolf", "eagle", "tiger", "crane"],
        "discard": ["one", "two", "one-not-low", "pass-left", "none"],
        "trump": ["red", "blue", "yellow", "green"],
        "super": ["red", "blue", "yellow", "green", "none"],
        "points": [1, 2, 3, 4, -2],
        "first_veto": "dealer",
        "supertrump_suit": "trump",
    },
    "amigo-2007": {
        "colours": ["red", "black", "blue", "yellow"],
        "values": [0, 0, 0, 1, 2, 3, 4, 5, 6, 7, 7, 7, 7, 8, 9],
        "removed": {"3": [7, 7, 7]},
        "players": [2, 3, 4, 5],
        "hand": {"2": 15, "3": 16, "4": 15, "5": 12},
        "rounds": {"2": 8, "3": 9, "4": 8, "5": 10},
        "first": ["turquoise", "lilac", "green", "orange", "white"],
        "discard": ["one", "two", "two-not-low", "pass-right-two", "none"],
        "trump": ["red", "black", "blue", "yellow", "none"],
        "super": ["red", "black", "blue", "yellow", "none"],
        "points": [1, 2, 3, 4, -2],
        "first_veto": "dealer",
        "supertrump_suit": "own",
    },
    "goldsieber-1997": {
        "colours": ["red", "black", "blue", "green"],
        "values": [1, 1, 2, 3, 4, 5, 6, 7, 8, 9],
        "removed": {"3": [2]},
        "players": [3, 4],
        "hand": {"3": 12, "4": 10},
        "rounds": {"3": 9, "4": 8},
        "first": ["bear", "wolf", "hawk", "dove"],
        "discard": ["one", "two", "none"],
        "trump": ["red", "black", "blue", "green"],
        "super": ["red", "black", "blue", "green", "none"],
        "points": [1, 2, 3, 4],
        "first_veto": "left",
        "supertrump_suit": "trump",
    },
}


class Terms(NamedTuple):
    """What a round is played under: colour names or "none", the lowest value, "own" or "trump"."""

    trump: str
    supertrump: str
    low: int
    supertrump_suit: str


def colour(card: str) -> str:
    """The printed colour."""
    return next(name for name, letter in LETTERS.items() if letter == card[0])


def value(card: str) -> int:
    """The number."""
    return int(card[1:])


def deck(edition: dict[str, Any], players: int) -> list[str]:
    """All cards of a game of so many players."""
    values = list(edition["values"])
    for gone in edition["removed"].get(str(players), []):
        values.remove(gone)
    return [f"{LETTERS[name]}{number}" for name in edition["colours"] for number in values]


def is_supertrump(card: str, terms: Terms) -> bool:
    """The lowest cards of the colour in row 4."""
    return colour(card) == terms.supertrump and value(card) == terms.low


def suit(card: str, terms: Terms) -> str:
    """The colour a card follows and is followed as."""
    if is_supertrump(card, terms) and terms.supertrump_suit == "trump" and terms.trump != "none":  # N4, N10
        return terms.trump
    return colour(card)


def may_follow(hand: list[str], led: str, terms: Terms) -> list[str]:
    """The cards of the hand that may be played after the led card, in the hand's order."""
    return [card for card in hand if suit(card, terms) == suit(led, terms)] or list(hand)


def winner(plays: list[tuple[int, str]], terms: Terms) -> int:
    """The seat that takes the trick; plays are (seat, card) in the order played."""
    supers = [seat for seat, card in plays if is_supertrump(card, terms)]
    if supers:
        return supers[-1]
    trumps = [(seat, card) for seat, card in plays if colour(card) == terms.trump]
    followed = [(seat, card) for seat, card in plays if colour(card) == colour(plays[0][1])]
    best = -1
    taker = -1
    for seat, card in trumps or followed:
        if value(card) >= best:  # equal cards: the last played
            best = value(card)
            taker = seat
    return taker


def loot(plays: list[tuple[int, str]], taker: int, sides: list[int], low: int) -> int:
    """How many lowest cards of opponents the taker of the trick gets; sides by seat."""
    return sum(1 for seat, card in plays if value(card) == low and sides[seat] != sides[taker])


def round_scores(
    taken: list[int], sides: list[int], points: int, holder: int | None, scoring: str = "totals", bonus: str = "own"
) -> list[int]:
    """Scores by seat; taken = tricks + loot by seat, sides are 0 and 1, holder has the bonus card."""
    totals = [0, 0]
    for seat, number in enumerate(taken):
        times = 2 if seat == holder and bonus == "own" else 1
        totals[sides[seat]] += points * number * times
    if scoring == "difference":  # N9: the larger one, also below zero
        totals = [max(totals[0] - totals[1], 0), max(totals[1] - totals[0], 0)]
    return [totals[side] * (2 if seat == holder and bonus == "player" else 1) for seat, side in enumerate(sides)]


def discards(hand: list[str], box: str, colours: list[str], low: int) -> set[tuple[str, ...]]:
    """All different choices under a box of row 2 other than none; every choice in the order that records write."""
    number = 2 if "two" in box else 1
    ordered = sorted(hand, key=lambda card: (colours.index(colour(card)), value(card)))
    choices = set(combinations(ordered, number))
    if "not-low" in box:  # N3: as many other cards as there are, up to the number
        others = min(number, sum(1 for card in hand if value(card) != low))
        choices = {cards for cards in choices if sum(1 for card in cards if value(card) != low) == others}
    return choices


def team_texts(first: int, players: int) -> list[str]:
    """What the first player may choose with 3, 4 or 5 players."""
    others = [seat for seat in range(players) if seat != first]
    texts = []
    for number in {3: [0, 1], 4: [1], 5: [1, 2]}[players]:
        for partners in combinations(others, number):
            text = " ".join(["team", *map(str, partners)])
            if players < 5:
                texts.append(text)
                continue
            pair = [first, *partners] if number == 1 else [seat for seat in others if seat not in partners]
            texts += [f"{text} bonus {seat}" for seat in pair]
    return texts


class Game:
    """One game; phases: veto, team, discard, play, then over (or shuffle: the record has no deck for the round)."""

    def __init__(self, record: dict[str, Any]) -> None:
        assert record["game"] == "nyet"
        edition = record["edition"]
        self.edition: dict[str, Any] = EDITIONS[edition] if isinstance(edition, str) else edition
        self.options: dict[str, Any] = record["options"]
        self.players = len(record["players"])
        assert self.players in self.edition["players"]
        self.characters: list[str] = self.options.get("characters", self.edition["first"][: self.players])  # N16
        assert len(set(self.characters)) == self.players
        self.dealer: int = record["dealer"]
        assert self.dealer in range(self.players)
        self.shuffles: list[str] = list(record["shuffles"])
        self.rounds: list[list[int]] = []
        self.scores = [0] * self.players
        self.begin_round()

    def begin_round(self) -> None:
        """Deal, and open the five rows."""
        if not self.shuffles:
            self.phase = "shuffle"
            return
        cards = self.shuffles.pop(0).split(" ")
        assert sorted(cards) == sorted(deck(self.edition, self.players)), "not the deck"
        self.hands: list[list[str]] = [[] for _ in range(self.players)]
        seat = self.dealer
        for _ in range(self.edition["hand"][str(self.players)] * self.players):
            seat = self.left(seat)
            self.hands[seat].append(cards.pop(0))
        self.aside = cards
        self.open = {row: [str(box) for box in self.edition[row]] for row in ROWS}
        self.open["first"] = [box for box in self.open["first"] if box in self.characters]
        self.turn = self.dealer if self.edition["first_veto"] == "dealer" else self.left(self.dealer)
        self.sides = list(range(self.players))
        self.holder: int | None = None
        self.chosen: dict[int, list[str]] = {}
        self.plays: list[tuple[int, str]] = []
        self.taken = [0] * self.players
        self.phase = "veto"

    def left(self, seat: int) -> int:
        """The next seat clockwise."""
        return (seat + 1) % self.players

    def terms(self) -> Terms:
        """Trump and supertrump, once settled."""
        follows = self.options.get("supertrump", self.edition["supertrump_suit"])  # N13
        return Terms(self.open["trump"][0], self.open["super"][0], min(self.edition["values"]), follows)

    def legal(self) -> dict[int, list[str]]:
        """The action texts of every seat that may act, sorted."""
        texts: list[str] = []
        if self.phase == "veto":
            for row, boxes in self.open.items():
                if len(boxes) > 1:
                    texts += [f"veto {row} {box}" for box in boxes]
        elif self.phase == "team":
            texts = team_texts(self.turn, self.players)
        elif self.phase == "discard":
            return {seat: self.discard_texts(seat) for seat in range(self.players) if seat not in self.chosen}
        elif self.phase == "play":
            hand = self.hands[self.turn]
            cards = may_follow(hand, self.plays[0][1], self.terms()) if self.plays else hand
            texts = [f"play {card}" for card in set(cards)]
        else:
            return {}
        return {self.turn: sorted(texts)}

    def discard_texts(self, seat: int) -> list[str]:
        """What a seat may discard or pass."""
        box = self.open["discard"][0]
        choices = discards(self.hands[seat], box, self.edition["colours"], min(self.edition["values"]))
        return sorted(" ".join(["discard", *cards]) for cards in choices)

    def apply(self, seat: int, text: str) -> None:
        """Change the state by one action; AssertionError if it is illegal."""
        assert text in self.legal().get(seat, []), f"seat {seat} may not: {text}"
        verb, *words = text.split(" ")
        if verb == "veto":
            self.veto(*words)
        elif verb == "team":
            self.team(words)
        elif verb == "discard":
            self.discard(seat, words)
        else:
            self.play(*words)

    def veto(self, row: str, box: str) -> None:
        """Cover a box; after the last one the first player is known."""
        self.open[row].remove(box)
        self.turn = self.left(self.turn)
        if all(len(boxes) == 1 for boxes in self.open.values()):
            self.turn = self.characters.index(self.open["first"][0])
            if self.players == 2:
                self.begin_discard()
            else:
                self.phase = "team"

    def team(self, words: list[str]) -> None:
        """Make the teams and give the bonus card."""
        partners = words
        if "bonus" in words:
            partners = words[:-2]
            self.holder = int(words[-1])
        ours = [self.turn, *map(int, partners)]
        self.sides = [0 if seat in ours else 1 for seat in range(self.players)]
        if self.players == 3:  # the solo player
            self.holder = next(seat for seat in range(3) if self.sides.count(self.sides[seat]) == 1)
        self.begin_discard()

    def begin_discard(self) -> None:
        """Row 2, unless it says none."""
        self.phase = "play" if self.open["discard"][0] == "none" else "discard"

    def discard(self, seat: int, cards: list[str]) -> None:
        """Choose in secret; when all have chosen, the cards go away or to the neighbour."""
        self.chosen[seat] = cards
        if len(self.chosen) < self.players:
            return
        box = self.open["discard"][0]
        for giver, given in self.chosen.items():
            for card in given:
                self.hands[giver].remove(card)
            if box.startswith("pass-left"):
                self.hands[(giver + 1) % self.players] += given
            elif box.startswith("pass-right"):
                self.hands[(giver - 1) % self.players] += given
            else:
                self.aside += given
        self.phase = "play"
        if not any(self.hands):
            self.end_round()

    def play(self, card: str) -> None:
        """Play a card; the last of a trick settles it."""
        self.hands[self.turn].remove(card)
        self.plays.append((self.turn, card))
        self.turn = self.left(self.turn)
        if len(self.plays) < self.players:
            return
        self.turn = winner(self.plays, self.terms())
        self.taken[self.turn] += 1 + loot(self.plays, self.turn, self.sides, min(self.edition["values"]))
        self.aside += [played for _, played in self.plays]
        self.plays = []
        if not any(self.hands):
            self.end_round()

    def end_round(self) -> None:
        """Score, then end the game or deal again."""
        scoring = self.options.get("scoring", "totals")
        bonus = self.options.get("bonus", "own")
        row = round_scores(self.taken, self.sides, int(self.open["points"][0]), self.holder, scoring, bonus)
        self.rounds.append(row)
        self.scores = [total + gain for total, gain in zip(self.scores, row, strict=True)]
        end = self.options.get("end", "rounds")
        if "target" in end:
            over = max(self.scores) >= end["target"]
        elif end == "rounds":
            over = len(self.rounds) == self.edition["rounds"][str(self.players)]
        else:
            over = len(self.rounds) == end["rounds"]  # N17
        if over:
            self.phase = "over"
        else:
            self.dealer = self.left(self.dealer)
            self.begin_round()

    def result(self) -> dict[str, Any] | None:
        """As in a record; None while the game goes on."""
        if self.phase != "over":
            return None
        winners = [seat for seat in range(self.players) if self.scores[seat] == max(self.scores)]
        return {"rounds": self.rounds, "scores": self.scores, "winners": winners}


def steps(record: dict[str, Any]) -> list[dict[str, Any]]:
    """What `naysay inspect` shows of a record; AssertionError if the record is illegal."""
    return replay(Game(record), record["actions"])


def result(record: dict[str, Any]) -> dict[str, Any] | None:
    """The result by replaying (not the one that stands in the record); None if the game is not over."""
    game = Game(record)
    replay(game, record["actions"])
    return game.result()
