-- Notes, and the calls that wrote them. Where people had notes before they were a skill, migration 0040 of the product has
-- put their tables here, as these, and this file counts as carried out.
CREATE TABLE notes (
    user_id    uuid,
    id         uuid,
    title      text NOT NULL,
    title_key  text NOT NULL,
    lines      text[] NOT NULL,
    created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
    updated_at timestamptz NOT NULL DEFAULT clock_timestamp(),
    deleted_at timestamptz,
    tainted    boolean NOT NULL DEFAULT false,
    PRIMARY KEY (user_id, id)
);
COMMENT ON COLUMN notes.tainted IS 'Whether it holds what was written after reading strangers'' words.';
COMMENT ON COLUMN notes.deleted_at IS 'When it was deleted; it can come back until it is erased by upkeep.';
CREATE UNIQUE INDEX notes_by_title ON notes (user_id, title_key) WHERE deleted_at IS NULL;
CREATE INDEX notes_latest ON notes (user_id, updated_at DESC) WHERE deleted_at IS NULL;

CREATE TABLE note_calls (
    user_id    uuid,
    call_id    text,
    note_id    uuid NOT NULL,
    created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
    PRIMARY KEY (user_id, call_id)
);
COMMENT ON TABLE note_calls IS 'Calls that have changed a note, so that a repetition changes nothing; outlives the note.';
CREATE INDEX note_calls_by_age ON note_calls (user_id, created_at);
