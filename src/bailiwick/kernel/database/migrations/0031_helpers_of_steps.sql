-- Which agent a step calls as a helper is a column, and no longer read out of the name of its tool.
ALTER TABLE steps ADD COLUMN helper text;
COMMENT ON COLUMN steps.helper IS 'The agent that it calls as a helper.';

-- The owner of the table sees nobody's rows either while policies are forced.
ALTER TABLE steps NO FORCE ROW LEVEL SECURITY;
UPDATE steps SET helper = substr(name, length('call_') + 1, length(name) - length('call__agent'))
 WHERE kind IN ('helper', 'tool') AND name LIKE 'call\_%\_agent';
ALTER TABLE steps FORCE ROW LEVEL SECURITY;
