-- The first tables.

CREATE TABLE users (
    user_id    uuid PRIMARY KEY,
    name       text NOT NULL,
    role       text NOT NULL CHECK (role IN ('owner', 'admin', 'member')),
    created_at timestamptz NOT NULL DEFAULT clock_timestamp()
);

CREATE TABLE access_tokens (
    user_id      uuid NOT NULL DEFAULT nullif(current_setting('bailiwick.user_id', true), '')::uuid
                 REFERENCES users ON DELETE CASCADE,
    id           uuid NOT NULL,
    kind         text NOT NULL CHECK (kind IN ('link', 'session', 'key')),
    name         text NOT NULL,
    digest       bytea NOT NULL,
    scopes       text[] NOT NULL,
    created_at   timestamptz NOT NULL DEFAULT clock_timestamp(),
    expires_at   timestamptz,
    last_used_at timestamptz,
    PRIMARY KEY (user_id, id),
    UNIQUE (user_id, digest)
);

CREATE TABLE rosters (
    user_id  uuid PRIMARY KEY DEFAULT nullif(current_setting('bailiwick.user_id', true), '')::uuid
             REFERENCES users ON DELETE CASCADE,
    revision bigint NOT NULL
);
COMMENT ON TABLE rosters IS 'The row is locked by every roster write, so that revisions commit in their order.';

CREATE TABLE agents (
    user_id    uuid NOT NULL DEFAULT nullif(current_setting('bailiwick.user_id', true), '')::uuid
               REFERENCES users ON DELETE CASCADE,
    id         text NOT NULL,
    origin     text NOT NULL,
    definition json NOT NULL,
    revision   bigint NOT NULL,
    created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
    updated_at timestamptz NOT NULL DEFAULT clock_timestamp(),
    expires_at timestamptz,
    PRIMARY KEY (user_id, id)
);
COMMENT ON COLUMN agents.definition IS 'All fields of the agent but its timestamps: agents are read whole, never by field.';
CREATE INDEX agents_by_revision ON agents (user_id, revision);
CREATE INDEX agents_that_expire ON agents (user_id, expires_at) WHERE origin = 'runtime';

CREATE TABLE agent_tombstones (
    user_id  uuid NOT NULL DEFAULT nullif(current_setting('bailiwick.user_id', true), '')::uuid
             REFERENCES users ON DELETE CASCADE,
    id       text NOT NULL,
    revision bigint NOT NULL,
    PRIMARY KEY (user_id, id)
);
CREATE INDEX agent_tombstones_by_revision ON agent_tombstones (user_id, revision);

CREATE TABLE agent_uses (
    user_id      uuid NOT NULL DEFAULT nullif(current_setting('bailiwick.user_id', true), '')::uuid
                 REFERENCES users ON DELETE CASCADE,
    agent_id     text NOT NULL,
    last_used_at timestamptz NOT NULL,
    PRIMARY KEY (user_id, agent_id)
);

CREATE TABLE conversations (
    user_id    uuid NOT NULL DEFAULT nullif(current_setting('bailiwick.user_id', true), '')::uuid
               REFERENCES users ON DELETE CASCADE,
    id         uuid NOT NULL,
    agent_id   text NOT NULL,
    mode       text NOT NULL CHECK (mode IN ('direct', 'supervised')),
    thread_key text NOT NULL,
    title      text NOT NULL,
    pinned     boolean NOT NULL DEFAULT false,
    last_agent text,
    created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
    updated_at timestamptz NOT NULL DEFAULT clock_timestamp(),
    PRIMARY KEY (user_id, id),
    UNIQUE (user_id, thread_key)
);
CREATE INDEX conversations_latest ON conversations (user_id, pinned DESC, updated_at DESC);
CREATE INDEX conversations_by_agent ON conversations (user_id, agent_id, mode);

