"""The part of `KnowledgeHistory` that edits single things by their ids."""

from collections.abc import Sequence
from typing import Any
from uuid import UUID

from bailiwick.features.memory.reasons import MemoryReason
from bailiwick.features.memory.records import ChangeKind, Observation, Provenance, RelationDraft
from bailiwick.features.memory.rows import observation, provenance
from bailiwick.features.memory.texts import key_of
from bailiwick.features.memory.writing import Authorship, KnowledgeWriter, Writing
from bailiwick.kernel.database.pool import Database
from bailiwick.kernel.database.queries import Connection, Queries, as_uuid
from bailiwick.kernel.errors import Conflict, InvalidInput, not_found
from bailiwick.kernel.reasons import Kind, Reason


class Editing:
    """Removes, adds to, renames and merges what an id names."""

    def __init__(self, database: Database, writer: KnowledgeWriter, queries: Queries) -> None:
        self._database = database
        self._writer = writer
        self._queries = queries

    async def remove(
        self,
        user_id: str,
        by: Provenance,
        *,
        entity_id: str | None = None,
        observation_id: str | None = None,
        relation_id: str | None = None,
    ) -> None:
        """Remove one thing by its id, an entity with its relations; it can be undone. Raises `NotFound`."""
        things: Sequence[tuple[Kind, str | None]] = (
            ("entity", entity_id),
            ("observation", observation_id),
            ("relation", relation_id),
        )
        found: tuple[Kind, str] = next((noun, each) for noun, each in things if each is not None)
        noun, thing_id = found
        async with self._database.as_user(user_id) as connection:
            scope = (await self._thing(connection, noun, thing_id))["scope"]
            async with self._writer.writing(user_id, scope) as writing:
                row = await self._thing(connection, noun, thing_id)
                match noun:
                    case "entity":
                        count, names = await self._remove_entity(writing, row), [row["name"]]
                    case "observation":
                        where = {"scope": scope, "change": UUID(writing.change), "number": row["number"]}
                        count = await self._queries.run(connection, "remove_observation", **where)
                        names = [row["name"]]
                    case _:
                        count = await self._remove_relations(writing, [row["number"]])
                        names = [row["from_name"], row["to_name"]]
                await self._writer.done(user_id, writing, ChangeKind.DELETED, count, names, by)

    async def observe(
        self, user_id: str, entity_id: str, contents: Sequence[str], by: Provenance
    ) -> Sequence[Observation]:
        """Add to the entity of this id what it has not got yet, and return it. Raises `NotFound`."""
        async with self._database.as_user(user_id) as connection:
            scope = (await self._thing(connection, "entity", entity_id))["scope"]
            async with self._writer.writing(user_id, scope) as writing:
                row = await self._thing(connection, "entity", entity_id)
                known = {each["content"] for each in await self._live_observations(connection, scope, [row["number"]])}
                new = [content for content in dict.fromkeys(contents) if content not in known]
                if not new:
                    return []
                ids = await writing.add_observations(
                    [(row["number"], row["name"], each) for each in new], Authorship(by)
                )
                await self._writer.done(user_id, writing, ChangeKind.UPDATED, len(new), [row["name"]], by)
                rows = await self._live_observations(connection, scope, [row["number"]])
                return [observation(each) for each in rows if str(each["id"]) in ids]

    async def rewrite(
        self, user_id: str, entity_id: str, by: Provenance, *, name: str | None = None, entity_type: str | None = None
    ) -> str:
        """Rename an entity or change its type, its relations following; return its new id. Raises `NotFound`, and
        `Conflict` when another entity has the name."""
        async with self._database.as_user(user_id) as connection:
            scope = (await self._thing(connection, "entity", entity_id))["scope"]
            async with self._writer.writing(user_id, scope) as writing:
                row = await self._thing(connection, "entity", entity_id)
                called: str = row["name"] if name is None else name
                kind: str = row["entity_type"] if entity_type is None else entity_type
                if (called, kind) == (row["name"], row["entity_type"]):
                    return entity_id
                named = await self._queries.all(
                    connection, "all_named", scope=scope, keys=[key_of(called)], names=[called]
                )
                if called != row["name"] and any(each["removed_in"] is None for each in named):
                    raise Conflict(Reason.of(MemoryReason.ENTITY_THERE))
                [(number, new_id)] = writing.add_entities(
                    [(called, kind)], tainted=by.tainted or (row["tainted"] and None in (name, entity_type))
                )
                count = 1 + await self._move(writing, row, number, called, known=set())
                await self._writer.done(user_id, writing, ChangeKind.UPDATED, count, [row["name"], called], by)
                return new_id

    async def merge(self, user_id: str, into: str, others: Sequence[str], by: Provenance) -> str:
        """Move the observations and relations of `others` to `into` and remove them; return the id of `into`.

        Raises `NotFound`, and `InvalidInput` when they are of different scopes.
        """
        async with self._database.as_user(user_id) as connection:
            scope = (await self._thing(connection, "entity", into))["scope"]
            async with self._writer.writing(user_id, scope) as writing:
                target = await self._thing(connection, "entity", into)
                sources = [
                    await self._thing(connection, "entity", each) for each in dict.fromkeys(others) if each != into
                ]
                if any(source["scope"] != scope for source in sources):
                    raise InvalidInput(Reason.of(MemoryReason.SCOPES_DIFFER), field="from")
                if not sources:
                    return into
                rows = await self._live_observations(connection, scope, [target["number"]])
                known, count = {row["content"] for row in rows}, 0
                for source in sources:
                    count += await self._move(writing, source, target["number"], target["name"], known)
                names = [target["name"], *(source["name"] for source in sources)]
                await self._writer.done(user_id, writing, ChangeKind.MERGED, count, names, by)
                return into

    async def _move(self, writing: Writing, source: dict[str, Any], number: int, name: str, known: set[str]) -> int:
        """Write what belongs to `source` down as the entity `number` called `name`, and remove it; return how much was
        added and removed. Who said what, and when, stays."""
        connection, scope, before = writing.connection, writing.scope, writing.last
        for row in await self._live_observations(connection, scope, [source["number"]]):
            if row["content"] not in known:
                known.add(row["content"])
                origin = Authorship(provenance(row), row["created_at"])
                await writing.add_observations([(number, name, row["content"])], origin)
        if source["name"] != name:
            await self._rename_relations(writing, source["name"], name)
        # A relation that was just added may name it, too.
        await writing.write()
        removed = await self._remove_entity(writing, source, relations=source["name"] != name)
        return removed + writing.last - before

    async def _rename_relations(self, writing: Writing, old: str, new: str) -> None:
        rows = await self._relations(writing, [old, new])
        there = {(row["from_name"], row["to_name"], row["relation_type"]) for row in rows}
        moved: dict[tuple[str, str, str], bool] = {}
        for row in rows:
            if old in (row["from_name"], row["to_name"]):
                ends = [new if end == old else end for end in (row["from_name"], row["to_name"])]
                relation = ends[0], ends[1], row["relation_type"]
                moved[relation] = moved.get(relation, False) or row["tainted"]
        for tainted in (False, True):
            drafts = [RelationDraft(*each) for each, marked in moved.items() if marked is tainted and each not in there]
            writing.add_relations(drafts, tainted=tainted)

    async def _remove_entity(self, writing: Writing, row: dict[str, Any], *, relations: bool = True) -> int:
        gone = await self._queries.row(
            writing.connection, "remove_entity", scope=writing.scope, change=UUID(writing.change), number=row["number"]
        )
        count: int = gone["removed"]
        named = await self._queries.all(
            writing.connection, "all_named", scope=writing.scope, keys=[key_of(row["name"])], names=[row["name"]]
        )
        # An entity of the same name keeps the relations.
        if relations and all(each["removed_in"] is not None for each in named):
            numbers = [each["number"] for each in await self._relations(writing, [row["name"]])]
            count += await self._remove_relations(writing, numbers)
        return count

    async def _remove_relations(self, writing: Writing, numbers: Sequence[int]) -> int:
        return await self._queries.run(
            writing.connection,
            "remove_relations",
            scope=writing.scope,
            change=UUID(writing.change),
            numbers=list(numbers),
        )

    async def _relations(self, writing: Writing, names: Sequence[str]) -> list[dict[str, Any]]:
        rows = await self._queries.all(
            writing.connection,
            "relations_naming",
            scope=writing.scope,
            keys=[key_of(name) for name in names],
            names=list(names),
        )
        return [row for row in rows if row["removed_in"] is None]

    async def _live_observations(
        self, connection: Connection, scope: str, entities: Sequence[int]
    ) -> list[dict[str, Any]]:
        rows = await self._queries.all(connection, "observations_of", scope=scope, entities=list(entities))
        return [row for row in rows if row["removed_in"] is None]

    async def _thing(self, connection: Connection, noun: Kind, thing_id: str) -> dict[str, Any]:
        row = await self._queries.one(connection, noun, id=as_uuid(thing_id, noun))
        if row is None:
            raise not_found(noun)
        return row
