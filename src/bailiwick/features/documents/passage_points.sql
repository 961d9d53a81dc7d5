-- name: reset
-- Make documents count as not embedded whose embeddings are of another embedder.
UPDATE documents SET embedded = 0, embedded_with = %(key)s WHERE embedded_with IS DISTINCT FROM %(key)s AND embedded > 0;

-- name: unfinished
-- Documents of which passages have no embedding yet.
SELECT id FROM documents WHERE status = 'ready' AND embedded < passages ORDER BY id LIMIT %(limit)s;

-- name: missing
-- Passages of some documents that have no embedding of an embedder.
SELECT passages.id, passages.document_id, title, heading, text
  FROM passages JOIN documents ON documents.user_id = passages.user_id AND documents.id = passages.document_id
 WHERE passages.document_id = ANY (%(documents)s)
   AND NOT EXISTS (SELECT FROM passage_embeddings
                    WHERE passage_embeddings.passage_id = passages.id AND model = %(key)s)
 ORDER BY passages.document_id, position LIMIT %(limit)s;

-- name: add
-- Write embeddings of passages in place of those that were there; those of passages that are gone are left out.
INSERT INTO passage_embeddings (passage_id, document_id, model, dimensions, embedding)
SELECT passages.id, passages.document_id, %(key)s, %(dimensions)s, point::vector
  FROM unnest(%(ids)s::uuid[], %(points)s::text[]) AS given (id, point)
  JOIN passages ON passages.id = given.id
   FOR KEY SHARE OF passages
ON CONFLICT (user_id, passage_id) DO UPDATE
   SET model = excluded.model, dimensions = excluded.dimensions, embedding = excluded.embedding;

-- name: count
-- Count anew how many passages of some documents have an embedding of an embedder.
UPDATE documents
   SET embedded_with = %(key)s,
       embedded = (SELECT count(*) FROM passage_embeddings
                    WHERE passage_embeddings.document_id = documents.id AND model = %(key)s)
 WHERE id = ANY (%(documents)s) AND status = 'ready';

-- name: progress
-- How many passages there are and how many have an embedding of an embedder.
SELECT coalesce(sum(passages), 0)::bigint AS passages,
       coalesce(sum(CASE WHEN embedded_with = %(key)s THEN embedded ELSE 0 END), 0)::bigint AS embedded
  FROM documents;

-- name: forget_all
-- Delete the embeddings of all passages.
DELETE FROM passage_embeddings;

-- name: forget_counts
-- Make all documents count as not embedded.
UPDATE documents SET embedded = 0 WHERE embedded > 0;

-- name: extent
-- How many embeddings of an embedder a person has, as counted with the documents, and roughly how many there are in all.
SELECT (SELECT coalesce(sum(embedded), 0) FROM documents WHERE embedded_with = %(model)s)::bigint AS own,
       (SELECT greatest(reltuples, 0) FROM pg_class WHERE oid = 'passage_embeddings'::regclass)::bigint AS everyones;

-- name: search_widely
-- Let the index look at more candidates in this transaction, and go on until enough are this person's.
SELECT set_config('hnsw.ef_search', '200', true), set_config('hnsw.iterative_scan', 'relaxed_order', true);

-- name: nearest
-- The passages closest to a point, all compared: the sum with 0 keeps the index out.
SELECT passage_id, -(embedding <#> %(point)s::vector) AS cosine
  FROM passage_embeddings WHERE model = %(model)s AND dimensions = %(dimensions)s
 ORDER BY (embedding <#> %(point)s::vector) + 0 LIMIT %(limit)s;

-- name: nearest_among
-- The passages of a document, or of documents with a tag, closest to a point, all compared.
SELECT passage_id, -(embedding <#> %(point)s::vector) AS cosine
  FROM passage_embeddings
 WHERE model = %(model)s AND dimensions = %(dimensions)s
   AND (%(document_id)s::uuid IS NULL OR document_id = %(document_id)s)
   AND (%(tag)s::text IS NULL OR document_id IN (SELECT id FROM documents WHERE %(tag)s = ANY (tags)))
 ORDER BY (embedding <#> %(point)s::vector) + 0 LIMIT %(limit)s;

-- name: nearest_384
-- The passages closest to a point of 384 dimensions, by the index.
SELECT passage_id, -(embedding::vector(384) <#> %(point)s::vector(384)) AS cosine
  FROM passage_embeddings WHERE model = %(model)s AND dimensions = 384
 ORDER BY embedding::vector(384) <#> %(point)s::vector(384) LIMIT %(limit)s;

-- name: nearest_768
-- The passages closest to a point of 768 dimensions, by the index.
SELECT passage_id, -(embedding::vector(768) <#> %(point)s::vector(768)) AS cosine
  FROM passage_embeddings WHERE model = %(model)s AND dimensions = 768
 ORDER BY embedding::vector(768) <#> %(point)s::vector(768) LIMIT %(limit)s;

-- name: nearest_1024
-- The passages closest to a point of 1,024 dimensions, by the index.
SELECT passage_id, -(embedding::vector(1024) <#> %(point)s::vector(1024)) AS cosine
  FROM passage_embeddings WHERE model = %(model)s AND dimensions = 1024
 ORDER BY embedding::vector(1024) <#> %(point)s::vector(1024) LIMIT %(limit)s;

-- name: nearest_1536
-- The passages closest to a point of 1,536 dimensions, by the index.
SELECT passage_id, -(embedding::vector(1536) <#> %(point)s::vector(1536)) AS cosine
  FROM passage_embeddings WHERE model = %(model)s AND dimensions = 1536
 ORDER BY embedding::vector(1536) <#> %(point)s::vector(1536) LIMIT %(limit)s;

-- name: passages_of
-- Passages with their documents, in the order of their scores.
SELECT passages.id, passages.document_id, position, heading, page, start_at, end_at, text, title, media_type, source, tainted,
       score
  FROM unnest(%(ids)s::uuid[], %(scores)s::float8[]) AS given (id, score)
  JOIN passages ON passages.id = given.id
  JOIN documents ON documents.user_id = passages.user_id AND documents.id = passages.document_id
 ORDER BY score DESC, passages.document_id, position;
