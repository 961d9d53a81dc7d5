-- name: old_metrics
-- Sums of days of UTC before a time.
SELECT at FROM metric_sums
 WHERE kind = ANY ('{all,execution,model,tool,stage,error,link,approval,feedback}'::text[])
   AND span IN ('hour', 'day') AND at < date_trunc('day', %(before)s::timestamptz, 'UTC') LIMIT %(limit)s;

-- name: delete_metrics
-- Delete sums of days of UTC before a time.
DELETE FROM metric_sums
 WHERE ctid = ANY (ARRAY(SELECT ctid FROM metric_sums
                          WHERE kind = ANY ('{all,execution,model,tool,stage,error,link,approval,feedback}'::text[])
                            AND span IN ('hour', 'day') AND at < date_trunc('day', %(before)s::timestamptz, 'UTC')
                          LIMIT %(limit)s));