CREATE TABLE executions (
    user_id          uuid NOT NULL DEFAULT nullif(current_setting('bailiwick.user_id', true), '')::uuid,
    id               uuid NOT NULL,
    conversation_id  uuid NOT NULL,
    message          text NOT NULL,
    mode             text NOT NULL CHECK (mode IN ('direct', 'supervised')),
    requested_agent  text,
    agent_id         text,
    decision_id      uuid,
    status           text NOT NULL DEFAULT 'pending'
                     CHECK (status IN ('pending', 'running', 'waiting', 'completed', 'failed', 'cancelled')),
    attempt          integer NOT NULL DEFAULT 0,
    cancel_requested boolean NOT NULL DEFAULT false,
    waiting_for      text,
    answer           text,
    error_class      text,
    error_message    text,
    input_tokens     bigint NOT NULL DEFAULT 0,
    output_tokens    bigint NOT NULL DEFAULT 0,
    model_calls      integer NOT NULL DEFAULT 0,
    tool_calls       integer NOT NULL DEFAULT 0,
    cost             double precision NOT NULL DEFAULT 0,
    model_messages   json NOT NULL DEFAULT '[]',
    event_sequence   integer NOT NULL DEFAULT 0,
    created_at       timestamptz NOT NULL DEFAULT clock_timestamp(),
    started_at       timestamptz,
    ended_at         timestamptz,
    PRIMARY KEY (user_id, id),
    FOREIGN KEY (user_id, conversation_id) REFERENCES conversations (user_id, id) ON DELETE CASCADE,
    CONSTRAINT executions_ended_when_over
        CHECK ((status IN ('completed', 'failed', 'cancelled')) = (ended_at IS NOT NULL)),
    CONSTRAINT executions_claimed_when_running CHECK (status <> 'running' OR (attempt > 0 AND started_at IS NOT NULL)),
    CONSTRAINT executions_wait_for_something CHECK ((status = 'waiting') = (waiting_for IS NOT NULL))
) WITH (fillfactor = 80);
COMMENT ON COLUMN executions.event_sequence IS 'Sequence of the latest fact; raised under this row''s lock, so without gaps.';
CREATE INDEX executions_latest ON executions (user_id, created_at DESC);
CREATE INDEX executions_by_conversation ON executions (user_id, conversation_id, created_at DESC);
CREATE INDEX executions_by_agent ON executions (user_id, agent_id, created_at DESC);
CREATE INDEX executions_by_requested_agent ON executions (user_id, requested_agent, created_at DESC);
CREATE INDEX executions_unfinished ON executions (user_id, status, created_at DESC)
    WHERE status IN ('pending', 'running', 'waiting');

CREATE TABLE messages (
    user_id         uuid NOT NULL DEFAULT nullif(current_setting('bailiwick.user_id', true), '')::uuid,
    id              uuid NOT NULL,
    conversation_id uuid NOT NULL,
    position        bigint GENERATED ALWAYS AS IDENTITY,
    author          text NOT NULL CHECK (author IN ('user', 'agent')),
    agent_id        text,
    execution_id    uuid,
    content         text NOT NULL,
    created_at      timestamptz NOT NULL DEFAULT clock_timestamp(),
    PRIMARY KEY (user_id, id),
    FOREIGN KEY (user_id, conversation_id) REFERENCES conversations (user_id, id) ON DELETE CASCADE,
    FOREIGN KEY (user_id, execution_id) REFERENCES executions (user_id, id) ON DELETE SET NULL (execution_id)
);
CREATE INDEX messages_by_conversation ON messages (user_id, conversation_id, position DESC);
CREATE INDEX messages_by_execution ON messages (user_id, execution_id) WHERE execution_id IS NOT NULL;

CREATE TABLE steps (
    user_id       uuid NOT NULL DEFAULT nullif(current_setting('bailiwick.user_id', true), '')::uuid,
    execution_id  uuid NOT NULL,
    key           text NOT NULL,
    position      integer NOT NULL,
    kind          text NOT NULL,
    agent_id      text,
    status        text NOT NULL CHECK (status IN ('running', 'completed', 'failed')),
    attempt       integer NOT NULL,
    name          text NOT NULL,
    input         json NOT NULL,
    output        json,
    error         text,
    input_tokens  bigint NOT NULL,
    output_tokens bigint NOT NULL,
    model_calls   integer NOT NULL,
    tool_calls    integer NOT NULL,
    cost          double precision NOT NULL,
    started_at    timestamptz NOT NULL DEFAULT clock_timestamp(),
    ended_at      timestamptz,
    PRIMARY KEY (user_id, execution_id, key),
    UNIQUE (user_id, execution_id, position),
    FOREIGN KEY (user_id, execution_id) REFERENCES executions (user_id, id) ON DELETE CASCADE,
    CONSTRAINT steps_ended_unless_running CHECK ((status = 'running') = (ended_at IS NULL))
) WITH (fillfactor = 80);

