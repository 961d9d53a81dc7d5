-- name: indexed
-- Up to which position messages are found through postings.
SELECT messages_indexed AS indexed FROM users WHERE user_id = acting_user();

-- name: hold
-- The same; others who write postings of the user wait until the transaction ends.
SELECT messages_indexed AS indexed FROM users WHERE user_id = acting_user() FOR NO KEY UPDATE;

-- name: advance
-- Note up to where messages are found through postings.
UPDATE users SET messages_indexed = %(indexed)s WHERE user_id = acting_user();

-- name: next
-- The messages after a position, oldest first; nothing of what is said in a thread that is none of the person's.
SELECT position, created_at < clock_timestamp() - make_interval(secs => %(seconds)s) AS settled,
       (SELECT content FROM conversations
         WHERE conversations.user_id = messages.user_id AND conversations.id = messages.conversation_id
           AND resident_id IS NULL AND task_id IS NULL) AS content
  FROM messages
 WHERE position > %(after)s
 ORDER BY position
 LIMIT %(limit)s;

-- name: post
-- Write where the words of a block of messages stand: stems of the language of each.
INSERT INTO message_postings (term, first, last, members)
SELECT term, %(first)s, max(position), array_agg((position - %(first)s)::integer ORDER BY position)
  FROM unnest(%(positions)s::bigint[], %(configurations)s::text[], %(texts)s::text[])
       AS given (position, configuration, text),
       unnest(tsvector_to_array(to_tsvector(configuration::regconfig, text))) AS term
 WHERE octet_length(term) <= 200
 GROUP BY term;

-- name: said
-- The messages of some threads up to a position.
SELECT position, content FROM messages
 WHERE conversation_id = ANY (%(ids)s::uuid[]) AND position <= %(indexed)s
 ORDER BY position;

-- name: unpost
-- Take messages out of the postings of their words; those that are left empty are to be swept away.
WITH gone AS (
    SELECT term, min(position) AS lowest, max(position) AS highest, array_agg(position) AS positions
      FROM unnest(%(positions)s::bigint[], %(configurations)s::text[], %(texts)s::text[])
           AS given (position, configuration, text),
           unnest(tsvector_to_array(to_tsvector(configuration::regconfig, text))) AS term
     GROUP BY term
)
UPDATE message_postings
   SET members = ARRAY(SELECT unnest(members)
                       EXCEPT SELECT (position - first)::integer FROM unnest(gone.positions) AS position
                               WHERE position BETWEEN first AND last ORDER BY 1)
  FROM gone
 WHERE message_postings.term = gone.term AND first <= highest AND last >= lowest
RETURNING message_postings.term;

-- name: sweep
-- Take away postings without members.
DELETE FROM message_postings WHERE term = ANY (%(terms)s::text[]) AND members = '{}';

-- name: forms
-- The stems under which each word is found, and in which languages it is so common that it is not indexed.
SELECT word, knowledge_terms(word) AS terms,
       array_remove(ARRAY[CASE WHEN to_tsvector('pg_catalog.english', word) = '' THEN 'en' END,
                          CASE WHEN to_tsvector('pg_catalog.spanish', word) = '' THEN 'es' END], NULL) AS common
  FROM unnest(%(words)s::text[]) AS word;

-- name: beginning
-- The first stems that begin with a text.
WITH RECURSIVE begun AS (
    (SELECT term FROM message_postings WHERE term >= %(low)s AND term < %(above)s ORDER BY term LIMIT 1)
    UNION ALL
    SELECT (SELECT term FROM message_postings
             WHERE message_postings.term > begun.term AND message_postings.term < %(above)s ORDER BY term LIMIT 1)
      FROM begun WHERE begun.term IS NOT NULL
)
SELECT term FROM begun WHERE term IS NOT NULL LIMIT 50;

-- name: having
-- The postings of some stems, those of the latest messages first.
SELECT term, first, members FROM message_postings WHERE term = ANY (%(terms)s::text[]) ORDER BY first DESC;

-- name: not_indexed
-- The latest messages after a position that fit every pattern.
SELECT position, content
  FROM (SELECT position, content FROM messages
         WHERE position > %(after)s ORDER BY position DESC LIMIT %(most)s) AS latest
 WHERE content ~* ALL (%(patterns)s::text[]);

-- name: contents
-- Some messages.
SELECT position, content FROM messages WHERE position = ANY (%(positions)s::bigint[]);
