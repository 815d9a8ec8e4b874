"""Places where a test can kill the process. Set in the environment, for one process: `NAYSAY_FAILPOINT=committed:7`
ends it, as if by the power supply, when `committed` is reached for the seventh time.
"""

import os
import signal
from typing import Final

VARIABLE: Final = "NAYSAY_FAILPOINT"
_name, _, _count = os.environ.get(VARIABLE, "").partition(":")
_left = int(_count or 1)


def reach(name: str) -> None:
    """Die here, if the environment says so."""
    global _left  # noqa: PLW0603 - one process, one countdown
    if name != _name:
        return
    _left -= 1
    if _left == 0:
        os.kill(os.getpid(), signal.SIGKILL)
