-- Where a conversation had ended by silence, the message after it begins another one in the same thread.

ALTER TABLE executions ADD COLUMN after_silence boolean NOT NULL DEFAULT false;
COMMENT ON COLUMN executions.after_silence IS
    'Whether its message came after so much silence that the conversation before it had ended.';
CREATE INDEX executions_after_silence ON executions (user_id, conversation_id, created_at DESC) WHERE after_silence;
