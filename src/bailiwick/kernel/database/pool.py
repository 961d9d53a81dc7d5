"""The database: a pool of connections, transactions as one user, and notifications."""

import asyncio
import json
import select
import socket
import sys
import time
from collections.abc import AsyncGenerator, Awaitable, Callable, Generator, Mapping, Sequence
from contextlib import asynccontextmanager, contextmanager, suppress
from contextvars import ContextVar
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Self, cast
from urllib.parse import urlencode

import asyncpg
from asyncpg.exceptions._base import DataError as ClientDataError
from psycopg.conninfo import conninfo_to_dict

from bailiwick.kernel.database.queries import Connection, as_uuid
from bailiwick.kernel.errors import InvalidInput, StorageFull, Unavailable, not_found
from bailiwick.kernel.reasons import Reason, ReasonCode

FACTS = "bailiwick_facts"
"""The channel on which processes tell one another of facts: `{"u": user, "x": execution or null, "p": who tells}`."""


CHECKOUT_SECONDS = 4.0
"""Longest wait for a connection; after it the caller hears `Unavailable` and may answer 503."""
CONNECT_SECONDS = 3
"""Longest time that one attempt to connect may take."""
AGAIN_SECONDS = 0.05
"""Pause between two attempts to connect while a task waits for a connection."""
STATEMENTS = 256
"""Prepared statements that a connection keeps."""
CLOSE_SECONDS = 5.0
"""Longest wait, at the end, for connections that are still lent."""
LARGEST_PAYLOAD = 7999
"""Bytes that PostgreSQL takes in one notification."""
NOTIFY = "select pg_notify(channel, payload) from unnest($1::text[], $2::text[]) as told (channel, payload)"
HINT = f"with unhurried as materialized (select set_config('synchronous_commit', 'off', true)) {NOTIFY}, unhurried"
"""The same as a transaction of its own, which waits for no disk: after a crash no listener is left."""
LISTEN_CHECK_SECONDS = 30.0
"""How often a listening connection proves that it is alive."""
HEARD_SECONDS = 0.5
"""For so long a listening connection that has answered is taken to hear everything."""
LISTEN_LONGEST_PAUSE = 2.0
"""Longest pause between two tries to listen again, in seconds."""
KEEPALIVES = {
    "keepalives_idle": "TCP_KEEPIDLE",
    "keepalives_interval": "TCP_KEEPINTVL",
    "keepalives_count": "TCP_KEEPCNT",
    "tcp_user_timeout": "TCP_USER_TIMEOUT",
}
"""What libpq does with its connections by itself, and the option of a socket that does it."""
OF_LIBPQ = frozenset((*KEEPALIVES, "keepalives", "connect_timeout", "client_encoding", "fallback_application_name"))
"""Parts of a connection string that are for libpq alone."""
UNREACHABLE = (
    asyncpg.PostgresConnectionError,
    asyncpg.InsufficientResourcesError,
    asyncpg.ProgramLimitExceededError,
    asyncpg.ObjectNotInPrerequisiteStateError,
    asyncpg.OperatorInterventionError,
    asyncpg.PostgresSystemError,
    asyncpg.TransactionRollbackError,
    asyncpg.IdleInTransactionSessionTimeoutError,
    asyncpg.InvalidAuthorizationSpecificationError,
    asyncpg.InvalidCatalogNameError,
    asyncpg.InternalClientError,
    asyncpg.InterfaceError,
)
"""What the driver raises for a connection that is lost or refused, and for a statement that may work another time."""


@dataclass(frozen=True, slots=True)
class _Open:
    """The transaction that a task has open."""

    database: "Database"
    task: "asyncio.Task[Any] | None"
    user_id: str
    connection: Connection
    changed: list[tuple[str | None, str | None]] = field(default_factory=list[tuple[str | None, str | None]])
    """Of whom it changes what that is kept in memory."""
    last: list[Callable[[Connection], Awaitable[None]]] = field(
        default_factory=list[Callable[[Connection], Awaitable[None]]]
    )
    """What is written right before it is committed."""
    ended: list[Callable[[bool], None]] = field(default_factory=list[Callable[[bool], None]])
    """What is called when it is over, with whether it was committed."""


_open: ContextVar[_Open | None] = ContextVar("bailiwick_open_transaction", default=None)


