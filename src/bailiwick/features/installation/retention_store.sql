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

-- name: old_conversations
-- Threads of people that nobody has touched since a time, none that is pinned or at work, oldest first.
SELECT id FROM conversations
 WHERE updated_at < %(before)s AND NOT pinned AND resident_id IS NULL AND task_id IS NULL
   AND NOT EXISTS (SELECT 1 FROM executions
                    WHERE executions.user_id = conversations.user_id AND executions.conversation_id = conversations.id
                      AND (executions.ended_at IS NULL OR executions.ended_at >= %(rolled)s))
 ORDER BY updated_at
 LIMIT %(limit)s;

-- name: delete_conversations
-- Delete threads with all that is in them, unless somebody has just touched one.
DELETE FROM conversations
 WHERE id = ANY (%(ids)s::uuid[]) AND updated_at < %(before)s AND NOT pinned;

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

-- name: old_mails
-- Mail older than a time that all of its recipients have read.
SELECT id FROM mails
 WHERE sent_at < least(%(before)s::timestamptz, %(rolled)s::timestamptz)
   AND NOT EXISTS (SELECT 1 FROM deliveries
                    WHERE deliveries.user_id = mails.user_id AND deliveries.mail_id = mails.id
                      AND deliveries.status <> 'read')
 ORDER BY sent_at
 LIMIT %(limit)s;

-- name: loosen_mails
-- Let later mail forget which mail it answers that is about to be deleted.
UPDATE mails SET cause_id = CASE WHEN cause_id = ANY (%(ids)s::uuid[]) THEN NULL ELSE cause_id END,
                 reply_to = CASE WHEN reply_to = ANY (%(ids)s::uuid[]) THEN NULL ELSE reply_to END
 WHERE cause_id = ANY (%(ids)s::uuid[]) OR reply_to = ANY (%(ids)s::uuid[]);

-- name: delete_mails
-- Delete mail.
DELETE FROM mails WHERE id = ANY (%(ids)s::uuid[]);

-- name: old_documents
-- Documents that nobody has changed since a time, none that is being read in.
SELECT id FROM documents WHERE updated_at < %(before)s AND status <> 'indexing' LIMIT %(limit)s;

-- name: delete_documents
-- Delete documents with their passages and files.
DELETE FROM documents WHERE id = ANY (%(ids)s::uuid[]) AND updated_at < %(before)s;

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
