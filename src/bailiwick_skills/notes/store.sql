-- columns: note
id, title, lines, done, created_at, updated_at, deleted_at, tainted

-- name: list
-- Notes, latest change first.
SELECT {note} FROM plugin_notes.notes WHERE deleted_at IS NULL
 ORDER BY updated_at DESC, id DESC LIMIT %(limit)s;

-- name: get
-- One note that is not deleted.
SELECT {note} FROM plugin_notes.notes
 WHERE id = %(id)s AND deleted_at IS NULL;

-- name: any
-- One note, deleted or not.
SELECT {note} FROM plugin_notes.notes WHERE id = %(id)s;

-- name: of_title
-- The note of a title, as it is now.
SELECT {note} FROM plugin_notes.notes
 WHERE title_key = %(title_key)s AND deleted_at IS NULL;

-- name: begin_change
-- Let one change of a user's notes happen after the other.
SELECT pg_advisory_xact_lock(hashtextextended(acting_user() || '/notes', 0));

-- name: create
-- Add a note.
INSERT INTO plugin_notes.notes (id, title, title_key, lines, done, tainted)
VALUES (%(id)s, %(title)s, %(title_key)s, %(lines)s, %(done)s, %(tainted)s)
RETURNING {note};

-- name: write
-- Set title and lines of a note, and whether it is deleted.
UPDATE plugin_notes.notes
   SET title = %(title)s, title_key = %(title_key)s, lines = %(lines)s, done = %(done)s, tainted = %(tainted)s,
       updated_at = moment, deleted_at = CASE WHEN %(deleted)s THEN moment END
  FROM clock_timestamp() AS moment
 WHERE id = %(id)s
RETURNING {note};

-- name: remember_change
-- Keep how a note was before a change; nothing of one that the change made.
INSERT INTO plugin_notes.note_changes (id, note_id, title, lines, done, changed_at, left_at)
VALUES (%(id)s, %(note_id)s, %(title)s, %(lines)s, %(done)s, %(changed_at)s, %(left_at)s);

-- name: change
-- The notes of a change as they were before it, with when each was changed and deleted last.
SELECT changes.note_id, changes.title, changes.lines, changes.done, changes.changed_at, changes.left_at,
       changes.undone_at, notes.updated_at, notes.deleted_at
  FROM plugin_notes.note_changes AS changes
  LEFT JOIN plugin_notes.notes ON notes.user_id = changes.user_id AND notes.id = changes.note_id
 WHERE changes.id = %(id)s ORDER BY changes.note_id;

-- name: undo
-- Put a note back to what it was before a change; one that the change made is deleted.
UPDATE plugin_notes.notes
   SET title = coalesce(%(title)s, title), title_key = coalesce(%(title_key)s, title_key),
       lines = coalesce(%(lines)s::text[], lines), done = coalesce(%(done)s::integer[], done),
       updated_at = coalesce(%(changed_at)s::timestamptz, updated_at),
       deleted_at = CASE WHEN %(title)s::text IS NULL THEN clock_timestamp() END
 WHERE id = %(id)s
RETURNING {note};

-- name: undone
-- Note that a change was undone.
UPDATE plugin_notes.note_changes SET undone_at = clock_timestamp() WHERE id = %(id)s;

-- name: told
-- What a call returned, and whether strangers had a hand in that.
SELECT told::text AS told, tainted FROM plugin_notes.note_calls WHERE call_id = %(call_id)s AND told IS NOT NULL;

-- name: tell
-- Note that a call has changed notes, and what it returned.
INSERT INTO plugin_notes.note_calls (call_id, note_id, told, tainted)
VALUES (%(call_id)s, %(note_id)s, %(told)s::json, %(tainted)s);

