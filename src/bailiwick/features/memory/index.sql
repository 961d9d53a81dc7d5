-- name: containing_latest
-- Entities of which name, type or an observation contains a text of three characters or more: all of them from one number
-- on, `first`, such that `most` texts that have the rarest piece of the text are looked at, or a block more; 0 for all.
WITH counters AS (SELECT folded, last_number FROM knowledge_scopes WHERE scope = 'user'),
sizes AS (
    SELECT gram, sum(size) AS size FROM knowledge_postings
     WHERE gram = ANY (%(grams)s)
     GROUP BY gram
), chosen AS (
    SELECT gram, size FROM sizes
     WHERE (SELECT count(*) FROM sizes) = cardinality(%(grams)s::text[]) AND size <= 8 * (SELECT min(size) FROM sizes)
     ORDER BY size LIMIT 3
), since AS (
    SELECT coalesce(max(block), 0) AS block
      FROM (SELECT block, sum(size) OVER (ORDER BY block DESC) AS so_far FROM knowledge_postings
             WHERE gram = (SELECT gram FROM chosen ORDER BY size LIMIT 1)) AS counted
     WHERE so_far >= %(most)s::bigint
), candidates AS (
    SELECT number FROM knowledge_postings, unnest(members) AS number
     WHERE gram = ANY (ARRAY(SELECT gram FROM chosen)) AND block >= (SELECT block FROM since)
     GROUP BY number HAVING count(*) = (SELECT count(*) FROM chosen)
), found AS (
    SELECT number AS entity FROM knowledge_entities
     WHERE scope = 'user' AND number = ANY (ARRAY(SELECT number FROM candidates)) AND removed_in IS NULL
       AND (strpos(coalesce(lower_name, name), %(low)s) > 0 OR strpos(coalesce(lower_type, entity_type), %(low)s) > 0)
    UNION
    SELECT entity FROM knowledge_observations
     WHERE scope = 'user' AND number = ANY (ARRAY(SELECT number FROM candidates)) AND removed_in IS NULL
       AND strpos(coalesce(lowered, content), %(low)s) > 0
    UNION
    SELECT number FROM knowledge_entities
     WHERE scope = 'user' AND number BETWEEN (SELECT folded FROM counters) AND (SELECT last_number FROM counters) AND removed_in IS NULL
       AND (strpos(coalesce(lower_name, name), %(low)s) > 0 OR strpos(coalesce(lower_type, entity_type), %(low)s) > 0)
    UNION
    SELECT entity FROM knowledge_observations
     WHERE scope = 'user' AND number BETWEEN (SELECT folded FROM counters) AND (SELECT last_number FROM counters) AND removed_in IS NULL
       AND strpos(coalesce(lowered, content), %(low)s) > 0
), bound AS (
    SELECT block * %(block)s::integer AS first FROM since
)
SELECT first, ARRAY(SELECT entity FROM found) AS entities FROM bound;

-- name: containing_among
-- Entities of which name, type or an observation contains a text: all of them from one number on, `first`, such that
-- `most` names or twice as many observations are looked at one by one; 0 for all.
WITH bound AS (
    SELECT greatest(
               (SELECT number FROM knowledge_entities ORDER BY number DESC OFFSET %(most)s::integer LIMIT 1),
               (SELECT number FROM knowledge_observations ORDER BY number DESC OFFSET 2 * %(most)s::integer LIMIT 1), 0
           ) AS first, last_number
      FROM knowledge_scopes WHERE scope = 'user'
), found AS (
    SELECT number AS entity FROM knowledge_entities
     WHERE scope = 'user' AND number BETWEEN (SELECT first FROM bound) AND (SELECT last_number FROM bound) AND removed_in IS NULL
       AND (strpos(coalesce(lower_name, name), %(low)s) > 0 OR strpos(coalesce(lower_type, entity_type), %(low)s) > 0)
    UNION
    SELECT entity FROM knowledge_observations
     WHERE scope = 'user' AND number BETWEEN (SELECT first FROM bound) AND (SELECT last_number FROM bound) AND removed_in IS NULL
       AND strpos(coalesce(lowered, content), %(low)s) > 0
)
SELECT first, ARRAY(SELECT entity FROM found) AS entities FROM bound;

-- name: containing_short
-- Numbers of the entities of which name, type or an observation contains one or two characters: those of which a
-- trigram begins so.
WITH counters AS (SELECT folded, last_number FROM knowledge_scopes WHERE scope = 'user'),
candidates AS (
    SELECT DISTINCT number FROM knowledge_postings, unnest(members) AS number
     WHERE gram >= %(low)s AND gram < %(above)s
)
SELECT number AS entity FROM knowledge_entities
 WHERE scope = 'user' AND number = ANY (ARRAY(SELECT number FROM candidates)) AND removed_in IS NULL
   AND (strpos(coalesce(lower_name, name), %(low)s) > 0 OR strpos(coalesce(lower_type, entity_type), %(low)s) > 0)
UNION
SELECT entity FROM knowledge_observations
 WHERE scope = 'user' AND number = ANY (ARRAY(SELECT number FROM candidates)) AND removed_in IS NULL
   AND strpos(coalesce(lowered, content), %(low)s) > 0
UNION
SELECT number FROM knowledge_entities
 WHERE scope = 'user' AND number BETWEEN (SELECT folded FROM counters) AND (SELECT last_number FROM counters) AND removed_in IS NULL
   AND (strpos(coalesce(lower_name, name), %(low)s) > 0 OR strpos(coalesce(lower_type, entity_type), %(low)s) > 0)
