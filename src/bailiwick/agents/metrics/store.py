"""Sums of what ended within a time, from sums and, where there are none, from facts."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from itertools import pairwise
from typing import Any, NamedTuple

from bailiwick.agents.metrics.facts import MetricFacts, parameters
from bailiwick.agents.metrics.plan import Piece, plan
from bailiwick.agents.metrics.records import ErrorSample, MetricKind
from bailiwick.agents.metrics.rolling import Rolling
from bailiwick.kernel.database.pool import Database
from bailiwick.kernel.database.queries import MOST_ROWS, Connection, Queries
from bailiwick.kernel.metric_sums import MetricSums, SlotSums


class MetricStore:
    """Sums over what ended within a time."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._queries = Queries("bailiwick.agents.metrics.store")
        self._facts = MetricFacts()
        self._rolling = Rolling()

    async def sums(
        self,
        user_id: str,
        kind: MetricKind,
        edges: Sequence[datetime],
        *,
        agent: str | None = None,
        subject: str | None = None,
        by_agent: bool = True,
        by_subject: bool = True,
    ) -> Sequence[SlotSums]:
        """Return sums of the slots between `edges` (ascending), of one agent and subject if given.

        Agents and subjects are told apart unless told otherwise; what nothing happened to is left out.
        """
        return await self._read(
            "sums", user_id, kind, edges, agent=agent, subject=subject, by_agent=by_agent, by_subject=by_subject
        )

    async def counts(
        self,
        user_id: str,
        kind: MetricKind,
        edges: Sequence[datetime],
        *,
        agent: str | None = None,
        subject: str | None = None,
        by_agent: bool = True,
        by_subject: bool = True,
    ) -> Sequence[SlotSums]:
        """Like `sums`, but of each sum the count only."""
        return await self._read(
            "counts", user_id, kind, edges, agent=agent, subject=subject, by_agent=by_agent, by_subject=by_subject
        )

    async def executions(
        self, user_id: str, edges: Sequence[datetime], *, agent: str | None = None, by_agent: bool = False
    ) -> Sequence[SlotSums]:
        """Return sums of the executions that ended in the slots between `edges` (ascending); those that are not
        over count to the slot in which they were created. A first edge at `BEGINNING` reads as much, and no more."""
        kind = MetricKind.EXECUTION if by_agent else MetricKind.ALL
        async with self._database.as_user(user_id) as connection:
            ended = await self.sums(user_id, kind, edges, agent=agent, by_agent=by_agent, by_subject=False)
            rows = await self._queries.all(
                connection,
                "unfinished_by_slot",
                edges=list(edges),
                since=edges[0],
                until=edges[-1],
                agent=agent,
                by_agent=by_agent,
            )
        found = {_Key(one.slot, one.agent, one.subject, one.link): one.sums for one in ended}
        _add(found, rows)
        return _summed(found)

    async def unfinished(self, user_id: str, agent: str | None = None) -> int:
        """How many executions are not over, at most 1,000."""
        async with self._database.as_user(user_id) as connection:
            row = await self._queries.row(connection, "unfinished", agent=agent, limit=MOST_ROWS)
            return row["executions"]

    async def names(self, user_id: str, ids: Sequence[str]) -> Mapping[str, str]:
        """Return what those of these are called that are residents, or groups of a swarm, and still there."""
        async with self._database.as_user(user_id) as connection:
            return {row["id"]: row["name"] for row in await self._queries.all(connection, "names", ids=[*ids])}

    async def samples(
        self, user_id: str, classes: Sequence[str], since: datetime, until: datetime, agent: str | None = None
    ) -> Mapping[str, ErrorSample]:
        """Return the latest failed execution of each class that ended within a time."""
        async with self._database.as_user(user_id) as connection:
            rows = await self._queries.all(
                connection, "samples", classes=list(classes), since=since, until=until, agent=agent
            )
        return {
            row["error_class"]: ErrorSample(
                execution_id=str(row["id"]), message=row["error_message"] or "", at=row["ended_at"]
            )
            for row in rows
        }

    async def roll(self, user_id: str, *, hours: int = 24) -> bool:
        """Sum up the next hours that are over, at most so many, and the latest three again; return whether there are
        more. Doing it again changes nothing."""
        async with self._database.as_user(user_id) as connection:
            return await self._rolling.advance(connection, hours)

    async def _read(
        self,
        query: str,
        user_id: str,
        kind: MetricKind,
        edges: Sequence[datetime],
        *,
        agent: str | None,
        subject: str | None,
        by_agent: bool,
        by_subject: bool,
    ) -> Sequence[SlotSums]:
        if kind is MetricKind.ALL and agent is not None:
            kind, by_agent = MetricKind.EXECUTION, False
        only: dict[str, Any] = {"agent": agent, "subject": subject, "by_agent": by_agent, "by_subject": by_subject}
        found: dict[_Key, MetricSums] = {}
        async with self._database.as_user(user_id) as connection:
            marks = await self._queries.one(connection, "marks") or {}
            ever = marks.get("ever") if kind is MetricKind.EXECUTION else None
            planned = plan(edges, marks.get("rolled_until"), marks.get("raw_since"), ever)
            pieces = planned.pieces
            if kind is MetricKind.FEEDBACK:  # what is summed up of it is of deleted executions
                pieces = [Piece(since, until, slot) for slot, (since, until) in enumerate(pairwise(edges), 1)]
            if planned.parts:
                parts = planned.parts
                rows = await self._queries.all(
                    connection,
                    query,
                    kind=kind,
                    spans=[part.span for part in parts],
                    sinces=[part.since for part in parts],
                    untils=[part.until for part in parts],
                    slots=[part.slot for part in parts],
                    **only,
                )
                _add(found, rows)
            if pieces:
                _add(found, await self._count(connection, kind, pieces, only))
        return _summed(found)

    async def _count(
        self, connection: Connection, kind: MetricKind, pieces: Sequence[Piece], only: Mapping[str, Any]
    ) -> Sequence[Mapping[str, Any]]:
        return await self._facts.counting(kind).all(connection, parameters(kind, pieces, **only))


class _Key(NamedTuple):
    """What the sums of a time are told apart by."""

    slot: int
    agent: str
    subject: str
    link: str


def _summed(found: Mapping[_Key, MetricSums]) -> Sequence[SlotSums]:
    return [SlotSums(**key._asdict(), sums=sums) for key, sums in found.items()]


def _add(found: dict[_Key, MetricSums], rows: Sequence[Mapping[str, Any]]) -> None:
    for row in rows:
        values = dict(row)
        key = _Key(values.pop("slot"), values.pop("agent"), values.pop("subject"), values.pop("link", ""))
        bins, tallies = values.pop("bins", ()), values.pop("tallies", ())
        sums = MetricSums(**values, histogram=dict(zip(bins, tallies, strict=True)))
        found[key] = found[key] + sums if key in found else sums
