"""The lock that every writing transaction of a swarm takes first."""

from bailiwick.core.errors import not_found
from bailiwick.core.swarm import Swarm
from bailiwick.storage.database import PostgresDatabase
from bailiwick.storage.queries import Connection, Queries, as_uuid
from bailiwick.storage.swarm_rows import read_swarm


class HoldingSwarms:
    """Base of the stores that write within swarms."""

    def __init__(self, database: PostgresDatabase) -> None:
        self._database = database
        self._held = Queries("swarms")

    async def _hold(self, connection: Connection, swarm_id: str) -> Swarm:
        """Keep everyone else from writing anything of a swarm until the transaction ends. Raises `NotFound`."""
        row = await self._held.one(connection, "hold", id=swarm_id)
        if row is None:
            raise not_found("swarm")
        return read_swarm(row)

    async def _hold_of_resident(self, connection: Connection, resident_id: str) -> Swarm:
        """As `_hold`, for the swarm of a resident. Raises `NotFound`."""
        row = await self._held.one(connection, "hold_of_resident", resident_id=resident_id)
        if row is None:
            raise not_found("resident")
        return read_swarm(row)

    async def _hold_of_turn(self, connection: Connection, execution_id: str) -> Swarm:
        """As `_hold`, for the swarm of a turn. Raises `NotFound`."""
        row = await self._held.one(connection, "hold_of_turn", execution_id=as_uuid(execution_id, "execution"))
        if row is None:
            raise not_found("turn")
        return read_swarm(row)
