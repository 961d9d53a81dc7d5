-- name: add
-- Store a decision.
INSERT INTO decisions (id, execution_id, agent_id, record)
VALUES (%(id)s, %(execution_id)s, %(agent_id)s, %(record)s)
RETURNING created_at;

-- name: get
-- One decision.
SELECT id, record, created_at FROM decisions WHERE id = %(id)s;

-- name: execution_of
-- The execution that a decision was made for.
SELECT execution_id FROM decisions WHERE id = %(id)s;

-- name: list
-- Decisions, latest first.
SELECT id, record, created_at
  FROM decisions
 WHERE (%(agent_id)s::text IS NULL OR agent_id = %(agent_id)s)
   AND (%(before)s::timestamptz IS NULL OR created_at < %(before)s)
 ORDER BY created_at DESC, id DESC
 LIMIT %(limit)s;
