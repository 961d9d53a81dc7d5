-- columns: reminder
-- What is kept of a reminder.
id, text, due_at, cron, every_seconds, timezone, language, conversation_id, agent_id, meant_for, delivered_at, done_at,
deleted_at, counts_from, change, created_at, updated_at, tainted

-- name: made_by
-- The reminder that a call set or changed last.
SELECT {reminder} FROM reminders WHERE call_id = %(call_id)s OR changed_by = %(call_id)s LIMIT 1;

-- name: begin_call
-- Serialise the repetitions of one call.
SELECT pg_advisory_xact_lock(hashtextextended(acting_user() || '/reminder/' || %(call_id)s, 0));

-- name: insert
-- Set a reminder.
INSERT INTO reminders (id, text, due_at, cron, every_seconds, counts_from, timezone, language, conversation_id, agent_id, call_id,
    tainted)
VALUES (%(id)s, %(text)s, %(due_at)s, %(cron)s, %(every_seconds)s, %(counts_from)s, %(timezone)s, %(language)s,
        (SELECT conversations.id FROM conversations
          WHERE conversations.id = %(conversation_id)s AND resident_id IS NULL AND task_id IS NULL),
        %(agent_id)s, %(call_id)s, %(tainted)s)
RETURNING {reminder};

-- name: list
-- Reminders that wait for the person, then those to come, the next first; then those that are done, latest first.
SELECT {reminder} FROM reminders
 WHERE deleted_at IS NULL AND (%(done)s OR delivered_at IS NOT NULL OR due_at IS NOT NULL)
 ORDER BY delivered_at IS NULL, due_at IS NULL, CASE WHEN delivered_at IS NULL THEN due_at END, delivered_at, done_at DESC, id
 LIMIT %(limit)s;

-- name: get
-- One reminder that is not deleted.
SELECT {reminder} FROM reminders WHERE id = %(id)s AND deleted_at IS NULL;

-- name: hold
-- Hold a reminder until the transaction ends.
SELECT {reminder}, before FROM reminders WHERE id = %(id)s FOR NO KEY UPDATE;

-- name: change
-- Set what changes of a reminder, and keep what it was before.
UPDATE reminders
   SET text = %(text)s, due_at = %(due_at)s, cron = %(cron)s, every_seconds = %(every_seconds)s,
       counts_from = %(counts_from)s, timezone = %(timezone)s,
       meant_for = %(meant_for)s, delivered_at = %(delivered_at)s, done_at = %(done_at)s, deleted_at = %(deleted_at)s,
       before = %(before)s, change = change + 1, changed_by = %(call_id)s, updated_at = clock_timestamp()
 WHERE id = %(id)s
RETURNING {reminder};

-- name: hold_due
-- Hold a reminder whose time has come until the transaction ends; no row of one that was given, moved or deleted.
SELECT {reminder}, clock_timestamp() AS now FROM reminders
 WHERE id = %(id)s AND due_at <= clock_timestamp() AND deleted_at IS NULL FOR NO KEY UPDATE;

-- name: deliver
-- Write down that a reminder was given; what it was before cannot come back.
UPDATE reminders SET change = change + 1, before = NULL, meant_for = due_at, delivered_at = clock_timestamp(), done_at = NULL, due_at = %(next_at)s
 WHERE id = %(id)s
RETURNING {reminder};

-- name: overdue
-- Reminders whose time has come some while ago.
SELECT id FROM reminders
 WHERE due_at <= now() - interval '1 minute' AND deleted_at IS NULL ORDER BY due_at LIMIT %(limit)s;

-- name: forget
-- Delete for good what was done or deleted long ago.
DELETE FROM reminders WHERE coalesce(deleted_at, done_at) < clock_timestamp() - make_interval(days => %(days)s)
   AND (deleted_at IS NOT NULL OR (due_at IS NULL AND delivered_at IS NULL));
