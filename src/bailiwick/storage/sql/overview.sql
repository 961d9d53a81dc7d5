-- name: executions
-- What was asked since a time; times from the start of the first attempt to the end, in milliseconds.
SELECT count(*) AS executions,
       count(*) FILTER (WHERE status = 'completed') AS completed,
       count(*) FILTER (WHERE outcome = 'unanswered') AS unanswered,
       count(*) FILTER (WHERE status = 'failed') AS failed,
       count(*) FILTER (WHERE status = 'cancelled') AS cancelled,
       avg(extract(epoch FROM ended_at - started_at) * 1000) FILTER (WHERE status IN ('completed', 'failed')) AS mean_ms,
       percentile_cont(0.95) WITHIN GROUP (ORDER BY extract(epoch FROM ended_at - started_at) * 1000)
           FILTER (WHERE status IN ('completed', 'failed')) AS p95_ms,
       coalesce(sum(input_tokens), 0) AS input_tokens, coalesce(sum(output_tokens), 0) AS output_tokens,
       coalesce(sum(cost), 0) AS cost, coalesce(sum(model_calls), 0) AS model_calls,
       coalesce(sum(tool_calls), 0) AS tool_calls
  FROM executions WHERE created_at >= %(since)s;

-- name: decisions
-- How many routing decisions there were since a time, and how many of them asked a model.
SELECT count(*) AS routed, count(*) FILTER (WHERE model_calls > 0) AS model_routed
  FROM decisions WHERE created_at >= %(since)s;

-- name: hours
-- What was asked in each of the latest 24 hours, empty ones included; hours begin where `since` does.
WITH hours AS (
    SELECT generate_series(latest - interval '23 hours', latest, interval '1 hour') AS at
      FROM date_bin('1 hour', now(), %(since)s::timestamptz) AS latest
), counted AS (
    SELECT date_bin('1 hour', created_at, %(since)s::timestamptz) AS at, count(*) AS executions,
           count(*) FILTER (WHERE status = 'failed') AS failed
      FROM executions
     WHERE created_at >= date_bin('1 hour', now(), %(since)s::timestamptz) - interval '23 hours'
     GROUP BY 1
)
SELECT at, coalesce(executions, 0) AS executions, coalesce(failed, 0) AS failed
  FROM hours LEFT JOIN counted USING (at)
 ORDER BY at;
