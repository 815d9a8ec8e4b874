"""What a reason of a bot is: a code with parameters, a claim, the check of that claim, and an English sentence.

A reason is written as its check, a function of the view, the move and the parameters. The name of the function is the
code, its docstring is the claim, and the annotation of a parameter says what kind of thing it is.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from inspect import get_annotations
from string import Formatter
from typing import Annotated, Any, Concatenate, Generic, Literal, ParamSpec, TypeAlias, get_args

from naysay.bots.choice import Why
from naysay.game import Card, Seat

Kind: TypeAlias = Literal["seat", "card", "cards", "colour", "colours", "row", "box", "number", "hand size"]

SeatParam = Annotated[Seat, "seat"]
CardParam = Annotated[Card, "card"]
CardsParam = Annotated[Sequence[Card], "cards"]
ColourParam = Annotated[str, "colour"]
ColoursParam = Annotated[Sequence[str], "colours"]
RowParam = Annotated[str, "row"]
BoxParam = Annotated[str, "box"]
NumberParam = Annotated[int, "number"]
HandSizeParam = Annotated[int, "hand size"]

P = ParamSpec("P")


@dataclass(frozen=True, slots=True)
class Slot:
    """Where a sentence speaks of a parameter: as it is, in the singular or plural, or with words for each value."""

    parameter: str
    plural: tuple[str, str] | None = None
    cases: Mapping[str, str] | None = None


@dataclass(frozen=True)
class Reason(Generic[P]):
    """A reason; calling it with its parameters gives it for a move."""

    check: Callable[Concatenate[Any, Any, P], bool]
    english: str
    repeats_move: bool
    """Whether it only says what the move says itself."""

    def __call__(self, *positional: P.args, **params: P.kwargs) -> Why:
        assert not positional
        return Why(self.code, params)

    @cached_property
    def code(self) -> str:
        """What stands for it in messages; it never changes."""
        return self.check.__name__

    @cached_property
    def claim(self) -> str:
        """What it claims, in a sentence."""
        assert self.check.__doc__
        return " ".join(self.check.__doc__.split())

    @cached_property
    def parameters(self) -> dict[str, Kind]:
        """Its parameters, each with its kind."""
        _view, _move, *others = get_annotations(self.check).items()
        return {name: get_args(annotation)[1] for name, annotation in others if name != "return"}

    @cached_property
    def sentence(self) -> tuple[str | Slot, ...]:
        """Its English in parts: text, and slots for parameters."""
        return tuple(_read_sentence(self.english))

    def holds(self, view: Any, move: Any, params: Mapping[str, Any]) -> bool:
        """Whether it is true of a move."""
        check: Callable[..., bool] = self.check
        return check(view, move, **params)


def reason(
    english: str, *, repeats_move: bool = False
) -> Callable[[Callable[Concatenate[Any, Any, P], bool]], Reason[P]]:
    """Make a reason of its check.

    In the sentence `{card}` is a parameter, `{count:# card/# cards}` a number with its noun, and
    `{row:trump=as trump/super=as supertrump}` has words for each value.
    """
    return lambda check: Reason(check, english, repeats_move)


def collect(names: Mapping[str, object]) -> dict[str, Reason[...]]:
    """The reasons among the names of a module, by their codes."""
    return {one.code: one for one in names.values() if isinstance(one, Reason)}


def _read_sentence(english: str) -> list[str | Slot]:
    parts: list[str | Slot] = []
    for text, parameter, forms, _ in Formatter().parse(english):
        if text:
            parts.append(text)
        if parameter is None:
            continue
        if not forms:
            parts.append(Slot(parameter))
        elif "=" in forms:
            parts.append(Slot(parameter, cases=dict(case.split("=") for case in forms.split("/"))))
        else:
            one, other = forms.split("/")
            parts.append(Slot(parameter, plural=(one, other)))
    return parts
