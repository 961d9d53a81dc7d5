-- name: create
-- Create a document; no row when the call has created one before.
INSERT INTO documents (id, title, content, call_id, execution_id)
VALUES (%(id)s, %(title)s, %(content)s, %(call_id)s, %(execution_id)s)
ON CONFLICT (user_id, call_id) DO NOTHING
RETURNING id, title, content, execution_id, created_at;

-- name: made_by
-- The document that a call created.
SELECT id, title, content, execution_id, created_at FROM documents WHERE call_id = %(call_id)s;

-- name: get
-- One document.
SELECT id, title, content, execution_id, created_at FROM documents WHERE id = %(id)s;

-- name: list
-- Documents, latest first.
SELECT id, title, content, execution_id, created_at FROM documents ORDER BY created_at DESC, id DESC LIMIT %(limit)s;
