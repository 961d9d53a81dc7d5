-- columns: thread
-- What is kept of a thread.
id, agent_id, mode, thread_key, title, pinned, last_agent, begun_by, created_at, updated_at

-- name: main
-- The thread with a key.
SELECT {thread}
  FROM conversations WHERE thread_key = %(thread_key)s AND right(thread_key, 36) <> id::text;

-- name: insert
-- Create a thread; no row when its key is taken.
INSERT INTO conversations (id, agent_id, mode, thread_key, title, begun_by, created_at, updated_at)
SELECT %(id)s, %(agent_id)s, %(mode)s, %(thread_key)s, %(title)s, %(begun_by)s, moment, moment
  FROM clock_timestamp() AS moment
ON CONFLICT (user_id, thread_key) WHERE right(thread_key, 36) <> id::text DO NOTHING
RETURNING {thread};

-- name: keep_named
-- The thread of that key, created if there is none; it is with this agent in this mode from now on.
INSERT INTO conversations (id, agent_id, mode, thread_key, title, task_id, created_at, updated_at)
SELECT %(id)s, %(agent_id)s, %(mode)s, %(thread_key)s, %(title)s, %(task_id)s, moment, moment
  FROM clock_timestamp() AS moment
ON CONFLICT (user_id, thread_key) WHERE right(thread_key, 36) <> id::text DO UPDATE SET agent_id = excluded.agent_id, mode = excluded.mode
RETURNING {thread};

-- name: get
-- One thread of a person or of a task.
SELECT {thread}
  FROM conversations WHERE id = %(id)s AND resident_id IS NULL;

-- name: as_it_is
-- One thread of a person or of a task, and since when nothing has been said in it.
SELECT {thread},
       (SELECT coalesce(ended_at, executions.created_at) FROM executions
         WHERE executions.user_id = conversations.user_id AND conversation_id = conversations.id AND NOT superseded
         ORDER BY executions.created_at DESC, executions.id DESC
         LIMIT 1) AS quiet_since
  FROM conversations WHERE id = %(id)s AND resident_id IS NULL;

-- name: latest
-- Of the threads of the person that were begun so, the one that was spoken in last.
SELECT {thread}
  FROM conversations
 WHERE begun_by = %(begun_by)s AND resident_id IS NULL AND task_id IS NULL
 ORDER BY updated_at DESC, id DESC
 LIMIT 1;

-- name: exists
-- Whether there is a thread, of a person or a resident.
SELECT EXISTS (SELECT 1 FROM conversations WHERE id = %(id)s) AS found;

-- name: list
-- Threads of the person, pinned first, then latest first; a page after the first holds no pinned ones.
SELECT {thread}
  FROM conversations
 WHERE resident_id IS NULL AND task_id IS NULL
   AND (%(agent_id)s::text IS NULL OR agent_id = %(agent_id)s)
   AND (%(mode)s::text IS NULL OR mode = %(mode)s)
   AND (%(begun_by)s::text[] IS NULL OR begun_by = ANY (%(begun_by)s))
   AND (%(before)s::timestamptz IS NULL OR (NOT pinned AND updated_at < %(before)s))
 ORDER BY pinned DESC, updated_at DESC, id DESC
 LIMIT %(limit)s;

-- name: update
-- Rename or pin a thread of a person.
UPDATE conversations
   SET title = coalesce(%(title)s, title), pinned = coalesce(%(pinned)s, pinned)
 WHERE id = %(id)s AND resident_id IS NULL AND task_id IS NULL
