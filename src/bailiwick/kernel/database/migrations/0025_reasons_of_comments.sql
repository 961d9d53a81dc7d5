-- What the system writes into a task's history is a code with values beside the sentence.
ALTER TABLE task_comments ADD COLUMN why json;
COMMENT ON COLUMN task_comments.why IS 'What the content says, where there is a code for it: {code, values, parts}.';
