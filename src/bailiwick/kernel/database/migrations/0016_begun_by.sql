-- Who began a conversation: the person, one question of `bailiwick ask`, one request of a program.
ALTER TABLE conversations ADD COLUMN begun_by text NOT NULL DEFAULT 'person'
    CHECK (begun_by IN ('person', 'ask', 'program'));
CREATE INDEX conversations_begun ON conversations (user_id, begun_by, updated_at DESC);
