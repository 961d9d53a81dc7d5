"""One change of the knowledge graph: numbered, noted with who made it, and announced, all in one transaction."""

from collections.abc import AsyncGenerator, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any
from uuid import UUID

from bailiwick.features.memory.events import KnowledgeChanged
from bailiwick.features.memory.index import KnowledgeIndex
from bailiwick.features.memory.records import (
    SESSION_HOURS,
    USER_SCOPE,
    ChangeKind,
    Provenance,
    RelationDraft,
    WrittenBy,
)
from bailiwick.features.memory.texts import claim_of, key_of, lowered_if_other
from bailiwick.kernel.database.pool import Database
from bailiwick.kernel.database.queries import Connection, Queries, as_uuid
from bailiwick.kernel.database.text import as_json
from bailiwick.kernel.ids import uuid7
from bailiwick.kernel.search_words import folded

EVER_WRITTEN = "knowledge"
"""The name under which is kept in memory whether anything was ever written down for a user."""
NAMED = 20
"""Names that an event of a change tells."""
ENTITY = (
    "entity_numbers",
    "entity_ids",
    "names",
    "types",
    "keys",
    "lower_names",
    "lower_types",
    "names_folded",
    "entities_tainted",
)
OBSERVATION = (
    "observation_numbers",
    "observation_ids",
    "owners",
    "contents",
    "lowered",
    "contents_folded",
    "claims",
)
RELATION = (
    "relation_numbers",
    "relation_ids",
    "froms",
    "tos",
    "relation_types",
    "from_keys",
    "to_keys",
    "relations_tainted",
)
"""Parameters of `write` and `write_relations`, a list each: what a thing that is added consists of."""
UNNOTED: Mapping[str, Any] = dict.fromkeys(
    ("position", "last", "kind", "first", "last_added", "count", "result", "fact_kind", "fact")
)
"""The parameters of `write` that note a change, where it goes on."""


@dataclass(frozen=True, slots=True)
class Authorship:
    """Who wrote some observations down, and when; now where that is not said."""

    by: Provenance
    at: datetime | None = None


NOBODY = Authorship(Provenance(author=WrittenBy.PERSON))
"""Stands where no observation is written, for which alone it is said."""


class Writing:
    """The numbers of a user, held for one change of a scope; leave the block without `done` and nothing is noted.

    What is added is there once it is written: by `write`, or together with the note of the change.
    """

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
        self._entities: list[tuple[Any, ...]] = []
        self._observations: list[tuple[Any, ...]] = []
        self._origin: Authorship | None = None
        """Of the observations that are not written yet; None while there are none."""
        self._relations: list[tuple[Any, ...]] = []

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

    def add_entities(self, entities: Sequence[tuple[str, str]], *, tainted: bool) -> list[tuple[int, str]]:
        """Add entities of these names and types, `tainted` after reading strangers' words; return number and id of
        each."""
        made = [(self.number(), uuid7()) for _ in entities]
        self._entities += [
            (
                number,
                entity_id,
                name,
                kind,
                key_of(name),
                lowered_if_other(name),
                lowered_if_other(kind),
                f"{folded(name)} {folded(kind)}",
                tainted,
            )
            for (number, entity_id), (name, kind) in zip(made, entities, strict=True)
        ]
        return made

    async def add_observations(self, observations: Sequence[tuple[int, str, str]], origin: Authorship) -> list[str]:
        """Add observations, each with its entity's number and name; return their ids."""
        if not observations:
            return []
        if self._origin not in (None, origin):
            await self.write()
        self._origin = origin
        ids = [uuid7() for _ in observations]
        self._observations += [
            (
                self.number(),
                observation_id,
                entity,
                content,
                lowered_if_other(content),
                folded(content),
                claim_of(content, name),
            )
            for observation_id, (entity, name, content) in zip(ids, observations, strict=True)
        ]
        return ids

    def add_relations(self, relations: Sequence[RelationDraft], *, tainted: bool) -> None:
        """Add relations, `tainted` after reading strangers' words."""
        self._relations += [
            (
                self.number(),
                uuid7(),
                each.from_name,
                each.to_name,
                each.relation_type,
                key_of(each.from_name),
                key_of(each.to_name),
                tainted,
            )
            for each in relations
        ]

    async def write(self) -> None:
        """Write what was added since the last time."""
        await self._write_relations()
        if self._entities or self._observations:
            await self._write(self._origin or NOBODY, UNNOTED)

    async def note(self, by: Provenance, noted: Mapping[str, Any]) -> None:
        """Write what is left, and the change with what is `noted` of it."""
        origin = Authorship(by)
        if self._origin not in (None, origin):
            await self.write()
        added = self.added or (None, None)
        numbers = {"position": self.position, "last": self.last, "first": added[0], "last_added": added[1]}
        await self._write_relations()
        await self._write(origin, {**numbers, **noted})

    async def _write_relations(self) -> None:
        if self._relations:
            relations = _columns(RELATION, self._relations)
            await self._queries.run(self.connection, "write_relations", scope=self.scope, **relations)
            self._relations = []

    async def _write(self, origin: Authorship, noted: Mapping[str, Any]) -> None:
        await self._queries.run(
            self.connection,
            "write",
            id=UUID(self.change),
            scope=self.scope,
            **_columns(ENTITY, self._entities),
            **_columns(OBSERVATION, self._observations),
            at=origin.at,
            **written_by(origin.by),
            **noted,
        )
        self._entities, self._observations, self._origin = [], [], None


def _columns(names: Sequence[str], rows: Sequence[tuple[Any, ...]]) -> dict[str, list[Any]]:
    """Return rows column by column."""
    return {name: [row[place] for row in rows] for place, name in enumerate(names)}


class KnowledgeWriter:
    """Makes changes, one at a time for each user."""

    def __init__(self, database: Database, index: KnowledgeIndex) -> None:
        self._database = database
        self._index = index
        self._queries = Queries("bailiwick.features.memory.store")

    @asynccontextmanager
    async def writing(self, user_id: str, scope: str) -> AsyncGenerator[Writing]:
        """Hold the user's numbers in a transaction, for a change of `scope`.

        Raises `NotFound` for a scope that is no conversation of the user.
        """
        async with self._database.as_user(user_id) as connection:
            held = await self._queries.row(connection, "lock")
            if not held["last_change"]:
                self._database.note_change(user_id, EVER_WRITTEN)
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
        told = ChangeKind.UPDATED if kind is ChangeKind.MERGED else kind
        changed = KnowledgeChanged(change=told, entities=tuple(dict.fromkeys(names))[:NAMED], count=count)
        noted = {
            "kind": kind,
            "count": count,
            "result": None if by.call_id is None else as_json(result),
            "fact_kind": changed.wire,
            "fact": as_json(changed.data()),
        }
        await writing.note(by, noted)
        await self._database.tell_of_facts(user_id, None)
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
