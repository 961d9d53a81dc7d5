"""The graph in pages, with ids and provenance."""

from collections import defaultdict
from collections.abc import AsyncIterator, Mapping, Sequence
from typing import Any, NamedTuple

from bailiwick.features.memory.history import KnowledgeHistory
from bailiwick.features.memory.index import LOOKED_AT, KnowledgeIndex
from bailiwick.features.memory.ranking import ranking, words_of
from bailiwick.features.memory.records import (
    USER_SCOPE,
    Contradiction,
    EntitiesFound,
    Entity,
    FoundEntity,
    Neighbourhood,
    Observation,
    Relation,
    ScopeSummary,
    Summary,
    TypeCount,
)
from bailiwick.features.memory.rows import RowReader, observation
from bailiwick.features.memory.texts import key_of
from bailiwick.features.memory.writing import KnowledgeWriter
from bailiwick.kernel.database.pool import Database
from bailiwick.kernel.database.queries import Connection, Queries, as_uuid, bounded
from bailiwick.kernel.errors import not_found
from bailiwick_router.core.language import ENGLISH, SPANISH

MOST_COUNTED = 1000
"""Entities that contain a text are counted up to so many."""
MOST_RELATIONS = 2000
"""Relations that a picture of the graph holds at most."""


class _Numbers(NamedTuple):
    """Entities that were found."""

    numbers: list[int]
    total: int
    more: bool


