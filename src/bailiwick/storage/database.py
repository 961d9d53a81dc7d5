"""The database: a pool of connections, transactions as one user, and notifications."""

import asyncio
import time
from collections.abc import AsyncGenerator, AsyncIterator, Generator, Mapping, Sequence
from contextlib import aclosing, asynccontextmanager, contextmanager, nullcontext, suppress
from contextvars import ContextVar
from dataclasses import dataclass
from typing import Any, Self
from weakref import WeakSet

import psycopg
from psycopg import AsyncConnection, sql
from psycopg.pq import TransactionStatus
from psycopg.rows import DictRow, TupleRow, dict_row
from psycopg_pool import AsyncConnectionPool, PoolClosed, PoolTimeout

from bailiwick.core.errors import InvalidInput, NotFound, StorageFull, Unavailable
from bailiwick.storage.queries import Connection, as_uuid

CHECKOUT_SECONDS = 4.0
"""Longest wait for a connection; after it the caller hears `Unavailable` and may answer 503."""
LARGEST_PAYLOAD = 7999
"""Bytes that PostgreSQL takes in one notification."""
LARGE_BYTES = 1_000_000
"""Bytes in one piece from which on a connection is not kept."""
LISTEN_CHECK_SECONDS = 10.0
"""How often a listening connection proves that it is alive."""
LISTEN_LONGEST_PAUSE = 2.0
"""Longest pause between two tries to listen again, in seconds."""


@dataclass(frozen=True, slots=True)
class _Open:
    """The transaction that a task has open."""

    database: "PostgresDatabase"
    task: "asyncio.Task[Any] | None"
    user_id: str
    connection: Connection


_open: ContextVar[_Open | None] = ContextVar("bailiwick_open_transaction", default=None)


