"""The part of `KnowledgeHistory` that erases for good."""

from collections import defaultdict
from collections.abc import Sequence
from datetime import datetime
from uuid import UUID

from bailiwick.features.memory.index import KnowledgeIndex
from bailiwick.features.memory.records import ChangeKind, Forgotten, Provenance
from bailiwick.features.memory.texts import key_of
from bailiwick.features.memory.writing import KnowledgeWriter
from bailiwick.kernel.audit.acts import Act
from bailiwick.kernel.audit.recording import audited
from bailiwick.kernel.database.pool import Database
from bailiwick.kernel.database.queries import Connection, Queries, as_uuid

AT_ONCE = 1000
"""Rows that upkeep erases in one transaction."""


class Forgetting:
    """Erases rows with their postings, what calls returned about them and the facts that name them."""

    def __init__(self, database: Database, writer: KnowledgeWriter, index: KnowledgeIndex, queries: Queries) -> None:
        self._database = database
        self._writer = writer
        self._index = index
        self._queries = queries

    async def forget(
        self,
        user_id: str,
        by: Provenance,
        *,
        entity_ids: Sequence[str] = (),
        observation_ids: Sequence[str] = (),
        relation_ids: Sequence[str] = (),
    ) -> Forgotten:
        """Erase things for good, from the graph, its history, its search, the facts about its changes and what runs
        have recalled. An entity goes with everything that any entity of its name has ever had. Ids of nothing are
        passed over.
        """
        total = defaultdict[str, int](int)
        executions: dict[str, str] = {}
        async with self._database.as_user(user_id) as connection:
            rows = await self._queries.all(
                connection,
                "ids",
                entities=_uuids(entity_ids),
                observations=_uuids(observation_ids),
                relations=_uuids(relation_ids),
            )
            for scope in sorted({row["scope"] for row in rows}):
                async with self._writer.writing(user_id, scope) as writing:
                    names = [row["text"] for row in rows if (row["scope"], row["noun"]) == (scope, "entity")]
                    numbers = {
                        noun: [row["number"] for row in rows if (row["scope"], row["noun"]) == (scope, noun)]
                        for noun in ("observation", "relation")
                    }
                    gone = await self._gather(connection, scope, names, numbers)
                    every = [number for each in gone.values() for number in each]
                    writers = await self._queries.all(connection, "writers", scope=scope, numbers=every)
                    executions |= {str(row["id"]): str(row["conversation_id"]) for row in writers}
                    what = {"observations": gone["observation"], "relations": gone["relation"]}
                    await self._queries.run(connection, "erase_recalled", scope=scope, **what)
                    await self._erase(connection, scope, gone)
                    await self._queries.run(connection, "erase_facts", names=names)
                    for noun, each in gone.items():
                        total[noun] += len(each)
                    if every:
                        await self._writer.done(user_id, writing, ChangeKind.FORGOTTEN, len(every), [], by)
            if total:
                audited(self._database, Act.KNOWLEDGE_FORGOTTEN, "user", user_id, **total)
        return Forgotten(
            entities=total["entity"],
            observations=total["observation"],
            relations=total["relation"],
            executions=tuple(executions),
            conversations=tuple(dict.fromkeys(executions.values())),
        )

    async def expire(self, user_id: str, now: datetime, removed_before: datetime) -> int:
        """Erase the graphs whose time is over, and what was removed from others before a time; return how much."""
        async with self._database.as_user(user_id) as connection:
            count = await self._queries.run(connection, "expire", now=now)
            await self._queries.run(connection, "forget_results", before=removed_before)
        while True:
            async with self._database.as_user(user_id) as connection:
                rows = await self._queries.all(connection, "long_removed", before=removed_before, limit=AT_ONCE)
                for scope in sorted({row["scope"] for row in rows}):
                    async with self._writer.writing(user_id, scope):
                        gone = defaultdict[str, list[int]](list)
                        for row in rows:
                            if row["scope"] == scope:
                                gone[row["noun"]].append(row["number"])
                        # An entity takes its observations along; of these, all were removed no later than it was.
                        below = await self._queries.all(
                            connection, "observations_of", scope=scope, entities=gone["entity"]
                        )
                        gone["observation"] = list({*gone["observation"], *(row["number"] for row in below)})
                        await self._erase(connection, scope, gone)
            count += len(rows)
            if len(rows) < AT_ONCE:
                return count

    async def _gather(
        self, connection: Connection, scope: str, names: Sequence[str], numbers: dict[str, list[int]]
    ) -> dict[str, list[int]]:
        """Return the numbers of all that is to go: of entities all of their name, of the rest all that say the same."""
        which = {"scope": scope, "keys": [key_of(name) for name in names], "names": list(names)}
        entities = [row["number"] for row in await self._queries.all(connection, "all_named", **which)]
        below = await self._queries.all(connection, "observations_of", scope=scope, entities=entities)
        alike = await self._queries.all(connection, "alike", scope=scope, numbers=numbers["observation"])
        naming = await self._queries.all(connection, "relations_naming", **which)
        same = await self._queries.all(connection, "same_relations", scope=scope, numbers=numbers["relation"])
        return {
            "entity": entities,
            "observation": list({row["number"] for row in [*below, *alike]}),
            "relation": list({row["number"] for row in [*naming, *same]}),
        }

    async def _erase(self, connection: Connection, scope: str, gone: dict[str, list[int]]) -> None:
        await self._index.forget(connection, [*gone["entity"], *gone["observation"]])
        every = [number for each in gone.values() for number in each]
        await self._queries.run(
            connection,
            "erase",
            scope=scope,
            observations=gone["observation"],
            relations=gone["relation"],
            numbers=every,
        )
        await self._queries.run(connection, "erase_entities", scope=scope, entities=gone["entity"])


def _uuids(ids: Sequence[str]) -> list[UUID]:
    return [as_uuid(each, "thing") for each in ids]
