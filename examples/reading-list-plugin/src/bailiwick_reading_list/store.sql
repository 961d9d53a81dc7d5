-- name: list
-- Books that are to be read, then finished ones, the latest first.
SELECT id, title, added_at, finished_at, dusty FROM plugin_reading_list.books
 ORDER BY finished_at DESC NULLS FIRST, added_at DESC, id LIMIT 1000;

-- name: add
-- Add a book; the same call adds it once.
INSERT INTO plugin_reading_list.books (id, title, call_id) VALUES (%(id)s, %(title)s, %(call_id)s)
ON CONFLICT (user_id, call_id) DO UPDATE SET title = excluded.title
RETURNING id, title, added_at, finished_at, dusty;

-- name: finish
-- Note that a book was read, or was not after all.
UPDATE plugin_reading_list.books
   SET finished_at = CASE WHEN %(finished)s THEN coalesce(finished_at, clock_timestamp()) END, dusty = false
 WHERE id = %(id)s
RETURNING id, title, added_at, finished_at, dusty;

-- name: gather_dust
-- Books that have waited for three months are dusty.
UPDATE plugin_reading_list.books SET dusty = true
 WHERE finished_at IS NULL AND NOT dusty AND added_at < clock_timestamp() - interval '90 days';
