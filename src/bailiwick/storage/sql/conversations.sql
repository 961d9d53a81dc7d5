-- name: main
-- The thread with a key.
SELECT id, agent_id, mode, thread_key, title, pinned, last_agent, begun_by, created_at, updated_at
  FROM conversations WHERE thread_key = %(thread_key)s;

-- name: insert
-- Create a thread; no row when its key is taken.
INSERT INTO conversations (id, agent_id, mode, thread_key, title, begun_by, created_at, updated_at)
SELECT %(id)s, %(agent_id)s, %(mode)s, %(thread_key)s, %(title)s, %(begun_by)s, moment, moment
  FROM clock_timestamp() AS moment
ON CONFLICT (user_id, thread_key) DO NOTHING
RETURNING id, agent_id, mode, thread_key, title, pinned, last_agent, begun_by, created_at, updated_at;

-- name: keep_named
-- The thread of that key, created if there is none; it is with this agent in this mode from now on.
INSERT INTO conversations (id, agent_id, mode, thread_key, title, task_id, created_at, updated_at)
SELECT %(id)s, %(agent_id)s, %(mode)s, %(thread_key)s, %(title)s, %(task_id)s, moment, moment
  FROM clock_timestamp() AS moment
ON CONFLICT (user_id, thread_key) DO UPDATE SET agent_id = excluded.agent_id, mode = excluded.mode
RETURNING id, agent_id, mode, thread_key, title, pinned, last_agent, begun_by, created_at, updated_at;

-- name: get
-- One thread of a person or of a task.
SELECT id, agent_id, mode, thread_key, title, pinned, last_agent, begun_by, created_at, updated_at
  FROM conversations WHERE id = %(id)s AND resident_id IS NULL;

-- name: latest
-- Of the threads of the person that were begun so, the one that was spoken in last.
SELECT id, agent_id, mode, thread_key, title, pinned, last_agent, begun_by, created_at, updated_at
  FROM conversations
 WHERE begun_by = %(begun_by)s AND resident_id IS NULL AND task_id IS NULL
 ORDER BY updated_at DESC, id DESC
 LIMIT 1;

-- name: exists
-- Whether there is a thread, of a person or a resident.
SELECT EXISTS (SELECT 1 FROM conversations WHERE id = %(id)s) AS found;

-- name: list
-- Threads of the person, pinned first, then latest first; a page after the first holds no pinned ones.
SELECT id, agent_id, mode, thread_key, title, pinned, last_agent, begun_by, created_at, updated_at
  FROM conversations
 WHERE resident_id IS NULL AND task_id IS NULL
   AND (%(agent_id)s::text IS NULL OR agent_id = %(agent_id)s)
   AND (%(mode)s::text IS NULL OR mode = %(mode)s)
   AND (%(begun_by)s::text[] IS NULL OR begun_by = ANY (%(begun_by)s))
   AND (%(before)s::timestamptz IS NULL OR (NOT pinned AND updated_at < %(before)s))
   AND (%(search)s::text IS NULL
        OR title ILIKE %(search)s
        OR EXISTS (SELECT 1 FROM messages
                    WHERE messages.user_id = conversations.user_id
                      AND messages.conversation_id = conversations.id
                      AND messages.content ILIKE %(search)s
                      AND NOT EXISTS (SELECT 1 FROM executions
                                       WHERE executions.user_id = messages.user_id
                                         AND executions.id = messages.execution_id AND executions.superseded)))
 ORDER BY pinned DESC, updated_at DESC, id DESC
 LIMIT %(limit)s;

-- name: update
-- Rename or pin a thread of a person.
UPDATE conversations
   SET title = coalesce(%(title)s, title), pinned = coalesce(%(pinned)s, pinned)
 WHERE id = %(id)s AND resident_id IS NULL AND task_id IS NULL
RETURNING id, agent_id, mode, thread_key, title, pinned, last_agent, begun_by, created_at, updated_at;

-- name: lock
-- Hold a thread of a person so that no execution can be added to it meanwhile.
SELECT id FROM conversations WHERE id = %(id)s AND resident_id IS NULL AND task_id IS NULL FOR UPDATE;

-- name: hold
-- Hold a thread of a person so that no other transaction adds a message or an execution to it meanwhile.
SELECT id FROM conversations WHERE id = %(id)s AND resident_id IS NULL FOR NO KEY UPDATE;

