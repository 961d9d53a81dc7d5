-- name: count_entities
-- How many entities there are, or of one type.
SELECT count(*) AS found FROM knowledge_entities
 WHERE scope = %(scope)s AND removed_in IS NULL
   AND (%(entity_type)s::text IS NULL OR entity_type = %(entity_type)s);

-- name: page_entities
-- A page of all entities, or of one type, latest first.
SELECT number FROM knowledge_entities
 WHERE scope = %(scope)s AND removed_in IS NULL
   AND (%(entity_type)s::text IS NULL OR entity_type = %(entity_type)s)
 ORDER BY number DESC
 LIMIT %(limit)s OFFSET %(offset)s;

-- name: of_type
-- Those of these numbers that are entities of a type.
SELECT number FROM unnest(%(numbers)s::integer[]) AS number JOIN knowledge_entities USING (number)
 WHERE scope = %(scope)s AND removed_in IS NULL AND entity_type = %(entity_type)s;

-- name: tainted
-- Numbers of the entities that were written after reading what strangers wrote, or have such an observation.
SELECT entity FROM knowledge_observations WHERE scope = %(scope)s AND tainted AND removed_in IS NULL
UNION
SELECT number FROM knowledge_entities WHERE scope = %(scope)s AND tainted AND removed_in IS NULL
 ORDER BY entity;

-- name: marked
-- Whether anything about these names was written after reading what strangers wrote; about any without names.
SELECT EXISTS (SELECT FROM knowledge_observations AS o
                 JOIN knowledge_entities AS e ON e.user_id = o.user_id AND e.number = o.entity
                WHERE o.scope = %(scope)s AND o.tainted AND o.removed_in IS NULL
                  AND (%(names)s::text[] IS NULL OR e.name = ANY (%(names)s)))
    OR EXISTS (SELECT FROM knowledge_entities
                WHERE scope = %(scope)s AND tainted AND removed_in IS NULL
                  AND (%(names)s::text[] IS NULL OR name = ANY (%(names)s)))
    OR EXISTS (SELECT FROM knowledge_relations
                WHERE scope = %(scope)s AND tainted AND removed_in IS NULL
                  AND (%(names)s::text[] IS NULL OR from_name = ANY (%(names)s) OR to_name = ANY (%(names)s)))
       AS marked;

-- name: briefs
-- Entities by number in short, removed ones too.
SELECT number, id, name, entity_type, created_at,
       (SELECT count(*) FROM knowledge_observations AS o
         WHERE o.scope = %(scope)s AND o.entity = entity.number AND o.removed_in IS NULL) AS observations,
       (SELECT count(*) FROM knowledge_relations AS r
         WHERE r.scope = %(scope)s AND r.from_key = entity.name_key AND r.from_name = entity.name
           AND r.removed_in IS NULL)
       + (SELECT count(*) FROM knowledge_relations AS r
           WHERE r.scope = %(scope)s AND r.to_key = entity.name_key AND r.to_name = entity.name
             AND r.from_name <> entity.name AND r.removed_in IS NULL) AS relations,
       tainted OR EXISTS (SELECT FROM knowledge_observations AS o
                           WHERE o.scope = %(scope)s AND o.entity = entity.number AND o.tainted
                             AND o.removed_in IS NULL) AS tainted
  FROM knowledge_entities AS entity
 WHERE scope = %(scope)s AND number = ANY (%(numbers)s);

-- name: entity
-- One entity.
SELECT scope, number, id, name, name_key, entity_type, created_at FROM knowledge_entities
 WHERE id = %(id)s AND removed_in IS NULL;

-- name: numbers_named
-- The entities of these names.
SELECT number, name FROM knowledge_entities
 WHERE scope = %(scope)s AND name_key = ANY (%(keys)s) AND name = ANY (%(names)s) AND removed_in IS NULL
 ORDER BY number;

-- name: observations
-- Observations of entities in the order of writing, up to a number of them in all.
SELECT number, id, entity, content, claim, author, agent_id, execution_id, call_id, source, tainted, created_at
  FROM knowledge_observations
 WHERE scope = %(scope)s AND entity = ANY (%(entities)s) AND removed_in IS NULL
 ORDER BY entity, number
 LIMIT %(limit)s;

-- name: observations_by_number
-- Observations by their numbers.
SELECT number, id, entity, content, claim, author, agent_id, execution_id, call_id, source, tainted, created_at
  FROM knowledge_observations
 WHERE scope = %(scope)s AND number = ANY (%(numbers)s) AND removed_in IS NULL
 ORDER BY number;

-- name: facts_by_id
-- What observations and relations of these ids say, and about what.
SELECT fact.id, entity.name AS about, fact.content AS said
  FROM knowledge_observations AS fact
  JOIN knowledge_entities AS entity ON entity.scope = fact.scope AND entity.number = fact.entity
 WHERE fact.scope = %(scope)s AND fact.id = ANY (%(ids)s) AND fact.removed_in IS NULL
UNION ALL
SELECT id, from_name, relation_type || ' ' || to_name FROM knowledge_relations
 WHERE scope = %(scope)s AND id = ANY (%(ids)s) AND removed_in IS NULL;

-- name: count_observations
-- How many observations an entity has.
SELECT count(*) AS found FROM knowledge_observations
 WHERE scope = %(scope)s AND entity = %(entity)s AND removed_in IS NULL;

