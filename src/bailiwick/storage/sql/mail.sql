-- name: place
-- Where somebody writes, of a swarm that is held: how many mails it has, what kind of room it is, whether swarm and room
-- are open, and whether the sender is in it; who else is in it, whom of them the sender mentions, and who of them has so
-- much unread that no more is taken. Beside it the mail that this call has sent already, where the cause stands in its
-- chain, and the room of the mail that is answered.
SELECT swarms.mails, swarms.status AS swarm, rooms.kind, rooms.status,
       EXISTS (SELECT 1 FROM room_members
                WHERE room_members.user_id = rooms.user_id AND room_members.room_id = rooms.id
                  AND room_members.member_id = %(sender)s) AS member,
       ARRAY(SELECT member_id FROM room_members
              WHERE room_members.user_id = rooms.user_id AND room_members.room_id = rooms.id
                AND room_members.member_id = ANY (%(mentions)s) AND room_members.member_id <> %(sender)s
              ORDER BY array_position(%(mentions)s, room_members.member_id)) AS mentions,
       ARRAY(SELECT member_id FROM room_members
              WHERE room_members.user_id = rooms.user_id AND room_members.room_id = rooms.id
                AND room_members.member_id <> %(sender)s) AS others,
       ARRAY(SELECT residents.id FROM room_members
               JOIN residents ON residents.user_id = room_members.user_id AND residents.id = room_members.resident_id
              WHERE room_members.user_id = rooms.user_id AND room_members.room_id = rooms.id
                AND room_members.member_id <> %(sender)s AND residents.unread >= %(most_unread)s::integer) AS "full",
       (SELECT mails.id FROM mails
         WHERE mails.call_id = %(call_id)s::text AND (mails.swarm_id = %(swarm_id)s) IS TRUE) AS sent,
       cause.root_id, cause.hop, answered.room_id AS answered
  FROM swarms
  LEFT JOIN rooms ON rooms.id = %(room_id)s AND (rooms.swarm_id = %(swarm_id)s) IS TRUE
  LEFT JOIN mails AS cause ON cause.id = %(cause_id)s::uuid AND (cause.swarm_id = %(swarm_id)s) IS TRUE
  LEFT JOIN mails AS answered ON answered.id = %(reply_to)s::uuid AND (answered.swarm_id = %(swarm_id)s) IS TRUE
 WHERE swarms.id = %(swarm_id)s;

-- name: send
-- Store a mail, make it unread for every other member of its room, and count it on residents, room and swarm; say when
-- that was, and who they are. A person has read what they wrote in somebody's name. For whoever has too much unread it is
-- a dead letter. The swarm counts as changed once a second at most, so that the row stays on its page.
WITH mail AS (
    INSERT INTO mails (id, swarm_id, room_id, position, sender_id, by_person, content, cause_id, root_id, hop, reply_to,
                       mentions, expects_reply, tainted, execution_id, call_id)
    VALUES (%(id)s, %(swarm_id)s, %(room_id)s, %(position)s, %(sender)s, %(by_person)s, %(content)s, %(cause_id)s,
            %(root_id)s, %(hop)s, %(reply_to)s, %(mentions)s, %(expects_reply)s, %(tainted)s, %(execution_id)s,
            %(call_id)s)
    RETURNING id, sent_at
), delivered AS (
    INSERT INTO deliveries (mail_id, recipient_id, swarm_id, room_id, position, wakes, status, error, why, read_at)
    SELECT %(id)s, member_id, swarm_id, room_id, %(position)s,
           resident_id IS NOT NULL AND member_id <> ALL (%(full)s)
               AND (%(everybody)s OR member_id = ANY (%(mentions)s)),
           CASE WHEN known THEN 'read' WHEN member_id = ANY (%(full)s) THEN 'dead' ELSE 'unread' END,
           CASE WHEN member_id = ANY (%(full)s) THEN %(error)s ELSE '' END,
           CASE WHEN member_id = ANY (%(full)s) THEN %(why)s::json END,
           CASE WHEN known THEN clock_timestamp() END
      FROM room_members
     CROSS JOIN LATERAL (SELECT resident_id IS NULL AND %(by_person)s AS known) AS person
     WHERE room_id = %(room_id)s AND member_id <> %(sender)s
    RETURNING mail_id, recipient_id, status, attempts, execution_id, error, why, read_at, wakes
), reader AS (
    UPDATE residents SET unread = unread + 1
     WHERE id IN (SELECT recipient_id FROM delivered WHERE status = 'unread')
    RETURNING id, status
), room AS (
    UPDATE rooms
       SET mails = mails + 1, unread = unread + %(unread)s, mentions = mentions + %(turns_to_person)s,
           last_mail = left(%(content)s, 200), last_mail_at = clock_timestamp()
     WHERE id = %(room_id)s
), swarm AS (
    UPDATE swarms
       SET mails = mails + 1, unread = unread + %(unread)s, dead = dead + cardinality(%(full)s::text[]),
           updated_at = CASE WHEN updated_at < clock_timestamp() - interval '1 second' THEN clock_timestamp()
                             ELSE updated_at END
     WHERE id = %(swarm_id)s
)
SELECT mail.sent_at, mail_id, recipient_id, delivered.status, attempts, execution_id, error, why, read_at,
       wakes AND reader.status = 'active' AS woken
  FROM mail LEFT JOIN delivered ON delivered.mail_id = mail.id LEFT JOIN reader ON reader.id = delivered.recipient_id
 ORDER BY recipient_id;