class PostgresDatabase:
    """Port `Database` on PostgreSQL, as the application role that row-level security binds.

    Enter it to open the pool, leave it to close. One event loop at a time.
    """

    def __init__(self, app_url: str, *, pool_size: int = 10, patience: float = CHECKOUT_SECONDS) -> None:
        """`patience` is the longest wait for a connection, in seconds."""
        self.app_url = app_url
        """Connection string of the application role."""
        self._patience = patience
        self._swollen: WeakSet[Connection] = WeakSet()
        self._full_at: float | None = None
        """When the disk was last found full, by this process's clock."""
        self._pool = AsyncConnectionPool(
            app_url,
            connection_class=AsyncConnection[DictRow],
            min_size=min(2, pool_size),
            max_size=pool_size,
            kwargs={"autocommit": True, "row_factory": dict_row, "connect_timeout": 3},
            timeout=patience,
            reconnect_timeout=0.75 * patience,
            open=False,
            name="bailiwick",
        )

    async def __aenter__(self) -> Self:
        await self._pool.open()
        return self

    async def __aexit__(self, *exception: object) -> None:
        await self._pool.close()

    @asynccontextmanager
    async def as_user(self, user_id: str) -> AsyncGenerator[Connection]:
        """Open a transaction in which only this user's rows exist, or join the one this task has open.

        Yields the connection. Commits on leaving, rolls back on an exception; a joined block leaves both to
        the block it joined. A child task does not join: it opens a transaction of its own. Joining under
        another user raises `RuntimeError`. Raises `Unavailable` when the connection fails, in which case a
        commit may or may not have happened; `NotFound` when the user id is not one or a row refers to
        something that does not exist; `InvalidInput` for values PostgreSQL cannot keep.
        """
        with self._noting_a_full_disk(), _translated():
            joined = self._joined()
            if joined is not None:
                if joined.user_id != user_id:
                    raise RuntimeError("This task already has a transaction open for another user")
                yield joined.connection
                return
            key = as_uuid(user_id, "user")
            # One round trip, and the proof that the connection is alive. A UUID needs no quoting.
            begin = f"begin; select set_config('bailiwick.user_id', '{key}', true)".encode()
            async with self._lent(begin) as connection:
                token = _open.set(_Open(self, asyncio.current_task(), user_id, connection))
                try:
                    yield connection
                except BaseException:
                    with suppress(psycopg.Error):
                        await connection.rollback()
                    raise
                finally:
                    _open.reset(token)
                await _commit(connection)

    def in_transaction(self, user_id: str) -> bool:
        """Whether this task has a transaction open for this user."""
        joined = self._joined()
        return joined is not None and joined.user_id == user_id

    @asynccontextmanager
    async def without_user(self) -> AsyncGenerator[Connection]:
        """Lend a connection in which no user is set: nobody's rows exist. For what belongs to no user."""
        with _translated():
            async with self._lent(b"") as connection:
                yield connection

    async def notify(self, channel: str, payload: str) -> None:
        """Send a notification; within a transaction of this task it goes out on commit.

        Raises `ValueError` for a payload of 8,000 bytes or more.
        """
        if len(payload.encode()) > LARGEST_PAYLOAD:
            raise ValueError(f"A notification carries at most {LARGEST_PAYLOAD} bytes")
        joined = self._joined()
        lent = nullcontext(joined.connection) if joined else self._lent(b"")
        with _translated():
            async with lent as connection:
                await connection.execute("select pg_notify(%s, %s)", (channel, payload))

    @asynccontextmanager
    async def listen(self, channels: Sequence[str]) -> AsyncGenerator[AsyncIterator[tuple[str, str]]]:
        """Follow channels on a connection of its own; see the port.

        Listening has begun when the block is entered. Raises `Unavailable` if it cannot begin.
        """
        with _translated():
            first = await self._listening(channels)
        async with aclosing(self._follow(first, channels)) as notifications:
            yield notifications

    async def ready(self) -> bool:
        """Whether a query succeeds within two seconds."""
        try:
            async with asyncio.timeout(2), self._lent(b"select 1"):
                pass
        except (TimeoutError, psycopg.Error, PoolTimeout, PoolClosed):
            return False
        return True

    def was_full(self, seconds: float) -> bool:
        """Whether the database's disk was found full in the last `seconds`."""
        return self._full_at is not None and time.monotonic() - self._full_at < seconds

    @contextmanager
    def _noting_a_full_disk(self) -> Generator[None]:
        try:
            yield
        except StorageFull:
            self._full_at = time.monotonic()
            raise

    def connections(self) -> Mapping[str, int]:
        """Return how many connections this process has (`open`), how many are `idle`, and who is `waiting`."""
        stats = self._pool.get_stats()
        return {
            "open": stats.get("pool_size", 0),
            "idle": stats.get("pool_available", 0),
            "waiting": stats.get("requests_waiting", 0),
        }

    def swollen(self, connection: Connection, size: int) -> None:
        """Take note that so many bytes go over a connection in one piece; after many it is not lent again.

        The client library keeps what it needed to hold them, twice or four times their size, for the connection's life.
        """
        if size > LARGE_BYTES:
            self._swollen.add(connection)

    @asynccontextmanager
    async def _lent(self, first: bytes) -> AsyncGenerator[Connection]:
        """Lend a connection on which `first`, which may have no effect of its own, has succeeded.

        Connections that turn out to be dead are thrown away until a living one is found: after a restart of the
        server all of them are. (The pool's own check pauses a second and more between two dead ones.)
        """
        deadline = time.monotonic() + self._patience
        while True:
            connection = await self._pool.getconn(deadline - time.monotonic())
            try:
                await connection.execute(first)
                break
            except BaseException as error:
                dead = connection.closed and isinstance(error, psycopg.OperationalError)
                await self._pool.putconn(connection)
                if not dead:
                    raise
        try:
            yield connection
        finally:
            if connection in self._swollen:
                # The pool's own mark for one that is too old: it opens another, and warns of nothing.
                connection._expire_at = 0.0  # pyright: ignore[reportPrivateUsage]
            await self._pool.putconn(connection)

    def _joined(self) -> _Open | None:
        current = _open.get()
        if current is None or current.database is not self or current.task is not asyncio.current_task():
            return None
        return current

    async def _listening(self, channels: Sequence[str]) -> AsyncConnection[TupleRow]:
        connection = await AsyncConnection.connect(self.app_url, autocommit=True, connect_timeout=3)
        try:
            for channel in channels:
                await connection.execute(sql.SQL("listen {}").format(sql.Identifier(channel)))
        except BaseException:
            await connection.close()
            raise
        return connection

    async def _follow(
        self, connection: AsyncConnection[TupleRow], channels: Sequence[str]
    ) -> AsyncGenerator[tuple[str, str]]:
        pause = 0.05
        while True:
            try:
                while True:
                    async with aclosing(connection.notifies(timeout=LISTEN_CHECK_SECONDS)) as received:
                        async for notification in received:
                            pause = 0.05
                            yield notification.channel, notification.payload
                    await connection.execute("select 1")
            except psycopg.OperationalError:
                pass
            finally:
                await connection.close()
            while True:
                await asyncio.sleep(pause)
                pause = min(pause * 2, LISTEN_LONGEST_PAUSE)
                try:
                    connection = await self._listening(channels)
                    break
                except psycopg.OperationalError:
                    continue
            for channel in channels:
                yield channel, ""


async def _commit(connection: Connection) -> None:
    if connection.info.transaction_status == TransactionStatus.INERROR:
        # PostgreSQL would answer COMMIT with a quiet rollback.
        await connection.rollback()
        raise RuntimeError("A statement of this transaction failed and its error was swallowed: nothing was written")
    await connection.commit()


@contextmanager
def _translated() -> Generator[None]:
    """Turn what psycopg raises into what a caller acts on."""
    try:
        yield
    except psycopg.errors.DiskFull as error:
        raise StorageFull("The disk of the database is full; free some space there and try again.") from error
    except (psycopg.OperationalError, psycopg.InterfaceError, PoolTimeout, PoolClosed) as error:
        raise Unavailable("The database cannot be reached now; try again in a moment.") from error
    except psycopg.errors.ForeignKeyViolation as error:
        raise NotFound("Something that this refers to does not exist.") from error
    except (psycopg.DataError, UnicodeEncodeError) as error:
        raise InvalidInput(
            "A value holds something that cannot be stored, such as a NUL character or half a surrogate pair."
        ) from error
