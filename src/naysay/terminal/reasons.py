"""A bot's reasons in words: one English sentence for each code, its parameters filled in."""

from collections.abc import Callable, Iterable, Sequence
from string import Formatter
from typing import Any, Final

from naysay.bots.choice import Why

Reveal = Callable[[str, Any], str]

SENTENCES: Final[dict[str, str]] = {
    "at_random": "One of {moves} moves, picked blindly.",
    "only_move": "There is no other move.",
    "last_resort": "None of the {moves} moves stands out.",
    # Nyet!: the veto
    "denies_trump": "You have no more {colour} than of the open colours on average.",
    "denies_super": "You have no more lowest cards in {colour} than in the open colours on average.",
    "denies_first": "It keeps {seat} from playing first.",
    "declines_first": "Then you do not play first.",
    "denies_discard": "It rules {box} out in row discard.",
    "keeps_colour": "In row {row} {colour} stays open, and you have no more of any other open colour.",
    "raises_points": "Without {points} the open boxes are worth more on average.",
    "lowers_points": "Without {points} the open boxes are worth less on average.",
    "settles_row": "It settles row {row}: {box}.",
    "leaves_open": "In row {row} {box} stays open.",
    # Nyet!: sides
    "plays_alone": "You stand alone.",
    "makes_pair": "You play as a pair.",
    "makes_trio": "You play as a trio.",
    "partner_told": "Of the vetoes in row {row} {seat} made {boxes}, and nobody on the other side more.",
    "partners_with": "{seat} plays with you.",
    "takes_bonus": "You take the bonus card.",
    "gives_bonus": "The bonus card goes to {seat}.",
    # Nyet!: giving cards away
    "makes_void": "That is all the {colour} you have.",
    "keeps_trumps": "You keep all your trumps ({trumps}).",
    "saves_loot": "A partner is ahead, to whom {card} may go without being loot.",
    "passes_to_partner": "What you pass goes to {seat}, a partner.",
    "passes_to_opponent": "What you pass goes to {seat}, an opponent.",
    "keeps_card": "You keep {card}.",
    # Nyet!: tricks
    "cashes_winner": "No opponent can beat {card}.",
    "draws_trumps": "It may draw trumps, {colour}, from opponents.",
    "leads_partners_void": "{seat}, your partner, has no {colour} left.",
    "leads_low": "Trumps aside, {card} is your lowest of that colour.",
    "leads_top": "No card of its suit that is still out beats {card}; a trump or a supertrump may.",
    "captures_loot": "It puts you ahead, with loot in the trick: {cards}.",
    "ruffs": "You have no {colour}, and this trump puts you ahead.",
    "overtakes": "It beats {seat}, who is ahead.",
    "takes_last": "You play last: the trick is yours.",
    "ducks": "Another card would beat {seat}; this one does not.",
    "leaves_to_partner": "{seat}, your partner, is ahead. Let it be.",
    "cannot_win": "No card that you may play takes this trick.",
    "plays_low": "Of that colour {card} is the lowest you may play.",
    "dumps_high": "Tricks cost points here, and without taking one you are rid of your highest of a colour: {card}.",
    "dumps_loot": "Loot costs points here, and an opponent is ahead, to whom {card} may go as loot.",
    # Nope!
    "draws_instead": "You could play {cards}, but you need not.",
    "plays_action_alone": "{card} alone is enough, where a set would cost {saves} more.",
    "passes_demand": "The demand, {count} {colours}, goes on to the next player.",
    "will_name": "Then you can name {seat}: {count} {colour}.",
    "hits_next": "{seat} is next and can likely lay {count} ({percent} percent).",
    "may_knock_out": "{seat} is next with only {cards} in hand, and may have to lay everything ({percent} percent).",
    "cannot_come_back": "Should {count} {colours} come round to you, your cards make no such set.",
    "sheds_joker": "A joker is called up by every colour: good to be rid of it.",
    "saves_action": "You keep {card} for later.",
    "keeps_single_colours": "You keep your cards of a single colour ({count}).",
    "keeps_cards": "You keep {count} in hand.",
    "leaves_demand": "The next player faces {count} {colours}.",
    "names_largest": "No other opponent has more cards than {seat}: {cards}.",
    "names_player": "{seat} has {cards}.",
    "demands": "It asks for {count} {colours}.",
}
VARIANTS: Final[dict[tuple[str, str], str]] = {  # by code, and by the situation or a parameter
    (
        "keeps_colour",
        "super",
    ): "In row super {colour} stays open, and you have no more lowest cards in any other open colour.",
    ("saves_loot", "discard"): "Out of the round, {card} can be nobody's loot.",
    ("saves_loot", "pass"): "Your side keeps {card}.",
    ("overtakes", "costs"): "It goes above {seat}, who is ahead so far.",
    ("takes_last", "costs"): "You play last, and the trick, which costs points, goes to you.",
    ("ruffs", "costs"): "You have no {colour}, and this trump goes above the others.",
    ("dumps_high", "discard"): "Tricks cost points here, and you are rid of your highest of a colour: {card}.",
    ("dumps_high", "pass"): "Tricks cost points here, and you are rid of your highest of a colour: {card}.",
    ("hits_next", "very likely"): "{seat} is next and can very likely lay {count} ({percent} percent).",
    ("hits_next", "surely"): "{seat} is next and can as good as surely lay {count}.",
}
EMPTY: Final = ("denies_discard", "keeps_cards", "demands")  # they only say what the move says itself
MERGED: Final = ("card", "colour")
VERY_LIKELY: Final = 90


