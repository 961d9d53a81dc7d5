"""What a call that takes something out of the memory is about: shown to a person who has to agree to it."""

from collections.abc import Sequence

from bailiwick.features.memory.reasons import MemoryReason
from bailiwick.features.memory.records import (
    ChangeDetail,
    EntityDraft,
    Neighbourhood,
    Observation,
    ObservationDraft,
    RelationDraft,
)
from bailiwick.features.memory.store import KnowledgeStore
from bailiwick.features.memory.views import KnowledgeViews
from bailiwick.kernel.reasons import Reason
from bailiwick.kernel.resilience import CallFailed, ErrorClass
from bailiwick.kernel.shown_calls import FoundThing

MOST_AGREED = 500
"""Entities that one call may name where a person has to agree to it."""
SEEN = 1_000
"""Observations and relations that are looked at of one entity; their number beyond is compared alone."""


class FoundInMemory:
    """Looks things up by exactly the names and texts that the tools take, within a transaction of the caller."""

    def __init__(self, knowledge: KnowledgeStore, views: KnowledgeViews) -> None:
        self._knowledge = knowledge
        self._views = views

    async def entities(self, user_id: str, scope: str, names: Sequence[str]) -> list[FoundThing]:
        """Return the entities of these names, each with what goes with it."""
        relations = (await self._knowledge.open(user_id, names, scope=scope)).relations
        return [
            FoundThing.of("entity", entity_id, entity.name, _content(entity, relations))
            for entity_id, entity in await self._named(user_id, scope, names)
        ]

    async def observations(self, user_id: str, scope: str, deletions: Sequence[ObservationDraft]) -> list[FoundThing]:
        """Return those of these observations that the first entity of their name has."""
        first: dict[str, tuple[str, EntityDraft]] = {}
        for entity_id, entity in await self._named(user_id, scope, [each.entity_name for each in deletions]):
            first.setdefault(entity.name, (entity_id, entity))
        wanted = dict.fromkeys((each.entity_name, content) for each in deletions for content in each.contents)
        return [
            FoundThing.of("observation", first[name][0], name, content)
            for name, content in wanted
            if name in first and content in first[name][1].observations
        ]

    async def relations(self, user_id: str, scope: str, relations: Sequence[RelationDraft]) -> list[FoundThing]:
        """Return those of these relations that there are."""
        there = await self._knowledge.there(user_id, relations, scope=scope)
        return [FoundThing.of("relation", _said(each), _said(each)) for each in there]

    async def entity(self, user_id: str, entity_id: str) -> FoundThing:
        """Return one entity that is about to be forgotten.

        What it holds is compared and not repeated: it would stay with the approval.
        """
        entity = await self._views.entity(user_id, entity_id, limit=SEEN)
        draft = EntityDraft(entity.name, entity.entity_type, tuple(each.content for each in entity.observations))
        relations = [RelationDraft(each.from_name, each.to_name, each.relation_type) for each in entity.relations]
        more = [f"+ {entity.more_observations}"] if entity.more_observations else []
        content = "\n".join([_content(draft, relations), *more])
        return FoundThing.of("entity", entity.id, entity.name, content, shown=entity.entity_type)

    async def _named(self, user_id: str, scope: str, names: Sequence[str]) -> list[tuple[str, EntityDraft]]:
        """Return id and content of each entity of these names, in the order of writing."""
        wanted = list(dict.fromkeys(names))
        if not wanted:
            return []
        found = await self._views.entities(user_id, scope=scope, names=wanted, limit=MOST_AGREED)
        if found.total > MOST_AGREED:
            raise CallFailed(ErrorClass.VALIDATION, Reason.of(MemoryReason.FEWER_ENTITIES, most=MOST_AGREED))
        drafts = (await self._knowledge.open(user_id, wanted, scope=scope)).entities
        return [(brief.id, draft) for brief, draft in zip(reversed(found.entities), drafts, strict=True)]


def change_found(detail: ChangeDetail) -> FoundThing:
    """Return a change that is about to be taken back: what it added would go, what it removed would come back."""
    change = detail.change
    goes = _things("−", detail.added, detail.added_observations)
    comes_back = _things("+", detail.removed, detail.removed_observations)
    return FoundThing.of("change", change.id, ", ".join(sorted(change.entities)), "\n".join([*goes, *comes_back]))


def _things(sign: str, things: Neighbourhood, observations: Sequence[Observation]) -> list[str]:
    related = [RelationDraft(each.from_name, each.to_name, each.relation_type) for each in things.relations]
    texts = [*(each.name for each in things.entities), *(each.content for each in observations), *map(_said, related)]
    return [f"{sign} {text}" for text in texts]


def _content(entity: EntityDraft, relations: Sequence[RelationDraft]) -> str:
    related = [_said(each) for each in relations if entity.name in (each.from_name, each.to_name)]
    return "\n".join([entity.entity_type, *entity.observations, *related])


def _said(relation: RelationDraft) -> str:
    return f"{relation.from_name} · {relation.relation_type} · {relation.to_name}"
