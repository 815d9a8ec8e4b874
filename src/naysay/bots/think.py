"""How long a bot may think about one move."""

from dataclasses import dataclass

from naysay.game import quote


@dataclass(frozen=True, slots=True)
class Think:
    """Seconds on one core, or a number of nodes: then no clock is read, and the same seed gives the same move."""

    seconds: float = 1.0
    nodes: int | None = None

    @classmethod
    def read(cls, text: str) -> "Think":
        """As it is written behind a bot's name: seconds, or nodes with an n.

        >>> Think.read("0.2"), Think.read("500n")
        (Think(seconds=0.2, nodes=None), Think(seconds=1.0, nodes=500))
        """
        try:
            think = cls(nodes=int(text[:-1])) if text.endswith("n") else cls(seconds=float(text))
        except ValueError:
            think = None
        if think is None or not 0 < think.seconds <= 3600 or (think.nodes is not None and think.nodes < 1):
            raise ValueError(f"not a time to think: {quote(text)}; write seconds (0.2) or nodes (500n)")
        return think