-- name: replaceable
-- Where an execution belongs, whether it is superseded, and whether it or a later one of its thread is not over.
SELECT conversation_id, superseded,
       EXISTS (SELECT 1 FROM executions AS later
                WHERE later.conversation_id = executions.conversation_id
                  AND (later.created_at, later.id) >= (executions.created_at, executions.id)
                  AND later.status IN ('pending', 'running', 'waiting')) AS unfinished
  FROM executions WHERE id = %(execution_id)s;

-- name: supersede
-- Mark an execution and every later one of its thread as superseded.
UPDATE executions SET superseded = true
 WHERE conversation_id = %(id)s AND NOT superseded
   AND (created_at, id) >= (SELECT created_at, id FROM executions WHERE id = %(execution_id)s);

-- name: recall
-- Set who answered last to the author of the latest answer that is not superseded.
UPDATE conversations
   SET last_agent = (
       SELECT messages.agent_id
         FROM messages
         LEFT JOIN executions ON executions.user_id = messages.user_id AND executions.id = messages.execution_id
        WHERE messages.user_id = conversations.user_id AND messages.conversation_id = conversations.id
          AND messages.author = 'agent' AND executions.superseded IS NOT TRUE
        ORDER BY messages.position DESC LIMIT 1)
 WHERE id = %(id)s;

-- name: busy
-- Whether an execution of the thread is still to run or running.
SELECT EXISTS (
    SELECT 1 FROM executions WHERE conversation_id = %(id)s AND status IN ('pending', 'running')
) AS busy;

-- name: delete
-- Delete a thread with all that belongs to it.
DELETE FROM conversations WHERE id = %(id)s;

-- name: add_message
-- Append a message to a thread, and note who answered if it was an agent; no row when there is no such thread.
WITH thread AS (
    UPDATE conversations
       SET updated_at = clock_timestamp(), last_agent = coalesce(%(last_agent)s, last_agent)
     WHERE id = %(conversation_id)s
    RETURNING id
)
INSERT INTO messages (id, conversation_id, author, agent_id, execution_id, content)
SELECT %(id)s, thread.id, %(author)s, %(agent_id)s, %(execution_id)s, %(content)s FROM thread
RETURNING created_at, position;

-- name: messages
-- The latest messages of a thread without those of superseded executions, or of one execution in it, latest first.
SELECT id, conversation_id, author, agent_id, execution_id, content, created_at, position
  FROM messages
 WHERE conversation_id = %(id)s
   AND (%(before)s::bigint IS NULL OR position < %(before)s)
   AND CASE WHEN %(execution_id)s::uuid IS NOT NULL THEN execution_id = %(execution_id)s
            ELSE NOT EXISTS (SELECT 1 FROM executions
                              WHERE executions.user_id = messages.user_id AND executions.id = messages.execution_id
                                AND executions.superseded) END
 ORDER BY position DESC
 LIMIT %(limit)s;

-- name: later_messages
-- The messages of a thread from a position on without those of superseded executions, oldest first.
SELECT id, conversation_id, author, agent_id, execution_id, content, created_at, position
  FROM messages
 WHERE conversation_id = %(id)s AND position >= %(since)s
   AND NOT EXISTS (SELECT 1 FROM executions
                    WHERE executions.user_id = messages.user_id AND executions.id = messages.execution_id
                      AND executions.superseded)
 ORDER BY position
 LIMIT %(limit)s;

-- name: turn_position
-- Where a turn of a thread begins: the first message of an execution that is not superseded, or a message of none.
SELECT min(position) AS position
  FROM messages
 WHERE conversation_id = %(id)s AND (execution_id = %(turn_id)s OR id = %(turn_id)s)
   AND NOT EXISTS (SELECT 1 FROM executions
                    WHERE executions.user_id = messages.user_id AND executions.id = messages.execution_id
                      AND executions.superseded);

