"""Results in a file, match by match: a contest that was interrupted goes on where it stopped, and counts nothing twice.

The first line says what is played; every other line is one match. A line that was cut off when the process ended is
dropped. A file of another contest is refused, and so is one whose bots played otherwise.
"""

import json
import os
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any, BinaryIO, Final

from naysay.game import quote

try:
    import fcntl
except ImportError:  # not on every system; there two contests at once must be avoided by hand
    fcntl = None  # type: ignore[assignment]

FORM: Final = "naysay arena 1"
FINGERPRINTS: Final = "fingerprints"  # how the bots play
OLDER: Final = frozenset({"naysay", "sources"})  # what files told instead, before there were fingerprints

Fixture = tuple[int, tuple[str, ...]]  # a deal by its number, and who sits where


class Results:
    """The results so far, by deal and who sat where; each new one is written at once."""

    def __init__(self, found: dict[Fixture, Mapping[str, Any]], file: BinaryIO | None) -> None:
        self.found = found
        self._file = file

    def add(self, fixture: Fixture, result: Mapping[str, Any]) -> None:
        """Keep a result."""
        self.found[fixture] = result
        if self._file is not None:
            line = json.dumps({"deal": fixture[0], "bots": fixture[1], "result": result})
            self._file.write(line.encode() + b"\n")
            self._file.flush()


@contextmanager
def open_results(path: Path | None, settings: Mapping[str, Any]) -> Iterator[Results]:
    """The results of a contest with these settings, from its file if it has one."""
    if path is None:
        yield Results({}, None)
        return
    try:
        file = path.open("r+b" if path.exists() else "w+b")
    except OSError as error:
        raise ValueError(f"{path}: {error.strerror}") from error
    with file:
        _claim(file, path)
        try:
            yield Results(_read(file, path, settings), file)
        finally:
            file.flush()
            os.fsync(file.fileno())


def _claim(file: BinaryIO, path: Path) -> None:
    if fcntl is not None:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            raise ValueError(f"{path}: another contest is writing to it") from None


def _read(file: BinaryIO, path: Path, settings: Mapping[str, Any]) -> dict[Fixture, Mapping[str, Any]]:
    """What the file holds; afterwards it can be appended to."""
    content = file.read()
    whole = content[: content.rfind(b"\n") + 1]
    file.seek(len(whole))
    file.truncate()
    lines = whole.splitlines()
    plain = json.loads(json.dumps(settings))
    if not lines:
        file.seek(0)
        file.truncate()
        file.write(json.dumps({"form": FORM, "settings": plain}).encode() + b"\n")
        file.flush()
        return {}
    _check_head(lines[0], path, plain)
    found: dict[Fixture, Mapping[str, Any]] = {}
    for number, line in enumerate(lines[1:], 2):
        try:
            entry = json.loads(line)
            fixture = (int(entry["deal"]), tuple(map(str, entry["bots"])))
            winners = entry["result"]["winners"]
        except (ValueError, KeyError, TypeError):
            raise ValueError(f"{path}, line {number}: not a result: {quote(line.decode(errors='replace'))}") from None
        if not winners or not all(isinstance(seat, int) and 0 <= seat < len(fixture[1]) for seat in winners):
            raise ValueError(f"{path}, line {number}: not a result: {quote(line.decode(errors='replace'))}")
        found.setdefault(fixture, entry["result"])
    return found


def _check_head(line: bytes, path: Path, plain: Any) -> None:
    try:
        head = json.loads(line)
        form, settings = head["form"], head["settings"]
    except (ValueError, KeyError, TypeError):
        raise ValueError(f"{path} is not a file of results of the arena") from None
    if form != FORM:
        raise ValueError(f"{path}: these results are of the form {quote(str(form))}, not {FORM!r}")
    if settings != plain:
        keys = [key for key in plain if not isinstance(settings, dict) or settings.get(key) != plain[key]]
        if isinstance(settings, dict) and keys == [FINGERPRINTS]:
            raise ValueError(f"{path}: {_changed(settings, plain)}; name another file")
        key = (keys or ["settings"])[0]
        there = json.dumps(settings.get(key)) if isinstance(settings, dict) else json.dumps(settings)
        here = json.dumps(plain.get(key))
        raise ValueError(
            f"{path} holds another contest: its {key} is {there[:200]}, not {here[:200]}; name another file"
        )


def makers(settings: Mapping[str, Any]) -> dict[str, Any]:
    """What the settings of a file tell about who played."""
    return {key: value for key, value in settings.items() if key == FINGERPRINTS or key in OLDER}


def _changed(there: Any, here: Any) -> str:
    """Which bots play otherwise than when the file was begun."""
    before, now = there.get(FINGERPRINTS), here[FINGERPRINTS]
    if not isinstance(before, dict):
        return "played by an older version of naysay"
    changed = [f"{bot} ({before.get(bot)}, now {now[bot]})" for bot in now if before.get(bot) != now[bot]]
    return f"its bots played otherwise: {', '.join(changed)}"
