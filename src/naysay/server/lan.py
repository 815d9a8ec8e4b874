"""At home: the address that a phone in the same network can open, and its QR code."""

import io
import socket
from typing import Final

import segno

ANYWHERE: Final = ("192.0.2.1", 9)  # documentation address: nothing is sent, the system only picks a way


def lan_address() -> str | None:
    """This machine's address in the home network, if it is in one."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(ANYWHERE)
            address = str(probe.getsockname()[0])
        except OSError:
            return None
    return None if address.startswith("127.") or address == "0.0.0.0" else address


def names() -> frozenset[str]:
    """What other devices at home may call this machine."""
    host = socket.gethostname().lower()
    short = host.partition(".")[0]
    address = lan_address()
    return frozenset({host, short, f"{short}.local", *([address] if address else [])})


def qr_code(link: str) -> str:
    """A QR code for a terminal, two rows of it in one line of text."""
    out = io.StringIO()
    segno.make(link, error="l").terminal(out, compact=True, border=2)
    return out.getvalue()
