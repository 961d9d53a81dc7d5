"""The pages of agent fields and of the agents that ship."""

from collections.abc import Iterable
from dataclasses import MISSING, fields, is_dataclass
from enum import Enum
from typing import Any

from pydantic import TypeAdapter

from bailiwick.agents.builtin import load
from bailiwick_router.agent_files import NOT_FROM_FILES
from bailiwick_router.core.agents import Agent
from bailiwick_router.core.budgets import Budget
from bailiwick_router.core.record import camel
from generator.tables import NOTICE, code, kind, table

FIELDS_HEAD = f"""{NOTICE}
# Agent fields

A TOML file writes them in snake_case, the HTTP API in camelCase. Only `id` and `name` are required in a file.
Fields marked with * are set by the roster; a file or request cannot set them. [How to add an
agent](../how-to/add-an-agent.md).
"""
ROSTER_HEAD = f"""{NOTICE}
# The agents that ship

One TOML file each, in `src/bailiwick/agents/builtin` or in the folder `agents` of a skill in `src/bailiwick_skills`.
You can pause and retune each for yourself, and undo that with `bailiwick agents reset`. Tools that an agent's patterns
name but this release does not have are simply not there.
"""


def fields_page() -> str:
    """Return the page of fields."""
    budget = table(("field", "type", "default", "meaning"), _rows(Budget))
    body = table(("in TOML", "in JSON", "type", "default", "meaning"), _agent_rows())
    return f"{FIELDS_HEAD}\n{body}\n\n## budget\n\nA table of its own, e.g. `budget = {{ steps = 20 }}`.\n\n{budget}\n"


def _agent_rows() -> Iterable[tuple[str, ...]]:
    for name, kinds, default, meaning in _rows(Agent):
        own = name.strip("`")
        star = "*" if own in NOT_FROM_FILES else ""
        yield f"{name}{star}", code(camel(own)), kinds, default, meaning


def _rows(record: type) -> Iterable[tuple[str, str, str, str]]:
    schema = TypeAdapter(record).json_schema(by_alias=True)
    definitions, properties = schema.get("$defs", {}), schema["properties"]
    for field in fields(record):  # pyright: ignore[reportArgumentType]  (records are dataclasses)
        entry = properties[camel(field.name)]
        yield code(field.name), kind(entry, definitions), _default(field.default), entry.get("description", "")


def _default(value: Any) -> str:
    if value is MISSING:
        return "required"
    if is_dataclass(value):
        return "see below"
    if isinstance(value, Enum):
        return code(value.value)
    if isinstance(value, tuple):
        return code(", ".join(map(str, value))) if value else "none"
    return "none" if value in (None, "") else code(value)


def roster_page() -> str:
    """Return the page of the built-in roster."""
    agents = load()
    overview = table(
        ("id", "name", "role", "what it is for"),
        [(f"[`{agent.id}`](#{agent.id})", agent.name, agent.role.value, agent.description) for agent in agents],
    )
    return "\n".join([ROSTER_HEAD, overview, "", *(_section(agent) for agent in agents)])


def _section(agent: Agent) -> str:
    rows = [
        ("role", code(agent.role.value)),
        ("tools", ", ".join(code(pattern) for pattern in agent.tools) or "none"),
        ("helpers", ", ".join(code(helper) for helper in agent.helpers) or "none"),
        ("rounds", f"at most {agent.max_iterations}"),
        ("history", "the whole thread" if agent.context_window < 0 else f"the last {agent.context_window} messages"),
        ("review", code(agent.review.value)),
        ("tags", ", ".join(agent.tags[:12]) + (", …" if len(agent.tags) > 12 else "") or "none"),
        ("for example", " · ".join(agent.examples[:4]) or "none"),
    ]
    return f"## {agent.id}\n\n**{agent.name}.** {agent.description}\n\n{table(('', ''), rows)}\n"