RETURNING {thread};

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
-- Append a message to a thread, and note who answered if it was an agent; no row when there is no such thread, or no
-- such execution in it.
WITH thread AS (
    UPDATE conversations
       SET updated_at = clock_timestamp(), last_agent = coalesce(%(last_agent)s, last_agent)
     WHERE id = %(conversation_id)s
       AND (%(execution_id)s::uuid IS NULL
            OR EXISTS (SELECT FROM executions
                        WHERE executions.id = %(execution_id)s AND executions.conversation_id = %(conversation_id)s))
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

-- name: history
-- What a thread's completed executions before one said, latest first, without superseded ones, and whether that was in a
-- conversation that silence has ended. The latest that has a summary is the first: that stands for all until then.
WITH summarised AS MATERIALIZED (
    SELECT created_at FROM executions
     WHERE conversation_id = %(conversation_id)s AND summary IS NOT NULL AND NOT superseded
       AND (created_at, id) < (SELECT created_at, id FROM executions WHERE id = %(before_execution)s)
     ORDER BY created_at DESC
     LIMIT 1
)
SELECT id, summary, CASE WHEN summary IS NULL THEN model_messages ELSE '[]' END AS model_messages, agent_id, outcome,
       coalesce(created_at < (SELECT max(created_at) FROM executions
                               WHERE conversation_id = %(conversation_id)s AND after_silence
                                 AND created_at <= (SELECT created_at FROM executions WHERE id = %(before_execution)s)),
                false) AS ended
  FROM executions
 WHERE conversation_id = %(conversation_id)s AND status = 'completed' AND NOT superseded
   AND (created_at, id) < (SELECT created_at, id FROM executions WHERE id = %(before_execution)s)
   AND created_at >= coalesce((SELECT created_at FROM summarised), '-infinity')
 ORDER BY created_at DESC, id DESC
 LIMIT %(limit)s;

-- name: keep_summary
-- Keep a summary of a thread with the last execution that it stands for.
UPDATE executions SET summary = %(summary)s WHERE id = %(id)s AND status = 'completed';

-- name: empty_summary
-- How many turns of a thread the latest summary was to stand for that a model was asked for and that came out empty, in
-- the latest executions.
SELECT (steps.input ->> 'turns')::integer AS turns
  FROM (SELECT user_id, id, created_at FROM executions
         WHERE conversation_id = %(conversation_id)s
         ORDER BY created_at DESC
         LIMIT 200) AS latest
  JOIN steps ON steps.user_id = latest.user_id AND steps.execution_id = latest.id
 WHERE steps.kind = 'summary' AND steps.status = 'failed' AND steps.why ->> 'code' = %(code)s
   AND steps.input ->> 'asked' = %(model)s
 ORDER BY latest.created_at DESC
 LIMIT 1;

-- name: as_it_was_before
-- One thread of a person or of a task, whether it had an execution before this one, since when nothing had been said in
-- it, what was asked in the latest executions before it, and the mode of the latest message of the person before it that
-- asked for the same agent, among the hundred latest that it has answered and the hundred latest that are not over.
SELECT conversations.id, conversations.agent_id, conversations.mode, thread_key, title, pinned, last_agent, begun_by,
       conversations.created_at, conversations.updated_at,
       EXISTS (SELECT FROM executions AS earlier
                WHERE earlier.user_id = executions.user_id AND earlier.conversation_id = executions.conversation_id
                  AND earlier.created_at <= executions.created_at AND earlier.id <> executions.id) AS has_history,
       (SELECT coalesce(earlier.ended_at, earlier.created_at)
          FROM executions AS earlier
         WHERE earlier.user_id = executions.user_id AND earlier.conversation_id = executions.conversation_id
           AND (earlier.created_at, earlier.id) < (executions.created_at, executions.id) AND NOT earlier.superseded
         ORDER BY earlier.created_at DESC, earlier.id DESC
         LIMIT 1) AS quiet_since,
       ARRAY(SELECT left(earlier.message, 300)
               FROM executions AS earlier
              WHERE earlier.user_id = executions.user_id AND earlier.conversation_id = executions.conversation_id
                AND (earlier.created_at, earlier.id) < (executions.created_at, executions.id)
                AND NOT earlier.superseded
              ORDER BY earlier.created_at DESC, earlier.id DESC
              LIMIT 5) AS said_before,
       (SELECT earlier.mode
          FROM ((SELECT * FROM executions AS ended
                  WHERE ended.user_id = executions.user_id AND ended.ended_by = executions.requested_agent
                    AND (ended.created_at, ended.id) < (executions.created_at, executions.id)
                  ORDER BY ended.created_at DESC, ended.id DESC
                  LIMIT 100)
                 UNION ALL
                (SELECT * FROM executions AS unfinished
                  WHERE unfinished.user_id = executions.user_id AND unfinished.ended_at IS NULL
                    AND (unfinished.created_at, unfinished.id) < (executions.created_at, executions.id)
                  ORDER BY unfinished.created_at DESC, unfinished.id DESC
                  LIMIT 100)) AS earlier
         WHERE earlier.requested_agent = executions.requested_agent AND earlier.purpose = 'chat'
         ORDER BY earlier.created_at DESC, earlier.id DESC
         LIMIT 1) AS previous_mode
  FROM executions
  JOIN conversations ON conversations.user_id = executions.user_id AND conversations.id = executions.conversation_id
 WHERE executions.id = %(execution_id)s AND conversations.resident_id IS NULL;

-- name: found_by_few
-- Threads of the person that hold one of these few messages, or have a text in their title and are among the latest
-- ones, with the latest such message.
WITH said AS MATERIALIZED (
    SELECT conversation_id AS id, max(position) AS position
      FROM messages
     WHERE position = ANY (%(positions)s::bigint[])
       AND NOT EXISTS (SELECT 1 FROM executions
                        WHERE executions.user_id = messages.user_id AND executions.id = messages.execution_id
                          AND executions.superseded)
     GROUP BY conversation_id
), latest AS MATERIALIZED (
    (SELECT id, title FROM conversations WHERE resident_id IS NULL AND task_id IS NULL AND pinned
      ORDER BY updated_at DESC LIMIT %(titles)s)
     UNION ALL
    (SELECT id, title FROM conversations
      WHERE resident_id IS NULL AND task_id IS NULL AND NOT pinned
        AND (%(before)s::timestamptz IS NULL OR updated_at < %(before)s)
      ORDER BY updated_at DESC LIMIT %(titles)s)
), found AS (
    SELECT id FROM said UNION SELECT id FROM latest WHERE title ILIKE %(pattern)s
), page AS MATERIALIZED (
    SELECT threads.*, said.position AS said_at
      FROM found
      JOIN conversations AS threads ON threads.id = found.id
      LEFT JOIN said ON said.id = found.id
     WHERE resident_id IS NULL AND task_id IS NULL
       AND (%(agent_id)s::text IS NULL OR agent_id = %(agent_id)s)
       AND (%(mode)s::text IS NULL OR mode = %(mode)s)
       AND (%(begun_by)s::text[] IS NULL OR begun_by = ANY (%(begun_by)s))
       AND (%(before)s::timestamptz IS NULL OR (NOT pinned AND updated_at < %(before)s))
     ORDER BY (pinned AND %(pinned_first)s) DESC, updated_at DESC, id DESC
     LIMIT %(limit)s
)
SELECT page.id, page.agent_id, mode, thread_key, title, pinned, last_agent, begun_by, page.created_at, updated_at,
       coalesce(execution_id, messages.id) AS turn_id, content
  FROM page LEFT JOIN messages ON position = said_at
 ORDER BY (pinned AND %(pinned_first)s) DESC, updated_at DESC, page.id DESC;

-- name: found_by_many
-- The same where there are many such messages: threads are looked at, latest first, until enough are found.
WITH hits AS MATERIALIZED (SELECT unnest(%(positions)s::bigint[]) AS position),
page AS MATERIALIZED (
    SELECT thread.*
      FROM (VALUES (true), (false)) AS side (pinned)
     CROSS JOIN LATERAL (
           SELECT threads.*, said.position AS said_at
             FROM conversations AS threads
             LEFT JOIN LATERAL (
                  SELECT position FROM messages
                   WHERE messages.user_id = threads.user_id AND messages.conversation_id = threads.id
                     AND (position IN (SELECT position FROM hits)) IS TRUE  -- not joined, so that hits are hashed once
                     AND NOT EXISTS (SELECT 1 FROM executions
                                      WHERE executions.user_id = messages.user_id
                                        AND executions.id = messages.execution_id AND executions.superseded)
                   ORDER BY position DESC LIMIT 1) AS said ON true
            WHERE resident_id IS NULL AND task_id IS NULL AND pinned = side.pinned
              AND (%(agent_id)s::text IS NULL OR agent_id = %(agent_id)s)
              AND (%(mode)s::text IS NULL OR mode = %(mode)s)
              AND (%(begun_by)s::text[] IS NULL OR begun_by = ANY (%(begun_by)s))
              AND (%(before)s::timestamptz IS NULL OR (NOT pinned AND updated_at < %(before)s))
              AND (said.position IS NOT NULL OR title ILIKE %(pattern)s)
            ORDER BY updated_at DESC, id DESC LIMIT %(limit)s) AS thread
)
SELECT page.id, page.agent_id, mode, thread_key, title, pinned, last_agent, begun_by, page.created_at, updated_at,
       coalesce(execution_id, messages.id) AS turn_id, content
  FROM page LEFT JOIN messages ON position = said_at
 ORDER BY (pinned AND %(pinned_first)s) DESC, updated_at DESC, page.id DESC
 LIMIT %(limit)s;
