-- columns: room
-- What is kept of a room.
id, swarm_id, kind, name, status, mails, unread, mentions, last_mail_at, last_mail, created_at

-- name: of
-- Rooms of a swarm and who is in them. IS TRUE here and elsewhere: the row is to be found by its id alone, and the
-- planner does not always know that before it has statistics.
SELECT {room},
       ARRAY(SELECT member_id FROM room_members
              WHERE room_members.user_id = rooms.user_id AND room_members.room_id = rooms.id
              ORDER BY joined_at, member_id) AS members
  FROM rooms WHERE id = ANY (%(ids)s) AND (swarm_id = %(swarm_id)s) IS TRUE;

-- name: all
-- All rooms of a swarm and who is in them, latest mail first.
SELECT rooms.id, rooms.swarm_id, rooms.kind, rooms.name, rooms.status, rooms.mails, rooms.unread, rooms.mentions,
       rooms.last_mail_at, rooms.last_mail, rooms.created_at,
       ARRAY(SELECT other.member_id FROM room_members AS other
              WHERE other.user_id = rooms.user_id AND other.room_id = rooms.id
              ORDER BY other.joined_at, other.member_id) AS members
  FROM rooms WHERE swarm_id = %(swarm_id)s ORDER BY coalesce(last_mail_at, created_at) DESC, id DESC;

-- name: of_member
-- The rooms that somebody is in, and who else is, latest mail first.
SELECT rooms.id, rooms.swarm_id, rooms.kind, rooms.name, rooms.status, rooms.mails, rooms.unread, rooms.mentions,
       rooms.last_mail_at, rooms.last_mail, rooms.created_at,
       ARRAY(SELECT other.member_id FROM room_members AS other
              WHERE other.user_id = rooms.user_id AND other.room_id = rooms.id
              ORDER BY other.joined_at, other.member_id) AS members
  FROM room_members
  JOIN rooms ON rooms.user_id = room_members.user_id AND rooms.id = room_members.room_id
 WHERE room_members.swarm_id = %(swarm_id)s AND room_members.member_id = %(member)s
 ORDER BY coalesce(rooms.last_mail_at, rooms.created_at) DESC, rooms.id DESC;

-- name: keyed
-- The room of a key within a swarm and who is in it.
SELECT {room},
       ARRAY(SELECT member_id FROM room_members
              WHERE room_members.user_id = rooms.user_id AND room_members.room_id = rooms.id
              ORDER BY joined_at, member_id) AS members
  FROM rooms WHERE swarm_id = %(swarm_id)s AND key = %(key)s;

-- name: insert
-- Create a room; no row when its key is taken.
INSERT INTO rooms (id, swarm_id, kind, name, key)
VALUES (%(id)s, %(swarm_id)s, %(kind)s, %(name)s, %(key)s)
ON CONFLICT (user_id, swarm_id, key) DO NOTHING
RETURNING id;

-- name: known
-- Those of some ids that are residents of a swarm.
SELECT id FROM residents WHERE swarm_id = %(swarm_id)s AND id = ANY (%(ids)s);

-- name: enter
-- Make somebody members of a room, in the order given; who is one already stays one.
INSERT INTO room_members (swarm_id, room_id, member_id, joined_at)
SELECT %(swarm_id)s, %(room_id)s, member_id, statement_timestamp() + place * interval '1 microsecond'
  FROM unnest(%(members)s::text[]) WITH ORDINALITY AS new (member_id, place)
ON CONFLICT (user_id, room_id, member_id) DO NOTHING
RETURNING member_id;

-- name: rename
-- Call a group otherwise.
UPDATE rooms SET name = %(name)s, key = %(key)s WHERE id = %(id)s;

-- name: set_status
-- Note whether mail of a room wakes its members.
UPDATE rooms SET status = %(status)s WHERE id = %(id)s;

-- name: take_out
-- End somebody's membership; no row when there is none.
DELETE FROM room_members WHERE room_id = %(room_id)s AND member_id = %(member)s RETURNING member_id;

-- name: count_person_out
-- The person has nothing unread in a room any more.
UPDATE rooms SET unread = 0, mentions = 0 WHERE id = %(id)s;