CREATE TABLE decisions (
    user_id      uuid NOT NULL DEFAULT nullif(current_setting('bailiwick.user_id', true), '')::uuid
                 REFERENCES users ON DELETE CASCADE,
    id           uuid NOT NULL,
    execution_id uuid,
    agent_id     text,
    record       json NOT NULL,
    created_at   timestamptz NOT NULL DEFAULT clock_timestamp(),
    PRIMARY KEY (user_id, id),
    FOREIGN KEY (user_id, execution_id) REFERENCES executions (user_id, id) ON DELETE CASCADE
);
CREATE INDEX decisions_latest ON decisions (user_id, created_at DESC);
CREATE INDEX decisions_by_agent ON decisions (user_id, agent_id, created_at DESC);
CREATE INDEX decisions_by_execution ON decisions (user_id, execution_id) WHERE execution_id IS NOT NULL;

ALTER TABLE executions ADD CONSTRAINT executions_decision_fkey
    FOREIGN KEY (user_id, decision_id) REFERENCES decisions (user_id, id) ON DELETE SET NULL (decision_id);
CREATE INDEX executions_by_decision ON executions (user_id, decision_id) WHERE decision_id IS NOT NULL;

CREATE TABLE events (
    user_id      uuid NOT NULL DEFAULT nullif(current_setting('bailiwick.user_id', true), '')::uuid
                 REFERENCES users ON DELETE CASCADE,
    id           bigint GENERATED ALWAYS AS IDENTITY,
    execution_id uuid,
    sequence     integer NOT NULL,
    kind         text NOT NULL,
    agent        text,
    data         json NOT NULL,
    at           timestamptz NOT NULL DEFAULT clock_timestamp(),
    PRIMARY KEY (user_id, id),
    FOREIGN KEY (user_id, execution_id) REFERENCES executions (user_id, id) ON DELETE CASCADE,
    CONSTRAINT events_numbered_within_executions CHECK ((execution_id IS NULL) = (sequence = 0))
);
CREATE UNIQUE INDEX events_by_execution ON events (user_id, execution_id, sequence) WHERE execution_id IS NOT NULL;
CREATE INDEX events_by_kind ON events (user_id, kind, id DESC);
CREATE INDEX events_by_agent ON events (user_id, agent, id DESC) WHERE agent IS NOT NULL;
CREATE INDEX events_by_age ON events (user_id, at);

CREATE TABLE notes (
    user_id    uuid NOT NULL DEFAULT nullif(current_setting('bailiwick.user_id', true), '')::uuid
               REFERENCES users ON DELETE CASCADE,
    id         uuid NOT NULL,
    title      text NOT NULL,
    title_key  text NOT NULL,
    lines      text[] NOT NULL,
    created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
    updated_at timestamptz NOT NULL DEFAULT clock_timestamp(),
    PRIMARY KEY (user_id, id),
    UNIQUE (user_id, title_key)
);
CREATE INDEX notes_latest ON notes (user_id, updated_at DESC);

CREATE TABLE note_calls (
    user_id    uuid NOT NULL DEFAULT nullif(current_setting('bailiwick.user_id', true), '')::uuid
               REFERENCES users ON DELETE CASCADE,
    call_id    text NOT NULL,
    note_id    uuid NOT NULL,
    created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
    PRIMARY KEY (user_id, call_id)
);
COMMENT ON TABLE note_calls IS 'Calls that have changed a note, so that a repetition changes nothing; outlives the note.';
CREATE INDEX note_calls_by_age ON note_calls (user_id, created_at);

CREATE TABLE documents (
    user_id      uuid NOT NULL DEFAULT nullif(current_setting('bailiwick.user_id', true), '')::uuid
                 REFERENCES users ON DELETE CASCADE,
    id           uuid NOT NULL,
    title        text NOT NULL,
    content      text NOT NULL,
    call_id      text NOT NULL,
    execution_id uuid,
    created_at   timestamptz NOT NULL DEFAULT clock_timestamp(),
    PRIMARY KEY (user_id, id),
    UNIQUE (user_id, call_id),
    FOREIGN KEY (user_id, execution_id) REFERENCES executions (user_id, id) ON DELETE SET NULL (execution_id)
);
CREATE INDEX documents_latest ON documents (user_id, created_at DESC);
CREATE INDEX documents_by_execution ON documents (user_id, execution_id) WHERE execution_id IS NOT NULL;

