"""Who plays which character: what people chose when they took their seats, and what that leaves for the others.

A game has characters if it offers an option of the kind `names`. What nobody chose is handed out as the option says,
and where that is somebody's choice already, in the order of its words.
"""

from typing import Any

from naysay.game import Option, Seat, quote
from naysay.server.errors import Refused
from naysay.server.table.state import TableState


def check_choice(state: TableState, seat: Seat, character: str | None) -> None:
    """Refuse a character that cannot be chosen for this seat; None is no choice."""
    option = state.terms.characters
    if character is None:
        return
    if option is None:
        raise Refused("no_such_character", f"nobody chooses a character in {state.game.title}")
    if character not in option.words:
        known = ", ".join(option.words)
        raise Refused(
            "no_such_character", f"there is no {quote(character)}; there is {known}", {"characters": option.words}
        )
    if state.stage != "open":
        raise Refused("begun", "characters are chosen before the start")
    for other, chair in enumerate(state.chairs):
        if other != seat and chair.character == character:
            raise Refused("character_taken", f"seat {other} plays the {character}", {"character": character})


def handed_out(state: TableState) -> tuple[str, ...]:
    """The character of each seat as things stand; none in a game without."""
    option = state.terms.characters
    if option is None:
        return ()
    return tuple(option.value) if state.game_state is not None else _hand_out(state, option)


def agreed_options(state: TableState) -> dict[str, Any] | None:
    """The table's options with the characters that people chose; None if that changes nothing."""
    option = state.terms.characters
    if option is None:
        return None
    characters = list(handed_out(state))
    if characters == option.value:
        return None
    others = {key: value for key, value in state.made.options.items() if key != option.id}
    return others if characters == option.default else {**others, option.id: characters}


def _hand_out(state: TableState, option: Option) -> tuple[str, ...]:
    taken = {chair.character for chair in state.chairs}
    usual = [  #
        chair.character or (None if own in taken else own)
        for chair, own in zip(state.chairs, option.value, strict=True)
    ]
    left = iter([word for word in option.words if word not in usual])
    return tuple([character or next(left) for character in usual])
