"""What grows old: a kind of data that is deleted for its age, in batches."""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import ClassVar
from uuid import UUID

from bailiwick.kernel.database.pool import Database
from bailiwick.kernel.database.queries import Connection

BATCH = 500
MOST_COUNTED = 10_000


class OldRows(ABC):
    """Old data of one kind. What is at work, pinned or unread is never counted or deleted."""

    def __init__(self, database: Database) -> None:
        self._database = database

    @abstractmethod
    async def count(self, user_id: str, before: datetime) -> int:
        """Return how much of it is older than a time, at most 10,000."""

    @abstractmethod
    async def delete(self, user_id: str, before: datetime) -> int:
        """Delete a batch of what is older; return how much, 0 when nothing is left."""


class OldKind(OldRows):
    """Old data of a feature."""

    kind: ClassVar[str]
    """What it is, e.g. `mails`."""
    setting: ClassVar[str]
    """The option of its feature that says for how many days it is kept, e.g. `mail_days`."""


class OldRecords(OldKind):
    """Old data of a feature that have ids."""

    async def count(self, user_id: str, before: datetime) -> int:
        """Return how much of it is older than a time, at most 10,000."""
        async with self._database.as_user(user_id) as connection:
            return len(await self.find(connection, before, MOST_COUNTED))

    async def delete(self, user_id: str, before: datetime) -> int:
        """Delete a batch of what is older; return how much, 0 when nothing is left."""
        async with self._database.as_user(user_id) as connection:
            ids = await self.find(connection, before, BATCH)
            return await self.remove(connection, ids, before) if ids else 0

    @abstractmethod
    async def find(self, connection: Connection, before: datetime, limit: int) -> Sequence[UUID]:
        """Return ids of what is older than a time."""

    @abstractmethod
    async def remove(self, connection: Connection, ids: Sequence[UUID], before: datetime) -> int:
        """Delete these; return how many there were."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Ageing:
    """A kind of data, and for how long it is kept."""

    kind: str
    """What people read of it; a table of a plug-in is called e.g. `reading_list.books`."""
    rows: OldRows
    days: float | None
    """None for ever."""
    setting: str = ""
    """The setting that says otherwise, if there is one."""
    plugin: str = ""
    """The plug-in whose table it is; empty for data of a feature."""
