-- name: missing
-- Lasting observations that have no embedding of an embedder.
SELECT observed.number, knowledge_entities.name, observed.content
  FROM knowledge_observations AS observed
  JOIN knowledge_entities
    ON knowledge_entities.user_id = observed.user_id AND knowledge_entities.number = observed.entity
 WHERE observed.scope = 'user' AND observed.removed_in IS NULL
   AND NOT EXISTS (SELECT FROM observation_embeddings
                    WHERE observation_embeddings.number = observed.number AND model = %(key)s)
 ORDER BY observed.number LIMIT %(limit)s;

-- name: add
-- Write embeddings of observations in place of those that were there; those that are gone are left out.
INSERT INTO observation_embeddings (number, model, dimensions, embedding)
SELECT observed.number, %(key)s, %(dimensions)s, point::vector
  FROM unnest(%(numbers)s::integer[], %(points)s::text[]) AS given (number, point)
  JOIN knowledge_observations AS observed ON observed.number = given.number
   FOR KEY SHARE OF observed
ON CONFLICT (user_id, number) DO UPDATE
   SET model = excluded.model, dimensions = excluded.dimensions, embedding = excluded.embedding;

-- name: nearest
-- The lasting observations closest to a point, all compared.
SELECT observed.entity, observed.number, nearest.cosine
  FROM (
    SELECT number, -(embedding <#> %(point)s::vector) AS cosine
      FROM observation_embeddings WHERE model = %(model)s AND dimensions = %(dimensions)s
     ORDER BY embedding <#> %(point)s::vector LIMIT %(limit)s
  ) AS nearest
  JOIN knowledge_observations AS observed ON observed.number = nearest.number
 WHERE observed.removed_in IS NULL AND observed.scope = 'user'
 ORDER BY cosine DESC;
