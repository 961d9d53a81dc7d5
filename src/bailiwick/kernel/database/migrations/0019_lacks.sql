-- Failed executions say what was missing as a code with values, where that is known.
ALTER TABLE executions ADD COLUMN lack json;
COMMENT ON COLUMN executions.lack IS 'What was missing when it failed, where that is known: {code, values}.';
