-- name: lock
-- Hold the numbers of a user until the transaction ends.
INSERT INTO knowledge_scopes AS held (scope) VALUES ('user')
ON CONFLICT (user_id, scope) DO UPDATE SET last_change = held.last_change
RETURNING last_number, folded, last_change;

-- name: prolong
-- Create a conversation's graph, or let it last on from now.
INSERT INTO knowledge_scopes (scope, conversation_id, expires_at)
VALUES (%(scope)s, %(conversation_id)s, %(expires_at)s)
ON CONFLICT (user_id, scope) DO UPDATE SET expires_at = excluded.expires_at;

-- name: made_by
-- The change that a call made.
SELECT scope, kind, first_number, last_number, result FROM knowledge_changes WHERE call_id = %(call_id)s;

-- name: known
-- Those of these names that entities have.
SELECT DISTINCT name FROM knowledge_entities
 WHERE scope = %(scope)s AND name_key = ANY (%(keys)s) AND name = ANY (%(names)s) AND number <= %(since)s
   AND removed_in IS NULL;

-- name: first_named
-- The first entity of each of these names.
SELECT DISTINCT ON (name) name, number FROM knowledge_entities
 WHERE scope = %(scope)s AND name_key = ANY (%(keys)s) AND name = ANY (%(names)s) AND removed_in IS NULL
 ORDER BY name, number;

-- name: observed
-- The first entity of each of these names, and which of these observations it has.
SELECT DISTINCT ON (name) name, number,
       ARRAY(SELECT content FROM knowledge_observations AS observation
              WHERE observation.scope = %(scope)s AND observation.entity = entity.number
                AND observation.content = ANY (%(contents)s) AND observation.removed_in IS NULL) AS contents
  FROM knowledge_entities AS entity
 WHERE scope = %(scope)s AND name_key = ANY (%(keys)s) AND name = ANY (%(names)s) AND removed_in IS NULL
 ORDER BY name, number;

-- name: write_relations
-- Add relations.
INSERT INTO knowledge_relations (scope, number, id, from_name, to_name, relation_type, from_key, to_key, tainted)
SELECT %(scope)s, number, id::uuid, from_name, to_name, relation_type, from_key, to_key, tainted
  FROM unnest(%(relation_numbers)s::integer[], %(relation_ids)s::text[], %(froms)s::text[], %(tos)s::text[],
              %(relation_types)s::text[], %(from_keys)s::bigint[], %(to_keys)s::bigint[],
              %(relations_tainted)s::boolean[])
       AS given (number, id, from_name, to_name, relation_type, from_key, to_key, tainted);

-- name: write
-- Add entities and observations (all of one origin), and note the change that they belong to with its fact and
-- the numbers given; only add them where the change has no position yet.
WITH entities AS (
    INSERT INTO knowledge_entities (scope, number, id, name, entity_type, name_key, lower_name, lower_type, terms,
                                    tainted)
    SELECT %(scope)s, number, id::uuid, name, entity_type, name_key, lower_name, lower_type, knowledge_terms(folded),
           tainted
      FROM unnest(%(entity_numbers)s::integer[], %(entity_ids)s::text[], %(names)s::text[], %(types)s::text[],
                  %(keys)s::bigint[], %(lower_names)s::text[], %(lower_types)s::text[], %(names_folded)s::text[],
                  %(entities_tainted)s::boolean[])
           AS given (number, id, name, entity_type, name_key, lower_name, lower_type, folded, tainted)
), observations AS (
    INSERT INTO knowledge_observations (scope, number, id, entity, content, lowered, terms, claim, author, agent_id,
                                        execution_id, call_id, source, tainted, created_at)
    SELECT %(scope)s, number, id::uuid, entity, content, lowered, knowledge_terms(folded), claim, %(author)s,
           %(agent_id)s, %(execution_id)s::uuid, %(call_id)s, %(source)s, %(tainted)s,
           coalesce(%(at)s, clock_timestamp())
      FROM unnest(%(observation_numbers)s::integer[], %(observation_ids)s::text[], %(owners)s::integer[],
                  %(contents)s::text[], %(lowered)s::text[], %(contents_folded)s::text[], %(claims)s::text[])
           AS given (number, id, entity, content, lowered, folded, claim)
), advanced AS (
    UPDATE knowledge_scopes SET last_number = %(last)s, last_change = %(position)s
     WHERE scope = 'user' AND %(position)s::bigint IS NOT NULL
), fact AS (
    INSERT INTO events (sequence, kind, data)
    SELECT 0, %(fact_kind)s, %(fact)s::json WHERE %(position)s IS NOT NULL
)
INSERT INTO knowledge_changes (id, scope, position, kind, first_number, last_number, count, author, agent_id,
                               execution_id, call_id, source, tainted, result)
SELECT %(id)s, %(scope)s, %(position)s, %(kind)s, %(first)s::integer, %(last_added)s::integer, %(count)s, %(author)s,
       %(agent_id)s, %(execution_id)s, %(call_id)s, %(source)s, %(tainted)s, %(result)s::json
 WHERE %(position)s IS NOT NULL;

-- name: related
-- The relations that begin at one of these names.
SELECT number, from_name, to_name, relation_type FROM knowledge_relations
 WHERE scope = %(scope)s AND from_key = ANY (%(keys)s) AND from_name = ANY (%(names)s) AND number <= %(since)s
   AND removed_in IS NULL;

