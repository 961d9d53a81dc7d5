-- A task that an agent deletes stays for a while, so that the deletion can be undone.

ALTER TABLE tasks ADD COLUMN deleted_at timestamptz;
COMMENT ON COLUMN tasks.deleted_at IS 'When it was taken off the board; it can come back until upkeep erases it.';
CREATE INDEX tasks_deleted ON tasks (user_id, deleted_at DESC) WHERE deleted_at IS NOT NULL;