-- name: matches
-- The latest message of each of some threads that contains a text, with the place in it.
SELECT threads.id, message.turn_id, substr(message.content, message.start, 240) AS excerpt,
       message.start > 1 AS cut_before, char_length(message.content) >= message.start + 240 AS cut_after
  FROM conversations AS threads
 CROSS JOIN LATERAL (
           SELECT coalesce(execution_id, id) AS turn_id, content,
                  greatest(1, strpos(lower(content), lower(%(text)s)) - 80) AS start
             FROM messages
            WHERE messages.user_id = threads.user_id AND messages.conversation_id = threads.id
              AND content ILIKE %(pattern)s
              AND NOT EXISTS (SELECT 1 FROM executions
                               WHERE executions.user_id = messages.user_id
                                 AND executions.id = messages.execution_id AND executions.superseded)
            ORDER BY messages.position DESC LIMIT 1) AS message
 WHERE threads.id = ANY(%(ids)s::uuid[]);

-- name: history
-- The model messages of a thread's completed executions before one, latest execution first, without superseded ones.
SELECT model_messages
  FROM executions
 WHERE conversation_id = %(conversation_id)s AND status = 'completed' AND NOT superseded
   AND (created_at, id) < (SELECT created_at, id FROM executions WHERE id = %(before_execution)s)
 ORDER BY created_at DESC, id DESC
 LIMIT %(limit)s;

-- name: as_it_was_before
-- One thread of a person or of a task, and the mode of the latest message of the person before an execution that asked
-- for the same agent.
SELECT conversations.id, conversations.agent_id, conversations.mode, thread_key, title, pinned, last_agent, begun_by,
       conversations.created_at, conversations.updated_at,
       (SELECT earlier.mode
          FROM executions AS earlier
         WHERE earlier.user_id = executions.user_id AND earlier.requested_agent = executions.requested_agent
           AND earlier.purpose = 'chat'
           AND (earlier.created_at, earlier.id) < (executions.created_at, executions.id)
         ORDER BY earlier.created_at DESC, earlier.id DESC
         LIMIT 1) AS previous_mode
  FROM executions
  JOIN conversations ON conversations.user_id = executions.user_id AND conversations.id = executions.conversation_id
 WHERE executions.id = %(execution_id)s AND conversations.resident_id IS NULL;

-- name: search
-- Threads of the person whose title contains a text, or one of the latest whose messages do, latest first, with the
-- place in the latest such message; pinned ones and others apart, as the index has them.
WITH latest AS MATERIALIZED (
    SELECT id FROM (
        (SELECT id, updated_at FROM conversations WHERE resident_id IS NULL AND task_id IS NULL AND pinned
          ORDER BY updated_at DESC, id DESC LIMIT %(threads)s)
         UNION ALL
        (SELECT id, updated_at FROM conversations WHERE resident_id IS NULL AND task_id IS NULL AND NOT pinned
          ORDER BY updated_at DESC, id DESC LIMIT %(threads)s)) AS either
     ORDER BY updated_at DESC, id DESC LIMIT %(threads)s
), said AS MATERIALIZED (
    SELECT latest.id, message.* FROM latest
     CROSS JOIN LATERAL (
           SELECT coalesce(execution_id, messages.id) AS turn_id, content,
                  greatest(1, strpos(lower(content), lower(%(text)s)) - 80) AS start
             FROM messages
            WHERE messages.conversation_id = latest.id
              AND content ILIKE %(pattern)s
              AND NOT EXISTS (SELECT 1 FROM executions
                               WHERE executions.user_id = messages.user_id
                                 AND executions.id = messages.execution_id AND executions.superseded)
            ORDER BY messages.position DESC LIMIT 1) AS message
), titled AS MATERIALIZED (
    (SELECT id FROM conversations
      WHERE resident_id IS NULL AND task_id IS NULL AND pinned AND title ILIKE %(pattern)s
      ORDER BY updated_at DESC, id DESC LIMIT %(limit)s)
     UNION ALL
    (SELECT id FROM conversations
      WHERE resident_id IS NULL AND task_id IS NULL AND NOT pinned AND title ILIKE %(pattern)s
      ORDER BY updated_at DESC, id DESC LIMIT %(limit)s)
), found AS (
    SELECT id FROM said UNION SELECT id FROM titled
)
SELECT threads.id, threads.title, threads.agent_id, threads.mode, threads.updated_at,
       turn_id, substr(content, start, 240) AS excerpt, start > 1 AS cut_before,
       char_length(content) >= start + 240 AS cut_after
  FROM found
  JOIN conversations AS threads ON threads.id = found.id
  LEFT JOIN said ON said.id = found.id
 ORDER BY threads.updated_at DESC, threads.id DESC
 LIMIT %(limit)s;
