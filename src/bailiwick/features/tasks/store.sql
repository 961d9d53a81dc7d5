-- name: count_up
-- Draw the next number; whoever draws later waits, so that none is left out.
INSERT INTO task_counters AS counter (number) VALUES (1)
ON CONFLICT (user_id) DO UPDATE SET number = counter.number + 1
RETURNING number;

-- name: hold_board
-- Keep everyone else from adding tasks and dependencies meanwhile.
INSERT INTO task_counters AS counter (number) VALUES (0)
ON CONFLICT (user_id) DO UPDATE SET number = counter.number
RETURNING number;

-- name: made_by
-- The task that a tool call made.
SELECT id FROM tasks WHERE call_id = %(call_id)s;

-- name: insert
-- Write a task down, last in its column.
INSERT INTO tasks (id, number, title, description, folded, agent_id, supervised, rank, status, due_at,
                   estimate_minutes, tags, schedule_id, call_id, tainted, position, started_at, completed_at)
VALUES (%(id)s, %(number)s, %(title)s, %(description)s, %(folded)s, %(agent_id)s, %(supervised)s, %(rank)s,
        %(status)s, %(due_at)s, %(estimate_minutes)s, %(tags)s, %(schedule_id)s, %(call_id)s, %(tainted)s,
        (SELECT coalesce(max(position), 0) + 1 FROM tasks WHERE status = %(status)s),
        CASE WHEN %(status)s IN ('doing', 'review', 'done') THEN clock_timestamp() END,
        CASE WHEN %(status)s = 'done' THEN clock_timestamp() END);

-- name: of
-- Tasks by id, in the order asked for, with what they wait for and where their latest runs stand.
SELECT tasks.id, number, tasks.title, description, tasks.agent_id, supervised, rank, tasks.status, due_at, estimate_minutes,
       tags, position, tasks.execution_id, executions.status AS execution_status, executions.waiting_for,
       conversations.id AS conversation_id, result, tasks.summary, tainted, comments, runs, schedule_id,
       due_at < clock_timestamp() AND tasks.status NOT IN ('done', 'cancelled') AS overdue,
       tasks.created_at, tasks.updated_at, tasks.started_at, completed_at,
       ARRAY(SELECT depends_on FROM task_dependencies JOIN tasks AS other
                 ON other.user_id = task_dependencies.user_id AND other.id = task_dependencies.depends_on
              WHERE task_dependencies.user_id = tasks.user_id AND task_id = tasks.id AND other.deleted_at IS NULL
              ORDER BY depends_on) AS depends_on,
       ARRAY(SELECT task_id FROM task_dependencies JOIN tasks AS other
                 ON other.user_id = task_dependencies.user_id AND other.id = task_dependencies.task_id
              WHERE task_dependencies.user_id = tasks.user_id AND depends_on = tasks.id AND other.deleted_at IS NULL
              ORDER BY task_id) AS blocks,
       EXISTS (SELECT 1 FROM task_dependencies JOIN tasks AS other
                   ON other.user_id = task_dependencies.user_id AND other.id = task_dependencies.depends_on
                WHERE task_dependencies.user_id = tasks.user_id AND task_dependencies.task_id = tasks.id
                  AND other.status NOT IN ('done', 'cancelled') AND other.deleted_at IS NULL) AS blocked
  FROM unnest(%(ids)s::uuid[]) WITH ORDINALITY AS asked (id, place)
  JOIN tasks ON tasks.id = asked.id AND tasks.deleted_at IS NULL
  LEFT JOIN executions ON executions.user_id = tasks.user_id AND executions.id = tasks.execution_id
  LEFT JOIN conversations ON conversations.user_id = tasks.user_id AND conversations.task_id = tasks.id
 ORDER BY asked.place;

-- name: hold
-- Hold a task until the transaction ends.
SELECT id FROM tasks WHERE id = %(id)s AND deleted_at IS NULL FOR NO KEY UPDATE;

-- name: change
-- Edit a task; what `set_…` leaves out stays. It gets its times from the status it is given.
UPDATE tasks
   SET title = coalesce(%(title)s, title),
       description = coalesce(%(description)s, description),
       folded = coalesce(%(folded)s, folded),
       agent_id = CASE WHEN %(set_agent)s THEN %(agent_id)s ELSE agent_id END,
       supervised = coalesce(%(supervised)s, supervised),
       rank = coalesce(%(rank)s, rank),
       due_at = CASE WHEN %(set_due)s THEN %(due_at)s ELSE due_at END,
       estimate_minutes = CASE WHEN %(set_estimate)s THEN %(estimate_minutes)s ELSE estimate_minutes END,
       tags = coalesce(%(tags)s, tags),
       position = coalesce(%(position)s, position),
       status = coalesce(%(status)s, status),
       started_at = CASE WHEN %(status)s IN ('doing', 'review', 'done') THEN coalesce(started_at, clock_timestamp())
                         ELSE started_at END,
       completed_at = CASE WHEN coalesce(%(status)s, status) = 'done' THEN coalesce(completed_at, clock_timestamp()) END,
       returns = returns + %(returns)s,
       submissions = submissions + %(submissions)s,
       tainted = tainted OR %(tainted)s,
       updated_at = clock_timestamp()
 WHERE id = %(id)s;

-- name: last_position
-- A position behind everything else in a column.
SELECT coalesce(max(position), 0) + 1 AS position FROM tasks WHERE status = %(status)s;

