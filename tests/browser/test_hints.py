"""Every sign is right: hints ring what they mean and play it, marks have one meaning, winners are the winners."""

import re
from collections.abc import Callable
from random import Random
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.company import Chair, Company, company
from tests.browser.conftest import Visit
from tests.browser.looking import violations
from tests.browser.staging import STILL, keeping, show

pytestmark = pytest.mark.slow
LAST_ROUND = {"end": {"target": 1}}


def ask(page: Page) -> str:
    """Ask for a hint by keyboard; gives the best move."""
    page.keyboard.press("h")
    best = page.locator("[data-hint]").first
    best.wait_for(timeout=60_000)
    return best.get_attribute("data-hint") or ""


def rings(page: Page, move: str) -> int:
    """How many things on the table a hint points at."""
    verb = move.split()[0]
    if verb == "veto":
        return page.locator(f'[data-box="{move[5:]}"].hinted').count()
    return page.locator("#main .hinted, dialog .who.hinted, dialog .colour.hinted, dialog .big.hinted").count()


def wanted_rings(move: str) -> int:
    verb, *rest = move.split()
    if verb == "team":
        return len(rest[: rest.index("bonus")] if "bonus" in rest else rest)
    return {"veto": 1, "play": 1, "draw": 1, "name": 3}.get(verb, len(rest))


def take_a_hint(table: Company, rank: int, how: Callable[[Page, str], None]) -> str:
    """Ask, look at what is ringed, and let `how` choose one of the moves; gives it."""
    page, own = table.guest.page, table.own
    show(table)
    best = ask(page)
    assert best in own.legal
    if not best.startswith("team"):
        assert rings(page, best) == wanted_rings(best), best
    moves = [one.get_attribute("data-hint") or "" for one in page.locator("[data-hint]").all()]
    assert set(moves) <= set(own.legal)
    move = moves[min(rank, len(moves) - 1)]
    before = own.seq
    how(page, move)
    table.agree(before + 1)
    expect(page.get_by_role("dialog", name="What a bot would do")).to_be_hidden()
    return move


def by_finger(page: Page, move: str) -> None:
    page.locator(f'[data-hint="{move}"]').click()


def by_keyboard(page: Page, move: str) -> None:
    page.locator(f'[data-hint="{move}"]').focus()
    assert rings(page, move) == wanted_rings(move), "what is looked at is ringed"
    page.keyboard.press("Enter")


def play_by_hints(table: Company, choose: Callable[[int, Chair], str], enough: set[str], most: int) -> set[str]:
    """Go on until hints of all these kinds were taken."""
    seen: set[str] = set()
    for step in range(most):
        if enough <= seen or table.view["phase"] == "over":
            break
        kind = next((move.split()[0] for move in table.own.legal), "")
        if kind and kind not in seen and len(table.own.legal) > 1:
            seen.add(take_a_hint(table, step % 2, (by_finger, by_keyboard)[step % 2]).split()[0])
        else:
            table.step(choose)
    return seen


def test_hints_are_played_in_every_phase_of_nyet(visit: Visit) -> None:
    guest = visit(**STILL)
    guest.arrive("Ada")
    choose = keeping(Random(1), first="bear", discard="one-not-low", points="3")
    with company(guest, 5, game="nyet", edition="iello-2015", options=LAST_ROUND) as table:
        kinds = {"veto", "team", "discard", "play"}
        assert play_by_hints(table, choose, kinds, 60) >= {"veto", "discard", "play"}


def test_hints_are_played_in_nope(visit: Visit) -> None:
    guest = visit(size="390x844", **STILL)
    guest.arrive("Ada")
    rng = Random(4)
    with company(guest, 3, game="nope") as table:

        def choose(seat: int, chair: Chair) -> str:
            picks = [move for move in chair.legal if move.startswith("discard pick")]
            return rng.choice(picks or chair.legal)

        assert "discard" in play_by_hints(table, choose, {"discard", "name", "draw"}, 120)


def test_a_hint_is_asked_for_once_and_clicked_once(visit: Visit) -> None:
    """Thinking is not cheap; and the second half of a double click was not meant for the table."""
    guest = visit()
    guest.arrive("Ada")
    asked: set[str] = set()  # what is sent again over another line is the same
    guest.page.on("websocket", lambda socket: socket.on("framesent", lambda frame: asked.add(str(frame))))
    guest.quick(game="nyet", players=4)
    page, sheet = guest.page, guest.page.get_by_role("dialog", name="What a bot would do")
    expect(page.get_by_text("Your veto.").last).to_be_visible(timeout=30_000)
    for _ in range(3):
        page.keyboard.press("h")
        expect(sheet).to_be_visible()
        page.keyboard.press("Escape")
        expect(sheet).to_be_hidden()
    best = ask(page)
    assert len([text for text in asked if '"hint"' in text]) == 1
    page.evaluate("window.clicks = []; addEventListener('click', (event) => window.clicks.push(event.detail))")
    page.locator(f'[data-hint="{best}"]').dblclick()
    expect(sheet).to_be_hidden()
    assert page.evaluate("window.clicks") == [1]
    assert len([text for text in asked if '"move"' in text]) == 1


