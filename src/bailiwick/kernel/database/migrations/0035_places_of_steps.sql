-- Where in the work on an execution a step stands is written with it, and no longer read out of its key.
ALTER TABLE steps ADD COLUMN place json NOT NULL DEFAULT '{}';
COMMENT ON COLUMN steps.place IS 'Where in the work on the execution it stands: {path, phase, round, index}.';
ALTER TABLE approvals ADD COLUMN place json NOT NULL DEFAULT '{}';
COMMENT ON COLUMN approvals.place IS 'Where in the work on the execution the call is to be made: {path, phase, round, index}.';

-- Keys were e.g. `part:1/tool:2:0/model:revision-1`: the calls of helpers, then the work, its round and the call.
CREATE FUNCTION pg_temp.path_of(calls text[]) RETURNS json LANGUAGE sql AS $$
    SELECT coalesce(json_agg(array_to_string(calls[:depth], '/') ORDER BY depth), '[]')
      FROM generate_series(1, cardinality(calls)) AS depth
$$;
CREATE FUNCTION pg_temp.place_of(key text) RETURNS json LANGUAGE sql AS $$
    SELECT json_build_object(
               'path', pg_temp.path_of(trim_array(names, 1)),
               'phase', CASE work[2] WHEN 'join-' THEN 'join' WHEN 'revision-' THEN 'revision'
                                     WHEN 'join-again-' THEN 'rejoin' ELSE 'answer' END,
               'round', work[3]::integer, 'index', work[4]::integer)
      FROM string_to_array(key, '/') AS names,
           regexp_match(names[cardinality(names)],
                        '^(part|model|tool|callable):(revision-|join-again-|join-)?(\d{1,9})(?::(\d{1,9}))?$') AS work
$$;

-- The owner of the tables sees nobody's rows either while policies are forced.
ALTER TABLE steps NO FORCE ROW LEVEL SECURITY;
UPDATE steps SET place = pg_temp.place_of(key) WHERE position(':' IN key) > 0;
ALTER TABLE steps FORCE ROW LEVEL SECURITY;

ALTER TABLE approvals NO FORCE ROW LEVEL SECURITY;
UPDATE approvals SET place = pg_temp.place_of(step_key);
ALTER TABLE approvals FORCE ROW LEVEL SECURITY;

-- Facts of what is over stay as they are: they are many, and the debug log shows them flat.
ALTER TABLE events NO FORCE ROW LEVEL SECURITY;
ALTER TABLE executions NO FORCE ROW LEVEL SECURITY;
UPDATE events
   SET data = (data::jsonb
               || CASE WHEN kind LIKE 'model-%'
                       THEN jsonb_build_object('step', split_part(data ->> 'call', '@', 1)) ELSE '{}' END
               || jsonb_build_object('place', CASE
                      WHEN kind LIKE 'helper-%' THEN json_build_object(
                               'path', pg_temp.path_of(string_to_array(data ->> 'call', '/')),
                               'phase', 'answer', 'round', NULL, 'index', NULL)
                      ELSE pg_temp.place_of(split_part(data ->> 'call', '@', 1)) END))::json
  FROM executions
 WHERE executions.user_id = events.user_id AND executions.id = events.execution_id
   AND executions.status IN ('pending', 'running', 'waiting')
   AND events.kind IN ('model-call', 'model-response', 'tool-execution', 'agent.tool_result', 'approval.requested',
                       'helper-spawn', 'helper-iteration', 'helper-progress', 'helper-complete', 'helper-error');
ALTER TABLE executions FORCE ROW LEVEL SECURITY;
ALTER TABLE events FORCE ROW LEVEL SECURITY;

DROP FUNCTION pg_temp.place_of(text);
DROP FUNCTION pg_temp.path_of(text[]);
