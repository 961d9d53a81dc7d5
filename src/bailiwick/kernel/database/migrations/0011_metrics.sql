-- Metrics: figures summed by hour and day; what people prefer; what the installation is set to.
ALTER TABLE decisions ADD COLUMN stage text GENERATED ALWAYS AS (record ->> 'stage') STORED;
GRANT DELETE ON decisions TO bailiwick_app;

CREATE INDEX executions_ended ON executions (user_id, ended_at) WHERE ended_at IS NOT NULL;
CREATE INDEX executions_by_error ON executions (user_id, error_class, ended_at DESC) WHERE error_class IS NOT NULL;
CREATE INDEX feedback_latest ON feedback (user_id, updated_at);
CREATE INDEX mails_sent ON mails (user_id, sent_at);

CREATE TABLE metric_sums (
    user_id       uuid NOT NULL DEFAULT nullif(current_setting('bailiwick.user_id', true), '')::uuid
                  REFERENCES users ON DELETE CASCADE,
    kind          text NOT NULL
                  CHECK (kind IN ('all', 'execution', 'model', 'tool', 'stage', 'error', 'link', 'approval', 'feedback')),
    span          text NOT NULL CHECK (span IN ('hour', 'day')),
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
    PRIMARY KEY (user_id, kind, span, at, agent, subject)
);
COMMENT ON TABLE metric_sums IS 'What is told by facts, summed by hour and day of UTC; stays when the facts are deleted for their age.';
COMMENT ON COLUMN metric_sums.subject IS 'Model, tool, stage, class of error, rating, or of a link its kind, a colon and who it leads to; empty where there is none.';
COMMENT ON COLUMN metric_sums.bins IS 'Bins of the durations in tallies: bin n holds those above 1.05^(n-1) up to 1.05^n milliseconds, bin 0 those up to 1.';

CREATE TABLE metric_marks (
    user_id      uuid PRIMARY KEY DEFAULT nullif(current_setting('bailiwick.user_id', true), '')::uuid
                 REFERENCES users ON DELETE CASCADE,
    rolled_until timestamptz NOT NULL,
    raw_since    timestamptz
);
COMMENT ON COLUMN metric_marks.rolled_until IS 'Hours that end by then are in metric_sums; later ones are counted from facts.';
COMMENT ON COLUMN metric_marks.raw_since IS 'Facts of before may have been deleted for their age.';

CREATE TABLE preferences (
    user_id       uuid PRIMARY KEY DEFAULT nullif(current_setting('bailiwick.user_id', true), '')::uuid
                  REFERENCES users ON DELETE CASCADE,
    timezone      text,
    language      text,
    default_agent text,
    default_mode  text NOT NULL CHECK (default_mode IN ('direct', 'supervised')),
    model         text,
    updated_at    timestamptz NOT NULL DEFAULT clock_timestamp()
);
COMMENT ON TABLE preferences IS 'What a person prefers; null stands for what the installation is set to.';

CREATE TABLE installation_settings (
    user_id    uuid NOT NULL DEFAULT nullif(current_setting('bailiwick.user_id', true), '')::uuid
               REFERENCES users ON DELETE CASCADE,
    name       text NOT NULL,
    value      json NOT NULL,
    updated_at timestamptz NOT NULL DEFAULT clock_timestamp(),
    PRIMARY KEY (user_id, name)
);
COMMENT ON TABLE installation_settings IS 'What administrators set at run time, for all; of each name the word given last counts.';

ALTER TABLE metric_sums ENABLE ROW LEVEL SECURITY;
ALTER TABLE metric_sums FORCE ROW LEVEL SECURITY;
CREATE POLICY own_rows ON metric_sums
    USING (user_id = nullif(current_setting('bailiwick.user_id', true), '')::uuid)
    WITH CHECK (user_id = nullif(current_setting('bailiwick.user_id', true), '')::uuid);
GRANT SELECT, INSERT, UPDATE, DELETE ON metric_sums TO bailiwick_app;

ALTER TABLE metric_marks ENABLE ROW LEVEL SECURITY;
ALTER TABLE metric_marks FORCE ROW LEVEL SECURITY;
CREATE POLICY own_rows ON metric_marks
    USING (user_id = nullif(current_setting('bailiwick.user_id', true), '')::uuid)
    WITH CHECK (user_id = nullif(current_setting('bailiwick.user_id', true), '')::uuid);
GRANT SELECT, INSERT, UPDATE, DELETE ON metric_marks TO bailiwick_app;

ALTER TABLE preferences ENABLE ROW LEVEL SECURITY;
ALTER TABLE preferences FORCE ROW LEVEL SECURITY;
CREATE POLICY own_rows ON preferences
    USING (user_id = nullif(current_setting('bailiwick.user_id', true), '')::uuid)
    WITH CHECK (user_id = nullif(current_setting('bailiwick.user_id', true), '')::uuid);
GRANT SELECT, INSERT, UPDATE, DELETE ON preferences TO bailiwick_app;

-- People share these rows as they share mcp_servers: all read them, administrators write their own.
ALTER TABLE installation_settings ENABLE ROW LEVEL SECURITY;
ALTER TABLE installation_settings FORCE ROW LEVEL SECURITY;
CREATE POLICY read_by_people ON installation_settings FOR SELECT
    USING (EXISTS (SELECT FROM users
                    WHERE users.user_id = nullif(current_setting('bailiwick.user_id', true), '')::uuid));
CREATE POLICY added_by_administrators ON installation_settings FOR INSERT
    WITH CHECK (user_id = nullif(current_setting('bailiwick.user_id', true), '')::uuid
                AND EXISTS (SELECT FROM users
                             WHERE users.user_id = nullif(current_setting('bailiwick.user_id', true), '')::uuid
                               AND role IN ('owner', 'admin')));
CREATE POLICY changed_by_administrators ON installation_settings FOR UPDATE
    USING (user_id = nullif(current_setting('bailiwick.user_id', true), '')::uuid
           AND EXISTS (SELECT FROM users
                        WHERE users.user_id = nullif(current_setting('bailiwick.user_id', true), '')::uuid
                          AND role IN ('owner', 'admin')));
GRANT SELECT, INSERT, UPDATE ON installation_settings TO bailiwick_app;
