"""A request that is not granted, and why: a stable code for clients, a sentence for people."""

from collections.abc import Mapping
from typing import Any

from naysay.game import Reason


class Refused(Exception):
    """Not possible, or not allowed. `rule` is the number of the rule that forbids a move."""

    def __init__(
        self, code: str, detail: str, params: Mapping[str, Any] | None = None, rule: str | None = None
    ) -> None:
        super().__init__(f"{code}: {detail}")
        self.code = code
        self.detail = detail
        self.params = dict(params or {})
        self.rule = rule

    @staticmethod
    def by_rule(reason: Reason) -> "Refused":
        """What the rules of the game forbid."""
        return Refused(reason.code, reason.detail, reason.params, reason.rule)