-- name: neighbours
-- The position of a task in a column and that of the one behind it, leaving one task out.
SELECT position,
       (SELECT min(next.position) FROM tasks AS next
         WHERE next.status = tasks.status AND next.position > tasks.position AND next.id <> %(moved)s) AS following
  FROM tasks WHERE id = %(id)s AND status = %(status)s AND deleted_at IS NULL;

-- name: first_position
-- The position of the first task of a column, leaving one task out.
SELECT min(position) AS position FROM tasks WHERE status = %(status)s AND id <> %(moved)s;

-- name: renumber
-- Give the tasks of a column whole positions in their order.
UPDATE tasks SET position = placed.place
  FROM (SELECT id, row_number() OVER (ORDER BY position, id) AS place FROM tasks WHERE status = %(status)s) AS placed
 WHERE tasks.id = placed.id AND tasks.position <> placed.place;

-- name: edges
-- What tasks depend on, directly and through others.
WITH RECURSIVE reached (id) AS (
    SELECT unnest(%(ids)s::uuid[])
    UNION
    SELECT depends_on FROM reached JOIN task_dependencies ON task_dependencies.task_id = reached.id
)
SELECT task_id, depends_on FROM task_dependencies JOIN reached ON reached.id = task_dependencies.task_id;

-- name: numbered
-- The task that people call by a number.
SELECT id FROM tasks WHERE number = %(number)s AND deleted_at IS NULL;

-- name: numbers
-- What people call tasks.
SELECT id, number FROM tasks WHERE id = ANY(%(ids)s::uuid[]) AND deleted_at IS NULL;

-- name: drop_dependencies
-- Let a task depend on nothing but these.
DELETE FROM task_dependencies WHERE task_id = %(id)s AND NOT depends_on = ANY(%(ids)s::uuid[]);

-- name: add_dependencies
-- Let a task depend on these.
INSERT INTO task_dependencies (task_id, depends_on)
SELECT %(id)s, each FROM unnest(%(ids)s::uuid[]) AS each
ON CONFLICT DO NOTHING;

-- name: touch
-- Note that something about tasks has changed.
UPDATE tasks SET updated_at = clock_timestamp() WHERE id = ANY(%(ids)s::uuid[]);

-- name: comment
-- Add a line to a task's history.
INSERT INTO task_comments (id, task_id, author, kind, content, why)
VALUES (%(id)s, %(task_id)s, %(author)s, %(kind)s, %(content)s, %(why)s)
RETURNING created_at;

-- name: count_comments
-- Count a line more or less.
UPDATE tasks SET comments = comments + %(more)s, updated_at = clock_timestamp() WHERE id = %(id)s;

-- name: comments
-- The latest lines of a task's history, latest first.
SELECT id, task_id, author, kind, content, why, created_at
  FROM task_comments WHERE task_id = %(task_id)s
 ORDER BY created_at DESC, id DESC
 LIMIT %(limit)s;

-- name: delete_comment
-- Take a comment of the person back.
DELETE FROM task_comments
 WHERE id = %(id)s AND task_id = %(task_id)s AND author = 'person' AND kind = 'comment'
RETURNING id;

-- name: add_run
-- Note that an execution carries a task out.
INSERT INTO task_runs (execution_id, task_id, instructions, tainted)
VALUES (%(execution_id)s, %(task_id)s, %(instructions)s, %(tainted)s);

-- name: begin_run
-- Set a task doing, with its latest run.
UPDATE tasks
   SET execution_id = %(execution_id)s, status = 'doing', runs = runs + 1, position = coalesce(%(position)s, position),
       started_at = coalesce(started_at, clock_timestamp()), updated_at = clock_timestamp()
 WHERE id = %(id)s;

-- name: end_run
-- Write down what came of the latest run of a task; no row when another is its latest or it was taken out of work.
UPDATE tasks
   SET status = %(status)s, position = coalesce(%(position)s, position),
       result = CASE WHEN %(submitted)s THEN %(result)s ELSE result END,
       summary = CASE WHEN %(submitted)s THEN %(summary)s ELSE summary END,
       tainted = tainted OR %(tainted)s,
       submissions = submissions + CASE WHEN %(submitted)s THEN 1 ELSE 0 END,
       updated_at = clock_timestamp()
 WHERE id = %(id)s AND execution_id = %(execution_id)s AND status = 'doing'
RETURNING id;

-- name: runs
-- The latest runs of a task, latest first.
SELECT task_runs.execution_id, task_runs.task_id, executions.status, executions.agent_id, task_runs.instructions,
       executions.answer, task_runs.created_at, executions.ended_at
  FROM task_runs
  JOIN executions ON executions.user_id = task_runs.user_id AND executions.id = task_runs.execution_id
 WHERE task_runs.task_id = %(task_id)s
 ORDER BY task_runs.created_at DESC
 LIMIT %(limit)s;

-- name: delete
-- Delete a task with its history, its thread and its runs.
DELETE FROM tasks WHERE id = %(id)s;

-- name: remove
-- Take a task off the board; it can come back.
UPDATE tasks SET deleted_at = clock_timestamp() WHERE id = %(id)s AND deleted_at IS NULL;

-- name: removed
-- Numbers and titles of tasks that can come back, latest deletion first.
SELECT id, number, title FROM tasks WHERE deleted_at IS NOT NULL ORDER BY deleted_at DESC, id DESC LIMIT %(limit)s;

-- name: restore
-- Put a task back on the board that was taken off it.
UPDATE tasks SET deleted_at = NULL WHERE id = %(id)s AND deleted_at IS NOT NULL RETURNING id;

-- name: erase_removed
-- Erase what was taken off the board long ago.
DELETE FROM tasks WHERE deleted_at < %(before)s;
