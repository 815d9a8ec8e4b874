"""A process that compiles the bots that search, and the solver, at low priority. It prints each game that is ready.

Compiled code is kept on disk, where workers find it. Once all of it is there, a file beside it says so, and the next
process has nothing to load.
"""

import hashlib
import os
import platform
import sys
import threading
from pathlib import Path

import numba

import naysay
from naysay.bots import compile_ahead, registry
from naysay.native.jit import cache_root
from naysay.solver import api as solver


def main() -> None:
    """Compile what is not compiled yet."""
    os.nice(19)
    threading.Thread(target=_end_with_the_server, daemon=True).start()
    stamp = stamp_file()
    compiled = stamp.exists()
    for game in registry.FOR_GAME:
        if not compiled:
            for _, run in compile_ahead.steps(game):
                run()
        print(game, flush=True)
    if not compiled:
        for _, solve in solver.compile_steps():
            solve()
        stamp.touch()


def stamp_file() -> Path:
    """The file that says that all is compiled: another one for other sources, another Python, Numba or machine.

    As for Numba, sources are others if they lie elsewhere or were written again: a copied folder is not compiled.
    """
    content = hashlib.sha256(f"{sys.version} {numba.__version__} {platform.platform()} {platform.processor()}".encode())
    for file in sorted(Path(naysay.__file__).parent.rglob("*.py")):
        about = file.stat()
        content.update(f"{file} {about.st_size} {about.st_mtime_ns}\n".encode())
    return cache_root() / f"compiled-{content.hexdigest()[:16]}"


def _end_with_the_server() -> None:
    """Nobody waits for this any longer once the other end of standard input is gone.

    Read without Python's buffer: a thread that holds its lock would abort the process at its end.
    """
    while os.read(0, 1):
        pass
    os._exit(0)


if __name__ == "__main__":
    main()
