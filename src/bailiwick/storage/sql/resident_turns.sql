-- name: standing
-- Whether a resident is active.
SELECT status FROM residents WHERE id = %(id)s;

-- name: unfinished_of
-- The unfinished turn of a resident, where its execution stands, and whether it may be taken up now.
SELECT turn.execution_id, turn.room_id, turn.woken_by, turn.attempts, turn.error, executions.status,
       executions.status = 'running' AND executions.cancel_requested AS stopped,
       coalesce(rooms.status, 'open') = 'open' AS open,
       coalesce(turn.retry_at <= clock_timestamp(), true) AS due
  FROM resident_turns AS turn
  JOIN executions ON executions.user_id = turn.user_id AND executions.id = turn.execution_id
  LEFT JOIN rooms ON rooms.user_id = turn.user_id AND rooms.id = turn.room_id
 WHERE turn.resident_id = %(resident_id)s AND turn.unfinished;

-- name: take_up
-- Begin a turn again; note on its mail, too, how often.
WITH turn AS (
    UPDATE resident_turns
       SET attempts = %(attempts)s, error = '', why = NULL, retry_at = NULL, reserved_tokens = 0
     WHERE execution_id = %(execution_id)s
), mail AS (
    UPDATE deliveries SET attempts = %(attempts)s
     WHERE execution_id = %(execution_id)s AND status = 'claimed' AND attempts <> %(attempts)s
)
UPDATE residents SET last_active_at = clock_timestamp() WHERE id = %(resident_id)s;

-- name: waking_room
-- Of the open rooms of a resident the one whose unread mail that wakes it is the oldest.
SELECT rooms.id, rooms.kind
  FROM room_members
  JOIN rooms ON rooms.user_id = room_members.user_id AND rooms.id = room_members.room_id
 CROSS JOIN LATERAL (
           SELECT position FROM deliveries
            WHERE deliveries.user_id = room_members.user_id AND deliveries.swarm_id = room_members.swarm_id
              AND deliveries.recipient_id = room_members.member_id AND deliveries.room_id = rooms.id
              AND deliveries.status = 'unread' AND deliveries.wakes
            ORDER BY position LIMIT 1) AS oldest
 WHERE room_members.swarm_id = %(swarm_id)s AND room_members.member_id = %(resident_id)s AND rooms.status = 'open'
 ORDER BY oldest.position LIMIT 1;

-- name: claim
-- Give the oldest unread mails of a resident in a room to a turn: so many, and so many characters, but one at least.
UPDATE deliveries SET status = 'claimed', attempts = attempts + 1, execution_id = %(execution_id)s, error = '', why = NULL
 WHERE recipient_id = %(resident_id)s
   AND mail_id = ANY (ARRAY(
       SELECT mail_id
         FROM (SELECT mail_id, row_number() OVER (ORDER BY position) AS place,
                      sum((SELECT char_length(content) FROM mails
                            WHERE mails.user_id = unread.user_id AND mails.id = unread.mail_id))
                          OVER (ORDER BY position) AS characters
                 FROM (SELECT user_id, mail_id, position FROM deliveries
                        WHERE swarm_id = %(swarm_id)s AND recipient_id = %(resident_id)s AND room_id = %(room_id)s
                          AND status = 'unread'
                        ORDER BY position LIMIT %(mails)s) AS unread) AS counted
        WHERE place = 1 OR characters <= %(characters)s));

-- name: thread
-- The thread of a resident.
SELECT id FROM conversations WHERE resident_id = %(resident_id)s;

-- name: create_thread
-- Create the thread of a resident.
INSERT INTO conversations (id, agent_id, mode, thread_key, title, resident_id)
SELECT %(id)s, residents.id, 'direct', 'resident:' || residents.id, residents.name, residents.id
  FROM residents WHERE residents.id = %(resident_id)s
RETURNING id;

-- name: create
-- Create a turn of a resident and its pending execution.
WITH execution AS (
    INSERT INTO executions (id, conversation_id, message, mode, requested_agent, agent_id, purpose)
    VALUES (%(execution_id)s, %(conversation_id)s, '', 'direct', %(resident_id)s, %(resident_id)s, 'turn')
), turn AS (
    INSERT INTO resident_turns (execution_id, swarm_id, resident_id, room_id, woken_by)
    VALUES (%(execution_id)s, %(swarm_id)s, %(resident_id)s, %(room_id)s, %(woken_by)s)
)
UPDATE residents SET turns = turns + 1, last_active_at = clock_timestamp() WHERE id = %(resident_id)s;

