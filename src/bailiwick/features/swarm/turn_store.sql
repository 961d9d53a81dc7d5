-- name: state_to_begin
-- What decides what a resident does next: its swarm; whether it is active; its unfinished turn, where the execution of
-- that stands and whether it may be taken up now; and of its open rooms the one whose unread mail that wakes it is the
-- oldest. Beside it its thread.
SELECT swarms.id, swarms.name, swarms.goal, swarms.template, swarms.status, swarms.reason, swarms.why, swarms.limits,
       swarms.residents, swarms.mails, swarms.unread, swarms.dead, swarms.seconds, swarms.input_tokens,
       swarms.output_tokens, swarms.model_calls, swarms.tool_calls, swarms.cost, swarms.created_at, swarms.updated_at,
       residents.status AS resident, turn.execution_id, turn.room_id, turn.woken_by, turn.attempts, turn.error,
       executions.status AS turn_status, executions.status = 'running' AND executions.cancel_requested AS stopped,
       coalesce(rooms.status, 'open') = 'open' AS open, coalesce(turn.retry_at <= clock_timestamp(), true) AS due,
       waking.id AS waking_room, waking.kind AS waking_kind,
       (SELECT conversations.id FROM conversations
         WHERE conversations.user_id = residents.user_id AND conversations.resident_id = residents.id) AS thread
  FROM residents
  JOIN swarms ON swarms.user_id = residents.user_id AND swarms.id = residents.swarm_id
  LEFT JOIN resident_turns AS turn
    ON turn.user_id = residents.user_id AND turn.resident_id = residents.id AND turn.unfinished
  LEFT JOIN executions ON executions.user_id = turn.user_id AND executions.id = turn.execution_id
  LEFT JOIN rooms ON rooms.user_id = turn.user_id AND rooms.id = turn.room_id
  LEFT JOIN LATERAL (
           SELECT called.id, called.kind
             FROM room_members
             JOIN rooms AS called ON called.user_id = room_members.user_id AND called.id = room_members.room_id
            CROSS JOIN LATERAL (
                      SELECT position FROM deliveries
                       WHERE deliveries.user_id = room_members.user_id
                         AND deliveries.swarm_id = room_members.swarm_id
                         AND deliveries.recipient_id = room_members.member_id AND deliveries.room_id = called.id
                         AND deliveries.status = 'unread' AND deliveries.wakes
                       ORDER BY position LIMIT 1) AS oldest
            WHERE room_members.user_id = residents.user_id AND room_members.swarm_id = residents.swarm_id
              AND room_members.member_id = residents.id AND called.status = 'open'
            ORDER BY oldest.position LIMIT 1) AS waking ON true
 WHERE residents.id = %(id)s;

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
-- Create a turn of a resident and its pending execution, and give it the oldest unread mails of its room, if it has one:
-- so many, and so many characters, but one at least. Return them.
WITH execution AS (
    INSERT INTO executions (id, conversation_id, message, mode, requested_agent, agent_id, purpose)
    VALUES (%(execution_id)s, %(conversation_id)s, '', 'direct', %(resident_id)s, %(resident_id)s, 'turn')
), turn AS (
    INSERT INTO resident_turns (execution_id, swarm_id, resident_id, room_id, woken_by)
    VALUES (%(execution_id)s, %(swarm_id)s, %(resident_id)s, %(room_id)s, %(woken_by)s)
), resident AS (
    UPDATE residents SET turns = turns + 1, last_active_at = clock_timestamp() WHERE id = %(resident_id)s
), claimed AS (
    UPDATE deliveries
       SET status = 'claimed', attempts = attempts + 1, execution_id = %(execution_id)s, error = '', why = NULL
     WHERE recipient_id = %(resident_id)s
       AND mail_id = ANY (ARRAY(
           SELECT mail_id
             FROM (SELECT mail_id, row_number() OVER (ORDER BY position) AS place,
                          sum((SELECT char_length(content) FROM mails
                                WHERE mails.user_id = unread.user_id AND mails.id = unread.mail_id))
                              OVER (ORDER BY position) AS characters
                     FROM (SELECT user_id, mail_id, position FROM deliveries
                            WHERE swarm_id = %(swarm_id)s AND recipient_id = %(resident_id)s
                              AND room_id = %(room_id)s::uuid AND status = 'unread'
                            ORDER BY position LIMIT %(mails)s) AS unread) AS counted
            WHERE place = 1 OR characters <= %(characters)s))
    RETURNING user_id, mail_id
)
SELECT mails.id, mails.swarm_id, mails.room_id, mails.position, mails.sender_id, mails.by_person, mails.content, mails.cause_id,
       mails.root_id, mails.hop, mails.reply_to, mails.mentions, mails.expects_reply, mails.tainted, mails.execution_id,
       mails.sent_at
  FROM claimed JOIN mails ON mails.user_id = claimed.user_id AND mails.id = claimed.mail_id
 ORDER BY mails.position;

