"""The part of a user's stream that concerns one swarm, or one of its residents."""

from collections import OrderedDict
from collections.abc import AsyncGenerator, Awaitable, Callable, Mapping, Sequence
from contextlib import aclosing
from typing import Any, cast

from bailiwick.features.swarm.events import OF_SWARMS, SwarmChanged
from bailiwick.kernel.errors import NotFound
from bailiwick.kernel.events.facts import EVENTS
from bailiwick.kernel.events.items import StreamItem
from bailiwick.runs.store import ExecutionStore

ResidentOf = Callable[[str], Awaitable[str | None]]
"""Returns whose turn an execution is, by its id: a resident's id; nothing of one that is no turn, or is gone."""

NAMING_ONE = ("resident", "sender", "recipient")
"""Fields of such facts that name the one whom they concern."""
OF_THE_STREAM = ("hello", "reset")
PIECES = frozenset(event.wire for event in EVENTS if not event.stored)
"""What comes while a model answers, and is not stored."""
CURSOR = "cursor"
CURSOR_EVERY = 200
"""A reader that was passed over so often is told where it stands, so that it can resume from there."""
MOST_REMEMBERED = 1000
"""Executions whose residents one reader remembers."""


def residents(executions: ExecutionStore, user_id: str) -> ResidentOf:
    """Return what says whose turn an execution of a user is."""

    async def resident_of(execution_id: str) -> str | None:
        try:
            return (await executions.get(user_id, execution_id, steps=False)).resident_id
        except NotFound:
            return None

    return resident_of


async def of_swarm(items: AsyncGenerator[StreamItem], swarm_id: str) -> AsyncGenerator[StreamItem]:
    """Yield the facts of a swarm and of its residents' turns, without pieces of text, until it is deleted.

    `items` is what `Streams.follow_user` yields; it is closed with this. After every 200 items of others comes a
    `cursor`.
    """

    async def concerns(item: StreamItem) -> bool:
        if item.kind in OF_SWARMS:
            return _data(item).get("swarm") == swarm_id
        return item.data.get("swarmId") == swarm_id

    async with aclosing(_chosen(items, concerns, swarm_id)) as chosen:
        async for item in chosen:
            yield item


async def of_resident(
    items: AsyncGenerator[StreamItem], resident_of: ResidentOf, swarm_id: str, resident_id: str
) -> AsyncGenerator[StreamItem]:
    """Yield the facts of a resident and of its turns, and the text of its turns as it comes, until its swarm is
    deleted. As `of_swarm` otherwise; raises what `resident_of` raises, which is asked about texts alone."""
    known = _Known(resident_of)

    async def concerns(item: StreamItem) -> bool:
        if item.kind in PIECES:
            return await known.of(item.data["executionId"]) == resident_id
        if item.kind not in OF_SWARMS:
            return item.data.get("residentId") == resident_id
        data = _data(item)
        if data.get("swarm") != swarm_id:
            return False
        named = [data.get(field) for field in NAMING_ONE]
        recipients = cast("Sequence[Any]", data.get("recipients") or ())
        return item.kind == SwarmChanged.wire or resident_id in named or resident_id in recipients

    async with aclosing(_chosen(items, concerns, swarm_id)) as chosen:
        async for item in chosen:
            yield item


async def _chosen(
    items: AsyncGenerator[StreamItem], concerns: Callable[[StreamItem], Awaitable[bool]], swarm_id: str
) -> AsyncGenerator[StreamItem]:
    passed_over, place = 0, None
    async with aclosing(items):
        async for item in items:
            place = item.id or place
            if item.kind in OF_THE_STREAM or await concerns(item):
                passed_over = 0
                yield item
                if _deletes(item, swarm_id):
                    return
                continue
            passed_over += 1
            if passed_over >= CURSOR_EVERY and place is not None:
                passed_over = 0
                yield StreamItem(place, CURSOR, {"cursor": place})


class _Known:
    """Whose turn which execution is, as far as one reader has asked."""

    def __init__(self, resident_of: ResidentOf) -> None:
        self._resident_of = resident_of
        self._known: OrderedDict[str, str | None] = OrderedDict()

    async def of(self, execution_id: str) -> str | None:
        if execution_id in self._known:
            self._known.move_to_end(execution_id)
            return self._known[execution_id]
        resident = self._known[execution_id] = await self._resident_of(execution_id)
        if len(self._known) > MOST_REMEMBERED:
            self._known.popitem(last=False)
        return resident


def _data(item: StreamItem) -> Mapping[str, Any]:
    data = item.data.get("data")
    return cast("Mapping[str, Any]", data) if isinstance(data, dict) else {}


def _deletes(item: StreamItem, swarm_id: str) -> bool:
    data = _data(item)
    return item.kind == SwarmChanged.wire and data.get("change") == "deleted" and data.get("swarm") == swarm_id
