"""Past messages and where they went."""

from collections.abc import Sequence
from datetime import datetime

from bailiwick.agents.metrics.plan import END
from bailiwick.agents.metrics.records import MetricKind
from bailiwick.agents.metrics.store import MetricStore
from bailiwick.agents.releases.traffic import AgentFlow, ModelShare, Traffic
from bailiwick.kernel.database.pool import Database
from bailiwick.kernel.database.queries import Queries
from bailiwick_router.core.decisions import Stage
from bailiwick_router.core.replays import ReplayQuery

MOST_MESSAGES = 10_000
"""Messages that are read at once."""
MOST_FLOWS = 500


class TrafficStore:
    """Past messages, read from their decisions. Messages for an agent that the person chose were not routed by
    content: they count in flows only.
    """

    def __init__(self, database: Database) -> None:
        self._database = database
        self._metrics = MetricStore(database)
        self._queries = Queries("bailiwick.agents.releases.traffic_store")

    async def recent(self, user_id: str, limit: int, *, by_model: bool = False) -> Sequence[ReplayQuery]:
        """Return the latest messages (10,000 at most), latest first, each with its decision's id and, as `agent`,
        who got it; not labelled. With `by_model` only those that a model settled, among the latest 10,000."""
        limit = _most(limit)
        async with self._database.as_user(user_id) as connection:
            rows = await self._queries.all(
                connection, "recent", seen=_seen(MOST_MESSAGES if by_model else limit), by_model=by_model, limit=limit
            )
        return [
            ReplayQuery(text=row["text"], agent=row["agent_id"], last_agent=row["last_agent"], id=str(row["id"]))
            for row in rows
        ]

    async def flows(self, user_id: str, since: datetime) -> Traffic:
        """Return which stage gave how many messages to whom since a time."""
        found = await self._metrics.counts(user_id, MetricKind.DECISION, (since, END))
        flows = [
            AgentFlow(stage=Stage(each.subject), agent=each.agent or None, count=each.sums.count)
            for each in found
            if each.subject
        ]
        flows.sort(key=lambda flow: (-flow.count, flow.stage, flow.agent or ""))
        return Traffic(messages=sum(flow.count for flow in flows), flows=flows[:MOST_FLOWS])

    async def model_share(self, user_id: str, limit: int) -> ModelShare:
        """Return how many of the latest messages (10,000 at most) a model settled."""
        limit = _most(limit)
        async with self._database.as_user(user_id) as connection:
            row = await self._queries.row(connection, "model_share", seen=_seen(limit), limit=limit)
        return ModelShare(
            messages=row["messages"], model_calls=int(row["model_calls"]), model_messages=row["model_messages"]
        )

    async def corrections(self, user_id: str, limit: int) -> Sequence[ReplayQuery]:
        """Return the latest messages of which a person said who should have had them, latest report first, labelled
        with that agent, each with its decision's id."""
        async with self._database.as_user(user_id) as connection:
            rows = await self._queries.all(connection, "corrections", limit=_most(limit))
        return [
            ReplayQuery(
                text=row["text"], agent=row["correct"], labelled=True, last_agent=row["last_agent"], id=str(row["id"])
            )
            for row in rows
        ]


def _most(limit: int) -> int:
    return min(max(limit, 1), MOST_MESSAGES)


def _seen(limit: int) -> int:
    """Return how many decisions are looked at for `limit` by content: some may be for agents that people chose."""
    return 2 * limit + 1000
