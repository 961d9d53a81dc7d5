-- MCP servers, who uses them, and the tools that were approved; how often things were done lately.

CREATE TABLE mcp_servers (
    user_id    uuid NOT NULL DEFAULT nullif(current_setting('bailiwick.user_id', true), '')::uuid
               REFERENCES users,
    id         uuid NOT NULL,
    name       text NOT NULL,
    origin     text NOT NULL CHECK (origin IN ('registered', 'file')),
    definition json NOT NULL,
    created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
    updated_at timestamptz NOT NULL DEFAULT clock_timestamp(),
    PRIMARY KEY (user_id, id),
    UNIQUE (user_id, name)
);
COMMENT ON TABLE mcp_servers IS 'Registrations are the installation''s: all of its people read them, administrators write them.';
COMMENT ON COLUMN mcp_servers.user_id IS 'Who registered it.';
COMMENT ON COLUMN mcp_servers.definition IS 'Without the values of environment variables and headers: those are a credential.';

CREATE TABLE mcp_enablements (
    user_id     uuid NOT NULL DEFAULT nullif(current_setting('bailiwick.user_id', true), '')::uuid
                REFERENCES users ON DELETE CASCADE,
    server_id   uuid NOT NULL,
    server_name text NOT NULL,
    enabled     boolean NOT NULL,
    credentials json NOT NULL DEFAULT '{}',
    offered     json NOT NULL DEFAULT '[]',
    notes       json NOT NULL DEFAULT '[]',
    approved    json,
    protocol    text NOT NULL DEFAULT '',
    software    text NOT NULL DEFAULT '',
    problem     text NOT NULL DEFAULT '',
    failures    integer NOT NULL DEFAULT 0,
    retry_at    timestamptz,
    checked_at  timestamptz,
    updated_at  timestamptz NOT NULL DEFAULT clock_timestamp(),
    PRIMARY KEY (user_id, server_id)
);
COMMENT ON COLUMN mcp_enablements.server_id IS 'No reference: when the server is removed its tools are shown as missing.';
COMMENT ON COLUMN mcp_enablements.approved IS 'By tool: the digest and description a person agreed to; null until the server was first asked.';

CREATE TABLE rates (
    user_id uuid NOT NULL DEFAULT nullif(current_setting('bailiwick.user_id', true), '')::uuid
            REFERENCES users ON DELETE CASCADE,
    subject text NOT NULL,
    hits    timestamptz[] NOT NULL,
    PRIMARY KEY (user_id, subject)
) WITH (fillfactor = 70);
COMMENT ON COLUMN rates.hits IS 'Uses within the window that was last asked about, oldest first.';

-- The one table that people share. Who may write is what the acting user's own row says.
ALTER TABLE mcp_servers ENABLE ROW LEVEL SECURITY;
ALTER TABLE mcp_servers FORCE ROW LEVEL SECURITY;
CREATE POLICY read_by_people ON mcp_servers FOR SELECT
    USING (EXISTS (SELECT FROM users
                    WHERE users.user_id = nullif(current_setting('bailiwick.user_id', true), '')::uuid));
CREATE POLICY added_by_administrators ON mcp_servers FOR INSERT
    WITH CHECK (user_id = nullif(current_setting('bailiwick.user_id', true), '')::uuid
                AND EXISTS (SELECT FROM users
                             WHERE users.user_id = nullif(current_setting('bailiwick.user_id', true), '')::uuid
                               AND role IN ('owner', 'admin')));
CREATE POLICY changed_by_administrators ON mcp_servers FOR UPDATE
    USING (EXISTS (SELECT FROM users
                    WHERE users.user_id = nullif(current_setting('bailiwick.user_id', true), '')::uuid
                      AND role IN ('owner', 'admin')));
CREATE POLICY removed_by_administrators ON mcp_servers FOR DELETE
    USING (EXISTS (SELECT FROM users
                    WHERE users.user_id = nullif(current_setting('bailiwick.user_id', true), '')::uuid
                      AND role IN ('owner', 'admin')));
GRANT SELECT, INSERT, DELETE, UPDATE (name, origin, definition, updated_at) ON mcp_servers TO bailiwick_app;

ALTER TABLE mcp_enablements ENABLE ROW LEVEL SECURITY;
ALTER TABLE mcp_enablements FORCE ROW LEVEL SECURITY;
CREATE POLICY own_rows ON mcp_enablements
    USING (user_id = nullif(current_setting('bailiwick.user_id', true), '')::uuid)
    WITH CHECK (user_id = nullif(current_setting('bailiwick.user_id', true), '')::uuid);
GRANT SELECT, INSERT, UPDATE, DELETE ON mcp_enablements TO bailiwick_app;

ALTER TABLE rates ENABLE ROW LEVEL SECURITY;
ALTER TABLE rates FORCE ROW LEVEL SECURITY;
CREATE POLICY own_rows ON rates
    USING (user_id = nullif(current_setting('bailiwick.user_id', true), '')::uuid)
    WITH CHECK (user_id = nullif(current_setting('bailiwick.user_id', true), '')::uuid);
GRANT SELECT, INSERT, UPDATE, DELETE ON rates TO bailiwick_app;
