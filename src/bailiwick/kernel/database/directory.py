"""Directory: who there is, and when whose schedules are due; questions that only the owner of the tables may ask."""

import asyncio
from collections.abc import Callable, Sequence
from datetime import datetime
from typing import LiteralString

import psycopg
from psycopg import AsyncConnection
from psycopg.conninfo import make_conninfo
from psycopg.rows import TupleRow

from bailiwick.kernel.database.urls import KEEPALIVES
from bailiwick.kernel.errors import Unavailable
from bailiwick.kernel.reasons import Reason, ReasonCode

MOST = 200
"""People whose schedules are looked at in one round; the others follow in the next."""
USERS = "SELECT user_id FROM public.users ORDER BY created_at, user_id"
ACTIVE = "SELECT user_id FROM public.users WHERE suspended_at IS NULL ORDER BY created_at, user_id"
DUE = """
SELECT clock_timestamp(), clock.user_id, clock.schedules_due_at
  FROM (SELECT 1) AS always
  LEFT JOIN (SELECT user_id, schedules_due_at FROM public.users
              WHERE schedules_due_at IS NOT NULL AND suspended_at IS NULL
              ORDER BY schedules_due_at LIMIT %s) AS clock ON true
 ORDER BY clock.schedules_due_at
"""


def user_ids(owner_url: str) -> Sequence[str]:
    """Return the ids of all users, oldest first, for upkeep that then acts as each of them.

    The application role sees only the user it acts for. Raises `Unavailable`.
    """
    try:
        with psycopg.connect(owner_url, connect_timeout=5, autocommit=True) as connection:
            rows = connection.execute(USERS).fetchall()
    except psycopg.OperationalError as error:
        raise Unavailable(Reason.of(ReasonCode.DATABASE_UNREACHABLE)) from error
    return [str(row[0]) for row in rows]


class Directory:
    """Says who there is and when whose schedules are to be looked at, over one connection that is kept."""

    def __init__(self, owner_url: str) -> None:
        self._owner_url = make_conninfo(owner_url, **KEEPALIVES)
        self._connection: AsyncConnection[TupleRow] | None = None
        self._connecting = asyncio.Lock()

    async def due(self) -> tuple[datetime, Sequence[tuple[str, datetime]]]:
        """Return the time by the database's clock, and users with when their next schedule is due, earliest first.

        Raises `Unavailable`.
        """
        rows = await self._asked(DUE, (MOST,))
        return rows[0][0], [(str(user_id), due_at) for _, user_id, due_at in rows if user_id is not None]

    async def users(self) -> Sequence[str]:
        """Return the ids of all users, oldest first. Raises `Unavailable`."""
        return [str(user_id) for (user_id,) in await self._asked(USERS)]

    async def active(self) -> Sequence[str]:
        """Return the ids of the users for whom something may begin: nobody suspended. Raises `Unavailable`."""
        return [str(user_id) for (user_id,) in await self._asked(ACTIVE)]

    async def do(self, work: Callable[[str, str], object], user_id: str) -> None:
        """Have `work` done about a user as the owner of the tables: it is given the connection string and the user."""
        await asyncio.to_thread(work, self._owner_url, user_id)

    async def _asked(self, statement: LiteralString, parameters: Sequence[object] = ()) -> list[TupleRow]:
        try:
            async with self._connecting:
                if self._connection is None or self._connection.closed:
                    self._connection = await AsyncConnection.connect(
                        self._owner_url, autocommit=True, connect_timeout=5
                    )
            cursor = await self._connection.execute(statement, parameters)
            return await cursor.fetchall()
        except psycopg.OperationalError as error:
            await self.aclose()
            raise Unavailable(Reason.of(ReasonCode.DATABASE_UNREACHABLE)) from error

    async def aclose(self) -> None:
        """Give the connection up; asking again opens another."""
        connection, self._connection = self._connection, None
        if connection is not None:
            await connection.close()
