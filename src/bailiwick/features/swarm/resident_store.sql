-- name: whose
-- The swarm of a resident.
SELECT swarm_id FROM residents WHERE id = %(id)s;

-- name: ids
-- Ids of all residents of a swarm, oldest first.
SELECT id FROM residents WHERE swarm_id = %(swarm_id)s ORDER BY created_at, id;

-- name: neighbours
-- All residents of a swarm as they know one another, oldest first.
SELECT id, name, role, parent_id FROM residents WHERE swarm_id = %(swarm_id)s ORDER BY created_at, id;

-- name: ancestors
-- Ids of a resident's parent, the parent's parent and so on.
WITH RECURSIVE line AS (
    SELECT parent_id AS id, 1 AS distance FROM residents WHERE id = %(id)s AND parent_id IS NOT NULL
    UNION ALL
    SELECT residents.parent_id, line.distance + 1
      FROM line JOIN residents ON residents.id = line.id
     WHERE residents.parent_id IS NOT NULL AND line.distance < %(limit)s
)
SELECT id FROM line ORDER BY distance;

-- name: of
-- Residents, oldest first, and what they are doing.
SELECT residents.id, residents.swarm_id, residents.name, residents.role, residents.guidance, residents.parent_id,
       residents.depth, residents.agent_id, residents.model, residents.tools, residents.context_window,
       residents.color, residents.icon, residents.status, residents.reason, residents.why, residents.unread, residents.turns,
       residents.children, residents.input_tokens, residents.output_tokens, residents.model_calls,
       residents.tool_calls, residents.cost, residents.created_at, residents.last_active_at,
       turn.execution_id, turn.retry_at, turn.error, executions.status AS turn_status, executions.waiting_for,
       (SELECT steps.name
          FROM steps
         WHERE steps.user_id = executions.user_id AND steps.execution_id = executions.id
           AND steps.status = 'running' AND steps.kind IN ('tool', 'helper', 'callable')
         ORDER BY steps.position LIMIT 1) AS calling,
       residents.status = 'active' AND swarms.status = 'running' AND coalesce(room.status, 'open') = 'open' AS may_work,
       turn.execution_id IS NULL AND residents.unread > 0 AND EXISTS (
           SELECT 1
             FROM room_members
             JOIN rooms ON rooms.user_id = room_members.user_id AND rooms.id = room_members.room_id
            WHERE room_members.user_id = residents.user_id AND room_members.swarm_id = residents.swarm_id
              AND room_members.member_id = residents.id AND rooms.status = 'open'
              AND EXISTS (
                  SELECT 1 FROM deliveries
                   WHERE deliveries.user_id = residents.user_id AND deliveries.swarm_id = residents.swarm_id
                     AND deliveries.recipient_id = residents.id AND deliveries.room_id = rooms.id
                     AND deliveries.status = 'unread' AND deliveries.wakes)) AS called
  FROM residents
  JOIN swarms ON swarms.user_id = residents.user_id AND swarms.id = residents.swarm_id
  LEFT JOIN resident_turns AS turn
    ON turn.user_id = residents.user_id AND turn.resident_id = residents.id AND turn.unfinished
  LEFT JOIN executions ON executions.user_id = turn.user_id AND executions.id = turn.execution_id
  LEFT JOIN rooms AS room ON room.user_id = turn.user_id AND room.id = turn.room_id
 WHERE residents.id = ANY (%(ids)s)
 ORDER BY residents.created_at, residents.id;

-- name: made_by
-- The resident that a tool call has made.
SELECT id FROM residents WHERE call_id = %(call_id)s AND swarm_id = %(swarm_id)s;

-- name: parent
-- The generation of a resident of a swarm.
SELECT depth FROM residents WHERE id = %(id)s AND swarm_id = %(swarm_id)s;

-- name: names
-- Names and ids that are taken within a swarm.
SELECT name_key, id FROM residents WHERE swarm_id = %(swarm_id)s;

-- name: insert
-- Add a resident.
INSERT INTO residents (id, swarm_id, name, name_key, role, guidance, parent_id, depth, agent_id, model, tools,
                       context_window, color, icon, call_id)
VALUES (%(id)s, %(swarm_id)s, %(name)s, %(name_key)s, %(role)s, %(guidance)s, %(parent_id)s, %(depth)s, %(agent_id)s,
        %(model)s, %(tools)s, %(context_window)s, %(color)s, %(icon)s, %(call_id)s);

-- name: count_resident
-- Count a new resident of a swarm.
UPDATE swarms SET residents = residents + 1, updated_at = clock_timestamp() WHERE id = %(swarm_id)s;

-- name: count_child
-- Count a new child of a resident.
UPDATE residents SET children = children + 1 WHERE id = %(id)s;

-- name: edit
-- Change what is given; an empty model means the default.
UPDATE residents
   SET role = coalesce(%(role)s, role), guidance = coalesce(%(guidance)s, guidance),
       tools = coalesce(%(tools)s::text[], tools), model = nullif(coalesce(%(model)s, model), ''),
       context_window = coalesce(%(context_window)s, context_window), color = coalesce(%(color)s, color),
       icon = coalesce(%(icon)s, icon)
 WHERE id = %(id)s;

-- name: set_status
-- Note whether a resident is active, and why it is not.
UPDATE residents SET status = %(status)s, reason = %(reason)s, why = %(why)s WHERE id = %(id)s;
