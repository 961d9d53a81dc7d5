-- name: defer
-- Enqueue a job, as the engine's own procrastinate_defer_jobs_v1 does; no row where a job waits that has its queueing lock,
-- which is held instead, so that no worker starts it before this transaction ends.
INSERT INTO procrastinate_jobs (queue_name, task_name, priority, lock, queueing_lock, args, scheduled_at)
VALUES ('default', %(task)s, 0, %(lock)s, %(queueing_lock)s, %(arguments)s, %(at)s)
    ON CONFLICT (queueing_lock) WHERE status = 'todo' DO UPDATE SET priority = procrastinate_jobs.priority WHERE false
RETURNING id;

-- name: defer_here
-- Enqueue a job as one that this worker has: nobody is told of it. No row where something of its locks waits or runs
-- already, or the worker counts as gone.
INSERT INTO procrastinate_jobs AS job (queue_name, task_name, priority, lock, queueing_lock, args, status, worker_id)
SELECT 'default', %(task)s, 0, %(lock)s, %(queueing_lock)s, %(arguments)s, 'doing', worker.id
  FROM (SELECT id FROM procrastinate_workers WHERE id = %(worker_id)s FOR KEY SHARE) AS worker
 WHERE NOT EXISTS (SELECT FROM procrastinate_jobs AS other
                    WHERE other.lock = %(lock)s AND other.status IN ('todo', 'doing'))
   AND NOT EXISTS (SELECT FROM procrastinate_jobs AS other
                    WHERE other.queueing_lock = %(queueing_lock)s AND other.status = 'todo')
    ON CONFLICT DO NOTHING
RETURNING job.id, job.status, job.task_name, job.priority, job.lock, job.queueing_lock, job.args, job.scheduled_at,
          job.queue_name, job.attempts, job.worker_id;

-- name: fetch_fairly
-- Take the next job, as the engine's own procrastinate_fetch_job_v2 does, but none of a person who has their share of
-- this worker already: `share` jobs, divided among those for whom it works now. Whose turn is next, the priority says
-- (`take_turn` in the schema); jobs of one lock begin in the order in which they were enqueued.
WITH busy AS MATERIALIZED (
    SELECT args ->> 'user_id' AS user_id, count(*) AS jobs
      FROM procrastinate_jobs WHERE status = 'doing' AND worker_id = %(worker_id)s
     GROUP BY 1
), candidate AS (
    SELECT job.id
      FROM procrastinate_jobs AS job
     WHERE job.status = 'todo' AND (job.scheduled_at IS NULL OR job.scheduled_at <= now())
       AND NOT coalesce(job.args ->> 'user_id', '') = ANY (ARRAY(
           SELECT busy.user_id FROM busy WHERE busy.jobs >= greatest(1, %(share)s / (SELECT count(*) FROM busy))))
       AND (job.lock IS NULL OR NOT EXISTS (
           SELECT 1 FROM procrastinate_jobs AS other
            WHERE other.lock = job.lock AND other.status IN ('todo', 'doing')
              AND (other.status = 'doing' OR other.id < job.id)))
     ORDER BY job.priority DESC, job.id
     LIMIT 1
       FOR UPDATE OF job SKIP LOCKED
)
UPDATE procrastinate_jobs AS job SET status = 'doing', worker_id = %(worker_id)s
  FROM candidate WHERE job.id = candidate.id
RETURNING job.id, job.status, job.task_name, job.priority, job.lock, job.queueing_lock, job.args, job.scheduled_at,
          job.queue_name, job.attempts, job.worker_id;

-- name: finish_claimed
-- End a job if it is still this attempt of this worker; no row otherwise. `others` wait: they may have waited for its
-- lock or for its person's share, and workers are told. Nobody waits for the disk: a job whose end is lost is carried out
-- again and finds its work done, as after a worker that died a moment before.
WITH unhurried AS MATERIALIZED (
    SELECT set_config('synchronous_commit', 'off', true)
), claimed AS MATERIALIZED (
    DELETE FROM procrastinate_jobs
     WHERE %(delete_job)s AND id = %(id)s AND status = 'doing' AND worker_id = %(worker_id)s AND attempts = %(attempts)s
    RETURNING id
), kept AS MATERIALIZED (
    UPDATE procrastinate_jobs
       SET status = %(status)s::procrastinate_job_status, abort_requested = false, attempts = attempts + 1
     WHERE NOT %(delete_job)s AND id = %(id)s AND status = 'doing' AND worker_id = %(worker_id)s
       AND attempts = %(attempts)s
    RETURNING id
), waiting AS MATERIALIZED (
    SELECT EXISTS (SELECT FROM procrastinate_jobs
                    WHERE status = 'todo' AND (scheduled_at IS NULL OR scheduled_at <= now())) AS others
)
SELECT id, others,
       CASE WHEN others THEN
           pg_notify('procrastinate_any_queue_v1', json_build_object('type', 'job_inserted', 'job_id', id)::text)
       END
  FROM (SELECT id FROM claimed UNION ALL SELECT id FROM kept) AS ended, waiting, unhurried;

