"""`bailiwick memory …`: the knowledge graph, in a terminal and as an MCP server."""
