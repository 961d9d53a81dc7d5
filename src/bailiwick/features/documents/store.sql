-- columns: document
-- What is kept of a document beside its text and whether that can be found by meaning.
id, title, filename, media_type, bytes, source, execution_id, language, tags, status, error, why, characters, passages,
truncated, created_at, updated_at, tainted

-- name: create
-- Create a document; no row when the call has created one before.
INSERT INTO documents (id, title, content, call_id, execution_id, filename, media_type, bytes, source, tags, characters,
                       tainted)
VALUES (%(id)s, %(title)s, %(content)s, %(call_id)s, %(execution_id)s, %(filename)s, %(media_type)s, %(bytes)s,
        %(source)s, %(tags)s, char_length(%(content)s), %(tainted)s)
ON CONFLICT (user_id, call_id) DO NOTHING
RETURNING {document}, 0 AS embedded;

-- name: add_file
-- Keep the bytes of a document.
INSERT INTO document_files (document_id, content) VALUES (%(id)s, %(content)s);

-- name: made_by
-- The document that a call created.
SELECT {document}, embedded
  FROM documents WHERE call_id = %(call_id)s;

-- name: get
-- One document without its text.
SELECT {document}, CASE WHEN embedded_with = %(key)s THEN embedded ELSE 0 END AS embedded
  FROM documents WHERE id = %(id)s;

-- name: text
-- One document with its text.
SELECT {document}, CASE WHEN embedded_with = %(key)s THEN embedded ELSE 0 END AS embedded,
       content, outline
  FROM documents WHERE id = %(id)s;

-- name: file
-- Name, kind and bytes of a document that was uploaded.
SELECT filename, media_type, document_files.content
  FROM documents LEFT JOIN document_files
       ON document_files.user_id = documents.user_id AND document_files.document_id = documents.id
 WHERE documents.id = %(id)s;

-- name: list
-- Documents that match every filter, latest first.
SELECT {document}, CASE WHEN embedded_with = %(key)s THEN embedded ELSE 0 END AS embedded
  FROM documents
 WHERE (%(before)s::timestamptz IS NULL OR created_at < %(before)s)
   AND (%(search)s::text IS NULL OR title ILIKE %(search)s OR filename ILIKE %(search)s)
   AND (%(tag)s::text IS NULL OR %(tag)s = ANY (tags))
   AND (%(source)s::text IS NULL OR source = %(source)s)
   AND (%(status)s::text IS NULL OR status = %(status)s)
 ORDER BY created_at DESC, id DESC LIMIT %(limit)s;

-- name: count
-- How many documents match every filter.
SELECT count(*) AS documents FROM documents
 WHERE (%(search)s::text IS NULL OR title ILIKE %(search)s OR filename ILIKE %(search)s)
   AND (%(tag)s::text IS NULL OR %(tag)s = ANY (tags))
   AND (%(source)s::text IS NULL OR source = %(source)s)
   AND (%(status)s::text IS NULL OR status = %(status)s);

-- name: kept_bytes
-- How many bytes all originals have together.
SELECT coalesce(sum(bytes), 0)::bigint AS bytes FROM documents;

-- name: titled
-- The latest document of a title, whatever the case.
SELECT id FROM documents WHERE lower(title) = lower(%(title)s) ORDER BY created_at DESC, id DESC LIMIT 1;

-- name: change
-- Change a document; what is null stays.
UPDATE documents
   SET title = coalesce(%(title)s, title), tags = coalesce(%(tags)s::text[], tags),
       content = coalesce(%(content)s, content), bytes = coalesce(%(bytes)s, bytes),
       characters = coalesce(char_length(%(content)s::text), characters), updated_at = clock_timestamp(),
       tainted = tainted AND (%(title)s::text IS NULL OR %(content)s::text IS NULL)
 WHERE id = %(id)s
RETURNING id, filename;

-- name: begin_indexing
-- Have a document indexed again: what is being read from it now will not be written.
UPDATE documents
   SET status = 'indexing', error = NULL, why = NULL, revision = revision + 1, updated_at = clock_timestamp()
 WHERE id = %(id)s
RETURNING id;

-- name: delete
-- Delete a document with everything of it.
DELETE FROM documents WHERE id = %(id)s RETURNING title;

-- name: ids
-- Ids of documents in their order.
SELECT id FROM documents WHERE %(after)s::uuid IS NULL OR id > %(after)s ORDER BY id LIMIT %(limit)s;

-- name: waiting
-- Ids of documents that are to be indexed.
SELECT id FROM documents WHERE status = 'indexing' ORDER BY id LIMIT %(limit)s;

-- name: revision
-- The number that grows with every change of the content.
SELECT revision FROM documents WHERE id = %(id)s;

-- name: set_text
-- Write what was read from a revision; no row when there is a newer one.
UPDATE documents
   SET status = 'ready', error = NULL, why = NULL, content = %(content)s, outline = %(outline)s,
       characters = char_length(%(content)s), passages = %(passages)s, embedded = 0, language = %(language)s,
       truncated = %(truncated)s, updated_at = clock_timestamp()
 WHERE id = %(id)s AND revision = %(revision)s
RETURNING {document}, embedded;


-- name: fail
-- Say why no text could be read from a revision; no row when there is a newer one.
UPDATE documents SET status = 'failed', error = %(reason)s, why = %(why)s, updated_at = clock_timestamp()
 WHERE id = %(id)s AND revision = %(revision)s
RETURNING {document}, 0 AS embedded;
