"""A roster in a file: agents in the form of an export, with the examples they learn from."""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from bailiwick_router.core.agents import AGENT_FIELDS, Agent
from bailiwick_router.core.errors import InvalidInput
from bailiwick_router.core.reasons import Reason, RoutingReason
from bailiwick_router.core.reasons.faults import said_of
from bailiwick_router.core.record import camel
from bailiwick_router.validate import validate

if TYPE_CHECKING:
    from pydantic import TypeAdapter

MOST_AGENTS = 100_000
_FIELDS = {spelling: name for name in AGENT_FIELDS for spelling in (name, camel(name))}
"""Both spellings of a field, that of JSON and that of Python."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RosterFile:
    """What a file of agents holds."""

    agents: Sequence[Agent]
    """In the order of the file; their ids differ."""
    ignored: Sequence[str]
    """Names in the file that are no fields of an agent, each once."""


def read_roster(text: str) -> RosterFile:
    """Read what `bailiwick agents export` and `GET /api/agents/export` write: a list of agents, or {"agents": […]}.

    An agent needs an id; without a name it is called by its id. Raises `InvalidInput` that names the agent that cannot
    be taken.
    """
    # Checking types takes a library that nothing else on the way of a message needs.
    from pydantic import TypeAdapter

    checked: TypeAdapter[Agent] = TypeAdapter(Agent)
    agents: dict[str, Agent] = {}
    ignored: dict[str, None] = {}
    for number, given in enumerate(_listed(text), 1):
        if not isinstance(given, dict) or not isinstance(given.get("id"), str):
            raise InvalidInput(Reason.of(RoutingReason.ROSTER_AGENT_NO_OBJECT, number=number), field="agents")
        fields = {_FIELDS[name]: value for name, value in given.items() if name in _FIELDS}
        ignored |= dict.fromkeys(name for name in given if name not in _FIELDS)
        agent = _agent(checked, {"name": fields["id"], **fields}, number)
        if agent.id in agents:
            raise InvalidInput(Reason.of(RoutingReason.ROSTER_AGENT_TWICE, number=number, id=agent.id), field="id")
        agents[agent.id] = agent
    return RosterFile(agents=tuple(agents.values()), ignored=tuple(ignored))


def _listed(text: str) -> list[Any]:
    try:
        found: Any = json.loads(text.removeprefix("\ufeff"))
    except json.JSONDecodeError as error:
        raise InvalidInput(
            Reason.of(RoutingReason.ROSTER_NO_JSON, problem=error.msg, line=error.lineno), field="agents"
        ) from None
    except (ValueError, RecursionError):
        raise InvalidInput(Reason.of(RoutingReason.ROSTER_TOO_DEEP), field="agents") from None
    agents = found.get("agents") if isinstance(found, dict) else found
    if not isinstance(agents, list):
        raise InvalidInput(Reason.of(RoutingReason.ROSTER_NO_LIST, form='{"agents": […]}'), field="agents")
    if len(agents) > MOST_AGENTS:
        raise InvalidInput(
            Reason.of(RoutingReason.ROSTER_TOO_MANY, most=MOST_AGENTS, count=len(agents)), field="agents"
        )
    return agents


def _agent(checked: "TypeAdapter[Agent]", fields: dict[str, Any], number: int) -> Agent:
    from pydantic import ValidationError  # loaded by now

    try:
        agent = checked.validate_python(fields)
    except ValidationError as error:
        first = error.errors()[0]
        where = ".".join(map(str, first["loc"]))
        raise InvalidInput(
            Reason.of(
                RoutingReason.ROSTER_AGENT_FIELD,
                said_of(first),
                number=number,
                id=fields["id"][:80],
                field=where,
            ),
            field=where,
        ) from None
    validate(agent)
    return agent