class _Lent(asyncpg.Connection):
    """A connection of the pool. A transaction is all that may have to be undone in it when it is given back."""

    async def reset(self, *, timeout: float | None = None) -> None:
        """Roll back what did not come to its end. The pool waits for it, also where who gives it back is cancelled
        at each of its waits."""
        if self.is_in_transaction():
            await self.execute("rollback", timeout=timeout)
        await super().reset(timeout=timeout)

    def get_reset_query(self) -> str:
        """Nothing: what a transaction sets ends with it."""
        return ""


class Database:
    """Opens transactions and carries notifications."""

    def __init__(self, app_url: str, *, pool_size: int = 10, patience: float = CHECKOUT_SECONDS) -> None:
        """`patience` is the longest wait for a connection, in seconds."""
        self.app_url = app_url
        """Connection string of the application role."""
        self._patience = patience
        self._full_at: float | None = None
        """When the disk was last found full, by this process's clock."""
        self._address = driver_address(app_url)
        self._size = pool_size
        self._pool: asyncpg.Pool | None = None
        """None while it is not open."""
        self._waiting = 0
        self._on_change: list[Callable[[str | None, str | None], None]] = []
        self._teller: Callable[[str, str | None], None] | None = None

    async def __aenter__(self) -> Self:
        self._pool = await asyncpg.create_pool(
            self._address,
            connection_class=_Lent,
            min_size=0,
            max_size=self._size,
            timeout=CONNECT_SECONDS,
            init=self._prepare,
            statement_cache_size=STATEMENTS,
            max_cached_statement_lifetime=0,
        )
        return self

    async def __aexit__(self, *exception: object) -> None:
        pool, self._pool = self._pool, None
        if pool is None:
            return
        try:
            async with asyncio.timeout(CLOSE_SECONDS):
                await pool.close()
        except TimeoutError:
            pool.terminate()

    async def now(self, user_id: str) -> datetime:
        """Return the time by the database's clock, which all workers share; a transaction that is open is joined."""
        async with self.as_user(user_id) as connection:
            return cast(datetime, await connection.fetchval("SELECT clock_timestamp()"))

    @asynccontextmanager
    async def as_user(self, user_id: str, *, snapshot: bool = False) -> AsyncGenerator[Connection]:
        """Open a transaction in which only this user's rows exist, or join the one this task has open.

        With `snapshot` all that it reads stood so at one moment, and it writes nothing. Yields the connection.
        Commits on leaving, rolls back on an exception; a joined block leaves both to the block it joined. A child
        task does not join: it opens a transaction of its own. Joining under another user raises `RuntimeError`.
        Raises `Unavailable` when the connection fails, in which case a commit may or may not have happened;
        `NotFound` when the user id is not one or a row refers to something that does not exist; `InvalidInput` for
        values PostgreSQL cannot keep.
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
            kind = " isolation level repeatable read read only" if snapshot else ""
            begin = f"begin{kind}; select set_config('bailiwick.user_id', '{key}', true)"
            async with self._lent(begin) as connection:
                opened = _Open(self, asyncio.current_task(), user_id, connection)
                token, committed = _open.set(opened), False
                try:
                    try:
                        yield connection
                        for write in opened.last:
                            await write(connection)
                    finally:
                        _open.reset(token)
                    await _commit(connection)
                    committed = True
                finally:  # also where it is not known whether it was committed
                    for changed in opened.changed:
                        for listener in self._on_change:
                            listener(*changed)
                    for ended in opened.ended:
                        ended(committed)

    def in_transaction(self, user_id: str) -> bool:
        """Whether this task has a transaction open for this user."""
        joined = self._joined()
        return joined is not None and joined.user_id == user_id

    def before_commit(self, write: Callable[[Connection], Awaitable[None]]) -> None:
        """Within a transaction: have `write` called with its connection right before it is committed, and so not at all
        where it is rolled back. Raises `RuntimeError` outside of one."""
        joined = self._joined()
        if joined is None:
            raise RuntimeError("This task has no transaction open")
        joined.last.append(write)

    def on_end(self, ended: Callable[[bool], None]) -> None:
        """Within a transaction: call `ended` when it is over, with whether it was committed; false if not known."""
        joined = self._joined()
        if joined is None:
            raise RuntimeError("This task has no transaction open")
        joined.ended.append(ended)

    def note_change(self, user_id: str | None, what: str | None = None) -> None:
        """Within a transaction: something changes that is kept in memory of the user; of all users without one.

        `what` says that only what is kept under that name changes.
        """
        joined = self._joined()
        if joined is not None and (user_id, what) not in joined.changed:
            joined.changed.append((user_id, what))

    def on_change(self, listener: Callable[[str | None, str | None], None]) -> None:
        """Call `listener(user id, what)` when a transaction is over in which such a change was noted."""
        self._on_change.append(listener)

    @asynccontextmanager
    async def without_user(self) -> AsyncGenerator[Connection]:
        """Lend a connection in which no user is set: no user's rows are visible. For what belongs to no user."""
        with _translated():
            async with self._lent() as connection:
                yield connection

    async def notify(self, channel: str, payload: str) -> None:
        """Send a notification; within a transaction of this task it goes out on commit.

        Raises `ValueError` for a payload of 8,000 bytes or more.
        """
        await self.notify_all([(channel, payload)])

    async def notify_all(self, told: Sequence[tuple[str, str]]) -> None:
        """Send notifications, as (channel, payload), in one go and in order; see `notify`."""
        if any(len(payload.encode()) > LARGEST_PAYLOAD for _, payload in told):
            raise ValueError(f"A notification carries at most {LARGEST_PAYLOAD} bytes")
        joined = self._joined()
        channels, payloads = zip(*told, strict=True)
        with _translated():
            if joined is not None:
                await joined.connection.execute(NOTIFY, channels, payloads)
                return
            async with self._lent() as connection:
                await connection.execute(HINT, channels, payloads)

    @contextmanager
    def facts_told_by(self, teller: Callable[[str, str | None], None]) -> Generator[None]:
        """While the block lasts, call `teller(user id, execution id)` when a transaction is over that stored facts, for
        it to tell every process of them; outside of one each such transaction tells them on commit.
        """
        before, self._teller = self._teller, teller
        try:
            yield
        finally:
            self._teller = before

    async def tell_of_facts(self, user_id: str, execution_id: str | None) -> None:
        """Within a transaction that stored facts, of an execution or of none: have every process told of them."""
        teller = self._teller
        if teller is None:
            await self.notify(FACTS, json.dumps({"u": user_id, "x": execution_id}))
        else:
            self.on_end(lambda _: teller(user_id, execution_id))

    @asynccontextmanager
    async def listen(self, channels: Sequence[str]) -> AsyncGenerator["Listening"]:
        """Follow channels; yields (channel, payload), reconnecting by itself. A hint, never the only carrier:
        after a reconnection it yields (channel, "") for every channel, meaning "something may have been missed".
        """
        with _translated():
            try:
                first = await self._listening(channels)
            except OSError as error:
                raise Unavailable(Reason.of(ReasonCode.DATABASE_UNREACHABLE)) from error
        listening = Listening(self._listening, channels, first)
        try:
            yield listening
        finally:
            await listening.aclose()

    async def ready(self) -> bool:
        """Whether a query succeeds within two seconds."""
        try:
            async with asyncio.timeout(2), self._lent("select 1"):
                pass
        except (TimeoutError, Unavailable, asyncpg.PostgresError, asyncpg.InterfaceError):
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
        pool = self._pool
        idle, size = (0, 0) if pool is None else (pool.get_idle_size(), pool.get_size())
        return {"open": size, "idle": idle, "waiting": self._waiting}

    @asynccontextmanager
    async def _lent(self, first: str | None = None) -> AsyncGenerator[Connection]:
        """Lend a connection on which `first`, which may have no effect of its own, has succeeded.

        Without one the connection is alive as far as this machine knows; the server is not asked. Connections that
        turn out to be dead are thrown away until a living one is found: after a restart of the server all of them
        are. Raises `Unavailable` when there is none in time.
        """
        deadline = time.monotonic() + self._patience
        while True:
            pool = self._pool
            if pool is None:
                raise Unavailable(Reason.of(ReasonCode.DATABASE_CLOSED))
            connection = await self._taken(pool, deadline)
            if first is None and _is_at_rest(connection):
                break
            try:
                await connection.execute(first or "select 1")
                break
            except BaseException as error:
                dead = isinstance(error, UNREACHABLE) and _is_closed(connection)
                await _give_back(pool, connection)
                if not dead:
                    raise
        try:
            yield connection
        finally:
            await _give_back(pool, connection)

    async def _taken(self, pool: asyncpg.Pool, deadline: float) -> Connection:
        """Return a connection; a server that takes none is asked again until the deadline."""
        self._waiting += 1
        try:
            while True:
                try:
                    return cast(Connection, await pool.acquire(timeout=max(0.001, deadline - time.monotonic())))
                except (OSError, *UNREACHABLE) as error:  # the first includes TimeoutError
                    if time.monotonic() + AGAIN_SECONDS >= deadline or isinstance(error, asyncpg.InterfaceError):
                        raise Unavailable(Reason.of(ReasonCode.DATABASE_UNREACHABLE)) from error
                await asyncio.sleep(AGAIN_SECONDS)
        finally:
            self._waiting -= 1

    async def _prepare(self, connection: asyncpg.Connection) -> None:
        """Make a new connection read and write JSON, and notice when the other machine falls silent."""
        _keep_alive(connection, self.app_url)
        for name in ("json", "jsonb"):
            await connection.set_type_codec(name, schema="pg_catalog", encoder=str, decoder=json.loads)

    def _joined(self) -> _Open | None:
        current = _open.get()
        if current is None or current.database is not self or current.task is not asyncio.current_task():
            return None
        return current

    async def _listening(self, channels: Sequence[str]) -> "_Listener":
        connection = await asyncpg.connect(self._address, timeout=CONNECT_SECONDS)
        try:
            _keep_alive(connection, self.app_url)
            return await _Listener.begin(connection, channels)
        except BaseException:
            connection.terminate()
            raise


