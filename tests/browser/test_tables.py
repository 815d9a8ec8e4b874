"""People at one table: sitting down, seeing the same, losing the line, asking why, being told."""

import re
from pathlib import Path
from random import Random
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.browsing import Guest
from tests.browser.conftest import Visit
from tests.browser.looking import violations
from tests.browser.player import NyetPlayer
from tests.support.servers import served

pytestmark = pytest.mark.slow
FAST: dict[str, Any] = {"speed": "none"}


def open_table(host: Guest, players: int, **options: object) -> str:
    """A table with free seats, its host in the first."""
    wanted = {"game": "nyet", "players": players, "pace": 0, **options}
    answer = host.context.request.post(f"{host.url}/api/tables", data=wanted)
    assert answer.ok, answer.text()
    id = str(answer.json()["id"])
    host.page.goto(f"/t/{id}")
    host.page.get_by_role("button", name="Sit in seat 1").click()
    return id


def standing(page: Page) -> str:
    return re.sub(r"Guest \d", "", page.get_by_role("list", name="Final standing").inner_text())


def begun(page: Page) -> None:
    expect(page.get_by_role("group", name="The veto board")).to_be_visible()


def own_veto(page: Page) -> None:
    expect(page.get_by_text("Your veto.").last).to_be_visible()


def test_two_people_meet_by_a_link_and_talk(visit: Visit) -> None:
    ada, ben = visit(), visit(size="390x844")
    ada.arrive("Ada")
    ada.page.goto("/")
    ada.page.get_by_role("button", name="Invite friends").click()
    ada.page.wait_for_url("**/t/*")
    link = ada.page.get_by_label("Pass this link on").input_value()
    expect(ada.page.get_by_role("img", name="Code with the link to this table")).to_be_visible()

    ben.page.goto(link)
    ben.page.get_by_label("Your name").fill("Ben")
    ben.page.get_by_role("button", name="Enter").click()
    ben.page.get_by_role("button", name="Sit in seat 2").click()
    expect(ada.page.get_by_text("Ben", exact=True)).to_be_visible()
    ada.page.get_by_role("button", name="Fill with bots and start").click()
    for guest in (ada, ben):
        begun(guest.page)
    ben.page.keyboard.press("c")
    ben.page.get_by_label("Write something").fill("Nyet to everything")
    ben.page.keyboard.press("Enter")
    ada.page.get_by_role("button", name="Chat, 1 new line").click()
    expect(ada.page.get_by_role("list", name="Chat")).to_contain_text("Nyet to everything")


def test_four_people_play_a_game(visit: Visit) -> None:
    guests = [visit(size=size, **FAST) for size in ("1280x800", "390x844", "844x390", "768x1024")]
    for number, guest in enumerate(guests):
        guest.arrive(f"Guest {number + 1}")
    id = open_table(guests[0], 4, options={"end": {"target": 1}})
    for seat, guest in enumerate(guests[1:], start=2):
        guest.page.goto(f"/t/{id}")
        guest.page.get_by_role("button", name=f"Sit in seat {seat}").click()
    guests[0].page.get_by_role("button", name="Start the game").click()
    players = [NyetPlayer(guest.page, Random(f"four {seat}")) for seat, guest in enumerate(guests)]
    over: set[int] = set()
    for _ in range(3000):
        for seat, player in enumerate(players):
            if seat not in over and player.step() == "over":
                over.add(seat)
        if len(over) == 4:
            break
    assert len(over) == 4
    scores = {tuple(re.findall(r"−?\d+", standing(guest.page))) for guest in guests}
    assert len(scores) == 1, "all see the same result"


