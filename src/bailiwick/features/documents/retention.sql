-- name: old_documents
-- Documents that nobody has changed since a time, none that is being read in.
SELECT id FROM documents WHERE updated_at < %(before)s AND status <> 'indexing' LIMIT %(limit)s;

-- name: delete_documents
-- Delete documents with their passages and files.
DELETE FROM documents WHERE id = ANY (%(ids)s::uuid[]) AND updated_at < %(before)s;
