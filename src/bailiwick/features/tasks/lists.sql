-- name: by_position
-- A page of ids in the order of the board, each column read from its own index.
SELECT page.id, page.position AS key
  FROM unnest(%(statuses)s::text[]) AS column_ (status)
 CROSS JOIN LATERAL (
       SELECT tasks.id, tasks.position FROM tasks
        WHERE tasks.status = column_.status AND tasks.deleted_at IS NULL
          AND (%(agent_id)s::text IS NULL OR tasks.agent_id = %(agent_id)s)
          AND (%(rank)s::smallint IS NULL OR tasks.rank = %(rank)s)
          AND (%(tag)s::text IS NULL OR %(tag)s = ANY(tasks.tags))
          AND (%(search)s::text IS NULL OR tasks.folded LIKE %(search)s)
          AND (%(due_from)s::timestamptz IS NULL OR tasks.due_at >= %(due_from)s)
          AND (%(due_before)s::timestamptz IS NULL OR tasks.due_at < %(due_before)s)
          AND (NOT %(undated)s OR tasks.due_at IS NULL)
          AND (NOT %(overdue)s OR tasks.due_at < clock_timestamp())
          AND (%(id)s::uuid IS NULL OR (tasks.position, tasks.id) > (%(key)s::text::double precision, %(id)s))
        ORDER BY tasks.position, tasks.id LIMIT %(limit)s) AS page
 ORDER BY page.position, page.id
 LIMIT %(limit)s;

-- name: by_due
-- A page of ids, due first, those without a date last.
SELECT page.id, page.due_key::text AS key
  FROM unnest(%(statuses)s::text[]) AS column_ (status)
 CROSS JOIN LATERAL (
       SELECT tasks.id, tasks.due_key FROM tasks
        WHERE tasks.status = column_.status AND tasks.deleted_at IS NULL
          AND (%(agent_id)s::text IS NULL OR tasks.agent_id = %(agent_id)s)
          AND (%(rank)s::smallint IS NULL OR tasks.rank = %(rank)s)
          AND (%(tag)s::text IS NULL OR %(tag)s = ANY(tasks.tags))
          AND (%(search)s::text IS NULL OR tasks.folded LIKE %(search)s)
          AND (%(due_from)s::timestamptz IS NULL OR tasks.due_key >= %(due_from)s)
          AND (%(due_before)s::timestamptz IS NULL OR tasks.due_key < %(due_before)s)
          AND (NOT %(undated)s OR tasks.due_at IS NULL)
          AND (NOT %(overdue)s OR tasks.due_key < clock_timestamp())
          AND (%(id)s::uuid IS NULL OR (tasks.due_key, tasks.id) > (%(key)s::text::timestamptz, %(id)s))
        ORDER BY tasks.due_key, tasks.id LIMIT %(limit)s) AS page
 ORDER BY page.due_key, page.id
 LIMIT %(limit)s;

-- name: by_priority
-- A page of ids, most urgent first, of those the latest.
SELECT page.id, page.rank AS key
  FROM unnest(%(statuses)s::text[]) AS column_ (status)
 CROSS JOIN LATERAL (
       SELECT tasks.id, tasks.rank FROM tasks
        WHERE tasks.status = column_.status AND tasks.deleted_at IS NULL
          AND (%(agent_id)s::text IS NULL OR tasks.agent_id = %(agent_id)s)
          AND (%(rank)s::smallint IS NULL OR tasks.rank = %(rank)s)
          AND (%(tag)s::text IS NULL OR %(tag)s = ANY(tasks.tags))
          AND (%(search)s::text IS NULL OR tasks.folded LIKE %(search)s)
          AND (%(due_from)s::timestamptz IS NULL OR tasks.due_at >= %(due_from)s)
          AND (%(due_before)s::timestamptz IS NULL OR tasks.due_at < %(due_before)s)
          AND (NOT %(undated)s OR tasks.due_at IS NULL)
          AND (NOT %(overdue)s OR tasks.due_at < clock_timestamp())
          AND (%(id)s::uuid IS NULL OR (tasks.rank, tasks.id) < (%(key)s::text::smallint, %(id)s))
        ORDER BY tasks.rank DESC, tasks.id DESC LIMIT %(limit)s) AS page
 ORDER BY page.rank DESC, page.id DESC
 LIMIT %(limit)s;

