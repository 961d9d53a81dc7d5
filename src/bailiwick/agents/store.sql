-- name: raise_revision
-- Raise the user's roster revision and hold its lock until the transaction ends.
INSERT INTO rosters AS roster (revision) VALUES (1)
ON CONFLICT (user_id) DO UPDATE SET revision = roster.revision + 1
RETURNING revision;

-- name: changes
-- The revision now, agents written, ids deleted and rules changed after a revision, oldest first, all of one moment.
SELECT 'now' AS what, revision, NULL AS id, NULL::json AS definition, NULL::timestamptz AS created_at,
       NULL::timestamptz AS updated_at, NULL::timestamptz AS expires_at, NULL::timestamptz AS last_used_at
  FROM rosters
UNION ALL
SELECT 'written', agents.revision, agents.id, agents.definition, agents.created_at, agents.updated_at,
       agents.expires_at, agent_uses.last_used_at
  FROM agents
  LEFT JOIN agent_uses ON agent_uses.user_id = agents.user_id AND agent_uses.agent_id = agents.id
 WHERE agents.revision > %(since)s
UNION ALL
SELECT 'deleted', revision, id, NULL, NULL, NULL, NULL, NULL
  FROM agent_tombstones
 WHERE revision > %(since)s
UNION ALL
SELECT 'routing', revision, NULL,
       json_build_object('following', following, 'published', published, 'canary', canary,
                         'canary_share', canary_share, 'rules', rules), NULL, NULL, NULL, NULL
  FROM routing_states
 WHERE revision > %(since)s
ORDER BY revision, id;

-- name: insert
-- Insert an agent; no row when the id is taken.
INSERT INTO agents (id, origin, definition, revision, expires_at)
VALUES (%(id)s, %(origin)s, %(definition)s, %(revision)s, %(expires_at)s)
ON CONFLICT (user_id, id) DO NOTHING
RETURNING created_at, updated_at;

-- name: upsert
-- Insert an agent or replace the one of that id, which keeps the time of its registration.
INSERT INTO agents (id, origin, definition, revision, expires_at)
VALUES (%(id)s, %(origin)s, %(definition)s, %(revision)s, %(expires_at)s)
ON CONFLICT (user_id, id) DO UPDATE
   SET origin = excluded.origin, definition = excluded.definition, revision = excluded.revision,
       expires_at = excluded.expires_at, updated_at = excluded.updated_at
RETURNING created_at, updated_at;

-- name: forget_tombstone
-- An id that is written again is no longer deleted.
DELETE FROM agent_tombstones WHERE id = %(id)s;

-- name: delete
-- Delete an agent.
DELETE FROM agents WHERE id = %(id)s;

-- name: bury
-- Note that ids were deleted at a revision.
INSERT INTO agent_tombstones (id, revision)
SELECT id, %(revision)s FROM unnest(%(ids)s::text[]) AS id
ON CONFLICT (user_id, id) DO UPDATE SET revision = excluded.revision;

-- name: has_runtime
-- Whether there are runtime agents to delete: all, or those that expired by a time.
SELECT EXISTS (
    SELECT 1 FROM agents
     WHERE origin = 'runtime' AND (%(expired_by)s::timestamptz IS NULL OR expires_at <= %(expired_by)s)
) AS found;

-- name: delete_runtime
-- Delete runtime agents: all, or those that expired by a time.
DELETE FROM agents
 WHERE origin = 'runtime' AND (%(expired_by)s::timestamptz IS NULL OR expires_at <= %(expired_by)s)
RETURNING id;

-- name: touch
-- Note that an agent was used now.
INSERT INTO agent_uses (agent_id, last_used_at) VALUES (%(id)s, clock_timestamp())
ON CONFLICT (user_id, agent_id) DO UPDATE SET last_used_at = excluded.last_used_at;

-- name: postpone
-- Set when a runtime agent expires; its revision stays, because routing does not read it.
UPDATE agents SET expires_at = %(expires_at)s WHERE id = %(id)s AND origin = 'runtime';

-- name: used
-- When each agent was last used.
SELECT agent_id, last_used_at FROM agent_uses;
