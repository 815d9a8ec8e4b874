"""Every phase of both games on the guest's page, one after the other, with people in all seats.

Each scene is yielded by its name as soon as the page shows it; whoever asked looks at it, at any size, and goes on.
"""

from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

from tests.browser.browsing import Guest
from tests.browser.company import Chair, Choice, Company, company
from tests.browser.dealing import for_many_cards, grow

LAST_ROUND = {"end": {"target": 1}}
STILL: dict[str, Any] = {"trickSeconds": 0, "speed": "none"}  # a trick stays until somebody takes it away
Scenes = Iterator[str]


def show(table: Company) -> None:
    """The page, loaded anew, as far as the table is."""
    page = table.guest.page
    page.goto(f"/t/{table.id}")
    page.locator(f"#main [data-phase='{table.view['phase']}']").wait_for()


def keeping(rng: Random, **boxes: str) -> Choice:
    """Vetoes that leave these boxes open, and otherwise anything; low cards are played early, for the loot."""

    def choose(seat: int, chair: Chair) -> str:
        moves = chair.legal
        if chair.view["phase"] == "veto":
            moves = [move for move in moves if boxes.get(move.split()[1]) != move.split()[2]] or moves
        elif chair.view["phase"] == "play":
            moves = [move for move in moves if move[6:] in ("0", "1")] or moves
        return rng.choice(moves)

    return choose


def nyet_scenes(guest: Guest, rng: Random, first: str, discard: str) -> Scenes:
    """A round with five at the table: who plays first and what is discarded is as wanted."""
    choose = keeping(rng, first=first, discard=discard, points="3")
    wanted: dict[str, Any] = {"game": "nyet", "edition": "iello-2015", "options": LAST_ROUND}
    with company(guest, 5, **wanted) as table:
        seen: set[str] = set()
        while table.view["phase"] != "over":
            if last_card(table):
                yield from a_trick(table, choose, seen)
                continue
            name = nyet_name(table)
            if name not in seen:
                seen.add(name)
                show(table)
                yield name
            table.step(choose)


def nyet_name(table: Company) -> str:
    """What the guest's page shows, in a word or two."""
    view = table.view
    own = "own" if 0 in view["to_act"] else "other"
    if view["phase"] == "veto":
        return f"veto-{own}-{'late' if len(view['vetoes']) > 12 else 'early'}"
    if view["phase"] == "discard":
        return f"{'pass' if view['terms']['discard']['passed_to'] else 'discard'}-{own}"
    if view["phase"] == "play":
        return f"play-{own}-{'last' if len(view['hand']) < 4 else 'begin'}"
    return f"{view['phase']}-{own}"


def last_card(table: Company) -> bool:
    view = table.view
    return view["phase"] == "play" and len(view["trick"]) == len(table.chairs) - 1


def a_trick(table: Company, choose: Choice, seen: set[str]) -> Scenes:
    """The last card of a trick falls: it lies still, then loses its loot; after the last one the round is counted."""
    page = table.guest.page
    ends = sum(table.view["hand_sizes"]) == 1
    if not ends and seen >= {"trick", "loot"}:
        table.step(choose)
        return
    show(table)
    table.step(choose)
    page.locator("#main [data-phase='play'] .place.filled").nth(4).wait_for(state="attached")
    trick = table.view["rounds"][-1]["last_trick"] if ends else table.view["taken"][-1]
    for name in ["trick", *(["loot"] if trick["loot"] else [])]:
        if name not in seen:
            seen.add(name)
            if name == "loot":
                page.locator(".plus").wait_for()
            yield name
    page.keyboard.press("Escape")
    if not ends:
        return
    page.locator("#main [data-phase='ended']").wait_for()
    yield "ended"
    page.locator("#main .button.main").first.click()
    page.get_by_role("heading", level=1).wait_for()
    yield "final"


