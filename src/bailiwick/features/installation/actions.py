"""What administrators set for all while it runs: how long data is kept, and how much is logged."""

import asyncio
from collections.abc import Awaitable, Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import asdict
from datetime import UTC, datetime, timedelta
from typing import Any

import structlog

from bailiwick.features.installation.ageing import AgeingTable
from bailiwick.features.installation.retention import Retention, RetentionPreview
from bailiwick.features.installation.retention_store import RetentionStore
from bailiwick.features.installation.store import InstallationStore
from bailiwick.kernel.database.stores import Stores
from bailiwick.kernel.errors import BailiwickError
from bailiwick.kernel.events.bus import Bus
from bailiwick.kernel.logs import LogLevel
from bailiwick.people.records import FIRST_OWNER_ID

RETENTION, LOG_LEVEL = "retention", "log-level"
KINDS = {
    "event_days": "events",
    "execution_days": "conversations",
    "decision_days": "decisions",
    "mail_days": "mails",
    "document_days": "documents",
    "metric_days": "metrics",
}
"""Which data each field of a retention is about."""
FOLLOW_SECONDS = 60.0
"""How soon a process logs as it was told if no word of it came; it does so at once where one came."""

log = structlog.get_logger(__name__)


class Administration:
    """Reads and sets what holds for the whole installation."""

    def __init__(
        self,
        stores: Stores,
        bus: Bus,
        users: Callable[[], Awaitable[Sequence[str]]],
        retention: Retention,
        level: LogLevel,
    ) -> None:
        """`retention` and `level` hold while no administrator has said otherwise."""
        self._stores = stores
        self._bus = bus
        self._bell = asyncio.Event()
        """Rings when the level may be another one."""
        bus.on_control(self._on_control)
        self._users = users
        self._retention = retention
        self._level = level

    async def delete_old(self, user_id: str) -> None:
        """Delete what is too old of one person."""
        await delete_old(self._stores, user_id, await self.retention(), datetime.now(UTC))

    async def delete_old_rows(self, table: AgeingTable, user_id: str) -> None:
        """Delete what is too old of one person in a table of a plug-in, batch by batch."""
        before, total = datetime.now(UTC) - timedelta(days=table.days), 0
        while deleted := await self._stores[RetentionStore].delete_rows(user_id, table, before):
            total += deleted
        if total:
            log.info("old data was deleted", user=user_id, kind=f"{table.schema}.{table.name}", count=total)

    async def retention(self, user_id: str = FIRST_OWNER_ID) -> Retention:
        """Return how long data is kept."""
        said = await self._stores[InstallationStore].get(user_id, RETENTION)
        return self._retention.evolve(said or {})

    async def keep(self, user_id: str, changes: Mapping[str, Any]) -> Retention:
        """Change how long data is kept. Raises `Forbidden`."""
        changed = (await self.retention(user_id)).evolve(dict(changes))
        await self._stores[InstallationStore].put(user_id, RETENTION, asdict(changed))
        return changed

    async def preview(self, retention: Retention) -> RetentionPreview:
        """Return how much of every user's data would be deleted."""
        total, now = RetentionPreview(), datetime.now(UTC)
        for user_id in await self._users():
            counts = {
                kind: await self._stores[RetentionStore].count(user_id, kind, before)
                for kind, before in cutoffs(retention, now)
            }
            total += RetentionPreview(**counts)
        return total

    async def log_level(self, user_id: str = FIRST_OWNER_ID) -> LogLevel:
        """Return the least level that is logged."""
        said = await self._stores[InstallationStore].get(user_id, LOG_LEVEL)
        return LogLevel(said) if said in list(LogLevel) else self._level

    async def set_log_level(self, user_id: str, level: LogLevel) -> LogLevel:
        """Change what every process logs, at once. Raises `Forbidden`."""
        await self._stores[InstallationStore].put(user_id, LOG_LEVEL, level)
        await self._bus.command(user_id, "", LOG_LEVEL)
        return level

    async def follow_log_level(self, apply: Callable[[LogLevel], None]) -> None:
        """Have this process log as it was told, until cancelled; an unreachable database changes nothing."""
        current = self._level
        while True:
            self._bell.clear()
            try:
                wanted = await self.log_level()
            except BailiwickError:
                wanted = current
            if wanted is not current:
                apply(wanted)
                current = wanted
            with suppress(TimeoutError):
                async with asyncio.timeout(FOLLOW_SECONDS):
                    await self._bell.wait()

    def _on_control(self, execution_id: str, command: str) -> None:
        """Ask for the level anew; "" means that a command may have been missed."""
        if not execution_id and command in ("", LOG_LEVEL):
            self._bell.set()


def cutoffs(retention: Retention, now: datetime) -> Sequence[tuple[str, datetime]]:
    """Return the kinds of data of which something may be too old, each with the time before which it is."""
    days = asdict(retention)
    return [(kind, now - timedelta(days=days[field])) for field, kind in KINDS.items() if days[field] is not None]


async def delete_old(stores: Stores, user_id: str, retention: Retention, now: datetime) -> None:
    """Delete what is too old of one person, batch by batch."""
    for kind, before in cutoffs(retention, now):
        total = 0
        while deleted := await stores[RetentionStore].delete(user_id, kind, before):
            total += deleted
        if total:
            log.info("old data was deleted", user=user_id, kind=kind, count=total)
