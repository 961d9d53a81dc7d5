-- columns: server
-- What is kept of a registration.
user_id, id, name, origin, definition, created_at, updated_at

-- name: servers
-- All registrations, by name.
SELECT {server} FROM mcp_servers ORDER BY name LIMIT %(limit)s;

-- name: server
-- One registration.
SELECT {server} FROM mcp_servers WHERE id = %(id)s;

-- name: begin_naming
-- Let one transaction at a time give names to servers: they are unique among all that anybody registered.
SELECT pg_advisory_xact_lock(hashtextextended('bailiwick/mcp_servers/name', 0));

-- name: named
-- The other registration that has a name.
SELECT id FROM mcp_servers WHERE name = %(name)s AND id <> %(id)s;

-- name: add
-- Register a server.
INSERT INTO mcp_servers (id, name, origin, definition) VALUES (%(id)s, %(name)s, %(origin)s, %(definition)s)
RETURNING {server};

-- name: change
-- Replace a registration.
UPDATE mcp_servers
   SET name = %(name)s, origin = %(origin)s, definition = %(definition)s, updated_at = clock_timestamp()
 WHERE id = %(id)s
RETURNING {server};

-- name: remove
-- Delete a registration.
DELETE FROM mcp_servers WHERE id = %(id)s;

-- name: enablements
-- What the acting user enabled at any time, by name.
SELECT * FROM mcp_enablements ORDER BY server_name, server_id LIMIT %(limit)s;

-- name: enablement
-- What the acting user did with a server.
SELECT * FROM mcp_enablements WHERE server_id = %(server_id)s;

-- name: hold
-- The same, locked until the transaction ends.
SELECT * FROM mcp_enablements WHERE server_id = %(server_id)s FOR UPDATE;

-- name: enable
-- Enable a server with these credentials; what was approved stays.
INSERT INTO mcp_enablements AS mine (server_id, server_name, enabled, credentials)
VALUES (%(server_id)s, %(server_name)s, true, %(credentials)s)
ON CONFLICT (user_id, server_id) DO UPDATE
   SET enabled = true, server_name = excluded.server_name, credentials = excluded.credentials, problem = '', why = NULL,
       failures = 0, retry_at = NULL, updated_at = clock_timestamp()
RETURNING *;

-- name: disable
-- Disable a server that is enabled.
UPDATE mcp_enablements
   SET enabled = false, problem = '', why = NULL, failures = 0, retry_at = NULL, updated_at = clock_timestamp()
 WHERE server_id = %(server_id)s AND enabled;

-- name: forget
-- Delete what is kept of a server.
DELETE FROM mcp_enablements WHERE server_id = %(server_id)s;

-- name: reached
-- Store what a server offers.
UPDATE mcp_enablements
   SET offered = %(offered)s, notes = %(notes)s, approved = %(approved)s, protocol = %(protocol)s,
       software = %(software)s, problem = '', why = NULL, failures = 0, retry_at = NULL,
       checked_at = clock_timestamp(), updated_at = clock_timestamp()
 WHERE server_id = %(server_id)s
RETURNING *;

-- name: failed
-- Note that a server could not be reached.
UPDATE mcp_enablements
   SET problem = %(problem)s, why = %(why)s, retry_at = %(retry_at)s, failures = %(failures)s,
       checked_at = clock_timestamp(), updated_at = clock_timestamp()
 WHERE server_id = %(server_id)s AND enabled;

-- name: approve
-- Store what is approved.
UPDATE mcp_enablements SET approved = %(approved)s, updated_at = clock_timestamp()
 WHERE server_id = %(server_id)s
RETURNING *;
