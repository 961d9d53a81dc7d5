-- What the web app needs: facts in the order of their commits, superseded executions, feedback.

-- Facts that are there already count as one commit: the one that brings this column.
ALTER TABLE events ADD COLUMN recorded_in xid8 NOT NULL DEFAULT pg_current_xact_id();
COMMENT ON COLUMN events.recorded_in IS 'Transaction that stored the fact; with id the order in which readers get facts.';
CREATE INDEX events_in_order ON events (user_id, recorded_in, id);

ALTER TABLE users ADD COLUMN events_pruned_in xid8 NOT NULL DEFAULT '0';
COMMENT ON COLUMN users.events_pruned_in IS 'Latest transaction of which facts have been pruned.';

ALTER TABLE executions ADD COLUMN superseded boolean NOT NULL DEFAULT false;
COMMENT ON COLUMN executions.superseded IS 'Replaced by a later request: kept, but no longer part of its conversation.';

ALTER TABLE decisions ADD COLUMN model_calls integer GENERATED ALWAYS AS ((record ->> 'model_calls')::integer) STORED;

CREATE TABLE feedback (
    user_id      uuid NOT NULL DEFAULT nullif(current_setting('bailiwick.user_id', true), '')::uuid,
    execution_id uuid NOT NULL,
    rating       text NOT NULL CHECK (rating IN ('up', 'down')),
    note         text,
    created_at   timestamptz NOT NULL DEFAULT clock_timestamp(),
    updated_at   timestamptz NOT NULL DEFAULT clock_timestamp(),
    PRIMARY KEY (user_id, execution_id),
    FOREIGN KEY (user_id, execution_id) REFERENCES executions (user_id, id) ON DELETE CASCADE
);
COMMENT ON TABLE feedback IS 'What a person thought of an answer.';

ALTER TABLE feedback ENABLE ROW LEVEL SECURITY;
ALTER TABLE feedback FORCE ROW LEVEL SECURITY;
CREATE POLICY own_rows ON feedback
    USING (user_id = nullif(current_setting('bailiwick.user_id', true), '')::uuid)
    WITH CHECK (user_id = nullif(current_setting('bailiwick.user_id', true), '')::uuid);
GRANT SELECT, INSERT, UPDATE, DELETE ON feedback TO bailiwick_app;
