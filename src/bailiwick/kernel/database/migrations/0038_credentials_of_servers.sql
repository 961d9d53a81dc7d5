-- A credential that holds the values of an MCP server is called like one of a store: its kind, a colon, which one it is.

-- The owner of the tables sees nobody's rows either while policies are forced.
ALTER TABLE credentials NO FORCE ROW LEVEL SECURITY;
ALTER TABLE mcp_servers NO FORCE ROW LEVEL SECURITY;
UPDATE credentials SET name = 'mcp-server:' || mcp_servers.id
  FROM mcp_servers
 WHERE credentials.user_id = mcp_servers.user_id AND credentials.name = 'mcp.' || mcp_servers.id;
ALTER TABLE mcp_servers FORCE ROW LEVEL SECURITY;
ALTER TABLE credentials FORCE ROW LEVEL SECURITY;
