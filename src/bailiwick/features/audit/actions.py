"""What is done with the audit log: read, verified, taken along."""

import csv
import io
import json
from collections.abc import AsyncIterator, Iterable, Mapping, Sequence
from contextlib import suppress
from enum import StrEnum
from itertools import chain
from typing import Any

from bailiwick.features.audit.chain import Chain
from bailiwick.features.audit.reasons import AuditReason
from bailiwick.features.audit.records import AuditEntry, AuditFilter, AuditHead, Verification
from bailiwick.features.audit.store import AuditStore
from bailiwick.kernel.audit.acts import Act
from bailiwick.kernel.audit.recording import audited_alone
from bailiwick.kernel.database.stores import Stores
from bailiwick.kernel.errors import Forbidden, InvalidInput, NotFound
from bailiwick.kernel.reasons import Reason, ReasonCode
from bailiwick.people.administrators import ADMINISTRATORS
from bailiwick.people.records import User
from bailiwick.people.store import AccessStore

MOST_FAULTS = 100
"""Faults that are told."""
COLUMNS = tuple(name for name in AuditEntry.__slots__ if name != "details")
"""Of a table; the details as they are written."""
FORMULAS = "=+-@\t\r"
"""What a spreadsheet may take for the beginning of a formula."""


class ExportFormat(StrEnum):
    """As what the log is taken along."""

    JSON_LINES = "jsonl"
    CSV = "csv"


class Audit:
    """The audit log as people read it."""

    def __init__(self, stores: Stores) -> None:
        self._stores = stores
        self._store = stores[AuditStore]

    async def list(
        self, user_id: str, wanted: AuditFilter, *, before: int | None = None, limit: int = 50
    ) -> Sequence[AuditEntry]:
        """Return entries that the person may read, latest first: administrators all, others what concerns them."""
        return await self._store.latest(user_id, wanted, before=before, limit=limit)

    async def names(self, entries: Iterable[AuditEntry]) -> Mapping[str, str]:
        """Return what the people of these entries are called today, by id; who was erased has no name."""
        ids = {each for entry in entries for each in (entry.person, entry.whose, _person_meant(entry)) if each}
        found: dict[str, str] = {}
        for user_id in sorted(ids):
            with suppress(NotFound):
                found[user_id] = (await self._stores[AccessStore].user(user_id)).name
        return found

    async def verify(self, user: User, noted: AuditHead | None = None) -> Verification:
        """Go along the whole log and say what was changed, is missing or out of order. Raises `Forbidden`.

        With `noted`, a number and its hash that were noted before, also whether that entry is still the same.
        """
        if user.role not in ADMINISTRATORS:
            raise Forbidden(Reason.of(ReasonCode.ADMINISTRATORS_ONLY))
        faults: list[Reason] = []
        log, is_there = Chain(), noted is None
        async with self._stores.database.as_user(user.id, snapshot=True):
            async for entries in self._store.all(user.id):
                faults += chain.from_iterable(log.follow(entry) for entry in entries)
                is_there = is_there or any(AuditHead(entry.number, entry.hash) == noted for entry in entries)
            faults += log.end(await self._store.head(user.id))
        if noted is not None and not is_there:
            faults.append(Reason.of(AuditReason.NOTED_ELSEWHERE, number=str(noted.number)))
        return Verification(
            ok=not faults,
            entries=log.entries,
            number=log.last.number,
            hash=log.last.hash,
            faults=faults[:MOST_FAULTS],
        )

    async def export(self, user_id: str, wanted: AuditFilter, form: ExportFormat) -> AsyncIterator[str]:
        """Yield what the person may read as text, in the order in which it was written; that is an act itself."""
        await audited_alone(self._stores.database, user_id, Act.AUDIT_EXPORTED, "user", user_id, format=form)
        if form is ExportFormat.CSV:
            yield ",".join(COLUMNS) + "\r\n"
        async for entries in self._store.all(user_id, wanted):
            yield _table(entries) if form is ExportFormat.CSV else _lines(entries)


def read_head(text: str) -> AuditHead:
    """Return the number and hash that are written as `NUMBER:HASH`. Raises `InvalidInput`."""
    number, _, digest = text.partition(":")
    if not (number.isascii() and number.isdigit()) or len(number) > 18 or len(digest) != 64:
        raise InvalidInput(Reason.of(AuditReason.NOTED_HEAD), field="noted")
    return AuditHead(int(number), digest.lower())


def _person_meant(entry: AuditEntry) -> str | None:
    return entry.thing if entry.kind == "user" else None


def _lines(entries: Sequence[AuditEntry]) -> str:
    return "".join(json.dumps(_shown(entry), ensure_ascii=False) + "\n" for entry in entries)


def _table(entries: Sequence[AuditEntry]) -> str:
    text = io.StringIO()
    writer = csv.writer(text)
    for entry in entries:
        shown = _shown(entry)
        writer.writerow([_cell(shown[name]) for name in COLUMNS])
    return text.getvalue()


def _shown(entry: AuditEntry) -> dict[str, Any]:
    shown = {name: getattr(entry, name) for name in COLUMNS}
    return {**shown, "at": entry.at.isoformat(timespec="microseconds")}


def _cell(value: Any) -> Any:
    return f"'{value}" if isinstance(value, str) and value[:1] in FORMULAS and value else value