-- name: search
-- Lines that have some of these words or their stems in English or Spanish, in their text or their note's title: those
-- with the most words first, then the latest.
WITH words AS (
    SELECT public.knowledge_terms(word) AS terms FROM unnest(%(words)s::text[]) AS word
), latest AS (
    SELECT id, title, lines, done, tainted, updated_at FROM plugin_notes.notes
     WHERE deleted_at IS NULL AND (%(id)s::uuid IS NULL OR id = %(id)s) ORDER BY updated_at DESC LIMIT %(notes)s
), entries AS (
    SELECT latest.id, latest.title, entry.line, entry.place, latest.done, latest.tainted, latest.updated_at,
           public.knowledge_terms(translate(lower(entry.line), %(marked)s, %(plain)s)) AS in_line,
           public.knowledge_terms(translate(lower(latest.title), %(marked)s, %(plain)s)) AS in_title
      FROM latest, unnest(latest.lines) WITH ORDINALITY AS entry(line, place)
)
SELECT entries.id AS note_id, entries.title, entries.line, (entries.place - 1)::integer AS place,
       (entries.place - 1) = ANY (entries.done) AS done, entries.tainted, entries.updated_at, counted.in_line, counted.anywhere
  FROM entries, LATERAL (
        SELECT count(*) FILTER (WHERE words.terms && entries.in_line) AS in_line,
               count(*) FILTER (WHERE words.terms && (entries.in_line || entries.in_title)) AS anywhere
          FROM words
       ) AS counted
 WHERE counted.in_line > 0 AND counted.anywhere >= %(least)s
 ORDER BY counted.anywhere DESC, counted.in_line DESC, entries.updated_at DESC, entries.id, entries.place LIMIT %(limit)s;

-- name: made_by
-- The note that a call changed, as it is now; its columns are empty when it has been deleted since.
SELECT note_calls.note_id, note_calls.created_at AS called_at, notes.title, notes.lines, notes.done, notes.created_at,
       notes.updated_at, notes.deleted_at, notes.tainted
  FROM plugin_notes.note_calls
  LEFT JOIN plugin_notes.notes ON notes.user_id = note_calls.user_id AND notes.id = note_calls.note_id
       AND notes.deleted_at IS NULL
 WHERE note_calls.call_id = %(call_id)s;

-- name: append
-- Add lines to the note of a title, created if there is none.
INSERT INTO plugin_notes.notes AS note (id, title, title_key, lines, tainted, created_at, updated_at)
SELECT %(id)s, %(title)s, %(title_key)s, %(lines)s::text[], %(tainted)s, moment, moment FROM clock_timestamp() AS moment
ON CONFLICT (user_id, title_key) WHERE deleted_at IS NULL DO UPDATE
   SET lines = note.lines || excluded.lines, updated_at = excluded.updated_at, tainted = note.tainted OR excluded.tainted
RETURNING {note};

-- name: replace
-- Set the lines of the note of a title, created if there is none.
INSERT INTO plugin_notes.notes AS note (id, title, title_key, lines, tainted, created_at, updated_at)
SELECT %(id)s, %(title)s, %(title_key)s, %(lines)s::text[], %(tainted)s, moment, moment FROM clock_timestamp() AS moment
ON CONFLICT (user_id, title_key) WHERE deleted_at IS NULL DO UPDATE
   SET lines = excluded.lines, done = '{}', updated_at = excluded.updated_at, tainted = note.tainted OR excluded.tainted
RETURNING {note};

-- name: begin_call
-- Serialise the repetitions of one call.
SELECT pg_advisory_xact_lock(hashtextextended(acting_user() || '/note/' || %(call_id)s, 0));

-- name: remember_call
-- Note that a call has changed a note.
INSERT INTO plugin_notes.note_calls (call_id, note_id) VALUES (%(call_id)s, %(note_id)s);

-- name: delete
-- Take the note of a title away, if it is a certain one as far as one is given; it can be restored.
UPDATE plugin_notes.notes SET deleted_at = clock_timestamp()
 WHERE title_key = %(title_key)s AND deleted_at IS NULL
   AND (%(only)s::uuid IS NULL OR (id = %(only)s AND lines = %(lines)s::text[]))
RETURNING {note};

-- name: deleted
-- Deleted notes that can come back, latest deletion first.
SELECT {note} FROM plugin_notes.notes WHERE deleted_at IS NOT NULL
 ORDER BY deleted_at DESC, id DESC LIMIT %(limit)s;

-- name: restore
-- Bring a deleted note back.
UPDATE plugin_notes.notes SET deleted_at = NULL WHERE id = %(id)s
RETURNING {note};
