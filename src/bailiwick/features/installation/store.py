"""What administrators set for all."""

from typing import Any

from asyncpg import InsufficientPrivilegeError

from bailiwick.kernel.database.pool import Database
from bailiwick.kernel.database.queries import Queries
from bailiwick.kernel.database.text import as_json
from bailiwick.kernel.errors import Forbidden
from bailiwick.kernel.reasons import Reason, ReasonCode


class InstallationStore:
    """Settings of the installation that administrators change while it runs."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._queries = Queries("bailiwick.features.installation.store")

    async def get(self, user_id: str, name: str) -> Any:
        """Return the value (JSON) that was set last; None when no user has set it."""
        async with self._database.as_user(user_id) as connection:
            row = await self._queries.one(connection, "get", name=name)
            return None if row is None else row["value"]

    async def put(self, user_id: str, name: str, value: Any) -> None:
        """Set a value. Raises `Forbidden` unless the user is owner or administrator."""
        try:
            async with self._database.as_user(user_id) as connection:
                await self._queries.run(connection, "put", name=name, value=as_json(value))
        except InsufficientPrivilegeError:
            raise Forbidden(Reason.of(ReasonCode.ADMINISTRATORS_ONLY)) from None
