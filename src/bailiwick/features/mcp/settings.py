"""Options of MCP servers."""

from pydantic import Field

from bailiwick.kernel.settings import OwnSettings


class McpSettings(OwnSettings):
    """Options of MCP servers."""

    mcp_unsandboxed: bool = Field(
        default=False,
        description="Start MCP servers that are programs without a sandbox. They can then do what Bailiwick can.",
    )
    mcp_idle_seconds: float = Field(
        default=300.0, gt=0, description="A connection to an MCP server that nobody uses for so long is closed."
    )
