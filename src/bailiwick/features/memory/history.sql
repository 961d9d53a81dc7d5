-- name: changes
-- Changes, latest first.
SELECT id, scope, position, kind, first_number, last_number, count, author, agent_id, execution_id, call_id, source,
       tainted, undone_by, at
  FROM knowledge_changes
 WHERE scope = %(scope)s AND (%(before)s::bigint IS NULL OR position < %(before)s)
 ORDER BY position DESC
 LIMIT %(limit)s;

-- name: change
-- One change.
SELECT id, scope, position, kind, first_number, last_number, count, author, agent_id, execution_id, call_id, source,
       tainted, undone_by, at
  FROM knowledge_changes WHERE id = %(id)s;

-- name: names
-- Names of entities that each of these changes concerns, 20 at most of each.
SELECT change.id,
       ARRAY(SELECT DISTINCT name FROM (
           (SELECT name FROM knowledge_entities
             WHERE scope = change.scope AND number BETWEEN change.first_number AND change.last_number LIMIT 20)
           UNION ALL
           (SELECT name FROM knowledge_entities WHERE removed_in = change.id LIMIT 20)
           UNION ALL
           (SELECT (SELECT name FROM knowledge_entities AS e WHERE e.scope = o.scope AND e.number = o.entity)
              FROM knowledge_observations AS o
             WHERE o.scope = change.scope AND o.number BETWEEN change.first_number AND change.last_number LIMIT 20)
           UNION ALL
           (SELECT (SELECT name FROM knowledge_entities AS e WHERE e.scope = o.scope AND e.number = o.entity)
              FROM knowledge_observations AS o WHERE o.removed_in = change.id LIMIT 20)
           UNION ALL
           (SELECT unnest(ARRAY[from_name, to_name]) FROM knowledge_relations
             WHERE scope = change.scope AND number BETWEEN change.first_number AND change.last_number LIMIT 20)
           UNION ALL
           (SELECT unnest(ARRAY[from_name, to_name]) FROM knowledge_relations WHERE removed_in = change.id LIMIT 20)
       ) AS concerned (name) LIMIT 20) AS names
  FROM knowledge_changes AS change
 WHERE change.id = ANY (%(ids)s);

-- name: added_entities
-- Entities that a change added and that have not been forgotten.
SELECT number, id, name, entity_type, created_at, removed_in FROM knowledge_entities
 WHERE scope = %(scope)s AND number BETWEEN %(first)s AND %(last)s
 ORDER BY number LIMIT %(limit)s;

-- name: removed_entities
-- Entities that a change removed and that have not come back.
SELECT number, id, name, name_key, entity_type, created_at, removed_in FROM knowledge_entities
 WHERE removed_in = %(change)s ORDER BY number LIMIT %(limit)s;

-- name: added_observations
-- Observations that a change added and that have not been forgotten.
SELECT number, id, entity, content, author, agent_id, execution_id, call_id, source, tainted, created_at, removed_in
  FROM knowledge_observations
 WHERE scope = %(scope)s AND number BETWEEN %(first)s AND %(last)s
 ORDER BY number LIMIT %(limit)s;

-- name: removed_observations
-- Observations that a change removed and that have not come back.
SELECT number, id, entity, content, author, agent_id, execution_id, call_id, source, tainted, created_at, removed_in
  FROM knowledge_observations
 WHERE removed_in = %(change)s ORDER BY number LIMIT %(limit)s;

-- name: added_relations
-- Relations that a change added and that have not been forgotten.
SELECT number, id, from_name, to_name, relation_type, from_key, to_key, tainted, created_at, removed_in
  FROM knowledge_relations
 WHERE scope = %(scope)s AND number BETWEEN %(first)s AND %(last)s
 ORDER BY number LIMIT %(limit)s;

-- name: removed_relations
-- Relations that a change removed and that have not come back.
SELECT number, id, from_name, to_name, relation_type, from_key, to_key, tainted, created_at, removed_in
  FROM knowledge_relations
 WHERE removed_in = %(change)s ORDER BY number LIMIT %(limit)s;

