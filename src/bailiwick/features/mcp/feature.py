"""MCP servers, declared to the house."""

from bailiwick.kernel.feature import Feature

feature = Feature(
    module=__name__,
    commands={"mcp": "commands:app"},
    routers=("http:mcp_servers",),
    events="events",
    opens="opening:open_mcp",
    reasons="reasons:McpReason",
    settings="settings:McpSettings",
)