class Listening:
    """What is heard on some channels, as (channel, payload), on another connection when one is lost."""

    def __init__(
        self, listen: "Callable[[Sequence[str]], Awaitable[_Listener]]", channels: Sequence[str], first: "_Listener"
    ) -> None:
        """`listen` begins to listen on a new connection; `first` does already."""
        self._listen = listen
        self._channels = channels
        self._listener: _Listener | None = first
        """Nothing from a loss until it has been said that something may have been missed."""
        self._heard = self._follow(first)

    def __aiter__(self) -> Self:
        return self

    async def __anext__(self) -> tuple[str, str]:
        return await anext(self._heard)

    async def alive(self) -> bool:
        """Whether all that was said until half a second ago has been heard and taken.

        Asks the database if it was not asked for so long; false while the connection is lost.
        """
        listener = self._listener
        return listener is not None and await listener.alive()

    async def aclose(self) -> None:
        """Listen no more."""
        await self._heard.aclose()

    async def _follow(self, listener: "_Listener") -> AsyncGenerator[tuple[str, str]]:
        pause = AGAIN_SECONDS
        while True:
            try:
                async for notification in listener.received():
                    pause = AGAIN_SECONDS
                    yield notification
            finally:
                self._listener = None
                listener.end()
            while True:
                await asyncio.sleep(pause)
                pause = min(pause * 2, LISTEN_LONGEST_PAUSE)
                try:
                    listener = await self._listen(self._channels)
                    break
                except (OSError, *UNREACHABLE):
                    continue
            for channel in self._channels:
                yield channel, ""
            self._listener = listener


