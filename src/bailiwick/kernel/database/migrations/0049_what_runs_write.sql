-- A run writes less.

-- What an agent is told in each of its runs is kept once, and not again with each run.

CREATE TABLE instructions (
    user_id uuid NOT NULL DEFAULT acting_user()
            REFERENCES users ON DELETE CASCADE,
    digest  text NOT NULL COLLATE "C",
    text    text NOT NULL,
    PRIMARY KEY (user_id, digest)
);
COMMENT ON TABLE instructions IS
    'What agents are told in each of their runs, once for each way it was; steps refer to it by digest.';
ALTER TABLE instructions ENABLE ROW LEVEL SECURITY;
ALTER TABLE instructions FORCE ROW LEVEL SECURITY;
CREATE POLICY own_rows ON instructions
    USING (user_id = acting_user())
    WITH CHECK (user_id = acting_user());
GRANT SELECT, INSERT, UPDATE, DELETE ON instructions TO bailiwick_app;

ALTER TABLE steps ADD COLUMN instructions text COLLATE "C";
COMMENT ON COLUMN steps.instructions IS 'The digest of what stands before the instructions in its input.';

-- Facts that every run has, of one agent and told together, are one row: the last of them, and those before it. Each
-- has an id of its own, above the row before.
ALTER TABLE events ADD COLUMN preceded json;
COMMENT ON COLUMN events.preceded IS
    'Facts that were stored with it and come before it, [kind, data] each; their ids and sequences lead up to its own.';
GRANT UPDATE (preceded) ON events TO bailiwick_app;
ALTER TABLE events ALTER COLUMN id SET START WITH 64 SET INCREMENT BY 64;
SELECT setval('events_id_seq', last_value + 64, false) FROM events_id_seq;
DROP INDEX events_of_rare_kinds;
CREATE INDEX events_of_rare_kinds ON events (user_id, kind, id)
    WHERE kind NOT IN ('execution.started', 'agent-delegation', 'supervised.delegated', 'main-iteration', 'model-call',
                       'model-response', 'agent.completed', 'direct.executed', 'conversation.changed', 'done');

-- Who works on an execution is decided once it runs: what finds it by that is written when it is over.
DROP INDEX executions_by_agent, executions_by_requested_agent;
ALTER TABLE executions
    ADD COLUMN ended_by text GENERATED ALWAYS AS (CASE WHEN ended_at IS NOT NULL THEN agent_id END) STORED;
COMMENT ON COLUMN executions.ended_by IS 'Who worked on it, once it is over: by that it is found.';
CREATE INDEX executions_by_agent ON executions (user_id, ended_by, created_at) WHERE ended_by IS NOT NULL;

-- A message goes with its thread, as its execution does: nobody deletes an execution alone, or looks for its messages
-- outside of its thread.
ALTER TABLE messages DROP CONSTRAINT messages_user_id_execution_id_fkey;
DROP INDEX messages_by_execution;
COMMENT ON COLUMN messages.execution_id IS
    'For which execution it was said; one of the same thread, which goes with that.';
