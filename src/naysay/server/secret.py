"""The server's own secret, in a file that only its user may read, and what is signed with it."""

import base64
import hashlib
import hmac
import os
import secrets
from pathlib import Path
from typing import Final

BYTES: Final = 32
GUEST: Final = "guest"
GUEST_BY_HTTPS: Final = "guest by https"  # no other site, and nobody on the way, can plant a cookie with it


def read_or_make(path: Path) -> bytes:
    """The secret in this file; a new one if there is none. Two that start at once end up with the same."""
    path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    draft = path.with_name(f"{path.name}.{secrets.token_hex(8)}")
    handle = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(handle, "wb") as file:
        file.write(secrets.token_bytes(BYTES))
        file.flush()
        os.fsync(file.fileno())
    try:
        os.link(draft, path)  # fails if it is there already, and is never there half
    except FileExistsError:
        pass
    finally:
        draft.unlink()
    return read(path)


def read(path: Path) -> bytes:
    """The secret in this file."""
    found = path.read_bytes()
    if len(found) != BYTES:
        raise ValueError(f"{path} does not hold {BYTES} bytes: move it away to begin with a new secret")
    return found


def sign(secret: bytes, text: str, purpose: str = GUEST) -> str:
    """A text, as the id of a guest, with its signature; one that is for another purpose is worth nothing here."""
    return f"{text}.{_signature(secret, text, purpose)}"


def check(secret: bytes, signed: str, purpose: str = GUEST) -> str | None:
    """The text that was signed; None if it was not signed here."""
    text, _, signature = signed.rpartition(".")
    good = _signature(secret, text, purpose).encode()
    return text if hmac.compare_digest(signature.encode("utf-8", "replace"), good) else None


def digest(token: str) -> str:
    """What is stored of a token: enough to know it again, useless to who reads it."""
    return hashlib.sha256(token.encode("utf-8", "replace")).hexdigest()


def _signature(secret: bytes, text: str, purpose: str) -> str:
    mac = hmac.digest(secret, f"{purpose} {text}".encode("utf-8", "replace"), "sha256")
    return base64.urlsafe_b64encode(mac).rstrip(b"=").decode()
