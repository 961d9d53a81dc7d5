"""The graph with the contract of the MCP reference server for memory."""

from collections.abc import AsyncGenerator, Sequence
from contextlib import asynccontextmanager
from typing import Any

from bailiwick.features.memory.index import KnowledgeIndex
from bailiwick.features.memory.records import (
    USER_SCOPE,
    ChangeKind,
    EntityDraft,
    FactDraft,
    KnowledgeGraph,
    ObservationDraft,
    Provenance,
    RelationDraft,
    RememberedFacts,
    WrittenBy,
)
from bailiwick.features.memory.texts import key_of
from bailiwick.features.memory.writing import Authorship, KnowledgeWriter, Writing
from bailiwick.kernel.database.pool import Database
from bailiwick.kernel.database.queries import Connection, Queries
from bailiwick.kernel.errors import UnknownEntity

LAST = 2**31 - 1
"""No number is higher."""


class KnowledgeStore:
    """The graph as the nine tools see it: the contract of the MCP reference server for memory.

    Entities and relations keep the order in which they were written. A write that carries a call id has its effect
    once: a repetition returns what the first one returned. Writes to one scope happen one after the other; each emits
    `KnowledgeChanged` in its transaction. Raises `NotFound` for a scope that is no conversation of this user.
    """

    def __init__(self, database: Database, index: KnowledgeIndex | None = None) -> None:
        self._index = index or KnowledgeIndex()
        self._writer = KnowledgeWriter(database, self._index)
        self._queries = Queries("bailiwick.features.memory.store")

    async def mark(self, user_id: str, *, scope: str = USER_SCOPE) -> int:
        """Within the caller's transaction: keep all others from writing to the scope, and return a mark of now."""
        async with self._writer.writing(user_id, scope) as writing:
            return writing.last

    @asynccontextmanager
    async def holding(self, user_id: str, *, scope: str = USER_SCOPE) -> AsyncGenerator[None]:
        """Keep all others from writing to the scope in the block, whose reads and writes are one transaction."""
        async with self._writer.writing(user_id, scope):
            yield

    @asynccontextmanager
    async def reading(self, user_id: str, *, scope: str = USER_SCOPE) -> AsyncGenerator[None]:
        """Make the reads in the block, of this store and of the views, one transaction."""
        async with self._writer.reading(user_id, scope):
            yield

    async def create_entities(
        self,
        user_id: str,
        entities: Sequence[EntityDraft],
        by: Provenance,
        *,
        scope: str = USER_SCOPE,
        since: int | None = None,
    ) -> Sequence[EntityDraft]:
        """Add those whose name no entity had before the call, or before the mark `since`, and return them. Names that
        come twice come in twice.
        """
        async with self._writer.writing(user_id, scope) as writing:
            if (made := await self._made(writing.connection, by)) is not None:
                return [_entity(item) for item in made]
            known = await self._known(writing, [entity.name for entity in entities], since)
            new = [entity for entity in entities if entity.name not in known]
            if new:
                numbers = writing.add_entities(
                    [(entity.name, entity.entity_type) for entity in new], tainted=by.tainted
                )
                observations = [
                    (number, entity.name, content)
                    for (number, _), entity in zip(numbers, new, strict=True)
                    for content in entity.observations
                ]
                await writing.add_observations(observations, Authorship(by))
                await self._writer.done(
                    user_id,
                    writing,
                    _kind(ChangeKind.CREATED, by),
                    len(new) + len(observations),
                    [each.name for each in new],
                    by,
                    [[each.name, each.entity_type, list(each.observations)] for each in new],
                )
            return new

    async def create_relations(
        self,
        user_id: str,
        relations: Sequence[RelationDraft],
        by: Provenance,
        *,
        scope: str = USER_SCOPE,
        since: int | None = None,
    ) -> Sequence[RelationDraft]:
        """Add those that were not there before the call, or before the mark `since`, and return them; their ends need
        not exist.
        """
        async with self._writer.writing(user_id, scope) as writing:
            if (made := await self._made(writing.connection, by)) is not None:
                return [RelationDraft(*item) for item in made]
            known = await self._related(writing.connection, scope, relations, LAST if since is None else since)
            new = [relation for relation in relations if relation not in known]
            if new:
                writing.add_relations(new, tainted=by.tainted)
                await self._writer.done(
                    user_id,
                    writing,
                    _kind(ChangeKind.CREATED, by),
                    len(new),
                    [name for each in new for name in (each.from_name, each.to_name)],
                    by,
                    [[each.from_name, each.to_name, each.relation_type] for each in new],
                )
            return new

    async def add_observations(
        self, user_id: str, additions: Sequence[ObservationDraft], by: Provenance, *, scope: str = USER_SCOPE
    ) -> Sequence[ObservationDraft]:
        """Add what each entity has not got yet, and return it, one item for each item given.

        Raises `UnknownEntity` and adds nothing when there is no entity of a name.
        """
        async with self._writer.writing(user_id, scope) as writing:
            if (made := await self._made(writing.connection, by)) is not None:
                return [ObservationDraft(name, tuple(contents)) for name, contents in made]
            numbers, known = await self._observed(writing, additions)
            for addition in additions:
                if addition.entity_name not in numbers:
                    raise UnknownEntity(f"Entity with name {addition.entity_name} not found")
            added: list[ObservationDraft] = []
            observations: list[tuple[int, str, str]] = []
            for addition in additions:
                number = numbers[addition.entity_name]
                # Of one item, what comes twice is added twice; what an earlier item has added is there already.
                new = tuple(content for content in addition.contents if (number, content) not in known)
                known.update((number, content) for content in new)
                observations += [(number, addition.entity_name, content) for content in new]
                added.append(ObservationDraft(addition.entity_name, new))
            if observations:
                await writing.add_observations(observations, Authorship(by))
                await self._writer.done(
                    user_id,
                    writing,
                    _kind(ChangeKind.UPDATED, by),
                    len(observations),
                    [each.entity_name for each in added if each.contents],
                    by,
                    [[each.entity_name, list(each.contents)] for each in added],
                )
            return added

    async def remember(
        self, user_id: str, facts: Sequence[FactDraft], by: Provenance, *, scope: str = USER_SCOPE
    ) -> RememberedFacts:
        """Add facts as one change, with the entities that are not there yet and the relations that they tell."""
        async with self._writer.writing(user_id, scope) as writing:
            if (made := await self._made(writing.connection, by)) is not None:
                return RememberedFacts(tuple(made["new"]), made["change"]) if made else RememberedFacts((), None)
            types = {each.to: each.to_type for each in facts if each.relation is not None}
            types = {**types, **{each.about: each.entity_type for each in facts}}
            known = await self._known(writing, list(types), None)
            added = [(name, kind) for name, kind in types.items() if name not in known]
            numbers = dict(
                zip((name for name, _ in added), writing.add_entities(added, tainted=by.tainted), strict=True)
            )
            there, had = await self._observed(
                writing, [ObservationDraft(each.about, (each.fact,)) for each in facts if each.about in known]
            )
            owners = {**there, **{name: number for name, (number, _) in numbers.items()}}
            drafts = [RelationDraft(each.about, each.to, each.relation) for each in facts if each.relation is not None]
            related = await self._related(writing.connection, scope, drafts, LAST) if drafts else set()
            observations: list[tuple[int, str, str]] = []
            relations: list[RelationDraft] = []
            new: list[bool] = []
            for each in facts:
                observation = (owners[each.about], each.about, each.fact)
                unknown = (owners[each.about], each.fact) not in had and observation not in observations
                observations += [observation] if unknown else []
                relation = None if each.relation is None else RelationDraft(each.about, each.to, each.relation)
                unrelated = relation is not None and relation not in related and relation not in relations
                relations += [relation] if relation is not None and unrelated else []
                new.append(unknown or unrelated)
            if not any(new):
                return RememberedFacts(tuple(new), None)
            await writing.add_observations(observations, Authorship(by))
            writing.add_relations(relations, tainted=by.tainted)
            await self._writer.done(
                user_id,
                writing,
                _kind(ChangeKind.CREATED if added else ChangeKind.UPDATED, by),
                len(added) + len(observations) + len(relations),
                [
                    name
                    for each, is_new in zip(facts, new, strict=True)
                    if is_new
                    for name in (each.about, each.to)
                    if name
                ],
                by,
                {"new": new, "change": writing.change},
            )
            return RememberedFacts(tuple(new), writing.change)

    async def delete_entities(
        self, user_id: str, names: Sequence[str], by: Provenance, *, scope: str = USER_SCOPE
    ) -> int:
        """Remove every entity of these names and every relation that names one; return how much was removed."""
        async with self._writer.writing(user_id, scope) as writing:
            if (made := await self._made(writing.connection, by)) is not None:
                return int(made or 0)
            keys = [key_of(name) for name in names]
            which = {"scope": scope, "keys": keys, "names": list(names)}
            rows = await self._queries.all(writing.connection, "numbers_named", **which)
            removed = await self._queries.row(
                writing.connection,
                "remove_entities",
                change=writing.change,
                numbers=[row["number"] for row in rows],
                **which,
            )
            return await self._removed(user_id, writing, removed["removed"], names, by)

    async def delete_observations(
        self, user_id: str, deletions: Sequence[ObservationDraft], by: Provenance, *, scope: str = USER_SCOPE
    ) -> int:
        """Remove these observations from the first entity of each name; return how many were removed."""
        async with self._writer.writing(user_id, scope) as writing:
            if (made := await self._made(writing.connection, by)) is not None:
                return int(made or 0)
            numbers = await self._first_named(writing, [deletion.entity_name for deletion in deletions])
            pairs = {
                (numbers[deletion.entity_name], content)
                for deletion in deletions
                if deletion.entity_name in numbers
                for content in deletion.contents
            }
            removed = await self._queries.run(
                writing.connection,
                "remove_observations",
                scope=scope,
                change=writing.change,
                entities=[entity for entity, _ in pairs],
                contents=[content for _, content in pairs],
            )
            return await self._removed(user_id, writing, removed, list(numbers), by)

    async def delete_relations(
        self, user_id: str, relations: Sequence[RelationDraft], by: Provenance, *, scope: str = USER_SCOPE
    ) -> int:
        """Remove these relations; return how many were removed."""
        async with self._writer.writing(user_id, scope) as writing:
            if (made := await self._made(writing.connection, by)) is not None:
                return int(made or 0)
            removed = await self._queries.run(
                writing.connection,
                "remove_relations",
                scope=scope,
                change=writing.change,
                keys=[key_of(each.from_name) for each in relations],
                froms=[each.from_name for each in relations],
                tos=[each.to_name for each in relations],
                types=[each.relation_type for each in relations],
            )
            names = [name for each in relations for name in (each.from_name, each.to_name)]
            return await self._removed(user_id, writing, removed, names, by)

    async def there(
        self, user_id: str, relations: Sequence[RelationDraft], *, scope: str = USER_SCOPE
    ) -> Sequence[RelationDraft]:
        """Return those of these relations that there are."""
        async with self._writer.reading(user_id, scope) as connection:
            known = await self._related(connection, scope, relations, LAST)
            return [relation for relation in dict.fromkeys(relations) if relation in known]

    async def read(
        self, user_id: str, *, scope: str = USER_SCOPE, limit: int | None = None, offset: int = 0
    ) -> KnowledgeGraph:
        """Return everything; with a limit, that many entities after the first `offset` and the relations that begin
        at them.
        """
        async with self._writer.reading(user_id, scope) as connection:
            rows = await self._queries.all(connection, "every_entity", scope=scope, limit=limit, offset=offset)
            if limit is None and not offset:
                relations = await self._queries.all(connection, "every_relation", scope=scope)
            else:
                relations = await self._relations(connection, "relations_from", scope, rows)
            return _graph(rows, relations)

    async def search(
        self, user_id: str, query: str, *, scope: str = USER_SCOPE, limit: int | None = None, offset: int = 0
    ) -> KnowledgeGraph:
        """Return the entities of which name, type or an observation contains `query`, whatever the case, and the
        relations that name one of them.
        """
        async with self._writer.reading(user_id, scope) as connection:
            numbers = await self._index.containing(connection, scope, query)
            if numbers is None:
                rows = await self._queries.all(connection, "every_entity", scope=scope, limit=limit, offset=offset)
            else:
                page = sorted(numbers)[offset : None if limit is None else offset + limit]
                rows = await self._queries.all(connection, "entities", scope=scope, numbers=page)
            return _graph(rows, await self._relations(connection, "relations_naming", scope, rows))

    async def open(self, user_id: str, names: Sequence[str], *, scope: str = USER_SCOPE) -> KnowledgeGraph:
        """Return the entities of these names and the relations that name one of them."""
        async with self._writer.reading(user_id, scope) as connection:
            rows = await self._queries.all(
                connection, "entities_named", scope=scope, keys=[key_of(name) for name in names], names=list(names)
            )
            return _graph(rows, await self._relations(connection, "relations_naming", scope, rows))

    async def _related(
        self, connection: Connection, scope: str, relations: Sequence[RelationDraft], since: int
    ) -> set[RelationDraft]:
        """Return the relations up to a number that begin where one of these does."""
        names = list({relation.from_name for relation in relations})
        rows = await self._queries.all(
            connection, "related", scope=scope, keys=[key_of(name) for name in names], names=names, since=since
        )
        return {_relation(row) for row in rows}

    async def _made(self, connection: Connection, by: Provenance) -> Any:
        """Return what the call returned when it was first made; nothing if it was not."""
        if by.call_id is None:
            return None
        row = await self._queries.one(connection, "made_by", call_id=by.call_id)
        # What has been forgotten since is not said again.
        return None if row is None else row["result"] if row["result"] is not None else []

    async def _removed(self, user_id: str, writing: Writing, count: int, names: Sequence[str], by: Provenance) -> int:
        if count:
            await self._writer.done(user_id, writing, ChangeKind.DELETED, count, names, by, count)
        return count

    async def _known(self, writing: Writing, names: Sequence[str], since: int | None) -> set[str]:
        rows = await self._queries.all(
            writing.connection,
            "known",
            scope=writing.scope,
            keys=[key_of(name) for name in names],
            names=list(names),
            since=LAST if since is None else since,
        )
        return {row["name"] for row in rows}

    async def _first_named(self, writing: Writing, names: Sequence[str]) -> dict[str, int]:
        rows = await self._queries.all(
            writing.connection,
            "first_named",
            scope=writing.scope,
            keys=[key_of(name) for name in names],
            names=list(names),
        )
        return {row["name"]: row["number"] for row in rows}

    async def _observed(
        self, writing: Writing, additions: Sequence[ObservationDraft]
    ) -> tuple[dict[str, int], set[tuple[int, str]]]:
        """Return the numbers of the entities by name, and which of the observations they have."""
        names = [addition.entity_name for addition in additions]
        rows = await self._queries.all(
            writing.connection,
            "observed",
            scope=writing.scope,
            keys=[key_of(name) for name in names],
            names=names,
            contents=list({content for addition in additions for content in addition.contents}),
        )
        known = {(row["number"], content) for row in rows for content in row["contents"]}
        return {row["name"]: row["number"] for row in rows}, known

    async def _relations(
        self, connection: Connection, query: str, scope: str, entities: Sequence[dict[str, Any]]
    ) -> list[dict[str, Any]]:
        names = list({row["name"] for row in entities})
        return await self._queries.all(
            connection, query, scope=scope, keys=[key_of(name) for name in names], names=names
        )


def _graph(entities: Sequence[dict[str, Any]], relations: Sequence[dict[str, Any]]) -> KnowledgeGraph:
    return KnowledgeGraph(
        tuple(EntityDraft(row["name"], row["entity_type"], tuple(row["observations"])) for row in entities),
        tuple(_relation(row) for row in relations),
    )


def _relation(row: dict[str, Any]) -> RelationDraft:
    return RelationDraft(row["from_name"], row["to_name"], row["relation_type"])


def _entity(item: Sequence[Any]) -> EntityDraft:
    return EntityDraft(item[0], item[1], tuple(item[2]))


def _kind(kind: ChangeKind, by: Provenance) -> ChangeKind:
    return ChangeKind.IMPORTED if by.author is WrittenBy.IMPORT else kind
