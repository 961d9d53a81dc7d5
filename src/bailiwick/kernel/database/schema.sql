-- The whole schema of Bailiwick, as all migrations together leave it.
--
-- Every table carries the user whose row it is. Row-level security is enabled and forced: a transaction sees
-- and writes the rows of the user named by the setting bailiwick.user_id (`acting_user()`), and none without it.
-- The application role bailiwick_app owns nothing and may do only what is granted below.
-- Values that are only read whole are json, not jsonb: json keeps the order of keys.

CREATE EXTENSION IF NOT EXISTS vector SCHEMA public;

CREATE FUNCTION acting_user() RETURNS uuid LANGUAGE sql STABLE PARALLEL SAFE
    RETURN nullif(current_setting('bailiwick.user_id', true), '')::uuid;
COMMENT ON FUNCTION acting_user IS 'The user as whom this transaction reads and writes; empty where there is none.';

CREATE TABLE users (
    user_id    uuid PRIMARY KEY,
    name       text NOT NULL,
    role       text NOT NULL CHECK (role IN ('owner', 'admin', 'member')),
    created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
    events_pruned_in xid8 NOT NULL DEFAULT '0'
);
COMMENT ON COLUMN users.events_pruned_in IS 'Latest transaction of which facts have been pruned.';

CREATE TABLE access_tokens (
    user_id      uuid NOT NULL DEFAULT acting_user()
                 REFERENCES users ON DELETE CASCADE,
    id           uuid NOT NULL,
    kind         text NOT NULL CHECK (kind IN ('link', 'invitation', 'session', 'key')),
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
    user_id  uuid PRIMARY KEY DEFAULT acting_user()
             REFERENCES users ON DELETE CASCADE,
    revision bigint NOT NULL
);
COMMENT ON TABLE rosters IS 'The row is locked by every roster write, so that revisions commit in their order.';

CREATE TABLE agents (
    user_id    uuid NOT NULL DEFAULT acting_user()
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
    user_id  uuid NOT NULL DEFAULT acting_user()
             REFERENCES users ON DELETE CASCADE,
    id       text NOT NULL,
    revision bigint NOT NULL,
    PRIMARY KEY (user_id, id)
);
CREATE INDEX agent_tombstones_by_revision ON agent_tombstones (user_id, revision);

CREATE TABLE agent_uses (
    user_id      uuid NOT NULL DEFAULT acting_user()
                 REFERENCES users ON DELETE CASCADE,
    agent_id     text NOT NULL,
    last_used_at timestamptz NOT NULL,
    PRIMARY KEY (user_id, agent_id)
);

CREATE TABLE conversations (
    user_id    uuid NOT NULL DEFAULT acting_user()
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
    begun_by   text NOT NULL DEFAULT 'person' CHECK (begun_by IN ('person', 'ask', 'program')),
    PRIMARY KEY (user_id, id)
);
CREATE UNIQUE INDEX conversations_named ON conversations (user_id, thread_key) WHERE right(thread_key, 36) <> id::text;
CREATE INDEX conversations_by_agent ON conversations (user_id, agent_id, mode);
CREATE INDEX conversations_asked ON conversations (user_id, updated_at) WHERE begun_by = 'ask';

CREATE TABLE executions (
    user_id          uuid NOT NULL DEFAULT acting_user(),
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
    superseded       boolean NOT NULL DEFAULT false,
    purpose          text NOT NULL DEFAULT 'chat' CHECK (purpose IN ('chat', 'schedule', 'task', 'turn')),
    asked            text[] NOT NULL DEFAULT '{}',
    outcome          text CHECK (outcome IN ('answered', 'unanswered')),
    lack             json,
    why              json,
    after_silence    boolean NOT NULL DEFAULT false,
    ended_by         text GENERATED ALWAYS AS (CASE WHEN ended_at IS NOT NULL THEN agent_id END) STORED,
    summary          json,
    files            uuid[] NOT NULL DEFAULT '{}',
    PRIMARY KEY (user_id, id),
    FOREIGN KEY (user_id, conversation_id) REFERENCES conversations (user_id, id) ON DELETE CASCADE,
    CONSTRAINT executions_ended_when_over
        CHECK ((status IN ('completed', 'failed', 'cancelled')) = (ended_at IS NOT NULL)),
    CONSTRAINT executions_claimed_when_running CHECK (status <> 'running' OR (attempt > 0 AND started_at IS NOT NULL)),
    CONSTRAINT executions_wait_for_something CHECK ((status = 'waiting') = (waiting_for IS NOT NULL))
) WITH (fillfactor = 80);
COMMENT ON COLUMN executions.files IS 'The files that were sent with its message, in order; some may have been deleted since.';
COMMENT ON COLUMN executions.decision_id IS 'Why who works on it does; not known any more once the decision was deleted for its age.';
COMMENT ON COLUMN executions.event_sequence IS 'Sequence of the latest fact; raised under this row''s lock, so without gaps.';
COMMENT ON COLUMN executions.superseded IS 'Replaced by a later request: kept, but no longer part of its conversation.';
COMMENT ON COLUMN executions.purpose IS 'For what it is carried out; set by who submits it.';
COMMENT ON COLUMN executions.outcome IS 'What a completed execution came to; not known of one of before outcomes were noted.';
COMMENT ON COLUMN executions.lack IS 'What was missing when it failed, where that is known: {code, values}.';
COMMENT ON COLUMN executions.asked IS 'What the message asks for, the most particular first, where it holds more than that; empty where it is the message.';
COMMENT ON COLUMN executions.why IS 'Why it failed or what it waits for, where there is a code for it: {code, values, parts}.';
COMMENT ON COLUMN executions.after_silence IS
    'Whether its message came after so much silence that the conversation before it had ended.';
COMMENT ON COLUMN executions.ended_by IS 'Who worked on it, once it is over: by that it is found.';
COMMENT ON COLUMN executions.summary IS
    'The conversation up to this execution in short, for models: {text, turns, model, execution_id, tainted, created_at}.';
CREATE INDEX executions_summarised ON executions (user_id, conversation_id, created_at DESC) WHERE summary IS NOT NULL;
CREATE INDEX executions_after_silence ON executions (user_id, conversation_id, created_at DESC) WHERE after_silence;
CREATE INDEX executions_latest ON executions (user_id, created_at);
CREATE INDEX executions_by_conversation ON executions (user_id, conversation_id, created_at);
CREATE INDEX executions_by_agent ON executions (user_id, ended_by, created_at) WHERE ended_by IS NOT NULL;
CREATE INDEX executions_ended ON executions (user_id, ended_at) WHERE ended_at IS NOT NULL;
CREATE INDEX executions_by_error ON executions (user_id, error_class, ended_at DESC) WHERE error_class IS NOT NULL;
CREATE INDEX executions_unfinished ON executions (user_id, created_at) WHERE ended_at IS NULL;

CREATE TABLE messages (
    user_id         uuid NOT NULL DEFAULT acting_user(),
    id              uuid NOT NULL,
    conversation_id uuid NOT NULL,
    position        bigint GENERATED ALWAYS AS IDENTITY,
    author          text NOT NULL CHECK (author IN ('user', 'agent')),
    agent_id        text,
    execution_id    uuid,
    content         text NOT NULL,
    created_at      timestamptz NOT NULL DEFAULT clock_timestamp(),
    PRIMARY KEY (user_id, conversation_id, position),
    FOREIGN KEY (user_id, conversation_id) REFERENCES conversations (user_id, id) ON DELETE CASCADE
);
COMMENT ON COLUMN messages.execution_id IS
    'For which execution it was said; one of the same thread, which goes with that.';
CREATE INDEX messages_by_position ON messages (user_id, position);

CREATE TABLE message_postings (
    user_id uuid NOT NULL DEFAULT acting_user()
            REFERENCES users ON DELETE CASCADE,
    term    text COLLATE "C" NOT NULL,
    first   bigint NOT NULL,
    last    bigint NOT NULL,
    members integer[] NOT NULL,
    PRIMARY KEY (user_id, term, first)
);
COMMENT ON TABLE message_postings IS 'In which messages of people''s threads a word stem stands, block by block of messages.';
COMMENT ON COLUMN message_postings.first IS 'The position of the first message of the block.';
COMMENT ON COLUMN message_postings.last IS 'The position of the last message of the block that has the stem.';
COMMENT ON COLUMN message_postings.members IS 'Positions of the messages that have it, counted from that of the first of the block.';

CREATE TABLE steps (
    user_id       uuid NOT NULL DEFAULT acting_user(),
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
    why           json,
    helper        text,
    place         json NOT NULL DEFAULT '{}',
    instructions  text COLLATE "C",
    PRIMARY KEY (user_id, execution_id, key),
    FOREIGN KEY (user_id, execution_id) REFERENCES executions (user_id, id) ON DELETE CASCADE,
    CONSTRAINT steps_ended_unless_running CHECK ((status = 'running') = (ended_at IS NULL))
) WITH (fillfactor = 80);
CREATE INDEX steps_of_summaries ON steps (user_id, execution_id) WHERE kind = 'summary';
CREATE INDEX steps_that_recall ON steps (user_id) WHERE kind = 'recall';
COMMENT ON COLUMN steps.why IS 'The error, where there is a code for it: {code, values, parts}.';
COMMENT ON COLUMN steps.helper IS 'The agent that it calls as a helper.';
COMMENT ON COLUMN steps.instructions IS 'The digest of what stands before the instructions in its input.';
COMMENT ON COLUMN steps.place IS 'Where in the work on the execution it stands: {path, phase, round, index}.';

CREATE TABLE instructions (
    user_id uuid NOT NULL DEFAULT acting_user()
            REFERENCES users ON DELETE CASCADE,
    digest  text NOT NULL COLLATE "C",
    text    text NOT NULL,
    PRIMARY KEY (user_id, digest)
);
COMMENT ON TABLE instructions IS
    'What agents are told in each of their runs, once for each way it was; steps refer to it by digest.';

CREATE TABLE decisions (
    user_id      uuid NOT NULL DEFAULT acting_user()
                 REFERENCES users ON DELETE CASCADE,
    id           uuid NOT NULL,
    execution_id uuid,
    agent_id     text,
    record       json NOT NULL,
    created_at   timestamptz NOT NULL DEFAULT clock_timestamp(),
    model_calls  integer GENERATED ALWAYS AS ((record ->> 'model_calls')::integer) STORED,
    stage        text GENERATED ALWAYS AS (record ->> 'stage') STORED,
    canary       boolean GENERATED ALWAYS AS (coalesce((record ->> 'canary')::boolean, false)) STORED,
    PRIMARY KEY (user_id, id),
    FOREIGN KEY (user_id, execution_id) REFERENCES executions (user_id, id) ON DELETE CASCADE
);
CREATE INDEX decisions_latest ON decisions (user_id, created_at);
CREATE INDEX decisions_by_agent ON decisions (user_id, agent_id, created_at);
CREATE INDEX decisions_by_execution ON decisions (user_id, execution_id) WHERE execution_id IS NOT NULL;
CREATE INDEX decisions_of_canaries ON decisions (user_id, created_at DESC) WHERE canary;

CREATE TABLE feedback (
    user_id      uuid NOT NULL DEFAULT acting_user(),
    execution_id uuid NOT NULL,
    rating       text NOT NULL CHECK (rating IN ('up', 'down')),
    note         text,
    created_at   timestamptz NOT NULL DEFAULT clock_timestamp(),
    updated_at   timestamptz NOT NULL DEFAULT clock_timestamp(),
    PRIMARY KEY (user_id, execution_id),
    FOREIGN KEY (user_id, execution_id) REFERENCES executions (user_id, id) ON DELETE CASCADE
);
COMMENT ON TABLE feedback IS 'What a person thought of an answer.';
CREATE INDEX feedback_latest ON feedback (user_id, updated_at);

CREATE TABLE misroutes (
    user_id     uuid NOT NULL DEFAULT acting_user(),
    id          uuid NOT NULL,
    decision_id uuid NOT NULL,
    chosen      text,
    correct     text,
    note        text NOT NULL,
    created_at  timestamptz NOT NULL DEFAULT clock_timestamp(),
    execution_id uuid,
    PRIMARY KEY (user_id, id),
    UNIQUE (user_id, decision_id),
    FOREIGN KEY (user_id, decision_id) REFERENCES decisions (user_id, id) ON DELETE CASCADE,
    FOREIGN KEY (user_id, execution_id) REFERENCES executions (user_id, id) ON DELETE SET NULL (execution_id)
);
COMMENT ON TABLE misroutes IS 'A person''s word that a decision was wrong, and which agent had been right.';
CREATE INDEX misroutes_latest ON misroutes (user_id, created_at DESC);
CREATE INDEX misroutes_by_execution ON misroutes (user_id, execution_id) WHERE execution_id IS NOT NULL;
CREATE INDEX misroutes_corrections ON misroutes (user_id, created_at DESC, id DESC) WHERE correct IS NOT NULL;

CREATE TABLE routing_agents (
    user_id uuid NOT NULL DEFAULT acting_user()
            REFERENCES users ON DELETE CASCADE,
    digest  text NOT NULL COLLATE "C",
    fields  json NOT NULL,
    PRIMARY KEY (user_id, digest)
);
COMMENT ON TABLE routing_agents IS 'Agents as routing reads them, once for each way they were; releases refer to them by digest.';

CREATE TABLE routing_lessons (
    user_id uuid NOT NULL DEFAULT acting_user()
            REFERENCES users ON DELETE CASCADE,
    digest  text NOT NULL COLLATE "C",
    pairs   json NOT NULL,
    PRIMARY KEY (user_id, digest)
);
COMMENT ON TABLE routing_lessons IS 'Blocks of what people corrected, each pair a message and the agent it is for; releases refer to them by digest.';

CREATE TABLE routing_releases (
    user_id           uuid NOT NULL DEFAULT acting_user()
                      REFERENCES users ON DELETE CASCADE,
    id                uuid NOT NULL,
    number            integer NOT NULL,
    digest            text NOT NULL,
    status            text NOT NULL CHECK (status IN ('candidate', 'published', 'retired', 'discarded')),
    author            text NOT NULL CHECK (author IN ('person', 'agent', 'upgrade', 'restore')),
    reason            text NOT NULL,
    parent            integer,
    agents            text[] NOT NULL,
    lessons           text[] NOT NULL,
    rules             json NOT NULL,
    changes           json NOT NULL,
    change_count      integer NOT NULL,
    edits             json NOT NULL,
    working           boolean NOT NULL,
    override          text,
    canary_share      integer CHECK (canary_share BETWEEN 1 AND 100),
    canary_started_at timestamptz,
    canary_ended      text,
    replay            json,
    created_at        timestamptz NOT NULL DEFAULT clock_timestamp(),
    published_at      timestamptz,
    retired_at        timestamptz,
    why               json,
    canary_why        json,
    PRIMARY KEY (user_id, id),
    UNIQUE (user_id, number)
);
COMMENT ON TABLE routing_releases IS 'All that routing depends on besides message and context, as it was when it was released; what it holds never changes.';
COMMENT ON COLUMN routing_releases.agents IS 'Digests of routing_agents, in order of registration.';
COMMENT ON COLUMN routing_releases.lessons IS 'Digests of routing_lessons, oldest first.';
COMMENT ON COLUMN routing_releases.working IS 'Whether it is the agents as they were edited; otherwise it was made from edits of the published release.';
COMMENT ON COLUMN routing_releases.why IS 'The reason, where there is a code for it: {code, values, parts}.';
COMMENT ON COLUMN routing_releases.canary_why IS 'Why its canary was taken back, where the rules did that: {code, values, parts}.';
CREATE UNIQUE INDEX routing_releases_published ON routing_releases (user_id) WHERE status = 'published';
CREATE UNIQUE INDEX routing_releases_canary ON routing_releases (user_id)
    WHERE status = 'candidate' AND canary_share IS NOT NULL;
CREATE INDEX routing_releases_waiting ON routing_releases (user_id, number DESC) WHERE status = 'candidate';
CREATE INDEX routing_releases_by_digest ON routing_releases (user_id, digest, number DESC);

CREATE TABLE routing_states (
    user_id      uuid PRIMARY KEY DEFAULT acting_user()
                 REFERENCES users ON DELETE CASCADE,
    revision     bigint NOT NULL,
    auto_publish boolean,
    following    boolean NOT NULL,
    published    integer,
    canary       integer,
    canary_share integer,
    rules        json NOT NULL,
    updated_at   timestamptz NOT NULL DEFAULT clock_timestamp()
);
COMMENT ON TABLE routing_states IS 'Which release decides now; changed together with the roster''s revision, so that every process hears of it with the roster.';
COMMENT ON COLUMN routing_states.following IS 'Whether the agents as they are decide, because the published release is the same.';
COMMENT ON COLUMN routing_states.rules IS 'Rules of routing that the working copy has in place of the installation''s.';

CREATE TABLE golden_cases (
    user_id      uuid NOT NULL DEFAULT acting_user()
                 REFERENCES users ON DELETE CASCADE,
    id           uuid NOT NULL,
    message_hash text NOT NULL,
    text         text NOT NULL,
    agent        text,
    last_agent   text,
    note         text NOT NULL,
    source       text NOT NULL CHECK (source IN ('person', 'decision', 'import')),
    decision_id  uuid,
    created_at   timestamptz NOT NULL DEFAULT clock_timestamp(),
    PRIMARY KEY (user_id, id),
    UNIQUE NULLS NOT DISTINCT (user_id, message_hash, last_agent),
    FOREIGN KEY (user_id, decision_id) REFERENCES decisions (user_id, id) ON DELETE SET NULL (decision_id)
);
COMMENT ON TABLE golden_cases IS 'Messages pinned to the agent that must get them.';
CREATE INDEX golden_cases_by_decision ON golden_cases (user_id, decision_id) WHERE decision_id IS NOT NULL;

