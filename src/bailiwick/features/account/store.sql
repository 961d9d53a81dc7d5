-- name: tables
-- Tables of people's rows, each with the columns that a person can read.
-- Those of plug-ins, also of one that was taken away, lie in schemas of their own.
SELECT nspname AS schema, relname AS name,
       array(SELECT attname::text FROM pg_attribute
              WHERE attrelid = pg_class.oid AND attnum > 0 AND NOT attisdropped AND attname <> 'user_id'
                AND format_type(atttypid, NULL) <> ALL (%(unreadable)s)
              ORDER BY attnum) AS columns,
       array(SELECT attname::text FROM pg_index
               JOIN pg_attribute ON attrelid = indrelid AND attnum = ANY (indkey)
              WHERE indrelid = pg_class.oid AND indisprimary
              ORDER BY array_position(indkey::smallint[], attnum)) AS key
  FROM pg_class JOIN pg_namespace ON pg_namespace.oid = relnamespace
 WHERE relkind = 'r' AND has_schema_privilege(nspname, 'USAGE') AND has_table_privilege(pg_class.oid, 'SELECT')
   AND (nspname = 'public' AND relname <> ALL (%(skipped)s) OR starts_with(nspname, 'plugin_'))
   AND EXISTS (SELECT FROM pg_attribute WHERE attrelid = pg_class.oid AND attname = 'user_id')
 ORDER BY nspname <> 'public', nspname, relname;

-- name: files
-- The uploaded files of documents and of messages.
SELECT documents.id, documents.filename, document_files.content
  FROM documents JOIN document_files
    ON document_files.user_id = documents.user_id AND document_files.document_id = documents.id
 UNION ALL
SELECT files.id, files.filename, file_contents.content
  FROM files JOIN file_contents ON file_contents.user_id = files.user_id AND file_contents.file_id = files.id
 ORDER BY id;
