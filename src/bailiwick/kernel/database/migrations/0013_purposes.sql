-- What an execution is for and what is asked in it are columns, and no longer read out of its message.
ALTER TABLE executions ADD COLUMN purpose text NOT NULL DEFAULT 'chat'
    CHECK (purpose IN ('chat', 'schedule', 'task', 'turn'));
ALTER TABLE executions ADD COLUMN asked text[] NOT NULL DEFAULT '{}';
COMMENT ON COLUMN executions.purpose IS 'For what it is carried out; set by who submits it.';
COMMENT ON COLUMN executions.asked IS 'What the message asks for, the most particular first, where it holds more than that; empty where it is the message.';

-- The owner of the tables sees nobody's rows either while policies are forced.
ALTER TABLE executions NO FORCE ROW LEVEL SECURITY;
ALTER TABLE tasks NO FORCE ROW LEVEL SECURITY;
ALTER TABLE task_runs NO FORCE ROW LEVEL SECURITY;
ALTER TABLE resident_turns NO FORCE ROW LEVEL SECURITY;
ALTER TABLE schedule_runs NO FORCE ROW LEVEL SECURITY;
UPDATE executions SET purpose = 'turn'
  FROM resident_turns
 WHERE resident_turns.user_id = executions.user_id AND resident_turns.execution_id = executions.id;
UPDATE executions SET purpose = 'schedule'
  FROM schedule_runs
 WHERE schedule_runs.user_id = executions.user_id AND schedule_runs.execution_id = executions.id;
-- A run that a worker takes up from now on asks for its instructions, its title, its description, and both together.
UPDATE executions
   SET purpose = 'task',
       asked = CASE WHEN executions.ended_at IS NULL
                    THEN array_remove(ARRAY[nullif(btrim(task_runs.instructions), ''),
                                            CASE WHEN btrim(tasks.description) <> '' THEN tasks.title END,
                                            nullif(btrim(tasks.description), ''),
                                            concat_ws(E'\n\n', tasks.title, nullif(btrim(tasks.description), ''))], NULL)
                    ELSE '{}' END
  FROM task_runs
  JOIN tasks ON tasks.user_id = task_runs.user_id AND tasks.id = task_runs.task_id
 WHERE task_runs.user_id = executions.user_id AND task_runs.execution_id = executions.id;
ALTER TABLE executions FORCE ROW LEVEL SECURITY;
ALTER TABLE tasks FORCE ROW LEVEL SECURITY;
ALTER TABLE task_runs FORCE ROW LEVEL SECURITY;
ALTER TABLE resident_turns FORCE ROW LEVEL SECURITY;
ALTER TABLE schedule_runs FORCE ROW LEVEL SECURITY;
