"""A bot's reasons in words: one English sentence for each code, its parameters filled in."""

from collections.abc import Callable, Iterable
from string import Formatter
from typing import Any, Final

from naysay.bots.choice import Why

Reveal = Callable[[str, Any], str]

SENTENCES: Final[dict[str, str]] = {
    "at_random": "One of {moves} moves, picked blindly.",
    "only_move": "There is no other move.",
    "last_resort": "None of the {moves} moves stands out.",
    # Nyet!: the veto
    "denies_trump": "You have little {colour}: better if it is not trump.",
    "denies_super": "You have few low {colour} cards: others would get those supertrumps.",
    "denies_first": "It keeps {seat} from leading and choosing sides.",
    "declines_first": "It spares you the lead and the choice of sides.",
    "denies_discard": "It rules {box} out in row discard.",
    "keeps_colour": "In row {row} your best colour, {colour}, stays open.",
    "raises_points": "{points} is one of the low boxes: without it tricks tend to be worth more.",
    "lowers_points": "{points} is one of the high boxes: without it tricks tend to be worth less.",
    "settles_row": "It settles row {row}: {box}.",
    # Nyet!: sides
    "plays_alone": "You stand alone.",
    "makes_pair": "You play as a pair.",
    "makes_trio": "You play as a trio.",
    "partner_told": "Vetoes talk: {seat} made {boxes} in row {row}, and nobody on the other side more.",
    "takes_bonus": "You take the bonus card.",
    "gives_bonus": "The bonus card goes to {seat}.",
    # Nyet!: giving cards away
    "makes_void": "It leaves you without {colour}.",
    "keeps_trumps": "You keep all your trumps ({trumps}).",
    "saves_loot": "{card} goes where no opponent gets it as loot.",
    "passes_to_partner": "It goes to {seat}, your partner.",
    "passes_to_opponent": "It goes to {seat}, an opponent.",
    # Nyet!: tricks
    "cashes_winner": "No opponent can beat {card}.",
    "draws_trumps": "It draws trumps, {colour}, from the opponents.",
    "leads_partners_void": "{seat}, your partner, has no {colour} left.",
    "leads_low": "{card} is your lowest of that suit, a lead that risks little.",
    "leads_top": "No card of its suit beats {card}; only a trump can.",
    "captures_loot": "It takes the trick, and in it loot: {cards}.",
    "ruffs": "You have no {colour}, and this trump takes the trick.",
    "overtakes": "It beats {seat}, who is ahead.",
    "takes_last": "You play last: the trick is yours.",
    "ducks": "You could take the trick from {seat}, but you need not.",
    "leaves_to_partner": "{seat}, your partner, is ahead. Let it be.",
    "cannot_win": "No card that you may play takes this trick.",
    "plays_low": "Of that colour {card} is the lowest you may play.",
    "dumps_high": "Tricks cost points here, and {card} goes without taking one.",
    "dumps_loot": "Loot costs points here, and {card} goes to an opponent who is ahead.",
    # Nope!
    "draws_instead": "Drawing makes your hand bigger, and {cards} will keep.",
    "plays_action_alone": "{card} alone is enough, where a set would cost {saves} more.",
    "passes_demand": "The demand, {count} {colours}, goes on to the next player.",
    "will_name": "Then you can name {seat}: {count} {colour}.",
    "hits_next": "{seat} is next and can very likely lay {count} ({percent} percent).",
    "may_knock_out": "{seat} is next with {cards} in hand, and may have to lay all of it ({percent} percent).",
    "cannot_come_back": "Should {count} {colours} come round to you, you have no set and draw.",
    "sheds_joker": "A joker is called up by every colour: good to be rid of it.",
    "saves_action": "You keep {card} for later.",
    "keeps_single_colours": "You keep your cards of one colour ({count}), which are called up least.",
    "keeps_cards": "You keep {count} in hand.",
    "names_largest": "{seat} has most cards: {cards}.",
    "demands": "It asks for {count} {colours}.",
}


def put_in_words(why: Why, reveal: Reveal) -> str:
    """The sentence for a reason; a reason that has none here is told soberly by its code and parameters."""
    sentence = SENTENCES.get(why.code)
    if sentence is None or not parameters(sentence) <= why.params.keys():
        facts = ", ".join(f"{key} {reveal(key, value)}" for key, value in why.params.items())
        return why.code.replace("_", " ").capitalize() + (f" ({facts})." if facts else ".")
    text = sentence.format(**{key: reveal(key, value) for key, value in why.params.items()})
    return text[0].upper() + text[1:]


def parameters(sentence: str) -> set[str]:
    """The parameters that a sentence speaks of."""
    return {name for _, name, _, _ in Formatter().parse(sentence) if name}


def list_reasons(reasons: Iterable[Why], reveal: Reveal) -> list[str]:
    """The sentences for several reasons."""
    return [put_in_words(why, reveal) for why in reasons]
