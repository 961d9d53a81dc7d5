-- name: folders
-- Folders that are lent, as far as the acting user may know of them, by name.
SELECT id, name, path, writable, for_everybody, agent_id, user_id = acting_user() AS own, created_at
  FROM lent_folders ORDER BY name LIMIT %(limit)s;

-- name: folders_for
-- Folders that programs of an agent of the acting user see, by name.
SELECT id, name, path, writable, for_everybody, agent_id, user_id = acting_user() AS own, created_at
  FROM lent_folders
 WHERE (for_everybody OR user_id = acting_user()) AND (agent_id IS NULL OR agent_id = %(agent_id)s)
 ORDER BY name LIMIT %(limit)s;

-- name: hold
-- Let no other administrator lend or grant until the transaction has ended.
SELECT pg_advisory_xact_lock(hashtextextended('bailiwick/program_grants', 0));

-- name: lend
-- Lend a folder.
INSERT INTO lent_folders (id, name, path, writable, for_everybody, agent_id)
VALUES (%(id)s, %(name)s, %(path)s, %(writable)s, %(for_everybody)s, %(agent_id)s)
RETURNING id, name, path, writable, for_everybody, agent_id, true AS own, created_at;

-- name: take_back
-- Lend a folder no longer.
DELETE FROM lent_folders WHERE id = %(id)s;

-- name: packages
-- Packages that are granted, by name.
SELECT name, version, created_at FROM granted_packages ORDER BY name LIMIT %(limit)s;

-- name: grant
-- Grant a package that is not granted.
INSERT INTO granted_packages (name, version) VALUES (%(name)s, %(version)s) RETURNING name, version, created_at;

-- name: revoke
-- Grant a package no longer.
DELETE FROM granted_packages WHERE name = %(name)s;