-- name: removed_since
-- Whether something that a change added has been removed since.
SELECT EXISTS (SELECT FROM knowledge_entities
                WHERE scope = %(scope)s AND number BETWEEN %(first)s AND %(last)s AND removed_in IS NOT NULL)
    OR EXISTS (SELECT FROM knowledge_observations
                WHERE scope = %(scope)s AND number BETWEEN %(first)s AND %(last)s AND removed_in IS NOT NULL)
    OR EXISTS (SELECT FROM knowledge_relations
                WHERE scope = %(scope)s AND number BETWEEN %(first)s AND %(last)s AND removed_in IS NOT NULL) AS found;

-- name: built_upon
-- The name of an entity that a change added and that something later belongs to.
SELECT name FROM knowledge_entities AS entity
 WHERE scope = %(scope)s AND number BETWEEN %(first)s AND %(last)s
   AND (EXISTS (SELECT FROM knowledge_observations AS o
                 WHERE o.scope = %(scope)s AND o.entity = entity.number AND o.number > %(last)s
                   AND o.removed_in IS NULL)
        OR EXISTS (SELECT FROM knowledge_relations AS r
                    WHERE r.scope = %(scope)s AND r.from_key = entity.name_key AND r.from_name = entity.name
                      AND r.number > %(last)s AND r.removed_in IS NULL)
        OR EXISTS (SELECT FROM knowledge_relations AS r
                    WHERE r.scope = %(scope)s AND r.to_key = entity.name_key AND r.to_name = entity.name
                      AND r.number > %(last)s AND r.removed_in IS NULL))
 LIMIT 1;

-- name: written_again
-- What a change removed and somebody has written again since, or the entity that an observation has lost.
(SELECT gone.name AS what FROM knowledge_entities AS gone
  WHERE gone.removed_in = %(change)s
    AND EXISTS (SELECT FROM knowledge_entities AS e
                 WHERE e.scope = gone.scope AND e.name_key = gone.name_key AND e.name = gone.name
                   AND e.removed_in IS NULL AND (%(first)s::integer IS NULL OR e.number NOT BETWEEN %(first)s AND %(last)s))
  LIMIT 1)
UNION ALL
(SELECT gone.content FROM knowledge_observations AS gone
  WHERE gone.removed_in = %(change)s
    AND (EXISTS (SELECT FROM knowledge_observations AS o
                  WHERE o.scope = gone.scope AND o.entity = gone.entity AND o.content = gone.content
                    AND o.removed_in IS NULL)
         OR NOT EXISTS (SELECT FROM knowledge_entities AS e
                         WHERE e.scope = gone.scope AND e.number = gone.entity
                           AND (e.removed_in IS NULL OR e.removed_in = %(change)s)))
  LIMIT 1)
UNION ALL
(SELECT gone.from_name || ' ' || gone.relation_type || ' ' || gone.to_name FROM knowledge_relations AS gone
  WHERE gone.removed_in = %(change)s
    AND EXISTS (SELECT FROM knowledge_relations AS r
                 WHERE r.scope = gone.scope AND r.from_key = gone.from_key AND r.from_name = gone.from_name
                   AND r.to_name = gone.to_name AND r.relation_type = gone.relation_type AND r.removed_in IS NULL
                   AND (%(first)s::integer IS NULL OR r.number NOT BETWEEN %(first)s AND %(last)s))
  LIMIT 1)
LIMIT 1;

-- name: take_back
-- Remove what a change added and bring back what it removed.
WITH gone_entities AS (
    UPDATE knowledge_entities SET removed_in = %(undoing)s
     WHERE scope = %(scope)s AND number BETWEEN %(first)s AND %(last)s RETURNING 1
), gone_observations AS (
    UPDATE knowledge_observations SET removed_in = %(undoing)s
     WHERE scope = %(scope)s AND number BETWEEN %(first)s AND %(last)s RETURNING 1
), gone_relations AS (
    UPDATE knowledge_relations SET removed_in = %(undoing)s
     WHERE scope = %(scope)s AND number BETWEEN %(first)s AND %(last)s RETURNING 1
), back_entities AS (
    UPDATE knowledge_entities SET removed_in = NULL WHERE removed_in = %(change)s RETURNING 1
), back_observations AS (
    UPDATE knowledge_observations SET removed_in = NULL WHERE removed_in = %(change)s RETURNING 1
), back_relations AS (
    UPDATE knowledge_relations SET removed_in = NULL WHERE removed_in = %(change)s RETURNING 1
), marked AS (
    UPDATE knowledge_changes SET undone_by = %(undoing)s WHERE id = %(change)s
)
SELECT (SELECT count(*) FROM gone_entities) + (SELECT count(*) FROM gone_observations)
       + (SELECT count(*) FROM gone_relations) + (SELECT count(*) FROM back_entities)
       + (SELECT count(*) FROM back_observations) + (SELECT count(*) FROM back_relations) AS count;

