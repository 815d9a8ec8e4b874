"""The other people at a table, without browsers: sockets that do what the scene needs, move by move."""

import json
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from typing import Any

import httpx
from websockets.sync.client import ClientConnection, connect

from tests.browser.browsing import Guest

NAMES = ("Ben", "Cleo", "Dora", "Emil", "Fay")
PATIENCE = 20.0
Deal = Callable[[str], str]
Choice = Callable[[int, "Chair"], str]


class Chair:
    """A seat at the table: its socket, and what it sees now."""

    def __init__(self, seat: int, socket: ClientConnection) -> None:
        self.seat = seat
        self.socket = socket
        self.seq = 0
        self.view: dict[str, Any] = {}
        self.legal: list[str] = []
        self.asked = 0
        self.hear()

    def hear(self) -> dict[str, Any]:
        message: dict[str, Any] = json.loads(self.socket.recv(PATIENCE))
        if message["type"] in ("table", "change"):
            self.seq = message["seq"]
            self.view = message.get("view") or {}
            self.legal = message.get("legal") or []
        return message

    def ask(self, kind: str, **more: Any) -> int:
        """Send it, and wait until it is done: the length of the log then."""
        self.asked += 1
        id = f"{self.seat}.{self.asked}"
        self.socket.send(json.dumps({"type": kind, "id": id, **more}))
        while True:
            message = self.hear()
            if message.get("id") == id:
                assert message["type"] == "done", message
                return int(message["seq"])

    def catch_up(self, seq: int) -> None:
        while self.seq < seq:
            self.hear()


class Company:
    """Everybody at a table; the guest's browser sits in seat 0, and what it does can be done for it, too."""

    def __init__(self, guest: Guest, id: str, chairs: list[Chair]) -> None:
        self.guest = guest
        self.id = id
        self.chairs = chairs

    @property
    def own(self) -> Chair:
        return self.chairs[0]

    @property
    def view(self) -> dict[str, Any]:
        """What the guest sees."""
        return self.own.view

    def step(self, choose: Choice) -> str:
        """One move of whoever is to act; where all choose at once, the guest is the second. Everybody hears of it."""
        chosen = self.view.get("chosen")
        seat = (min if chosen else max)(self.view["to_act"])
        chair = self.chairs[seat]
        move = choose(seat, chair)
        self.agree(chair.ask("move", seq=chair.seq, move=move))
        return move

    def agree(self, seq: int) -> None:
        for chair in self.chairs:
            chair.catch_up(seq)
        while self.view and not self.view["to_act"] and self.view["phase"] != "over":  # cards are dealt
            for chair in self.chairs:
                chair.hear()


@contextmanager
def company(
    guest: Guest, players: int, deal: Deal | None = None, names: Sequence[str] = NAMES, **wanted: Any
) -> Iterator[Company]:
    """A table that has begun, with people in all seats; by `deal` the last of them adds something to the shuffle."""
    made = guest.context.request.post(f"{guest.url}/api/tables", data={"players": players, **wanted})
    assert made.ok, made.text()
    id = str(made.json()["id"])
    address = guest.url.replace("http", "ws", 1) + f"/api/tables/{id}/socket"
    cookies = [next(one["value"] for one in guest.context.cookies() if one["name"] == "naysay")]
    for name in names[: players - 1]:
        answer = httpx.post(f"{guest.url}/api/me", json={"name": name})
        cookies.append(answer.cookies["naysay"])
    with ExitStack() as sockets:
        chairs = []
        for seat, cookie in enumerate(cookies):
            socket = connect(address, additional_headers={"cookie": f"naysay={cookie}"}, compression=None)
            chairs.append(Chair(seat, sockets.enter_context(socket)))
        for seat, chair in enumerate(chairs):
            chair.ask("sit", seat=seat, contribution=deal(id) if deal and chair is chairs[-1] else "")
        begun = chairs[0].ask("start")
        table = Company(guest, id, chairs)
        table.agree(begun)
        yield table
