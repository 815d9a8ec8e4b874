"""Signs that must be right: what is not there says so, the clock warns, marks stay in their places; 320 pixels do."""

import re
from random import Random

import pytest
from playwright.sync_api import Page, expect

from tests.browser.company import company
from tests.browser.conftest import Visit
from tests.browser.looking import elided, overflowing, resize
from tests.browser.staging import STILL, keeping, nope_choice, show

pytestmark = pytest.mark.slow
NARROW = (320, 640)
OUTSIDE = """() => [...document.querySelectorAll("#main .absent")].filter((mark) => {
  const [inner, outer] = [mark, mark.closest("[data-seat]")].map((one) => one.getBoundingClientRect());
  return inner.right > outer.right + 1 || inner.left < outer.left - 1 || inner.bottom > outer.bottom + 3;
}).length"""
COVERED = """() => {
  const flag = document.querySelector("#main .deal").getBoundingClientRect();
  return [...document.querySelectorAll("#main .portrait")].filter((one) => {
    const head = one.getBoundingClientRect();
    return flag.left < head.right - 1 && head.left < flag.right - 1 && flag.top < head.bottom && head.top < flag.bottom;
  }).length;
}"""

# On the first page: heads that end above the edge of the table, a curve whose ends lie lower than its middle.
FLOATING = """() => {
  const edge = document.querySelector(".edge").getBoundingClientRect();
  const height = (x) => {
    const t = (x - edge.left) / edge.width;
    return edge.top + (edge.height / 60) * (50 - 168 * t * (1 - t));
  };
  return [...document.querySelectorAll(".heads > g")].filter((one) => {
    const { left, right, bottom } = one.getBoundingClientRect();
    return bottom < height((left + right) / 2) - 4; // half of the edge's line
  }).length;
}"""


@pytest.mark.parametrize("path", ["/nowhere", "/rules/nonsense", "/t/", "/settings/more", "/workshop"])
def test_what_is_not_there_says_so(visit: Visit, path: str) -> None:
    guest = visit()
    answer = guest.page.goto(path)
    assert answer is not None
    assert answer.status == 404
    expect(guest.page.get_by_role("heading", level=1)).to_have_text("Nothing is here.")
    expect(guest.page.locator("main img")).to_be_visible()
    assert guest.page.evaluate("document.querySelector('main img').naturalWidth") > 0


def test_all_sit_behind_the_table(visit: Visit) -> None:
    page = visit().page
    page.goto("/")
    assert page.locator(".heads > g").count() == 5
    for width in (320, 360, 390, 480, 600, 699, 700, 768, 900, 1000, 1099, 1100, 1280, 1920):
        for height in (390, 800):
            resize(page, (width, height))
            assert page.evaluate(FLOATING) == 0, (width, height)


def narrow_enough(page: Page) -> None:
    resize(page, NARROW)
    assert overflowing(page) == []
    cut = "[...document.querySelectorAll('#main [data-card], #main .plate, #main button')].filter((one) => "
    cut += "one.getBoundingClientRect().right > innerWidth + 1).length"
    assert page.evaluate(cut) == 0


def test_tables_on_320_pixels(visit: Visit) -> None:
    guest = visit(size="390x844")
    guest.arrive("Ada")
    names = ("Maximilian", "Anne-Sophie", "Bo", "Konstantin")
    choose = keeping(Random("narrow"), points="3")
    with company(guest, 5, game="nyet", names=names) as table:
        while 0 not in table.view["to_act"]:
            table.step(choose)
        show(table)
        narrow_enough(guest.page)
        for size in (NARROW, (360, 640), (390, 844)):
            resize(guest.page, size)
            assert guest.page.evaluate(COVERED) == 0, "the dealer's flag lies over somebody"
        while table.view["phase"] != "play" or 0 not in table.view["to_act"]:
            table.step(choose)
        show(table)
        narrow_enough(guest.page)
        for chair in table.chairs[1:4]:
            chair.socket.close()
        expect(guest.page.locator("#main .absent")).to_have_count(3)
        for size in (NARROW, (360, 640), (844, 390), (1280, 800)):
            resize(guest.page, size)
            assert guest.page.evaluate(OUTSIDE) == 0, size
    guest.quick(game="nope", players=6)
    guest.page.locator("#main [data-hand] button").first.wait_for()
    narrow_enough(guest.page)


@pytest.mark.parametrize(("language", "said"), [("en-GB", "bot for Konstantin"), ("de-DE", "Bot für Konstantin")])
def test_a_seat_that_was_left_keeps_its_name_at_every_size(visit: Visit, language: str, said: str) -> None:
    guest = visit(language=language, **STILL)
    guest.arrive("Ada")
    names = ("Maximilian", "Konstantin", "Bo")
    for game, phase in (("nyet", "veto"), ("nyet", "play"), ("nope", "turn")):
        choose = keeping(Random(game), points="3") if game == "nyet" else nope_choice(Random(game))
        with company(guest, 4, game=game, names=names) as table:
            while table.view["phase"] != phase or 0 not in table.view["to_act"]:
                table.step(choose)
            show(table)
            table.chairs[2].ask("stand")
            name = guest.page.locator("#main [data-seat='2'] .name")
            for size in ((320, 640), (360, 640), (390, 844), (844, 390), (768, 1024), (1280, 800), (1920, 1080)):
                resize(guest.page, size)
                expect(name).to_have_text(re.compile(f"^({said}|Konstantin)$"))
                assert "Konstantin" not in " ".join(elided(guest.page)), size
                assert overflowing(guest.page) == [], size
                if size[0] >= 360:
                    assert elided(guest.page) == [], size
            expect(name).to_have_text(said)


def test_the_clock_warns(visit: Visit) -> None:
    guest = visit(sounds=True)
    guest.arrive("Ada")
    page = guest.page
    page.add_init_script("""
      window.notes = 0;
      const create = BaseAudioContext.prototype.createOscillator;
      BaseAudioContext.prototype.createOscillator = function () { window.notes += 1; return create.call(this); };
    """)
    choose = keeping(Random("clock"), points="3")
    with company(guest, 2, game="nyet", clock={"kind": "move", "seconds": 30}) as table:
        while 0 not in table.view["to_act"]:
            table.step(choose)
        show(table)
        clock = page.get_by_role("timer")
        expect(clock).not_to_have_class(re.compile("hurry"))
        notes = page.evaluate("window.notes")
        expect(clock).to_have_class(re.compile("hurry"), timeout=40_000)
        expect(page.get_by_text(re.compile(r"Your turn: \d+ seconds? left\."))).to_be_attached()
        assert page.evaluate("window.notes") > notes