-- name: create_ended
-- Create a turn of a resident that is over, and its execution.
WITH execution AS (
    INSERT INTO executions (id, conversation_id, message, mode, requested_agent, agent_id, purpose, status, answer,
                            model_messages, created_at, started_at, ended_at)
    SELECT %(execution_id)s, %(conversation_id)s, %(message)s, 'direct', %(resident_id)s, %(resident_id)s, 'turn',
           'completed', %(answer)s, %(messages)s::json, moment, moment, moment
      FROM clock_timestamp() AS moment
), turn AS (
    INSERT INTO resident_turns (execution_id, swarm_id, resident_id, room_id, woken_by, digest, tainted, unfinished)
    VALUES (%(execution_id)s, %(swarm_id)s, %(resident_id)s, %(room_id)s, %(woken_by)s, %(digest)s, %(tainted)s,
            false)
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
-- The mails of a turn, oldest first.
SELECT mails.id, mails.swarm_id, mails.room_id, mails.position, mails.sender_id, mails.by_person, mails.content, mails.cause_id,
       mails.root_id, mails.hop, mails.reply_to, mails.mentions, mails.expects_reply, mails.tainted, mails.execution_id,
       mails.sent_at
  FROM deliveries JOIN mails ON mails.user_id = deliveries.user_id AND mails.id = deliveries.mail_id
 WHERE deliveries.execution_id = %(execution_id)s
 ORDER BY mails.position;

-- name: finish
-- End a turn of a swarm that is held: its claimed mails are read, or dead, and no longer unread; what it has used since it
-- was counted last is added to what swarm and resident have used. Return the mails, or one row without a mail where there
-- are none, each with what the resident has unread and whether it might work on; no row when the turn is over already. The
-- swarm counts as changed once a second at most, so that the row stays on its page.
WITH turn AS (
    UPDATE resident_turns
       SET unfinished = false, digest = %(digest)s, tainted = %(tainted)s, error = %(error)s, why = %(why)s,
           retry_at = NULL, reserved_tokens = 0
     WHERE execution_id = %(execution_id)s AND unfinished
    RETURNING user_id, swarm_id, resident_id, room_id
), settled AS (
    UPDATE deliveries
       SET status = %(status)s, error = %(error)s, why = %(why)s,
           read_at = CASE WHEN %(status)s = 'read' THEN clock_timestamp() END
      FROM turn
     WHERE deliveries.user_id = turn.user_id AND deliveries.execution_id = %(execution_id)s
       AND deliveries.status = 'claimed'
    RETURNING deliveries.user_id, mail_id
), resident AS (
    UPDATE residents
       SET unread = unread - (SELECT count(*) FROM settled), last_active_at = clock_timestamp(),
           input_tokens = input_tokens + %(input_tokens)s, output_tokens = output_tokens + %(output_tokens)s,
           model_calls = model_calls + %(model_calls)s, tool_calls = tool_calls + %(tool_calls)s,
           cost = cost + %(cost)s
      FROM turn WHERE residents.user_id = turn.user_id AND residents.id = turn.resident_id
    RETURNING residents.unread, residents.status
), swarm AS (
    UPDATE swarms
       SET dead = dead + CASE WHEN %(status)s = 'dead' THEN (SELECT count(*) FROM settled) ELSE 0 END,
           seconds = seconds + %(seconds)s, input_tokens = input_tokens + %(input_tokens)s,
           output_tokens = output_tokens + %(output_tokens)s, model_calls = model_calls + %(model_calls)s,
           tool_calls = tool_calls + %(tool_calls)s, cost = cost + %(cost)s,
           updated_at = CASE WHEN updated_at < clock_timestamp() - interval '1 second' THEN clock_timestamp()
                             ELSE updated_at END
      FROM turn
     WHERE swarms.user_id = turn.user_id AND swarms.id = turn.swarm_id
    RETURNING swarms.status
)
SELECT resident.unread,
       swarm.status = 'running' AND resident.status = 'active'
           AND coalesce((SELECT rooms.status FROM rooms
                          WHERE rooms.user_id = turn.user_id AND rooms.id = turn.room_id), 'open') = 'open' AS may_work,
       mails.id, mails.swarm_id, mails.room_id, mails.position, mails.sender_id, mails.by_person, mails.content, mails.cause_id,
       mails.root_id, mails.hop, mails.reply_to, mails.mentions, mails.expects_reply, mails.tainted, mails.execution_id,
       mails.sent_at
  FROM turn CROSS JOIN resident CROSS JOIN swarm
  LEFT JOIN (settled JOIN mails ON mails.user_id = settled.user_id AND mails.id = settled.mail_id) ON true
 ORDER BY mails.position;

-- name: release_execution
-- Let an execution be claimed again; no row when the claim is lost.
UPDATE executions SET status = 'pending'
 WHERE id = %(execution_id)s AND attempt = %(attempt)s AND status = 'running'
RETURNING id;

-- name: release
-- Let an unfinished turn be taken up again, from a time on if one is given.
UPDATE resident_turns SET error = %(error)s, why = %(why)s, retry_at = %(retry_at)s, reserved_tokens = 0
 WHERE execution_id = %(execution_id)s AND unfinished
RETURNING execution_id;

-- name: hurry
-- Let an unfinished turn be tried again at once.
UPDATE resident_turns SET retry_at = NULL WHERE resident_id = %(resident_id)s AND unfinished;

-- name: list
-- Turns of a resident, latest first, with their model messages if they are wanted.
SELECT turn.execution_id, turn.resident_id, turn.room_id, turn.woken_by, turn.digest, turn.tainted, turn.error, turn.why,
       turn.retry_at, turn.created_at, executions.status, executions.ended_at, executions.input_tokens, executions.output_tokens,
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
-- The model messages of a resident's latest completed turns before one, latest turn first: of those after the latest turn
-- that has a summary, which stands for all until then and comes last.
WITH summarised AS MATERIALIZED (
    SELECT executions.id, executions.summary, turn.created_at
      FROM executions
      JOIN resident_turns AS turn ON turn.user_id = executions.user_id AND turn.execution_id = executions.id
     WHERE executions.conversation_id = (SELECT conversation_id FROM executions WHERE id = %(before_execution)s)
       AND executions.summary IS NOT NULL
       AND turn.created_at < (SELECT created_at FROM resident_turns WHERE execution_id = %(before_execution)s)
     ORDER BY executions.created_at DESC
     LIMIT 1
), latest AS (
    SELECT executions.id, executions.model_messages, turn.created_at
      FROM resident_turns AS turn
      JOIN executions ON executions.user_id = turn.user_id AND executions.id = turn.execution_id
     WHERE turn.resident_id = %(resident_id)s AND executions.status = 'completed'
       AND turn.created_at < (SELECT created_at FROM resident_turns WHERE execution_id = %(before_execution)s)
       AND turn.created_at > coalesce((SELECT created_at FROM summarised), '-infinity')
     ORDER BY turn.created_at DESC, turn.execution_id DESC
     LIMIT %(window)s
)
SELECT id, NULL AS summary, model_messages, created_at FROM latest
UNION ALL
SELECT id, summary, '[]', created_at FROM summarised
 ORDER BY created_at DESC, id DESC;

-- name: digests
-- The completed turns of a resident before those that are read in full, in one line each, latest first; none of those
-- for which a summary stands.
SELECT turn.digest, turn.tainted
  FROM resident_turns AS turn
  JOIN executions ON executions.user_id = turn.user_id AND executions.id = turn.execution_id
 WHERE turn.resident_id = %(resident_id)s AND executions.status = 'completed'
   AND turn.created_at < (SELECT created_at FROM resident_turns WHERE execution_id = %(before_execution)s)
   AND (%(after_execution)s::uuid IS NULL
        OR turn.created_at > (SELECT created_at FROM resident_turns WHERE execution_id = %(after_execution)s))
 ORDER BY turn.created_at DESC, turn.execution_id DESC
 LIMIT %(limit)s OFFSET %(window)s;

-- name: unfinished
-- Turns of a swarm that are not over, oldest first; of one resident or room, if given.
SELECT turn.execution_id, turn.resident_id, turn.room_id, turn.woken_by, turn.digest, turn.tainted, turn.error, turn.why,
       turn.retry_at, turn.created_at, executions.status, executions.ended_at, executions.input_tokens, executions.output_tokens,
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
