-- A summary of a conversation up to one of its executions, which models read in place of what was said until then.

ALTER TABLE executions ADD COLUMN summary json;
COMMENT ON COLUMN executions.summary IS
    'The conversation up to this execution in short, for models: {text, turns, model, execution_id, tainted, created_at}.';
CREATE INDEX executions_summarised ON executions (user_id, conversation_id, created_at DESC) WHERE summary IS NOT NULL;
