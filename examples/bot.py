"""A bot of your own that knows the messages of docs/protocol.md and nothing else: python bot.py URL TOKEN [TABLE]

Without a table it makes one, with the server's bots in the other seats, and begins.
"""

import json
import random
import secrets
import sys
import time
from typing import Any
from urllib.request import Request, urlopen

from websockets.exceptions import WebSocketException
from websockets.sync.client import connect

NEW_TABLE = {"game": "nyet", "players": 4, "bots": {"1": "steady", "2": "steady", "3": "steady"}}
LATER = ("busy", "paused", "stale", "taken", "unavailable")  # refused, but worth another try


def next_message(now: dict[str, Any]) -> dict[str, Any] | None:
    """What to ask for; a better bot looks into `now["view"]`, which is all that its seat may know."""
    if now["legal"]:
        return {"type": "move", "seq": now["seq"], "move": random.choice(now["legal"])}
    table, players = now["table"], [seat["player"] for seat in now["table"]["seats"]]
    wanted = "free" if table["stage"] == "open" else "house"  # after the start: the seat of one of the server's bots
    if now["you"]["seat"] is None and wanted in players:
        return {"type": "sit", "seat": players.index(wanted), "contribution": secrets.token_hex(16)}
    return {"type": "start"} if table["stage"] == "open" and now["you"]["host"] and "free" not in players else None


def play(url: str, table: str, headers: dict[str, str]) -> bool:
    """Play until the game has ended; raises an error when the connection is lost."""
    now, waiting = dict[str, Any](), False
    with connect(f"ws{url[4:]}/api/tables/{table}/socket", additional_headers=headers, max_size=None) as socket:
        while not now or now["table"]["stage"] in ("open", "playing"):
            message = json.loads(socket.recv())
            if message["type"] in ("table", "change"):
                now |= {"legal": [], **message}
            elif message["type"] == "refused" and message["code"] not in LATER:
                sys.exit(f"{message['code']}: {message['detail']}")
            waiting = waiting and message["type"] not in ("done", "refused")
            if now and not waiting and (wish := next_message(now)):
                socket.send(json.dumps({"id": secrets.token_hex(8), **wish}))
                waiting = True  # the answer comes after the change that it led to
    print(now["table"]["stage"], now["table"].get("result"))
    return True


if __name__ == "__main__":
    url, headers = sys.argv[1], {"Authorization": f"Bearer {sys.argv[2]}"}
    make = Request(f"{url}/api/tables", json.dumps(NEW_TABLE).encode(), {**headers, "Content-Type": "application/json"})
    table = sys.argv[3] if len(sys.argv) > 3 else json.load(urlopen(make))["id"]
    print("table", table, flush=True)
    while True:
        try:
            sys.exit(not play(url, table, headers))
        except (OSError, WebSocketException):  # reconnect: the first message has everything
            time.sleep(1)
