"""Validation: what the routing fields of an agent must be before it joins a roster."""

import re  # noqa: TID251  (own fixed pattern)
from collections.abc import Sequence

from bailiwick_router.core.agents import Agent
from bailiwick_router.core.errors import InvalidInput
from bailiwick_router.core.reasons import Reason, RoutingReason
from bailiwick_router.patterns import compile_pattern

_ID = re.compile(r"[a-z0-9][a-z0-9_-]{0,63}")
_LANGUAGE = re.compile(r"[a-z]{2,3}")

MOST = {"tags": 200, "keywords": 200, "patterns": 50, "examples": 5000, "languages": 20}
"""How many entries a list may have."""
LONGEST = {"name": 200, "description": 2000, "objective": 4000}
"""Longest text, in characters."""
LONGEST_ENTRY = {"tags": 100, "keywords": 100, "examples": 2000}
"""Longest entry of a list, in characters."""
PRIORITIES = range(-1_000_000, 1_000_001)


def validate(agent: Agent) -> None:
    """Raise `InvalidInput`, naming the field, unless routing can take the agent."""
    if not _ID.fullmatch(agent.id):
        raise InvalidInput(
            Reason.of(RoutingReason.AGENT_ID_FORM, id=repr(agent.id[:80])),
            field="id",
        )
    if not agent.name.strip():
        raise InvalidInput(Reason.of(RoutingReason.AGENT_NEEDS_NAME, id=repr(agent.id)), field="name")
    for field, limit in LONGEST.items():
        if len(getattr(agent, field)) > limit:
            raise InvalidInput(
                Reason.of(RoutingReason.AGENT_FIELD_LONG, field=field, id=repr(agent.id), limit=limit), field=field
            )
    for field, limit in MOST.items():
        entries: Sequence[str] = getattr(agent, field)
        if len(entries) > limit:
            raise InvalidInput(
                Reason.of(
                    RoutingReason.AGENT_ENTRIES, field=field, id=repr(agent.id), entries=len(entries), limit=limit
                ),
                field=field,
            )
        longest = LONGEST_ENTRY.get(field)
        if longest is not None and max(map(len, entries), default=0) > longest:
            raise InvalidInput(
                Reason.of(RoutingReason.AGENT_ENTRY_LONG, field=field, id=repr(agent.id), longest=longest), field=field
            )
    for language in agent.languages:
        if not _LANGUAGE.fullmatch(language):
            raise InvalidInput(Reason.of(RoutingReason.LANGUAGE_CODE, language=repr(language[:20])), field="languages")
    if agent.priority not in PRIORITIES:
        raise InvalidInput(Reason.of(RoutingReason.AGENT_PRIORITY, id=repr(agent.id)), field="priority")
    for pattern in agent.patterns:
        compile_pattern(pattern)
