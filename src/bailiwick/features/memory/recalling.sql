-- name: any
-- Whether anything was ever written down for the user, or was about to be.
SELECT EXISTS (SELECT FROM knowledge_scopes WHERE scope = 'user') AS found;

-- name: fitting
-- What fits a message: entities that it names with the latest of what is known of them and their relations, and the
-- observations that have its words; of the words that are in many texts the latest of these count.
WITH sought AS MATERIALIZED (
    SELECT word, knowledge_terms(word) AS terms FROM unnest(%(words)s::text[]) AS word
), asked AS MATERIALIZED (
    SELECT array_agg(DISTINCT term) AS terms FROM sought, unnest(terms) AS term
), counters AS (
    SELECT folded, last_number FROM knowledge_scopes WHERE scope = 'user'
), candidates AS (
    SELECT DISTINCT number
      FROM unnest((SELECT terms FROM asked)) AS term,
           LATERAL (SELECT members, sum(size) OVER (ORDER BY block DESC) - size AS later FROM knowledge_postings
                     WHERE gram = %(prefix)s || term) AS posted,
           unnest(posted.members) AS number
     WHERE posted.later < %(most)s::integer
), named AS (
    SELECT number, name, name_key, tainted FROM (
        SELECT number, name, name_key, tainted, terms FROM knowledge_entities
         WHERE scope = 'user' AND number = ANY (ARRAY(SELECT number FROM candidates)) AND removed_in IS NULL
        UNION ALL
        SELECT number, name, name_key, tainted, terms FROM knowledge_entities
         WHERE scope = 'user' AND number BETWEEN (SELECT folded FROM counters) AND (SELECT last_number FROM counters)
           AND removed_in IS NULL AND terms && (SELECT terms FROM asked)
    ) AS entity
     WHERE knowledge_terms(regexp_replace(normalize(lower(name), NFD), '[\u0300-\u036f]', '', 'g'))
           <@ (SELECT array_agg(term) FROM unnest(%(every)s::text[]) AS word, unnest(knowledge_terms(word)) AS term)
     ORDER BY cardinality(terms) DESC, number DESC LIMIT %(names)s::integer
), found AS (
    SELECT number, entity, terms FROM knowledge_observations
     WHERE scope = 'user' AND number = ANY (ARRAY(SELECT number FROM candidates)) AND removed_in IS NULL
    UNION ALL
    SELECT number, entity, terms FROM knowledge_observations
     WHERE scope = 'user' AND number BETWEEN (SELECT folded FROM counters) AND (SELECT last_number FROM counters)
       AND removed_in IS NULL AND terms && (SELECT terms FROM asked)
), best AS (
    SELECT number, entity FROM found
     ORDER BY (SELECT count(*) FROM sought WHERE sought.terms && found.terms) DESC,
              number DESC
     LIMIT %(limit)s::integer
), observed AS (
    SELECT number FROM best
    UNION
    SELECT latest.number
      FROM named, LATERAL (SELECT number FROM knowledge_observations
                            WHERE scope = 'user' AND entity = named.number AND removed_in IS NULL
                            ORDER BY number DESC LIMIT %(limit)s::integer) AS latest
), related AS (
    SELECT one.number FROM named, LATERAL (
        (SELECT number FROM knowledge_relations
          WHERE scope = 'user' AND from_key = named.name_key AND from_name = named.name AND removed_in IS NULL
          ORDER BY number DESC LIMIT %(limit)s::integer)
        UNION
        (SELECT number FROM knowledge_relations
          WHERE scope = 'user' AND to_key = named.name_key AND to_name = named.name AND removed_in IS NULL
          ORDER BY number DESC LIMIT %(limit)s::integer)) AS one
)
SELECT o.number, o.id, e.name AS about, o.content AS text, '' AS relation, '' AS towards,
       EXISTS (SELECT FROM named WHERE named.number = o.entity) AS named,
       ARRAY(SELECT word FROM sought WHERE sought.terms && (o.terms || e.terms)) AS had,
       o.author, o.agent_id, o.source, o.created_at, o.tainted OR e.tainted AS tainted
  FROM knowledge_observations AS o JOIN knowledge_entities AS e ON e.user_id = o.user_id AND e.number = o.entity
 WHERE o.number = ANY (ARRAY(SELECT number FROM observed)) AND o.removed_in IS NULL AND e.removed_in IS NULL
UNION ALL
SELECT r.number, r.id, r.from_name, r.relation_type || ' ' || r.to_name, r.relation_type, r.to_name, true, NULL,
       '', NULL, '', r.created_at, r.tainted
  FROM knowledge_relations AS r
 WHERE r.number = ANY (ARRAY(SELECT number FROM related)) AND r.removed_in IS NULL
 ORDER BY number;
