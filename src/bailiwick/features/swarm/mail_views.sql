-- name: room
-- Whether there is such a room in a swarm.
SELECT id FROM rooms WHERE id = %(room_id)s AND (swarm_id = %(swarm_id)s) IS TRUE;

-- name: sent_lately
-- How many mails somebody has sent to a room in the last 60 seconds.
SELECT count(*)::integer AS mails FROM mails
 WHERE room_id = %(room_id)s AND sender_id = %(sender)s AND sent_at > clock_timestamp() - interval '60 seconds'
   AND (swarm_id = %(swarm_id)s) IS TRUE;

-- name: laps
-- The senders along a chain of causes, latest first, until one has written to a room so often, or a person said
-- something.
WITH RECURSIVE chain AS (
    SELECT cause_id, sender_id, 1 AS place, (sender_id = %(sender)s AND room_id = %(room_id)s)::integer AS written
      FROM mails
     WHERE id = %(cause_id)s AND (swarm_id = %(swarm_id)s) IS TRUE AND sender_id <> 'person' AND NOT by_person
    UNION ALL
    SELECT mails.cause_id, mails.sender_id, chain.place + 1,
           chain.written + (mails.sender_id = %(sender)s AND mails.room_id = %(room_id)s)::integer
      FROM chain JOIN mails ON mails.id = chain.cause_id
     WHERE mails.sender_id <> 'person' AND NOT mails.by_person
       AND chain.written < %(times)s AND chain.place < %(longest)s
)
SELECT sender_id, written FROM chain ORDER BY place;

-- name: latest
-- The latest mails of a swarm.
SELECT id FROM mails
 WHERE swarm_id = %(swarm_id)s AND position < %(before)s
 ORDER BY position DESC LIMIT %(limit)s;

-- name: latest_of_room
-- The latest mails of a room.
SELECT id FROM mails
 WHERE room_id = %(room_id)s AND position < %(before)s
 ORDER BY position DESC LIMIT %(limit)s;

-- name: latest_of_member
-- The latest mails that somebody has sent or received.
SELECT id
  FROM ((SELECT id, position FROM mails
          WHERE swarm_id = %(swarm_id)s AND sender_id = %(member)s AND position < %(before)s
          ORDER BY position DESC LIMIT %(limit)s)
        UNION ALL
        (SELECT mail_id, position FROM deliveries
          WHERE swarm_id = %(swarm_id)s AND recipient_id = %(member)s AND position < %(before)s
          ORDER BY position DESC LIMIT %(limit)s)) AS own
 ORDER BY position DESC LIMIT %(limit)s;

-- name: latest_dead
-- The latest mails with dead letters.
SELECT id
  FROM (SELECT DISTINCT mail_id AS id, position FROM deliveries
         WHERE swarm_id = %(swarm_id)s AND status = 'dead' AND position < %(before)s) AS dead
 ORDER BY position DESC LIMIT %(limit)s;

-- name: matching
-- Of the latest mails of a swarm those that match every filter given, latest first.
SELECT id
  FROM (SELECT user_id, id, room_id, position, sender_id, content FROM mails
         WHERE swarm_id = %(swarm_id)s AND position < %(before)s
         ORDER BY position DESC LIMIT %(searched)s) AS latest
 WHERE (%(room_id)s::uuid IS NULL OR room_id = %(room_id)s)
   AND (%(member)s::text IS NULL OR sender_id = %(member)s
        OR EXISTS (SELECT 1 FROM deliveries
                    WHERE deliveries.user_id = latest.user_id AND deliveries.mail_id = latest.id
                      AND deliveries.recipient_id = %(member)s))
   AND (NOT %(dead)s OR EXISTS (SELECT 1 FROM deliveries
                                 WHERE deliveries.user_id = latest.user_id AND deliveries.mail_id = latest.id
                                   AND deliveries.status = 'dead'))
   AND (%(search)s::text IS NULL OR content ILIKE %(search)s)
 ORDER BY position DESC LIMIT %(limit)s;

-- name: of_turns
-- The mails that turns read or sent.
SELECT mail_id AS id FROM deliveries WHERE execution_id = ANY (%(execution_ids)s)
UNION
SELECT id FROM mails WHERE execution_id = ANY (%(execution_ids)s);

-- name: wrote
-- Whether a turn has sent mail of its resident into a room.
SELECT EXISTS (SELECT 1 FROM mails
                WHERE execution_id = %(execution_id)s AND room_id = %(room_id)s AND sender_id = %(sender)s) AS wrote;

