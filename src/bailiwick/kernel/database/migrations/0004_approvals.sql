-- Calls that wait for a person, and what people allow for good.

CREATE TABLE approvals (
    user_id       uuid NOT NULL DEFAULT nullif(current_setting('bailiwick.user_id', true), '')::uuid,
    id            uuid NOT NULL,
    execution_id  uuid NOT NULL,
    step_key      text NOT NULL,
    agent_id      text NOT NULL,
    tool          text NOT NULL,
    origin        text NOT NULL,
    arguments     json NOT NULL,
    argument_hash text NOT NULL,
    reason        text NOT NULL,
    status        text NOT NULL DEFAULT 'pending'
                  CHECK (status IN ('pending', 'approved', 'used', 'denied', 'expired', 'withdrawn')),
    note          text NOT NULL DEFAULT '',
    created_at    timestamptz NOT NULL DEFAULT clock_timestamp(),
    expires_at    timestamptz NOT NULL,
    decided_at    timestamptz,
    PRIMARY KEY (user_id, id),
    UNIQUE (user_id, execution_id, step_key),
    FOREIGN KEY (user_id, execution_id) REFERENCES executions (user_id, id) ON DELETE CASCADE,
    CONSTRAINT approvals_decided_unless_pending CHECK ((status = 'pending') = (decided_at IS NULL))
);
COMMENT ON TABLE approvals IS 'Tool calls that wait for a person''s word, and what was said to them.';
CREATE INDEX approvals_latest ON approvals (user_id, created_at DESC);
CREATE INDEX approvals_pending ON approvals (user_id, expires_at) WHERE status = 'pending';

CREATE TABLE approval_grants (
    user_id    uuid NOT NULL DEFAULT nullif(current_setting('bailiwick.user_id', true), '')::uuid
               REFERENCES users ON DELETE CASCADE,
    agent_id   text NOT NULL,
    tool       text NOT NULL,
    created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
    PRIMARY KEY (user_id, agent_id, tool)
);
COMMENT ON TABLE approval_grants IS 'Tools that an agent may call without asking, because a person said so.';

ALTER TABLE approvals ENABLE ROW LEVEL SECURITY;
ALTER TABLE approvals FORCE ROW LEVEL SECURITY;
CREATE POLICY own_rows ON approvals
    USING (user_id = nullif(current_setting('bailiwick.user_id', true), '')::uuid)
    WITH CHECK (user_id = nullif(current_setting('bailiwick.user_id', true), '')::uuid);
GRANT SELECT, INSERT, UPDATE ON approvals TO bailiwick_app;

ALTER TABLE approval_grants ENABLE ROW LEVEL SECURITY;
ALTER TABLE approval_grants FORCE ROW LEVEL SECURITY;
CREATE POLICY own_rows ON approval_grants
    USING (user_id = nullif(current_setting('bailiwick.user_id', true), '')::uuid)
    WITH CHECK (user_id = nullif(current_setting('bailiwick.user_id', true), '')::uuid);
GRANT SELECT, INSERT, DELETE ON approval_grants TO bailiwick_app;