def test_reload_offline_and_a_second_tab(visit: Visit) -> None:
    guest = visit(**FAST)
    guest.arrive("Ada")
    guest.quick(game="nyet", players=3)
    own_veto(guest.page)
    hand = guest.page.get_by_role("group", name="Your hand").inner_html()
    guest.page.reload()
    own_veto(guest.page)
    assert guest.page.get_by_role("group", name="Your hand").inner_html() == hand

    second = guest.new_page()
    second.goto(guest.page.url)
    own_veto(second)
    guest.context.set_offline(True)
    guest.context.set_offline(False)
    player = NyetPlayer(guest.page, Random("tab"))
    while player.step() != "veto":
        guest.page.wait_for_timeout(20)
    expect(second.get_by_role("button", name=re.compile("covered by you")).first).to_be_visible(timeout=2000)


def test_nothing_is_clicked_twice_into_the_game(visit: Visit) -> None:
    guest = visit(**FAST)
    guest.arrive("Ada")
    id = guest.quick(game="nyet", players=3)
    own_veto(guest.page)
    board = guest.page.get_by_role("group", name="The veto board")
    board.get_by_role("button", name=re.compile(", open$"), disabled=False).first.click()
    guest.page.get_by_role("button", name=re.compile("^Nyet! to")).dblclick()
    expect(guest.page.get_by_role("button", name=re.compile("covered by you")).first).to_be_visible()
    history = guest.context.request.get(f"{guest.url}/api/tables/{id}/history").json()
    mine = [entry for entry in history["entries"] if entry["kind"] == "acted" and entry["seat"] == 0]
    assert len(mine) == 1


def test_the_server_restarts_in_the_middle(browser: Browser, tmp_path: Path) -> None:
    with served(tmp_path / "data") as server:
        guest = Guest(browser, server.url, **FAST)
        guest.arrive("Ada")
        guest.quick(game="nyet", players=2)
        own_veto(guest.page)
        server.stop()
        expect(guest.page.get_by_text("Reconnecting …")).to_be_visible()
        assert violations(guest.page) == []
        server.start()
        expect(guest.page.get_by_text("Reconnecting …")).to_be_hidden(timeout=6000)
        player = NyetPlayer(guest.page, Random("restart"))
        for _ in range(200):
            if player.step() == "veto":
                break
        expect(guest.page.get_by_role("button", name=re.compile("covered by you")).first).to_be_visible()
        guest.close()


def test_why_not_with_the_rule(visit: Visit) -> None:
    guest = visit(**FAST)
    guest.arrive("Ada")
    guest.quick(game="nyet", players=4)
    player = NyetPlayer(guest.page, Random("why"))
    blocked = player.hand().get_by_role("button", name=re.compile("cannot be played now"))
    for _ in range(2000):
        if player.read().find("Your turn.") >= 0 and "Follow" in player.read() and blocked.count():
            break
        player.step()
    blocked.first.click(position={"x": 10, "y": 16}, force=True)  # it says that it is disabled, and tells why
    alert = guest.page.get_by_role("alert")
    expect(alert).to_contain_text(re.compile(r"(was led, and you have|is a low card)"))
    expect(alert.get_by_role("link", name=re.compile(r"Rule \d+\.\d+"))).to_have_attribute(
        "href", re.compile(r"/rules/nyet#r\d+-\d+")
    )


def test_a_hint_has_its_reasons(visit: Visit) -> None:
    guest = visit(**FAST)
    guest.arrive("Ada")
    guest.quick(game="nyet", players=5)
    own_veto(guest.page)
    guest.page.keyboard.press("h")
    sheet = guest.page.get_by_role("dialog", name="What a bot would do")
    expect(sheet.get_by_text(re.compile("^Nyet! to ")).first).to_be_visible()
    expect(sheet.get_by_text(re.compile(r"^\S.*\.$")).first).to_be_visible()
    assert violations(guest.page) == []
    guest.page.keyboard.press("Escape")
    expect(sheet).to_be_hidden()


