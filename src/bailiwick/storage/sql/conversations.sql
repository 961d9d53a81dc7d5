-- name: main
-- The thread with a key.
SELECT id, agent_id, mode, thread_key, title, pinned, last_agent, created_at, updated_at
  FROM conversations WHERE thread_key = %(thread_key)s;

-- name: insert
-- Create a thread; no row when its key is taken.
INSERT INTO conversations (id, agent_id, mode, thread_key, title)
VALUES (%(id)s, %(agent_id)s, %(mode)s, %(thread_key)s, %(title)s)
ON CONFLICT (user_id, thread_key) DO NOTHING
RETURNING id, agent_id, mode, thread_key, title, pinned, last_agent, created_at, updated_at;

-- name: get
-- One thread.
SELECT id, agent_id, mode, thread_key, title, pinned, last_agent, created_at, updated_at
  FROM conversations WHERE id = %(id)s;

-- name: list
-- Threads, pinned first, then latest first; a page after the first holds no pinned ones.
SELECT id, agent_id, mode, thread_key, title, pinned, last_agent, created_at, updated_at
  FROM conversations
 WHERE (%(agent_id)s::text IS NULL OR agent_id = %(agent_id)s)
   AND (%(mode)s::text IS NULL OR mode = %(mode)s)
   AND (%(before)s::timestamptz IS NULL OR (NOT pinned AND updated_at < %(before)s))
   AND (%(search)s::text IS NULL
        OR title ILIKE %(search)s
        OR EXISTS (SELECT 1 FROM messages
                    WHERE messages.user_id = conversations.user_id
                      AND messages.conversation_id = conversations.id
                      AND messages.content ILIKE %(search)s))
 ORDER BY pinned DESC, updated_at DESC, id DESC
 LIMIT %(limit)s;

-- name: update
-- Rename or pin a thread.
UPDATE conversations
   SET title = coalesce(%(title)s, title), pinned = coalesce(%(pinned)s, pinned)
 WHERE id = %(id)s
RETURNING id, agent_id, mode, thread_key, title, pinned, last_agent, created_at, updated_at;

-- name: lock
-- Hold a thread so that no execution can be added to it meanwhile.
SELECT id FROM conversations WHERE id = %(id)s FOR UPDATE;

-- name: busy
-- Whether an execution of the thread is still to run or running.
SELECT EXISTS (
    SELECT 1 FROM executions WHERE conversation_id = %(id)s AND status IN ('pending', 'running')
) AS busy;

-- name: delete
-- Delete a thread with all that belongs to it.
DELETE FROM conversations WHERE id = %(id)s;

-- name: advance
-- Note that a thread has a new message, and who answered if it was an agent.
UPDATE conversations
   SET updated_at = clock_timestamp(), last_agent = coalesce(%(last_agent)s, last_agent)
 WHERE id = %(id)s
RETURNING id;

-- name: add_message
-- Append a message.
INSERT INTO messages (id, conversation_id, author, agent_id, execution_id, content)
VALUES (%(id)s, %(conversation_id)s, %(author)s, %(agent_id)s, %(execution_id)s, %(content)s)
RETURNING created_at;

-- name: messages
-- The latest messages of a thread, or of one execution in it, latest first.
SELECT id, conversation_id, author, agent_id, execution_id, content, created_at
  FROM messages
 WHERE conversation_id = %(id)s AND (%(execution_id)s::uuid IS NULL OR execution_id = %(execution_id)s)
 ORDER BY position DESC
 LIMIT %(limit)s;

-- name: history
-- The model messages of a thread's completed executions before one, latest execution first.
SELECT model_messages
  FROM executions
 WHERE conversation_id = %(conversation_id)s AND status = 'completed'
   AND (created_at, id) < (SELECT created_at, id FROM executions WHERE id = %(before_execution)s)
 ORDER BY created_at DESC, id DESC
 LIMIT %(limit)s;

-- name: previous_mode
-- The mode of the latest execution before one that asked for an agent.
SELECT mode
  FROM executions
 WHERE requested_agent = %(agent_id)s
   AND (created_at, id) < (SELECT created_at, id FROM executions WHERE id = %(before_execution)s)
 ORDER BY created_at DESC, id DESC
 LIMIT 1;
