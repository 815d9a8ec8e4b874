"""How functions are compiled, and where the result is kept. With `NUMBA_DISABLE_JIT=1` everything is plain Python."""

import ast
import atexit
import hashlib
import shutil
import sys
import tempfile
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Any, Final, Protocol, TypeVar, cast

import numba
import numpy as np
from numba import types
from numpy.typing import NDArray

Function = TypeVar("Function", bound=Callable[..., Any])
Ints = NDArray[np.int64]
Floats = NDArray[np.float64]


class Words(Protocol):
    """A flat array of int64 numbers, as compiled functions see it."""

    @property
    def size(self) -> int:
        """How many numbers."""

    def __getitem__(self, place: int, /) -> int: ...

    def __setitem__(self, place: int, value: int, /) -> None: ...


_config: Any = numba.config
_njit: Any = numba.njit
_unliteral: Any = types.unliteral

COMPILED: Final = not _config.DISABLE_JIT


def compiled(function: Function) -> Function:
    """Compile at the first call, cache on disk, release the GIL; the function must not allocate.

    Without allocation Numba need not count references, which would cost a third of the time.
    """
    return _compile(function, _nrt=False)


def inlined(function: Function) -> Function:
    """The same for a function that becomes part of each compiled caller.

    It saves time in two cases. A small function that returns a tuple runs faster without a call. And whatever calls a
    large function is costly to compile, since Numba compiles the large one again into each of its callers.
    """
    return _compile(function, _nrt=False, inline="always")


def allocating(function: Function) -> Function:
    """The same for a function that creates arrays."""
    return _compile(function)


def _compile(function: Function, **options: Any) -> Function:
    """Numba takes the cache folder from its global settings when a function is decorated."""
    usual, _config.CACHE_DIR = _config.CACHE_DIR, str(cache_folder(function.__module__))
    try:
        made = _njit(cache=True, nogil=True, error_model="numpy", **options)(function)
    finally:
        _config.CACHE_DIR = usual
    if COMPILED:
        _compile_once_for_constants(made)
    return cast(Function, made)


def _compile_once_for_constants(dispatcher: Any) -> None:
    """Let compiled callers that pass a constant share the code for its type.

    Numba would compile a function once more for each constant that some caller passes: a third of all compiling.
    """
    resolve = dispatcher.get_call_template

    def resolve_types(args: Iterable[Any], kws: Mapping[str, Any]) -> Any:
        return resolve([_unliteral(arg) for arg in args], {name: _unliteral(kws[name]) for name in kws})

    dispatcher.get_call_template = resolve_types


@cache
def cache_folder(module: str) -> Path:
    """The folder for the compiled functions of a module: it changes with the source of all that they can rest on.

    Numba itself checks only the file of a function, not those of the functions and constants compiled into it.
    """
    content = hashlib.sha256()
    for file in sorted(_sources(module)):
        content.update(_read(file)[0])
    return cache_root() / f"{module.removeprefix('naysay.')}-{content.hexdigest()[:16]}"


def _sources(module: str) -> set[Path]:
    """The files of a module and of every module that it imports, directly or not, from its own package or this one."""
    packages = {name.partition(".")[0] for name in (module, __name__)}
    found: dict[str, Path] = {}
    waiting = [module]
    while waiting:
        name = waiting.pop()
        file = getattr(sys.modules.get(name), "__file__", None)
        if name not in found and file is not None and name.partition(".")[0] in packages:
            found[name] = Path(file)
            waiting += _read(found[name])[1]
    return set(found.values())


@cache
def _read(file: Path) -> tuple[bytes, tuple[str, ...]]:
    """A digest of a file, and every dotted name that it imports; `from a import b` may mean the module `a.b`."""
    content = file.read_bytes()
    names: list[str] = []
    for line in ast.parse(content).body:
        if isinstance(line, ast.Import):
            names += [alias.name for alias in line.names]
        elif isinstance(line, ast.ImportFrom) and line.module:
            names += [line.module, *(f"{line.module}.{alias.name}" for alias in line.names)]
    return hashlib.sha256(content).digest(), tuple(names)


@cache
def cache_root() -> Path:
    """The first folder that takes files: if Numba cannot write to the one it is given, it caches beside the sources."""
    return next(folder for folder in _cache_roots() if not COMPILED or _can_write(folder))


def _cache_roots() -> Iterator[Path]:
    """`NUMBA_CACHE_DIR` or else a folder beside the sources, the user's cache, a folder for this process only."""
    yield Path(_config.CACHE_DIR or Path(__file__).parent / "__pycache__")
    with suppress(RuntimeError):  # there need not be a home
        yield Path.home() / ".cache" / "naysay" / "__pycache__"
    temporary = tempfile.mkdtemp(prefix="naysay-")
    atexit.register(shutil.rmtree, temporary, ignore_errors=True)
    yield Path(temporary)


def _can_write(folder: Path) -> bool:
    """Whether the folder exists or can be made, and takes files."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            return True
    except OSError:
        return False
