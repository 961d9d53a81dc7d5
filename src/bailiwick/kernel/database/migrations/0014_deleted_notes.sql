-- A deleted note stays for a while, so that the deletion can be undone.

ALTER TABLE notes ADD COLUMN deleted_at timestamptz;
COMMENT ON COLUMN notes.deleted_at IS 'When it was deleted; it can come back until it is erased by upkeep.';
ALTER TABLE notes DROP CONSTRAINT notes_user_id_title_key_key;
CREATE UNIQUE INDEX notes_by_title ON notes (user_id, title_key) WHERE deleted_at IS NULL;
DROP INDEX notes_latest;
CREATE INDEX notes_latest ON notes (user_id, updated_at DESC) WHERE deleted_at IS NULL;
CREATE INDEX notes_deleted ON notes (user_id, deleted_at DESC) WHERE deleted_at IS NOT NULL;
