"""The locks that every writing transaction of a swarm takes first: the swarm's, then the resident's."""

from bailiwick.features.swarm.records import Swarm
from bailiwick.features.swarm.rows import read_swarm
from bailiwick.kernel.database.pool import Database
from bailiwick.kernel.database.queries import Connection, Queries, as_uuid
from bailiwick.kernel.errors import not_found
from bailiwick.kernel.reasons import Kind


class HoldingSwarms:
    """Base of the stores that write within swarms."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._held = Queries("bailiwick.features.swarm.store")

    async def _hold(self, connection: Connection, swarm_id: str) -> Swarm:
        """Keep everyone else from writing anything of a swarm until the transaction ends. Raises `NotFound`."""
        return await self._locked(connection, "hold", "swarm", id=swarm_id)

    async def _hold_of_resident(self, connection: Connection, resident_id: str) -> Swarm:
        """As `_hold`, for the swarm of a resident. Raises `NotFound`."""
        return await self._locked(connection, "hold_of_resident", "resident", resident_id=resident_id)

    async def _hold_to_count(self, connection: Connection, swarm_id: str) -> Swarm:
        """Keep everyone else from counting on a swarm's mail and on what it has used. Raises `NotFound`."""
        return await self._locked(connection, "hold_to_count", "swarm", id=swarm_id)

    async def _hold_to_end(self, connection: Connection, execution_id: str) -> Swarm:
        """As `_hold_to_count`, for the swarm of a turn. Raises `NotFound`."""
        key = as_uuid(execution_id, "execution")
        return await self._locked(connection, "hold_to_end", "turn", execution_id=key)

    async def _hold_to_begin(self, connection: Connection, resident_id: str) -> None:
        """Keep everyone else from writing anything of a resident, and from changing what it goes by. `NotFound`."""
        if await self._held.one(connection, "hold_to_begin", resident_id=resident_id) is None:
            raise not_found("resident")

    async def _locked(self, connection: Connection, query: str, of: Kind, **key: object) -> Swarm:
        row = await self._held.one(connection, query, **key)
        if row is None:
            raise not_found(of)
        return read_swarm(row)
