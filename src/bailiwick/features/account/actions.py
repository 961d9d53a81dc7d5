"""A person's account: everything of it taken along, or erased."""

import asyncio
import zipfile
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import suppress
from typing import IO

import structlog

from bailiwick.features.account.persons_store import PersonStore
from bailiwick.features.account.reasons import AccountReason
from bailiwick.features.account.store import AccountStore
from bailiwick.kernel.audit.acts import Act
from bailiwick.kernel.audit.recording import audited_alone
from bailiwick.kernel.database.stores import Stores
from bailiwick.kernel.errors import Conflict, InvalidInput, NotFound, SandboxUnavailable
from bailiwick.kernel.reasons import Reason
from bailiwick.kernel.usage import ExecutionStatus
from bailiwick.people.records import User, UserRole
from bailiwick.people.store import AccessStore
from bailiwick.runs.actions import Executions
from bailiwick.runs.store import ExecutionStore
from bailiwick.tools.sandbox_contract import Sandbox

AT_ONCE = 2
"""Exports that one process makes side by side."""
UNFINISHED = (ExecutionStatus.PENDING, ExecutionStatus.RUNNING, ExecutionStatus.WAITING)
README = """\
Everything that Bailiwick keeps of {name} ({id}).

One file for each kind of thing, one line of JSON for each thing (JSON Lines, UTF-8); times are ISO 8601. `files` has
the documents that were uploaded and the files that were sent with messages. What proves who somebody is, and the values
of credentials, are left out.
"""

log = structlog.get_logger(__name__)


class Account:
    """Exports and erases accounts."""

    def __init__(
        self,
        stores: Stores,
        executions: Executions,
        sandbox: Sandbox,
        erase: Callable[[str], Awaitable[None]],
    ) -> None:
        """`erase` deletes every row of a person."""
        self._stores = stores
        self._executions = executions
        self._sandbox = sandbox
        self._erase = erase
        self._turns = asyncio.Semaphore(AT_ONCE)

    async def export(self, user: User, file: IO[bytes]) -> None:
        """Write everything of a person to `file` as a zip archive, piece by piece."""
        await audited_alone(self._stores.database, user.id, Act.ACCOUNT_EXPORTED, "user", user.id)
        async with self._turns:
            with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED, allowZip64=True) as archive:
                archive.writestr("README.txt", README.format(name=user.name, id=user.id))
                await _write(archive, self._stores[AccountStore].everything(user.id))

    async def erase(self, user_id: str, confirm: str) -> None:
        """Stop whatever works for a person and delete everything of theirs, for good.

        `confirm` is the person's name. Raises `InvalidInput` for another one, `Conflict` for the last owner.
        """
        user = await self._stores[AccessStore].user(user_id)
        if confirm.strip() != user.name:
            raise InvalidInput(Reason.of(AccountReason.CONFIRM_NAME), field="confirm")
        if user.role is UserRole.OWNER and not await self._stores[PersonStore].has_other_owner(user_id):
            raise Conflict(Reason.of(AccountReason.LAST_OWNER))
        await self.stop_everything(user_id)
        await self._erase(user_id)
        with suppress(SandboxUnavailable):
            await self._sandbox.forget(user_id)
        log.info("an account was erased", user=user_id)

    async def stop_everything(self, user_id: str) -> None:
        """Have workers let go of what they do for the person; what they write later finds nothing to be written to."""
        for status in UNFINISHED:
            while running := await self._stores[ExecutionStore].list(user_id, status=status, limit=200):
                asked = 0
                for execution in running:
                    if not execution.cancel_requested:
                        with suppress(NotFound):
                            await self._executions.cancel(user_id, execution.id)
                            asked += 1
                if not asked:
                    break


async def _write(archive: zipfile.ZipFile, pieces: AsyncIterator[tuple[str, bytes]]) -> None:
    """Write pieces as entries of an archive, compressing outside the event loop."""
    current, entry = "", None
    try:
        async for name, content in pieces:
            if name != current:
                if entry is not None:
                    entry.close()
                current, entry = name, archive.open(name, "w", force_zip64=True)
            if entry is not None and content:
                await asyncio.to_thread(entry.write, content)
    finally:
        if entry is not None:
            entry.close()