CREATE TABLE events (
    user_id      uuid NOT NULL DEFAULT acting_user()
                 REFERENCES users ON DELETE CASCADE,
    id           bigint GENERATED ALWAYS AS IDENTITY (START WITH 64 INCREMENT BY 64),
    execution_id uuid,
    sequence     integer NOT NULL,
    kind         text NOT NULL,
    agent        text,
    data         json NOT NULL,
    at           timestamptz NOT NULL DEFAULT clock_timestamp(),
    recorded_in  xid8 NOT NULL DEFAULT pg_current_xact_id(),
    preceded     json,
    PRIMARY KEY (user_id, id),
    FOREIGN KEY (user_id, execution_id) REFERENCES executions (user_id, id) ON DELETE CASCADE,
    CONSTRAINT events_numbered_within_executions CHECK ((execution_id IS NULL) = (sequence = 0))
);
COMMENT ON COLUMN events.recorded_in IS 'Transaction that stored the fact; with id the order in which readers get facts.';
COMMENT ON COLUMN events.preceded IS
    'Facts that were stored with it and come before it, [kind, data] each; their ids and sequences lead up to its own.';
CREATE INDEX events_in_order ON events (user_id, recorded_in, id);
CREATE UNIQUE INDEX events_by_execution ON events (user_id, execution_id, sequence) WHERE execution_id IS NOT NULL;
CREATE INDEX events_of_rare_kinds ON events (user_id, kind, id)
    WHERE kind NOT IN ('execution.started', 'agent-delegation', 'supervised.delegated', 'main-iteration', 'model-call',
                       'model-response', 'agent.completed', 'direct.executed', 'conversation.changed', 'done');
CREATE INDEX events_by_agent ON events (user_id, agent, id) WHERE agent IS NOT NULL;
CREATE INDEX events_that_end ON events (user_id, at) WHERE kind = 'done' OR execution_id IS NULL;

CREATE TABLE documents (
    user_id      uuid NOT NULL DEFAULT acting_user()
                 REFERENCES users ON DELETE CASCADE,
    id           uuid NOT NULL,
    title        text NOT NULL,
    content      text NOT NULL,
    call_id      text,
    execution_id uuid,
    created_at   timestamptz NOT NULL DEFAULT clock_timestamp(),
    filename     text,
    media_type   text NOT NULL DEFAULT 'text/markdown',
    bytes        bigint NOT NULL DEFAULT 0,
    source       text NOT NULL DEFAULT 'agent' CHECK (source IN ('upload', 'agent')),
    language     text NOT NULL DEFAULT 'en',
    tags         text[] NOT NULL DEFAULT '{}',
    status       text NOT NULL DEFAULT 'indexing' CHECK (status IN ('indexing', 'ready', 'failed')),
    error        text,
    characters   integer NOT NULL DEFAULT 0,
    passages     integer NOT NULL DEFAULT 0,
    embedded     integer NOT NULL DEFAULT 0,
    embedded_with text,
    truncated    boolean NOT NULL DEFAULT false,
    outline      json NOT NULL DEFAULT '[]',
    revision     integer NOT NULL DEFAULT 1,
    updated_at   timestamptz NOT NULL DEFAULT clock_timestamp(),
    tainted      boolean NOT NULL DEFAULT false,
    why          json,
    PRIMARY KEY (user_id, id),
    UNIQUE (user_id, call_id),
    FOREIGN KEY (user_id, execution_id) REFERENCES executions (user_id, id) ON DELETE SET NULL (execution_id)
);
COMMENT ON COLUMN documents.why IS 'The error, where there is a code for it: {code, values, parts}.';
COMMENT ON COLUMN documents.tainted IS 'Whether it holds what was written after reading strangers'' words.';
COMMENT ON COLUMN documents.filename IS 'Null for a text that was written here.';
COMMENT ON COLUMN documents.embedded IS 'How many passages have an embedding of the embedder named by embedded_with.';
COMMENT ON COLUMN documents.revision IS 'Grows with every change of the content and every wish to index it again: what was read from an older one is not written.';
CREATE INDEX documents_latest ON documents (user_id, created_at DESC);
CREATE INDEX documents_by_execution ON documents (user_id, execution_id) WHERE execution_id IS NOT NULL;
CREATE INDEX documents_waiting ON documents (user_id, id) WHERE status = 'indexing';
CREATE INDEX documents_unembedded ON documents (user_id, id) WHERE status = 'ready' AND embedded < passages;