CREATE TABLE idempotency_keys (
    user_id      uuid NOT NULL DEFAULT nullif(current_setting('bailiwick.user_id', true), '')::uuid
                 REFERENCES users ON DELETE CASCADE,
    key          text NOT NULL,
    request_hash bytea NOT NULL,
    status       integer,
    body         json,
    headers      json,
    created_at   timestamptz NOT NULL DEFAULT clock_timestamp(),
    PRIMARY KEY (user_id, key)
);
CREATE INDEX idempotency_keys_by_age ON idempotency_keys (user_id, created_at);

-- Who sees what: each row belongs to one user, and policies hold for the owner of the tables too.

ALTER TABLE users ENABLE ROW LEVEL SECURITY;
ALTER TABLE users FORCE ROW LEVEL SECURITY;
CREATE POLICY own_rows ON users
    USING (user_id = nullif(current_setting('bailiwick.user_id', true), '')::uuid)
    WITH CHECK (user_id = nullif(current_setting('bailiwick.user_id', true), '')::uuid);
GRANT SELECT, INSERT, UPDATE ON users TO bailiwick_app;

ALTER TABLE access_tokens ENABLE ROW LEVEL SECURITY;
ALTER TABLE access_tokens FORCE ROW LEVEL SECURITY;
CREATE POLICY own_rows ON access_tokens
    USING (user_id = nullif(current_setting('bailiwick.user_id', true), '')::uuid)
    WITH CHECK (user_id = nullif(current_setting('bailiwick.user_id', true), '')::uuid);
GRANT SELECT, INSERT, UPDATE, DELETE ON access_tokens TO bailiwick_app;

ALTER TABLE rosters ENABLE ROW LEVEL SECURITY;
ALTER TABLE rosters FORCE ROW LEVEL SECURITY;
CREATE POLICY own_rows ON rosters
    USING (user_id = nullif(current_setting('bailiwick.user_id', true), '')::uuid)
    WITH CHECK (user_id = nullif(current_setting('bailiwick.user_id', true), '')::uuid);
GRANT SELECT, INSERT, UPDATE ON rosters TO bailiwick_app;

ALTER TABLE agents ENABLE ROW LEVEL SECURITY;
ALTER TABLE agents FORCE ROW LEVEL SECURITY;
CREATE POLICY own_rows ON agents
    USING (user_id = nullif(current_setting('bailiwick.user_id', true), '')::uuid)
    WITH CHECK (user_id = nullif(current_setting('bailiwick.user_id', true), '')::uuid);
GRANT SELECT, INSERT, UPDATE, DELETE ON agents TO bailiwick_app;

ALTER TABLE agent_tombstones ENABLE ROW LEVEL SECURITY;
ALTER TABLE agent_tombstones FORCE ROW LEVEL SECURITY;
CREATE POLICY own_rows ON agent_tombstones
    USING (user_id = nullif(current_setting('bailiwick.user_id', true), '')::uuid)
    WITH CHECK (user_id = nullif(current_setting('bailiwick.user_id', true), '')::uuid);
GRANT SELECT, INSERT, UPDATE, DELETE ON agent_tombstones TO bailiwick_app;

ALTER TABLE agent_uses ENABLE ROW LEVEL SECURITY;
ALTER TABLE agent_uses FORCE ROW LEVEL SECURITY;
CREATE POLICY own_rows ON agent_uses
    USING (user_id = nullif(current_setting('bailiwick.user_id', true), '')::uuid)
    WITH CHECK (user_id = nullif(current_setting('bailiwick.user_id', true), '')::uuid);
GRANT SELECT, INSERT, UPDATE ON agent_uses TO bailiwick_app;

ALTER TABLE conversations ENABLE ROW LEVEL SECURITY;
ALTER TABLE conversations FORCE ROW LEVEL SECURITY;
CREATE POLICY own_rows ON conversations
    USING (user_id = nullif(current_setting('bailiwick.user_id', true), '')::uuid)
    WITH CHECK (user_id = nullif(current_setting('bailiwick.user_id', true), '')::uuid);
GRANT SELECT, INSERT, UPDATE, DELETE ON conversations TO bailiwick_app;

