-- Reminders: what a person is told at a time.

CREATE TABLE reminders (
    user_id         uuid NOT NULL DEFAULT nullif(current_setting('bailiwick.user_id', true), '')::uuid
                    REFERENCES users ON DELETE CASCADE,
    id              uuid NOT NULL,
    text            text NOT NULL,
    due_at          timestamptz,
    cron            text,
    every_seconds   integer,
    timezone        text NOT NULL,
    language        text NOT NULL CHECK (language IN ('en', 'es')),
    conversation_id uuid,
    agent_id        text,
    meant_for       timestamptz,
    delivered_at    timestamptz,
    done_at         timestamptz,
    deleted_at      timestamptz,
    change          integer NOT NULL DEFAULT 1,
    before          json,
    call_id         text,
    changed_by      text,
    tainted         boolean NOT NULL DEFAULT false,
    created_at      timestamptz NOT NULL DEFAULT clock_timestamp(),
    updated_at      timestamptz NOT NULL DEFAULT clock_timestamp(),
    PRIMARY KEY (user_id, id),
    FOREIGN KEY (user_id, conversation_id) REFERENCES conversations (user_id, id) ON DELETE SET NULL (conversation_id),
    CONSTRAINT reminders_repeat_one_way CHECK (cron IS NULL OR every_seconds IS NULL)
);
COMMENT ON COLUMN reminders.due_at IS 'The next time; a job of the queue gives it then.';
COMMENT ON COLUMN reminders.delivered_at IS 'When it was given, until the person has dealt with it.';
COMMENT ON COLUMN reminders.before IS 'What the latest change has changed, as it was; empty when that cannot be undone.';
CREATE INDEX reminders_due ON reminders (user_id, due_at) WHERE deleted_at IS NULL;
CREATE INDEX reminders_of_conversations ON reminders (user_id, conversation_id) WHERE conversation_id IS NOT NULL;
CREATE UNIQUE INDEX reminders_made_by ON reminders (user_id, call_id) WHERE call_id IS NOT NULL;
CREATE INDEX reminders_changed_by ON reminders (user_id, changed_by) WHERE changed_by IS NOT NULL;

ALTER TABLE reminders ENABLE ROW LEVEL SECURITY;
ALTER TABLE reminders FORCE ROW LEVEL SECURITY;
CREATE POLICY own_rows ON reminders
    USING (user_id = nullif(current_setting('bailiwick.user_id', true), '')::uuid)
    WITH CHECK (user_id = nullif(current_setting('bailiwick.user_id', true), '')::uuid);
GRANT SELECT, INSERT, UPDATE, DELETE ON reminders TO bailiwick_app;