CREATE TABLE idempotency_keys (
    user_id      uuid NOT NULL DEFAULT acting_user()
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

CREATE TABLE credentials (
    user_id      uuid NOT NULL DEFAULT acting_user()
                 REFERENCES users ON DELETE CASCADE,
    id           uuid NOT NULL,
    name         text NOT NULL,
    description  text NOT NULL,
    key_id       text NOT NULL,
    sealed       bytea NOT NULL CHECK (octet_length(sealed) BETWEEN 28 AND 200000),
    created_at   timestamptz NOT NULL DEFAULT clock_timestamp(),
    updated_at   timestamptz NOT NULL DEFAULT clock_timestamp(),
    last_used_at timestamptz,
    noted        json NOT NULL DEFAULT '{}',
    PRIMARY KEY (user_id, id),
    UNIQUE (user_id, name)
);
COMMENT ON COLUMN credentials.noted IS 'What the product knows of what it opens, e.g. how a store answered.';
COMMENT ON COLUMN credentials.sealed IS 'Nonce, AES-256-GCM ciphertext and tag; user and id are its associated data.';

CREATE TABLE approvals (
    user_id       uuid NOT NULL DEFAULT acting_user(),
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
                  CHECK (status IN ('pending', 'approved', 'used', 'denied', 'expired', 'withdrawn', 'changed')),
    note          text NOT NULL DEFAULT '',
    created_at    timestamptz NOT NULL DEFAULT clock_timestamp(),
    expires_at    timestamptz NOT NULL,
    decided_at    timestamptz,
    found         json,
    why           json,
    place         json NOT NULL DEFAULT '{}',
    PRIMARY KEY (user_id, id),
    UNIQUE (user_id, execution_id, step_key),
    FOREIGN KEY (user_id, execution_id) REFERENCES executions (user_id, id) ON DELETE CASCADE,
    CONSTRAINT approvals_decided_unless_pending CHECK ((status = 'pending') = (decided_at IS NULL))
);
COMMENT ON TABLE approvals IS 'Tool calls that wait for a person''s word, and what was said to them.';
COMMENT ON COLUMN approvals.found IS 'What the arguments named when the person was asked, each with a digest; null of a tool that cannot tell.';
COMMENT ON COLUMN approvals.why IS 'The reason, where there is a code for it: {code, values, parts}.';
COMMENT ON COLUMN approvals.place IS 'Where in the work on the execution the call is to be made: {path, phase, round, index}.';
CREATE INDEX approvals_latest ON approvals (user_id, created_at DESC);
CREATE INDEX approvals_pending ON approvals (user_id, expires_at) WHERE status = 'pending';

CREATE TABLE approval_grants (
    user_id    uuid NOT NULL DEFAULT acting_user()
               REFERENCES users ON DELETE CASCADE,
    agent_id   text NOT NULL,
    tool       text NOT NULL,
    created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
    PRIMARY KEY (user_id, agent_id, tool)
);
COMMENT ON TABLE approval_grants IS 'Tools that an agent may call without asking, because a person said so.';

CREATE TABLE mcp_servers (
    user_id    uuid NOT NULL DEFAULT acting_user()
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
    user_id     uuid NOT NULL DEFAULT acting_user()
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
    why         json,
    PRIMARY KEY (user_id, server_id)
);
COMMENT ON COLUMN mcp_enablements.server_id IS 'No reference: when the server is removed its tools are shown as missing.';
COMMENT ON COLUMN mcp_enablements.approved IS 'By tool: the digest and description a person agreed to; null until the server was first asked.';
COMMENT ON COLUMN mcp_enablements.why IS 'The problem, where there is a code for it: {code, values, parts}.';

CREATE TABLE rates (
    user_id uuid NOT NULL DEFAULT acting_user()
            REFERENCES users ON DELETE CASCADE,
    subject text NOT NULL,
    hits    timestamptz[] NOT NULL,
    PRIMARY KEY (user_id, subject)
) WITH (fillfactor = 70);
COMMENT ON COLUMN rates.hits IS 'Uses within the window that was last asked about, oldest first.';

CREATE FUNCTION knowledge_terms_of_long(folded text) RETURNS text[] LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
    SELECT coalesce(array_agg(DISTINCT term), '{}')
      FROM unnest(tsvector_to_array(to_tsvector('pg_catalog.simple', left(folded, 100000)))
                  || tsvector_to_array(to_tsvector('pg_catalog.english', left(folded, 100000)))
                  || tsvector_to_array(to_tsvector('pg_catalog.spanish', left(folded, 100000)))) AS term
     WHERE octet_length(term) <= 200
$$;
COMMENT ON FUNCTION knowledge_terms_of_long IS 'knowledge_terms of a text of any length; words of more than 200 bytes have none.';

CREATE FUNCTION knowledge_terms(folded text) RETURNS text[] LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
    SELECT CASE WHEN octet_length(folded) <= 200
                THEN tsvector_to_array(strip(to_tsvector('pg_catalog.simple', folded))
                                       || strip(to_tsvector('pg_catalog.english', folded))
                                       || strip(to_tsvector('pg_catalog.spanish', folded)))
                ELSE knowledge_terms_of_long(folded) END
$$;
-- One expression is put into the statement that calls it; a function with an aggregate is started for every text.
COMMENT ON FUNCTION knowledge_terms IS 'The words of a text in lower case without diacritics, and their stems.';

CREATE TABLE knowledge_scopes (
    user_id         uuid NOT NULL DEFAULT acting_user()
                    REFERENCES users ON DELETE CASCADE,
    scope           text NOT NULL,
    conversation_id uuid,
    last_number     integer NOT NULL DEFAULT 0,
    folded          integer NOT NULL DEFAULT 0,
    last_change     bigint NOT NULL DEFAULT 0,
    expires_at      timestamptz,
    PRIMARY KEY (user_id, scope),
    FOREIGN KEY (user_id, conversation_id) REFERENCES conversations (user_id, id) ON DELETE CASCADE,
    CONSTRAINT knowledge_scopes_are_permanent_or_of_a_conversation
        CHECK ((scope = 'user') = (conversation_id IS NULL) AND (scope = 'user') = (expires_at IS NULL))
) WITH (fillfactor = 50);
COMMENT ON TABLE knowledge_scopes IS 'A graph. The row of the scope user is locked by every write, so that numbers commit in order.';
COMMENT ON COLUMN knowledge_scopes.last_number IS 'In the row of the scope user: the number given last, in any scope.';
COMMENT ON COLUMN knowledge_scopes.folded IS 'Texts of lower numbers are found through knowledge_postings, others by looking.';
CREATE INDEX knowledge_scopes_by_conversation ON knowledge_scopes (user_id, conversation_id)
    WHERE conversation_id IS NOT NULL;
CREATE INDEX knowledge_scopes_that_expire ON knowledge_scopes (user_id, expires_at) WHERE expires_at IS NOT NULL;

CREATE TABLE knowledge_changes (
    user_id      uuid NOT NULL DEFAULT acting_user(),
    id           uuid NOT NULL,
    scope        text NOT NULL,
    position     bigint NOT NULL,
    kind         text NOT NULL
                 CHECK (kind IN ('created', 'updated', 'deleted', 'merged', 'imported', 'undone', 'forgotten')),
    first_number integer,
    last_number  integer,
    count        integer NOT NULL,
    author       text NOT NULL CHECK (author IN ('person', 'agent', 'client', 'import')),
    agent_id     text,
    execution_id uuid,
    call_id      text,
    source       text NOT NULL,
    tainted      boolean NOT NULL,
    result       json,
    undone_by    uuid,
    at           timestamptz NOT NULL DEFAULT clock_timestamp(),
    PRIMARY KEY (user_id, id),
    UNIQUE (user_id, position),
    FOREIGN KEY (user_id, scope) REFERENCES knowledge_scopes (user_id, scope) ON DELETE CASCADE,
    FOREIGN KEY (user_id, execution_id) REFERENCES executions (user_id, id) ON DELETE SET NULL (execution_id)
);
COMMENT ON COLUMN knowledge_changes.first_number IS 'What the change added has the numbers from this one to last_number.';
COMMENT ON COLUMN knowledge_changes.result IS 'What its call returned, for a repetition of the call.';
CREATE UNIQUE INDEX knowledge_changes_by_call ON knowledge_changes (user_id, call_id) WHERE call_id IS NOT NULL;
CREATE INDEX knowledge_changes_by_execution ON knowledge_changes (user_id, execution_id) WHERE execution_id IS NOT NULL;

CREATE TABLE knowledge_entities (
    user_id     uuid NOT NULL DEFAULT acting_user(),
    scope       text NOT NULL,
    number      integer NOT NULL,
    id          uuid NOT NULL,
    name        text NOT NULL,
    entity_type text NOT NULL,
    name_key    bigint NOT NULL,
    lower_name  text,
    lower_type  text,
    terms       text[] NOT NULL,
    created_at  timestamptz NOT NULL DEFAULT clock_timestamp(),
    removed_in  uuid,
    tainted      boolean NOT NULL DEFAULT false,
    PRIMARY KEY (user_id, number),
    UNIQUE (user_id, id),
    FOREIGN KEY (user_id, scope) REFERENCES knowledge_scopes (user_id, scope) ON DELETE CASCADE
);
COMMENT ON COLUMN knowledge_entities.tainted IS 'Whether it holds what was written after reading strangers'' words.';
-- No index begins with user_id and scope, which nearly all rows share: of several such, a plan that was made while the
-- table was small may use the wrong one until the table is analysed.
COMMENT ON COLUMN knowledge_entities.name_key IS 'A hash of the name: names may be longer than an index takes.';
COMMENT ON COLUMN knowledge_entities.lower_name IS 'The name in lower case; null where it is so already.';
COMMENT ON COLUMN knowledge_entities.removed_in IS 'The change that removed it: until it is forgotten it can come back.';
CREATE INDEX knowledge_entities_by_name ON knowledge_entities (user_id, name_key);
CREATE INDEX knowledge_entities_of_conversations ON knowledge_entities (user_id, scope, number)
    WHERE scope <> 'user';
CREATE INDEX knowledge_entities_tainted ON knowledge_entities (user_id, number) WHERE tainted AND removed_in IS NULL;
CREATE INDEX knowledge_entities_removed ON knowledge_entities (user_id, removed_in) WHERE removed_in IS NOT NULL;

CREATE TABLE knowledge_observations (
    user_id      uuid NOT NULL DEFAULT acting_user(),
    scope        text NOT NULL,
    number       integer NOT NULL,
    id           uuid NOT NULL,
    entity       integer NOT NULL,
    content      text NOT NULL,
    lowered      text,
    terms        text[] NOT NULL,
    claim        text,
    author       text NOT NULL CHECK (author IN ('person', 'agent', 'client', 'import')),
    agent_id     text,
    execution_id uuid,
    call_id      text,
    source       text NOT NULL,
    tainted      boolean NOT NULL,
    created_at   timestamptz NOT NULL,
    removed_in   uuid,
    PRIMARY KEY (user_id, number),
    UNIQUE (user_id, id),
    FOREIGN KEY (user_id, entity) REFERENCES knowledge_entities (user_id, number) ON DELETE CASCADE,
    FOREIGN KEY (user_id, execution_id) REFERENCES executions (user_id, id) ON DELETE SET NULL (execution_id)
);
COMMENT ON COLUMN knowledge_observations.claim IS 'What it says something about that has one value at a time; finds contradictions.';
CREATE INDEX knowledge_observations_by_entity ON knowledge_observations (user_id, entity);
CREATE INDEX knowledge_observations_of_conversations ON knowledge_observations (user_id, scope, number)
    WHERE scope <> 'user';
CREATE INDEX knowledge_observations_removed ON knowledge_observations (user_id, removed_in)
    WHERE removed_in IS NOT NULL;
CREATE INDEX knowledge_observations_by_claim ON knowledge_observations (user_id, entity, claim)
    WHERE claim IS NOT NULL AND removed_in IS NULL;
CREATE INDEX knowledge_observations_tainted ON knowledge_observations (user_id, entity)
    WHERE tainted AND removed_in IS NULL;
CREATE INDEX knowledge_observations_by_execution ON knowledge_observations (user_id, execution_id)
    WHERE execution_id IS NOT NULL;

CREATE TABLE knowledge_relations (
    user_id       uuid NOT NULL DEFAULT acting_user(),
    scope         text NOT NULL,
    number        integer NOT NULL,
    id            uuid NOT NULL,
    from_name     text NOT NULL,
    to_name       text NOT NULL,
    relation_type text NOT NULL,
    from_key      bigint NOT NULL,
    to_key        bigint NOT NULL,
    created_at    timestamptz NOT NULL DEFAULT clock_timestamp(),
    removed_in    uuid,
    tainted      boolean NOT NULL DEFAULT false,
    PRIMARY KEY (user_id, number),
    UNIQUE (user_id, id),
    FOREIGN KEY (user_id, scope) REFERENCES knowledge_scopes (user_id, scope) ON DELETE CASCADE
);
COMMENT ON COLUMN knowledge_relations.tainted IS 'Whether it holds what was written after reading strangers'' words.';
COMMENT ON TABLE knowledge_relations IS 'Between names, not rows: a relation may name what is not there yet.';
CREATE INDEX knowledge_relations_by_from ON knowledge_relations (user_id, from_key);
CREATE INDEX knowledge_relations_by_to ON knowledge_relations (user_id, to_key);
CREATE INDEX knowledge_relations_tainted ON knowledge_relations (user_id, number) WHERE tainted AND removed_in IS NULL;
CREATE INDEX knowledge_relations_removed ON knowledge_relations (user_id, removed_in) WHERE removed_in IS NOT NULL;

CREATE TABLE knowledge_postings (
    user_id uuid NOT NULL DEFAULT acting_user()
            REFERENCES users ON DELETE CASCADE,
    gram    text NOT NULL COLLATE "C",
    block   integer NOT NULL,
    size    integer NOT NULL,
    members integer[] NOT NULL,
    PRIMARY KEY (user_id, gram, block)
);
COMMENT ON TABLE knowledge_postings IS 'Numbers of the lasting texts of a block that contain a trigram or term. Row-level security keeps GIN indexes from being used (their operators are not leakproof); equality of texts is.';

CREATE TABLE swarms (
    user_id       uuid NOT NULL DEFAULT acting_user()
                  REFERENCES users ON DELETE CASCADE,
    id            text NOT NULL,
    name          text NOT NULL,
    goal          text NOT NULL,
    template      text,
    status        text NOT NULL DEFAULT 'running' CHECK (status IN ('running', 'paused', 'stopped')),
    reason        text NOT NULL DEFAULT '',
    limits        json NOT NULL,
    residents     integer NOT NULL DEFAULT 0,
    mails         integer NOT NULL DEFAULT 0,
    unread        integer NOT NULL DEFAULT 0,
    dead          integer NOT NULL DEFAULT 0,
    seconds       double precision NOT NULL DEFAULT 0,
    input_tokens  bigint NOT NULL DEFAULT 0,
    output_tokens bigint NOT NULL DEFAULT 0,
    model_calls   integer NOT NULL DEFAULT 0,
    tool_calls    integer NOT NULL DEFAULT 0,
    cost          double precision NOT NULL DEFAULT 0,
    created_at    timestamptz NOT NULL DEFAULT clock_timestamp(),
    updated_at    timestamptz NOT NULL DEFAULT clock_timestamp(),
    why           json,
    PRIMARY KEY (user_id, id)
) WITH (fillfactor = 50);
COMMENT ON TABLE swarms IS 'The row is locked first by every transaction that writes anything of the swarm.';
COMMENT ON COLUMN swarms.mails IS 'How many were sent; also the position of the latest.';
COMMENT ON COLUMN swarms.unread IS 'Mails that the person has not read. Counted as they come and go, under the row''s lock, like every count here.';
COMMENT ON COLUMN swarms.why IS 'The reason, where there is a code for it: {code, values, parts}.';
CREATE INDEX swarms_latest ON swarms (user_id, updated_at DESC);

CREATE TABLE residents (
    user_id        uuid NOT NULL DEFAULT acting_user(),
    id             text NOT NULL,
    swarm_id       text NOT NULL,
    name           text NOT NULL,
    name_key       text NOT NULL,
    role           text NOT NULL,
    guidance       text NOT NULL,
    parent_id      text,
    depth          integer NOT NULL,
    agent_id       text,
    model          text,
    tools          text[] NOT NULL,
    context_window integer NOT NULL,
    color          text NOT NULL,
    icon           text NOT NULL,
    status         text NOT NULL DEFAULT 'active' CHECK (status IN ('active', 'paused', 'stopped')),
    reason         text NOT NULL DEFAULT '',
    call_id        text,
    unread         integer NOT NULL DEFAULT 0,
    turns          integer NOT NULL DEFAULT 0,
    children       integer NOT NULL DEFAULT 0,
    input_tokens   bigint NOT NULL DEFAULT 0,
    output_tokens  bigint NOT NULL DEFAULT 0,
    model_calls    integer NOT NULL DEFAULT 0,
    tool_calls     integer NOT NULL DEFAULT 0,
    cost           double precision NOT NULL DEFAULT 0,
    created_at     timestamptz NOT NULL DEFAULT clock_timestamp(),
    last_active_at timestamptz,
    why            json,
    PRIMARY KEY (user_id, id),
    UNIQUE (user_id, swarm_id, name_key),
    FOREIGN KEY (user_id, swarm_id) REFERENCES swarms (user_id, id) ON DELETE CASCADE,
    FOREIGN KEY (user_id, parent_id) REFERENCES residents (user_id, id) ON DELETE CASCADE
) WITH (fillfactor = 80);
COMMENT ON COLUMN residents.id IS '<name>@<swarm>: no agent of the roster has such an id.';
COMMENT ON COLUMN residents.why IS 'The reason, where there is a code for it: {code, values, parts}.';
CREATE UNIQUE INDEX residents_by_call ON residents (user_id, call_id) WHERE call_id IS NOT NULL;
CREATE INDEX residents_by_parent ON residents (user_id, parent_id) WHERE parent_id IS NOT NULL;

ALTER TABLE conversations ADD COLUMN resident_id text;
ALTER TABLE conversations ADD CONSTRAINT conversations_resident_fkey
    FOREIGN KEY (user_id, resident_id) REFERENCES residents (user_id, id) ON DELETE CASCADE;
CREATE UNIQUE INDEX conversations_by_resident ON conversations (user_id, resident_id) WHERE resident_id IS NOT NULL;
CREATE INDEX conversations_latest ON conversations (user_id, pinned DESC, updated_at DESC) WHERE resident_id IS NULL;
COMMENT ON COLUMN conversations.resident_id IS 'Whose thread it is: the turns of a resident, not a thread of a person.';

CREATE TABLE rooms (
    user_id      uuid NOT NULL DEFAULT acting_user(),
    id           uuid NOT NULL,
    swarm_id     text NOT NULL,
    kind         text NOT NULL CHECK (kind IN ('direct', 'group')),
    name         text NOT NULL,
    key          text NOT NULL,
    status       text NOT NULL DEFAULT 'open' CHECK (status IN ('open', 'paused')),
    mails        integer NOT NULL DEFAULT 0,
    last_mail_at timestamptz,
    last_mail    text NOT NULL DEFAULT '',
    unread       integer NOT NULL DEFAULT 0,
    mentions     integer NOT NULL DEFAULT 0,
    created_at   timestamptz NOT NULL DEFAULT clock_timestamp(),
    PRIMARY KEY (user_id, id),
    UNIQUE (user_id, swarm_id, key),
    UNIQUE (user_id, swarm_id, id),
    FOREIGN KEY (user_id, swarm_id) REFERENCES swarms (user_id, id) ON DELETE CASCADE
) WITH (fillfactor = 80);
COMMENT ON COLUMN rooms.key IS 'Of a group # and its name without case and diacritics, of a direct room both member ids in order, with | between.';
COMMENT ON COLUMN rooms.unread IS 'Mails that the person has not read; mentions counts those of them that turn to the person.';

CREATE TABLE room_members (
    user_id     uuid NOT NULL DEFAULT acting_user(),
    swarm_id    text NOT NULL,
    room_id     uuid NOT NULL,
    member_id   text NOT NULL,
    resident_id text GENERATED ALWAYS AS (nullif(member_id, 'person')) STORED,
    joined_at   timestamptz NOT NULL DEFAULT clock_timestamp(),
    PRIMARY KEY (user_id, room_id, member_id),
    FOREIGN KEY (user_id, swarm_id, room_id) REFERENCES rooms (user_id, swarm_id, id) ON DELETE CASCADE,
    FOREIGN KEY (user_id, resident_id) REFERENCES residents (user_id, id) ON DELETE CASCADE
);
CREATE INDEX room_members_by_member ON room_members (user_id, swarm_id, member_id);

CREATE TABLE mails (
    user_id       uuid NOT NULL DEFAULT acting_user(),
    id            uuid NOT NULL,
    swarm_id      text NOT NULL,
    room_id       uuid NOT NULL,
    position      integer NOT NULL,
    sender_id     text NOT NULL,
    by_person     boolean NOT NULL,
    content       text NOT NULL CHECK (char_length(content) BETWEEN 1 AND 32000),
    cause_id      uuid,
    root_id       uuid NOT NULL,
    hop           integer NOT NULL,
    reply_to      uuid,
    mentions      text[] NOT NULL,
    expects_reply boolean NOT NULL,
    tainted       boolean NOT NULL,
    execution_id  uuid,
    call_id       text,
    sent_at       timestamptz NOT NULL DEFAULT clock_timestamp(),
    PRIMARY KEY (user_id, id),
    UNIQUE (user_id, swarm_id, position),
    FOREIGN KEY (user_id, swarm_id, room_id) REFERENCES rooms (user_id, swarm_id, id) ON DELETE CASCADE,
    FOREIGN KEY (user_id, cause_id) REFERENCES mails (user_id, id) DEFERRABLE INITIALLY DEFERRED,
    FOREIGN KEY (user_id, reply_to) REFERENCES mails (user_id, id) DEFERRABLE INITIALLY DEFERRED,
    FOREIGN KEY (user_id, execution_id) REFERENCES executions (user_id, id) ON DELETE SET NULL (execution_id)
);
CREATE UNIQUE INDEX mails_by_call ON mails (user_id, call_id) WHERE call_id IS NOT NULL;
CREATE INDEX mails_by_room ON mails (user_id, room_id, position DESC);
CREATE INDEX mails_by_sender ON mails (user_id, room_id, sender_id, sent_at DESC);
CREATE INDEX mails_by_author ON mails (user_id, swarm_id, sender_id, position DESC);
CREATE INDEX mails_that_ask ON mails (user_id, room_id, position) WHERE expects_reply;
CREATE INDEX mails_by_time ON mails (user_id, swarm_id, sent_at);
CREATE INDEX mails_by_cause ON mails (user_id, cause_id) WHERE cause_id IS NOT NULL;
CREATE INDEX mails_by_reply ON mails (user_id, reply_to) WHERE reply_to IS NOT NULL;
CREATE INDEX mails_sent ON mails (user_id, sent_at);
CREATE INDEX mails_by_execution ON mails (user_id, execution_id) WHERE execution_id IS NOT NULL;

CREATE TABLE deliveries (
    user_id      uuid NOT NULL DEFAULT acting_user(),
    mail_id      uuid NOT NULL,
    recipient_id text NOT NULL,
    swarm_id     text NOT NULL,
    room_id      uuid NOT NULL,
    position     integer NOT NULL,
    status       text NOT NULL DEFAULT 'unread' CHECK (status IN ('unread', 'claimed', 'read', 'dead')),
    wakes        boolean NOT NULL,
    attempts     integer NOT NULL DEFAULT 0,
    execution_id uuid,
    error        text NOT NULL DEFAULT '',
    read_at      timestamptz,
    why          json,
    PRIMARY KEY (user_id, mail_id, recipient_id),
    FOREIGN KEY (user_id, mail_id) REFERENCES mails (user_id, id) ON DELETE CASCADE,
    FOREIGN KEY (user_id, execution_id) REFERENCES executions (user_id, id) ON DELETE SET NULL (execution_id)
) WITH (fillfactor = 80);
COMMENT ON COLUMN deliveries.wakes IS 'Whether the mail wakes the recipient; other mail is read along with one that does.';
COMMENT ON COLUMN deliveries.why IS 'The error, where there is a code for it: {code, values, parts}.';
CREATE INDEX deliveries_unread ON deliveries (user_id, swarm_id, recipient_id, room_id, position) WHERE status = 'unread';
CREATE INDEX deliveries_waking ON deliveries (user_id, swarm_id, recipient_id, room_id, position)
    WHERE status = 'unread' AND wakes;
CREATE INDEX deliveries_dead ON deliveries (user_id, swarm_id, position) WHERE status = 'dead';
CREATE INDEX deliveries_by_execution ON deliveries (user_id, execution_id) WHERE execution_id IS NOT NULL;
CREATE INDEX deliveries_by_recipient ON deliveries (user_id, swarm_id, recipient_id, position DESC);

CREATE TABLE resident_turns (
    user_id         uuid NOT NULL DEFAULT acting_user(),
    execution_id    uuid NOT NULL,
    swarm_id        text NOT NULL,
    resident_id     text NOT NULL,
    room_id         uuid,
    woken_by        text NOT NULL CHECK (woken_by IN ('manual', 'direct_message', 'group_message')),
    digest          text NOT NULL DEFAULT '',
    reserved_tokens integer NOT NULL DEFAULT 0,
    error           text NOT NULL DEFAULT '',
    retry_at        timestamptz,
    attempts        integer NOT NULL DEFAULT 1,
    unfinished      boolean NOT NULL DEFAULT true,
    created_at      timestamptz NOT NULL DEFAULT clock_timestamp(),
    why             json,
    tainted         boolean NOT NULL DEFAULT false,
    PRIMARY KEY (user_id, execution_id),
    FOREIGN KEY (user_id, execution_id) REFERENCES executions (user_id, id) ON DELETE CASCADE,
    FOREIGN KEY (user_id, resident_id) REFERENCES residents (user_id, id) ON DELETE CASCADE,
    FOREIGN KEY (user_id, swarm_id, room_id) REFERENCES rooms (user_id, swarm_id, id) ON DELETE CASCADE
) WITH (fillfactor = 80);
COMMENT ON COLUMN resident_turns.error IS 'Why it was laid down or given up; taken up again without one, it is no further attempt.';
COMMENT ON COLUMN resident_turns.why IS 'The error, where there is a code for it: {code, values, parts}.';
COMMENT ON COLUMN resident_turns.tainted IS 'Whether it had read what strangers wrote; false until it has ended.';
CREATE UNIQUE INDEX resident_turns_unfinished ON resident_turns (user_id, resident_id) WHERE unfinished;
CREATE INDEX resident_turns_under_way ON resident_turns (user_id, swarm_id) WHERE unfinished;
CREATE INDEX resident_turns_latest ON resident_turns (user_id, resident_id, created_at DESC);
CREATE INDEX resident_turns_by_room ON resident_turns (user_id, swarm_id, room_id) WHERE room_id IS NOT NULL;

CREATE TABLE metric_sums (
    user_id       uuid NOT NULL DEFAULT acting_user()
                  REFERENCES users ON DELETE CASCADE,
    kind          text NOT NULL
                  CHECK (kind IN ('all', 'execution', 'model', 'tool', 'stage', 'error', 'link', 'approval', 'feedback',
                                  'decision', 'shadow')),
    span          text NOT NULL CHECK (span IN ('hour', 'day', 'ever')),
    at            timestamptz NOT NULL,
    agent         text NOT NULL COLLATE "C",
    subject       text NOT NULL COLLATE "C",
    count         bigint NOT NULL,
    completed     bigint NOT NULL DEFAULT 0,
    failed        bigint NOT NULL DEFAULT 0,
    cancelled     bigint NOT NULL DEFAULT 0,
    timed         bigint NOT NULL DEFAULT 0,
    milliseconds  double precision NOT NULL DEFAULT 0,
    input_tokens  bigint NOT NULL DEFAULT 0,
    output_tokens bigint NOT NULL DEFAULT 0,
    cost          double precision NOT NULL DEFAULT 0,
    model_calls   bigint NOT NULL DEFAULT 0,
    tool_calls    bigint NOT NULL DEFAULT 0,
    last_at       timestamptz,
    bins          smallint[] NOT NULL DEFAULT '{}',
    tallies       bigint[] NOT NULL DEFAULT '{}',
    unanswered    bigint NOT NULL DEFAULT 0,
    link          text NOT NULL DEFAULT '' COLLATE "C"
                  CHECK (link IN ('', 'routed', 'helper', 'review', 'swarm', 'group')),
    PRIMARY KEY (user_id, kind, span, at, agent, subject, link)
);
COMMENT ON TABLE metric_sums IS 'What is told by facts, summed by hour and day of UTC, and over all days before one (span ever, at the day that follows); stays when the facts are deleted for their age.';
COMMENT ON COLUMN metric_sums.subject IS 'Model, tool, stage, class of error, rating, won or lost, or who a link leads to; empty where there is none.';
COMMENT ON COLUMN metric_sums.link IS 'How a link hands work on: group for mail to one, swarm for other mail; empty of other kinds.';
COMMENT ON COLUMN metric_sums.bins IS 'Bins of the durations in tallies: bin n holds those above 1.05^(n-1) up to 1.05^n milliseconds, bin 0 those up to 1.';

CREATE TABLE metric_marks (
    user_id      uuid PRIMARY KEY DEFAULT acting_user()
                 REFERENCES users ON DELETE CASCADE,
    rolled_until timestamptz NOT NULL,
    raw_since    timestamptz
);
COMMENT ON COLUMN metric_marks.rolled_until IS 'Hours that end by then are in metric_sums; later ones are counted from facts.';
COMMENT ON COLUMN metric_marks.raw_since IS 'Facts of before may have been deleted for their age.';

CREATE TABLE preferences (
    user_id       uuid PRIMARY KEY DEFAULT acting_user()
                  REFERENCES users ON DELETE CASCADE,
    timezone      text,
    language      text,
    default_agent text,
    default_mode  text NOT NULL CHECK (default_mode IN ('direct', 'supervised')),
    model         text,
    updated_at    timestamptz NOT NULL DEFAULT clock_timestamp(),
    silence_minutes integer CHECK (silence_minutes >= 0),
    recall        boolean NOT NULL DEFAULT true,
    remember      boolean NOT NULL DEFAULT true
);
COMMENT ON TABLE preferences IS 'What a person prefers; null stands for what the installation is set to.';
COMMENT ON COLUMN preferences.silence_minutes IS 'Minutes of silence after which a conversation has ended; 0 for never.';
COMMENT ON COLUMN preferences.recall IS 'Whether agents are given what is remembered of the person, and may look it up.';
COMMENT ON COLUMN preferences.remember IS 'Whether agents may write down what is to be remembered.';

CREATE TABLE installation_settings (
    user_id    uuid NOT NULL DEFAULT acting_user()
               REFERENCES users ON DELETE CASCADE,
    name       text NOT NULL,
    value      json NOT NULL,
    updated_at timestamptz NOT NULL DEFAULT clock_timestamp(),
    PRIMARY KEY (user_id, name)
);
COMMENT ON TABLE installation_settings IS 'What administrators set at run time, for all; of each name the word given last counts.';

CREATE TABLE model_breakers (
    provider     text PRIMARY KEY,
    failures     integer NOT NULL DEFAULT 0,
    failed_at    timestamptz,
    error_class  text,
    why          json,
    openings     integer NOT NULL DEFAULT 0,
    times_opened bigint NOT NULL DEFAULT 0,
    passed_over  bigint NOT NULL DEFAULT 0,
    opened_at    timestamptz,
    open_until   timestamptz,
    asked        boolean NOT NULL DEFAULT false,
    trial_until  timestamptz
) WITH (fillfactor = 70);
COMMENT ON TABLE model_breakers IS 'One row for each provider or connection that has failed; it is nobody''s and names nobody.';
COMMENT ON COLUMN model_breakers.provider IS
    'The part of a model''s full name before the colon; of a person''s own connection its id.';
COMMENT ON COLUMN model_breakers.failures IS 'Failures in a row.';
COMMENT ON COLUMN model_breakers.why IS 'Why it did not answer the last time, as a code with values.';
COMMENT ON COLUMN model_breakers.openings IS 'How often it was opened in a row; each is longer than the one before.';
COMMENT ON COLUMN model_breakers.passed_over IS 'How often another model, or rules, answered in place of one of its.';
COMMENT ON COLUMN model_breakers.open_until IS 'Before this it is not called; null while it is closed.';
COMMENT ON COLUMN model_breakers.asked IS 'Whether the provider itself said when it may be called again.';
COMMENT ON COLUMN model_breakers.trial_until IS 'While one call tries whether it answers again; whoever makes it may have died after this.';

CREATE UNLOGGED TABLE rate_buckets (
    bucket   bytea PRIMARY KEY,
    empty_at timestamptz NOT NULL
) WITH (fillfactor = 70);
COMMENT ON TABLE rate_buckets IS
    'What was asked for lately, a row for each limit and person, key or address; it is nobody''s and names nobody.';
COMMENT ON COLUMN rate_buckets.bucket IS 'Which limit of whom, as a hash that is keyed with rate_key.';
COMMENT ON COLUMN rate_buckets.empty_at IS
    'When nothing of it counts any more; each use moves it on by a minute divided by the limit.';

CREATE TABLE rate_key (
    one boolean PRIMARY KEY DEFAULT true CHECK (one),
    key bytea NOT NULL
);
COMMENT ON TABLE rate_key IS 'What the buckets of rates are hashed with, drawn at the first use; one row.';

CREATE TABLE audit_entries (
    user_id  uuid DEFAULT acting_user(),
    number   bigint PRIMARY KEY,
    at       timestamptz NOT NULL,
    act      text NOT NULL,
    person   uuid,
    token    uuid,
    face     text NOT NULL CHECK (face IN ('web', 'api', 'cli', 'agent', 'system')),
    address  text,
    kind     text NOT NULL,
    thing    text NOT NULL,
    details  json NOT NULL,
    previous bytea NOT NULL,
    hash     bytea NOT NULL
);
COMMENT ON TABLE audit_entries IS 'What was done, by whom, on what and from where; entries are appended and never changed, and outlive the people that they name by id.';
COMMENT ON COLUMN audit_entries.user_id IS 'Whose data it was done to; null where that is nobody''s. It refers to no row.';
COMMENT ON COLUMN audit_entries.number IS 'One more than that of the entry before, of all people together.';
COMMENT ON COLUMN audit_entries.person IS 'Who did it; null for nobody known.';
COMMENT ON COLUMN audit_entries.token IS 'Id of the session or key with which it was done.';
COMMENT ON COLUMN audit_entries.thing IS 'Id of what it was done to.';
COMMENT ON COLUMN audit_entries.previous IS 'Hash of the entry before; empty for the first.';
COMMENT ON COLUMN audit_entries.hash IS 'SHA-256 of all other columns, the hash of the entry before included.';
CREATE INDEX audit_entries_of_user ON audit_entries (user_id, number);
CREATE INDEX audit_entries_by_person ON audit_entries (person, number);
CREATE INDEX audit_entries_about_thing ON audit_entries (thing, number);
CREATE INDEX audit_entries_by_time ON audit_entries (at);

CREATE TABLE audit_heads (
    id     smallint PRIMARY KEY CHECK (id = 1),
    number bigint NOT NULL,
    hash   bytea NOT NULL
);
COMMENT ON TABLE audit_heads IS 'One row: the last entry of the audit log, which whoever appends the next one locks. It names nobody.';

CREATE TABLE lent_folders (
    user_id       uuid NOT NULL DEFAULT acting_user()
                  REFERENCES users ON DELETE CASCADE,
    id            uuid NOT NULL,
    name          text NOT NULL,
    path          text NOT NULL,
    writable      boolean NOT NULL,
    for_everybody boolean NOT NULL,
    agent_id      text,
    created_at    timestamptz NOT NULL DEFAULT clock_timestamp(),
    PRIMARY KEY (user_id, id),
    UNIQUE (user_id, name)
);
COMMENT ON TABLE lent_folders IS 'Folders of the machine that programs of agents see, because an administrator said so.';
COMMENT ON COLUMN lent_folders.user_id IS 'Who lent it.';
COMMENT ON COLUMN lent_folders.name IS 'Programs see it as /lent/<name>.';
COMMENT ON COLUMN lent_folders.path IS 'Absolute, with every link followed when it was lent.';
COMMENT ON COLUMN lent_folders.for_everybody IS 'Whether programs of all people see it; else only those of who lent it.';
COMMENT ON COLUMN lent_folders.agent_id IS 'The one agent whose programs see it; null for all.';

CREATE TABLE granted_packages (
    user_id    uuid NOT NULL DEFAULT acting_user()
               REFERENCES users ON DELETE CASCADE,
    name       text NOT NULL,
    version    text NOT NULL,
    created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
    PRIMARY KEY (user_id, name)
);
COMMENT ON TABLE granted_packages IS 'npm packages that scripts of everybody''s agents may import: administrators write them.';
COMMENT ON COLUMN granted_packages.user_id IS 'Who granted it.';
COMMENT ON COLUMN granted_packages.version IS 'A version or a range of npm; * for any.';

CREATE TABLE model_connections (
    user_id       uuid NOT NULL DEFAULT acting_user()
                  REFERENCES users ON DELETE CASCADE,
    id            uuid NOT NULL,
    name          text NOT NULL,
    for_everybody boolean NOT NULL,
    kind          text NOT NULL,
    address       text NOT NULL,
    key_id        text,
    sealed        bytea,
    key_end       text NOT NULL,
    models        json NOT NULL,
    default_model text NOT NULL,
    facts         json NOT NULL,
    created_at    timestamptz NOT NULL DEFAULT clock_timestamp(),
    updated_at    timestamptz NOT NULL DEFAULT clock_timestamp(),
    PRIMARY KEY (user_id, id)
);
CREATE UNIQUE INDEX own_model_connections ON model_connections (user_id, name) WHERE NOT for_everybody;
COMMENT ON TABLE model_connections IS 'Connections to model providers: those of the installation, which administrators write, and those of one person.';
COMMENT ON COLUMN model_connections.user_id IS 'Who made it.';
COMMENT ON COLUMN model_connections.name IS 'Stands before the colon of its models'' full names.';
COMMENT ON COLUMN model_connections.for_everybody IS 'Whether everybody''s agents use it; else only those of who made it.';
COMMENT ON COLUMN model_connections.address IS 'Base address; empty for the provider''s own.';
COMMENT ON COLUMN model_connections.sealed IS 'Its key, for the installation or for who made it; null where it needs none.';
COMMENT ON COLUMN model_connections.key_end IS 'The last four characters of its key, by which people know it; empty for a short one.';
COMMENT ON COLUMN model_connections.models IS 'What is offered in lists; none for all that the provider lists.';
COMMENT ON COLUMN model_connections.facts IS 'Prices, context and abilities of models that were set by hand.';

CREATE TABLE files (
    user_id         uuid NOT NULL DEFAULT acting_user()
                    REFERENCES users ON DELETE CASCADE,
    id              uuid NOT NULL,
    conversation_id uuid,
    filename        text NOT NULL,
    media_type      text NOT NULL,
    bytes           bigint NOT NULL,
    width           integer,
    height          integer,
    text            text,
    characters      integer,
    why             json,
    created_at      timestamptz NOT NULL DEFAULT clock_timestamp(),
    PRIMARY KEY (user_id, id),
    FOREIGN KEY (user_id, conversation_id) REFERENCES conversations (user_id, id) ON DELETE CASCADE
);
CREATE INDEX files_by_conversation ON files (user_id, conversation_id);
CREATE INDEX files_unsent ON files (user_id, created_at) WHERE conversation_id IS NULL;
COMMENT ON TABLE files IS 'Files that people send with messages; their bytes lie in file_contents.';
COMMENT ON COLUMN files.conversation_id IS 'The conversation in which it was sent, with which it goes; null until it is sent.';
COMMENT ON COLUMN files.width IS 'Of a picture, in pixels, as its bytes say; null for any other file. The height likewise.';
COMMENT ON COLUMN files.text IS 'What was read from it for models, or its beginning; null for a picture, and until it is read.';
COMMENT ON COLUMN files.characters IS 'How long its whole text is.';
COMMENT ON COLUMN files.why IS 'Why it has no text that could be read: {code, values, parts}.';

CREATE TABLE file_contents (
    user_id uuid NOT NULL DEFAULT acting_user(),
    file_id uuid NOT NULL,
    content bytea NOT NULL,
    PRIMARY KEY (user_id, file_id),
    FOREIGN KEY (user_id, file_id) REFERENCES files (user_id, id) ON DELETE CASCADE
);
ALTER TABLE file_contents ALTER COLUMN content SET STORAGE EXTERNAL;
COMMENT ON TABLE file_contents IS 'The bytes of files as they were uploaded, apart so that no list reads them.';

CREATE TABLE document_files (
    user_id     uuid NOT NULL DEFAULT acting_user(),
    document_id uuid NOT NULL,
    content     bytea NOT NULL,
    PRIMARY KEY (user_id, document_id),
    FOREIGN KEY (user_id, document_id) REFERENCES documents (user_id, id) ON DELETE CASCADE
);
ALTER TABLE document_files ALTER COLUMN content SET STORAGE EXTERNAL;
COMMENT ON TABLE document_files IS 'The bytes as they were uploaded, apart so that no list reads them.';

CREATE TABLE passages (
    user_id     uuid NOT NULL DEFAULT acting_user(),
    id          uuid NOT NULL,
    document_id uuid NOT NULL,
    position    integer NOT NULL,
    heading     text NOT NULL,
    page        integer,
    start_at    integer NOT NULL,
    end_at      integer NOT NULL,
    text        text NOT NULL,
    PRIMARY KEY (user_id, id),
    UNIQUE (user_id, document_id, position),
    FOREIGN KEY (user_id, document_id) REFERENCES documents (user_id, id) ON DELETE CASCADE
);
COMMENT ON COLUMN passages.id IS 'Made of the document, the place and the text: indexing a text again keeps the ids.';

CREATE TABLE passage_terms (
    user_id     uuid NOT NULL DEFAULT acting_user(),
    term        text COLLATE "C" NOT NULL,
    document_id uuid NOT NULL,
    size        integer NOT NULL,
    positions   integer[] NOT NULL,
    counts      smallint[] NOT NULL,
    PRIMARY KEY (user_id, term, document_id),
    FOREIGN KEY (user_id, document_id) REFERENCES documents (user_id, id) ON DELETE CASCADE
);
COMMENT ON TABLE passage_terms IS 'In which passages of a document a word stem stands. Row-level security keeps every operator of a GIN index from being used; equality of texts may be.';
COMMENT ON COLUMN passage_terms.counts IS 'How often in each, a heading counting three times.';
CREATE INDEX passage_terms_by_document ON passage_terms (user_id, document_id);

CREATE TABLE passage_embeddings (
    user_id     uuid NOT NULL DEFAULT acting_user(),
    passage_id  uuid NOT NULL,
    document_id uuid NOT NULL,
    model       text NOT NULL,
    dimensions  integer NOT NULL,
    embedding   vector NOT NULL,
    PRIMARY KEY (user_id, passage_id),
    FOREIGN KEY (user_id, passage_id) REFERENCES passages (user_id, id) ON DELETE CASCADE
);
COMMENT ON COLUMN passage_embeddings.model IS 'Names the embedder: only embeddings of the one in use are compared.';
CREATE INDEX passage_embeddings_by_document ON passage_embeddings (user_id, document_id);
CREATE INDEX passage_embeddings_384 ON passage_embeddings
    USING hnsw ((embedding::vector(384)) vector_ip_ops) WHERE dimensions = 384;
CREATE INDEX passage_embeddings_768 ON passage_embeddings
    USING hnsw ((embedding::vector(768)) vector_ip_ops) WHERE dimensions = 768;
CREATE INDEX passage_embeddings_1024 ON passage_embeddings
    USING hnsw ((embedding::vector(1024)) vector_ip_ops) WHERE dimensions = 1024;
CREATE INDEX passage_embeddings_1536 ON passage_embeddings
    USING hnsw ((embedding::vector(1536)) vector_ip_ops) WHERE dimensions = 1536;

CREATE TABLE observation_embeddings (
    user_id    uuid NOT NULL DEFAULT acting_user(),
    number     integer NOT NULL,
    model      text NOT NULL,
    dimensions integer NOT NULL,
    embedding  vector NOT NULL,
    PRIMARY KEY (user_id, number),
    FOREIGN KEY (user_id, number) REFERENCES knowledge_observations (user_id, number) ON DELETE CASCADE
);

-- Who sees what: each row belongs to one user, and policies hold for the owner of the tables too.

CREATE TABLE task_counters (
    user_id uuid PRIMARY KEY DEFAULT acting_user()
            REFERENCES users ON DELETE CASCADE,
    number  integer NOT NULL
);
COMMENT ON TABLE task_counters IS 'The number of the latest task; raised under the row''s lock, so without gaps.';

CREATE TABLE schedules (
    user_id           uuid NOT NULL DEFAULT acting_user()
                      REFERENCES users ON DELETE CASCADE,
    id                uuid NOT NULL,
    name              text NOT NULL,
    cron              text,
    every_seconds     integer,
    timezone          text NOT NULL,
    starts_at         timestamptz,
    ends_at           timestamptz,
    action            json NOT NULL,
    missed            text NOT NULL CHECK (missed IN ('skip', 'once', 'all')),
    overlap           text NOT NULL CHECK (overlap IN ('skip', 'queue')),
    status            text NOT NULL DEFAULT 'active' CHECK (status IN ('active', 'paused', 'ended')),
    reason            text NOT NULL DEFAULT '',
    next_at           timestamptz,
    last_at           timestamptz,
    last_status       text,
    runs              integer NOT NULL DEFAULT 0,
    failures          integer NOT NULL DEFAULT 0,
    failures_in_a_row integer NOT NULL DEFAULT 0,
    created_at        timestamptz NOT NULL DEFAULT clock_timestamp(),
    updated_at        timestamptz NOT NULL DEFAULT clock_timestamp(),
    why               json,
    PRIMARY KEY (user_id, id),
    CONSTRAINT schedules_have_one_kind CHECK ((cron IS NULL) <> (every_seconds IS NULL)),
    CONSTRAINT schedules_fire_while_active CHECK ((status = 'active') = (next_at IS NOT NULL))
) WITH (fillfactor = 80);
COMMENT ON COLUMN schedules.why IS 'The reason, where there is a code for it: {code, values, parts}.';
CREATE INDEX schedules_due ON schedules (user_id, next_at) WHERE status = 'active';
CREATE INDEX schedules_latest ON schedules (user_id, created_at DESC);

CREATE TABLE reminders (
    user_id         uuid NOT NULL DEFAULT acting_user()
                    REFERENCES users ON DELETE CASCADE,
    id              uuid NOT NULL,
    text            text NOT NULL,
    due_at          timestamptz,
    cron            text,
    every_seconds   integer,
    timezone        text NOT NULL,
    language        text NOT NULL CHECK (language IN ('en', 'es')),
    conversation_id uuid,
    agent_id        text,
    meant_for       timestamptz,
    delivered_at    timestamptz,
    done_at         timestamptz,
    deleted_at      timestamptz,
    change          integer NOT NULL DEFAULT 1,
    before          json,
    call_id         text,
    changed_by      text,
    tainted         boolean NOT NULL DEFAULT false,
    created_at      timestamptz NOT NULL DEFAULT clock_timestamp(),
    updated_at      timestamptz NOT NULL DEFAULT clock_timestamp(),
    counts_from     timestamptz,
    PRIMARY KEY (user_id, id),
    FOREIGN KEY (user_id, conversation_id) REFERENCES conversations (user_id, id) ON DELETE SET NULL (conversation_id),
    CONSTRAINT reminders_repeat_one_way CHECK (cron IS NULL OR every_seconds IS NULL)
);
COMMENT ON COLUMN reminders.due_at IS 'The next time; a job of the queue gives it then.';
COMMENT ON COLUMN reminders.delivered_at IS 'When it was given, until the person has dealt with it.';
COMMENT ON COLUMN reminders.counts_from IS 'From when its equal times count; its next time where that is empty.';
COMMENT ON COLUMN reminders.before IS 'What the latest change has changed, as it was; empty when that cannot be undone.';
CREATE INDEX reminders_due ON reminders (user_id, due_at) WHERE deleted_at IS NULL;
CREATE INDEX reminders_of_conversations ON reminders (user_id, conversation_id) WHERE conversation_id IS NOT NULL;
CREATE UNIQUE INDEX reminders_made_by ON reminders (user_id, call_id) WHERE call_id IS NOT NULL;
CREATE INDEX reminders_changed_by ON reminders (user_id, changed_by) WHERE changed_by IS NOT NULL;

CREATE TABLE projects (
    user_id     uuid NOT NULL DEFAULT acting_user()
                REFERENCES users ON DELETE CASCADE,
    id          uuid NOT NULL,
    name        text NOT NULL,
    name_key    text NOT NULL,
    about       text NOT NULL,
    archived_at timestamptz,
    deleted_at  timestamptz,
    call_id     text,
    tainted     boolean NOT NULL,
    created_at  timestamptz NOT NULL DEFAULT clock_timestamp(),
    updated_at  timestamptz NOT NULL DEFAULT clock_timestamp(),
    PRIMARY KEY (user_id, id)
);
COMMENT ON TABLE projects IS 'Names under which a person keeps conversations, tasks, documents and notes together.';
COMMENT ON COLUMN projects.name_key IS 'The name without case, diacritics and surplus spaces.';
COMMENT ON COLUMN projects.deleted_at IS 'When it was deleted; it can come back until upkeep erases it.';
COMMENT ON COLUMN projects.call_id IS 'The call of a tool that created it.';
COMMENT ON COLUMN projects.tainted IS 'Whether its name was chosen after reading strangers'' words.';
CREATE UNIQUE INDEX projects_by_name ON projects (user_id, name_key) WHERE deleted_at IS NULL;
CREATE UNIQUE INDEX projects_by_call ON projects (user_id, call_id) WHERE call_id IS NOT NULL;

CREATE TABLE project_items (
    user_id    uuid NOT NULL DEFAULT acting_user(),
    project_id uuid NOT NULL,
    kind       text NOT NULL,
    item_id    uuid NOT NULL,
    call_id    text,
    missing_at timestamptz,
    added_at   timestamptz NOT NULL DEFAULT clock_timestamp(),
    PRIMARY KEY (user_id, project_id, kind, item_id),
    FOREIGN KEY (user_id, project_id) REFERENCES projects (user_id, id) ON DELETE CASCADE
);
COMMENT ON TABLE project_items IS 'What is in a project. Things lie in tables of features and plug-ins, which it does not know: one that is gone is not shown.';
COMMENT ON COLUMN project_items.missing_at IS 'Since when the thing is not there; it may come back until upkeep erases the row.';
CREATE INDEX project_items_missing ON project_items (user_id, missing_at) WHERE missing_at IS NOT NULL;

CREATE TABLE tasks (
    user_id          uuid NOT NULL DEFAULT acting_user()
                     REFERENCES users ON DELETE CASCADE,
    id               uuid NOT NULL,
    number           integer NOT NULL,
    title            text NOT NULL,
    description      text NOT NULL,
    folded           text NOT NULL,
    agent_id         text,
    supervised       boolean NOT NULL,
    rank             smallint NOT NULL CHECK (rank BETWEEN 0 AND 3),
    status           text NOT NULL CHECK (status IN ('todo', 'doing', 'review', 'done', 'paused', 'cancelled')),
    due_at           timestamptz,
    due_key          timestamptz NOT NULL GENERATED ALWAYS AS (coalesce(due_at, 'infinity'::timestamptz)) STORED,
    estimate_minutes integer,
    tags             text[] NOT NULL,
    position         double precision NOT NULL,
    execution_id     uuid,
    result           text,
    summary          text,
    tainted          boolean NOT NULL DEFAULT false,
    comments         integer NOT NULL DEFAULT 0,
    runs             integer NOT NULL DEFAULT 0,
    submissions      integer NOT NULL DEFAULT 0,
    returns          integer NOT NULL DEFAULT 0,
    schedule_id      uuid,
    call_id          text,
    created_at       timestamptz NOT NULL DEFAULT clock_timestamp(),
    updated_at       timestamptz NOT NULL DEFAULT clock_timestamp(),
    started_at       timestamptz,
    completed_at     timestamptz,
    deleted_at       timestamptz,
    PRIMARY KEY (user_id, id),
    UNIQUE (user_id, number),
    FOREIGN KEY (user_id, execution_id) REFERENCES executions (user_id, id) ON DELETE SET NULL (execution_id),
    FOREIGN KEY (user_id, schedule_id) REFERENCES schedules (user_id, id) ON DELETE SET NULL (schedule_id),
    CONSTRAINT tasks_completed_when_done CHECK ((status = 'done') = (completed_at IS NOT NULL))
) WITH (fillfactor = 80);
COMMENT ON COLUMN tasks.folded IS 'Title and description without case and diacritics, for searching.';
COMMENT ON COLUMN tasks.due_key IS 'When it is due, in the end for what has no date: row-level security lets an index be sought by columns only.';
COMMENT ON COLUMN tasks.rank IS 'The priority: 0 low to 3 urgent.';
COMMENT ON COLUMN tasks.deleted_at IS 'When it was taken off the board; it can come back until upkeep erases it.';
CREATE UNIQUE INDEX tasks_by_call ON tasks (user_id, call_id) WHERE call_id IS NOT NULL;
CREATE INDEX tasks_by_position ON tasks (user_id, status, position, id);
CREATE INDEX tasks_by_due ON tasks (user_id, status, due_key, id);
CREATE INDEX tasks_by_priority ON tasks (user_id, status, rank DESC, id DESC);
CREATE INDEX tasks_by_change ON tasks (user_id, status, updated_at DESC, id DESC);
CREATE INDEX tasks_deleted ON tasks (user_id, deleted_at DESC) WHERE deleted_at IS NOT NULL;
CREATE INDEX tasks_by_execution ON tasks (user_id, execution_id) WHERE execution_id IS NOT NULL;
CREATE INDEX tasks_by_schedule ON tasks (user_id, schedule_id) WHERE schedule_id IS NOT NULL;

CREATE TABLE task_dependencies (
    user_id    uuid NOT NULL DEFAULT acting_user(),
    task_id    uuid NOT NULL,
    depends_on uuid NOT NULL,
    PRIMARY KEY (user_id, task_id, depends_on),
    FOREIGN KEY (user_id, task_id) REFERENCES tasks (user_id, id) ON DELETE CASCADE,
    FOREIGN KEY (user_id, depends_on) REFERENCES tasks (user_id, id) ON DELETE CASCADE,
    CHECK (task_id <> depends_on)
);
CREATE INDEX task_dependencies_of ON task_dependencies (user_id, depends_on);

CREATE TABLE task_comments (
    user_id    uuid NOT NULL DEFAULT acting_user(),
    id         uuid NOT NULL,
    task_id    uuid NOT NULL,
    author     text NOT NULL,
    kind       text NOT NULL CHECK (kind IN ('comment', 'returned', 'accepted', 'result', 'change')),
    content    text NOT NULL,
    created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
    why        json,
    PRIMARY KEY (user_id, id),
    FOREIGN KEY (user_id, task_id) REFERENCES tasks (user_id, id) ON DELETE CASCADE
);
COMMENT ON COLUMN task_comments.why IS 'What the content says, where there is a code for it: {code, values, parts}.';
CREATE INDEX task_comments_by_task ON task_comments (user_id, task_id, created_at DESC, id DESC);

CREATE TABLE task_runs (
    user_id      uuid NOT NULL DEFAULT acting_user(),
    execution_id uuid NOT NULL,
    task_id      uuid NOT NULL,
    instructions text NOT NULL,
    tainted      boolean NOT NULL,
    created_at   timestamptz NOT NULL DEFAULT clock_timestamp(),
    PRIMARY KEY (user_id, execution_id),
    FOREIGN KEY (user_id, execution_id) REFERENCES executions (user_id, id) ON DELETE CASCADE,
    FOREIGN KEY (user_id, task_id) REFERENCES tasks (user_id, id) ON DELETE CASCADE
);
COMMENT ON COLUMN task_runs.tainted IS 'Whether what the run was given holds what strangers wrote.';
CREATE INDEX task_runs_by_task ON task_runs (user_id, task_id, created_at DESC);

CREATE TABLE schedule_runs (
    user_id      uuid NOT NULL DEFAULT acting_user(),
    id           uuid NOT NULL,
    schedule_id  uuid NOT NULL,
    due_at       timestamptz NOT NULL,
    started_at   timestamptz,
    execution_id uuid,
    task_id      uuid,
    status       text NOT NULL CHECK (status IN ('fired', 'skipped', 'missed', 'failed')),
    reason       text,
    by_hand      boolean NOT NULL,
    why          json,
    PRIMARY KEY (user_id, id),
    FOREIGN KEY (user_id, schedule_id) REFERENCES schedules (user_id, id) ON DELETE CASCADE,
    FOREIGN KEY (user_id, execution_id) REFERENCES executions (user_id, id) ON DELETE SET NULL (execution_id),
    FOREIGN KEY (user_id, task_id) REFERENCES tasks (user_id, id) ON DELETE SET NULL (task_id)
);
COMMENT ON COLUMN schedule_runs.why IS 'The reason, where there is a code for it: {code, values, parts}.';
CREATE UNIQUE INDEX schedule_runs_once ON schedule_runs (user_id, schedule_id, due_at DESC);
CREATE INDEX schedule_runs_by_execution ON schedule_runs (user_id, execution_id) WHERE execution_id IS NOT NULL;
CREATE INDEX schedule_runs_by_task ON schedule_runs (user_id, task_id) WHERE task_id IS NOT NULL;
CREATE INDEX schedule_runs_fired ON schedule_runs (user_id, schedule_id, due_at DESC) WHERE execution_id IS NOT NULL;

ALTER TABLE conversations ADD COLUMN task_id uuid;
ALTER TABLE conversations ADD CONSTRAINT conversations_task_fkey
    FOREIGN KEY (user_id, task_id) REFERENCES tasks (user_id, id) ON DELETE CASCADE;
DROP INDEX conversations_latest;
CREATE UNIQUE INDEX conversations_by_task ON conversations (user_id, task_id) WHERE task_id IS NOT NULL;
CREATE INDEX conversations_latest ON conversations (user_id, pinned, updated_at)
    WHERE resident_id IS NULL AND task_id IS NULL;
COMMENT ON COLUMN conversations.task_id IS 'Whose thread it is: the runs of a task, not a thread of a person.';

ALTER TABLE users ADD COLUMN schedules_due_at timestamptz;
COMMENT ON COLUMN users.schedules_due_at IS 'No schedule of the user is due before; the one thing about schedules that is read of all users at once.';
ALTER TABLE users ADD COLUMN messages_indexed bigint NOT NULL DEFAULT 0;
COMMENT ON COLUMN users.messages_indexed IS 'Messages up to this position are found through message_postings, later ones by looking.';
ALTER TABLE users ADD COLUMN sign_in_name text UNIQUE CHECK (sign_in_name = lower(btrim(sign_in_name)));
ALTER TABLE users ADD COLUMN joined_at timestamptz DEFAULT clock_timestamp();
ALTER TABLE users ADD COLUMN suspended_at timestamptz;
COMMENT ON COLUMN users.sign_in_name IS 'What the person types beside a password: a name or an e-mail address.';
COMMENT ON COLUMN users.joined_at IS 'When the person first came in; empty while the invitation waits.';
COMMENT ON COLUMN users.suspended_at IS 'Since when the person may not come in, and nothing works for them.';

-- Tables of plug-ins lie in schemas of their own, plugin_NAME.
CREATE TABLE spending_limits (
    user_id     uuid NOT NULL DEFAULT acting_user()
                REFERENCES users ON DELETE CASCADE,
    id          uuid NOT NULL,
    name        text NOT NULL,
    scope       text NOT NULL CHECK (scope IN ('everybody', 'person', 'agent', 'conversation', 'swarm', 'task')),
    subject     text NOT NULL,
    period      text NOT NULL CHECK (period IN ('day', 'month', 'always')),
    money       bigint CHECK (money >= 0),
    tokens      bigint CHECK (tokens >= 0),
    model_calls bigint CHECK (model_calls >= 0),
    at_limit    text NOT NULL CHECK (at_limit IN ('wait', 'end')),
    imposed     boolean NOT NULL,
    created_at  timestamptz NOT NULL DEFAULT clock_timestamp(),
    updated_at  timestamptz NOT NULL DEFAULT clock_timestamp(),
    tool_calls  bigint CHECK (tool_calls >= 0),
    milliseconds bigint CHECK (milliseconds >= 0),
    PRIMARY KEY (user_id, id),
    CHECK (num_nonnulls(money, tokens, model_calls, tool_calls, milliseconds) > 0)
);
COMMENT ON TABLE spending_limits IS 'What runs may use. Those for everybody are written by administrators.';
COMMENT ON COLUMN spending_limits.user_id IS 'Whose calls it concerns; of one for everybody who wrote it.';
COMMENT ON COLUMN spending_limits.subject IS 'The agent, conversation, swarm or task; empty for everybody and a person.';
COMMENT ON COLUMN spending_limits.money IS 'Billionths of a US dollar.';
COMMENT ON COLUMN spending_limits.milliseconds IS 'Time that model and tool calls take, added up.';
COMMENT ON COLUMN spending_limits.at_limit IS 'What a run does that reaches it: wait for a person, or end.';
COMMENT ON COLUMN spending_limits.imposed IS 'Whether administrators wrote it for a person, who cannot change it.';

CREATE TABLE spending_ledgers (
    user_id     uuid NOT NULL,
    limit_id    uuid NOT NULL,
    begins      timestamptz NOT NULL,
    money       bigint NOT NULL DEFAULT 0,
    tokens      bigint NOT NULL DEFAULT 0,
    model_calls bigint NOT NULL DEFAULT 0,
    held_money  bigint NOT NULL DEFAULT 0,
    held_tokens bigint NOT NULL DEFAULT 0,
    held_calls  bigint NOT NULL DEFAULT 0,
    warned      boolean NOT NULL DEFAULT false,
    tool_calls  bigint NOT NULL DEFAULT 0,
    milliseconds bigint NOT NULL DEFAULT 0,
    held_tools  bigint NOT NULL DEFAULT 0,
    PRIMARY KEY (user_id, limit_id, begins),
    FOREIGN KEY (user_id, limit_id) REFERENCES spending_limits ON UPDATE CASCADE ON DELETE CASCADE
);
COMMENT ON TABLE spending_ledgers IS 'What was used of a limit in one of its periods, and what calls under way hold.';
COMMENT ON COLUMN spending_ledgers.user_id IS 'That of the limit.';
COMMENT ON COLUMN spending_ledgers.begins IS 'When the period begins.';
COMMENT ON COLUMN spending_ledgers.held_money IS 'What calls under way may use at most: the sum of their reservations.';
COMMENT ON COLUMN spending_ledgers.warned IS 'Whether it was told that most of it is used.';

CREATE TABLE spending_reservations (
    user_id      uuid NOT NULL DEFAULT acting_user(),
    execution_id uuid NOT NULL,
    key          text NOT NULL,
    attempt      integer NOT NULL,
    limit_user   uuid NOT NULL,
    limit_id     uuid NOT NULL,
    begins       timestamptz NOT NULL,
    money        bigint NOT NULL,
    tokens       bigint NOT NULL,
    model_calls  bigint NOT NULL,
    tool_calls   bigint NOT NULL DEFAULT 0,
    PRIMARY KEY (user_id, execution_id, key, attempt, limit_id),
    FOREIGN KEY (user_id, execution_id) REFERENCES executions ON DELETE CASCADE,
    FOREIGN KEY (limit_user, limit_id, begins) REFERENCES spending_ledgers ON UPDATE CASCADE ON DELETE CASCADE
);
COMMENT ON TABLE spending_reservations IS 'What a call under way may use at most, in each ledger that it concerns.';
COMMENT ON COLUMN spending_reservations.key IS 'Of the step that the call will be.';
COMMENT ON COLUMN spending_reservations.limit_user IS 'The user of the ledger, who is another one where the limit is for everybody.';

CREATE TABLE plugin_migrations (
    plugin     text NOT NULL,
    number     integer NOT NULL,
    name       text NOT NULL,
    applied_at timestamptz NOT NULL DEFAULT clock_timestamp(),
    PRIMARY KEY (plugin, number)
);
COMMENT ON TABLE plugin_migrations IS 'Which migrations of plug-ins were carried out. It is nobody''s: the application has no right to it.';

CREATE TABLE administrators (
    user_id uuid PRIMARY KEY REFERENCES users ON DELETE CASCADE
);
COMMENT ON TABLE administrators IS
    'Who has the role of an owner or administrator in users: what policies on users may ask without asking users.';
CREATE TABLE passwords (
    user_id    uuid PRIMARY KEY DEFAULT acting_user() REFERENCES users ON DELETE CASCADE,
    hash       bytea NOT NULL,
    changed_at timestamptz NOT NULL DEFAULT clock_timestamp()
);
COMMENT ON COLUMN passwords.hash IS 'Argon2id, in its usual notation.';

CREATE FUNCTION of_all_people() RETURNS boolean LANGUAGE sql STABLE PARALLEL SAFE
    RETURN current_setting('bailiwick.people', true) IS NOT DISTINCT FROM 'all';
COMMENT ON FUNCTION of_all_people IS
    'Whether this transaction said that it is about all people, which administrators alone see.';

CREATE FUNCTION guard_people() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    mine text;
BEGIN
    IF TG_OP = 'INSERT' AND NEW.user_id = '00000000-0000-7000-8000-000000000001' THEN
        RETURN NEW;  -- the first owner, whom nobody invites
    END IF;
    SELECT role INTO mine FROM users WHERE user_id = acting_user() AND suspended_at IS NULL;
    IF mine IS NULL OR mine NOT IN ('owner', 'admin')
       OR (mine <> 'owner' AND (NEW.role = 'owner' OR (TG_OP = 'UPDATE' AND OLD.role = 'owner'))) THEN
        RAISE insufficient_privilege USING MESSAGE = 'owners change owners, administrators change others';
    END IF;
    IF TG_OP = 'UPDATE' AND OLD.role = 'owner' AND (NEW.role <> 'owner' OR NEW.suspended_at IS NOT NULL) THEN
        PERFORM pg_advisory_xact_lock(hashtextextended('the last owner', 0));
        IF NOT EXISTS (SELECT FROM users
                        WHERE user_id <> OLD.user_id
                          AND role = 'owner' AND joined_at IS NOT NULL AND suspended_at IS NULL) THEN
            RAISE restrict_violation USING MESSAGE = 'an installation has an owner';
        END IF;
    END IF;
    RETURN NEW;
END
$$;
COMMENT ON FUNCTION guard_people IS
    'Whoever invites, changes a role or suspends is an administrator; of an owner, an owner; and the last owner stays.';
CREATE TRIGGER guards_people BEFORE INSERT OR UPDATE OF role, suspended_at ON users
    FOR EACH ROW EXECUTE FUNCTION guard_people();

CREATE FUNCTION note_administrators() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF NEW.role IN ('owner', 'admin') THEN
        INSERT INTO administrators VALUES (NEW.user_id) ON CONFLICT DO NOTHING;
    ELSE
        DELETE FROM administrators WHERE user_id = NEW.user_id;
    END IF;
    RETURN NULL;
END
$$;
COMMENT ON FUNCTION note_administrators IS 'Keeps administrators as users says.';
CREATE TRIGGER notes_administrators AFTER INSERT OR UPDATE OF role ON users
    FOR EACH ROW EXECUTE FUNCTION note_administrators();

CREATE FUNCTION tell_of_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    PERFORM pg_notify('bailiwick_changes', json_build_object(
        'u', CASE WHEN TG_NARGS = 0 THEN coalesce(NEW.user_id, OLD.user_id) END)::text);
    RETURN NULL;
END
$$;
COMMENT ON FUNCTION tell_of_change IS 'Tells every process that what it keeps in memory of a user is no longer so; with an argument: of all users.';

CREATE FUNCTION audit_hash(entry audit_entries) RETURNS bytea LANGUAGE sql STABLE
    RETURN sha256(convert_to(json_build_array(
        entry.number, encode(entry.previous, 'hex'), (extract(epoch FROM entry.at) * 1000000)::bigint, entry.user_id,
        entry.act, entry.person, entry.token, entry.face, entry.address, entry.kind, entry.thing, entry.details::text
    )::text, 'UTF8'));
COMMENT ON FUNCTION audit_hash IS 'The hash of an entry of the audit log: of a list in JSON, the time in microseconds since 1970.';

CREATE FUNCTION chain_audit_entry() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    head audit_heads;
BEGIN
    -- Whoever appends at the same time waits here until this transaction has ended.
    INSERT INTO audit_heads AS last (id, number, hash) VALUES (1, 0, '')
        ON CONFLICT (id) DO UPDATE SET number = last.number
        RETURNING * INTO head;
    NEW.number := head.number + 1;
    NEW.at := clock_timestamp();
    NEW.previous := head.hash;
    NEW.hash := audit_hash(NEW);
    UPDATE audit_heads SET number = NEW.number, hash = NEW.hash;
    RETURN NEW;
END
$$;
COMMENT ON FUNCTION chain_audit_entry IS 'Numbers, dates and chains an entry of the audit log, whatever it came with.';

CREATE FUNCTION refuse_change_of_audit() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION 'Entries of the audit log are never changed or deleted' USING ERRCODE = 'insufficient_privilege';
END
$$;
COMMENT ON FUNCTION refuse_change_of_audit IS 'Keeps entries of the audit log as they are, also from the owner of the tables.';

CREATE FUNCTION tell_of_breaker() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    PERFORM pg_notify('bailiwick_changes', '{"u": null}');
    RETURN NULL;
END
$$;
COMMENT ON FUNCTION tell_of_breaker IS 'Tells every process that what it keeps in memory for all users is no longer so.';

CREATE FUNCTION hold_reserved() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF TG_OP = 'INSERT' THEN
        UPDATE spending_ledgers
           SET held_money = held_money + NEW.money, held_tokens = held_tokens + NEW.tokens,
               held_calls = held_calls + NEW.model_calls, held_tools = held_tools + NEW.tool_calls
         WHERE user_id = NEW.limit_user AND limit_id = NEW.limit_id AND begins = NEW.begins;
    ELSE
        UPDATE spending_ledgers
           SET held_money = held_money - OLD.money, held_tokens = held_tokens - OLD.tokens,
               held_calls = held_calls - OLD.model_calls, held_tools = held_tools - OLD.tool_calls
         WHERE user_id = OLD.limit_user AND limit_id = OLD.limit_id AND begins = OLD.begins;
    END IF;
    RETURN NULL;
END
$$;
COMMENT ON FUNCTION hold_reserved IS 'A ledger holds what is reserved in it, however a reservation goes away.';
CREATE TRIGGER holds_reserved AFTER INSERT OR DELETE ON spending_reservations
    FOR EACH ROW EXECUTE FUNCTION hold_reserved();

CREATE FUNCTION account_for_calls(run uuid, claimed integer, everything boolean, lines json, calls_over json, asked json)
RETURNS json LANGUAGE plpgsql AS $$
DECLARE
    answer bigint;
    at_best bigint;
    in_the_way uuid;
    reached json;
    warned_of json;
BEGIN
    -- Who claims the run gives back what was reserved before: nothing is reserved after that for who had it then.
    IF asked IS NOT NULL THEN
        PERFORM FROM executions WHERE executions.id = run AND executions.attempt = claimed FOR NO KEY UPDATE;
        IF NOT FOUND THEN
            RETURN json_build_object('lost', true);
        END IF;
    END IF;

    -- Periods that have just begun.
    INSERT INTO spending_ledgers (user_id, limit_id, begins)
    SELECT DISTINCT spending_limits.user_id, spending_limits.id, line.begins
      FROM json_to_recordset(lines) AS line (limit_user uuid, limit_id uuid, begins timestamptz)
      JOIN spending_limits ON spending_limits.user_id = line.limit_user AND spending_limits.id = line.limit_id
     WHERE NOT EXISTS (SELECT FROM spending_ledgers AS known
                        WHERE known.user_id = line.limit_user AND known.limit_id = line.limit_id
                          AND known.begins = line.begins)
     ORDER BY 1, 2, 3
        ON CONFLICT DO NOTHING;

    -- Everybody locks ledgers in this order, as the last thing of a transaction.
    PERFORM FROM spending_ledgers AS ledger
       JOIN (SELECT line.limit_user, line.limit_id, line.begins
               FROM json_to_recordset(lines) AS line (limit_user uuid, limit_id uuid, begins timestamptz)
              UNION
             SELECT limit_user, limit_id, begins FROM spending_reservations WHERE execution_id = run) AS concerned
         ON ledger.user_id = concerned.limit_user AND ledger.limit_id = concerned.limit_id
        AND ledger.begins = concerned.begins
      ORDER BY ledger.user_id, ledger.limit_id, ledger.begins
        FOR NO KEY UPDATE OF ledger;

    -- What calls have used counts where it was reserved, and else where it is to count.
    UPDATE spending_ledgers AS ledger
       SET money = ledger.money + used.money, tokens = ledger.tokens + used.tokens,
           model_calls = ledger.model_calls + used.model_calls, tool_calls = ledger.tool_calls + used.tool_calls,
           milliseconds = ledger.milliseconds + used.milliseconds
      FROM (SELECT place.limit_user, place.limit_id, place.begins, sum(call.money)::bigint AS money,
                   sum(call.tokens)::bigint AS tokens, sum(call.model_calls)::bigint AS model_calls,
                   sum(call.tool_calls)::bigint AS tool_calls, sum(call.milliseconds)::bigint AS milliseconds
              FROM json_to_recordset(calls_over) AS call (key text, money bigint, tokens bigint, model_calls bigint,
                                                          tool_calls bigint, milliseconds bigint)
              JOIN (SELECT key, limit_user, limit_id, begins FROM spending_reservations
                     WHERE execution_id = run AND attempt = claimed
                     UNION ALL
                    SELECT line.key, line.limit_user, line.limit_id, line.begins
                      FROM json_to_recordset(lines)
                           AS line (key text, limit_user uuid, limit_id uuid, begins timestamptz)
                     WHERE NOT EXISTS (SELECT FROM spending_reservations AS held
                                        WHERE held.execution_id = run AND held.attempt = claimed
                                          AND held.key = line.key AND held.limit_id = line.limit_id)) AS place
                USING (key)
             GROUP BY place.limit_user, place.limit_id, place.begins) AS used
     WHERE ledger.user_id = used.limit_user AND ledger.limit_id = used.limit_id AND ledger.begins = used.begins;

    DELETE FROM spending_reservations
     WHERE execution_id = run
       AND (attempt < claimed
            OR (attempt = claimed
                AND (everything OR key IN (SELECT key FROM json_to_recordset(calls_over) AS call (key text)))));

    IF asked IS NOT NULL THEN
        -- How long an answer each limit leaves room for, and would if nothing else were under way; a tool call has one
        -- of no length. What takes no model leaves out what only models use.
        WITH call AS (
            SELECT * FROM json_to_record(asked)
                          AS call (key text, input bigint, input_money bigint, token_money bigint, least bigint,
                                   most bigint, model_calls bigint, tool_calls bigint)
        ), rooms AS (
            SELECT ledger.limit_id,
                   least(CASE WHEN call.model_calls > 0
                              THEN spending_limits.tokens - ledger.tokens - ledger.held_tokens - call.input END,
                         CASE WHEN call.input_money + call.token_money = 0 THEN NULL
                              WHEN spending_limits.money - ledger.money - ledger.held_money < call.input_money THEN -1
                              ELSE (spending_limits.money - ledger.money - ledger.held_money - call.input_money)
                                   / nullif(call.token_money, 0) END,
                         CASE WHEN call.model_calls > 0
                               AND spending_limits.model_calls <= ledger.model_calls + ledger.held_calls THEN -1 END,
                         CASE WHEN call.tool_calls > 0
                               AND spending_limits.tool_calls <= ledger.tool_calls + ledger.held_tools THEN -1 END,
                         CASE WHEN spending_limits.milliseconds <= ledger.milliseconds THEN -1 END) AS answer,
                   least(CASE WHEN call.model_calls > 0 THEN spending_limits.tokens - ledger.tokens - call.input END,
                         CASE WHEN call.input_money + call.token_money = 0 THEN NULL
                              WHEN spending_limits.money - ledger.money < call.input_money THEN -1
                              ELSE (spending_limits.money - ledger.money - call.input_money)
                                   / nullif(call.token_money, 0) END,
                         CASE WHEN call.model_calls > 0 AND spending_limits.model_calls <= ledger.model_calls
                              THEN -1 END,
                         CASE WHEN call.tool_calls > 0 AND spending_limits.tool_calls <= ledger.tool_calls
                              THEN -1 END,
                         CASE WHEN spending_limits.milliseconds <= ledger.milliseconds THEN -1 END) AS at_best
              FROM call
              JOIN json_to_recordset(lines) AS line (key text, limit_user uuid, limit_id uuid, begins timestamptz)
                USING (key)
              JOIN spending_ledgers AS ledger
                ON ledger.user_id = line.limit_user AND ledger.limit_id = line.limit_id AND ledger.begins = line.begins
              JOIN spending_limits
                ON spending_limits.user_id = ledger.user_id AND spending_limits.id = ledger.limit_id
        )
        SELECT least(call.most, min(rooms.answer)), least(call.most, min(rooms.at_best)),
               (array_agg(rooms.limit_id ORDER BY rooms.at_best NULLS LAST, rooms.answer NULLS LAST))[1]
          INTO answer, at_best, in_the_way
          FROM call LEFT JOIN rooms ON true
         GROUP BY call.most;
        IF answer >= (asked ->> 'least')::bigint THEN
            INSERT INTO spending_reservations (execution_id, key, attempt, limit_user, limit_id, begins, money, tokens,
                                               model_calls, tool_calls)
            SELECT run, line.key, claimed, ledger.user_id, ledger.limit_id, ledger.begins,
                   (asked ->> 'input_money')::bigint + answer * (asked ->> 'token_money')::bigint,
                   (asked ->> 'input')::bigint + answer, (asked ->> 'model_calls')::bigint,
                   (asked ->> 'tool_calls')::bigint
              FROM json_to_recordset(lines) AS line (key text, limit_user uuid, limit_id uuid, begins timestamptz)
              JOIN spending_ledgers AS ledger
                ON ledger.user_id = line.limit_user AND ledger.limit_id = line.limit_id AND ledger.begins = line.begins
             WHERE line.key = asked ->> 'key'
             ORDER BY ledger.user_id, ledger.limit_id;
        ELSE
            SELECT row_to_json(narrowest) INTO reached
              FROM (SELECT spending_limits.*, ledger.begins, ledger.money AS used_money, ledger.tokens AS used_tokens,
                           ledger.model_calls AS used_calls, ledger.tool_calls AS used_tools,
                           ledger.milliseconds AS used_milliseconds
                      FROM json_to_recordset(lines)
                           AS line (key text, limit_user uuid, limit_id uuid, begins timestamptz)
                      JOIN spending_limits
                        ON spending_limits.user_id = line.limit_user AND spending_limits.id = line.limit_id
                      JOIN spending_ledgers AS ledger
                        ON ledger.user_id = line.limit_user AND ledger.limit_id = line.limit_id
                       AND ledger.begins = line.begins
                     WHERE line.key = asked ->> 'key' AND line.limit_id = in_the_way) AS narrowest;
        END IF;
    END IF;

    WITH warns AS (
        UPDATE spending_ledgers AS ledger
           SET warned = true
          FROM (SELECT DISTINCT line.limit_user, line.limit_id, line.begins
                  FROM json_to_recordset(lines) AS line (limit_user uuid, limit_id uuid, begins timestamptz)) AS line
          JOIN spending_limits
            ON spending_limits.user_id = line.limit_user AND spending_limits.id = line.limit_id
         WHERE ledger.user_id = line.limit_user AND ledger.limit_id = line.limit_id AND ledger.begins = line.begins
           AND NOT ledger.warned
           AND (ledger.money * 5 >= spending_limits.money * 4 OR ledger.tokens * 5 >= spending_limits.tokens * 4
                OR ledger.model_calls * 5 >= spending_limits.model_calls * 4
                OR ledger.tool_calls * 5 >= spending_limits.tool_calls * 4
                OR ledger.milliseconds * 5 >= spending_limits.milliseconds * 4)
        RETURNING ledger.limit_id
    )
    SELECT json_agg(limit_id) INTO warned_of FROM warns;

    RETURN json_build_object('answer', answer, 'at_best', at_best, 'reached', reached, 'warned', warned_of);
END
$$;
COMMENT ON FUNCTION account_for_calls IS
    'Book in the ledgers of a run what calls have used, give back what was reserved for them, and reserve for the next.';

CREATE TRIGGER chains BEFORE INSERT ON audit_entries FOR EACH ROW EXECUTE FUNCTION chain_audit_entry();
CREATE TRIGGER stays BEFORE UPDATE OR DELETE OR TRUNCATE ON audit_entries
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_change_of_audit();
CREATE TRIGGER tells_of_change AFTER UPDATE OF user_id, name, role, suspended_at OR DELETE ON users
    FOR EACH ROW EXECUTE FUNCTION tell_of_change();
CREATE TRIGGER tells_of_change AFTER UPDATE OF user_id, id, kind, digest, scopes, expires_at OR DELETE ON access_tokens
    FOR EACH ROW EXECUTE FUNCTION tell_of_change();
CREATE TRIGGER tells_of_change AFTER INSERT OR UPDATE OR DELETE ON rosters
    FOR EACH ROW EXECUTE FUNCTION tell_of_change();
CREATE TRIGGER tells_of_change AFTER INSERT OR UPDATE OR DELETE ON preferences
    FOR EACH ROW EXECUTE FUNCTION tell_of_change();
CREATE TRIGGER tells_of_change AFTER INSERT ON knowledge_scopes
    FOR EACH ROW WHEN (NEW.scope = 'user') EXECUTE FUNCTION tell_of_change();
CREATE TRIGGER tells_of_change AFTER INSERT OR UPDATE OR DELETE ON mcp_enablements
    FOR EACH ROW EXECUTE FUNCTION tell_of_change();
CREATE TRIGGER tells_of_change AFTER INSERT OR UPDATE OR DELETE ON mcp_servers
    FOR EACH ROW EXECUTE FUNCTION tell_of_change('everybody');
CREATE TRIGGER tells_of_change AFTER UPDATE OF open_until ON model_breakers
    FOR EACH ROW WHEN (OLD.open_until IS DISTINCT FROM NEW.open_until) EXECUTE FUNCTION tell_of_breaker();
CREATE TRIGGER tells_of_change AFTER INSERT OR UPDATE OR DELETE ON spending_limits
    FOR EACH ROW EXECUTE FUNCTION tell_of_change('everybody');
CREATE TRIGGER tells_of_change AFTER INSERT OR UPDATE OR DELETE ON model_connections
    FOR EACH ROW EXECUTE FUNCTION tell_of_change('everybody');
CREATE TRIGGER tells_of_change AFTER INSERT OR UPDATE OR DELETE ON installation_settings
    FOR EACH ROW EXECUTE FUNCTION tell_of_change('everybody');

ALTER TABLE users ENABLE ROW LEVEL SECURITY;
ALTER TABLE users FORCE ROW LEVEL SECURITY;
CREATE POLICY own_rows ON users
    USING (user_id = acting_user())
    WITH CHECK (user_id = acting_user());
CREATE POLICY signing_in ON users FOR SELECT
    USING (sign_in_name = nullif(current_setting('bailiwick.sign_in_name', true), ''));
CREATE POLICY seen_by_administrators ON users FOR SELECT
    USING (of_all_people()
           AND EXISTS (SELECT FROM administrators
                        WHERE administrators.user_id = acting_user()));
CREATE POLICY invited_by_administrators ON users FOR INSERT
    WITH CHECK (of_all_people()
                AND EXISTS (SELECT FROM administrators
                             WHERE administrators.user_id = acting_user()));
CREATE POLICY changed_by_administrators ON users FOR UPDATE
    USING (of_all_people()
           AND EXISTS (SELECT FROM administrators
                        WHERE administrators.user_id = acting_user()));

GRANT SELECT, INSERT, UPDATE ON users TO bailiwick_app;

ALTER TABLE administrators ENABLE ROW LEVEL SECURITY;
ALTER TABLE administrators FORCE ROW LEVEL SECURITY;
CREATE POLICY own_row ON administrators FOR SELECT
    USING (user_id = acting_user() OR of_all_people());
CREATE POLICY as_users_says ON administrators FOR INSERT
    WITH CHECK (EXISTS (SELECT FROM users
                         WHERE users.user_id = administrators.user_id
                           AND role IN ('owner', 'admin')));
CREATE POLICY no_longer ON administrators FOR DELETE
    USING (NOT EXISTS (SELECT FROM users
                        WHERE users.user_id = administrators.user_id
                          AND role IN ('owner', 'admin')));
GRANT SELECT, INSERT, DELETE ON administrators TO bailiwick_app;

ALTER TABLE passwords ENABLE ROW LEVEL SECURITY;
ALTER TABLE passwords FORCE ROW LEVEL SECURITY;
CREATE POLICY own_rows ON passwords
    USING (user_id = acting_user())
    WITH CHECK (user_id = acting_user());
GRANT SELECT, INSERT, UPDATE, DELETE ON passwords TO bailiwick_app;

ALTER TABLE access_tokens ENABLE ROW LEVEL SECURITY;
ALTER TABLE access_tokens FORCE ROW LEVEL SECURITY;
CREATE POLICY own_rows ON access_tokens
    USING (user_id = acting_user())
    WITH CHECK (user_id = acting_user());
GRANT SELECT, INSERT, UPDATE, DELETE ON access_tokens TO bailiwick_app;

ALTER TABLE rosters ENABLE ROW LEVEL SECURITY;
ALTER TABLE rosters FORCE ROW LEVEL SECURITY;
CREATE POLICY own_rows ON rosters
    USING (user_id = acting_user())
    WITH CHECK (user_id = acting_user());
GRANT SELECT, INSERT, UPDATE ON rosters TO bailiwick_app;

ALTER TABLE agents ENABLE ROW LEVEL SECURITY;
ALTER TABLE agents FORCE ROW LEVEL SECURITY;
CREATE POLICY own_rows ON agents
    USING (user_id = acting_user())
    WITH CHECK (user_id = acting_user());
GRANT SELECT, INSERT, UPDATE, DELETE ON agents TO bailiwick_app;

ALTER TABLE agent_tombstones ENABLE ROW LEVEL SECURITY;
ALTER TABLE agent_tombstones FORCE ROW LEVEL SECURITY;
CREATE POLICY own_rows ON agent_tombstones
    USING (user_id = acting_user())
    WITH CHECK (user_id = acting_user());
GRANT SELECT, INSERT, UPDATE, DELETE ON agent_tombstones TO bailiwick_app;

ALTER TABLE agent_uses ENABLE ROW LEVEL SECURITY;
ALTER TABLE agent_uses FORCE ROW LEVEL SECURITY;
CREATE POLICY own_rows ON agent_uses
    USING (user_id = acting_user())
    WITH CHECK (user_id = acting_user());
GRANT SELECT, INSERT, UPDATE ON agent_uses TO bailiwick_app;

ALTER TABLE conversations ENABLE ROW LEVEL SECURITY;
ALTER TABLE conversations FORCE ROW LEVEL SECURITY;
CREATE POLICY own_rows ON conversations
    USING (user_id = acting_user())
    WITH CHECK (user_id = acting_user());
GRANT SELECT, INSERT, UPDATE, DELETE ON conversations TO bailiwick_app;

ALTER TABLE executions ENABLE ROW LEVEL SECURITY;
ALTER TABLE executions FORCE ROW LEVEL SECURITY;
CREATE POLICY own_rows ON executions
    USING (user_id = acting_user())
    WITH CHECK (user_id = acting_user());
GRANT SELECT, INSERT, UPDATE ON executions TO bailiwick_app;

ALTER TABLE messages ENABLE ROW LEVEL SECURITY;
ALTER TABLE messages FORCE ROW LEVEL SECURITY;
CREATE POLICY own_rows ON messages
    USING (user_id = acting_user())
    WITH CHECK (user_id = acting_user());
GRANT SELECT, INSERT ON messages TO bailiwick_app;

ALTER TABLE message_postings ENABLE ROW LEVEL SECURITY;
ALTER TABLE message_postings FORCE ROW LEVEL SECURITY;
CREATE POLICY own_rows ON message_postings
    USING (user_id = acting_user())
    WITH CHECK (user_id = acting_user());
GRANT SELECT, INSERT, UPDATE, DELETE ON message_postings TO bailiwick_app;

ALTER TABLE steps ENABLE ROW LEVEL SECURITY;
ALTER TABLE steps FORCE ROW LEVEL SECURITY;
CREATE POLICY own_rows ON steps
    USING (user_id = acting_user())
    WITH CHECK (user_id = acting_user());
GRANT SELECT, INSERT, UPDATE, DELETE ON steps TO bailiwick_app;

ALTER TABLE instructions ENABLE ROW LEVEL SECURITY;
ALTER TABLE instructions FORCE ROW LEVEL SECURITY;
CREATE POLICY own_rows ON instructions
    USING (user_id = acting_user())
    WITH CHECK (user_id = acting_user());
GRANT SELECT, INSERT, UPDATE, DELETE ON instructions TO bailiwick_app;

ALTER TABLE decisions ENABLE ROW LEVEL SECURITY;
ALTER TABLE decisions FORCE ROW LEVEL SECURITY;
CREATE POLICY own_rows ON decisions
    USING (user_id = acting_user())
    WITH CHECK (user_id = acting_user());
GRANT SELECT, INSERT, DELETE ON decisions TO bailiwick_app;

ALTER TABLE feedback ENABLE ROW LEVEL SECURITY;
ALTER TABLE feedback FORCE ROW LEVEL SECURITY;
CREATE POLICY own_rows ON feedback
    USING (user_id = acting_user())
    WITH CHECK (user_id = acting_user());
GRANT SELECT, INSERT, UPDATE, DELETE ON feedback TO bailiwick_app;

ALTER TABLE misroutes ENABLE ROW LEVEL SECURITY;
ALTER TABLE misroutes FORCE ROW LEVEL SECURITY;
CREATE POLICY own_rows ON misroutes
    USING (user_id = acting_user())
    WITH CHECK (user_id = acting_user());
GRANT SELECT, INSERT, UPDATE, DELETE ON misroutes TO bailiwick_app;

ALTER TABLE routing_agents ENABLE ROW LEVEL SECURITY;
ALTER TABLE routing_agents FORCE ROW LEVEL SECURITY;
CREATE POLICY own_rows ON routing_agents
    USING (user_id = acting_user())
    WITH CHECK (user_id = acting_user());
GRANT SELECT, INSERT, UPDATE, DELETE ON routing_agents TO bailiwick_app;

ALTER TABLE routing_lessons ENABLE ROW LEVEL SECURITY;
ALTER TABLE routing_lessons FORCE ROW LEVEL SECURITY;
CREATE POLICY own_rows ON routing_lessons
    USING (user_id = acting_user())
    WITH CHECK (user_id = acting_user());
GRANT SELECT, INSERT, UPDATE, DELETE ON routing_lessons TO bailiwick_app;

ALTER TABLE routing_releases ENABLE ROW LEVEL SECURITY;
ALTER TABLE routing_releases FORCE ROW LEVEL SECURITY;
CREATE POLICY own_rows ON routing_releases
    USING (user_id = acting_user())
    WITH CHECK (user_id = acting_user());
GRANT SELECT, INSERT, UPDATE, DELETE ON routing_releases TO bailiwick_app;

ALTER TABLE routing_states ENABLE ROW LEVEL SECURITY;
ALTER TABLE routing_states FORCE ROW LEVEL SECURITY;
CREATE POLICY own_rows ON routing_states
    USING (user_id = acting_user())
    WITH CHECK (user_id = acting_user());
GRANT SELECT, INSERT, UPDATE, DELETE ON routing_states TO bailiwick_app;

ALTER TABLE golden_cases ENABLE ROW LEVEL SECURITY;
ALTER TABLE golden_cases FORCE ROW LEVEL SECURITY;
CREATE POLICY own_rows ON golden_cases
    USING (user_id = acting_user())
    WITH CHECK (user_id = acting_user());
GRANT SELECT, INSERT, UPDATE, DELETE ON golden_cases TO bailiwick_app;

ALTER TABLE approvals ENABLE ROW LEVEL SECURITY;
ALTER TABLE approvals FORCE ROW LEVEL SECURITY;
CREATE POLICY own_rows ON approvals
    USING (user_id = acting_user())
    WITH CHECK (user_id = acting_user());
GRANT SELECT, INSERT, UPDATE ON approvals TO bailiwick_app;

ALTER TABLE approval_grants ENABLE ROW LEVEL SECURITY;
ALTER TABLE approval_grants FORCE ROW LEVEL SECURITY;
CREATE POLICY own_rows ON approval_grants
    USING (user_id = acting_user())
    WITH CHECK (user_id = acting_user());
GRANT SELECT, INSERT, DELETE ON approval_grants TO bailiwick_app;

ALTER TABLE events ENABLE ROW LEVEL SECURITY;
ALTER TABLE events FORCE ROW LEVEL SECURITY;
CREATE POLICY own_rows ON events
    USING (user_id = acting_user())
    WITH CHECK (user_id = acting_user());
GRANT SELECT, INSERT, DELETE, UPDATE (preceded) ON events TO bailiwick_app;

ALTER TABLE documents ENABLE ROW LEVEL SECURITY;
ALTER TABLE documents FORCE ROW LEVEL SECURITY;
CREATE POLICY own_rows ON documents
    USING (user_id = acting_user())
    WITH CHECK (user_id = acting_user());
GRANT SELECT, INSERT, UPDATE, DELETE ON documents TO bailiwick_app;

ALTER TABLE idempotency_keys ENABLE ROW LEVEL SECURITY;
ALTER TABLE idempotency_keys FORCE ROW LEVEL SECURITY;
CREATE POLICY own_rows ON idempotency_keys
    USING (user_id = acting_user())
    WITH CHECK (user_id = acting_user());
GRANT SELECT, INSERT, UPDATE, DELETE ON idempotency_keys TO bailiwick_app;

ALTER TABLE credentials ENABLE ROW LEVEL SECURITY;
ALTER TABLE credentials FORCE ROW LEVEL SECURITY;
CREATE POLICY own_rows ON credentials
    USING (user_id = acting_user())
    WITH CHECK (user_id = acting_user());
GRANT SELECT, INSERT, UPDATE, DELETE ON credentials TO bailiwick_app;

-- The one table that people share. Who may write is what the acting user's own row says.
ALTER TABLE mcp_servers ENABLE ROW LEVEL SECURITY;
ALTER TABLE mcp_servers FORCE ROW LEVEL SECURITY;
CREATE POLICY read_by_people ON mcp_servers FOR SELECT
    USING (EXISTS (SELECT FROM users
                    WHERE users.user_id = acting_user()));
CREATE POLICY added_by_administrators ON mcp_servers FOR INSERT
    WITH CHECK (user_id = acting_user()
                AND EXISTS (SELECT FROM users
                             WHERE users.user_id = acting_user()
                               AND role IN ('owner', 'admin')));
CREATE POLICY changed_by_administrators ON mcp_servers FOR UPDATE
    USING (EXISTS (SELECT FROM users
                    WHERE users.user_id = acting_user()
                      AND role IN ('owner', 'admin')));
CREATE POLICY removed_by_administrators ON mcp_servers FOR DELETE
    USING (EXISTS (SELECT FROM users
                    WHERE users.user_id = acting_user()
                      AND role IN ('owner', 'admin')));
GRANT SELECT, INSERT, DELETE, UPDATE (name, origin, definition, updated_at) ON mcp_servers TO bailiwick_app;

ALTER TABLE mcp_enablements ENABLE ROW LEVEL SECURITY;
ALTER TABLE mcp_enablements FORCE ROW LEVEL SECURITY;
CREATE POLICY own_rows ON mcp_enablements
    USING (user_id = acting_user())
    WITH CHECK (user_id = acting_user());
GRANT SELECT, INSERT, UPDATE, DELETE ON mcp_enablements TO bailiwick_app;

ALTER TABLE rates ENABLE ROW LEVEL SECURITY;
ALTER TABLE rates FORCE ROW LEVEL SECURITY;
CREATE POLICY own_rows ON rates
    USING (user_id = acting_user())
    WITH CHECK (user_id = acting_user());
GRANT SELECT, INSERT, UPDATE, DELETE ON rates TO bailiwick_app;

ALTER TABLE knowledge_scopes ENABLE ROW LEVEL SECURITY;
ALTER TABLE knowledge_scopes FORCE ROW LEVEL SECURITY;
CREATE POLICY own_rows ON knowledge_scopes
    USING (user_id = acting_user())
    WITH CHECK (user_id = acting_user());
GRANT SELECT, INSERT, UPDATE, DELETE ON knowledge_scopes TO bailiwick_app;

ALTER TABLE knowledge_changes ENABLE ROW LEVEL SECURITY;
ALTER TABLE knowledge_changes FORCE ROW LEVEL SECURITY;
CREATE POLICY own_rows ON knowledge_changes
    USING (user_id = acting_user())
    WITH CHECK (user_id = acting_user());
GRANT SELECT, INSERT, UPDATE, DELETE ON knowledge_changes TO bailiwick_app;

ALTER TABLE knowledge_entities ENABLE ROW LEVEL SECURITY;
ALTER TABLE knowledge_entities FORCE ROW LEVEL SECURITY;
CREATE POLICY own_rows ON knowledge_entities
    USING (user_id = acting_user())
    WITH CHECK (user_id = acting_user());
GRANT SELECT, INSERT, UPDATE, DELETE ON knowledge_entities TO bailiwick_app;

ALTER TABLE knowledge_observations ENABLE ROW LEVEL SECURITY;
ALTER TABLE knowledge_observations FORCE ROW LEVEL SECURITY;
CREATE POLICY own_rows ON knowledge_observations
    USING (user_id = acting_user())
    WITH CHECK (user_id = acting_user());
GRANT SELECT, INSERT, UPDATE, DELETE ON knowledge_observations TO bailiwick_app;

ALTER TABLE knowledge_relations ENABLE ROW LEVEL SECURITY;
ALTER TABLE knowledge_relations FORCE ROW LEVEL SECURITY;
CREATE POLICY own_rows ON knowledge_relations
    USING (user_id = acting_user())
    WITH CHECK (user_id = acting_user());
GRANT SELECT, INSERT, UPDATE, DELETE ON knowledge_relations TO bailiwick_app;

ALTER TABLE knowledge_postings ENABLE ROW LEVEL SECURITY;
ALTER TABLE knowledge_postings FORCE ROW LEVEL SECURITY;
CREATE POLICY own_rows ON knowledge_postings
    USING (user_id = acting_user())
    WITH CHECK (user_id = acting_user());
GRANT SELECT, INSERT, UPDATE, DELETE ON knowledge_postings TO bailiwick_app;

ALTER TABLE swarms ENABLE ROW LEVEL SECURITY;
ALTER TABLE swarms FORCE ROW LEVEL SECURITY;
CREATE POLICY own_rows ON swarms
    USING (user_id = acting_user())
    WITH CHECK (user_id = acting_user());
GRANT SELECT, INSERT, UPDATE, DELETE ON swarms TO bailiwick_app;

ALTER TABLE residents ENABLE ROW LEVEL SECURITY;
ALTER TABLE residents FORCE ROW LEVEL SECURITY;
CREATE POLICY own_rows ON residents
    USING (user_id = acting_user())
    WITH CHECK (user_id = acting_user());
GRANT SELECT, INSERT, UPDATE, DELETE ON residents TO bailiwick_app;

ALTER TABLE rooms ENABLE ROW LEVEL SECURITY;
ALTER TABLE rooms FORCE ROW LEVEL SECURITY;
CREATE POLICY own_rows ON rooms
    USING (user_id = acting_user())
    WITH CHECK (user_id = acting_user());
GRANT SELECT, INSERT, UPDATE, DELETE ON rooms TO bailiwick_app;

ALTER TABLE room_members ENABLE ROW LEVEL SECURITY;
ALTER TABLE room_members FORCE ROW LEVEL SECURITY;
CREATE POLICY own_rows ON room_members
    USING (user_id = acting_user())
    WITH CHECK (user_id = acting_user());
GRANT SELECT, INSERT, UPDATE, DELETE ON room_members TO bailiwick_app;

ALTER TABLE mails ENABLE ROW LEVEL SECURITY;
ALTER TABLE mails FORCE ROW LEVEL SECURITY;
CREATE POLICY own_rows ON mails
    USING (user_id = acting_user())
    WITH CHECK (user_id = acting_user());
GRANT SELECT, INSERT, UPDATE, DELETE ON mails TO bailiwick_app;

ALTER TABLE deliveries ENABLE ROW LEVEL SECURITY;
ALTER TABLE deliveries FORCE ROW LEVEL SECURITY;
CREATE POLICY own_rows ON deliveries
    USING (user_id = acting_user())
    WITH CHECK (user_id = acting_user());
GRANT SELECT, INSERT, UPDATE, DELETE ON deliveries TO bailiwick_app;

ALTER TABLE resident_turns ENABLE ROW LEVEL SECURITY;
ALTER TABLE resident_turns FORCE ROW LEVEL SECURITY;
CREATE POLICY own_rows ON resident_turns
    USING (user_id = acting_user())
    WITH CHECK (user_id = acting_user());
GRANT SELECT, INSERT, UPDATE, DELETE ON resident_turns TO bailiwick_app;

ALTER TABLE files ENABLE ROW LEVEL SECURITY;
ALTER TABLE files FORCE ROW LEVEL SECURITY;
CREATE POLICY own_rows ON files
    USING (user_id = acting_user())
    WITH CHECK (user_id = acting_user());
GRANT SELECT, INSERT, DELETE, UPDATE (conversation_id, text, characters, why) ON files TO bailiwick_app;

ALTER TABLE file_contents ENABLE ROW LEVEL SECURITY;
ALTER TABLE file_contents FORCE ROW LEVEL SECURITY;
CREATE POLICY own_rows ON file_contents
    USING (user_id = acting_user())
    WITH CHECK (user_id = acting_user());
GRANT SELECT, INSERT, DELETE ON file_contents TO bailiwick_app;

ALTER TABLE document_files ENABLE ROW LEVEL SECURITY;
ALTER TABLE document_files FORCE ROW LEVEL SECURITY;
CREATE POLICY own_rows ON document_files
    USING (user_id = acting_user())
    WITH CHECK (user_id = acting_user());
GRANT SELECT, INSERT, UPDATE, DELETE ON document_files TO bailiwick_app;

ALTER TABLE passages ENABLE ROW LEVEL SECURITY;
ALTER TABLE passages FORCE ROW LEVEL SECURITY;
CREATE POLICY own_rows ON passages
    USING (user_id = acting_user())
    WITH CHECK (user_id = acting_user());
GRANT SELECT, INSERT, UPDATE, DELETE ON passages TO bailiwick_app;

ALTER TABLE passage_terms ENABLE ROW LEVEL SECURITY;
ALTER TABLE passage_terms FORCE ROW LEVEL SECURITY;
CREATE POLICY own_rows ON passage_terms
    USING (user_id = acting_user())
    WITH CHECK (user_id = acting_user());
GRANT SELECT, INSERT, UPDATE, DELETE ON passage_terms TO bailiwick_app;

ALTER TABLE passage_embeddings ENABLE ROW LEVEL SECURITY;
ALTER TABLE passage_embeddings FORCE ROW LEVEL SECURITY;
CREATE POLICY own_rows ON passage_embeddings
    USING (user_id = acting_user())
    WITH CHECK (user_id = acting_user());
GRANT SELECT, INSERT, UPDATE, DELETE ON passage_embeddings TO bailiwick_app;

ALTER TABLE observation_embeddings ENABLE ROW LEVEL SECURITY;
ALTER TABLE observation_embeddings FORCE ROW LEVEL SECURITY;
CREATE POLICY own_rows ON observation_embeddings
    USING (user_id = acting_user())
    WITH CHECK (user_id = acting_user());
GRANT SELECT, INSERT, UPDATE, DELETE ON observation_embeddings TO bailiwick_app;

ALTER TABLE metric_sums ENABLE ROW LEVEL SECURITY;
ALTER TABLE metric_sums FORCE ROW LEVEL SECURITY;
CREATE POLICY own_rows ON metric_sums
    USING (user_id = acting_user())
    WITH CHECK (user_id = acting_user());
GRANT SELECT, INSERT, UPDATE, DELETE ON metric_sums TO bailiwick_app;

ALTER TABLE metric_marks ENABLE ROW LEVEL SECURITY;
ALTER TABLE metric_marks FORCE ROW LEVEL SECURITY;
CREATE POLICY own_rows ON metric_marks
    USING (user_id = acting_user())
    WITH CHECK (user_id = acting_user());
GRANT SELECT, INSERT, UPDATE, DELETE ON metric_marks TO bailiwick_app;

ALTER TABLE preferences ENABLE ROW LEVEL SECURITY;
ALTER TABLE preferences FORCE ROW LEVEL SECURITY;
CREATE POLICY own_rows ON preferences
    USING (user_id = acting_user())
    WITH CHECK (user_id = acting_user());
GRANT SELECT, INSERT, UPDATE, DELETE ON preferences TO bailiwick_app;

-- People share these rows as they share mcp_servers: all read them, administrators write their own.
ALTER TABLE installation_settings ENABLE ROW LEVEL SECURITY;
ALTER TABLE installation_settings FORCE ROW LEVEL SECURITY;
CREATE POLICY read_by_people ON installation_settings FOR SELECT
    USING (EXISTS (SELECT FROM users
                    WHERE users.user_id = acting_user()));
CREATE POLICY added_by_administrators ON installation_settings FOR INSERT
    WITH CHECK (user_id = acting_user()
                AND EXISTS (SELECT FROM users
                             WHERE users.user_id = acting_user()
                               AND role IN ('owner', 'admin')));
CREATE POLICY changed_by_administrators ON installation_settings FOR UPDATE
    USING (user_id = acting_user()
           AND EXISTS (SELECT FROM users
                        WHERE users.user_id = acting_user()
                          AND role IN ('owner', 'admin')));
GRANT SELECT, INSERT, UPDATE ON installation_settings TO bailiwick_app;

ALTER TABLE audit_entries ENABLE ROW LEVEL SECURITY;
ALTER TABLE audit_entries FORCE ROW LEVEL SECURITY;
CREATE POLICY read_by_whom_it_concerns ON audit_entries FOR SELECT
    USING (user_id = acting_user() OR person = acting_user() OR kind = 'user' AND thing = acting_user()::text
           OR EXISTS (SELECT FROM users
                       WHERE users.user_id = acting_user()
                         AND role IN ('owner', 'admin')));
CREATE POLICY appended_by_who_acts ON audit_entries FOR INSERT
    WITH CHECK (user_id IS NOT DISTINCT FROM acting_user());
-- Backups copy the log whole, and what the owner of the tables does to a person is recorded too.
CREATE POLICY copied_whole ON audit_entries FOR SELECT TO CURRENT_USER USING (true);
GRANT SELECT, INSERT (act, person, token, face, address, kind, thing, details) ON audit_entries TO bailiwick_app;

-- It belongs to no person. Whoever turned it back would only break the chain, which is found.
ALTER TABLE audit_heads ENABLE ROW LEVEL SECURITY;
ALTER TABLE audit_heads FORCE ROW LEVEL SECURITY;
CREATE POLICY every_act ON audit_heads TO bailiwick_app, CURRENT_USER USING (true) WITH CHECK (true);
GRANT SELECT, INSERT, UPDATE ON audit_heads TO bailiwick_app;

-- It belongs to no person, so there is nobody to tell apart; the owner of the tables has no business here either.
ALTER TABLE model_breakers ENABLE ROW LEVEL SECURITY;
ALTER TABLE model_breakers FORCE ROW LEVEL SECURITY;
CREATE POLICY every_call ON model_breakers TO bailiwick_app USING (true) WITH CHECK (true);
GRANT SELECT, INSERT, UPDATE ON model_breakers TO bailiwick_app;

-- These belong to no person either.
ALTER TABLE rate_buckets ENABLE ROW LEVEL SECURITY;
ALTER TABLE rate_buckets FORCE ROW LEVEL SECURITY;
CREATE POLICY every_request ON rate_buckets TO bailiwick_app USING (true) WITH CHECK (true);
GRANT SELECT, INSERT, UPDATE, DELETE ON rate_buckets TO bailiwick_app;

ALTER TABLE rate_key ENABLE ROW LEVEL SECURITY;
ALTER TABLE rate_key FORCE ROW LEVEL SECURITY;
CREATE POLICY every_request ON rate_key TO bailiwick_app USING (true) WITH CHECK (true);
GRANT SELECT, INSERT ON rate_key TO bailiwick_app;

-- Shared like installation_settings, but for folders that are lent to the agents of one administrator alone.
ALTER TABLE lent_folders ENABLE ROW LEVEL SECURITY;
ALTER TABLE lent_folders FORCE ROW LEVEL SECURITY;
CREATE POLICY read_by_whom_it_is_lent ON lent_folders FOR SELECT
    USING (EXISTS (SELECT FROM users
                    WHERE users.user_id = acting_user()
                      AND (for_everybody OR lent_folders.user_id = users.user_id OR role IN ('owner', 'admin'))));
CREATE POLICY added_by_administrators ON lent_folders FOR INSERT
    WITH CHECK (user_id = acting_user()
                AND EXISTS (SELECT FROM users
                             WHERE users.user_id = acting_user()
                               AND role IN ('owner', 'admin')));
CREATE POLICY removed_by_administrators ON lent_folders FOR DELETE
    USING (EXISTS (SELECT FROM users
                    WHERE users.user_id = acting_user()
                      AND role IN ('owner', 'admin')));
GRANT SELECT, INSERT, DELETE ON lent_folders TO bailiwick_app;

ALTER TABLE granted_packages ENABLE ROW LEVEL SECURITY;
ALTER TABLE granted_packages FORCE ROW LEVEL SECURITY;
CREATE POLICY read_by_people ON granted_packages FOR SELECT
    USING (EXISTS (SELECT FROM users
                    WHERE users.user_id = acting_user()));
CREATE POLICY added_by_administrators ON granted_packages FOR INSERT
    WITH CHECK (user_id = acting_user()
                AND EXISTS (SELECT FROM users
                             WHERE users.user_id = acting_user()
                               AND role IN ('owner', 'admin')));
CREATE POLICY removed_by_administrators ON granted_packages FOR DELETE
    USING (EXISTS (SELECT FROM users
                    WHERE users.user_id = acting_user()
                      AND role IN ('owner', 'admin')));
GRANT SELECT, INSERT, DELETE ON granted_packages TO bailiwick_app;

ALTER TABLE spending_limits ENABLE ROW LEVEL SECURITY;
ALTER TABLE spending_limits FORCE ROW LEVEL SECURITY;
CREATE POLICY read_by_whom_it_concerns ON spending_limits FOR SELECT
    USING (user_id = acting_user()
           OR EXISTS (SELECT FROM users
                       WHERE users.user_id = acting_user()
                         AND (scope = 'everybody' OR (imposed AND role IN ('owner', 'admin')))));
CREATE POLICY added_by_who_may ON spending_limits FOR INSERT
    WITH CHECK ((user_id = acting_user() AND scope <> 'everybody' AND NOT imposed)
                OR EXISTS (SELECT FROM users
                            WHERE users.user_id = acting_user() AND role IN ('owner', 'admin')
                              AND ((scope = 'everybody' AND spending_limits.user_id = acting_user())
                                   OR (scope = 'person' AND imposed))));
CREATE POLICY changed_by_who_may ON spending_limits FOR UPDATE
    USING ((user_id = acting_user() AND scope <> 'everybody' AND NOT imposed)
           OR EXISTS (SELECT FROM users
                       WHERE users.user_id = acting_user() AND role IN ('owner', 'admin')
                         AND (scope = 'everybody' OR imposed)));
CREATE POLICY removed_by_who_may ON spending_limits FOR DELETE
    USING ((user_id = acting_user() AND scope <> 'everybody' AND NOT imposed)
           OR EXISTS (SELECT FROM users
                       WHERE users.user_id = acting_user() AND role IN ('owner', 'admin')
                         AND (scope = 'everybody' OR imposed)));
GRANT SELECT, INSERT,
      UPDATE (name, money, tokens, model_calls, tool_calls, milliseconds, at_limit, updated_at), DELETE ON spending_limits
    TO bailiwick_app;

ALTER TABLE spending_ledgers ENABLE ROW LEVEL SECURITY;
ALTER TABLE spending_ledgers FORCE ROW LEVEL SECURITY;
CREATE POLICY with_their_limit ON spending_ledgers
    USING (EXISTS (SELECT FROM spending_limits
                    WHERE spending_limits.user_id = spending_ledgers.user_id
                      AND spending_limits.id = spending_ledgers.limit_id))
    WITH CHECK (EXISTS (SELECT FROM spending_limits
                         WHERE spending_limits.user_id = spending_ledgers.user_id
                           AND spending_limits.id = spending_ledgers.limit_id));
GRANT SELECT, INSERT, UPDATE ON spending_ledgers TO bailiwick_app;

ALTER TABLE spending_reservations ENABLE ROW LEVEL SECURITY;
ALTER TABLE spending_reservations FORCE ROW LEVEL SECURITY;
CREATE POLICY own_rows ON spending_reservations
    USING (user_id = acting_user())
    WITH CHECK (user_id = acting_user());
GRANT SELECT, INSERT, DELETE ON spending_reservations TO bailiwick_app;

-- Everybody's are shared like mcp_servers; the others are one person's alone.
ALTER TABLE model_connections ENABLE ROW LEVEL SECURITY;
ALTER TABLE model_connections FORCE ROW LEVEL SECURITY;
CREATE POLICY read_by_whom_it_is_for ON model_connections FOR SELECT
    USING (user_id = acting_user()
           OR for_everybody AND EXISTS (SELECT FROM users
                                         WHERE users.user_id = acting_user()));
CREATE POLICY added_by_people ON model_connections FOR INSERT
    WITH CHECK (user_id = acting_user()
                AND (NOT for_everybody
                     OR EXISTS (SELECT FROM users
                                 WHERE users.user_id = acting_user()
                                   AND role IN ('owner', 'admin'))));
CREATE POLICY changed_by_whom_it_belongs_to ON model_connections FOR UPDATE
    USING (CASE WHEN for_everybody THEN EXISTS (SELECT FROM users
                                                 WHERE users.user_id = acting_user()
                                                   AND role IN ('owner', 'admin'))
                ELSE user_id = acting_user() END);
CREATE POLICY removed_by_whom_it_belongs_to ON model_connections FOR DELETE
    USING (CASE WHEN for_everybody THEN EXISTS (SELECT FROM users
                                                 WHERE users.user_id = acting_user()
                                                   AND role IN ('owner', 'admin'))
                ELSE user_id = acting_user() END);
GRANT SELECT, INSERT, DELETE,
      UPDATE (address, key_id, sealed, key_end, models, default_model, facts, updated_at)
   ON model_connections TO bailiwick_app;

ALTER TABLE task_counters ENABLE ROW LEVEL SECURITY;
ALTER TABLE task_counters FORCE ROW LEVEL SECURITY;
CREATE POLICY own_rows ON task_counters
    USING (user_id = acting_user())
    WITH CHECK (user_id = acting_user());
GRANT SELECT, INSERT, UPDATE, DELETE ON task_counters TO bailiwick_app;

ALTER TABLE schedules ENABLE ROW LEVEL SECURITY;
ALTER TABLE schedules FORCE ROW LEVEL SECURITY;
CREATE POLICY own_rows ON schedules
    USING (user_id = acting_user())
    WITH CHECK (user_id = acting_user());
GRANT SELECT, INSERT, UPDATE, DELETE ON schedules TO bailiwick_app;

ALTER TABLE reminders ENABLE ROW LEVEL SECURITY;
ALTER TABLE reminders FORCE ROW LEVEL SECURITY;
CREATE POLICY own_rows ON reminders
    USING (user_id = acting_user())
    WITH CHECK (user_id = acting_user());
GRANT SELECT, INSERT, UPDATE, DELETE ON reminders TO bailiwick_app;

ALTER TABLE projects ENABLE ROW LEVEL SECURITY;
ALTER TABLE projects FORCE ROW LEVEL SECURITY;
CREATE POLICY own_rows ON projects
    USING (user_id = acting_user())
    WITH CHECK (user_id = acting_user());
GRANT SELECT, INSERT, UPDATE, DELETE ON projects TO bailiwick_app;

ALTER TABLE project_items ENABLE ROW LEVEL SECURITY;
ALTER TABLE project_items FORCE ROW LEVEL SECURITY;
CREATE POLICY own_rows ON project_items
    USING (user_id = acting_user())
    WITH CHECK (user_id = acting_user());
GRANT SELECT, INSERT, UPDATE, DELETE ON project_items TO bailiwick_app;

ALTER TABLE tasks ENABLE ROW LEVEL SECURITY;
ALTER TABLE tasks FORCE ROW LEVEL SECURITY;
CREATE POLICY own_rows ON tasks
    USING (user_id = acting_user())
    WITH CHECK (user_id = acting_user());
GRANT SELECT, INSERT, UPDATE, DELETE ON tasks TO bailiwick_app;

ALTER TABLE task_dependencies ENABLE ROW LEVEL SECURITY;
ALTER TABLE task_dependencies FORCE ROW LEVEL SECURITY;
CREATE POLICY own_rows ON task_dependencies
    USING (user_id = acting_user())
    WITH CHECK (user_id = acting_user());
GRANT SELECT, INSERT, UPDATE, DELETE ON task_dependencies TO bailiwick_app;

ALTER TABLE task_comments ENABLE ROW LEVEL SECURITY;
ALTER TABLE task_comments FORCE ROW LEVEL SECURITY;
CREATE POLICY own_rows ON task_comments
    USING (user_id = acting_user())
    WITH CHECK (user_id = acting_user());
GRANT SELECT, INSERT, UPDATE, DELETE ON task_comments TO bailiwick_app;

ALTER TABLE task_runs ENABLE ROW LEVEL SECURITY;
ALTER TABLE task_runs FORCE ROW LEVEL SECURITY;
CREATE POLICY own_rows ON task_runs
    USING (user_id = acting_user())
    WITH CHECK (user_id = acting_user());
GRANT SELECT, INSERT, UPDATE, DELETE ON task_runs TO bailiwick_app;

ALTER TABLE schedule_runs ENABLE ROW LEVEL SECURITY;
ALTER TABLE schedule_runs FORCE ROW LEVEL SECURITY;
CREATE POLICY own_rows ON schedule_runs
    USING (user_id = acting_user())
    WITH CHECK (user_id = acting_user());
GRANT SELECT, INSERT, UPDATE, DELETE ON schedule_runs TO bailiwick_app;

-- The owner of the tables, who could drop every policy anyway, may list who there is: upkeep needs it.
CREATE POLICY listed_for_upkeep ON users FOR SELECT TO CURRENT_USER USING (true);