-- name: entity
-- One entity.
SELECT scope, number, id, name, name_key, entity_type, tainted, created_at FROM knowledge_entities
 WHERE id = %(id)s AND removed_in IS NULL;

-- name: observation
-- One observation and the name of its entity.
SELECT o.scope, o.number, o.content, e.name FROM knowledge_observations AS o
  JOIN knowledge_entities AS e ON e.user_id = o.user_id AND e.scope = o.scope AND e.number = o.entity
 WHERE o.id = %(id)s AND o.removed_in IS NULL;

-- name: relation
-- One relation.
SELECT scope, number, from_name, to_name, relation_type FROM knowledge_relations
 WHERE id = %(id)s AND removed_in IS NULL;

-- name: remove_entity
-- Remove one entity and its observations.
WITH observations AS (
    UPDATE knowledge_observations SET removed_in = %(change)s
     WHERE scope = %(scope)s AND entity = %(number)s AND removed_in IS NULL RETURNING 1
), entities AS (
    UPDATE knowledge_entities SET removed_in = %(change)s
     WHERE scope = %(scope)s AND number = %(number)s AND removed_in IS NULL RETURNING 1
)
SELECT (SELECT count(*) FROM observations) + (SELECT count(*) FROM entities) AS removed;

-- name: remove_observation
-- Remove one observation.
UPDATE knowledge_observations SET removed_in = %(change)s
 WHERE scope = %(scope)s AND number = %(number)s AND removed_in IS NULL;

-- name: remove_relations
-- Remove relations by their numbers.
UPDATE knowledge_relations SET removed_in = %(change)s
 WHERE scope = %(scope)s AND number = ANY (%(numbers)s) AND removed_in IS NULL;

-- name: relations_naming
-- Relations that name one of these names, removed ones too.
SELECT number, from_name, to_name, relation_type, tainted, removed_in FROM knowledge_relations
 WHERE scope = %(scope)s
   AND number = ANY (ARRAY(
       SELECT number FROM knowledge_relations
        WHERE scope = %(scope)s AND from_key = ANY (%(keys)s) AND from_name = ANY (%(names)s)
       UNION
       SELECT number FROM knowledge_relations
        WHERE scope = %(scope)s AND to_key = ANY (%(keys)s) AND to_name = ANY (%(names)s)))
 ORDER BY number;

-- name: all_named
-- Every entity of these names, removed ones too.
SELECT number, name, removed_in FROM knowledge_entities
 WHERE scope = %(scope)s AND name_key = ANY (%(keys)s) AND name = ANY (%(names)s)
 ORDER BY number;

-- name: observations_of
-- Every observation of these entities, removed ones too.
SELECT number, id, entity, content, author, agent_id, execution_id, call_id, source, tainted, created_at, removed_in
  FROM knowledge_observations
 WHERE scope = %(scope)s AND entity = ANY (%(entities)s)
 ORDER BY entity, number;

-- name: ids
-- What these ids stand for, removed ones too.
SELECT 'entity' AS noun, scope, number, name AS text FROM knowledge_entities WHERE id = ANY (%(entities)s)
UNION ALL
SELECT 'observation', scope, number, content FROM knowledge_observations WHERE id = ANY (%(observations)s)
UNION ALL
SELECT 'relation', scope, number, from_name FROM knowledge_relations WHERE id = ANY (%(relations)s);

-- name: alike
-- Every observation of the same text about the same entity, removed ones too.
SELECT other.number, other.entity, other.execution_id FROM knowledge_observations AS one
  JOIN knowledge_observations AS other
    ON other.scope = one.scope AND other.entity = one.entity AND other.content = one.content
 WHERE one.scope = %(scope)s AND one.number = ANY (%(numbers)s);

