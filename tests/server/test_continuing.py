"""A private link makes nobody somebody else unasked, and there is a way back that leads nobody else anywhere."""

import ssl
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import httpx
import pytest

from naysay.server import secret
from naysay.server.web.continue_links import BEFORE, MOST_BEFORE
from tests.support.servers import Served, certificate, served

pytestmark = pytest.mark.attack

Arrive = Callable[..., httpx.Client]


@pytest.fixture
def browser() -> Iterator[Arrive]:
    """Opens browsers at an address; with a name, somebody has said it there."""
    with ExitStack() as kept:

        def arrive(address: str, name: str = "", **options: Any) -> httpx.Client:
            client = kept.enter_context(httpx.Client(base_url=address, timeout=30, **options))
            if name:
                assert client.post("/api/me", json={"name": name}).status_code == 200
            return client

        yield arrive


def link_of(client: httpx.Client) -> str:
    return str(client.post("/api/me/link").json()["link"].partition("#")[2])


def name_of(client: httpx.Client) -> str | None:
    answer = client.get("/api/me")
    return None if answer.status_code == 204 else str(answer.json()["name"])


def test_who_is_somebody_is_asked_and_can_go_back(server: Served, browser: Arrive) -> None:
    eve, ann = browser(server.url, "Eve"), browser(server.url, "Ann")
    mine = ann.cookies["naysay"]
    token = link_of(eve)
    assert ann.post("/api/me/link/whose", json={"token": token}).json() == {"name": "Eve", "you": False}
    assert eve.post("/api/me/link/whose", json={"token": token}).json() == {"name": "Eve", "you": True}
    for body in ({"token": token}, {"token": token, "confirmed": False}):
        refused = ann.post("/api/me/continue", json=body)
        assert (refused.status_code, refused.json()["code"]) == (409, "someone_else")
        assert refused.json()["params"] == {"name": "Eve", "you": "Ann"}
        assert "set-cookie" not in refused.headers
    assert name_of(ann) == "Ann"
    assert ann.cookies["naysay"] == mine
    became = ann.post("/api/me/continue", json={"token": token, "confirmed": True})
    assert became.json() == {"name": "Eve", "bot": False, "before": "Ann"}, "it was not used up by being refused"
    assert ann.get("/api/me").json()["before"] == "Ann"
    assert "before" not in eve.get("/api/me").json(), "the way back is that browser's alone"
    assert eve.post("/api/me/back").json()["code"] == "nobody_before"
    back = ann.post("/api/me/back")
    assert back.json() == {"name": "Ann", "bot": False}
    assert ann.cookies["naysay"] == mine
    again = ann.post("/api/me/back")
    assert (again.status_code, again.json()["code"]) == (409, "nobody_before")
    for used in ("/api/me/continue", "/api/me/link/whose"):
        assert ann.post(used, json={"token": token}).json()["code"] == "bad_token"


def test_newcomers_and_the_same_person_need_not_confirm(server: Served, browser: Arrive) -> None:
    ann, tablet = browser(server.url, "Ann"), browser(server.url)
    became = tablet.post("/api/me/continue", json={"token": link_of(ann)})
    assert became.json() == {"name": "Ann", "bot": False}
    assert BEFORE not in tablet.cookies
    assert tablet.post("/api/me/continue", json={"token": link_of(ann)}).json()["name"] == "Ann"


