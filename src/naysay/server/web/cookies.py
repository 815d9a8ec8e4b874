"""The cookies of this server: read by hand, in one pass, and written.

What Python's own reader makes of a cookie takes time by the square of its length in versions that we run on.
"""

from collections.abc import Callable, Iterable, MutableMapping
from dataclasses import dataclass
from typing import Any, Final

from litestar.datastructures import Cookie

from naysay.server.web.gate import App, Receive, Scope, Send

YEAR: Final = 365 * 86_400
GUEST: Final = "naysay"
FOR_HOST: Final = "__Host-"  # browsers take such a cookie over https alone, from this very host, for all of it

Headers = Iterable[tuple[bytes, bytes]]


def read(headers: Headers, name: str) -> str | None:
    """The value of a cookie; the first one, should there be several of this name.

    >>> read([(b"cookie", b'a=1; naysay="x.y";naysay=z')], "naysay")
    'x.y'
    """
    wanted = name.encode()
    for field, value in headers:
        if field == b"cookie":
            for pair in value.split(b";"):
                key, equals, text = pair.partition(b"=")
                if equals and key.strip() == wanted:
                    return text.strip().strip(b'"').decode("latin-1")
    return None


def name_of(name: str, secure: bool) -> str:
    """What a cookie is called here."""
    return f"{FOR_HOST}{name}" if secure else name


def make(name: str, value: str, secure: bool, max_age: int = YEAR) -> Cookie:
    """A cookie of this server; `max_age` 0 deletes it."""
    return Cookie(
        key=name_of(name, secure),
        value=value,
        max_age=max_age,
        path="/",
        httponly=True,
        secure=secure,
        samesite="lax",
    )


@dataclass(frozen=True, slots=True)
class Renewing:
    """Under https: whoever still has the cookie of a guest by its plain name gets it by the safe one.

    Any page of a neighbouring host could plant a cookie by the plain name. So only those are changed that were signed
    before the server had https: a guest of today, who has the safe one, cannot make others play as themselves.
    """

    http: App
    renewed: Callable[[str], str | None]

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer as the routes do, and change the cookie with it."""
        old = read(scope["headers"], GUEST) if scope["type"] == "http" else None
        if old is None:
            await self.http(scope, receive, send)
            return
        safe = name_of(GUEST, secure=True)
        new = self.renewed(old) if read(scope["headers"], safe) is None else None
        forget = Cookie(key=GUEST, value="", max_age=0, path="/", httponly=True, secure=True).to_encoded_header()

        async def wrapped(message: MutableMapping[str, Any]) -> None:
            if message["type"] == "http.response.start":
                headers = [*message.get("headers", []), forget]
                set_already = any(
                    value.startswith(f"{safe}=".encode()) for name, value in headers if name == b"set-cookie"
                )
                if new is not None and not set_already:
                    headers.append(make(GUEST, new, secure=True).to_encoded_header())
                message["headers"] = headers
            await send(message)

        await self.http(scope, receive, wrapped)