class _Listener:
    """A connection that follows channels."""

    def __init__(self, connection: asyncpg.Connection) -> None:
        self._connection = connection
        self._heard: asyncio.Queue[tuple[str, str] | None] = asyncio.Queue()
        """Notifications in order; None once the connection is lost."""
        self._lost = False
        self._proved = time.monotonic()
        """When it was last asked for something that it has answered, by this process's clock."""
        self._asked = self._proved
        self._asking: asyncio.Task[None] | None = None

    @classmethod
    async def begin(cls, connection: asyncpg.Connection, channels: Sequence[str]) -> Self:
        """Listen from now on."""
        listener = cls(connection)
        connection.add_termination_listener(listener._lose)
        for channel in channels:
            await connection.add_listener(channel, listener._hear)
        return listener

    async def received(self) -> AsyncGenerator[tuple[str, str]]:
        """Yield notifications until the connection is lost."""
        while True:
            try:
                async with asyncio.timeout(LISTEN_CHECK_SECONDS):
                    notification = await self._heard.get()
            except TimeoutError:
                self._ask()  # a lost connection is noticed by that
                continue
            if notification is None:
                return
            yield notification

    async def alive(self) -> bool:
        """Whether all that was said until half a second ago has been heard and taken.

        A question that is not answered within half a second is not waited for again until it is answered.
        """
        now = time.monotonic()
        if now - self._proved < HEARD_SECONDS:
            return not self._lost
        asking = self._ask()
        await asyncio.wait((asking,), timeout=max(0.0, self._asked + HEARD_SECONDS - now))
        if self._proved < self._asked:
            return False
        while not self._lost and not self._heard.empty():  # noqa: ASYNC110  (who takes them is about to)
            await asyncio.sleep(0)
        return not self._lost

    def end(self) -> None:
        """Listen no more."""
        if self._asking is not None:
            self._asking.cancel()
        self._connection.terminate()

    def _ask(self) -> "asyncio.Task[None]":
        """Return what asks the server whether this connection listens; one question at a time."""
        if self._asking is None or self._asking.done():
            self._asked = time.monotonic()
            self._asking = asyncio.create_task(self._question(self._asked))  # noqa: TID251  (it ends with `end`)
        return self._asking

    async def _question(self, now: float) -> None:
        try:
            # A pooler between us and the server may answer for a connection that listens to nothing.
            if await self._connection.fetchval("select exists (select from pg_listening_channels())"):
                self._proved = now
        except (OSError, *UNREACHABLE):
            self._connection.terminate()
            self._lose(None)

    def _lose(self, connection: object) -> None:
        del connection
        self._lost = True
        self._heard.put_nowait(None)

    def _hear(self, connection: object, pid: int, channel: str, payload: object) -> None:
        del connection, pid
        self._heard.put_nowait((channel, str(payload)))