-- name: same_relations
-- Every relation that says the same, removed ones too.
SELECT other.number FROM knowledge_relations AS one
  JOIN knowledge_relations AS other
    ON other.scope = one.scope AND other.from_key = one.from_key AND other.from_name = one.from_name
   AND other.to_name = one.to_name AND other.relation_type = one.relation_type
 WHERE one.scope = %(scope)s AND one.number = ANY (%(numbers)s);

-- name: erase
-- Delete rows by their numbers, and what calls have returned about them.
WITH relations AS (
    DELETE FROM knowledge_relations WHERE scope = %(scope)s AND number = ANY (%(relations)s) RETURNING 1
), observations AS (
    DELETE FROM knowledge_observations WHERE scope = %(scope)s AND number = ANY (%(observations)s) RETURNING 1
), results AS (
    UPDATE knowledge_changes SET result = NULL
     WHERE scope = %(scope)s AND result IS NOT NULL
       AND EXISTS (SELECT FROM unnest(%(numbers)s::integer[]) AS number WHERE number BETWEEN first_number AND last_number)
)
SELECT (SELECT count(*) FROM relations) AS relations, (SELECT count(*) FROM observations) AS observations;

-- name: erase_entities
-- Delete entities, after their observations.
DELETE FROM knowledge_entities WHERE scope = %(scope)s AND number = ANY (%(entities)s);

-- name: writers
-- The executions that wrote rows of these numbers, and their conversations.
SELECT DISTINCT execution.id, execution.conversation_id FROM knowledge_changes AS change
  JOIN executions AS execution ON execution.user_id = change.user_id AND execution.id = change.execution_id
 WHERE change.scope = %(scope)s
   AND EXISTS (SELECT FROM unnest(%(numbers)s::integer[]) AS number
                WHERE number BETWEEN change.first_number AND change.last_number)
 ORDER BY execution.id
 LIMIT 1000;

-- name: erase_facts
-- Delete the facts about changes that tell one of these names.
DELETE FROM events
 WHERE kind = 'knowledge.changed'
   AND EXISTS (SELECT FROM json_array_elements_text(data -> 'entities') AS name WHERE name = ANY (%(names)s));

-- name: erase_recalled
-- Take observations and relations out of what runs have recalled, before they are deleted themselves.
WITH gone AS (
    SELECT id::text FROM knowledge_observations WHERE scope = %(scope)s AND number = ANY (%(observations)s)
    UNION ALL
    SELECT id::text FROM knowledge_relations WHERE scope = %(scope)s AND number = ANY (%(relations)s)
)
UPDATE steps SET output = jsonb_set(output::jsonb, ARRAY['facts'], coalesce(
           (SELECT jsonb_agg(fact) FROM jsonb_array_elements(output::jsonb -> 'facts') AS fact
             WHERE fact ->> 'id' NOT IN (SELECT id FROM gone)), '[]'))::json
 WHERE kind = 'recall'
   AND EXISTS (SELECT FROM json_array_elements(output -> 'facts') AS fact JOIN gone ON gone.id = fact ->> 'id');

-- name: expire
-- Delete the graphs whose time is over, with all that is in them.
DELETE FROM knowledge_scopes WHERE expires_at < %(now)s;

-- name: long_removed
-- Rows that a change of long ago removed.
SELECT noun, scope, number FROM (
    SELECT 'entity' AS noun, e.scope, e.number FROM knowledge_changes AS c
      JOIN knowledge_entities AS e ON e.user_id = c.user_id AND e.removed_in = c.id WHERE c.at < %(before)s
    UNION ALL
    SELECT 'observation', o.scope, o.number FROM knowledge_changes AS c
      JOIN knowledge_observations AS o ON o.user_id = c.user_id AND o.removed_in = c.id WHERE c.at < %(before)s
    UNION ALL
    SELECT 'relation', r.scope, r.number FROM knowledge_changes AS c
      JOIN knowledge_relations AS r ON r.user_id = c.user_id AND r.removed_in = c.id WHERE c.at < %(before)s
) AS removed
 LIMIT %(limit)s;

-- name: forget_results
-- Forget what calls of long ago have returned: nothing repeats them any more.
UPDATE knowledge_changes SET result = NULL WHERE result IS NOT NULL AND at < %(before)s;
