-- A run writes less.

-- What an agent is told in each of its runs is kept once, and not again with each run.

CREATE TABLE instructions (
    user_id uuid NOT NULL DEFAULT acting_user()
            REFERENCES users ON DELETE CASCADE,
    digest  text NOT NULL COLLATE "C",
    text    text NOT NULL,
    PRIMARY KEY (user_id, digest)
);
COMMENT ON TABLE instructions IS 'What agents are told in each of their runs, once for each way it was; steps refer to it by digest.';
ALTER TABLE instructions ENABLE ROW LEVEL SECURITY;
ALTER TABLE instructions FORCE ROW LEVEL SECURITY;
CREATE POLICY own_rows ON instructions
    USING (user_id = acting_user())
    WITH CHECK (user_id = acting_user());
GRANT SELECT, INSERT, UPDATE, DELETE ON instructions TO bailiwick_app;

ALTER TABLE steps ADD COLUMN instructions text COLLATE "C";
COMMENT ON COLUMN steps.instructions IS 'The digest of what stands before the instructions in its input.';

-- Facts that every run has, of one agent and told together, are one row: the first, and those that follow it. Each has an
-- id of its own, up to the next row's.
ALTER TABLE events ADD COLUMN followed json;
COMMENT ON COLUMN events.followed IS
    'Facts that were stored with it and come next, [kind, data] each; their ids and sequences go on from its own.';
ALTER TABLE events ALTER COLUMN id SET INCREMENT BY 64;
DROP INDEX events_of_rare_kinds;
CREATE INDEX events_of_rare_kinds ON events (user_id, kind, id)
    WHERE kind NOT IN ('execution.started', 'agent-delegation', 'supervised.delegated', 'main-iteration', 'model-call',
                       'model-response', 'agent.completed', 'direct.executed', 'conversation.changed', 'done');