UNION
SELECT entity FROM knowledge_observations
 WHERE scope = 'user' AND number BETWEEN (SELECT folded FROM counters) AND (SELECT last_number FROM counters) AND removed_in IS NULL
   AND strpos(coalesce(lowered, content), %(low)s) > 0;

-- name: texts
-- The lasting texts of a range of numbers, removed ones too: they can come back.
SELECT number, coalesce(lower_name, name) AS first, coalesce(lower_type, entity_type) AS second, terms
  FROM knowledge_entities WHERE scope = 'user' AND number >= %(first)s AND number < %(end)s
UNION ALL
SELECT number, coalesce(lowered, content), '', terms
  FROM knowledge_observations WHERE scope = 'user' AND number >= %(first)s AND number < %(end)s;

-- name: post
-- Add the postings of a block.
INSERT INTO knowledge_postings (gram, block, size, members)
SELECT gram, %(block)s, cardinality(members::integer[]), members::integer[]
  FROM unnest(%(grams)s::text[], %(members)s::text[]) AS given (gram, members);

-- name: set_folded
-- Note up to where texts are found through postings.
UPDATE knowledge_scopes SET folded = %(folded)s WHERE scope = 'user';

-- name: some_texts
-- The texts of some numbers.
SELECT number, coalesce(lower_name, name) AS first, coalesce(lower_type, entity_type) AS second, terms
  FROM knowledge_entities WHERE number = ANY (%(numbers)s)
UNION ALL
SELECT number, coalesce(lowered, content), '', terms
  FROM knowledge_observations WHERE number = ANY (%(numbers)s);

-- name: unpost
-- Take numbers out of the postings of their blocks, and away what is left empty.
WITH thinned AS (
    UPDATE knowledge_postings
       SET members = ARRAY(SELECT unnest(members) EXCEPT SELECT unnest(%(numbers)s::integer[]) ORDER BY 1)
     WHERE gram = ANY (%(grams)s) AND block = ANY (%(blocks)s)
)
SELECT 1;

-- name: sweep
-- Take empty postings away and count the others again.
WITH emptied AS (
    DELETE FROM knowledge_postings
     WHERE gram = ANY (%(grams)s) AND block = ANY (%(blocks)s) AND members = '{}'
)
UPDATE knowledge_postings SET size = cardinality(members)
 WHERE gram = ANY (%(grams)s) AND block = ANY (%(blocks)s) AND members <> '{}';

-- name: having_terms
-- The texts that have one of these terms, the latest first: of which entity, and which of them it has.
WITH counters AS (SELECT folded, last_number FROM knowledge_scopes WHERE scope = 'user'),
candidates AS (
    SELECT DISTINCT number FROM knowledge_postings, unnest(members) AS number
     WHERE gram = ANY (%(grams)s)
)
SELECT * FROM (
    SELECT number AS entity, number, ARRAY(SELECT unnest(terms) INTERSECT SELECT unnest(%(terms)s::text[])) AS had
      FROM knowledge_entities
     WHERE scope = 'user' AND number = ANY (ARRAY(SELECT number FROM candidates)) AND removed_in IS NULL
    UNION ALL
    SELECT entity, number, ARRAY(SELECT unnest(terms) INTERSECT SELECT unnest(%(terms)s::text[]))
      FROM knowledge_observations
     WHERE scope = 'user' AND number = ANY (ARRAY(SELECT number FROM candidates)) AND removed_in IS NULL
    UNION ALL
    SELECT number, number, ARRAY(SELECT unnest(terms) INTERSECT SELECT unnest(%(terms)s::text[]))
      FROM knowledge_entities
     WHERE scope = 'user' AND number BETWEEN (SELECT folded FROM counters) AND (SELECT last_number FROM counters) AND removed_in IS NULL AND terms && %(terms)s::text[]
    UNION ALL
    SELECT entity, number, ARRAY(SELECT unnest(terms) INTERSECT SELECT unnest(%(terms)s::text[]))
      FROM knowledge_observations
     WHERE scope = 'user' AND number BETWEEN (SELECT folded FROM counters) AND (SELECT last_number FROM counters) AND removed_in IS NULL AND terms && %(terms)s::text[]
) AS found
 ORDER BY number DESC LIMIT %(limit)s;

-- name: containing_here
-- Numbers of the entities of a conversation's graph of which name, type or an observation contains a text.
SELECT number AS entity FROM knowledge_entities
 WHERE scope = %(scope)s AND scope <> 'user' AND removed_in IS NULL
   AND (strpos(coalesce(lower_name, name), %(low)s) > 0 OR strpos(coalesce(lower_type, entity_type), %(low)s) > 0)
UNION
SELECT entity FROM knowledge_observations
 WHERE scope = %(scope)s AND scope <> 'user' AND removed_in IS NULL
   AND strpos(coalesce(lowered, content), %(low)s) > 0;

-- name: having_terms_here
-- The texts of a conversation's graph that have one of these terms, the latest first.
SELECT * FROM (
    SELECT number AS entity, number, ARRAY(SELECT unnest(terms) INTERSECT SELECT unnest(%(terms)s::text[])) AS had
      FROM knowledge_entities
     WHERE scope = %(scope)s AND scope <> 'user' AND removed_in IS NULL AND terms && %(terms)s::text[]
    UNION ALL
    SELECT entity, number, ARRAY(SELECT unnest(terms) INTERSECT SELECT unnest(%(terms)s::text[]))
      FROM knowledge_observations
     WHERE scope = %(scope)s AND scope <> 'user' AND removed_in IS NULL AND terms && %(terms)s::text[]
) AS found
 ORDER BY number DESC LIMIT %(limit)s;

-- name: forms
-- The forms under which each of these words is found.
SELECT word, knowledge_terms(word) AS terms FROM unnest(%(words)s::text[]) AS word;