def test_a_hint_says_lead_and_side(visit: Visit) -> None:
    """By search where it is compiled already; else by rules of thumb, which know no points."""
    guest = visit()
    guest.arrive("Ada")
    guest.quick(game="nyet", players=4)
    expect(guest.page.get_by_text("Your veto.").last).to_be_visible(timeout=30_000)
    ask(guest.page)
    values = guest.page.locator("[data-hint] .mute").all_inner_texts()
    assert all(re.search(r"lead [+−]?[\d.]+, [+−]?[\d.]+ ± [\d.]+ points for you|rated ", value) for value in values)
    told = [re.search(r"lead ([+−]?[\d.]+)", value) for value in values]
    leads = [float(lead[1].replace("−", "-")) for lead in told if lead]
    assert leads == sorted(leads, reverse=True)
    assert violations(guest.page) == []


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_marks_of_the_score_sheet_have_one_meaning(visit: Visit, players: int) -> None:
    guest = visit(**STILL)
    guest.arrive("Ada")
    choose = keeping(Random(players), points="3")
    with company(guest, players, game="nyet", edition="iello-2015", options=LAST_ROUND) as table:
        while sum(table.view["hand_sizes"]) != 1 or table.view["phase"] != "play":
            table.step(choose)
        show(table)
        table.step(choose)
        page = guest.page
        page.locator("#main .place.filled").nth(players - 1).wait_for(state="attached")
        page.keyboard.press("Escape")
        page.locator("#main [data-phase='ended']").wait_for()
        round = table.view["rounds"][0]
        sheet = page.get_by_role("group", name="Score sheet").last
        if not sheet.is_visible():
            page.get_by_role("radio", name="Score sheet").click()
        cells = sheet.locator("tbody .mark")
        for seat, side in enumerate(round["sides"]):
            assert ("round" in (cells.nth(seat).get_attribute("class") or "").split()) == (side == 0)
        expect(page.get_by_text("Pebbles: first player’s side")).to_be_visible()
        expect(page.get_by_text("Bricks: the others")).to_be_visible()
        sums = page.locator("[data-sum]").all_inner_texts()
        doubled = [re.sub(r"\s+", "", text) for text in sums if "×" in text]
        assert all(re.fullmatch(r"\(\d+\+\d+\)×2", text) for text in doubled), doubled
        assert len(doubled) == (round["bonus"] is not None)


def test_my_games_name_the_others_and_the_winners(visit: Visit) -> None:
    guest = visit()
    guest.arrive("Ada")
    rng = Random(2)
    wanted: dict[str, Any] = {"game": "nope", "options": {"max_turns": 4}}
    with company(guest, 3, **wanted) as table:
        while table.view["phase"] != "over":
            table.step(lambda seat, chair: rng.choice(chair.legal))
        winners = table.view["winners"]
        guest.page.goto("/games")
        names = ["You", "Ben", "Cleo"]
        told = [names[seat] for seat in winners]
        said = " and ".join([", ".join(told[:-1]), told[-1]]) if len(told) > 1 else told[0]
        row = guest.page.get_by_role("listitem").first
        expect(row.locator("strong")).to_have_text("Nope! with Ben and Cleo")
        expect(row).to_contain_text(f"{said} won")
        assert "Ada" not in row.inner_text()
        guest.page.goto(f"/t/{table.id}")
        expect(guest.page.locator("[data-winner]")).to_have_count(len(winners))


def test_each_edition_crowns_its_own_winners(visit: Visit) -> None:
    guest = visit()
    guest.arrive("Ada")
    rng = Random(3)
    characters = ("turquoise", "lilac", "green")
    with company(guest, 3, game="nyet", edition="amigo-2007", options=LAST_ROUND) as table:
        while table.view["phase"] != "over":
            table.step(lambda seat, chair: rng.choice(chair.legal))
        guest.page.goto(f"/t/{table.id}")
        totals = table.view["totals"]
        heads = guest.page.locator("[data-winner]")
        best = [characters[seat] for seat, total in enumerate(totals) if total == max(totals)]
        expect(heads).to_have_count(len(best))
        assert [head.get_attribute("data-winner") for head in heads.all()] == best