-- name: create_ended
-- Create a turn of a resident that is over, and its execution.
WITH execution AS (
    INSERT INTO executions (id, conversation_id, message, mode, requested_agent, agent_id, purpose, status, answer,
                            model_messages, created_at, started_at, ended_at)
    SELECT %(execution_id)s, %(conversation_id)s, %(message)s, 'direct', %(resident_id)s, %(resident_id)s, 'turn',
           'completed', %(answer)s, %(messages)s::json, moment, moment, moment
      FROM clock_timestamp() AS moment
), turn AS (
    INSERT INTO resident_turns (execution_id, swarm_id, resident_id, room_id, woken_by, digest, unfinished)
    VALUES (%(execution_id)s, %(swarm_id)s, %(resident_id)s, %(room_id)s, %(woken_by)s, %(digest)s, false)
)
UPDATE residents SET turns = turns + 1, last_active_at = clock_timestamp() WHERE id = %(resident_id)s;

-- name: note_answered
-- Note in which turn a resident's mail was answered by a person.
UPDATE deliveries SET execution_id = %(execution_id)s
 WHERE mail_id = ANY (%(mails)s) AND recipient_id = %(resident_id)s AND status = 'read' AND execution_id IS NULL;

-- name: note_sent
-- Note which turn sent a mail.
UPDATE mails SET execution_id = %(execution_id)s WHERE id = %(id)s;

-- name: mails
-- The mails of a turn.
SELECT mail_id FROM deliveries WHERE execution_id = %(execution_id)s;

-- name: describe
-- Set what an execution shows as its message, and what that asks for.
UPDATE executions SET message = %(message)s, asked = %(asked)s
 WHERE id = %(execution_id)s
   AND EXISTS (SELECT 1 FROM resident_turns WHERE resident_turns.execution_id = %(execution_id)s)
RETURNING id;

-- name: whose
-- The swarm and the resident of a turn.
SELECT swarm_id, resident_id FROM resident_turns WHERE execution_id = %(execution_id)s;

-- name: finish
-- End a turn; no row when it is over already.
UPDATE resident_turns
   SET unfinished = false, digest = %(digest)s, error = %(error)s, why = %(why)s, retry_at = NULL, reserved_tokens = 0
 WHERE execution_id = %(execution_id)s AND unfinished
RETURNING execution_id;

-- name: settle
-- The claimed mails of a turn are read, or dead.
UPDATE deliveries
   SET status = %(status)s, error = %(error)s, why = %(why)s,
       read_at = CASE WHEN %(status)s = 'read' THEN clock_timestamp() END
 WHERE execution_id = %(execution_id)s AND status = 'claimed'
RETURNING mail_id;

-- name: lay_down_execution
-- Let an execution be claimed again; no row when the claim is lost.
UPDATE executions SET status = 'pending'
 WHERE id = %(execution_id)s AND attempt = %(attempt)s AND status = 'running'
RETURNING id;

-- name: lay_down
-- Lay an unfinished turn down until a time.
UPDATE resident_turns SET error = %(error)s, why = %(why)s, retry_at = %(retry_at)s, reserved_tokens = 0
 WHERE execution_id = %(execution_id)s AND unfinished
RETURNING execution_id;

-- name: hurry
-- Let an unfinished turn be tried again at once.
UPDATE resident_turns SET retry_at = NULL WHERE resident_id = %(resident_id)s AND unfinished;

-- name: list
-- Turns of a resident, latest first, with their model messages if they are wanted.
SELECT turn.execution_id, turn.resident_id, turn.room_id, turn.woken_by, turn.digest, turn.error, turn.why, turn.retry_at,
       turn.created_at, executions.status, executions.ended_at, executions.input_tokens, executions.output_tokens,
       executions.model_calls, executions.tool_calls, executions.cost,
       CASE WHEN %(messages)s THEN executions.model_messages END AS model_messages,
       ARRAY(SELECT mail_id FROM deliveries
              WHERE deliveries.user_id = turn.user_id AND deliveries.execution_id = turn.execution_id
              ORDER BY position) AS mails
  FROM resident_turns AS turn
  JOIN executions ON executions.user_id = turn.user_id AND executions.id = turn.execution_id
 WHERE turn.resident_id = %(resident_id)s
   AND (%(before)s::timestamptz IS NULL OR turn.created_at < %(before)s)
 ORDER BY turn.created_at DESC, turn.execution_id DESC
 LIMIT %(limit)s;

-- name: messages
-- The model messages of a resident's latest completed turns before one, latest turn first.
SELECT executions.model_messages
  FROM resident_turns AS turn
  JOIN executions ON executions.user_id = turn.user_id AND executions.id = turn.execution_id
 WHERE turn.resident_id = %(resident_id)s AND executions.status = 'completed'
   AND turn.created_at < (SELECT created_at FROM resident_turns WHERE execution_id = %(before_execution)s)
 ORDER BY turn.created_at DESC, turn.execution_id DESC
 LIMIT %(window)s;

