"""What was read of each user and is kept in memory until it changes, in whichever process that happens."""

from collections import OrderedDict
from collections.abc import Awaitable, Callable, Hashable
from typing import Any, TypeVar, cast

from bailiwick.kernel.database.pool import Database
from bailiwick.kernel.events.bus import Bus
from bailiwick.kernel.events.facts import USES

MOST_USERS = 10_000
"""Of more users, what is kept of the one who was away longest is forgotten."""
MOST_THINGS = 200
"""Of one user; of more, the one that was read first is forgotten."""

T = TypeVar("T")


class RememberedReads:
    """Keeps what was read of a user until something of the user changes.

    A change in this process drops it as soon as its transaction is over; a change elsewhere when this process hears of
    it, which triggers of the tables see to. What cannot be heard cannot be trusted: while the listening connection is
    lost, every value is read anew. So a value is at most a second old, and never older than this process's own writes.

    A value that is being read while something changes is returned to who asked and not kept. Values are shared: no
    caller may change them.
    """

    def __init__(self, database: Database, bus: Bus) -> None:
        self._database = database
        self._bus = bus
        self._users: OrderedDict[str, dict[Hashable, Any]] = OrderedDict()
        database.on_change(self.drop)
        bus.on_change(self.drop)
        bus.on_fact(lambda user_id: self.drop(user_id, USES))

    async def get(self, user_id: str, what: Hashable, read: Callable[[], Awaitable[T]]) -> T:
        """Return what is kept of the user under `what`, else what `read` returns, and keep that unless it is `None`.

        Within a transaction of the caller's for the user, what is read is not kept: it may be undone, or be old.
        Raises what `read` raises.
        """
        if not await self._bus.hears():
            self._users.clear()
            return await read()
        kept = self._users.get(user_id)
        if kept is None:
            kept = {}
        else:
            self._users.move_to_end(user_id)
            if what in kept:
                return cast(T, kept[what])
        if self._database.in_transaction(user_id):
            return await read()
        # Taken away from the table by whatever changes meanwhile; what is put into it then is never read.
        kept = self._users.setdefault(user_id, kept)
        value = await read()
        if value is not None:
            kept[what] = value
        if len(kept) > MOST_THINGS:
            del kept[next(iter(kept))]
        if not kept and self._users.get(user_id) is kept:
            del self._users[user_id]
        while len(self._users) > MOST_USERS:
            self._users.popitem(last=False)
        return value

    def drop(self, user_id: str | None, what: Hashable = None) -> None:
        """Forget what is kept of a user, of all without one; with `what` only what is kept under that.

        What is being read now will not be kept.
        """
        if user_id is None:
            self._users.clear()
            return
        kept = self._users.pop(user_id, None)
        if kept and what is not None:
            self._users[user_id] = {name: value for name, value in kept.items() if name != what}