-- name: remove_entities
-- Remove entities with their observations and with the relations that name one of these names.
WITH entities AS (
    UPDATE knowledge_entities SET removed_in = %(change)s
     WHERE scope = %(scope)s AND number = ANY (%(numbers)s) AND removed_in IS NULL
    RETURNING number
), observations AS (
    UPDATE knowledge_observations SET removed_in = %(change)s
     WHERE scope = %(scope)s AND entity = ANY (%(numbers)s) AND removed_in IS NULL
    RETURNING number
), relations AS (
    UPDATE knowledge_relations SET removed_in = %(change)s
     WHERE scope = %(scope)s AND removed_in IS NULL
       AND number = ANY (ARRAY(
           SELECT number FROM knowledge_relations
            WHERE scope = %(scope)s AND from_key = ANY (%(keys)s) AND from_name = ANY (%(names)s)
           UNION ALL
           SELECT number FROM knowledge_relations
            WHERE scope = %(scope)s AND to_key = ANY (%(keys)s) AND to_name = ANY (%(names)s)))
    RETURNING number
)
SELECT (SELECT count(*) FROM entities) + (SELECT count(*) FROM observations) + (SELECT count(*) FROM relations)
       AS removed;

-- name: numbers_named
-- The entities of these names.
SELECT number FROM knowledge_entities
 WHERE scope = %(scope)s AND name_key = ANY (%(keys)s) AND name = ANY (%(names)s) AND removed_in IS NULL;

-- name: remove_observations
-- Remove these observations from these entities, pair by pair.
UPDATE knowledge_observations AS observation SET removed_in = %(change)s
  FROM unnest(%(entities)s::integer[], %(contents)s::text[]) AS given (entity, content)
 WHERE observation.scope = %(scope)s AND observation.entity = given.entity AND observation.content = given.content
   AND observation.removed_in IS NULL;

-- name: remove_relations
-- Remove these relations.
UPDATE knowledge_relations AS relation SET removed_in = %(change)s
  FROM (SELECT DISTINCT * FROM unnest(%(keys)s::bigint[], %(froms)s::text[], %(tos)s::text[], %(types)s::text[]))
       AS given (key, from_name, to_name, relation_type)
 WHERE relation.scope = %(scope)s AND relation.from_key = given.key AND relation.from_name = given.from_name
   AND relation.to_name = given.to_name AND relation.relation_type = given.relation_type
   AND relation.removed_in IS NULL;

-- name: every_entity
-- Every entity in the order of writing, or a page of them.
SELECT number, name, entity_type,
       ARRAY(SELECT content FROM knowledge_observations AS observation
              WHERE observation.scope = %(scope)s AND observation.entity = entity.number
                AND observation.removed_in IS NULL
              ORDER BY observation.number) AS observations
  FROM knowledge_entities AS entity
 WHERE scope = %(scope)s AND removed_in IS NULL
 ORDER BY number
 LIMIT %(limit)s OFFSET %(offset)s;

-- name: every_relation
-- Every relation in the order of writing.
SELECT from_name, to_name, relation_type FROM knowledge_relations
 WHERE scope = %(scope)s AND removed_in IS NULL
 ORDER BY number;

-- name: entities
-- Entities by number, in the order of writing.
SELECT number, name, entity_type,
       ARRAY(SELECT content FROM knowledge_observations AS observation
              WHERE observation.scope = %(scope)s AND observation.entity = entity.number
                AND observation.removed_in IS NULL
              ORDER BY observation.number) AS observations
  FROM knowledge_entities AS entity
 WHERE scope = %(scope)s AND number = ANY (%(numbers)s) AND removed_in IS NULL
 ORDER BY number;

-- name: entities_named
-- Entities by name, in the order of writing.
SELECT number, name, entity_type,
       ARRAY(SELECT content FROM knowledge_observations AS observation
              WHERE observation.scope = %(scope)s AND observation.entity = entity.number
                AND observation.removed_in IS NULL
              ORDER BY observation.number) AS observations
  FROM knowledge_entities AS entity
 WHERE scope = %(scope)s AND name_key = ANY (%(keys)s) AND name = ANY (%(names)s) AND removed_in IS NULL
 ORDER BY number;

-- name: relations_naming
-- Relations that name one of these names, in the order of writing.
SELECT from_name, to_name, relation_type FROM knowledge_relations
 WHERE scope = %(scope)s AND removed_in IS NULL
   AND number = ANY (ARRAY(
       SELECT number FROM knowledge_relations
        WHERE scope = %(scope)s AND from_key = ANY (%(keys)s) AND from_name = ANY (%(names)s)
       UNION
       SELECT number FROM knowledge_relations
        WHERE scope = %(scope)s AND to_key = ANY (%(keys)s) AND to_name = ANY (%(names)s)))
 ORDER BY number;

-- name: relations_from
-- Relations that begin at one of these names, in the order of writing.
SELECT from_name, to_name, relation_type FROM knowledge_relations
 WHERE scope = %(scope)s AND removed_in IS NULL AND from_key = ANY (%(keys)s) AND from_name = ANY (%(names)s)
 ORDER BY number;

-- name: clear
-- Delete a graph whose time is over.
DELETE FROM knowledge_scopes WHERE scope = %(scope)s AND expires_at < now();
