-- name: addressed
-- The resident of an id or a name, the one of the id first.
SELECT id FROM residents WHERE id = %(id)s AND (swarm_id = %(swarm_id)s) IS TRUE
UNION ALL
SELECT id FROM residents WHERE swarm_id = %(swarm_id)s AND name_key = %(name_key)s
 LIMIT 1;

-- name: send
-- Store a mail, make it unread for every other member of its room, count it on residents, room and swarm, store its
-- fact and wake its readers. A person has read what they wrote in somebody's name. For whoever has too much unread it is a dead
-- letter. The swarm counts as changed once a second at most, so that the row stays on its page.
--
-- The first row always says where the mail was to go: what kind of room that is, if there is one, and whether the sender
-- is in it; who else is, whom of them the sender mentions, who of them has so much unread that no more is taken, and
-- whether that is everyone whom the mail is for; the mail that this call has sent already, where the cause stands in its
-- chain, the room of the mail that is answered, and how much the user has unfinished. Where something is in the way
-- nothing is written.
--
-- What others may change at the same time is taken from the rows that are written, in the order in which everybody holds
-- them: the swarm, its residents, the room. A reader of whom a wake-up waits already needs no other: it is held until
-- this transaction ends, and whoever begins a turn of it waits for that.
WITH place AS MATERIALIZED (
    SELECT swarms.user_id, swarms.id AS swarm_id, rooms.kind, unfinished.executions,
           EXISTS (SELECT 1 FROM room_members
                    WHERE room_members.user_id = rooms.user_id AND room_members.room_id = rooms.id
                      AND room_members.member_id = %(sender)s::text) AS member,
           ARRAY(SELECT member_id FROM room_members
                  WHERE room_members.user_id = rooms.user_id AND room_members.room_id = rooms.id
                    AND room_members.member_id = ANY (%(mentions)s::text[]) AND room_members.member_id <> %(sender)s
                  ORDER BY array_position(%(mentions)s, room_members.member_id)) AS mentions,
           ARRAY(SELECT member_id FROM room_members
                  WHERE room_members.user_id = rooms.user_id AND room_members.room_id = rooms.id
                    AND room_members.member_id <> %(sender)s
                  ORDER BY member_id) AS others,
           ARRAY(SELECT residents.id FROM room_members
                   JOIN residents
                     ON residents.user_id = room_members.user_id AND residents.id = room_members.resident_id
                  WHERE room_members.user_id = rooms.user_id AND room_members.room_id = rooms.id
                    AND room_members.member_id <> %(sender)s AND residents.unread >= %(most_unread)s::integer) AS "full",
           (SELECT mails.id FROM mails
             WHERE mails.call_id = %(call_id)s::text AND (mails.swarm_id = %(swarm_id)s::text) IS TRUE) AS sent,
           (SELECT mails.root_id FROM mails
             WHERE mails.id = %(cause_id)s::uuid AND (mails.swarm_id = %(swarm_id)s) IS TRUE) AS root_id,
           (SELECT mails.hop FROM mails
             WHERE mails.id = %(cause_id)s AND (mails.swarm_id = %(swarm_id)s) IS TRUE) AS hop,
           (SELECT mails.room_id FROM mails
             WHERE mails.id = %(reply_to)s::uuid AND (mails.swarm_id = %(swarm_id)s) IS TRUE) AS answered
      FROM swarms
     CROSS JOIN (SELECT count(*) AS executions
                   FROM (SELECT FROM executions
                          WHERE ended_at IS NULL AND status <> 'waiting'
                          LIMIT coalesce(%(most_runs)s::bigint, 0)) AS counted) AS unfinished
      LEFT JOIN rooms ON rooms.id = %(room_id)s::uuid AND (rooms.swarm_id = %(swarm_id)s) IS TRUE
     WHERE swarms.id = %(swarm_id)s
), meant AS MATERIALIZED (
    SELECT place.*, kind = 'direct' OR cardinality(mentions) = 0 AS everybody,
           'person' = ANY (others) AND NOT %(by_person)s::boolean AS to_person,
           cardinality(whom) > 0 AND whom <@ "full" AS in_vain
      FROM place
     -- A person knows what they write for others.
     CROSS JOIN LATERAL (SELECT array_remove(CASE WHEN cardinality(mentions) > 0 THEN mentions ELSE others END,
                                             CASE WHEN %(by_person)s THEN 'person' END) AS whom) AS readers
), fits AS MATERIALIZED (
    SELECT * FROM meant
     WHERE kind IS NOT NULL AND member AND NOT in_vain AND sent IS NULL
       AND (%(most_runs)s IS NULL OR executions < %(most_runs)s)
       AND (%(cause_id)s IS NULL OR root_id IS NOT NULL)
       AND (%(reply_to)s IS NULL OR answered = %(room_id)s)
), swarm AS (
    UPDATE swarms
       SET mails = swarms.mails + 1, unread = swarms.unread + to_person::integer,
           dead = swarms.dead + cardinality("full"),
           updated_at = CASE WHEN updated_at < clock_timestamp() - interval '1 second' THEN clock_timestamp()
                             ELSE updated_at END
      FROM fits
     WHERE swarms.user_id = fits.user_id AND swarms.id = fits.swarm_id
    RETURNING swarms.user_id, swarms.id, swarms.mails AS position, swarms.status
), other AS MATERIALIZED (
    SELECT member_id
      FROM swarm
      JOIN room_members ON room_members.user_id = swarm.user_id AND room_members.room_id = %(room_id)s
     WHERE member_id <> %(sender)s
), reader AS (
    UPDATE residents SET unread = residents.unread + 1
     WHERE residents.id IN (SELECT member_id FROM other)
       AND (%(most_unread)s IS NULL OR residents.unread < %(most_unread)s)
    RETURNING residents.id, residents.status
), room AS (
    UPDATE rooms
       SET mails = rooms.mails + 1, unread = rooms.unread + to_person::integer,
           mentions = rooms.mentions + (to_person AND ('person' = ANY (fits.mentions)
                                                       OR (fits.kind = 'direct' AND %(expects_reply)s::boolean)))::integer,
           last_mail = left(%(content)s::text, 200), last_mail_at = clock_timestamp()
      FROM swarm, fits
     WHERE rooms.user_id = swarm.user_id AND rooms.id = %(room_id)s
    RETURNING rooms.status
), mail AS (
    INSERT INTO mails (id, swarm_id, room_id, position, sender_id, by_person, content, cause_id, root_id, hop, reply_to,
                       mentions, expects_reply, tainted, execution_id, call_id)
    SELECT %(id)s::uuid, swarm.id, %(room_id)s, swarm.position, %(sender)s, %(by_person)s, %(content)s, %(cause_id)s,
           coalesce(fits.root_id, %(id)s), coalesce(fits.hop + 1, 0), %(reply_to)s, fits.mentions, %(expects_reply)s,
           %(tainted)s::boolean, %(execution_id)s::uuid, %(call_id)s
      FROM swarm, fits
    RETURNING position, root_id, hop, sent_at
), delivered AS (
    INSERT INTO deliveries (mail_id, recipient_id, swarm_id, room_id, position, wakes, status, error, why, read_at)
    SELECT %(id)s, other, swarm.id, %(room_id)s, swarm.position,
           reader.id IS NOT NULL AND (everybody OR other = ANY (fits.mentions)),
           CASE WHEN reader.id IS NOT NULL THEN 'unread'
                WHEN other <> 'person' THEN 'dead'
                WHEN %(by_person)s THEN 'read' ELSE 'unread' END,
           CASE WHEN reader.id IS NULL AND other <> 'person' THEN %(error)s::text ELSE '' END,
           CASE WHEN reader.id IS NULL AND other <> 'person' THEN %(why)s::json END,
           CASE WHEN other = 'person' AND %(by_person)s THEN clock_timestamp() END
      FROM swarm CROSS JOIN fits CROSS JOIN unnest(fits.others) AS other LEFT JOIN reader ON reader.id = other
    RETURNING mail_id, recipient_id, status, attempts, execution_id, error, why, read_at, wakes
), numbered AS (
    UPDATE executions SET event_sequence = event_sequence + 1
      FROM swarm
     WHERE executions.id = %(execution_id)s AND %(fact)s::text IS NOT NULL
    RETURNING executions.id, event_sequence
), fact AS (
    INSERT INTO events (execution_id, sequence, kind, agent, data)
    SELECT numbered.id, coalesce(event_sequence, 0), %(kind)s::text, CASE WHEN numbered.id IS NOT NULL THEN %(sender)s END,
           (%(fact)s::jsonb || jsonb_build_object('position', swarm.position, 'recipients', others[:%(told)s::integer]))::json
      FROM swarm CROSS JOIN fits LEFT JOIN numbered ON true
     WHERE %(fact)s::text IS NOT NULL
), woken AS MATERIALIZED (
    SELECT reader.id, row_number() OVER (ORDER BY reader.id) AS place,
           %(lock)s::text || reader.id AS lock, %(lock)s || reader.id || %(kind_of_lock)s::text AS queueing_lock,
           json_build_object('user_id', acting_user(),
                             'arguments', %(arguments)s::jsonb || jsonb_build_object('resident', reader.id)) AS args
      FROM reader, swarm, room, fits
     WHERE reader.status = 'active' AND swarm.status = 'running' AND room.status = 'open'
       AND (everybody OR reader.id = ANY (fits.mentions))
), begun AS (
    -- As `defer_here` of jobs does: enqueue it as one that this worker has, unless something of its locks waits, or runs
    -- by now.
    INSERT INTO procrastinate_jobs AS job (queue_name, task_name, priority, lock, queueing_lock, args, status, worker_id)
    SELECT 'default', %(task)s::text, 0, woken.lock, woken.queueing_lock, woken.args, 'doing', worker.id
      FROM woken CROSS JOIN (SELECT id FROM procrastinate_workers WHERE id = %(worker_id)s::bigint FOR KEY SHARE) AS worker
     WHERE woken.place <= %(places)s::bigint
       AND NOT EXISTS (SELECT FROM procrastinate_jobs AS other
                        WHERE other.queueing_lock = woken.queueing_lock AND other.status = 'todo')
        ON CONFLICT DO NOTHING
    RETURNING job.id, job.status, job.task_name, job.priority, job.lock, job.queueing_lock, job.args, job.scheduled_at,
              job.queue_name, job.attempts, job.worker_id
), queued AS (
    -- As `defer` of jobs does.
    INSERT INTO procrastinate_jobs (queue_name, task_name, priority, lock, queueing_lock, args)
    SELECT 'default', %(task)s, 0, woken.lock, woken.queueing_lock, woken.args
      FROM woken LEFT JOIN begun ON begun.lock = woken.lock
     WHERE begun.id IS NULL AND %(task)s IS NOT NULL
        ON CONFLICT (queueing_lock) WHERE status = 'todo' DO NOTHING
)
SELECT meant.kind, meant.executions, meant.member, meant.mentions, meant.others, meant."full", meant.in_vain, meant.sent,
       meant.root_id AS root_of_cause, meant.answered, mail.position, mail.root_id, mail.hop, mail.sent_at, mail_id,
       recipient_id, delivered.status, delivered.attempts, execution_id, error, why, read_at, woken.id IS NOT NULL AS woken,
       CASE WHEN begun.id IS NOT NULL THEN row_to_json(begun) END AS begun
  FROM meant
  LEFT JOIN mail ON true
  LEFT JOIN delivered ON true
  LEFT JOIN woken ON woken.id = delivered.recipient_id
  LEFT JOIN begun ON begun.lock = woken.lock
 ORDER BY recipient_id;

