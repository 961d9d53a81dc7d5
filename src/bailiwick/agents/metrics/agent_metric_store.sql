-- name: recent
-- An agent's latest executions in a few words, latest first: of those that are over, which are found by that, and of the
-- others.
SELECT id, conversation_id, left(message, 300) AS message, status, created_at
  FROM ((SELECT * FROM executions WHERE ended_by = %(agent_id)s ORDER BY created_at DESC LIMIT %(limit)s)
         UNION ALL
        (SELECT * FROM executions WHERE ended_at IS NULL AND agent_id = %(agent_id)s
          ORDER BY created_at DESC LIMIT %(limit)s)) AS latest
 ORDER BY created_at DESC
 LIMIT %(limit)s;
