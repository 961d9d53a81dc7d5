-- Lines that are ticked off, and what a change of a note can be undone to.
ALTER TABLE notes ADD COLUMN done integer[] NOT NULL DEFAULT '{}';
COMMENT ON COLUMN notes.done IS 'Which lines are done, by their places, from 0.';

ALTER TABLE note_calls ADD COLUMN told json;
COMMENT ON COLUMN note_calls.told IS 'What the call returned, where that is told again to a repetition.';

CREATE TABLE note_changes (
    user_id    uuid,
    id         uuid,
    note_id    uuid,
    title      text,
    lines      text[],
    done       integer[],
    changed_at timestamptz,
    left_at    timestamptz NOT NULL,
    created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
    undone_at  timestamptz,
    PRIMARY KEY (user_id, id, note_id)
);
COMMENT ON TABLE note_changes IS 'A change of one note or of two at once, each as it was before; without a title it was not there.';
COMMENT ON COLUMN note_changes.changed_at IS 'When the note had been changed before.';
COMMENT ON COLUMN note_changes.left_at IS 'When the change left the note: a note that has been changed since is not undone.';
CREATE INDEX note_changes_by_age ON note_changes (user_id, created_at);
