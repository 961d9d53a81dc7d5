"""The part of `KnowledgeHistory` that reads and takes back changes."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any
from uuid import UUID

from bailiwick.features.memory import rows as rows_of
from bailiwick.features.memory.editing import Editing
from bailiwick.features.memory.forgetting import Forgetting
from bailiwick.features.memory.index import KnowledgeIndex
from bailiwick.features.memory.reasons import MemoryReason
from bailiwick.features.memory.records import (
    USER_SCOPE,
    Change,
    ChangeDetail,
    ChangeKind,
    EntityBrief,
    Neighbourhood,
    Provenance,
    Relation,
)
from bailiwick.features.memory.writing import KnowledgeWriter
from bailiwick.kernel.database.pool import Database
from bailiwick.kernel.database.queries import Connection, Queries, as_uuid, bounded
from bailiwick.kernel.errors import Conflict, not_found
from bailiwick.kernel.reasons import Reason

DETAILS = 500
"""Things of each kind that the details of a change show at most."""


class KnowledgeHistory(Editing, Forgetting):
    """What happened to the graph, and taking it back."""

    def __init__(self, database: Database, index: KnowledgeIndex | None = None) -> None:
        index = index or KnowledgeIndex()
        writer = KnowledgeWriter(database, index)
        queries = Queries("bailiwick.features.memory.history")
        Editing.__init__(self, database, writer, queries)
        Forgetting.__init__(self, database, writer, index, queries)
        self._changes = _Changes(database, writer, queries)

    async def changes(
        self, user_id: str, *, scope: str = USER_SCOPE, before: int | None = None, limit: int = 50
    ) -> Sequence[Change]:
        """Latest first; `before` pages by position."""
        return await self._changes.latest(user_id, scope, before, limit)

    async def change(self, user_id: str, change_id: str) -> ChangeDetail:
        """Raises `NotFound`."""
        return await self._changes.detail(user_id, change_id)

    async def undo(self, user_id: str, change_id: str, by: Provenance) -> Change:
        """Take a change back and return the change that did. Raises `NotFound`, and `Conflict` with the reason when a
        later change depends on it.
        """
        return await self._changes.undo(user_id, change_id, by)


class _Changes:
    def __init__(self, database: Database, writer: KnowledgeWriter, queries: Queries) -> None:
        self._database = database
        self._writer = writer
        self._queries = queries

    async def latest(self, user_id: str, scope: str, before: int | None, limit: int) -> Sequence[Change]:
        async with self._database.as_user(user_id) as connection:
            rows = await self._queries.all(connection, "changes", scope=scope, before=before, limit=bounded(limit))
            return await self._with_names(connection, rows)

    async def detail(self, user_id: str, change_id: str) -> ChangeDetail:
        async with self._database.as_user(user_id) as connection:
            row = await self._one(connection, change_id)
            [change] = await self._with_names(connection, [row])
            which = {
                "scope": row["scope"],
                "first": row["first_number"],
                "last": row["last_number"],
                "change": UUID(change.id),
                "limit": DETAILS,
            }
            found = {
                name: await self._queries.all(connection, name, **which)
                for done in ("added", "removed")
                for name in (f"{done}_entities", f"{done}_observations", f"{done}_relations")
            }
            return ChangeDetail(
                change=change,
                added=_things(found["added_entities"], found["added_relations"]),
                added_observations=tuple(rows_of.observation(each) for each in found["added_observations"]),
                removed=_things(found["removed_entities"], found["removed_relations"]),
                removed_observations=tuple(rows_of.observation(each) for each in found["removed_observations"]),
            )

    async def undo(self, user_id: str, change_id: str, by: Provenance) -> Change:
        async with self._database.as_user(user_id) as connection:
            scope = (await self._one(connection, change_id))["scope"]
            async with self._writer.writing(user_id, scope) as writing:
                # Read again now that the scope is locked.
                row = await self._one(connection, change_id)
                which = {
                    "scope": scope,
                    "change": UUID(change_id),
                    "first": row["first_number"],
                    "last": row["last_number"],
                }
                await self._refuse(connection, row, which)
                names = (await self._with_names(connection, [row]))[0].entities
                taken = await self._queries.row(connection, "take_back", undoing=UUID(writing.change), **which)
                if not taken["count"]:
                    raise Conflict(Reason.of(MemoryReason.FORGOTTEN))
                await self._writer.done(user_id, writing, ChangeKind.UNDONE, taken["count"], names, by)
                made = await self._one(connection, writing.change)
                return replace((await self._with_names(connection, [made]))[0], entities=names)

    async def _refuse(self, connection: Connection, row: Mapping[str, Any], which: Mapping[str, Any]) -> None:
        if row["undone_by"] is not None:
            raise Conflict(Reason.of(MemoryReason.UNDONE_ALREADY))
        if row["kind"] not in rows_of.UNDOABLE:
            raise Conflict(Reason.of(MemoryReason.NOT_UNDOABLE))
        since = await self._queries.row(connection, "removed_since", **which)
        if since["found"]:
            raise Conflict(Reason.of(MemoryReason.REMOVED_SINCE))
        upon = await self._queries.one(connection, "built_upon", **which)
        if upon is not None:
            raise Conflict(Reason.of(MemoryReason.WRITTEN_SINCE, name=_short(upon["name"])))
        again = await self._queries.one(connection, "written_again", **which)
        if again is not None:
            raise Conflict(Reason.of(MemoryReason.CANNOT_COME_BACK, what=_short(again["what"])))

    async def _one(self, connection: Connection, change_id: str) -> dict[str, Any]:
        row = await self._queries.one(connection, "change", id=as_uuid(change_id, "change"))
        if row is None:
            raise not_found("change")
        return row

    async def _with_names(self, connection: Connection, rows: Sequence[dict[str, Any]]) -> list[Change]:
        found = await self._queries.all(connection, "names", ids=[row["id"] for row in rows])
        names = {row["id"]: [name for name in row["names"] if name is not None] for row in found}
        return [rows_of.change(row, names.get(row["id"], [])) for row in rows]


def _things(entities: Sequence[Mapping[str, Any]], relations: Sequence[Mapping[str, Any]]) -> Neighbourhood:
    return Neighbourhood(
        entities=tuple(
            EntityBrief(
                id=str(row["id"]),
                name=row["name"],
                entity_type=row["entity_type"],
                observations=0,
                relations=0,
                tainted=False,
                created_at=row["created_at"],
            )
            for row in entities
        ),
        relations=tuple(
            Relation(
                id=str(row["id"]),
                from_name=row["from_name"],
                to_name=row["to_name"],
                relation_type=row["relation_type"],
                from_id=None,
                to_id=None,
                tainted=row["tainted"],
                created_at=row["created_at"],
            )
            for row in relations
        ),
        more=0,
    )


def _short(text: str) -> str:
    return f"“{text[:60]}…”" if len(text) > 60 else f"“{text}”"
