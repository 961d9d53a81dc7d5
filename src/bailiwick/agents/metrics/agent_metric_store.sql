-- name: recent
-- An agent's latest executions in a few words, latest first.
SELECT id, conversation_id, left(message, 300) AS message, status, created_at
  FROM executions
 WHERE agent_id = %(agent_id)s
 ORDER BY created_at DESC
 LIMIT %(limit)s;