def test_the_way_back_is_worth_nothing_to_anybody_else(server: Served, browser: Arrive) -> None:
    """Planted in another browser, or bent, it makes nobody anybody."""
    eve, ann, bob = browser(server.url, "Eve"), browser(server.url, "Ann"), browser(server.url, "Bob")
    ann.post("/api/me/continue", json={"token": link_of(eve), "confirmed": True})
    way = ann.cookies[BEFORE]
    bob.cookies[BEFORE] = way
    assert bob.post("/api/me/back").json()["code"] == "nobody_before"
    nobody = browser(server.url, cookies={BEFORE: way})
    assert nobody.post("/api/me/back").json()["code"] == "nobody_before"
    as_guest = browser(server.url, cookies={"naysay": way})
    assert name_of(as_guest) is None, "it is no cookie of a guest"
    other = bob.cookies["naysay"].partition(".")[0]
    here, _, signature = way.rpartition(".")
    for bent in (f"{here}.{other}.{signature}", f"{here.partition('.')[0]}.{other}.{signature}", bob.cookies["naysay"]):
        ann.cookies.delete(BEFORE)
        ann.cookies[BEFORE] = bent
        assert ann.post("/api/me/back").json()["code"] == "nobody_before"


def test_several_in_a_row_and_those_who_are_gone(server: Served, browser: Arrive) -> None:
    first, second, third = (browser(server.url, name) for name in ("One", "Two", "Three"))
    wanderer = browser(server.url, "Ann")
    for other in (first, second, third):
        wanderer.post("/api/me/continue", json={"token": link_of(other), "confirmed": True})
    assert second.delete("/api/me").status_code == 204
    assert [wanderer.post("/api/me/back").json().get("name") for _ in range(3)] == ["One", "Ann", None]
    for number in range(MOST_BEFORE + 2):
        wanderer.post("/api/me/continue", json={"token": link_of((first, third)[number % 2]), "confirmed": True})
    assert len(wanderer.cookies[BEFORE].split(".")) == MOST_BEFORE + 2


def test_who_deletes_their_data_is_again_who_they_were(server: Served, browser: Arrive) -> None:
    eve, ann = browser(server.url, "Eve"), browser(server.url, "Ann")
    ann.post("/api/me/continue", json={"token": link_of(eve), "confirmed": True})
    assert ann.delete("/api/me").status_code == 204
    assert name_of(ann) == "Ann"
    assert ann.delete("/api/me").status_code == 204
    assert name_of(ann) is None


def test_under_https_the_cookie_is_bound_to_its_host_and_the_old_one_is_changed(
    tmp_path: Path, browser: Arrive
) -> None:
    authority, cert, key = certificate(tmp_path)
    trust = ssl.create_default_context(cafile=str(authority))
    with served(tmp_path / "data", "--tls-cert", str(cert), "--tls-key", str(key)) as server:
        address = f"https://localhost:{server.port}"
        client = browser(address, verify=trust)
        set_now = client.post("/api/me", json={"name": "Ann"}).headers["set-cookie"]
        assert set_now.startswith("__Host-naysay=")
        assert {"Secure", "Path=/", "HttpOnly", "SameSite=lax"} <= {part.strip() for part in set_now.split(";")}
        assert "domain" not in set_now.lower()
        key_of = (tmp_path / "data" / "secret.key").read_bytes()
        person = client.cookies["__Host-naysay"].partition(".")[0]
        old = secret.sign(key_of, person)
        late = browser(address, verify=trust, cookies={"naysay": old})
        answer = late.get("/api/me")
        assert answer.json()["name"] == "Ann"
        told = answer.headers.get_list("set-cookie")
        assert any(one.startswith(f"__Host-naysay={client.cookies['__Host-naysay']}; ") for one in told)
        assert any(one.startswith("naysay=") and "Max-Age=0" in one for one in told)
        assert len(told) == 2
        planted = {"naysay": client.cookies["__Host-naysay"]}  # by a page of a neighbouring host
        for cookies, status in (
            (planted, 204),
            ({"naysay": "forged.x"}, 204),
            ({"naysay": old, "__Host-naysay": old}, 200),
        ):
            both = browser(address, verify=trust, cookies=cookies).get("/api/me")
            assert both.status_code == status
            assert not any(one.startswith("__Host-") for one in both.headers.get_list("set-cookie"))
        gone = browser(address, verify=trust, cookies={"naysay": old}).delete("/api/me")
        assert gone.status_code == 204
        assert not any(one.startswith(f"__Host-naysay={person}.") for one in gone.headers.get_list("set-cookie"))
