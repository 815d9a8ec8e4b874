"""All open connections: how many each address has, and which may go when there are too many.

A connection that still waits for a whole request has nothing to lose. When its address has too many, or the process is
out of files, the one that has waited longest makes room: whoever opens connections and sends nothing pushes out none
but their own kind, also where they share an address with others. One that is being answered, or is a socket, stays.
"""

import sys
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Final

RESERVED: Final = 128  # files for the database, its copies, bots and logs
ENOUGH: Final = 1 << 20  # more files than this no process needs, even where the system sets no limit
HELD: Final = "naysay.connection"  # under this name a scope's extensions give the connection that it came by


@dataclass(eq=False, slots=True)
class Held:
    """One open connection: whose it is, and whether it still waits for a request."""

    among: "Connections"
    peer: str
    owner: str
    close: Callable[[], object] | None = None  # set once there is something to close

    def wait(self) -> None:
        """Nothing is being answered: it counts for whoever is at its other end."""
        self.owned_by(self.peer)
        self.among.now_waiting(self)

    def work(self) -> None:
        """A whole request has come, and is being answered."""
        self.among.no_longer_waiting(self)

    def owned_by(self, owner: str) -> bool:
        """It counts for this address from now on, for which a proxy speaks; False if that one has too many."""
        if owner != self.owner:
            if self.among.count[owner] >= self.among.per_address and not self.among.make_room(owner):
                return False
            self.among.move(self, owner)
        return True

    def release(self) -> None:
        """It is closed."""
        self.among.forget(self)


@dataclass(slots=True)
class Connections:
    """The open connections of this process."""

    per_address: int
    most: int
    count: Counter[str] = field(default_factory=Counter)
    held: set[Held] = field(default_factory=set)
    idle: dict[Held, None] = field(default_factory=dict)  # those that wait, in the order in which they began to
    waiting: dict[str, dict[Held, None]] = field(default_factory=dict)  # the same by address

    def admit(self, peer: str) -> Held | None:
        """One more connection from this address; None if there is no room for it."""
        if len(self.held) >= self.most and not self.make_room():
            return None
        if self.count[peer] >= self.per_address and not self.make_room(peer):
            return None
        held = Held(self, peer, peer)
        self.held.add(held)
        self.count[peer] += 1
        held.wait()
        return held

    def make_room(self, address: str | None = None) -> bool:
        """Close the connection that has waited longest: of all, or of this address; False if none waits."""
        oldest = next(iter(self.idle if address is None else self.waiting.get(address, {})), None)
        if oldest is None:
            return False
        self.forget(oldest)
        if oldest.close is not None:
            oldest.close()
        return True

    def move(self, held: Held, owner: str) -> None:
        """A connection counts for another address."""
        waits = held in self.idle
        if waits:
            self.no_longer_waiting(held)
        self._uncount(held.owner)
        held.owner = owner
        self.count[owner] += 1
        if waits:
            self.now_waiting(held)

    def now_waiting(self, held: Held) -> None:
        """A connection waits for a request, or for the rest of one."""
        self.idle[held] = None
        self.waiting.setdefault(held.owner, {})[held] = None

    def no_longer_waiting(self, held: Held) -> None:
        """A connection is at work."""
        if self.idle.pop(held, self) is None:
            mine = self.waiting[held.owner]
            del mine[held]
            if not mine:
                del self.waiting[held.owner]

    def forget(self, held: Held) -> None:
        """A connection is closed, or as good as that."""
        if held in self.held:
            self.no_longer_waiting(held)
            self.held.remove(held)
            self._uncount(held.owner)

    def _uncount(self, address: str) -> None:
        self.count[address] -= 1
        if not self.count[address]:
            del self.count[address]


def raise_file_limit() -> int:
    """Let this process open as many files as it may be allowed to; gives how many connections that leaves room for."""
    if sys.platform == "win32":
        return ENOUGH
    import resource

    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    for wanted in (ENOUGH if hard == resource.RLIM_INFINITY else min(hard, ENOUGH), 10_240):
        if soft != resource.RLIM_INFINITY and soft < wanted:
            try:
                resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
            except (ValueError, OSError):  # macOS promises no limit and takes no more than 10,240
                continue
            soft = wanted
    files = ENOUGH if soft == resource.RLIM_INFINITY else soft
    return max(files - RESERVED, files // 2)