def nope_scenes(guest: Guest, rng: Random) -> Scenes:
    """Games of Nope! until each scene was there."""
    missing = NOPE_SCENES - {"over", "final"}
    for _ in range(100):
        with company(guest, 4, game="nope") as table:
            while table.view["phase"] != "over" and missing:
                name = nope_name(table)
                if name in missing:
                    missing.discard(name)
                    show(table)
                    yield name
                table.step(nope_choice(rng))
            if not missing:
                yield from nope_end(table, rng)
                return
    raise AssertionError(f"never seen: {missing}")


def many_cards(guest: Guest, data: Path) -> Scenes:
    """Two draw two: by the right deal a hand grows beyond one row."""
    with company(guest, 2, partial(for_many_cards, data), game="nope") as table:
        while nope_name(table) != MANY:
            table.step(lambda seat, chair: grow(seat, chair.view["phase"], chair.legal))
        show(table)
        yield MANY


def nope_end(table: Company, rng: Random) -> Scenes:
    """The end, as the table shows it, and the standing."""
    while table.view["phase"] != "over":
        table.step(nope_choice(rng))
    show_end(table)
    yield "over"
    table.guest.page.locator("#main .button.main").first.click()
    table.guest.page.get_by_role("heading", level=1).wait_for()
    yield "final"


def show_end(table: Company) -> None:
    """A game that is over begins with its standing; the way back to the table is a button."""
    page = table.guest.page
    page.goto(f"/t/{table.id}")
    page.get_by_role("heading", level=1).wait_for()
    page.locator("#main .buttons button.button:not(.main)").first.click()
    page.locator("#main [data-phase='over']").wait_for()


def nope_choice(rng: Random) -> Choice:
    """Anything, but a selection alone where there is one: it brings the steps of naming."""

    def choose(seat: int, chair: Chair) -> str:
        picks = [move for move in chair.legal if move.startswith("discard pick:") and move.count(" ") == 1]
        return rng.choice(picks or chair.legal)

    return choose


NOPE_SCENES = {
    "turn-own-options",
    "turn-own-nothing",
    "turn-own",
    "turn-other",
    "turn-nopes",
    "name-own",
    "name-other",
    "drawn-own",
    "out",
    "over",
    "final",
}
MANY = "many"


def nope_name(table: Company) -> str:
    """What the guest's page shows, in a word or two."""
    view = table.view
    own = 0 in view["to_act"]
    if 0 in view["out"]:
        return "out"
    if len(view["hand"]) > 9:
        return MANY
    if view["phase"] != "turn":
        return f"{view['phase']}-{'own' if own else 'other'}"
    if nopes(view) > 1:
        return "turn-nopes"
    if not own:
        return "turn-other"
    if not view["can_make_set"]:
        return "turn-own-nothing"
    singles = {move for move in table.own.legal if move.count(" ") == 1}
    return "turn-own-options" if view["demand"]["count"] > 1 and singles else "turn-own"


def nopes(view: dict[str, Any]) -> int:
    """How many have said "Nope!" to this demand."""
    said = 0
    for event in reversed(view["history"]):
        if event["kind"] in ("laid", "named", "turned"):
            break
        said += event["kind"] == "nope"
    return said


def all_scenes(guest: Guest, seed: str, data: Path) -> Iterator[tuple[str, str]]:
    """Game and scene, for every phase of both games; `data` is the folder of the server."""
    rng = Random(seed)
    made: list[tuple[str, Callable[[], Scenes]]] = [
        ("nyet", lambda: nyet_scenes(guest, rng, "bear", "one-not-low")),
        ("nyet", lambda: nyet_scenes(guest, rng, "wolf", "pass-left")),
        ("nope", lambda: nope_scenes(guest, rng)),
        ("nope", lambda: many_cards(guest, data)),
    ]
    seen: set[tuple[str, str]] = set()
    for game, scenes in made:
        for scene in scenes():
            if (game, scene) not in seen:
                seen.add((game, scene))
                yield game, scene