-- name: send_direct
-- Store mails of the person to single residents, by id or name, and do all that `send` does with each: one statement for as
-- many as are sent at the same time. One row for each mail that was stored. A mail is left out, to be sent alone, where
-- anything is in the way: no such swarm, resident or direct room yet, too much unread or unfinished, or a row that somebody
-- else holds: nothing is waited for, so that no mail waits for another's swarm.
WITH given AS MATERIALIZED (
    SELECT id, swarm_id, recipient, name_key, content, fact, number
      FROM unnest(%(ids)s::uuid[], %(swarms)s::text[], %(recipients)s::text[], %(name_keys)s::text[], %(contents)s::text[],
                  %(facts)s::jsonb[])
           WITH ORDINALITY AS mails (id, swarm_id, recipient, name_key, content, fact, number)
     WHERE %(most_runs)s::bigint > (SELECT count(*) FROM (SELECT FROM executions
                                                           WHERE ended_at IS NULL AND status <> 'waiting'
                                                           LIMIT %(most_runs)s) AS counted)
), held AS MATERIALIZED (
    -- Swarm, resident and room are held in the order in which everybody holds them, and as they are when they are.
    SELECT given.id, given.swarm_id, given.content, given.fact, given.number, reader.id AS reader, room.id AS room_id,
           reader.unread + row_number() OVER (PARTITION BY reader.id ORDER BY given.number) AS unread,
           swarm.status = 'running' AND reader.status = 'active' AND room.status = 'open' AS wakes
      FROM given
     CROSS JOIN LATERAL (SELECT status FROM swarms WHERE swarms.id = given.swarm_id
                            FOR NO KEY UPDATE SKIP LOCKED) AS swarm
     CROSS JOIN LATERAL (SELECT id, CASE WHEN id COLLATE "C" < 'person' THEN id || '|person' ELSE 'person|' || id END AS key
                           FROM (SELECT residents.id FROM residents
                                  WHERE residents.id = given.recipient AND (residents.swarm_id = given.swarm_id) IS TRUE
                                  UNION ALL
                                 SELECT residents.id FROM residents
                                  WHERE residents.swarm_id = given.swarm_id AND residents.name_key = given.name_key
                                  LIMIT 1) AS named) AS meant
     CROSS JOIN LATERAL (SELECT residents.id, residents.unread, residents.status FROM residents WHERE residents.id = meant.id
                            FOR NO KEY UPDATE SKIP LOCKED) AS reader
     -- In order, so that it is found by its key, also before there are statistics.
     CROSS JOIN LATERAL (SELECT rooms.id, rooms.status FROM rooms
                          WHERE rooms.swarm_id = given.swarm_id AND rooms.key BETWEEN meant.key AND meant.key
                          ORDER BY rooms.key LIMIT 1
                            FOR NO KEY UPDATE SKIP LOCKED) AS room
), fits AS MATERIALIZED (
    SELECT held.*, row_number() OVER (PARTITION BY swarm_id ORDER BY number) AS place
      FROM held WHERE unread <= %(most_unread)s::bigint
), swarm AS (
    UPDATE swarms
       SET mails = swarms.mails + sent.mails,
           updated_at = CASE WHEN updated_at < clock_timestamp() - interval '1 second' THEN clock_timestamp()
                             ELSE updated_at END
      FROM (SELECT swarm_id, count(*)::integer AS mails FROM fits GROUP BY swarm_id) AS sent
     WHERE swarms.id = sent.swarm_id
    RETURNING swarms.id, swarms.mails - sent.mails AS before
), reader AS (
    UPDATE residents SET unread = residents.unread + got.mails
      FROM (SELECT reader, count(*)::integer AS mails FROM fits GROUP BY reader) AS got
     WHERE residents.id = got.reader
), room AS (
    UPDATE rooms SET mails = rooms.mails + got.mails, last_mail = left(got.content, 200), last_mail_at = clock_timestamp()
      FROM (SELECT room_id, count(*)::integer AS mails, (array_agg(content ORDER BY number DESC))[1] AS content
              FROM fits GROUP BY room_id) AS got
     WHERE rooms.id = got.room_id
), placed AS MATERIALIZED (
    SELECT fits.*, (swarm.before + fits.place)::integer AS position FROM fits JOIN swarm ON swarm.id = fits.swarm_id
), mail AS (
    INSERT INTO mails (id, swarm_id, room_id, position, sender_id, by_person, content, root_id, hop, mentions, expects_reply,
                       tainted)
    SELECT id, swarm_id, room_id, position, 'person', false, content, id, 0, '{}', true, false
      FROM placed ORDER BY number
    RETURNING id, sent_at
), delivered AS (
    INSERT INTO deliveries (mail_id, recipient_id, swarm_id, room_id, position, wakes, status)
    SELECT id, reader, swarm_id, room_id, position, true, 'unread' FROM placed ORDER BY number
), fact AS (
    INSERT INTO events (sequence, kind, data)
    SELECT 0, %(kind)s::text,
           (fact || jsonb_build_object('room', room_id, 'position', position, 'recipients', ARRAY[reader]))::json
      FROM placed ORDER BY number
), woken AS MATERIALIZED (
    SELECT id, row_number() OVER (ORDER BY id) AS place,
           %(lock)s::text || id AS lock, %(lock)s || id || %(kind_of_lock)s::text AS queueing_lock,
           json_build_object('user_id', acting_user(),
                             'arguments', %(arguments)s::jsonb || jsonb_build_object('resident', id)) AS args
      FROM (SELECT DISTINCT reader AS id FROM placed WHERE wakes) AS readers
), begun AS (
    INSERT INTO procrastinate_jobs AS job (queue_name, task_name, priority, lock, queueing_lock, args, status, worker_id)
    SELECT 'default', %(task)s::text, 0, woken.lock, woken.queueing_lock, woken.args, 'doing', worker.id
      FROM woken CROSS JOIN (SELECT id FROM procrastinate_workers WHERE id = %(worker_id)s::bigint FOR KEY SHARE) AS worker
     WHERE woken.place <= %(places)s::bigint
       AND NOT EXISTS (SELECT FROM procrastinate_jobs AS other
                        WHERE other.queueing_lock = woken.queueing_lock AND other.status = 'todo')
        ON CONFLICT DO NOTHING
    RETURNING job.id, job.status, job.task_name, job.priority, job.lock, job.queueing_lock, job.args, job.scheduled_at,
              job.queue_name, job.attempts, job.worker_id
), queued AS (
    INSERT INTO procrastinate_jobs (queue_name, task_name, priority, lock, queueing_lock, args)
    SELECT 'default', %(task)s, 0, woken.lock, woken.queueing_lock, woken.args
      FROM woken LEFT JOIN begun ON begun.lock = woken.lock
     WHERE begun.id IS NULL
        ON CONFLICT (queueing_lock) WHERE status = 'todo' DO NOTHING
)
SELECT placed.id, placed.number, placed.room_id, placed.reader, placed.position, mail.sent_at,
       CASE WHEN begun.id IS NOT NULL AND placed.id = first_value(placed.id) OVER (PARTITION BY placed.reader ORDER BY number)
            THEN row_to_json(begun) END AS begun
  FROM placed
  JOIN mail ON mail.id = placed.id
  LEFT JOIN woken ON woken.id = placed.reader
  LEFT JOIN begun ON begun.lock = woken.lock;

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