-- name: by_updated
-- A page of ids, latest change first.
SELECT page.id, page.updated_at::text AS key
  FROM unnest(%(statuses)s::text[]) AS column_ (status)
 CROSS JOIN LATERAL (
       SELECT tasks.id, tasks.updated_at FROM tasks
        WHERE tasks.status = column_.status AND tasks.deleted_at IS NULL
          AND (%(agent_id)s::text IS NULL OR tasks.agent_id = %(agent_id)s)
          AND (%(rank)s::smallint IS NULL OR tasks.rank = %(rank)s)
          AND (%(tag)s::text IS NULL OR %(tag)s = ANY(tasks.tags))
          AND (%(search)s::text IS NULL OR tasks.folded LIKE %(search)s)
          AND (%(due_from)s::timestamptz IS NULL OR tasks.due_at >= %(due_from)s)
          AND (%(due_before)s::timestamptz IS NULL OR tasks.due_at < %(due_before)s)
          AND (NOT %(undated)s OR tasks.due_at IS NULL)
          AND (NOT %(overdue)s OR tasks.due_at < clock_timestamp())
          AND (%(id)s::uuid IS NULL OR (tasks.updated_at, tasks.id) < (%(key)s::text::timestamptz, %(id)s))
        ORDER BY tasks.updated_at DESC, tasks.id DESC LIMIT %(limit)s) AS page
 ORDER BY page.updated_at DESC, page.id DESC
 LIMIT %(limit)s;

-- name: count
-- How many tasks fit.
SELECT count(*) AS total FROM tasks
 WHERE tasks.status = ANY(%(statuses)s::text[]) AND tasks.deleted_at IS NULL
   AND (%(agent_id)s::text IS NULL OR tasks.agent_id = %(agent_id)s)
   AND (%(rank)s::smallint IS NULL OR tasks.rank = %(rank)s)
   AND (%(tag)s::text IS NULL OR %(tag)s = ANY(tasks.tags))
   AND (%(search)s::text IS NULL OR tasks.folded LIKE %(search)s)
   AND (%(due_from)s::timestamptz IS NULL OR tasks.due_at >= %(due_from)s)
   AND (%(due_before)s::timestamptz IS NULL OR tasks.due_at < %(due_before)s)
   AND (NOT %(undated)s OR tasks.due_at IS NULL)
   AND (NOT %(overdue)s OR tasks.due_at < clock_timestamp());

-- name: by_status
-- How many tasks stand where.
SELECT status, count(*) AS tasks FROM tasks WHERE deleted_at IS NULL GROUP BY status;

-- name: open_by_priority
-- How many open tasks matter how much.
SELECT rank, count(*) AS tasks FROM tasks
 WHERE status NOT IN ('done', 'cancelled') AND deleted_at IS NULL
 GROUP BY rank;

-- name: by_agent
-- How many open and done tasks lie with whom, most open first.
SELECT agent_id, count(*) FILTER (WHERE status NOT IN ('done', 'cancelled')) AS open,
       count(*) FILTER (WHERE status = 'done') AS done
  FROM tasks WHERE status <> 'cancelled' AND deleted_at IS NULL
 GROUP BY agent_id ORDER BY open DESC, done DESC, agent_id
 LIMIT 200;

-- name: dates
-- How many open tasks are late, and how many are due on the current day of a time zone.
SELECT count(*) FILTER (WHERE due_at < clock_timestamp()) AS overdue,
       count(*) FILTER (WHERE (due_at AT TIME ZONE %(timezone)s)::date
                            = (clock_timestamp() AT TIME ZONE %(timezone)s)::date) AS due_today
  FROM tasks WHERE due_at IS NOT NULL AND status NOT IN ('done', 'cancelled') AND deleted_at IS NULL;

-- name: done_per_day
-- How many tasks were done on each of the latest 30 days of a time zone, oldest first.
WITH days AS (
    SELECT ((clock_timestamp() AT TIME ZONE %(timezone)s)::date - ago) AS day FROM generate_series(29, 0, -1) AS ago
), finished AS (
    SELECT (completed_at AT TIME ZONE %(timezone)s)::date AS day, count(*) AS done
      FROM tasks
     WHERE status = 'done' AND completed_at > clock_timestamp() - interval '32 days' AND deleted_at IS NULL
     GROUP BY 1
)
SELECT days.day, coalesce(finished.done, 0) AS done FROM days LEFT JOIN finished ON finished.day = days.day
 ORDER BY days.day;

-- name: means
-- Means over tasks that are done, and over those that were handed in.
SELECT avg(extract(epoch FROM completed_at - created_at) / 3600) FILTER (WHERE status = 'done')::double precision AS hours,
       (count(*) FILTER (WHERE returns > 0))::double precision / nullif(count(*) FILTER (WHERE submissions > 0), 0)
           AS returned,
       avg(least(estimate_minutes, spent.minutes) / greatest(estimate_minutes, spent.minutes))
           FILTER (WHERE status = 'done' AND estimate_minutes > 0)::double precision AS accuracy,
       count(*) FILTER (WHERE status = 'done' AND completed_at > clock_timestamp() - interval '7 days') AS lately
  FROM tasks
 CROSS JOIN LATERAL (
       SELECT greatest(extract(epoch FROM completed_at - coalesce(started_at, created_at)) / 60, 0.0001) AS minutes
       ) AS spent
 WHERE deleted_at IS NULL;
