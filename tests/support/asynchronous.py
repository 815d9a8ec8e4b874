"""Tests that wait: each runs in an event loop of its own, and not for ever."""

import asyncio
from collections.abc import Callable, Coroutine
from functools import wraps
from typing import Any, ParamSpec

P = ParamSpec("P")
LONGEST = 150.0


def asynchronous(test: Callable[P, Coroutine[Any, Any, None]]) -> Callable[P, None]:
    """Run a test that is a coroutine."""

    @wraps(test)
    def run(*args: P.args, **kwargs: P.kwargs) -> None:
        async def limited() -> None:
            async with asyncio.timeout(LONGEST):
                await test(*args, **kwargs)

        asyncio.run(limited())

    return run


async def until(ready: Callable[[], Any], patience: float = 30.0) -> None:
    """Wait until something is so."""
    async with asyncio.timeout(patience):
        while not ready():
            await asyncio.sleep(0.005)