-- name: digests
-- The completed turns of a resident before those that are read in full, in one line each, latest first.
SELECT turn.digest
  FROM resident_turns AS turn
  JOIN executions ON executions.user_id = turn.user_id AND executions.id = turn.execution_id
 WHERE turn.resident_id = %(resident_id)s AND executions.status = 'completed'
   AND turn.created_at < (SELECT created_at FROM resident_turns WHERE execution_id = %(before_execution)s)
 ORDER BY turn.created_at DESC, turn.execution_id DESC
 LIMIT %(limit)s OFFSET %(window)s;

-- name: unfinished
-- Turns of a swarm that are not over, oldest first; of one resident or room, if given.
SELECT turn.execution_id, turn.resident_id, turn.room_id, turn.woken_by, turn.digest, turn.error, turn.why, turn.retry_at,
       turn.created_at, executions.status, executions.ended_at, executions.input_tokens, executions.output_tokens,
       executions.model_calls, executions.tool_calls, executions.cost, NULL::json AS model_messages,
       ARRAY(SELECT mail_id FROM deliveries
              WHERE deliveries.user_id = turn.user_id AND deliveries.execution_id = turn.execution_id
              ORDER BY position) AS mails
  FROM resident_turns AS turn
  JOIN executions ON executions.user_id = turn.user_id AND executions.id = turn.execution_id
 WHERE turn.swarm_id = %(swarm_id)s AND turn.unfinished
   AND (%(resident_id)s::text IS NULL OR turn.resident_id = %(resident_id)s)
   AND (%(room_id)s::uuid IS NULL OR turn.room_id = %(room_id)s)
 ORDER BY turn.created_at, turn.execution_id;

-- name: sleepers
-- Residents that have something to do and may do it now: an unfinished turn that can be taken up or was not heard of
-- for long, or unread mail that wakes them. Single rows are looked up in subqueries of their own: joins of so many
-- tables would be planned badly before there are statistics.
SELECT resident_id, min(woken_by) AS woken_by
  FROM (SELECT turn.user_id, turn.resident_id, turn.swarm_id, turn.woken_by
          FROM resident_turns AS turn
         WHERE turn.unfinished AND (%(swarm_id)s::text IS NULL OR turn.swarm_id = %(swarm_id)s)
           AND coalesce((SELECT status FROM rooms WHERE rooms.user_id = turn.user_id AND rooms.id = turn.room_id),
                        'open') = 'open'
           AND CASE (SELECT status FROM executions
                      WHERE executions.user_id = turn.user_id AND executions.id = turn.execution_id)
                    WHEN 'waiting' THEN false
                    WHEN 'running' THEN (SELECT coalesce(last_active_at, turn.created_at) FROM residents
                                          WHERE residents.user_id = turn.user_id AND residents.id = turn.resident_id)
                                        < clock_timestamp() - %(silence)s::interval
                    ELSE coalesce(turn.retry_at <= clock_timestamp(), true) END
        UNION ALL
        SELECT called.user_id, called.recipient_id, called.swarm_id,
               (SELECT kind FROM rooms WHERE rooms.user_id = called.user_id AND rooms.id = called.room_id) || '_message'
          FROM (SELECT DISTINCT user_id, swarm_id, recipient_id, room_id FROM deliveries
                 WHERE status = 'unread' AND wakes
                   AND (%(swarm_id)s::text IS NULL OR swarm_id = %(swarm_id)s)) AS called
         WHERE (SELECT status FROM rooms WHERE rooms.user_id = called.user_id AND rooms.id = called.room_id) = 'open'
           AND (SELECT true FROM resident_turns AS turn
                 WHERE turn.user_id = called.user_id AND turn.resident_id = called.recipient_id
                   AND turn.unfinished) IS NULL) AS due
 WHERE (SELECT status FROM residents
         WHERE residents.user_id = due.user_id AND residents.id = due.resident_id) = 'active'
   AND (SELECT status FROM swarms WHERE swarms.user_id = due.user_id AND swarms.id = due.swarm_id) = 'running'
 GROUP BY resident_id
 ORDER BY resident_id
 LIMIT %(limit)s;

-- name: obstacle
-- Where the swarm, the resident and the room of a turn stand.
SELECT swarms.status AS swarm, swarms.reason AS swarm_reason, swarms.why AS swarm_why, residents.status AS resident,
       residents.reason AS resident_reason, residents.why AS resident_why, residents.name, coalesce(rooms.status, 'open') AS room
  FROM resident_turns AS turn
  JOIN residents ON residents.user_id = turn.user_id AND residents.id = turn.resident_id
  JOIN swarms ON swarms.user_id = turn.user_id AND swarms.id = turn.swarm_id
  LEFT JOIN rooms ON rooms.user_id = turn.user_id AND rooms.id = turn.room_id
 WHERE turn.execution_id = %(execution_id)s;
