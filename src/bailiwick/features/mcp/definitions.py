"""What a server says about its tools, within limits."""

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from bailiwick.features.mcp.reasons import McpReason
from bailiwick.features.mcp.schemas import TooLarge, cleaned_schema, printable
from bailiwick.kernel.reasons import Reason
from bailiwick.tools.records import ToolDefinition, definition_digest

MOST_TOOLS = 256
LONGEST_NAME = 200
LONGEST_DESCRIPTION = 4_000
"""Characters of a description that a model reads; a longer one is cut."""
LARGEST_DEFINITION = 64 * 1024
"""Characters of JSON; a tool with a larger definition is never used."""
LARGEST_OFFER = 1024 * 1024
"""Characters of JSON of all definitions of a server together."""
HINTS = ("readOnlyHint", "destructiveHint", "idempotentHint", "openWorldHint")


@dataclass(frozen=True, slots=True)
class RawTool:
    """One entry of `tools/list`."""

    name: str
    description: str
    title: str
    parameters: Mapping[str, Any]
    annotations: Mapping[str, Any]


def definitions(offered: Iterable[RawTool], total: int) -> tuple[Sequence[ToolDefinition], Sequence[str]]:
    """Return what of an offer of `total` tools is kept, by name, and notes on what was not."""
    notes: list[str] = []
    # By name, so that the order in which a server lists its tools decides nothing.
    every = sorted(offered, key=lambda tool: tool.name)
    seen: dict[str, int] = {}
    for tool in every:
        seen[tool.name] = seen.get(tool.name, 0) + 1
    kept: list[ToolDefinition] = []
    room = LARGEST_OFFER
    for tool in every:
        if kept and kept[-1].name == tool.name[:LONGEST_NAME]:
            continue
        if len(kept) >= MOST_TOOLS:
            break
        definition, size = _definition(tool, twice=seen[tool.name] > 1)
        room -= size
        if room < 0:
            notes.append("The definitions of its tools are longer than a server needs; only the first are used.")
            break
        kept.append(definition)
    distinct = max(len(seen), total)
    if distinct > MOST_TOOLS:
        notes.append(f"The server offers {distinct:,} tools or more; only {len(kept)} of them are used.")
    return kept, notes


def _definition(tool: RawTool, *, twice: bool) -> tuple[ToolDefinition, int]:
    hints = {name: tool.annotations[name] for name in HINTS if isinstance(tool.annotations.get(name), bool)}
    why: Reason | None = None
    digest = ""
    parameters: Mapping[str, Any] = {}
    size = 0
    try:
        digest = definition_digest(tool.name, tool.description, tool.parameters, tool.annotations)
        size = len(json.dumps([tool.parameters, tool.annotations])) + len(tool.description)
        if twice:
            why = Reason.of(McpReason.MCP_TOOL_TWICE)
        elif not tool.name or len(tool.name) > LONGEST_NAME:
            why = Reason.of(McpReason.MCP_TOOL_NAME, most=LONGEST_NAME)
        elif size > LARGEST_DEFINITION:
            why = Reason.of(McpReason.MCP_TOOL_TOO_LONG, most=LARGEST_DEFINITION)
        else:
            parameters = cleaned_schema(tool.parameters)
    except TooLarge as error:
        why = error.why
    except ValueError:
        why = Reason.of(McpReason.MCP_SCHEMA_WRONG)
    description = printable(tool.description).strip()
    if len(description) > LONGEST_DESCRIPTION:
        description = description[:LONGEST_DESCRIPTION] + "…"
    definition = ToolDefinition(
        name=tool.name[:LONGEST_NAME],
        description=description,
        title=printable(tool.title)[:200],
        parameters=parameters,
        annotations=hints,
        digest=digest,
        refused=why.text() if why else "",
        why=why,
    )
    return definition, len(description) + len(json.dumps(parameters)) + 500
