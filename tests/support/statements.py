"""Counts the named queries that are run."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

import pytest

from bailiwick.kernel.database.queries import NamedQuery


def counted(monkeypatch: pytest.MonkeyPatch) -> list[tuple[object, str]]:
    """Return the list to which every query is added from now on, with the task that runs it."""
    seen: list[tuple[object, str]] = []

    def counting(run: Callable[..., Awaitable[Any]]) -> Callable[..., Awaitable[Any]]:
        async def running(query: NamedQuery, *arguments: Any) -> Any:
            seen.append((asyncio.current_task(), query.name))
            return await run(query, *arguments)

        return running

    for name in ("one", "all", "run"):
        monkeypatch.setattr(NamedQuery, name, counting(getattr(NamedQuery, name)))
    return seen
