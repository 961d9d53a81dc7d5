-- name: list
-- Notes, latest change first.
SELECT id, title, lines, created_at, updated_at, deleted_at, tainted FROM plugin_notes.notes WHERE deleted_at IS NULL
 ORDER BY updated_at DESC, id DESC LIMIT %(limit)s;

-- name: made_by
-- The note that a call changed, as it is now; its columns are empty when it has been deleted since.
SELECT note_calls.note_id, note_calls.created_at AS called_at, notes.title, notes.lines, notes.created_at,
       notes.updated_at, notes.deleted_at, notes.tainted
  FROM plugin_notes.note_calls
  LEFT JOIN plugin_notes.notes ON notes.user_id = note_calls.user_id AND notes.id = note_calls.note_id
       AND notes.deleted_at IS NULL
 WHERE note_calls.call_id = %(call_id)s;

-- name: append
-- Add lines to the note of a title, created if there is none.
INSERT INTO plugin_notes.notes AS note (id, title, title_key, lines, tainted)
VALUES (%(id)s, %(title)s, %(title_key)s, %(lines)s, %(tainted)s)
ON CONFLICT (user_id, title_key) WHERE deleted_at IS NULL DO UPDATE
   SET lines = note.lines || excluded.lines, updated_at = excluded.updated_at, tainted = note.tainted OR excluded.tainted
RETURNING id, title, lines, created_at, updated_at, deleted_at, tainted;

-- name: replace
-- Set the lines of the note of a title, created if there is none.
INSERT INTO plugin_notes.notes AS note (id, title, title_key, lines, tainted)
VALUES (%(id)s, %(title)s, %(title_key)s, %(lines)s, %(tainted)s)
ON CONFLICT (user_id, title_key) WHERE deleted_at IS NULL DO UPDATE
   SET lines = excluded.lines, updated_at = excluded.updated_at, tainted = note.tainted OR excluded.tainted
RETURNING id, title, lines, created_at, updated_at, deleted_at, tainted;

-- name: begin_call
-- Serialise the repetitions of one call.
SELECT pg_advisory_xact_lock(hashtextextended(current_setting('bailiwick.user_id') || '/note/' || %(call_id)s, 0));

-- name: remember_call
-- Note that a call has changed a note.
INSERT INTO plugin_notes.note_calls (call_id, note_id) VALUES (%(call_id)s, %(note_id)s);

-- name: delete
-- Take the note of a title away, if it is a certain one as far as one is given; it can be restored.
UPDATE plugin_notes.notes SET deleted_at = clock_timestamp()
 WHERE title_key = %(title_key)s AND deleted_at IS NULL
   AND (%(only)s::uuid IS NULL OR (id = %(only)s AND lines = %(lines)s::text[]))
RETURNING id, title, lines, created_at, updated_at, deleted_at, tainted;

-- name: deleted
-- Deleted notes that can come back, latest deletion first.
SELECT id, title, lines, created_at, updated_at, deleted_at, tainted FROM plugin_notes.notes WHERE deleted_at IS NOT NULL
 ORDER BY deleted_at DESC, id DESC LIMIT %(limit)s;

-- name: restore
-- Bring a deleted note back.
UPDATE plugin_notes.notes SET deleted_at = NULL WHERE id = %(id)s
RETURNING id, title, lines, created_at, updated_at, deleted_at, tainted;
