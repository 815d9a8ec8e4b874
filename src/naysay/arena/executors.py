"""Calls spread over processes: results in the order of completion, and no process is left behind, whatever happens."""

import multiprocessing
import os
import signal
import threading
from collections.abc import Callable, Generator, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from contextlib import contextmanager
from itertools import islice
from multiprocessing.connection import wait as wait_for
from typing import Final, TypeVar

IN_FLIGHT: Final = 4  # calls that wait for each process

Item = TypeVar("Item")
Result = TypeVar("Result")


def cores() -> int:
    """How many processors this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def spread(call: Callable[[Item], Result], items: Sequence[Item], processes: int) -> Generator[tuple[Item, Result]]:
    """Every item with its result, in the order of completion; a single process is this one."""
    if min(processes, len(items)) <= 1:
        for item in items:
            yield item, call(item)
        return
    waiting = iter(items)
    with _pool(min(processes, len(items))) as pool:
        futures: dict[Future[Result], Item] = {}
        while True:
            with _signals_blocked():  # new processes inherit it: an interrupt is for this process to handle
                for item in islice(waiting, IN_FLIGHT * processes - len(futures)):
                    futures[pool.submit(call, item)] = item
            if not futures:
                return
            ready, _ = wait(futures, return_when=FIRST_COMPLETED)
            for future in ready:
                yield futures.pop(future), future.result()


@contextmanager
def _pool(processes: int) -> Iterator[ProcessPoolExecutor]:
    """Processes that are gone at the end, also after an interrupt or an error in the middle of a call."""
    before = set(multiprocessing.active_children())
    pool = ProcessPoolExecutor(processes, multiprocessing.get_context("spawn"), initializer=_follow_parent)
    try:
        yield pool
    except BaseException:
        for process in set(multiprocessing.active_children()) - before:
            process.terminate()
        raise
    finally:
        pool.shutdown(cancel_futures=True)


def _follow_parent() -> None:
    """End this process when the one that started it is gone, even if that was killed."""
    parent = multiprocessing.parent_process()
    assert parent is not None

    def watch() -> None:
        wait_for([parent.sentinel])
        os._exit(1)

    threading.Thread(target=watch, daemon=True).start()


@contextmanager
def _signals_blocked() -> Iterator[None]:
    """Let interrupts wait for a moment; processes that are started meanwhile never get them."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
