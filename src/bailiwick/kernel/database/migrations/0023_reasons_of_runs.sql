-- Runs and schedules say why as a code with values beside the sentence.
ALTER TABLE executions ADD COLUMN why json;
COMMENT ON COLUMN executions.why IS 'Why it failed or what it waits for, where there is a code for it: {code, values, parts}.';
ALTER TABLE schedules ADD COLUMN why json;
COMMENT ON COLUMN schedules.why IS 'The reason, where there is a code for it: {code, values, parts}.';
ALTER TABLE schedule_runs ADD COLUMN why json;
COMMENT ON COLUMN schedule_runs.why IS 'The reason, where there is a code for it: {code, values, parts}.';