def test_what_happens_is_announced_in_sentences(visit: Visit) -> None:
    guest = visit(**FAST)
    guest.arrive("Ada")
    guest.quick(game="nyet", players=2)
    own_veto(guest.page)
    said = guest.page.locator("#main [role=status]")
    board = guest.page.get_by_role("group", name="The veto board")
    guest.page.evaluate(
        """() => {
          window.said = [];
          const status = document.querySelector("#main [role=status]");
          new MutationObserver(() => window.said.push(status.textContent))
            .observe(status, { childList: true, characterData: true, subtree: true });
        }"""
    )
    board.get_by_role("button", name="A trick is worth 1, open").click()
    guest.page.get_by_role("button", name="Nyet! to 1 points").or_(
        guest.page.get_by_role("button", name=re.compile("^Nyet! to 1 point"))
    ).first.click()
    for sentence in ("You say Nyet! to 1 points?\\.", "Mira says Nyet! to .+\\."):
        guest.page.wait_for_function("sentence => new RegExp(sentence).test(window.said.join(' '))", arg=sentence)
    expect(said).to_contain_text("Your veto. Cover one box: what it says will not happen.")


def test_who_goes_and_comes_is_announced(visit: Visit) -> None:
    ada, ben = visit(**FAST), visit(**FAST)
    ada.arrive("Ada")
    ben.arrive("Ben")
    id = open_table(ada, 2, grace=5)
    said = ada.page.locator(".table > [role=status]")
    ben.page.goto(f"/t/{id}")
    ben.page.get_by_role("button", name="Sit in seat 2").click()
    expect(said).to_have_text("Ben sits in seat 2.")
    ada.page.get_by_role("button", name="Start the game").click()
    begun(ada.page)
    ben.page.goto("/settings")
    expect(said).to_have_text("Ben is not here.")
    expect(said).to_have_text("A bot plays for Ben.", timeout=30_000)
    ben.page.goto(f"/t/{id}")
    expect(said).to_have_text("Ben plays again.")


def test_all_tricks_of_the_last_round_after_a_reload(visit: Visit) -> None:
    guest = visit(**FAST)
    guest.arrive("Ada")
    guest.quick(game="nyet", players=2, edition="amigo-2007", options={"end": {"target": 1}})
    player = NyetPlayer(guest.page, Random("reload"))
    player.play_to_the_end()
    guest.page.reload()
    guest.page.get_by_role("button", name="Look at the table").click()
    guest.page.get_by_role("button", name="Last trick").click()
    sheet = guest.page.get_by_role("dialog", name="Last trick")
    number = re.compile(r"Trick (\d+) of (\d+)")
    last = number.search(sheet.inner_text())
    assert last
    assert last[1] == last[2]
    for trick in range(int(last[2]) - 1, 0, -1):
        sheet.get_by_role("button", name="Earlier trick").click()
        expect(sheet.get_by_text(f"Trick {trick} of {last[2]}")).to_be_visible()
        expect(sheet.get_by_role("listitem")).to_have_count(2)
    expect(sheet.get_by_text("not seen here")).to_have_count(0)


def test_cards_arrive_once(visit: Visit) -> None:
    """Motion shows what changed: a card that lies where it lay does not fly there again."""
    guest = visit(motion="no-preference", trickSeconds=1, speed="fast")
    guest.arrive("Ada")
    guest.context.add_init_script(
        """window.flown = 0;
        const animate = Element.prototype.animate;
        Element.prototype.animate = function (...given) { window.flown += 1; return animate.apply(this, given); };"""
    )
    guest.quick(game="nyet", players=3)
    player = NyetPlayer(guest.page, Random("motion"))
    while "play" not in player.did:
        player.step()
    guest.page.evaluate("window.flown = 0")
    for _ in range(2000):
        if player.step() is None:
            guest.page.wait_for_timeout(15)
        if player.did.count("play") == 5:
            break
    flown = guest.page.evaluate("window.flown")
    assert 0 < flown <= 5 * 3, "each card of a trick comes from its player, once"
