"""Which of a server's tools a person uses, and why not the others."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from bailiwick.features.mcp.names import tool_name
from bailiwick.features.mcp.reasons import McpReason
from bailiwick.features.mcp.records import Enablement, McpServer, OfferedTool, OfferedToolStatus
from bailiwick.kernel.reasons import Reason, Said, text_of, why_of
from bailiwick.tools.records import ToolDefinition
from bailiwick_router.tool_reading import tool_pattern

REASONS = {
    OfferedToolStatus.NEW: Reason.of(McpReason.MCP_TOOL_NEW),
    OfferedToolStatus.CHANGED: Reason.of(McpReason.MCP_TOOL_CHANGED),
    OfferedToolStatus.GONE: Reason.of(McpReason.MCP_TOOL_GONE),
}


def compiled(patterns: Sequence[str]) -> Sequence[Any]:
    """Return the patterns, ready to match. Raises `re2.error` for one that google-re2 does not take."""
    return [tool_pattern(pattern) for pattern in patterns]


def tool_statuses(
    server: McpServer, enablement: Enablement
) -> Iterator[tuple[ToolDefinition, OfferedToolStatus, Said]]:
    """Yield every tool that is offered or was approved, with how it stands and why it is off."""
    patterns = compiled(server.tools)
    approved = enablement.approved or {}
    offered: set[str] = set()
    for definition in enablement.offered:
        offered.add(definition.name)
        excluded = definition.why or definition.refused or _excluded(server, definition, patterns)
        if excluded:
            yield definition, OfferedToolStatus.EXCLUDED, excluded
            continue
        before = approved.get(definition.name)
        if before is None:
            status = OfferedToolStatus.NEW
        elif before.digest != definition.digest:
            status = OfferedToolStatus.CHANGED
        else:
            status = OfferedToolStatus.APPROVED
        yield definition, status, REASONS.get(status, "")
    for name, before in approved.items():
        if name not in offered:
            gone = ToolDefinition(name=name, description=before.description, parameters={}, digest=before.digest)
            yield gone, OfferedToolStatus.GONE, REASONS[OfferedToolStatus.GONE]


def _excluded(server: McpServer, definition: ToolDefinition, patterns: Sequence[Any]) -> Reason | None:
    if patterns and not any(pattern.fullmatch(definition.name) for pattern in patterns):
        return Reason.of(McpReason.MCP_TOOL_LEFT_OUT)
    if server.read_only and not definition.read_only:
        return Reason.of(McpReason.MCP_TOOL_NOT_READ_ONLY)
    return None


def offered_tools(server: McpServer, enablement: Enablement) -> Sequence[OfferedTool]:
    """Return every tool that is offered or was approved, as a person sees it."""
    approved: Mapping[str, Any] = enablement.approved or {}
    return [
        OfferedTool(
            name=definition.name,
            tool=tool_name(server.name, definition.name),
            title=definition.title,
            description=definition.description,
            parameters=definition.parameters,
            read_only=definition.read_only,
            destructive=definition.destructive,
            idempotent=definition.idempotent,
            digest=definition.digest,
            status=status,
            detail=text_of(detail),
            why=why_of(detail),
            before=approved[definition.name].description if status is OfferedToolStatus.CHANGED else None,
        )
        for definition, status, detail in tool_statuses(server, enablement)
    ]
