-- name: old_events
-- Facts older than a time, none of an execution that was not over by then and never the last one of a stream.
SELECT id
  FROM events, generate_series(CASE WHEN kind = 'done' THEN 1 ELSE 0 END, coalesce(json_array_length(preceded), 0))
 WHERE id <= (SELECT id FROM events
               WHERE (kind = 'done' OR execution_id IS NULL) AND at < %(before)s
               ORDER BY at DESC LIMIT 1)
   AND at < %(before)s
   AND NOT EXISTS (SELECT 1 FROM executions
                    WHERE executions.user_id = events.user_id AND executions.id = events.execution_id
                      AND executions.ended_at IS NULL)
 LIMIT %(limit)s;