class KnowledgeViews:
    """The graph as people look at it: in pages, with ids, provenance and rank."""

    def __init__(self, database: Database, index: KnowledgeIndex | None = None) -> None:
        self._database = database
        self._index = index or KnowledgeIndex()
        self._writer = KnowledgeWriter(database, self._index)
        self._history = KnowledgeHistory(database, self._index)
        self._queries = Queries("bailiwick.features.memory.views")
        self._rows = RowReader(self._queries)

    async def summary(self, user_id: str, *, scope: str = USER_SCOPE) -> Summary:
        """Return the graph in figures."""
        async with self._writer.reading(user_id, scope) as connection:
            figures = await self._queries.row(connection, "figures", scope=scope)
            types = await self._queries.all(connection, "types", scope=scope)
            scopes = await self._queries.all(connection, "scopes")
            latest = await self._history.changes(user_id, scope=scope, limit=1)
            return Summary(
                entities=figures["entities"],
                observations=figures["observations"],
                relations=figures["relations"],
                types=tuple(TypeCount(entity_type=row["entity_type"], count=row["count"]) for row in types),
                tainted=figures["tainted"],
                conflicts=figures["conflicts"],
                last_change=latest[0] if latest else None,
                scopes=tuple(
                    ScopeSummary(
                        scope=row["scope"],
                        conversation_id=None if row["conversation_id"] is None else str(row["conversation_id"]),
                        entities=row["entities"],
                        expires_at=row["expires_at"],
                    )
                    for row in scopes
                ),
            )

    async def entities(
        self,
        user_id: str,
        *,
        scope: str = USER_SCOPE,
        search: str = "",
        entity_type: str | None = None,
        tainted: bool = False,
        names: Sequence[str] | None = None,
        limit: int = 50,
        offset: int = 0,
    ) -> EntitiesFound:
        """Return a page of entities that match every filter, latest first, and how many match.

        Of a `search` that many match, the latest thousand are counted, or as many as the page needs.
        """
        limit = bounded(limit)
        async with self._writer.reading(user_id, scope) as connection:
            filters: list[set[int]] = []
            if tainted:
                rows = await self._queries.all(connection, "tainted", scope=scope)
                filters.append({row["entity"] for row in rows})
            if names is not None:
                filters.append(await self._named(connection, scope, names))
            which: dict[str, Any] = {"scope": scope, "entity_type": entity_type}
            if search:
                found = await self._containing(
                    connection, search, filters, which, max(MOST_COUNTED, offset + 2 * limit)
                )
                if found is not None:
                    page = await self._rows.briefs(connection, scope, found.numbers[offset : offset + limit])
                    return EntitiesFound(entities=tuple(page), total=found.total, more=found.more)
            if not filters:
                total = (await self._queries.row(connection, "count_entities", **which))["found"]
                rows = await self._queries.all(connection, "page_entities", limit=limit, offset=offset, **which)
                numbers = [row["number"] for row in rows]
            else:
                matching = await self._matching(connection, filters, which)
                total, numbers = len(matching), matching[offset : offset + limit]
            page = await self._rows.briefs(connection, scope, numbers)
            return EntitiesFound(entities=tuple(page), total=total, more=False)

    async def _containing(
        self, connection: Connection, search: str, filters: Sequence[set[int]], which: dict[str, Any], enough: int
    ) -> "_Numbers | None":
        """Return the latest entities that contain a text, `enough` of them where there are; None when all do."""
        most = LOOKED_AT
        while True:
            found = await self._index.latest_containing(connection, which["scope"], search, most)
            if found is None:
                return None
            numbers = await self._matching(connection, [set(found[0]), *filters], which)
            if not found[1] or len(numbers) >= enough:
                return _Numbers(numbers, enough if found[1] else len(numbers), found[1])
            most *= 8

    async def _matching(self, connection: Connection, filters: Sequence[set[int]], which: dict[str, Any]) -> list[int]:
        """Return the numbers that pass every filter, the latest first."""
        numbers = sorted(set.intersection(*filters), reverse=True)
        if which["entity_type"] is None:
            return numbers
        rows = await self._queries.all(connection, "of_type", numbers=numbers, **which)
        return sorted((row["number"] for row in rows), reverse=True)

    async def marked(self, user_id: str, *, scope: str = USER_SCOPE, names: Sequence[str] | None = None) -> bool:
        """Whether anything about entities of these names was written after reading strangers' words: they themselves,
        what is known of them, a relation that names them. Without names, anything at all.
        """
        async with self._writer.reading(user_id, scope) as connection:
            row = await self._queries.row(connection, "marked", scope=scope, names=None if names is None else [*names])
            return row["marked"]

    async def entity(self, user_id: str, entity_id: str, *, limit: int = 200) -> Entity:
        """Return one with at most `limit` observations and relations each. Raises `NotFound`."""
        async with self._database.as_user(user_id) as connection:
            row = await self._one(connection, entity_id)
            scope, limit = row["scope"], bounded(limit)
            observations = await self._queries.all(
                connection, "observations", scope=scope, entities=[row["number"]], limit=limit
            )
            total = await self._queries.row(connection, "count_observations", scope=scope, entity=row["number"])
            relations = await self._queries.all(
                connection, "relations_naming", scope=scope, keys=[row["name_key"]], names=[row["name"]], limit=limit
            )
            return Entity(
                id=str(row["id"]),
                scope=scope,
                name=row["name"],
                entity_type=row["entity_type"],
                created_at=row["created_at"],
                observations=tuple(observation(each) for each in observations),
                more_observations=total["found"] - len(observations),
                relations=await self._rows.with_ends(connection, scope, relations[::-1]),
            )

    async def relations(
        self, user_id: str, *, scope: str = USER_SCOPE, limit: int = 50, offset: int = 0
    ) -> tuple[Sequence[Relation], int]:
        """Return a page of relations, latest first, and how many there are."""
        async with self._writer.reading(user_id, scope) as connection:
            rows = await self._queries.all(
                connection, "page_relations", scope=scope, limit=bounded(limit), offset=offset
            )
            figures = await self._queries.row(connection, "count_relations", scope=scope)
            return await self._rows.with_ends(connection, scope, rows), figures["found"]

    async def neighbours(self, user_id: str, entity_id: str, *, depth: int = 1, limit: int = 50) -> Neighbourhood:
        """Return the entity, first, with those up to `depth` relations away, nearest first, and the relations among
        them. Raises `NotFound`.
        """
        async with self._database.as_user(user_id) as connection:
            row = await self._one(connection, entity_id)
            scope: str = row["scope"]
            numbers = {row["name"]: [row["number"]]}
            ring, reached, left_out = [row["name"]], 1, 0
            for _ in range(depth):
                rows = await self._queries.all(
                    connection,
                    "relations_naming",
                    scope=scope,
                    keys=[key_of(name) for name in ring],
                    names=ring,
                    limit=MOST_RELATIONS,
                )
                names = dict.fromkeys(name for each in rows for name in (each["from_name"], each["to_name"]))
                found = await self._numbers(connection, scope, [name for name in names if name not in numbers])
                ring = list(found)[: max(limit - reached, 0)]
                left_out += len(found) - len(ring)
                numbers |= {name: found[name] for name in ring}
                reached += len(ring)
                if not ring or reached >= limit:
                    break
            entities = await self._rows.briefs(
                connection, scope, [number for each in numbers.values() for number in each]
            )
            return Neighbourhood(
                entities=tuple(entities), relations=await self._among(connection, scope, list(numbers)), more=left_out
            )

    async def best_connected(self, user_id: str, *, scope: str = USER_SCOPE, limit: int = 300) -> Neighbourhood:
        """Return the entities that most relations name, and the relations among them."""
        async with self._writer.reading(user_id, scope) as connection:
            rows = await self._queries.all(connection, "best_connected", scope=scope, limit=bounded(limit))
            entities = await self._rows.briefs(connection, scope, [row["number"] for row in rows])
            total = await self._queries.row(connection, "count_entities", scope=scope, entity_type=None)
            names = list({entity.name for entity in entities})
            return Neighbourhood(
                entities=tuple(entities),
                relations=await self._among(connection, scope, names),
                more=total["found"] - len(entities),
            )

    async def ranked(
        self, user_id: str, query: str, *, scope: str = USER_SCOPE, limit: int = 20
    ) -> Sequence[FoundEntity]:
        """Return the entities that have words of `query` in any of their forms, best first."""
        words = words_of(query)
        if not words:
            return []
        async with self._writer.reading(user_id, scope) as connection:
            forms = await self._index.forms(connection, words)
            hits = await self._index.having(connection, scope, list({form for each in forms.values() for form in each}))
            best = ranking(hits, forms)[: bounded(limit)]
            briefs = {
                number: each
                for number, each in zip(
                    [found.entity for found in best],
                    await self._rows.briefs(connection, scope, [found.entity for found in best]),
                    strict=True,
                )
            }
            rows = await self._queries.all(
                connection,
                "observations_by_number",
                scope=scope,
                numbers=[number for found in best for number in found.matches],
            )
            texts = {row["number"]: observation(row) for row in rows}
            return [
                FoundEntity(
                    entity=briefs[found.entity],
                    score=round(found.score, 4),
                    matches=tuple(texts[number] for number in found.matches if number in texts),
                    words=tuple(found.words),
                )
                for found in best
            ]

    async def facts(
        self, user_id: str, query: str, *, scope: str = USER_SCOPE, limit: int = 20
    ) -> Sequence[Observation]:
        """Return the observations that have every word of `query` in any of its forms, latest first; words that carry
        no meaning do not count beside others.
        """
        every = words_of(query)
        words = [word for word in every if word not in ENGLISH | SPANISH] or every
        if not words:
            return []
        async with self._writer.reading(user_id, scope) as connection:
            forms = await self._index.forms(connection, words)
            hits = await self._index.having(connection, scope, list({form for each in forms.values() for form in each}))
            numbers = [
                hit["number"]
                for hit in hits
                if hit["number"] != hit["entity"] and all(set(hit["had"]) & set(each) for each in forms.values())
            ]
            rows = await self._queries.all(
                connection, "observations_by_number", scope=scope, numbers=numbers[: bounded(limit)]
            )
            return [observation(row) for row in reversed(rows)]

    async def facts_by_id(
        self, user_id: str, ids: Sequence[str], *, scope: str = USER_SCOPE
    ) -> Mapping[str, tuple[str, str]]:
        """Return, by id, about what the observations and relations of these ids are, and what they say of it.

        Ids of nothing are passed over. Raises `NotFound` for what is no id.
        """
        async with self._writer.reading(user_id, scope) as connection:
            rows = await self._queries.all(
                connection, "facts_by_id", scope=scope, ids=[as_uuid(each, "thing") for each in ids]
            )
        return {str(row["id"]): (row["about"], row["said"]) for row in rows}

    async def contradictions(
        self, user_id: str, *, scope: str = USER_SCOPE, limit: int = 50
    ) -> Sequence[Contradiction]:
        """Return observations of one entity that give different values for the same thing, latest entity first."""
        async with self._writer.reading(user_id, scope) as connection:
            pairs = await self._queries.all(connection, "disagreeing", scope=scope, limit=bounded(limit))
            numbers = list({row["entity"] for row in pairs})
            briefs = await self._queries.all(connection, "briefs", scope=scope, numbers=numbers)
            entities = {row["number"]: row for row in briefs}
            rows = await self._queries.all(
                connection,
                "disagreeing_observations",
                scope=scope,
                entities=[row["entity"] for row in pairs],
                claims=[row["claim"] for row in pairs],
            )
            by_claim: defaultdict[tuple[int, str], list[dict[str, Any]]] = defaultdict(list)
            for row in rows:
                by_claim[row["entity"], row["claim"]].append(row)
            return [
                Contradiction(
                    entity_id=str(entities[pair["entity"]]["id"]),
                    entity_name=entities[pair["entity"]]["name"],
                    about=pair["claim"],
                    observations=tuple(observation(row) for row in by_claim[pair["entity"], pair["claim"]]),
                )
                for pair in pairs
            ]

    async def lines(
        self, user_id: str, *, scope: str = USER_SCOPE, page: int = 1000
    ) -> AsyncIterator[Sequence[Entity] | Sequence[Relation]]:
        """Yield the whole graph in pages, entities before relations, each in the order of writing.

        Each page is read in a transaction of its own, so that a slow reader holds nothing up; what is written after
        the first page is left out.
        """
        async with self._database.as_user(user_id) as connection:
            last = await self._queries.one(connection, "last_number")
        until, after = last["last_number"] if last else 0, 0
        while entities := await self._entities_after(user_id, scope, after, until, page):
            after = max(number for number, _ in entities)
            yield [entity for _, entity in entities]
        after = 0
        while True:
            async with self._database.as_user(user_id) as connection:
                rows = await self._queries.all(
                    connection, "relations_after", scope=scope, after=after, until=until, limit=page
                )
                relations = await self._rows.with_ends(connection, scope, rows)
            if not rows:
                return
            after = rows[-1]["number"]
            yield list(relations)

    async def _entities_after(
        self, user_id: str, scope: str, after: int, until: int, page: int
    ) -> list[tuple[int, Entity]]:
        async with self._database.as_user(user_id) as connection:
            rows = await self._queries.all(
                connection, "entities_after", scope=scope, after=after, until=until, limit=page
            )
            observations = await self._queries.all(
                connection, "observations", scope=scope, entities=[row["number"] for row in rows], limit=None
            )
        of: defaultdict[int, list[dict[str, Any]]] = defaultdict(list)
        for row in observations:
            of[row["entity"]].append(row)
        return [
            (
                row["number"],
                Entity(
                    id=str(row["id"]),
                    scope=scope,
                    name=row["name"],
                    entity_type=row["entity_type"],
                    created_at=row["created_at"],
                    observations=tuple(observation(each) for each in of[row["number"]]),
                    more_observations=0,
                    relations=(),
                ),
            )
            for row in rows
        ]

    async def _one(self, connection: Connection, entity_id: str) -> dict[str, Any]:
        row = await self._queries.one(connection, "entity", id=as_uuid(entity_id, "entity"))
        if row is None:
            raise not_found("entity")
        return row

    async def _named(self, connection: Connection, scope: str, names: Sequence[str]) -> set[int]:
        found = await self._numbers(connection, scope, names)
        return {number for numbers in found.values() for number in numbers}

    async def _numbers(self, connection: Connection, scope: str, names: Sequence[str]) -> dict[str, list[int]]:
        """Return the entities of these names, in the order of the names."""
        rows = await self._queries.all(
            connection, "numbers_named", scope=scope, keys=[key_of(name) for name in names], names=list(names)
        )
        found: dict[str, list[int]] = {}
        for row in rows:
            found.setdefault(row["name"], []).append(row["number"])
        return {name: found[name] for name in dict.fromkeys(names) if name in found}

    async def _among(self, connection: Connection, scope: str, names: Sequence[str]) -> tuple[Relation, ...]:
        rows = await self._queries.all(
            connection,
            "relations_among",
            scope=scope,
            keys=[key_of(name) for name in names],
            names=list(names),
            limit=MOST_RELATIONS,
        )
        return await self._rows.with_ends(connection, scope, rows)
