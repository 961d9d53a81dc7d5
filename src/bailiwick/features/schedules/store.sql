-- columns: said
-- What people say of a schedule.
name, cron, every_seconds, timezone, starts_at, ends_at, action, missed, overlap

-- columns: stands
-- What becomes of it.
status, reason, why, next_at, last_at, last_status, runs, failures, failures_in_a_row

-- name: insert
-- Create a schedule.
INSERT INTO schedules (id, {said}, next_at, created_at, updated_at, status)
VALUES (%(id)s, {said.given}, %(next_at)s, %(now)s, %(now)s,
        CASE WHEN %(next_at)s::timestamptz IS NULL THEN 'ended' ELSE 'active' END);

-- name: get
-- One schedule.
SELECT id, {said}, {stands}, created_at, updated_at
  FROM schedules WHERE id = %(id)s;

-- name: hold
-- Hold a schedule until the transaction ends.
SELECT id FROM schedules WHERE id = %(id)s FOR NO KEY UPDATE;

-- name: list
-- Schedules, latest first.
SELECT id, {said}, {stands}, created_at, updated_at
  FROM schedules
 WHERE (%(status)s::text IS NULL OR status = %(status)s)
   AND (%(before)s::timestamptz IS NULL OR created_at < %(before)s)
 ORDER BY created_at DESC
 LIMIT %(limit)s;

-- name: replace
-- Set everything that people say of a schedule.
UPDATE schedules
   SET {said.set}, updated_at = clock_timestamp()
 WHERE id = %(id)s;

-- name: stand
-- Set where a schedule stands.
UPDATE schedules
   SET status = %(status)s, reason = %(reason)s, why = %(why)s,
       next_at = CASE WHEN %(status)s = 'active' THEN %(next_at)s::timestamptz END,
       failures_in_a_row = CASE WHEN %(afresh)s THEN 0 ELSE failures_in_a_row END, updated_at = clock_timestamp()
 WHERE id = %(id)s;

-- name: delete
-- Delete a schedule with its history.
DELETE FROM schedules WHERE id = %(id)s;

-- name: take_due
-- Hold the schedule that is due longest and that nobody else holds.
SELECT id, clock_timestamp() AS now FROM schedules
 WHERE status = 'active' AND next_at <= clock_timestamp()
 ORDER BY next_at
 LIMIT 1
   FOR NO KEY UPDATE SKIP LOCKED;

-- name: add_run
-- Write down what became of a time; no row when that has been done before.
INSERT INTO schedule_runs (id, schedule_id, due_at, started_at, execution_id, task_id, status, reason, why, by_hand)
VALUES (%(id)s, %(schedule_id)s, %(due_at)s, %(started_at)s, %(execution_id)s, %(task_id)s, %(status)s, %(reason)s, %(why)s::json,
        %(by_hand)s)
ON CONFLICT (user_id, schedule_id, due_at) DO NOTHING
RETURNING id;

-- name: count
-- Count a time of a schedule.
UPDATE schedules
   SET last_at = %(due_at)s, last_status = %(status)s,
       runs = runs + CASE WHEN %(status)s = 'fired' THEN 1 ELSE 0 END,
       failures = failures + CASE WHEN %(status)s = 'failed' THEN 1 ELSE 0 END,
       failures_in_a_row = failures_in_a_row + CASE WHEN %(status)s = 'failed' THEN 1 ELSE 0 END
 WHERE id = %(id)s;

-- name: settle
-- Count how something that a schedule started has ended.
UPDATE schedules
   SET failures = failures + CASE WHEN %(failed)s THEN 1 ELSE 0 END,
       failures_in_a_row = CASE WHEN %(failed)s THEN failures_in_a_row + 1 ELSE 0 END
 WHERE id = %(id)s;

-- name: unfinished
-- Whether something of the latest that a schedule started is not over.
SELECT EXISTS (
    SELECT 1
      FROM (SELECT execution_id FROM schedule_runs
             WHERE schedule_id = %(schedule_id)s AND execution_id IS NOT NULL
             ORDER BY due_at DESC LIMIT 200) AS started
      JOIN executions ON executions.id = started.execution_id
     WHERE executions.ended_at IS NULL) AS busy;

-- name: runs
-- What became of a schedule's times, latest first.
SELECT schedule_runs.id, schedule_runs.schedule_id, schedule_runs.due_at, schedule_runs.started_at,
       extract(epoch FROM schedule_runs.started_at - schedule_runs.due_at)::double precision * 1000 AS lateness_ms,
       schedule_runs.execution_id, schedule_runs.task_id, schedule_runs.status, schedule_runs.reason, schedule_runs.why,
       executions.status AS execution_status, schedule_runs.by_hand
  FROM schedule_runs
  LEFT JOIN executions ON executions.user_id = schedule_runs.user_id AND executions.id = schedule_runs.execution_id
 WHERE schedule_runs.schedule_id = %(schedule_id)s
   AND (%(before)s::timestamptz IS NULL OR schedule_runs.due_at < %(before)s)
 ORDER BY schedule_runs.due_at DESC
 LIMIT %(limit)s;

-- name: earlier
-- Have the user's schedules looked at at this time at the latest.
UPDATE users SET schedules_due_at = least(schedules_due_at, %(next_at)s)
 WHERE user_id = acting_user()
   AND (schedules_due_at IS NULL OR schedules_due_at > %(next_at)s);

-- name: hold_clock
-- Keep everyone else from setting when the user's schedules are looked at.
SELECT user_id FROM users WHERE user_id = acting_user() FOR NO KEY UPDATE;

-- name: next
-- When the next schedule is due.
SELECT min(next_at) AS next_at FROM schedules WHERE status = 'active';

-- name: set_clock
-- Set when the user's schedules are looked at.
UPDATE users SET schedules_due_at = %(next_at)s
 WHERE user_id = acting_user() AND schedules_due_at IS DISTINCT FROM %(next_at)s;
