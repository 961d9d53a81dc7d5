"""The knowledge graph: written and read as the nine tools do, looked at by people, and taken back."""

from collections.abc import AsyncIterator, Sequence
from contextlib import AbstractAsyncContextManager
from datetime import datetime
from typing import Protocol

from bailiwick.core.knowledge import (
    USER_SCOPE,
    Change,
    ChangeDetail,
    Contradiction,
    EntitiesFound,
    Entity,
    EntityDraft,
    Forgotten,
    FoundEntity,
    Graph,
    Neighbourhood,
    Observation,
    ObservationDraft,
    Provenance,
    Relation,
    RelationDraft,
    Summary,
)


class KnowledgeStore(Protocol):
    """The graph as the nine tools see it: the contract of the MCP reference server for memory.

    Entities and relations keep the order in which they were written. A write that carries a call id has its effect
    once: a repetition returns what the first one returned. Writes to one scope happen one after the other; each emits
    `KnowledgeChanged` in its transaction. Raises `NotFound` for a scope that is no conversation of this user.
    """

    async def mark(self, user_id: str, *, scope: str = USER_SCOPE) -> int:
        """Within the caller's transaction: keep all others from writing to the scope, and return a mark of now."""
        ...

    def holding(self, user_id: str, *, scope: str = USER_SCOPE) -> AbstractAsyncContextManager[None]:
        """Keep all others from writing to the scope in the block, whose reads and writes are one transaction."""
        ...

    def reading(self, user_id: str, *, scope: str = USER_SCOPE) -> AbstractAsyncContextManager[None]:
        """Make the reads in the block, of this store and of the views, one transaction."""
        ...

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
        come twice come in twice."""
        ...

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
        not exist."""
        ...

    async def add_observations(
        self, user_id: str, additions: Sequence[ObservationDraft], by: Provenance, *, scope: str = USER_SCOPE
    ) -> Sequence[ObservationDraft]:
        """Add what each entity has not got yet, and return it, one item for each item given.

        Raises `UnknownEntity` and adds nothing when there is no entity of a name.
        """
        ...

    async def delete_entities(
        self, user_id: str, names: Sequence[str], by: Provenance, *, scope: str = USER_SCOPE
    ) -> int:
        """Remove every entity of these names and every relation that names one; return how much was removed."""
        ...

    async def delete_observations(
        self, user_id: str, deletions: Sequence[ObservationDraft], by: Provenance, *, scope: str = USER_SCOPE
    ) -> int:
        """Remove these observations from the first entity of each name; return how many were removed."""
        ...

    async def delete_relations(
        self, user_id: str, relations: Sequence[RelationDraft], by: Provenance, *, scope: str = USER_SCOPE
    ) -> int:
        """Remove these relations; return how many were removed."""
        ...

    async def there(
        self, user_id: str, relations: Sequence[RelationDraft], *, scope: str = USER_SCOPE
    ) -> Sequence[RelationDraft]:
        """Return those of these relations that there are."""
        ...

    async def read(self, user_id: str, *, scope: str = USER_SCOPE, limit: int | None = None, offset: int = 0) -> Graph:
        """Return everything; with a limit, that many entities after the first `offset` and the relations that begin
        at them."""
        ...

    async def search(
        self, user_id: str, query: str, *, scope: str = USER_SCOPE, limit: int | None = None, offset: int = 0
    ) -> Graph:
        """Return the entities of which name, type or an observation contains `query`, whatever the case, and the
        relations that name one of them."""
        ...

    async def open(self, user_id: str, names: Sequence[str], *, scope: str = USER_SCOPE) -> Graph:
        """Return the entities of these names and the relations that name one of them."""
        ...