-- name: retry_claimed
-- Put a job back for later if it is still this attempt of this worker, and tell workers of it.
WITH retried AS (
    UPDATE procrastinate_jobs
       SET status = 'todo', attempts = attempts + 1, scheduled_at = %(retry_at)s, abort_requested = false,
           worker_id = NULL
     WHERE id = %(id)s AND status = 'doing' AND worker_id = %(worker_id)s AND attempts = %(attempts)s
    RETURNING id
)
SELECT id, pg_notify('procrastinate_any_queue_v1', json_build_object('type', 'job_inserted', 'job_id', id)::text)
  FROM retried;

-- name: wake_workers
-- Tell workers that a job may run now; the engine itself only tells of new ones.
SELECT pg_notify('procrastinate_any_queue_v1', json_build_object('type', 'job_inserted', 'job_id', %(id)s::bigint)::text);

-- name: sweep
-- A sign of life of a worker, and what its look around needs, in one go: running jobs whose worker is gone or has been
-- silent by the database's clock, the jobs that it is said to run, whether it is known and gave a sign of life lately,
-- and whether jobs wait that may run now.
WITH alive AS (
    UPDATE procrastinate_workers SET last_heartbeat = now() WHERE id = %(worker_id)s
)
SELECT ARRAY(SELECT job.id
               FROM procrastinate_jobs AS job
               LEFT JOIN procrastinate_workers AS worker ON worker.id = job.worker_id
              WHERE job.status = 'doing'
                AND (worker.id IS NULL OR worker.last_heartbeat < now() - make_interval(secs => %(silence)s))
              ORDER BY job.id
              LIMIT 1000) AS stalled,
       ARRAY(SELECT id FROM procrastinate_jobs WHERE status = 'doing' AND worker_id = %(worker_id)s) AS running,
       EXISTS (SELECT 1 FROM procrastinate_workers
                WHERE id = %(worker_id)s AND last_heartbeat >= now() - make_interval(secs => %(silence)s)) AS alive,
       EXISTS (SELECT 1 FROM procrastinate_jobs
                WHERE status = 'todo' AND (scheduled_at IS NULL OR scheduled_at <= now())) AS waiting;

-- name: retry_stalled
-- Put one job back, if its worker is still silent and nobody else is putting it back now.
UPDATE procrastinate_jobs
   SET status = 'todo', attempts = attempts + 1, scheduled_at = now(), abort_requested = false, worker_id = NULL
 WHERE id = (SELECT job.id
               FROM procrastinate_jobs AS job
               LEFT JOIN procrastinate_workers AS worker ON worker.id = job.worker_id
              WHERE job.id = %(id)s AND job.status = 'doing'
                AND (worker.id IS NULL OR worker.last_heartbeat < now() - make_interval(secs => %(silence)s))
                FOR UPDATE OF job SKIP LOCKED);

-- name: retry_forgotten
-- Put one job back that a living worker has no longer.
UPDATE procrastinate_jobs
   SET status = 'todo', attempts = attempts + 1, scheduled_at = now(), abort_requested = false, worker_id = NULL
 WHERE id = %(id)s AND status = 'doing' AND worker_id = %(worker_id)s;

-- name: drop_superseded
-- Delete a job that is not running any more, whose work a waiting job of the same queueing lock will do.
DELETE FROM procrastinate_jobs AS job
 WHERE job.id = %(id)s AND job.status = 'doing'
   AND EXISTS (SELECT 1 FROM procrastinate_jobs AS waiting
                WHERE waiting.queueing_lock = job.queueing_lock AND waiting.status = 'todo');

-- name: forget_workers
-- Delete workers that have been silent for so long that their jobs have been put back.
DELETE FROM procrastinate_workers WHERE last_heartbeat < now() - make_interval(secs => %(silence)s);

-- name: live_workers
-- How many workers gave a sign of life lately.
SELECT count(*) AS workers FROM procrastinate_workers
 WHERE last_heartbeat >= now() - make_interval(secs => %(silence)s);

-- name: forget_finished
-- Delete jobs that ended more than some days ago; those that succeeded are deleted when they end.
DELETE FROM procrastinate_jobs AS job
 WHERE status IN ('succeeded', 'failed', 'cancelled', 'aborted')
   AND NOT EXISTS (SELECT 1 FROM procrastinate_events AS event
                    WHERE event.job_id = job.id AND event.at > now() - make_interval(days => %(days)s));

-- name: counts
-- How many jobs there are in each status.
SELECT status::text AS status, count(*) AS jobs FROM procrastinate_jobs GROUP BY status;
