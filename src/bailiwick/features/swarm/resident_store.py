"""The residents of swarms: who they are and what they are doing."""

from collections.abc import Sequence

from bailiwick.features.swarm.locks import HoldingSwarms
from bailiwick.features.swarm.names import checked_resident_name, checked_text, free, slug
from bailiwick.features.swarm.reasons import SwarmReason
from bailiwick.features.swarm.records import (
    COLORS,
    LONGEST_GUIDANCE,
    Neighbour,
    NewResident,
    Resident,
    ResidentStatus,
    resident_address,
)
from bailiwick.features.swarm.rows import read_resident
from bailiwick.kernel.database.pool import Database
from bailiwick.kernel.database.queries import MOST_ROWS, Connection, Queries
from bailiwick.kernel.database.reason_columns import text_column, why_column
from bailiwick.kernel.database.text import same_title
from bailiwick.kernel.errors import Conflict, not_found
from bailiwick.kernel.reasons import Reason, Said

ICON = "robot"
LONGEST_ROLE = 200
"""Characters of a resident's role."""


class ResidentStore(HoldingSwarms):
    """The part of `SwarmStore` that is about residents."""

    def __init__(self, database: Database) -> None:
        super().__init__(database)
        self._residents = Queries("bailiwick.features.swarm.resident_store")

    async def add_resident(self, user_id: str, swarm_id: str, new: NewResident) -> tuple[Resident, bool]:
        """Return the resident and whether it is new: one that the same call has made before is returned again.

        Depth, children and number are not checked here. Raises `NotFound` (swarm, parent), `InvalidInput` for a name
        that cannot be one, `Conflict` when it is taken.
        """
        name = checked_resident_name(new.name)
        async with self._database.as_user(user_id) as connection:
            await self._hold(connection, swarm_id)
            if new.call_id is not None:
                made = await self._residents.one(connection, "made_by", call_id=new.call_id, swarm_id=swarm_id)
                if made is not None:
                    return await self._resident(connection, made["id"]), False
            depth = 1
            if new.parent_id is not None:
                parent = await self._residents.one(connection, "parent", id=new.parent_id, swarm_id=swarm_id)
                if parent is None:
                    raise not_found("resident")
                depth = parent["depth"] + 1
            taken = await self._residents.all(connection, "names", swarm_id=swarm_id)
            if same_title(name) in {row["name_key"] for row in taken}:
                raise Conflict(Reason.of(SwarmReason.RESIDENT_THERE, name=name))
            ids = {row["id"] for row in taken}
            own = free(slug(name, instead="resident"), lambda made: resident_address(made, swarm_id) in ids)
            resident_id = resident_address(own, swarm_id)
            await self._residents.run(
                connection,
                "insert",
                id=resident_id,
                swarm_id=swarm_id,
                name=name,
                name_key=same_title(name),
                role=checked_text(new.role, LONGEST_ROLE, "role"),
                parent_id=new.parent_id,
                depth=depth,
                guidance=checked_text(new.guidance, LONGEST_GUIDANCE, "guidance"),
                agent_id=new.agent_id,
                model=new.model or None,
                tools=[*new.tools],
                context_window=new.context_window,
                color=new.color or COLORS[0],
                icon=new.icon or ICON,
                call_id=new.call_id,
            )
            await self._residents.run(connection, "count_resident", swarm_id=swarm_id)
            if new.parent_id is not None:
                await self._residents.run(connection, "count_child", id=new.parent_id)
            return await self._resident(connection, resident_id), True

    async def resident(self, user_id: str, resident_id: str) -> Resident:
        """Raises `NotFound`."""
        async with self._database.as_user(user_id) as connection:
            return await self._resident(connection, resident_id)

    async def residents(self, user_id: str, swarm_id: str) -> Sequence[Resident]:
        """All of a swarm, oldest first. Raises `NotFound`."""
        async with self._database.as_user(user_id) as connection:
            rows = await self._residents.all(connection, "ids", swarm_id=swarm_id)
            if not rows and await self._held.one(connection, "get", id=swarm_id) is None:
                raise not_found("swarm")
            return await self._of(connection, [row["id"] for row in rows])

    async def neighbours(self, user_id: str, swarm_id: str) -> Sequence[Neighbour]:
        """All of a swarm as they know one another, oldest first; far less work. Raises `NotFound`."""
        async with self._database.as_user(user_id) as connection:
            rows = await self._residents.all(connection, "neighbours", swarm_id=swarm_id)
            if not rows and await self._held.one(connection, "get", id=swarm_id) is None:
                raise not_found("swarm")
            return [Neighbour(**row) for row in rows]

    async def ancestors(self, user_id: str, resident_id: str) -> Sequence[Resident]:
        """Its parent, the parent's parent and so on. Raises `NotFound`."""
        async with self._database.as_user(user_id) as connection:
            await self._swarm_of(connection, resident_id)
            rows = await self._residents.all(connection, "ancestors", id=resident_id, limit=MOST_ROWS)
            found = {one.id: one for one in await self._of(connection, [row["id"] for row in rows])}
            return [found[row["id"]] for row in rows]

    async def edit_resident(
        self,
        user_id: str,
        resident_id: str,
        *,
        role: str | None = None,
        guidance: str | None = None,
        tools: Sequence[str] | None = None,
        model: str | None = None,
        context_window: int | None = None,
        color: str | None = None,
        icon: str | None = None,
    ) -> Resident:
        """Change what is given; an empty model means the default. Raises `NotFound`."""
        async with self._database.as_user(user_id) as connection:
            await self._hold_of_resident(connection, resident_id)
            await self._residents.run(
                connection,
                "edit",
                id=resident_id,
                model=model,
                context_window=context_window,
                color=color,
                icon=icon,
                role=None if role is None else checked_text(role, LONGEST_ROLE, "role"),
                guidance=None if guidance is None else checked_text(guidance, LONGEST_GUIDANCE, "guidance"),
                tools=None if tools is None else [*tools],
            )
            return await self._resident(connection, resident_id)

    async def set_resident_status(
        self, user_id: str, resident_id: str, status: ResidentStatus, reason: Said
    ) -> Resident:
        """Raises `NotFound`."""
        async with self._database.as_user(user_id) as connection:
            await self._hold_of_resident(connection, resident_id)
            await self._residents.run(
                connection,
                "set_status",
                id=resident_id,
                status=status,
                reason=text_column(reason),
                why=why_column(reason),
            )
            return await self._resident(connection, resident_id)

    async def _swarm_of(self, connection: Connection, resident_id: str) -> str:
        row = await self._residents.one(connection, "whose", id=resident_id)
        if row is None:
            raise not_found("resident")
        return row["swarm_id"]

    async def _resident(self, connection: Connection, resident_id: str) -> Resident:
        found = await self._of(connection, [resident_id])
        if not found:
            raise not_found("resident")
        return found[0]

    async def _of(self, connection: Connection, ids: Sequence[str]) -> Sequence[Resident]:
        return [read_resident(row) for row in await self._residents.all(connection, "of", ids=[*ids])]
