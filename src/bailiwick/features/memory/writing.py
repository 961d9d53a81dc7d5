"""One change of the knowledge graph: numbered, noted with who made it, and announced, all in one transaction."""

from collections.abc import AsyncGenerator, Sequence
from contextlib import asynccontextmanager
from datetime import UTC, datetime, timedelta
from typing import Any
from uuid import UUID

from bailiwick.features.memory.index import KnowledgeIndex
from bailiwick.features.memory.records import SESSION_HOURS, USER_SCOPE, ChangeKind, Provenance, RelationDraft
from bailiwick.features.memory.texts import claim_of, key_of, lowered_if_other
from bailiwick.kernel.database.pool import Database
from bailiwick.kernel.database.queries import Connection, Queries, as_uuid
from bailiwick.kernel.database.text import as_json
from bailiwick.kernel.events.facts import KnowledgeChanged
from bailiwick.kernel.events.store import EventStore
from bailiwick.kernel.ids import uuid7
from bailiwick.kernel.search_words import folded

NAMED = 20
"""Names that an event of a change tells."""


class Writing:
    """The numbers of a user, held for one change of a scope; leave the block without `done` and nothing is noted."""

    def __init__(self, connection: Connection, queries: Queries, scope: str, held: dict[str, Any]) -> None:
        self.connection = connection
        self.scope = scope
        self.change = uuid7()
        """Id of the change in the making."""
        self._queries = queries
        self._first = held["last_number"]
        self._last: int = held["last_number"]
        self.folded: int = held["folded"]
        self.position: int = held["last_change"] + 1

    @property
    def last(self) -> int:
        """The number given last."""
        return self._last

    @property
    def added(self) -> tuple[int, int] | None:
        """The first and the last number that this change has given."""
        return (self._first + 1, self._last) if self._last > self._first else None

    def number(self) -> int:
        """Give the next number."""
        self._last += 1
        return self._last

    async def add_entities(self, entities: Sequence[tuple[str, str]], *, tainted: bool) -> list[tuple[int, str]]:
        """Add entities of these names and types, `tainted` after reading strangers' words; return number and id of
        each."""
        made = [(self.number(), uuid7()) for _ in entities]
        if entities:
            await self._queries.run(
                self.connection,
                "insert_entities",
                scope=self.scope,
                tainted=tainted,
                numbers=[number for number, _ in made],
                ids=[entity_id for _, entity_id in made],
                names=[name for name, _ in entities],
                types=[kind for _, kind in entities],
                keys=[key_of(name) for name, _ in entities],
                lower_names=[lowered_if_other(name) for name, _ in entities],
                lower_types=[lowered_if_other(kind) for _, kind in entities],
                folded=[f"{folded(name)} {folded(kind)}" for name, kind in entities],
            )
        return made

    async def add_observations(
        self, observations: Sequence[tuple[int, str, str]], by: Provenance, at: datetime | None = None
    ) -> list[str]:
        """Add observations, each with its entity's number and name, written `at` (now); return their ids."""
        ids = [uuid7() for _ in observations]
        if observations:
            await self._queries.run(
                self.connection,
                "insert_observations",
                scope=self.scope,
                ids=ids,
                numbers=[self.number() for _ in observations],
                entities=[entity for entity, _, _ in observations],
                contents=[content for _, _, content in observations],
                lowered=[lowered_if_other(content) for _, _, content in observations],
                folded=[folded(content) for _, _, content in observations],
                claims=[claim_of(content, name) for _, name, content in observations],
                at=at,
                **written_by(by),
            )
        return ids

    async def add_relations(self, relations: Sequence[RelationDraft], *, tainted: bool) -> None:
        """Add relations, `tainted` after reading strangers' words."""
        if relations:
            await self._queries.run(
                self.connection,
                "insert_relations",
                scope=self.scope,
                tainted=tainted,
                numbers=[self.number() for _ in relations],
                ids=[uuid7() for _ in relations],
                froms=[each.from_name for each in relations],
                tos=[each.to_name for each in relations],
                types=[each.relation_type for each in relations],
                from_keys=[key_of(each.from_name) for each in relations],
                to_keys=[key_of(each.to_name) for each in relations],
            )


class Writer:
    """Makes changes, one at a time for each user."""

    def __init__(self, database: Database, index: KnowledgeIndex) -> None:
        self._database = database
        self._events = EventStore(database)
        self._index = index
        self._queries = Queries("bailiwick.features.memory.store")

    @asynccontextmanager
    async def writing(self, user_id: str, scope: str) -> AsyncGenerator[Writing]:
        """Hold the user's numbers in a transaction, for a change of `scope`.

        Raises `NotFound` for a scope that is no conversation of the user.
        """
        async with self._database.as_user(user_id) as connection:
            held = await self._queries.row(connection, "lock")
            if scope != USER_SCOPE:
                await self._queries.run(connection, "clear", scope=scope)
                await self._queries.run(
                    connection,
                    "prolong",
                    scope=scope,
                    conversation_id=as_uuid(scope, "conversation"),
                    expires_at=datetime.now(UTC) + timedelta(hours=SESSION_HOURS),
                )
            yield Writing(connection, self._queries, scope, held)

    @asynccontextmanager
    async def reading(self, user_id: str, scope: str) -> AsyncGenerator[Connection]:
        """Open a transaction of the user in which the scope is empty if its time is over."""
        async with self._database.as_user(user_id) as connection:
            if scope != USER_SCOPE:
                await self._queries.run(connection, "clear", scope=scope)
            yield connection

    async def done(
        self,
        user_id: str,
        writing: Writing,
        kind: ChangeKind,
        count: int,
        names: Sequence[str],
        by: Provenance,
        result: Any = None,
    ) -> None:
        """Note the change of `count` things about entities of these `names`, and tell of it."""
        added = writing.added or (None, None)
        await self._queries.run(
            writing.connection,
            "note_change",
            id=UUID(writing.change),
            scope=writing.scope,
            last=writing.last,
            position=writing.position,
            kind=kind,
            first=added[0],
            last_added=added[1],
            count=count,
            result=None if by.call_id is None else as_json(result),
            **written_by(by),
        )
        told = ChangeKind.UPDATED if kind is ChangeKind.MERGED else kind
        changed = KnowledgeChanged(change=told, entities=tuple(dict.fromkeys(names))[:NAMED], count=count)
        await self._events.append(user_id, [changed], execution_id=None)
        if writing.last + 1 - writing.folded >= self._index.block:
            await self._index.fold(writing.connection, writing.folded, writing.last)


def written_by(by: Provenance) -> dict[str, Any]:
    """Return who wrote something as parameters of a query."""
    return {
        "author": by.author,
        "agent_id": by.agent_id,
        "execution_id": None if by.execution_id is None else as_uuid(by.execution_id, "execution"),
        "call_id": by.call_id,
        "source": by.source,
        "tainted": by.tainted,
    }
