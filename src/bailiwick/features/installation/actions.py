"""What administrators set for all while it runs: how long data is kept, and how much is logged."""

import asyncio
from collections.abc import Awaitable, Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import asdict
from datetime import UTC, datetime, timedelta
from typing import Any

import structlog

from bailiwick.features.installation.retention import Retention, RetentionPreview
from bailiwick.features.installation.store import InstallationStore
from bailiwick.kernel.ageing import Ageing
from bailiwick.kernel.audit.acts import Act
from bailiwick.kernel.audit.recording import audited
from bailiwick.kernel.database.stores import Stores
from bailiwick.kernel.errors import BailiwickError
from bailiwick.kernel.events.bus import Bus
from bailiwick.kernel.logs import LogLevel
from bailiwick.people.records import FIRST_OWNER_ID
from bailiwick.tools.credentials import INSTALLATION

RETENTION, LOG_LEVEL = "retention", "log-level"
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
        level: LogLevel,
        ageing: Sequence[Ageing] = (),
    ) -> None:
        """`level` and the days of `ageing` hold while no administrator has said otherwise."""
        self.ageing = ageing
        self._stores = stores
        self._bus = bus
        self._bell = asyncio.Event()
        """Rings when the level may be another one."""
        bus.on_control(self._on_control)
        self._users = users
        self._level = level

    async def delete_old(self, kind: Ageing, user_id: str) -> None:
        """Delete what is too old of one person, batch by batch."""
        await delete_old(kind, await self._days(kind), user_id)

    async def retention(self, user_id: str = FIRST_OWNER_ID) -> Retention:
        """Return how long data is kept; what is of no feature that is there, for ever."""
        said = await self._stores[InstallationStore].get(user_id, RETENTION)
        usual = dict.fromkeys(Retention.__slots__) | {each.setting: each.days for each in self._kinds}
        return Retention(**usual).evolve(said or {})

    async def keep(self, user_id: str, changes: Mapping[str, Any]) -> Retention:
        """Change how long data is kept. Raises `Forbidden`."""
        changed = (await self.retention(user_id)).evolve(dict(changes))
        said = await self._stores[InstallationStore].get(user_id, RETENTION) or {}
        kept = {name: value for name, value in {**said, **changes}.items() if name in Retention.__slots__}
        days = {name: "forever" if value is None else value for name, value in changes.items()}
        async with self._stores.database.as_user(user_id):
            await self._stores[InstallationStore].put(user_id, RETENTION, kept)
            audited(self._stores.database, Act.RETENTION_CHANGED, "installation", INSTALLATION, **days)
        return changed

    async def preview(self, retention: Retention) -> RetentionPreview:
        """Return how much of every user's data would be deleted."""
        days = asdict(retention)
        return RetentionPreview(**{each.kind: await self._old(each, days[each.setting]) for each in self._kinds})

    async def old_rows(self, table: Ageing) -> int:
        """Return how many rows of a plug-in's table would be deleted, of everybody, at most 10,000 a person."""
        return await self._old(table, table.days)

    @property
    def tables(self) -> Sequence[Ageing]:
        """Tables of plug-ins whose rows grow old."""
        return [each for each in self.ageing if each.plugin]

    @property
    def _kinds(self) -> Sequence[Ageing]:
        return [each for each in self.ageing if not each.plugin]

    async def _days(self, kind: Ageing) -> float | None:
        return kind.days if kind.plugin else asdict(await self.retention())[kind.setting]

    async def _old(self, kind: Ageing, days: float | None) -> int:
        if days is None:
            return 0
        before = datetime.now(UTC) - timedelta(days=days)
        return sum([await kind.rows.count(user_id, before) for user_id in await self._users()])

    async def log_level(self, user_id: str = FIRST_OWNER_ID) -> LogLevel:
        """Return the least level that is logged."""
        said = await self._stores[InstallationStore].get(user_id, LOG_LEVEL)
        return LogLevel(said) if said in list(LogLevel) else self._level

    async def set_log_level(self, user_id: str, level: LogLevel) -> LogLevel:
        """Change what every process logs, at once. Raises `Forbidden`."""
        async with self._stores.database.as_user(user_id):
            await self._stores[InstallationStore].put(user_id, LOG_LEVEL, level)
            audited(self._stores.database, Act.LOG_LEVEL_CHANGED, "installation", INSTALLATION, level=level)
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


async def delete_old(kind: Ageing, days: float | None, user_id: str) -> None:
    """Delete what is older than so many days of one person, batch by batch."""
    if days is None:
        return
    before, total = datetime.now(UTC) - timedelta(days=days), 0
    while deleted := await kind.rows.delete(user_id, before):
        total += deleted
    if total:
        log.info("old data was deleted", user=user_id, kind=kind.kind, count=total)
