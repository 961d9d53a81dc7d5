"""Why a release was made, in the words of the edit that made it."""

from collections.abc import Sequence

from bailiwick.core.agents import ROUTING_FIELDS, Agent, Origin


def read_changes(before: Agent, after: Agent) -> Sequence[str]:
    """Return the fields of an agent that routing reads and that changed; all when it becomes a lasting one."""
    if before.origin is Origin.RUNTIME and after.origin is not Origin.RUNTIME:
        return ROUTING_FIELDS
    return [name for name in ROUTING_FIELDS if getattr(before, name) != getattr(after, name)]


def reason_of(before: Agent | None, after: Agent) -> str:
    """Return what happened to an agent, in a few words."""
    if before is None:
        return f"{after.name} was added"
    if read_changes(before, after) == ["status"]:
        return f"{after.name} is {after.status}"
    return f"{', '.join(read_changes(before, after))} of {after.name} changed"


def counted(agents: int) -> str:
    """Return how many agents there were."""
    return "1 agent was" if agents == 1 else f"{agents} agents were"
