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