def driver_address(url: str) -> str:
    """Return a connection string of libpq as the driver reads it."""
    parts = {name: str(value) for name, value in conninfo_to_dict(url).items() if name not in OF_LIBPQ}
    return f"postgresql://?{urlencode(parts)}"


def _keep_alive(connection: asyncpg.Connection, url: str) -> None:
    """Set on the connection's socket what the connection string asks libpq to set on its own."""
    held: socket.socket | None = connection._transport.get_extra_info("socket")  # type: ignore[attr-defined]
    if held is None or held.family == socket.AF_UNIX:
        return
    held.setsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE, 1)
    for name, value in conninfo_to_dict(url).items():
        option = getattr(socket, KEEPALIVES.get(name, ""), None)
        if option is not None:
            held.setsockopt(socket.IPPROTO_TCP, option, int(str(value)))


async def _give_back(pool: asyncpg.Pool, connection: Connection) -> None:
    """Return a connection to the pool, which rolls back a transaction that did not come to its end."""
    with suppress(asyncpg.PostgresError, asyncpg.InterfaceError):  # it is lost, and its transaction with it
        await pool.release(connection)


def _is_closed(connection: Connection) -> bool:
    try:
        return connection.is_closed()
    except asyncpg.InterfaceError:  # the pool has taken it back when it was lost
        return True


def _is_at_rest(connection: Connection) -> bool:
    """Whether nothing has arrived on a connection that waits for nothing. The end of a connection would have."""
    if sys.platform == "win32" or _is_closed(connection):
        return False
    poll = select.poll()
    poll.register(connection._transport.get_extra_info("socket").fileno(), select.POLLIN)  # type: ignore[attr-defined]
    return not poll.poll(0)


async def _commit(connection: Connection) -> None:
    # PostgreSQL answers COMMIT with a quiet rollback where a statement has failed.
    if await connection.execute("commit") != "COMMIT":
        raise RuntimeError("A statement of this transaction failed and its error was swallowed: nothing was written")


@contextmanager
def _translated() -> Generator[None]:
    """Turn what the driver raises into what a caller acts on."""
    try:
        yield
    except asyncpg.DiskFullError as error:
        raise StorageFull(Reason.of(ReasonCode.DATABASE_FULL)) from error
    except asyncpg.ForeignKeyViolationError as error:
        raise not_found("thing") from error
    except (asyncpg.DataError, ClientDataError, UnicodeEncodeError) as error:
        raise InvalidInput(Reason.of(ReasonCode.VALUE_UNSTORABLE)) from error
    except UNREACHABLE as error:
        raise Unavailable(Reason.of(ReasonCode.DATABASE_UNREACHABLE)) from error
