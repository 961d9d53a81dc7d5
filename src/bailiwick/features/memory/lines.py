"""The knowledge graph as lines of JSON, in the file format of the MCP reference server for memory."""

import json
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from dataclasses import dataclass
from typing import Any, cast

from bailiwick.features.memory.reasons import MemoryReason
from bailiwick.features.memory.records import (
    USER_SCOPE,
    Entity,
    EntityDraft,
    Observation,
    ObservationDraft,
    Provenance,
    Relation,
    RelationDraft,
    WrittenBy,
)
from bailiwick.features.memory.store import KnowledgeStore
from bailiwick.features.memory.views import KnowledgeViews
from bailiwick.kernel.database.pool import Database
from bailiwick.kernel.errors import InvalidInput
from bailiwick.kernel.reasons import Reason
from bailiwick_router.core.record import Record

LONGEST_LINE = 2_000_000
"""Longest line that is read, in characters."""
AT_ONCE = 2_000
"""Lines that are written in one go."""


@dataclass(frozen=True, slots=True, kw_only=True)
class KnowledgeImport(Record):
    """What an import brought in."""

    entities: int
    observations: int
    relations: int
    skipped: int
    """Entities and relations that were there already; what their lines observe besides was added."""


Told = Callable[[KnowledgeImport], Awaitable[None]]
"""Hears what has come in so far."""


async def nobody(counts: KnowledgeImport) -> None:
    """Hear it, and do nothing."""


class Importing:
    """Takes lines in, all or none: the caller holds the transaction."""

    def __init__(
        self,
        knowledge: KnowledgeStore,
        user_id: str,
        mark: int,
        scope: str = USER_SCOPE,
        source: str = "",
        told: Told = nobody,
    ) -> None:
        self._knowledge = knowledge
        self._user_id = user_id
        self._scope = scope
        self._mark = mark
        self._told = told
        self._by = Provenance(author=WrittenBy.IMPORT, source=source)
        self._entities: list[EntityDraft] = []
        self._relations: list[RelationDraft] = []
        self._number = 0
        self._counts = dict.fromkeys(("entities", "observations", "relations", "skipped"), 0)

    async def take(self, line: str) -> None:
        """Take one line in. Raises `InvalidInput` naming the line."""
        self._number += 1
        if not line.strip():
            return
        match _read(line, self._number):
            case EntityDraft() as entity:
                await self._flush_relations()
                self._entities.append(entity)
                if len(self._entities) >= AT_ONCE:
                    await self._flush_entities()
            case RelationDraft() as relation:
                await self._flush_entities()
                self._relations.append(relation)
                if len(self._relations) >= AT_ONCE:
                    await self._flush_relations()
            case None:
                self._counts["skipped"] += 1

    async def done(self) -> KnowledgeImport:
        """Write what is left and say what came in."""
        await self._flush_entities()
        await self._flush_relations()
        return KnowledgeImport(**self._counts)

    async def _flush_entities(self) -> None:
        if not self._entities:
            return
        given, self._entities = self._entities, []
        made = await self._knowledge.create_entities(
            self._user_id, given, self._by, scope=self._scope, since=self._mark
        )
        new = {id(entity) for entity in made}
        known = [entity for entity in given if id(entity) not in new]
        drafts = [ObservationDraft(entity.name, entity.observations) for entity in known if entity.observations]
        added: Sequence[ObservationDraft] = ()
        if drafts:
            added = await self._knowledge.add_observations(self._user_id, drafts, self._by, scope=self._scope)
        self._counts["entities"] += len(made)
        self._counts["skipped"] += len(known)
        self._counts["observations"] += sum(len(entity.observations) for entity in made)
        self._counts["observations"] += sum(len(each.contents) for each in added)
        await self._told(KnowledgeImport(**self._counts))

    async def _flush_relations(self) -> None:
        if not self._relations:
            return
        given, self._relations = self._relations, []
        made = await self._knowledge.create_relations(
            self._user_id, given, self._by, scope=self._scope, since=self._mark
        )
        self._counts["relations"] += len(made)
        self._counts["skipped"] += len(given) - len(made)
        await self._told(KnowledgeImport(**self._counts))


async def import_lines(
    database: Database,
    knowledge: KnowledgeStore,
    user_id: str,
    lines: AsyncIterator[str],
    *,
    scope: str = USER_SCOPE,
    source: str = "",
    told: Told = nobody,
) -> KnowledgeImport:
    """Take all lines in, or none: also when it is cancelled, or the process ends before.

    `told` hears what has come in after each go. Raises `InvalidInput` naming the first line that cannot be read.
    """
    async with database.as_user(user_id):
        mark = await knowledge.mark(user_id, scope=scope)
        importing = Importing(knowledge, user_id, mark, scope, source, told)
        async for line in lines:
            await importing.take(line)
        return await importing.done()


