"""The lock that every writing transaction of a swarm takes first."""

from bailiwick.core.errors import NotFound
from bailiwick.core.swarm import Swarm
from bailiwick.storage.database import PostgresDatabase
from bailiwick.storage.queries import Connection, Queries
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
            raise NotFound("There is no such swarm.")
        return read_swarm(row)
