"""Facts, numbered within their execution without gaps."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from bailiwick.kernel.database.pool import Database
from bailiwick.kernel.database.queries import Queries, as_uuid, bounded, containing
from bailiwick.kernel.database.text import as_json
from bailiwick.kernel.errors import not_found
from bailiwick.kernel.events.facts import (
    AgentCompleted,
    AgentDelegated,
    DirectExecuted,
    Event,
    ExecutionFinished,
    ExecutionStarted,
    Fact,
    MainIterated,
    ModelCalled,
    ModelResponded,
    SupervisedDelegated,
    Told,
)
from bailiwick.kernel.events.news import Cursor, CursorState, News, OpenCall
from bailiwick.kernel.places import read_place

TOGETHER = frozenset(
    kind.wire
    for kind in (
        ExecutionStarted,
        AgentDelegated,
        SupervisedDelegated,
        MainIterated,
        ModelCalled,
        ModelResponded,
        AgentCompleted,
        DirectExecuted,
    )
)
"""Kinds that every run has: facts of these, of one agent and told together, are one row. All others are rows of their
own, by which they are found and deleted."""
LAST = ExecutionFinished.wire
"""The kind that ends a run; those before it are stored with it, and deleted before it is."""
MOST_TOGETHER = 64
"""So many facts are one row at most: the ids of rows are so far apart."""


class EventStore:
    """Facts."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._queries = Queries("bailiwick.kernel.events.store")

    async def append(
        self, user_id: str, events: Sequence[Event], *, execution_id: str | None = None, agent: str | None = None
    ) -> Sequence[Fact]:
        """Store facts in order, numbering them within the execution without gaps, where commit order is the order of
        numbers; every process is told of them on channel `FACTS`, a moment after the commit.

        Raises `NotFound` for no such execution, `ValueError` for an event that is never stored.
        """
        if not events:
            return []
        facts = as_parameters([(event, agent) for event in events])
        async with self._database.as_user(user_id) as connection:
            if execution_id is None:
                rows = await self._queries.all(connection, "append_loose", **facts)
            else:
                key = as_uuid(execution_id, "execution")
                rows = await self._queries.all(connection, "append", execution_id=key, **facts)
            if not rows:
                raise not_found("execution")
            await self._database.tell_of_facts(user_id, execution_id)
            return [_fact(row) for row in rows]

    async def since(self, user_id: str, execution_id: str, after: int, *, limit: int = 500) -> Sequence[Fact]:
        """Facts of an execution with a sequence above `after`, in order. Raises `NotFound` for no such execution.

        A first sequence above `after + 1` means that older facts have been pruned.
        """
        key = as_uuid(execution_id, "execution")
        async with self._database.as_user(user_id) as connection:
            rows = await self._queries.all(connection, "since", execution_id=key, after=after, limit=bounded(limit))
            if not rows:
                existing = await self._queries.one(connection, "execution_exists", execution_id=key)
                if existing is None or not existing["found"]:
                    raise not_found("execution")
            return [_fact(row) for row in rows]

    async def recent(
        self,
        user_id: str,
        *,
        kinds: Sequence[str] = (),
        agent: str | None = None,
        execution_id: str | None = None,
        search: str | None = None,
        after_id: int | None = None,
        before_id: int | None = None,
        limit: int = 100,
    ) -> Sequence[Fact]:
        """Latest first; with `after_id` oldest first. `search` looks into the data as text.

        Ids are drawn before their transactions commit: of facts written at the same moment, a lower id may
        appear after a higher one was read. An execution's own sequence has no such gaps.
        """
        filters: dict[str, Any] = {
            "kinds": list(kinds) or None,
            "found_by": list(kinds) if kinds and TOGETHER.isdisjoint(kinds) else None,
            "agent": agent,
            "execution_id": None if execution_id is None else as_uuid(execution_id, "execution"),
            "search": containing(search),
            "before_id": before_id,
            "limit": bounded(limit),
        }
        async with self._database.as_user(user_id) as connection:
            if after_id is None:
                rows = await self._queries.all(connection, "recent", **filters)
            else:
                rows = await self._queries.all(connection, "following", after_id=after_id, **filters)
            return [_fact(row) for row in rows]

    async def statistics(self, user_id: str) -> Mapping[str, int]:
        """Number of facts by kind."""
        async with self._database.as_user(user_id) as connection:
            return {row["kind"]: row["facts"] for row in await self._queries.all(connection, "statistics")}

    async def prune(self, user_id: str, older_than: datetime) -> int:
        """Delete old facts, but none of an execution that is not over and never a `done`; returns how many."""
        async with self._database.as_user(user_id) as connection:
            return (await self._queries.row(connection, "prune", older_than=older_than))["facts"]

    async def cursor_state(self, user_id: str, after: Cursor | None = None, *, most: int = 0) -> CursorState:
        """Say how a cursor stands to what is stored; counts up to `most` facts after it."""
        after = after or Cursor(0, 0)
        async with self._database.as_user(user_id) as connection:
            row = await self._queries.row(
                connection, "cursor_state", transaction=after.transaction, id=after.id, most=most
            )
            return CursorState(
                now=Cursor(row["settled"], 0),
                next_transaction=row["next_transaction"],
                pruned_in=row["pruned_in"] or 0,
                behind=row["behind"],
            )

    async def news(self, user_id: str, after: Cursor, *, limit: int = 200) -> News:
        """Facts of all executions and of none after a cursor, in the order of (transaction, id).

        A transaction older than all that are open is over: its facts are all there, and none is ever added. The
        read stops short of the oldest open one, so that nothing appears behind a returned cursor.
        """
        async with self._database.as_user(user_id) as connection:
            horizon = await self._queries.row(connection, "horizon")
            settled, pending = horizon["settled"], horizon["pending"]
            if settled <= after.transaction:
                return News(facts=(), cursor=after, more=False, pending=pending)
            rows = await self._queries.all(
                connection,
                "news",
                transaction=after.transaction,
                id=after.id,
                settled=settled,
                limit=bounded(limit),
            )
        facts = tuple((Cursor(row.pop("recorded_in"), row["id"]), _fact(row)) for row in rows)
        more = len(facts) == bounded(limit)
        return News(facts=facts, cursor=facts[-1][0] if more else Cursor(settled, 0), more=more, pending=pending)

    async def open_calls(self, user_id: str, until: Cursor, *, limit: int = 100) -> Sequence[OpenCall]:
        """The model calls that running executions wait for, as the facts up to a place tell it."""
        async with self._database.as_user(user_id) as connection:
            rows = await self._queries.all(
                connection, "open_calls", transaction=until.transaction, id=until.id, limit=bounded(limit)
            )
            return [
                OpenCall(
                    execution_id=str(row["execution_id"]),
                    agent=row["agent"],
                    call=row["call"],
                    place=read_place(row["place"]),
                )
                for row in rows
            ]