def put_in_words(why: Why, reveal: Reveal, situation: Iterable[str] = ()) -> str:
    """The sentence for a reason; without one, its code and parameters."""
    sentence = _choose_sentence(why, situation)
    if sentence is None or not parameters(sentence) <= why.params.keys():
        facts = ", ".join(f"{key} {reveal(key, value)}" for key, value in why.params.items())
        return why.code.replace("_", " ").capitalize() + (f" ({facts})." if facts else ".")
    text = sentence.format(**{key: reveal(key, value) for key, value in why.params.items()})
    return text if sentence.startswith("{card}") else text[0].upper() + text[1:]  # pick:R is written small


def _choose_sentence(why: Why, situation: Iterable[str]) -> str | None:
    tags = [*situation, *(value for value in why.params.values() if isinstance(value, str))]
    percent = why.params.get("percent")
    if isinstance(percent, int) and percent >= VERY_LIKELY:
        tags.append("surely" if percent == 100 else "very likely")
    found = [VARIANTS[why.code, tag] for tag in tags if (why.code, tag) in VARIANTS]
    return found[0] if found else SENTENCES.get(why.code)


def parameters(sentence: str) -> set[str]:
    """The parameters that a sentence speaks of."""
    return {name for _, name, _, _ in Formatter().parse(sentence) if name}


def list_reasons(reasons: Iterable[Why], reveal: Reveal, situation: Sequence[str] = ()) -> list[str]:
    """The sentences for several reasons: none twice, and none that is empty while another is there."""
    whys = _merge(reasons)
    telling = [why for why in whys if why.code not in EMPTY]
    return list(dict.fromkeys(put_in_words(why, reveal, situation) for why in telling or whys))


def _merge(reasons: Iterable[Why]) -> list[Why]:
    """Reasons that speak of several cards or colours in turn become one that speaks of all."""
    merged: dict[tuple[str, str], Why] = {}
    for why in reasons:
        (key, *others) = why.params or ("",)
        if others or key not in MERGED:
            merged[why.code, repr(why.params)] = why
        elif (why.code, key) in merged:
            before = merged[why.code, key].params[key]
            both = [*(before if isinstance(before, list) else [before]), why.params[key]]
            merged[why.code, key] = Why(why.code, {key: both})
        else:
            merged[why.code, key] = why
    return list(merged.values())
