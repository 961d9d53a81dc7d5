-- name: clear
-- Delete the passages of a document that are not among these ids, and their places in the index.
WITH gone AS (
    DELETE FROM passages WHERE document_id = %(document_id)s AND id <> ALL (%(ids)s::uuid[])
)
DELETE FROM passage_terms WHERE document_id = %(document_id)s;

-- name: displace
-- Move the passages that stay out of the way of new positions.
UPDATE passages SET position = -1 - position WHERE document_id = %(document_id)s;

-- name: insert
-- Write the passages of a document; those that are there get their new places.
INSERT INTO passages (id, document_id, position, heading, page, start_at, end_at, text)
SELECT id, %(document_id)s, position, heading, page, start_at, end_at, text
  FROM unnest(%(ids)s::uuid[], %(positions)s::integer[], %(headings)s::text[], %(pages)s::integer[],
              %(starts)s::integer[], %(ends)s::integer[], %(texts)s::text[])
       AS given (id, position, heading, page, start_at, end_at, text)
ON CONFLICT (user_id, id) DO UPDATE
   SET position = excluded.position, heading = excluded.heading, page = excluded.page;

-- name: index
-- Write where the words of a document stand: stems of its language, a heading counting three times.
INSERT INTO passage_terms (term, document_id, size, positions, counts)
SELECT term, %(document_id)s, count(*), array_agg(position ORDER BY position), array_agg(count ORDER BY position)
  FROM (
    SELECT position, term, least(sum(count), 1000)::smallint AS count
      FROM unnest(%(positions)s::integer[], %(headings)s::text[], %(texts)s::text[]) AS given (position, heading, text),
           LATERAL (
             SELECT lexeme, 3 FROM unnest(to_tsvector(%(words)s::regconfig, heading))
             UNION ALL
             SELECT lexeme, cardinality(positions) FROM unnest(to_tsvector(%(words)s::regconfig, text))
           ) AS found (term, count)
     WHERE octet_length(term) <= 200
     GROUP BY position, term
  ) AS counted
 GROUP BY term;

-- name: from
-- The passages of a document from a position on.
SELECT id, document_id, position, heading, page, start_at, end_at, text
  FROM passages WHERE document_id = %(document_id)s AND position >= %(first)s
 ORDER BY position LIMIT %(limit)s;

-- name: place
-- Where a passage stands in a document.
SELECT position FROM passages WHERE id = %(id)s AND document_id = %(document_id)s;

-- name: cited
-- Passages with their documents.
SELECT passages.id, document_id, position, heading, page, start_at, end_at, text, title, media_type, source, tainted
  FROM passages JOIN documents
       ON documents.user_id = passages.user_id AND documents.id = passages.document_id
 WHERE passages.id = ANY (%(ids)s);

-- name: forms
-- The stems under which each word is found.
SELECT word, knowledge_terms(word) AS terms FROM unnest(%(words)s::text[]) AS word;

-- name: beginning
-- Stems that begin with a text.
SELECT DISTINCT term FROM (
    SELECT term FROM passage_terms WHERE term >= %(low)s AND term < %(above)s ORDER BY term LIMIT 2000
) AS first_terms LIMIT 50;

-- name: sizes
-- In how many passages each stem stands.
SELECT term, sum(size)::bigint AS size FROM passage_terms WHERE term = ANY (%(terms)s::text[]) GROUP BY term;

-- name: by_words
-- The passages that have these stems, best first: the weights of the words they have, each times BM25's c(k + 1) / (c + k)
-- for c occurrences, with k = 1.2; passages are all of about one length, so that b = 0.
WITH ranked AS (
    SELECT document_id, place, sum(weight * count * 2.2 / (count + 1.2)) AS score, bit_or(1 << word) AS had
      FROM unnest(%(terms)s::text[], %(words)s::integer[], %(weights)s::float8[]) AS given (term, word, weight)
      JOIN passage_terms USING (term), unnest(positions, counts) AS at (place, count)
     WHERE term = ANY (%(terms)s::text[])
       AND (%(document_id)s::uuid IS NULL OR document_id = %(document_id)s)
       AND (%(tag)s::text IS NULL OR document_id IN (SELECT id FROM documents WHERE %(tag)s = ANY (tags)))
     GROUP BY document_id, place
     ORDER BY score DESC, document_id, place LIMIT %(limit)s
)
SELECT passages.id, passages.document_id, position, heading, page, start_at, end_at, text, title, media_type, source, tainted,
       score, had
  FROM ranked
  JOIN passages ON passages.document_id = ranked.document_id AND passages.position = ranked.place
  JOIN documents ON documents.id = ranked.document_id
 ORDER BY score DESC, passages.document_id, position;
