"""Rows of the knowledge graph as records."""

from collections.abc import Mapping, Sequence
from typing import Any

from bailiwick.features.memory.records import (
    Change,
    ChangeKind,
    EntityBrief,
    Observation,
    Provenance,
    Relation,
    WrittenBy,
)
from bailiwick.features.memory.texts import key_of
from bailiwick.kernel.database.queries import Connection, Queries

UNDOABLE = (ChangeKind.CREATED, ChangeKind.UPDATED, ChangeKind.DELETED, ChangeKind.MERGED, ChangeKind.IMPORTED)
"""What can be taken back. An undoing cannot: do the thing again."""


def provenance(row: Mapping[str, Any]) -> Provenance:
    """Return who wrote a row."""
    return Provenance(
        author=WrittenBy(row["author"]),
        agent_id=row["agent_id"],
        execution_id=None if row["execution_id"] is None else str(row["execution_id"]),
        call_id=row["call_id"],
        source=row["source"],
        tainted=row["tainted"],
    )


def observation(row: Mapping[str, Any]) -> Observation:
    """Return an observation."""
    return Observation(
        id=str(row["id"]), content=row["content"], created_at=row["created_at"], provenance=provenance(row)
    )


def brief(row: Mapping[str, Any]) -> EntityBrief:
    """Return an entity in short."""
    return EntityBrief(
        id=str(row["id"]),
        name=row["name"],
        entity_type=row["entity_type"],
        observations=row["observations"],
        relations=row["relations"],
        tainted=row["tainted"],
        created_at=row["created_at"],
    )


def relation(row: Mapping[str, Any], ids: Mapping[str, str]) -> Relation:
    """Return a relation, given the ids of entities by name."""
    return Relation(
        id=str(row["id"]),
        from_name=row["from_name"],
        to_name=row["to_name"],
        relation_type=row["relation_type"],
        from_id=ids.get(row["from_name"]),
        to_id=ids.get(row["to_name"]),
        tainted=row["tainted"],
        created_at=row["created_at"],
    )


def change(row: Mapping[str, Any], names: Sequence[str]) -> Change:
    """Return a change that concerns entities of these names."""
    kind = ChangeKind(row["kind"])
    return Change(
        id=str(row["id"]),
        scope=row["scope"],
        position=row["position"],
        kind=kind,
        at=row["at"],
        provenance=provenance(row),
        entities=tuple(names),
        count=row["count"],
        undone_by=None if row["undone_by"] is None else str(row["undone_by"]),
        undoable=kind in UNDOABLE and row["undone_by"] is None,
    )


class RowReader:
    """Reads rows that several views need."""

    def __init__(self, queries: Queries) -> None:
        self._queries = queries

    async def briefs(self, connection: Connection, scope: str, numbers: Sequence[int]) -> list[EntityBrief]:
        """Return entities in short, in the order of their `numbers`."""
        rows = await self._queries.all(connection, "briefs", scope=scope, numbers=list(numbers))
        by_number = {row["number"]: brief(row) for row in rows}
        return [by_number[number] for number in numbers if number in by_number]

    async def with_ends(
        self, connection: Connection, scope: str, rows: Sequence[Mapping[str, Any]]
    ) -> tuple[Relation, ...]:
        """Return relations with the ids of the entities that they name."""
        names = list({name for row in rows for name in (row["from_name"], row["to_name"])})
        found = await self._queries.all(
            connection, "ids_named", scope=scope, keys=[key_of(name) for name in names], names=names
        )
        # Of entities that share a name the first one counts.
        ids = {row["name"]: str(row["id"]) for row in reversed(found)}
        return tuple(relation(row, ids) for row in rows)
