"""Counts the named queries that are run."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

import pytest

from bailiwick.kernel.database.queries import NamedQuery


def counted(monkeypatch: pytest.MonkeyPatch, loop: asyncio.AbstractEventLoop | None = None) -> list[tuple[object, str]]:
    """Return the list to which every query of the loop is added from now on, with the task that runs it.

    It is the loop that runs unless it is given. Others are no part of the test: a shared site runs on in a thread.
    """
    seen: list[tuple[object, str]] = []
    counting_for = loop or asyncio.get_running_loop()

    def counting(run: Callable[..., Awaitable[Any]]) -> Callable[..., Awaitable[Any]]:
        async def running(query: NamedQuery, *arguments: Any) -> Any:
            if asyncio.get_running_loop() is counting_for:
                seen.append((asyncio.current_task(), query.name))
            return await run(query, *arguments)

        return running

    for name in ("one", "all", "run"):
        monkeypatch.setattr(NamedQuery, name, counting(getattr(NamedQuery, name)))
    return seen
