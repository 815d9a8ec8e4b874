"""The page for browsers: files that the build put into `page/`, held in memory with their compressed forms."""

import hashlib
import mimetypes
import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from naysay.server.web.gate import App, Receive, Scope, Send

FOLDER: Final = Path(__file__).parents[1] / "page"
INDEX: Final = "/index.html"
DOCUMENTS: Final = {"t": "/table.html"}  # the same page; its head names more of what it will need
HASHED: Final = "/assets/"  # the build puts a hash of the content into these names
PLACES: Final = re.compile(  # as in web/src/pages/routes.ts; any other address has a page that says so, and status 404
    r"/(?:(?:new|settings|games|continue|t/[A-Za-z0-9_-]{1,64}|rules(?:/[a-z]{2})?(?:/(?:nyet|nope|editions))?)/?)?"
)
SERVICE: Final = frozenset({"api", "healthz", "metrics"})
ENCODINGS: Final = ((b"br", ".br"), (b"gzip", ".gz"))
TYPES: Final = {".js": "text/javascript", ".woff2": "font/woff2", ".svg": "image/svg+xml"}
NOT_BUILT: Final = b"The page was not built: run make setup. The server itself works; see /api/openapi.json.\n"


@dataclass(frozen=True, slots=True)
class File:
    """A file of the page in each of its forms: as it is, and by the name of an encoding."""

    forms: Mapping[bytes, bytes]
    headers: tuple[tuple[bytes, bytes], ...]
    tag: bytes

    @staticmethod
    def read(path: Path, forever: bool) -> "File":
        """The file and what the build compressed beforehand."""
        plain = path.read_bytes()
        forms = {b"": plain}
        for encoding, ending in ENCODINGS:
            if (smaller := path.with_name(path.name + ending)).is_file():
                forms[encoding] = smaller.read_bytes()
        kind = TYPES.get(path.suffix) or mimetypes.guess_type(path.name)[0] or "application/octet-stream"
        if kind.startswith("text/"):
            kind += "; charset=utf-8"
        tag = f'"{hashlib.sha256(plain).hexdigest()[:16]}"'.encode()
        cache = b"public, max-age=31536000, immutable" if forever else b"no-cache"
        headers = (
            (b"content-type", kind.encode()),
            (b"cache-control", cache),
            (b"etag", tag),
            (b"vary", b"accept-encoding"),
        )
        return File(forms, headers, tag)


@dataclass(frozen=True, slots=True)
class Pages:
    """Answers with the page where an address belongs to it, and leaves all other requests to `others`."""

    files: Mapping[str, File]
    others: App

    @staticmethod
    def before(others: App, folder: Path = FOLDER) -> "Pages":
        """The page that was built into this folder, if it was."""
        files = {}
        for path in sorted(folder.rglob("*")) if folder.is_dir() else ():
            if path.is_file() and path.suffix not in (".br", ".gz"):
                name = f"/{path.relative_to(folder).as_posix()}"
                files[name] = File.read(path, forever=name.startswith(HASHED))
        return Pages(files, others)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer, or pass the request on."""
        if scope["type"] != "http" or scope["method"] not in ("GET", "HEAD"):
            await self.others(scope, receive, send)
            return
        headers = dict(scope["headers"])
        path = scope["path"]
        first = path.split("/")[1]
        known = PLACES.fullmatch(path) is not None
        if (file := self.files.get(path)) is not None:
            await _answer(file, 200, scope["method"], headers, send)
        elif not known and (first in SERVICE or b"text/html" not in headers.get(b"accept", b"")):
            await self.others(scope, receive, send)
        elif (document := self.files.get(DOCUMENTS.get(first, INDEX) if known else INDEX)) is not None:
            await _answer(document, 200 if known else 404, scope["method"], headers, send)
        else:
            start = [(b"content-type", b"text/plain; charset=utf-8"), (b"cache-control", b"no-store")]
            await send({"type": "http.response.start", "status": 503, "headers": start})
            await send({"type": "http.response.body", "body": NOT_BUILT})


async def _answer(file: File, status: int, method: str, headers: Mapping[bytes, bytes], send: Send) -> None:
    if status == 200 and file.tag in headers.get(b"if-none-match", b""):
        await send({"type": "http.response.start", "status": 304, "headers": list(file.headers)})
        await send({"type": "http.response.body", "body": b""})
        return
    accepted = {part.partition(b";")[0].strip() for part in headers.get(b"accept-encoding", b"").split(b",")}
    encoding = next((name for name, _ in ENCODINGS if name in accepted and name in file.forms), b"")
    body = file.forms[encoding]
    start = [*file.headers, (b"content-length", str(len(body)).encode())]
    if encoding:
        start.append((b"content-encoding", encoding))
    await send({"type": "http.response.start", "status": status, "headers": start})
    await send({"type": "http.response.body", "body": b"" if method == "HEAD" else body})