def together(facts: Sequence[Told]) -> dict[str, Any]:
    """Return the facts of one run as the parameters of the queries that store them, those in one row that may be.

    Raises `ValueError` for one that is never stored.
    """
    rows: list[list[Told]] = []
    for event, agent in facts:
        last = rows[-1] if rows else []
        joins = last and last[-1][0].wire in TOGETHER and last[-1][1] == agent and len(last) < MOST_TOGETHER
        if joins and (event.wire in TOGETHER or event.wire == LAST):
            last.append((event, agent))
        else:
            rows.append([(event, agent)])
    return {
        "facts": len(facts),
        "sizes": [len(row) for row in rows],
        "preceded": [as_json([[each.wire, each.data()] for each, _ in row[:-1]]) if row[1:] else None for row in rows],
        **as_parameters([row[-1] for row in rows]),
    }


def as_parameters(facts: Sequence[Told]) -> dict[str, list[Any]]:
    """Return facts as the parameters of the queries that store each. Raises `ValueError` for one that never is."""
    for event, _ in facts:
        if not event.stored:
            raise ValueError(f"{event.wire} is a stream event; it is never stored")
    return {
        "kinds": [event.wire for event, _ in facts],
        "agents": [agent for _, agent in facts],
        "data": [as_json(event.data()) for event, _ in facts],
    }


def _fact(row: dict[str, Any]) -> Fact:
    """Return a row as it is told: the data say when it was stored, unless they name a time of their own."""
    execution_id = row["execution_id"]
    row["data"].setdefault("timestamp", row["at"].isoformat())
    fields: dict[str, Any] = {**row, "execution_id": None if execution_id is None else str(execution_id)}
    return Fact(**fields)
