"""Naysay: card games that say no, as rules, notation, records, bots and an arena.

What most programs need is here; each name is loaded when it is first used.

>>> import naysay
>>> game = naysay.find("nope")
>>> bots = [naysay.find_bot("steady", "nope"), naysay.find_bot("random", "nope")]
>>> played = naysay.play(game, game.setup(players=2, dealer=0), bots, ["Ann", "Ben"], naysay.Deal.of(7))
>>> *_, last = naysay.replay(naysay.read(naysay.write(played)))
>>> game.result(last) == played.result
True
"""

TYPE_CHECKING = False  # as in `typing`, which would take longer to import than everything here
if TYPE_CHECKING:
    from naysay.bots.registry import find as find_bot
    from naysay.game import Game, IllegalMove
    from naysay.games import find
    from naysay.games import read_record as read
    from naysay.match import Deal, Match, play
    from naysay.record import Record, RecordError, replay, write

__all__ = [
    "Deal",
    "Game",
    "IllegalMove",
    "Match",
    "Record",
    "RecordError",
    "find",
    "find_bot",
    "play",
    "read",
    "replay",
    "write",
]

_PLACES = {  # name → module, and its name there
    "Deal": ("naysay.match", "Deal"),
    "Game": ("naysay.game", "Game"),
    "IllegalMove": ("naysay.game", "IllegalMove"),
    "Match": ("naysay.match", "Match"),
    "Record": ("naysay.record", "Record"),
    "RecordError": ("naysay.record", "RecordError"),
    "find": ("naysay.games", "find"),
    "find_bot": ("naysay.bots.registry", "find"),
    "play": ("naysay.match", "play"),
    "read": ("naysay.games", "read_record"),
    "replay": ("naysay.record", "replay"),
    "write": ("naysay.record", "write"),
}


def __getattr__(name: str) -> object:
    if name not in _PLACES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import import_module

    module, attribute = _PLACES[name]
    return getattr(import_module(module), attribute)


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
