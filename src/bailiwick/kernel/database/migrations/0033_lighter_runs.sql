-- What one run writes is found by fewer indexes, and the row of an execution changes in fewer of them.

-- Ascending: what comes in order is put at the end, where a page is filled before the next one is begun.
DROP INDEX executions_latest, executions_by_conversation, executions_by_agent, executions_by_requested_agent,
           messages_by_conversation, messages_by_position, decisions_latest, decisions_by_agent, conversations_latest,
           events_by_kind, events_by_agent;
CREATE INDEX executions_latest ON executions (user_id, created_at);
CREATE INDEX executions_by_conversation ON executions (user_id, conversation_id, created_at);
CREATE INDEX executions_by_agent ON executions (user_id, agent_id, created_at);
CREATE INDEX executions_by_requested_agent ON executions (user_id, requested_agent, created_at)
    WHERE requested_agent IS NOT NULL AND purpose = 'chat';
CREATE INDEX messages_by_conversation ON messages (user_id, conversation_id, position);
CREATE INDEX messages_by_position ON messages (user_id, position);
CREATE INDEX decisions_latest ON decisions (user_id, created_at);
CREATE INDEX decisions_by_agent ON decisions (user_id, agent_id, created_at);
CREATE INDEX conversations_latest ON conversations (user_id, pinned, updated_at)
    WHERE resident_id IS NULL AND task_id IS NULL;
CREATE INDEX events_by_kind ON events (user_id, kind, id);
CREATE INDEX events_by_agent ON events (user_id, agent, id) WHERE agent IS NOT NULL;

-- The status changes several times; whether it is over, once.
DROP INDEX executions_unfinished;
CREATE INDEX executions_unfinished ON executions (user_id, created_at) WHERE ended_at IS NULL;

-- Only the last fact of an execution tells its age, and those of none.
DROP INDEX events_by_age;
CREATE INDEX events_that_end ON events (user_id, at) WHERE kind = 'done' OR execution_id IS NULL;

-- Only the latest thread that was begun by a question in the terminal is ever looked for.
DROP INDEX conversations_begun;
CREATE INDEX conversations_asked ON conversations (user_id, updated_at) WHERE begun_by = 'ask';

-- A decision says for which execution it was made: nobody looks for the execution by its decision.
ALTER TABLE executions DROP CONSTRAINT executions_decision_fkey;
DROP INDEX executions_by_decision;
COMMENT ON COLUMN executions.decision_id IS 'Why who works on it does; not known any more once the decision was deleted for its age.';

-- Steps are read by execution, a few at a time; their places are given by the journal, which alone writes.
ALTER TABLE steps DROP CONSTRAINT steps_user_id_execution_id_position_key;
