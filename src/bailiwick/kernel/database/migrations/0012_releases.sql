-- Releases: the rules of routing as they were; golden cases; which run put a misroute right.
ALTER TABLE misroutes ADD COLUMN execution_id uuid;
ALTER TABLE misroutes ADD FOREIGN KEY (user_id, execution_id)
    REFERENCES executions (user_id, id) ON DELETE SET NULL (execution_id);
CREATE INDEX misroutes_by_execution ON misroutes (user_id, execution_id) WHERE execution_id IS NOT NULL;
CREATE INDEX misroutes_corrections ON misroutes (user_id, created_at DESC, id DESC) WHERE correct IS NOT NULL;

ALTER TABLE decisions ADD COLUMN canary boolean GENERATED ALWAYS AS (coalesce((record ->> 'canary')::boolean, false)) STORED;
CREATE INDEX decisions_of_canaries ON decisions (user_id, created_at DESC) WHERE canary;

CREATE TABLE routing_agents (
    user_id uuid NOT NULL DEFAULT nullif(current_setting('bailiwick.user_id', true), '')::uuid
            REFERENCES users ON DELETE CASCADE,
    digest  text NOT NULL COLLATE "C",
    fields  json NOT NULL,
    PRIMARY KEY (user_id, digest)
);
COMMENT ON TABLE routing_agents IS 'Agents as routing reads them, once for each way they were; releases refer to them by digest.';

CREATE TABLE routing_lessons (
    user_id uuid NOT NULL DEFAULT nullif(current_setting('bailiwick.user_id', true), '')::uuid
            REFERENCES users ON DELETE CASCADE,
    digest  text NOT NULL COLLATE "C",
    pairs   json NOT NULL,
    PRIMARY KEY (user_id, digest)
);
COMMENT ON TABLE routing_lessons IS 'Blocks of what people corrected, each pair a message and the agent it is for; releases refer to them by digest.';

CREATE TABLE routing_releases (
    user_id           uuid NOT NULL DEFAULT nullif(current_setting('bailiwick.user_id', true), '')::uuid
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
    PRIMARY KEY (user_id, id),
    UNIQUE (user_id, number)
);
COMMENT ON TABLE routing_releases IS 'All that routing depends on besides message and context, as it was when it was released; what it holds never changes.';
COMMENT ON COLUMN routing_releases.agents IS 'Digests of routing_agents, in order of registration.';
COMMENT ON COLUMN routing_releases.lessons IS 'Digests of routing_lessons, oldest first.';
COMMENT ON COLUMN routing_releases.working IS 'Whether it is the agents as they were edited; otherwise it was made from edits of the published release.';
CREATE UNIQUE INDEX routing_releases_published ON routing_releases (user_id) WHERE status = 'published';
CREATE UNIQUE INDEX routing_releases_canary ON routing_releases (user_id)
    WHERE status = 'candidate' AND canary_share IS NOT NULL;
CREATE INDEX routing_releases_waiting ON routing_releases (user_id, number DESC) WHERE status = 'candidate';
CREATE INDEX routing_releases_by_digest ON routing_releases (user_id, digest, number DESC);

CREATE TABLE routing_states (
    user_id      uuid PRIMARY KEY DEFAULT nullif(current_setting('bailiwick.user_id', true), '')::uuid
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
    user_id      uuid NOT NULL DEFAULT nullif(current_setting('bailiwick.user_id', true), '')::uuid
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

ALTER TABLE routing_agents ENABLE ROW LEVEL SECURITY;
ALTER TABLE routing_agents FORCE ROW LEVEL SECURITY;
CREATE POLICY own_rows ON routing_agents
    USING (user_id = nullif(current_setting('bailiwick.user_id', true), '')::uuid)
    WITH CHECK (user_id = nullif(current_setting('bailiwick.user_id', true), '')::uuid);
GRANT SELECT, INSERT, UPDATE, DELETE ON routing_agents TO bailiwick_app;

ALTER TABLE routing_lessons ENABLE ROW LEVEL SECURITY;
ALTER TABLE routing_lessons FORCE ROW LEVEL SECURITY;
CREATE POLICY own_rows ON routing_lessons
    USING (user_id = nullif(current_setting('bailiwick.user_id', true), '')::uuid)
    WITH CHECK (user_id = nullif(current_setting('bailiwick.user_id', true), '')::uuid);
GRANT SELECT, INSERT, UPDATE, DELETE ON routing_lessons TO bailiwick_app;

ALTER TABLE routing_releases ENABLE ROW LEVEL SECURITY;
ALTER TABLE routing_releases FORCE ROW LEVEL SECURITY;
CREATE POLICY own_rows ON routing_releases
    USING (user_id = nullif(current_setting('bailiwick.user_id', true), '')::uuid)
    WITH CHECK (user_id = nullif(current_setting('bailiwick.user_id', true), '')::uuid);
GRANT SELECT, INSERT, UPDATE, DELETE ON routing_releases TO bailiwick_app;

ALTER TABLE routing_states ENABLE ROW LEVEL SECURITY;
ALTER TABLE routing_states FORCE ROW LEVEL SECURITY;
CREATE POLICY own_rows ON routing_states
    USING (user_id = nullif(current_setting('bailiwick.user_id', true), '')::uuid)
    WITH CHECK (user_id = nullif(current_setting('bailiwick.user_id', true), '')::uuid);
GRANT SELECT, INSERT, UPDATE, DELETE ON routing_states TO bailiwick_app;

ALTER TABLE golden_cases ENABLE ROW LEVEL SECURITY;
ALTER TABLE golden_cases FORCE ROW LEVEL SECURITY;
CREATE POLICY own_rows ON golden_cases
    USING (user_id = nullif(current_setting('bailiwick.user_id', true), '')::uuid)
    WITH CHECK (user_id = nullif(current_setting('bailiwick.user_id', true), '')::uuid);
GRANT SELECT, INSERT, UPDATE, DELETE ON golden_cases TO bailiwick_app;
