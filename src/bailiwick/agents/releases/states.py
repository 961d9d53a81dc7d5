"""Which release decides, and what people chose about publishing."""

from collections.abc import Mapping, Sequence
from typing import Any

from bailiwick.agents.releases.drafts import RosterNews, RoutingMark
from bailiwick.agents.store import read_agent
from bailiwick.kernel.database.pool import Database
from bailiwick.kernel.database.queries import Queries
from bailiwick.kernel.database.text import as_json

MOST_CORRECTIONS = 5000


class RoutingStateStore:
    """Which release decides, and what a person chose about publishing."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._queries = Queries("bailiwick.agents.releases.states")
        self._rosters = Queries("bailiwick.agents.store")

    async def auto_publish(self, user_id: str) -> bool:
        """Return whether edits are published at once; they are until the person chooses otherwise."""
        async with self._database.as_user(user_id) as connection:
            row = await self._queries.one(connection, "get")
        return row is None or row["auto_publish"] is not False

    async def choose(self, user_id: str, auto_publish: bool) -> None:
        """Store whether edits are published at once."""
        async with self._database.as_user(user_id) as connection:
            await self._queries.run(connection, "choose", auto_publish=auto_publish)

    async def mark(self, user_id: str) -> RoutingMark:
        """Return which rules decide now."""
        async with self._database.as_user(user_id) as connection:
            row = await self._queries.one(connection, "get")
        return RoutingMark() if row is None else _mark(row["revision"], row)

    async def set_mark(self, user_id: str, mark: RoutingMark) -> None:
        """Let other rules decide. The caller holds the releases, and `revision` is what `hold` returned."""
        async with self._database.as_user(user_id) as connection:
            await self._queries.run(
                connection,
                "set_mark",
                revision=mark.revision,
                following=mark.following,
                published=mark.published,
                canary=mark.canary,
                canary_share=mark.canary_share,
                rules=as_json(dict(mark.rules)),
            )

    async def corrections(self, user_id: str, limit: int = MOST_CORRECTIONS) -> Sequence[tuple[str, str]]:
        """Return what people said about wrong decisions, as (message, agent's id): the latest `limit`, oldest first."""
        limit = min(max(limit, 1), MOST_CORRECTIONS)
        async with self._database.as_user(user_id) as connection:
            rows = await self._queries.all(connection, "corrections", limit=limit)
        return [(row["message"], row["correct"]) for row in reversed(rows)]

    async def roster_news(self, user_id: str, since: int) -> RosterNews:
        """Return what changed after a revision of the roster, all of one moment, in one query."""
        async with self._database.as_user(user_id) as connection:
            rows = await self._rosters.all(connection, "changes", since=since)
        by_kind: dict[str, list[Mapping[str, Any]]] = {"now": [], "written": [], "deleted": [], "routing": []}
        for row in rows:
            by_kind[row["what"]].append(row)
        return RosterNews(
            revision=next((row["revision"] for row in by_kind["now"]), 0),
            written=[read_agent(row) for row in by_kind["written"]],
            deleted=[row["id"] for row in by_kind["deleted"]],
            mark=next((_mark(row["revision"], row["definition"]) for row in by_kind["routing"]), None),
        )


def _mark(revision: int, stored: Mapping[str, Any]) -> RoutingMark:
    return RoutingMark(
        revision=revision,
        following=stored["following"],
        published=stored["published"],
        canary=stored["canary"],
        canary_share=stored["canary_share"],
        rules=stored["rules"],
    )
