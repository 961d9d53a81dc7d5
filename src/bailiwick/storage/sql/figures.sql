-- name: days
-- What an agent did on each of some days, numbered from 1, and (day null) in all of them; times from the start of
-- the first attempt to the end, in milliseconds.
SELECT width_bucket(created_at, %(days)s::timestamptz[]) AS day,
       count(*) AS executions,
       count(*) FILTER (WHERE status = 'completed') AS completed,
       count(*) FILTER (WHERE outcome = 'unanswered') AS unanswered,
       count(*) FILTER (WHERE status = 'failed') AS failed,
       count(*) FILTER (WHERE status = 'cancelled') AS cancelled,
       avg(extract(epoch FROM ended_at - started_at) * 1000) FILTER (WHERE status IN ('completed', 'failed')) AS mean_ms,
       percentile_cont(0.95) WITHIN GROUP (ORDER BY extract(epoch FROM ended_at - started_at) * 1000)
           FILTER (WHERE status IN ('completed', 'failed')) AS p95_ms,
       sum(input_tokens) AS input_tokens, sum(output_tokens) AS output_tokens, sum(cost) AS cost,
       sum(model_calls) AS model_calls, sum(tool_calls) AS tool_calls,
       max(started_at) AS last_used_at
  FROM executions
 WHERE agent_id = %(agent_id)s AND created_at >= %(since)s AND created_at < %(until)s
 GROUP BY GROUPING SETS ((1), ());

-- name: errors
-- The ways an agent failed in a time, the most frequent first.
SELECT error_class, count(*) AS count
  FROM executions
 WHERE agent_id = %(agent_id)s AND created_at >= %(since)s AND created_at < %(until)s AND error_class IS NOT NULL
 GROUP BY error_class
 ORDER BY count DESC, error_class;

-- name: feedback
-- How people rated an agent's executions of a time.
SELECT count(*) FILTER (WHERE rating = 'up') AS up, count(*) FILTER (WHERE rating = 'down') AS down
  FROM executions
  JOIN feedback ON feedback.user_id = executions.user_id AND feedback.execution_id = executions.id
 WHERE agent_id = %(agent_id)s AND executions.created_at >= %(since)s AND executions.created_at < %(until)s;

-- name: recent
-- An agent's latest executions in a few words, latest first.
SELECT id, conversation_id, left(message, 300) AS message, status, created_at
  FROM executions
 WHERE agent_id = %(agent_id)s
 ORDER BY created_at DESC
 LIMIT %(limit)s;
