-- After how much silence a conversation has ended, and whether memory is read and written, for each person.

ALTER TABLE preferences
    ADD COLUMN silence_minutes integer CHECK (silence_minutes >= 0),
    ADD COLUMN recall boolean NOT NULL DEFAULT true,
    ADD COLUMN remember boolean NOT NULL DEFAULT true;
COMMENT ON COLUMN preferences.silence_minutes IS 'Minutes of silence after which a conversation has ended; 0 for never.';
COMMENT ON COLUMN preferences.recall IS 'Whether agents are given what is remembered of the person, and may look it up.';
COMMENT ON COLUMN preferences.remember IS 'Whether agents may write down what is to be remembered.';

-- Where a conversation had ended by silence, the message after it begins another one in the same thread.

ALTER TABLE executions ADD COLUMN after_silence boolean NOT NULL DEFAULT false;
COMMENT ON COLUMN executions.after_silence IS
    'Whether its message came after so much silence that the conversation before it had ended.';
CREATE INDEX executions_after_silence ON executions (user_id, conversation_id, created_at DESC) WHERE after_silence;