-- name: relations_naming
-- Relations that name one of these names, latest first.
SELECT number, id, from_name, to_name, relation_type, tainted, created_at FROM knowledge_relations
 WHERE scope = %(scope)s AND removed_in IS NULL
   AND number = ANY (ARRAY(
       SELECT number FROM knowledge_relations
        WHERE scope = %(scope)s AND from_key = ANY (%(keys)s) AND from_name = ANY (%(names)s)
       UNION
       SELECT number FROM knowledge_relations
        WHERE scope = %(scope)s AND to_key = ANY (%(keys)s) AND to_name = ANY (%(names)s)))
 ORDER BY number DESC
 LIMIT %(limit)s;

-- name: relations_among
-- Relations whose two ends are both among these names.
SELECT number, id, from_name, to_name, relation_type, tainted, created_at FROM knowledge_relations
 WHERE scope = %(scope)s AND from_key = ANY (%(keys)s) AND from_name = ANY (%(names)s) AND to_name = ANY (%(names)s)
   AND removed_in IS NULL
 ORDER BY number
 LIMIT %(limit)s;

-- name: page_relations
-- A page of relations, latest first.
SELECT number, id, from_name, to_name, relation_type, tainted, created_at FROM knowledge_relations
 WHERE scope = %(scope)s AND removed_in IS NULL
 ORDER BY number DESC
 LIMIT %(limit)s OFFSET %(offset)s;

-- name: best_connected
-- Names that most relations name, and entities of them.
WITH named AS (
    SELECT name, count(*) AS relations FROM (
        SELECT from_name AS name FROM knowledge_relations WHERE scope = %(scope)s AND removed_in IS NULL
        UNION ALL
        SELECT to_name FROM knowledge_relations WHERE scope = %(scope)s AND removed_in IS NULL
    ) AS ends GROUP BY name
)
SELECT entity.number FROM knowledge_entities AS entity LEFT JOIN named ON named.name = entity.name
 WHERE entity.scope = %(scope)s AND entity.removed_in IS NULL
 ORDER BY coalesce(named.relations, 0) DESC, entity.number DESC
 LIMIT %(limit)s;

-- name: figures
-- A graph in figures.
SELECT (SELECT count(*) FROM knowledge_entities WHERE scope = %(scope)s AND removed_in IS NULL) AS entities,
       (SELECT count(*) FROM knowledge_observations WHERE scope = %(scope)s AND removed_in IS NULL) AS observations,
       (SELECT count(*) FROM knowledge_relations WHERE scope = %(scope)s AND removed_in IS NULL) AS relations,
       (SELECT count(*) FROM (
            SELECT entity FROM knowledge_observations WHERE scope = %(scope)s AND tainted AND removed_in IS NULL
            UNION
            SELECT number FROM knowledge_entities WHERE scope = %(scope)s AND tainted AND removed_in IS NULL)
           AS marked) AS tainted,
       (SELECT count(*) FROM (
            SELECT FROM knowledge_observations
             WHERE scope = %(scope)s AND claim IS NOT NULL AND removed_in IS NULL
             GROUP BY entity, claim HAVING count(*) > 1) AS disagreeing) AS conflicts;

-- name: types
-- The most frequent types of entities.
SELECT entity_type, count(*) AS count FROM knowledge_entities
 WHERE scope = %(scope)s AND removed_in IS NULL
 GROUP BY entity_type ORDER BY count(*) DESC, entity_type LIMIT 20;

-- name: scopes
-- The graphs there are, the lasting one first.
SELECT scope, conversation_id, expires_at,
       (SELECT count(*) FROM knowledge_entities AS e WHERE e.scope = held.scope AND e.removed_in IS NULL) AS entities
  FROM knowledge_scopes AS held
 ORDER BY expires_at DESC NULLS FIRST
 LIMIT 100;

-- name: disagreeing
-- What entities have several observations about, latest entity first.
SELECT entity, claim FROM knowledge_observations
 WHERE scope = %(scope)s AND claim IS NOT NULL AND removed_in IS NULL
 GROUP BY entity, claim HAVING count(*) > 1
 ORDER BY entity DESC, claim
 LIMIT %(limit)s;

-- name: entities_after
-- The next entities in the order of writing.
SELECT number, id, name, entity_type, created_at FROM knowledge_entities
 WHERE scope = %(scope)s AND number > %(after)s AND number <= %(until)s AND removed_in IS NULL
 ORDER BY number
 LIMIT %(limit)s;

-- name: relations_after
-- The next relations in the order of writing.
SELECT number, id, from_name, to_name, relation_type, tainted, created_at FROM knowledge_relations
 WHERE scope = %(scope)s AND number > %(after)s AND number <= %(until)s AND removed_in IS NULL
 ORDER BY number
 LIMIT %(limit)s;

-- name: last_number
-- The number given last.
SELECT last_number FROM knowledge_scopes WHERE scope = 'user';

-- name: ids_named
-- The ids of the entities of these names.
SELECT number, id, name FROM knowledge_entities
 WHERE scope = %(scope)s AND name_key = ANY (%(keys)s) AND name = ANY (%(names)s) AND removed_in IS NULL
 ORDER BY number;

-- name: count_relations
-- How many relations there are.
SELECT count(*) AS found FROM knowledge_relations WHERE scope = %(scope)s AND removed_in IS NULL;

-- name: disagreeing_observations
-- The observations of these entities about these things, pair by pair.
SELECT o.number, o.id, o.entity, o.content, o.claim, o.author, o.agent_id, o.execution_id, o.call_id, o.source,
       o.tainted, o.created_at
  FROM knowledge_observations AS o
  JOIN unnest(%(entities)s::integer[], %(claims)s::text[]) AS given (entity, claim)
    ON o.entity = given.entity AND o.claim = given.claim
 WHERE o.scope = %(scope)s AND o.removed_in IS NULL
 ORDER BY o.entity DESC, o.claim, o.number;