-- name: read_by_person
-- The person has read a room up to a position; say how many mails that were, and how many of them turned to them.
WITH done AS (
    UPDATE deliveries SET status = 'read', read_at = clock_timestamp()
     WHERE swarm_id = %(swarm_id)s AND recipient_id = 'person' AND room_id = %(room_id)s AND status = 'unread'
       AND position <= %(up_to)s
    RETURNING mail_id
)
SELECT count(*)::integer AS mails,
       (count(*) FILTER (WHERE 'person' = ANY (mails.mentions)
                            OR (mails.expects_reply AND rooms.kind = 'direct')))::integer AS mentions
  FROM done
  JOIN mails ON mails.id = done.mail_id
  JOIN rooms ON rooms.user_id = mails.user_id AND rooms.id = mails.room_id;

-- name: count_read_by_person
-- Count what the person has read of a room.
UPDATE rooms SET unread = unread - %(mails)s, mentions = mentions - %(mentions)s WHERE id = %(room_id)s;

-- name: read_all
-- Somebody has read all of a room that no turn has claimed.
UPDATE deliveries SET status = 'read', read_at = clock_timestamp()
 WHERE swarm_id = %(swarm_id)s AND recipient_id = %(recipient)s AND room_id = %(room_id)s AND status = 'unread'
RETURNING mail_id;

-- name: count_unread_of_swarm
-- Count what the person has not read.
UPDATE swarms SET unread = unread + %(mails)s WHERE id = %(swarm_id)s;

-- name: count_unread_of_resident
-- Count what a resident has not read.
UPDATE residents SET unread = unread + %(mails)s WHERE id = %(resident_id)s;

-- name: count_dead
-- Count dead letters.
UPDATE swarms SET dead = dead + %(mails)s WHERE id = %(swarm_id)s;

-- name: delivery
-- Where a mail stands with a recipient, and whether that one is still in the room.
SELECT mail_id, recipient_id, status, attempts, execution_id, error, why, read_at,
       EXISTS (SELECT 1 FROM room_members
                WHERE room_members.user_id = deliveries.user_id AND room_members.room_id = deliveries.room_id
                  AND room_members.member_id = deliveries.recipient_id) AS member
  FROM deliveries
 WHERE mail_id = %(mail_id)s AND recipient_id = %(recipient)s AND (swarm_id = %(swarm_id)s) IS TRUE;

-- name: redeliver
-- Make a dead letter unread again.
UPDATE deliveries
   SET status = 'unread', wakes = true, attempts = 0, execution_id = NULL, error = '', why = NULL, read_at = NULL
 WHERE mail_id = %(mail_id)s AND recipient_id = %(recipient)s;

-- name: of
-- Mails, oldest first.
SELECT id, swarm_id, room_id, position, sender_id, by_person, content, cause_id, root_id, hop, reply_to, mentions,
       expects_reply, tainted, execution_id, sent_at
  FROM mails WHERE id = ANY (%(ids)s) AND (swarm_id = %(swarm_id)s) IS TRUE
 ORDER BY position;

-- name: deliveries
-- Where mails stand with their recipients.
SELECT mail_id, recipient_id, status, attempts, execution_id, error, why, read_at
  FROM deliveries WHERE mail_id = ANY (%(ids)s)
 ORDER BY mail_id, recipient_id;

-- name: shares
-- What the turns used that read some mails, how many mails each of them read, and where these stood among them.
WITH turns AS (
    SELECT DISTINCT execution_id FROM deliveries WHERE mail_id = ANY (%(ids)s) AND execution_id IS NOT NULL
), shares AS (
    SELECT deliveries.mail_id, deliveries.execution_id,
           row_number() OVER (PARTITION BY deliveries.execution_id ORDER BY position)::integer - 1 AS place,
           (count(*) OVER (PARTITION BY deliveries.execution_id))::integer AS mails
      FROM turns JOIN deliveries ON deliveries.execution_id = turns.execution_id
)
SELECT shares.mail_id, shares.place, shares.mails, executions.input_tokens, executions.output_tokens,
       executions.model_calls, executions.tool_calls, executions.cost
  FROM shares JOIN executions ON executions.id = shares.execution_id
 WHERE shares.mail_id = ANY (%(ids)s);