class KnowledgeViews(Protocol):
    """The graph as people look at it: in pages, with ids, provenance and rank."""

    async def summary(self, user_id: str, *, scope: str = USER_SCOPE) -> Summary:
        """Return the graph in figures."""
        ...

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
        ...

    async def marked(self, user_id: str, *, scope: str = USER_SCOPE, names: Sequence[str] | None = None) -> bool:
        """Whether anything about entities of these names was written after reading strangers' words: they themselves,
        what is known of them, a relation that names them. Without names, anything at all."""
        ...

    async def entity(self, user_id: str, entity_id: str, *, limit: int = 200) -> Entity:
        """Return one with at most `limit` observations and relations each. Raises `NotFound`."""
        ...

    async def relations(
        self, user_id: str, *, scope: str = USER_SCOPE, limit: int = 50, offset: int = 0
    ) -> tuple[Sequence[Relation], int]:
        """Return a page of relations, latest first, and how many there are."""
        ...

    async def neighbours(self, user_id: str, entity_id: str, *, depth: int = 1, limit: int = 50) -> Neighbourhood:
        """Return the entity, first, with those up to `depth` relations away, nearest first, and the relations among
        them. Raises `NotFound`."""
        ...

    async def best_connected(self, user_id: str, *, scope: str = USER_SCOPE, limit: int = 300) -> Neighbourhood:
        """Return the entities that most relations name, and the relations among them."""
        ...

    async def ranked(
        self, user_id: str, query: str, *, scope: str = USER_SCOPE, limit: int = 20
    ) -> Sequence[FoundEntity]:
        """Return the entities that have words of `query` in any of their forms, best first."""
        ...

    async def facts(
        self, user_id: str, query: str, *, scope: str = USER_SCOPE, limit: int = 20
    ) -> Sequence[Observation]:
        """Return the observations that have every word of `query` in any of its forms, latest first; words that carry
        no meaning do not count beside others."""
        ...

    async def contradictions(
        self, user_id: str, *, scope: str = USER_SCOPE, limit: int = 50
    ) -> Sequence[Contradiction]:
        """Return observations of one entity that give different values for the same thing, latest entity first."""
        ...

    def lines(
        self, user_id: str, *, scope: str = USER_SCOPE, page: int = 1000
    ) -> AsyncIterator[Sequence[Entity] | Sequence[Relation]]:
        """Yield the whole graph as of now in pages, entities (their relations left out) before relations, each in the
        order in which they were written."""
        ...


class KnowledgeHistory(Protocol):
    """What happened to the graph, and taking it back."""

    async def changes(
        self, user_id: str, *, scope: str = USER_SCOPE, before: int | None = None, limit: int = 50
    ) -> Sequence[Change]:
        """Latest first; `before` pages by position."""
        ...

    async def change(self, user_id: str, change_id: str) -> ChangeDetail:
        """Raises `NotFound`."""
        ...

    async def undo(self, user_id: str, change_id: str, by: Provenance) -> Change:
        """Take a change back and return the change that did. Raises `NotFound`, and `Conflict` with the reason when a
        later change depends on it."""
        ...

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
        ...

    async def observe(
        self, user_id: str, entity_id: str, contents: Sequence[str], by: Provenance
    ) -> Sequence[Observation]:
        """Add to the entity of this id what it has not got yet, and return it. Raises `NotFound`."""
        ...

    async def rewrite(
        self, user_id: str, entity_id: str, by: Provenance, *, name: str | None = None, entity_type: str | None = None
    ) -> str:
        """Rename an entity or change its type, its relations following; return its new id. Raises `NotFound`, and
        `Conflict` when another entity has the name."""
        ...

    async def merge(self, user_id: str, into: str, others: Sequence[str], by: Provenance) -> str:
        """Move the observations and relations of `others` to `into` and remove them; return the id of `into`.

        Raises `NotFound`, and `InvalidInput` when they are of different scopes.
        """
        ...

    async def forget(
        self,
        user_id: str,
        by: Provenance,
        *,
        entity_ids: Sequence[str] = (),
        observation_ids: Sequence[str] = (),
        relation_ids: Sequence[str] = (),
    ) -> Forgotten:
        """Erase things for good, from the graph, its history, its search and the facts about its changes. An entity
        goes with everything that any entity of its name has ever had. Ids of nothing are passed over."""
        ...

    async def expire(self, user_id: str, now: datetime, removed_before: datetime) -> int:
        """Erase the graphs whose time is over, and what was removed from others before a time; return how much."""
        ...