async def export_lines(
    views: KnowledgeViews, user_id: str, *, scope: str = USER_SCOPE, provenance: bool = False
) -> AsyncIterator[str]:
    """Yield the graph line by line, without line ends, as the reference server writes its file.

    With `provenance` entities carry `provenance` besides: an object for each observation, in their order.
    """
    async for page in views.lines(user_id, scope=scope):
        for item in page:
            yield _written(item, provenance=provenance)


async def joined(lines: AsyncIterator[str]) -> AsyncIterator[str]:
    """Yield the pieces of a file of these lines; like the reference server's, it has no line end at its end."""
    first = True
    pieces: list[str] = []
    async for line in lines:
        pieces.append(line if first else f"\n{line}")
        first = False
        if len(pieces) >= AT_ONCE:
            yield "".join(pieces)
            pieces.clear()
    if pieces:
        yield "".join(pieces)


async def lines_of(pieces: AsyncIterator[bytes]) -> AsyncIterator[str]:
    """Yield the lines of a file that comes in pieces of bytes. Raises `InvalidInput` for what is no UTF-8 and for a
    line that is too long."""
    rest, number = b"", 0
    async for piece in pieces:
        *whole, rest = (rest + piece).split(b"\n")
        for line in whole:
            number += 1
            yield _decoded(line, number)
        if len(rest) > 4 * LONGEST_LINE:
            raise InvalidInput(Reason.of(MemoryReason.LINE_TOO_LONG, line=number + 1, most=LONGEST_LINE))
    if rest:
        yield _decoded(rest, number + 1)


def _decoded(line: bytes, number: int) -> str:
    try:
        return line.decode("utf-8-sig" if number == 1 else "utf-8")
    except UnicodeDecodeError:
        raise InvalidInput(Reason.of(MemoryReason.LINE_NO_UTF8, line=number)) from None


def _read(line: str, number: int) -> EntityDraft | RelationDraft | None:
    """Return what a line says; None for a line of another type, which the reference server passes over, too."""
    if len(line) > LONGEST_LINE:
        raise InvalidInput(Reason.of(MemoryReason.LINE_TOO_LONG, line=number, most=LONGEST_LINE))
    try:
        value: object = json.loads(line)
    except (ValueError, RecursionError):
        raise InvalidInput(Reason.of(MemoryReason.LINE_NO_JSON, line=number)) from None
    if not isinstance(value, dict):
        raise InvalidInput(Reason.of(MemoryReason.LINE_NO_OBJECT, line=number))
    item = cast("dict[str, Any]", value)
    match item.get("type"):
        case "entity":
            observations: object = item.get("observations")
            if not isinstance(observations, list):
                raise InvalidInput(Reason.of(MemoryReason.LINE_OBSERVATIONS, line=number))
            texts = [_text(each, "observations", number) for each in cast("list[object]", observations)]
            name, kind = (_text(item.get(key), key, number) for key in ("name", "entityType"))
            return EntityDraft(name, kind, tuple(texts))
        case "relation":
            ends = [_text(item.get(key), key, number) for key in ("from", "to", "relationType")]
            return RelationDraft(*ends)
        case _:
            return None


def _text(value: object, field: str, number: int) -> str:
    if not isinstance(value, str):
        raise InvalidInput(Reason.of(MemoryReason.LINE_NO_TEXT, line=number, field=field))
    if "\0" in value or (not value.isascii() and any("\ud800" <= character <= "\udfff" for character in value)):
        raise InvalidInput(Reason.of(MemoryReason.LINE_UNSTORABLE, line=number, field=field))
    return value


def _written(item: Entity | Relation, *, provenance: bool) -> str:
    if isinstance(item, Relation):
        value: dict[str, Any] = {
            "type": "relation",
            "from": item.from_name,
            "to": item.to_name,
            "relationType": item.relation_type,
        }
    else:
        contents: Sequence[Observation] = item.observations
        value = {
            "type": "entity",
            "name": item.name,
            "entityType": item.entity_type,
            "observations": [each.content for each in contents],
        }
        if provenance:
            value["provenance"] = [_origin(each) for each in contents]
    # JavaScript writes these few as they are, which Python does as well unless told to keep to ASCII.
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def _origin(observation: Observation) -> dict[str, Any]:
    by = observation.provenance
    return {
        "author": by.author.value,
        "agentId": by.agent_id,
        "executionId": by.execution_id,
        "source": by.source,
        "tainted": by.tainted,
        "at": observation.created_at.isoformat(),
    }
