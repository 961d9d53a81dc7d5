-- Files that people send with messages.

CREATE TABLE files (
    user_id         uuid NOT NULL DEFAULT acting_user()
                    REFERENCES users ON DELETE CASCADE,
    id              uuid NOT NULL,
    conversation_id uuid,
    filename        text NOT NULL,
    media_type      text NOT NULL,
    bytes           bigint NOT NULL,
    width           integer,
    height          integer,
    text            text,
    characters      integer,
    why             json,
    created_at      timestamptz NOT NULL DEFAULT clock_timestamp(),
    PRIMARY KEY (user_id, id),
    FOREIGN KEY (user_id, conversation_id) REFERENCES conversations (user_id, id) ON DELETE CASCADE
);
CREATE INDEX files_by_conversation ON files (user_id, conversation_id);
CREATE INDEX files_unsent ON files (user_id, created_at) WHERE conversation_id IS NULL;
COMMENT ON TABLE files IS 'Files that people send with messages; their bytes lie in file_contents.';
COMMENT ON COLUMN files.conversation_id IS 'The conversation in which it was sent, with which it goes; null until it is sent.';
COMMENT ON COLUMN files.width IS 'Of a picture, in pixels, as its bytes say; null for any other file. The height likewise.';
COMMENT ON COLUMN files.text IS 'What was read from it for models, or its beginning; null for a picture, and until it is read.';
COMMENT ON COLUMN files.characters IS 'How long its whole text is.';
COMMENT ON COLUMN files.why IS 'Why it has no text that could be read: {code, values, parts}.';

CREATE TABLE file_contents (
    user_id uuid NOT NULL DEFAULT acting_user(),
    file_id uuid NOT NULL,
    content bytea NOT NULL,
    PRIMARY KEY (user_id, file_id),
    FOREIGN KEY (user_id, file_id) REFERENCES files (user_id, id) ON DELETE CASCADE
);
ALTER TABLE file_contents ALTER COLUMN content SET STORAGE EXTERNAL;
COMMENT ON TABLE file_contents IS 'The bytes of files as they were uploaded, apart so that no list reads them.';

ALTER TABLE executions ADD COLUMN files uuid[] NOT NULL DEFAULT '{}';
COMMENT ON COLUMN executions.files IS 'The files that were sent with its message, in order; some may have been deleted since.';

ALTER TABLE files ENABLE ROW LEVEL SECURITY;
ALTER TABLE files FORCE ROW LEVEL SECURITY;
CREATE POLICY own_rows ON files
    USING (user_id = acting_user())
    WITH CHECK (user_id = acting_user());
GRANT SELECT, INSERT, DELETE, UPDATE (conversation_id, text, characters, why) ON files TO bailiwick_app;

ALTER TABLE file_contents ENABLE ROW LEVEL SECURITY;
ALTER TABLE file_contents FORCE ROW LEVEL SECURITY;
CREATE POLICY own_rows ON file_contents
    USING (user_id = acting_user())
    WITH CHECK (user_id = acting_user());
GRANT SELECT, INSERT, DELETE ON file_contents TO bailiwick_app;
