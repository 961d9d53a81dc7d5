"""A person's mailbox, which an MCP server opens."""
