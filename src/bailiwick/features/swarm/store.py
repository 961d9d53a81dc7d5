"""Swarms and what they have used; see `residents` for who lives in them."""

from collections.abc import Sequence
from dataclasses import asdict
from datetime import datetime

from bailiwick.features.swarm.events import OF_SWARMS
from bailiwick.features.swarm.names import NOT_SWARMS, checked_name, checked_text, free, slug
from bailiwick.features.swarm.reasons import SwarmReason
from bailiwick.features.swarm.records import LONGEST_GUIDANCE, Swarm, SwarmLimits, SwarmStatus
from bailiwick.features.swarm.resident_store import ResidentStore
from bailiwick.features.swarm.rows import read_swarm
from bailiwick.kernel.database.pool import Database
from bailiwick.kernel.database.queries import Connection, Queries, as_uuid, bounded
from bailiwick.kernel.database.reason_columns import text_column, why_column
from bailiwick.kernel.database.text import as_json
from bailiwick.kernel.errors import Conflict, LostClaim, not_found
from bailiwick.kernel.reasons import Reason, Said
from bailiwick.kernel.usage import Usage


class SwarmStore(ResidentStore):
    """Swarms and residents."""

    def __init__(self, database: Database) -> None:
        super().__init__(database)
        self._swarms = Queries("bailiwick.features.swarm.store")

    async def create(self, user_id: str, *, name: str, goal: str, template: str | None, limits: SwarmLimits) -> Swarm:
        """Create a running swarm; its id is made from its name, with a number behind it if that is taken."""
        name, goal = checked_name(name), checked_text(goal, LONGEST_GUIDANCE, "goal")
        wanted = slug(name, instead="swarm")
        async with self._database.as_user(user_id) as connection:
            while True:
                rows = await self._swarms.all(connection, "taken", slug=wanted.rstrip("-")[:16])
                made = free(wanted, NOT_SWARMS.union(row["id"] for row in rows).__contains__)
                row = await self._swarms.one(
                    connection,
                    "insert",
                    id=made,
                    name=name,
                    goal=goal,
                    template=template,
                    limits=as_json(asdict(limits)),
                )
                if row is not None:
                    return await self._get(connection, made)

    async def get(self, user_id: str, swarm_id: str) -> Swarm:
        """Raises `NotFound`."""
        async with self._database.as_user(user_id) as connection:
            return await self._get(connection, swarm_id)

    async def list(self, user_id: str, *, limit: int = 50, before: datetime | None = None) -> Sequence[Swarm]:
        """Latest change first; `before` pages by `updated_at`."""
        async with self._database.as_user(user_id) as connection:
            rows = await self._swarms.all(connection, "list", before=before, limit=bounded(limit))
            return [read_swarm(row) for row in rows]

    async def hold(self, user_id: str, swarm_id: str) -> Swarm:
        """Within the caller's transaction: keep everyone else from writing anything of the swarm until it ends, and
        turns from beginning. Raises `NotFound`.

        `working` is not counted here, nor in a `Claim`, nor by `spend`.
        """
        async with self._database.as_user(user_id) as connection:
            return await self._hold(connection, swarm_id)

    async def hold_to_count(self, user_id: str, swarm_id: str, resident_id: str | None = None) -> Swarm:
        """As `hold`, but turns of other residents may begin: for mail, and for what turns use; for a turn with its
        resident. Raises `NotFound`."""
        async with self._database.as_user(user_id) as connection:
            if resident_id is None:
                return await self._hold_to_count(connection, swarm_id)
            return await self._locked(connection, "hold_to_work", "swarm", id=swarm_id, resident_id=resident_id)

    async def update(
        self,
        user_id: str,
        swarm_id: str,
        *,
        name: str | None = None,
        goal: str | None = None,
        limits: SwarmLimits | None = None,
    ) -> Swarm:
        """Change what is given. Raises `NotFound`."""
        async with self._database.as_user(user_id) as connection:
            await self._hold(connection, swarm_id)
            await self._swarms.run(
                connection,
                "update",
                id=swarm_id,
                name=None if name is None else checked_name(name),
                goal=None if goal is None else checked_text(goal, LONGEST_GUIDANCE, "goal"),
                limits=None if limits is None else as_json(asdict(limits)),
            )
            return await self._get(connection, swarm_id)

    async def set_status(
        self, user_id: str, swarm_id: str, status: SwarmStatus, reason: Said, *, held: bool = False
    ) -> Swarm:
        """`held` says that the caller's transaction holds the swarm already, in whichever way. Raises `NotFound`."""
        async with self._database.as_user(user_id) as connection:
            if not held:
                await self._hold(connection, swarm_id)
            await self._swarms.run(
                connection, "set_status", id=swarm_id, status=status, reason=text_column(reason), why=why_column(reason)
            )
            return await self._get(connection, swarm_id)

    async def delete(self, user_id: str, swarm_id: str) -> None:
        """Delete with everything in it: residents, mail, turns with their executions, approvals, permissions, facts.

        Raises `NotFound`; `Conflict` while a turn is running.
        """
        async with self._database.as_user(user_id) as connection:
            await self._hold(connection, swarm_id)
            if (await self._swarms.row(connection, "busy", id=swarm_id))["busy"]:
                raise Conflict(Reason.of(SwarmReason.RESIDENT_AT_WORK))
            await self._swarms.run(connection, "forget_grants", id=swarm_id)
            await self._swarms.run(connection, "forget_events", id=swarm_id, kinds=[*OF_SWARMS])
            await self._swarms.run(connection, "delete_deliveries", id=swarm_id)
            await self._swarms.run(connection, "delete_mails", id=swarm_id)
            await self._swarms.run(connection, "delete", id=swarm_id)

    async def reserve(self, user_id: str, execution_id: str, tokens: int) -> None:
        """Note what a turn's next model call may use at most, in place of what was noted before.

        Within a transaction that holds the swarm. Raises `NotFound`; `LostClaim` when the turn is over.
        """
        key = as_uuid(execution_id, "execution")
        async with self._database.as_user(user_id) as connection:
            if await self._swarms.one(connection, "reserve", execution_id=key, tokens=tokens) is None:
                await self._hold_to_end(connection, execution_id)
                raise LostClaim("This turn is over.")

    async def taken_tokens(self, user_id: str, swarm_id: str) -> tuple[int, int]:
        """Return the tokens that the swarm has used, and those that turns under way have reserved in all; until the
        caller's transaction ends no one else is told. Raises `NotFound`.
        """
        async with self._database.as_user(user_id) as connection:
            await self._swarms.run(connection, "hold_tokens", id=swarm_id)
            row = await self._swarms.one(connection, "taken_tokens", id=swarm_id)
            if row is None:
                raise not_found("swarm")
            return row["used"], row["reserved"]

    async def spend(self, user_id: str, execution_id: str, usage: Usage, seconds: float) -> Swarm:
        """Add to the counters of the turn's swarm and resident, and free what the turn had reserved.

        Within a transaction that holds the swarm. Raises `NotFound`.
        """
        key = as_uuid(execution_id, "execution")
        async with self._database.as_user(user_id) as connection:
            row = await self._swarms.one(
                connection, "spend", execution_id=key, seconds=max(0.0, seconds), **asdict(usage)
            )
            if row is None:
                raise not_found("turn")
            return read_swarm(row)

    async def _get(self, connection: Connection, swarm_id: str) -> Swarm:
        row = await self._swarms.one(connection, "get", id=swarm_id)
        if row is None:
            raise not_found("swarm")
        return read_swarm(row)
