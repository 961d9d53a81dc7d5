"""Rolling up: the hours that are over, summed up so that figures of months cost no more than those of days."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from uuid import UUID

from bailiwick.agents.metrics.facts import MetricFacts, parameters
from bailiwick.agents.metrics.plan import BEGINNING, DAY, HOUR, Piece, down
from bailiwick.agents.metrics.records import MetricKind
from bailiwick.kernel.database.queries import Connection, Queries

AGAIN = 3 * HOUR
"""The latest hours are summed up again each time: what was slow to be committed is counted then."""
ROLLED = tuple(kind for kind in MetricKind if kind not in (MetricKind.ALL, MetricKind.FEEDBACK))
"""Kinds that are summed up from facts; ratings can be changed long after, so they are counted anew each time."""
HOURLY = [MetricKind.ALL, *ROLLED]


class Rolling:
    """Sums up hours and days. Doing it again changes nothing as long as the facts are there."""

    def __init__(self) -> None:
        self._queries = Queries("bailiwick.agents.metrics.rolling")
        self._facts = MetricFacts()

    async def advance(self, connection: Connection, hours: int) -> bool:
        """Sum up at most so many hours more; return whether there are more. Others wait until the transaction ends."""
        await self._queries.run(connection, "begin")
        marks = await self._queries.row(connection, "hold")
        rolled: datetime = marks["rolled_until"]
        until = min(marks["over"], rolled + timedelta(hours=hours))
        if until <= rolled:
            return False
        since = rolled - AGAIN
        if marks["raw_since"] is not None:
            since = max(since, min(rolled, down(marks["raw_since"] + HOUR, HOUR)))
        await self._sum_up(connection, since, until)
        await self._queries.run(connection, "advance", until=until)
        return until < marks["over"]

    async def until(self, connection: Connection) -> datetime:
        """Return up to where hours are summed up."""
        marks = await self._queries.one(connection, "rolled")
        return marks["rolled_until"] if marks else BEGINNING

    async def keep_ratings(self, connection: Connection, conversations: Sequence[UUID], before: datetime) -> None:
        """Keep the figures of conversations that are about to be deleted, all of whose facts are from before a time."""
        given = await self._queries.all(connection, "keep_ratings", conversations=list(conversations))
        for day in sorted({down(row["at"], DAY) for row in given}):
            await self._fold(connection, day, day + DAY)
        await self._queries.run(connection, "facts_deleted", before=before)

    async def _sum_up(self, connection: Connection, since: datetime, until: datetime) -> None:
        hours = [since + number * HOUR for number in range((until - since) // HOUR)]
        pieces = [Piece(hour, hour + HOUR, slot) for slot, hour in enumerate(hours, 1)]
        await self._forget(connection, HOURLY, "hour", since, until)
        for kind in ROLLED:
            await self._facts.inserting(kind).run(connection, parameters(kind, pieces))
        await self._queries.run(
            connection,
            "fold",
            kinds=[MetricKind.EXECUTION],
            spans=["hour"],
            into_kind=MetricKind.ALL,
            into_span="hour",
            since=since,
            until=until,
        )
        await self._fold(connection, down(since, DAY), down(until, DAY))
        await self._fold_ever(connection, down(until - AGAIN, DAY))

    async def _fold(self, connection: Connection, since: datetime, until: datetime) -> None:
        """Sum up whole days of UTC from their hours."""
        kinds = list(MetricKind)
        await self._forget(connection, kinds, "day", since, until)
        await self._queries.run(
            connection, "fold", kinds=kinds, spans=["hour"], into_kind=None, into_span="day", since=since, until=until
        )

    async def _fold_ever(self, connection: Connection, until: datetime) -> None:
        """Add the days that are not summed up again any more to what each agent has ever done."""
        reached = (await self._queries.row(connection, "ever"))["at"] or BEGINNING
        if reached >= until:
            return
        kinds = [MetricKind.EXECUTION]
        await self._queries.run(
            connection,
            "fold",
            kinds=kinds,
            spans=["day", "ever"],
            into_kind=None,
            into_span="ever",
            since=reached,
            until=until,
        )
        await self._forget(connection, kinds, "ever", reached, until)

    async def _forget(
        self, connection: Connection, kinds: Sequence[MetricKind], span: str, since: datetime, until: datetime
    ) -> None:
        await self._queries.run(connection, "forget", kinds=list(kinds), span=span, since=since, until=until)
