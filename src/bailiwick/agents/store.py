"""A user's own agents, and their changes to built-in ones."""

import time
from collections import OrderedDict
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from datetime import datetime
from typing import Any

from bailiwick.kernel.database.pool import Database
from bailiwick.kernel.database.queries import Connection, Queries
from bailiwick.kernel.database.text import as_json
from bailiwick.kernel.errors import Conflict, not_found
from bailiwick.kernel.events.facts import USES
from bailiwick.kernel.reasons import Reason, RoutingReason
from bailiwick_router.core.agents import AGENT_FIELDS, Agent
from bailiwick_router.core.budgets import Budget

NOTED_AGAIN_SECONDS = 60.0
MOST_NOTED = 10_000
"""Agents of whom it is kept in memory when their use was noted."""
COLUMNS = frozenset({"id", "created_at", "updated_at", "last_used_at", "expires_at"})
"""Agent fields that are columns of their own; all others are read only with the whole agent."""


class AgentStore:
    """A user's own agents, and their changes to built-in ones. Each write raises the user's roster revision."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._queries = Queries("bailiwick.agents.store")
        self._noted: OrderedDict[tuple[str, str], float] = OrderedDict()
        """When uses were noted last, by user and agent, by this process's clock."""

    async def changes(self, user_id: str, since: int) -> tuple[int, Sequence[Agent], Sequence[str]]:
        """Return (revision now, agents written after `since`, ids deleted after `since`), oldest write first.

        All three are of one moment. A revision below `since` means that the database was restored from an
        older backup: read everything again from 0.
        """
        async with self._database.as_user(user_id) as connection:
            rows = await self._queries.all(connection, "changes", since=since)
            revision = next((row["revision"] for row in rows if row["what"] == "now"), 0)
            written = [read_agent(row) for row in rows if row["what"] == "written"]
            return revision, written, [row["id"] for row in rows if row["what"] == "deleted"]

    async def save(self, user_id: str, agent: Agent, *, new: bool = False) -> Agent:
        """Insert or replace; sets the timestamps. With `new`, raises `Conflict` if the id is taken."""
        definition = {name: value for name, value in asdict(agent).items() if name not in COLUMNS}
        async with self._database.as_user(user_id) as connection:
            row = await self._queries.one(
                connection,
                "insert" if new else "upsert",
                id=agent.id,
                origin=agent.origin,
                definition=as_json(definition),
                revision=await self._raise_revision(user_id, connection),
                expires_at=agent.expires_at,
            )
            if row is None:
                raise Conflict(Reason.of(RoutingReason.ID_TAKEN, id=repr(agent.id)))
            await self._queries.run(connection, "forget_tombstone", id=agent.id)
            return agent.evolve(created_at=row["created_at"], updated_at=row["updated_at"])

    async def delete(self, user_id: str, agent_id: str) -> None:
        """Delete. Raises `NotFound`."""
        async with self._database.as_user(user_id) as connection:
            revision = await self._raise_revision(user_id, connection)
            if not await self._queries.run(connection, "delete", id=agent_id):
                raise not_found("agent")
            await self._queries.run(connection, "bury", ids=[agent_id], revision=revision)

    async def delete_runtime(self, user_id: str, *, expired_by: datetime | None = None) -> Sequence[str]:
        """Delete runtime agents (all, or those expired by then) and return their ids."""
        async with self._database.as_user(user_id) as connection:
            found = await self._queries.one(connection, "has_runtime", expired_by=expired_by)
            if found is None or not found["found"]:
                return []
            revision = await self._raise_revision(user_id, connection)
            rows = await self._queries.all(connection, "delete_runtime", expired_by=expired_by)
            ids = sorted(row["id"] for row in rows)
            await self._queries.run(connection, "bury", ids=ids, revision=revision)
            return ids

    async def touch(self, user_id: str, agent_id: str, expires_at: datetime | None) -> None:
        """Note that it was used now; for runtime agents also when it expires. No-op for agents without a row.

        Does not raise the roster revision (routing does not read these fields).
        """
        used, now = (user_id, agent_id), time.monotonic()

        def noted(committed: bool) -> None:
            if committed:
                self._noted[used] = now
                self._noted.move_to_end(used)
                if len(self._noted) > MOST_NOTED:
                    self._noted.popitem(last=False)

        async with self._database.as_user(user_id) as connection:
            if now - self._noted.get(used, -NOTED_AGAIN_SECONDS) >= NOTED_AGAIN_SECONDS:
                await self._queries.run(connection, "touch", id=agent_id)
                self._database.note_change(user_id, USES)
                self._database.on_end(noted)
            if expires_at is not None:
                await self._queries.run(connection, "postpone", id=agent_id, expires_at=expires_at)

    async def used(self, user_id: str) -> Mapping[str, datetime]:
        """Return when each agent was last used, built-in ones included."""
        async with self._database.as_user(user_id) as connection:
            return {row["agent_id"]: row["last_used_at"] for row in await self._queries.all(connection, "used")}

    async def _raise_revision(self, user_id: str, connection: Connection) -> int:
        row = await self._queries.row(connection, "raise_revision")
        self._database.note_change(user_id)
        return row["revision"]


def read_agent(row: Mapping[str, Any]) -> Agent:
    """Return an agent of its row."""
    stored = {name: value for name, value in row["definition"].items() if name in AGENT_FIELDS}
    stored["budget"] = Budget(**stored.get("budget", {}))
    return Agent(
        id=row["id"],
        created_at=row["created_at"],
        updated_at=row["updated_at"],
        expires_at=row["expires_at"],
        last_used_at=row["last_used_at"],
        **stored,
    )
