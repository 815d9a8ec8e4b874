"""What a hint tells of a move: always its score and reasons; what it expects only where the bot has worked it out."""

import json

from naysay.server import wire


def told(*more: float) -> dict[str, object]:
    candidate = wire.CandidateInfo("play R7", 1.5, (wire.WhyInfo("only_move", {}),), *more)
    found: dict[str, object] = json.loads(wire.encode(wire.Hinted("1", 4, "steady", (candidate,))))["candidates"][0]
    return found


def test_only_what_is_known() -> None:
    assert told() == {"move": "play R7", "score": 1.5, "why": [{"code": "only_move", "params": {}}]}
    assert told(12.25, 0.5, 0.75) == {**told(), "expected": 12.25, "error": 0.5, "takes": 0.75}
