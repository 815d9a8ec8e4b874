"""The fields of a view as clients get them: what everybody sees, and what one seat sees."""

from typing import Any, Final

from naysay.game import AnyGame, Seat

ONCE: Final = "setup"  # said with the table: it does not change with the moves
TURNS: Final = "to_act"  # in the view of every game, so that a client can say whose turn it is


def public_part(game: AnyGame, state: Any) -> dict[str, Any]:
    """What everybody sees."""
    public = game.public(state) or {TURNS: game.to_act(state)}
    public.pop(ONCE, None)
    return public


def own_part(game: AnyGame, state: Any, seat: Seat | None) -> dict[str, Any]:
    """What a seat alone sees, or a spectator (None)."""
    own = game.own(state, seat)
    own.pop(TURNS, None)
    own.pop(ONCE, None)
    return own
