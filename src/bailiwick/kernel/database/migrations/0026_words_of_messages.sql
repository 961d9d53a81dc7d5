-- Messages of people's threads are found by their words. What is there is indexed by upkeep, block after block.
CREATE TABLE message_postings (
    user_id uuid NOT NULL DEFAULT nullif(current_setting('bailiwick.user_id', true), '')::uuid
            REFERENCES users ON DELETE CASCADE,
    term    text COLLATE "C" NOT NULL,
    first   bigint NOT NULL,
    last    bigint NOT NULL,
    members integer[] NOT NULL,
    PRIMARY KEY (user_id, term, first)
);
COMMENT ON TABLE message_postings IS 'In which messages of people''s threads a word stem stands, block by block of messages.';
COMMENT ON COLUMN message_postings.first IS 'The position of the first message of the block.';
COMMENT ON COLUMN message_postings.last IS 'The position of the last message of the block that has the stem.';
COMMENT ON COLUMN message_postings.members IS 'Positions of the messages that have it, counted from that of the first of the block.';
CREATE INDEX messages_by_position ON messages (user_id, position DESC);
ALTER TABLE users ADD COLUMN messages_indexed bigint NOT NULL DEFAULT 0;
COMMENT ON COLUMN users.messages_indexed IS 'Messages up to this position are found through message_postings, later ones by looking.';
ALTER TABLE message_postings ENABLE ROW LEVEL SECURITY;
ALTER TABLE message_postings FORCE ROW LEVEL SECURITY;
CREATE POLICY own_rows ON message_postings
    USING (user_id = nullif(current_setting('bailiwick.user_id', true), '')::uuid)
    WITH CHECK (user_id = nullif(current_setting('bailiwick.user_id', true), '')::uuid);
GRANT SELECT, INSERT, UPDATE, DELETE ON message_postings TO bailiwick_app;