-- name: passed_on
-- A mail, and behind it the one that caused it.
SELECT mails.id, mails.swarm_id, mails.room_id, mails.position, mails.sender_id, mails.by_person, mails.content, mails.cause_id,
       mails.root_id, mails.hop, mails.reply_to, mails.mentions, mails.expects_reply, mails.tainted, mails.execution_id,
       mails.sent_at
  FROM mails AS answered JOIN mails ON mails.user_id = answered.user_id AND mails.id IN (answered.id, answered.cause_id)
 WHERE answered.id = %(id)s AND (answered.swarm_id = %(swarm_id)s) IS TRUE AND (mails.swarm_id = %(swarm_id)s) IS TRUE
 ORDER BY mails.id = answered.id DESC;

-- name: causes
-- The mails that led to one, nearest first.
WITH RECURSIVE chain AS (
    SELECT cause_id, 0 AS place FROM mails WHERE id = %(id)s AND (swarm_id = %(swarm_id)s) IS TRUE
    UNION ALL
    SELECT mails.cause_id, chain.place + 1
      FROM chain JOIN mails ON mails.id = chain.cause_id
     WHERE chain.place < %(limit)s
)
SELECT cause_id AS id FROM chain WHERE cause_id IS NOT NULL ORDER BY place LIMIT %(limit)s;

-- name: effects
-- The mails that came of one, nearest first, of one cause the oldest first: as many as are wanted, and no more are
-- looked for.
WITH RECURSIVE tree AS (
    (SELECT id FROM mails WHERE cause_id = %(id)s AND (swarm_id = %(swarm_id)s) IS TRUE ORDER BY position)
    UNION ALL
    SELECT effect.id
      FROM tree CROSS JOIN LATERAL (SELECT id FROM mails WHERE mails.cause_id = tree.id ORDER BY position) AS effect
)
SELECT id FROM tree LIMIT %(limit)s;

-- name: unanswered
-- Of everybody in a swarm and everybody else in a room the oldest mail that asks for an answer and has none there.
SELECT DISTINCT ON (mails.room_id, mails.sender_id, asked.member_id)
       mails.id, mails.sender_id, asked.member_id, mails.sent_at, deliveries.status
  FROM rooms
  JOIN room_members AS asked ON asked.user_id = rooms.user_id AND asked.room_id = rooms.id
 CROSS JOIN LATERAL (
           SELECT coalesce((SELECT position FROM mails
                             WHERE mails.user_id = rooms.user_id AND mails.room_id = rooms.id
                               AND mails.sender_id = asked.member_id
                             ORDER BY sent_at DESC LIMIT 1), 0) AS position) AS said
  JOIN mails ON mails.user_id = rooms.user_id AND mails.room_id = rooms.id AND mails.expects_reply
            AND mails.position > said.position
  JOIN deliveries ON deliveries.user_id = mails.user_id AND deliveries.mail_id = mails.id
                 AND deliveries.recipient_id = asked.member_id
 WHERE rooms.swarm_id = %(swarm_id)s
   AND (rooms.kind = 'direct' OR asked.member_id = ANY (mails.mentions))
 ORDER BY mails.room_id, mails.sender_id, asked.member_id, mails.position
 LIMIT %(limit)s;

-- name: asking
-- Calls of a swarm's residents that wait for a person.
SELECT approvals.id, resident_turns.resident_id, approvals.created_at
  FROM resident_turns
  JOIN approvals ON approvals.user_id = resident_turns.user_id AND approvals.execution_id = resident_turns.execution_id
 WHERE resident_turns.swarm_id = %(swarm_id)s AND resident_turns.unfinished AND approvals.status = 'pending'
 ORDER BY approvals.created_at, approvals.id
 LIMIT %(limit)s;

-- name: flow
-- How many mails went from one to another in each span of a time, empty ones left out, oldest span first. No span can
-- begin at the beginning of all time.
SELECT mails.sender_id, deliveries.recipient_id,
       date_bin(%(span)s, mails.sent_at, greatest(%(since)s, '0001-01-02 00:00+00'::timestamptz)) AS at,
       count(*)::integer AS mails
  FROM mails
  JOIN deliveries ON deliveries.user_id = mails.user_id AND deliveries.mail_id = mails.id
 WHERE mails.swarm_id = %(swarm_id)s AND mails.sent_at >= %(since)s AND mails.sent_at < %(until)s
 GROUP BY mails.sender_id, deliveries.recipient_id, at
 ORDER BY at, mails.sender_id, deliveries.recipient_id
 LIMIT %(limit)s;
