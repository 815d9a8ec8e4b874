import faulthandler
import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from naysay.server.web.pages import FOLDER
from tests.browser.browsing import Guest, chromium
from tests.support.effort import LONG
from tests.support.servers import Served, served

Visit = Callable[..., Guest]
HERE = Path(__file__).parent
STUCK = 3600 if LONG else 600  # seconds
# A hint of `sharp` has ten seconds of the clock. On a loaded machine it takes longer, and another bot answers.
SLOW = re.compile(r'"what":"a bot failed".*"bot":"sharp","error":"TimeoutError after')

expect.set_options(timeout=20_000)  # what comes is seen at once; a loaded machine may need a while


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Last of all: once a browser was driven, no other event loop can run in this process."""
    items.sort(key=lambda item: HERE in item.path.parents)


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """A real server with the built page."""
    assert (FOLDER / "index.html").is_file(), "the page is not built: run make setup"
    data: Path = tmp_path_factory.mktemp("browser") / "data"
    with served(data) as running:
        yield running
        assert [line for line in running.complaints() if not SLOW.search(line)] == []


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    with chromium() as found:
        yield found


@pytest.fixture(autouse=True)
def never_stuck() -> Iterator[None]:
    """Where a browser itself hangs there is no time-out: then this process ends, and says where it was."""
    faulthandler.dump_traceback_later(STUCK, exit=True, file=2)
    yield
    faulthandler.cancel_dump_traceback_later()


@pytest.fixture
def visit(browser: Browser, server: Served) -> Iterator[Visit]:
    """Opens a browser for a guest; at the end it must have had nothing to complain about."""
    guests: list[Guest] = []

    def open_one(**wishes: object) -> Guest:
        guest = Guest(browser, server.url, **wishes)  # type: ignore[arg-type]
        guests.append(guest)
        return guest

    yield open_one
    for guest in guests:
        guest.close()
