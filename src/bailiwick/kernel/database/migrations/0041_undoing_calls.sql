-- Where a call is undone is said by its step, and no longer read out of the name of its tool.

-- The owner of the table sees nobody's rows either while policies are forced.
ALTER TABLE steps NO FORCE ROW LEVEL SECURITY;
UPDATE steps SET output = (output::jsonb || jsonb_build_object('undo', undo))::json
  FROM (SELECT user_id, execution_id, key,
               CASE WHEN name = 'deleteNote' THEN '/api/notes/' || (output -> 'result' ->> 'id') || '/restore'
                    ELSE '/api/knowledge/changes/' || (output -> 'result' ->> 'change') || '/undo' END AS undo
          FROM steps
         WHERE kind = 'tool' AND status = 'completed'
           AND name IN ('deleteNote', 'delete_entities', 'delete_observations', 'delete_relations')) AS made
 WHERE made.user_id = steps.user_id AND made.execution_id = steps.execution_id AND made.key = steps.key
   AND undo IS NOT NULL;
ALTER TABLE steps FORCE ROW LEVEL SECURITY;