ALTER TABLE executions ENABLE ROW LEVEL SECURITY;
ALTER TABLE executions FORCE ROW LEVEL SECURITY;
CREATE POLICY own_rows ON executions
    USING (user_id = nullif(current_setting('bailiwick.user_id', true), '')::uuid)
    WITH CHECK (user_id = nullif(current_setting('bailiwick.user_id', true), '')::uuid);
GRANT SELECT, INSERT, UPDATE ON executions TO bailiwick_app;

ALTER TABLE messages ENABLE ROW LEVEL SECURITY;
ALTER TABLE messages FORCE ROW LEVEL SECURITY;
CREATE POLICY own_rows ON messages
    USING (user_id = nullif(current_setting('bailiwick.user_id', true), '')::uuid)
    WITH CHECK (user_id = nullif(current_setting('bailiwick.user_id', true), '')::uuid);
GRANT SELECT, INSERT ON messages TO bailiwick_app;

ALTER TABLE steps ENABLE ROW LEVEL SECURITY;
ALTER TABLE steps FORCE ROW LEVEL SECURITY;
CREATE POLICY own_rows ON steps
    USING (user_id = nullif(current_setting('bailiwick.user_id', true), '')::uuid)
    WITH CHECK (user_id = nullif(current_setting('bailiwick.user_id', true), '')::uuid);
GRANT SELECT, INSERT, UPDATE, DELETE ON steps TO bailiwick_app;

ALTER TABLE decisions ENABLE ROW LEVEL SECURITY;
ALTER TABLE decisions FORCE ROW LEVEL SECURITY;
CREATE POLICY own_rows ON decisions
    USING (user_id = nullif(current_setting('bailiwick.user_id', true), '')::uuid)
    WITH CHECK (user_id = nullif(current_setting('bailiwick.user_id', true), '')::uuid);
GRANT SELECT, INSERT ON decisions TO bailiwick_app;

ALTER TABLE events ENABLE ROW LEVEL SECURITY;
ALTER TABLE events FORCE ROW LEVEL SECURITY;
CREATE POLICY own_rows ON events
    USING (user_id = nullif(current_setting('bailiwick.user_id', true), '')::uuid)
    WITH CHECK (user_id = nullif(current_setting('bailiwick.user_id', true), '')::uuid);
GRANT SELECT, INSERT, DELETE ON events TO bailiwick_app;

ALTER TABLE notes ENABLE ROW LEVEL SECURITY;
ALTER TABLE notes FORCE ROW LEVEL SECURITY;
CREATE POLICY own_rows ON notes
    USING (user_id = nullif(current_setting('bailiwick.user_id', true), '')::uuid)
    WITH CHECK (user_id = nullif(current_setting('bailiwick.user_id', true), '')::uuid);
GRANT SELECT, INSERT, UPDATE, DELETE ON notes TO bailiwick_app;

ALTER TABLE note_calls ENABLE ROW LEVEL SECURITY;
ALTER TABLE note_calls FORCE ROW LEVEL SECURITY;
CREATE POLICY own_rows ON note_calls
    USING (user_id = nullif(current_setting('bailiwick.user_id', true), '')::uuid)
    WITH CHECK (user_id = nullif(current_setting('bailiwick.user_id', true), '')::uuid);
GRANT SELECT, INSERT, DELETE ON note_calls TO bailiwick_app;

ALTER TABLE documents ENABLE ROW LEVEL SECURITY;
ALTER TABLE documents FORCE ROW LEVEL SECURITY;
CREATE POLICY own_rows ON documents
    USING (user_id = nullif(current_setting('bailiwick.user_id', true), '')::uuid)
    WITH CHECK (user_id = nullif(current_setting('bailiwick.user_id', true), '')::uuid);
GRANT SELECT, INSERT ON documents TO bailiwick_app;

ALTER TABLE idempotency_keys ENABLE ROW LEVEL SECURITY;
ALTER TABLE idempotency_keys FORCE ROW LEVEL SECURITY;
CREATE POLICY own_rows ON idempotency_keys
    USING (user_id = nullif(current_setting('bailiwick.user_id', true), '')::uuid)
    WITH CHECK (user_id = nullif(current_setting('bailiwick.user_id', true), '')::uuid);
GRANT SELECT, INSERT, UPDATE, DELETE ON idempotency_keys TO bailiwick_app;

-- The owner of the tables, who could drop every policy anyway, may list who there is: upkeep needs it.
CREATE POLICY listed_for_upkeep ON users FOR SELECT TO CURRENT_USER USING (true);
