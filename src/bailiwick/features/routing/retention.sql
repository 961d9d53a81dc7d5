-- name: old_decisions
-- Decisions older than a time, none of an execution that is not over.
SELECT id FROM decisions
 WHERE created_at < %(before)s
   AND NOT EXISTS (SELECT 1 FROM executions
                    WHERE executions.user_id = decisions.user_id AND executions.id = decisions.execution_id
                      AND (executions.ended_at IS NULL OR executions.ended_at >= %(rolled)s))
 LIMIT %(limit)s;

-- name: delete_decisions
-- Delete decisions, which their executions forget.
WITH forgotten AS (
    UPDATE executions SET decision_id = NULL
      FROM decisions
     WHERE decisions.id = ANY (%(ids)s::uuid[]) AND executions.user_id = decisions.user_id
       AND executions.id = decisions.execution_id AND executions.decision_id = decisions.id
)
DELETE FROM decisions WHERE id = ANY (%(ids)s::uuid[]);

-- name: forget_replays
-- Forget what old releases did to past messages, which the reports quote.
UPDATE routing_releases SET replay = NULL WHERE created_at < %(before)s AND replay IS NOT NULL;
