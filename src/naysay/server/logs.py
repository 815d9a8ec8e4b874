"""Structured logs: one JSON object a line, with table and seq where there are any. No cards, moves, names or tokens."""

import logging
import sys
import traceback
from datetime import UTC, datetime
from typing import Any, Final

import msgspec

STANDARD: Final = frozenset(logging.makeLogRecord({}).__dict__) | {"message", "asctime", "color_message"}


class JsonLines(logging.Formatter):
    """A log record as one line of JSON."""

    def format(self, record: logging.LogRecord) -> str:
        """Time, level, where, what, and whatever was said with it."""
        line: dict[str, Any] = {
            "at": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "from": record.name,
            "what": record.getMessage(),
        }
        line |= {key: value for key, value in record.__dict__.items() if key not in STANDARD}
        if record.exc_info and record.exc_info[1] is not None:
            line["error"] = repr(record.exc_info[1])
            line["trace"] = "".join(traceback.format_exception(record.exc_info[1]))
        return msgspec.json.encode(line, enc_hook=repr).decode()


def set_up(level: str) -> None:
    """All logs to standard error, from this level on; of the libraries only warnings."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonLines())
    logging.basicConfig(level=logging.WARNING, handlers=[handler], force=True)
    logging.getLogger("naysay").setLevel(level.upper())
