-- name: give
-- Store what a person thought of an answer, in place of what they said before.
INSERT INTO feedback (execution_id, rating, note)
VALUES (%(execution_id)s, %(rating)s, %(note)s)
ON CONFLICT (user_id, execution_id) DO UPDATE
   SET rating = excluded.rating, note = excluded.note, updated_at = clock_timestamp();

-- name: take_back
-- Forget what a person thought of an answer.
DELETE FROM feedback WHERE execution_id = %(execution_id)s;

-- name: execution_exists
-- Whether there is such an execution.
SELECT EXISTS (SELECT 1 FROM executions WHERE id = %(execution_id)s) AS found;
