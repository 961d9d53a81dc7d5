-- columns: file
-- What is kept of a file beside its text and its bytes.
id, conversation_id, filename, media_type, bytes, width, height, characters, why, created_at

-- name: add
-- Keep a file with its bytes.
WITH added AS (
    INSERT INTO files (id, conversation_id, filename, media_type, bytes, width, height)
    VALUES (%(id)s, %(conversation_id)s, %(filename)s, %(media_type)s, octet_length(%(content)s::bytea), %(width)s, %(height)s)
    RETURNING {file}
), kept AS (
    INSERT INTO file_contents (file_id, content) SELECT id, %(content)s::bytea FROM added
)
SELECT * FROM added;

-- name: hold
-- Let others who hold a person's files wait until the transaction has ended.
SELECT pg_advisory_xact_lock(hashtextextended(acting_user() || '/files', 0));

-- name: kept_bytes
-- How many bytes all files have together.
SELECT coalesce(sum(bytes), 0)::bigint AS bytes FROM files;

-- name: of
-- Those of these files that there are.
SELECT {file} FROM files WHERE id = ANY (%(ids)s::uuid[]);

-- name: content
-- A file with its bytes.
SELECT {file}, content
  FROM files JOIN file_contents ON file_contents.user_id = files.user_id AND file_id = id
 WHERE id = %(id)s;

-- name: contents
-- The bytes of these files.
SELECT file_id AS id, content FROM file_contents WHERE file_id = ANY (%(ids)s::uuid[]);

-- name: texts
-- What was read from these files.
SELECT id, text FROM files WHERE id = ANY (%(ids)s::uuid[]) AND text IS NOT NULL;

-- name: send
-- Put those of these files that are nowhere yet into a thread.
UPDATE files SET conversation_id = %(conversation_id)s
 WHERE id = ANY (%(ids)s::uuid[]) AND conversation_id IS NULL;

-- name: copy
-- Put a copy of a file into a thread.
WITH copied AS (
    INSERT INTO files (id, conversation_id, filename, media_type, bytes, width, height, text, characters, why)
    SELECT %(new_id)s, %(conversation_id)s, filename, media_type, bytes, width, height, text, characters, why
      FROM files WHERE id = %(id)s
    RETURNING id
)
INSERT INTO file_contents (file_id, content)
SELECT copied.id, content FROM copied, file_contents WHERE file_id = %(id)s;

-- name: set_text
-- Write what was read from a file, or why nothing was.
UPDATE files SET text = %(text)s, characters = %(characters)s, why = %(why)s WHERE id = %(id)s;

-- name: delete
-- Delete a file with its bytes.
DELETE FROM files WHERE id = %(id)s;

-- name: delete_unsent
-- Delete files that were not sent.
DELETE FROM files WHERE conversation_id IS NULL AND created_at < %(before)s;
