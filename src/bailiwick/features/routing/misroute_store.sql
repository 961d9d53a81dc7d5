-- name: report
-- Note that a decision was wrong, in place of an earlier report; no row when there is no such decision.
WITH decision AS (
    SELECT id, agent_id, record ->> 'message' AS message FROM decisions WHERE id = %(decision_id)s
), written AS (
    INSERT INTO misroutes (id, decision_id, chosen, correct, note, execution_id)
    SELECT %(id)s, id, agent_id, %(correct)s, %(note)s, %(execution_id)s FROM decision
    ON CONFLICT (user_id, decision_id) DO UPDATE
       SET id = excluded.id, correct = excluded.correct, note = excluded.note, created_at = excluded.created_at,
           execution_id = coalesce(excluded.execution_id, misroutes.execution_id)
    RETURNING id, decision_id, chosen, correct, note, execution_id, created_at
)
SELECT written.*, decision.message FROM written, decision;

-- name: correct_earlier
-- Let the reports that led to the run of a decision, one after the other, name another agent.
WITH RECURSIVE earlier AS (
    SELECT misroutes.user_id, misroutes.id, misroutes.decision_id
      FROM decisions
      JOIN misroutes ON misroutes.user_id = decisions.user_id AND misroutes.execution_id = decisions.execution_id
     WHERE decisions.id = %(decision_id)s AND misroutes.decision_id <> decisions.id
    UNION
    SELECT misroutes.user_id, misroutes.id, misroutes.decision_id
      FROM earlier
      JOIN decisions ON decisions.user_id = earlier.user_id AND decisions.id = earlier.decision_id
      JOIN misroutes ON misroutes.user_id = decisions.user_id AND misroutes.execution_id = decisions.execution_id
)
UPDATE misroutes SET correct = %(correct)s
  FROM earlier
 WHERE misroutes.user_id = earlier.user_id AND misroutes.id = earlier.id;

-- name: drop_contradicting
-- Delete the reports that led to the run of a decision where they name the agent that had been chosen.
WITH RECURSIVE earlier AS (
    SELECT misroutes.user_id, misroutes.id, misroutes.decision_id
      FROM decisions
      JOIN misroutes ON misroutes.user_id = decisions.user_id AND misroutes.execution_id = decisions.execution_id
     WHERE decisions.id = %(decision_id)s AND misroutes.decision_id <> decisions.id
    UNION
    SELECT misroutes.user_id, misroutes.id, misroutes.decision_id
      FROM earlier
      JOIN decisions ON decisions.user_id = earlier.user_id AND decisions.id = earlier.decision_id
      JOIN misroutes ON misroutes.user_id = decisions.user_id AND misroutes.execution_id = decisions.execution_id
)
DELETE FROM misroutes
 USING earlier
 WHERE misroutes.user_id = earlier.user_id AND misroutes.id = earlier.id AND misroutes.correct = misroutes.chosen;

-- name: get
-- One report with the message it is about.
SELECT misroutes.id, decision_id, decisions.record ->> 'message' AS message, chosen, correct, note,
       misroutes.execution_id, misroutes.created_at
  FROM misroutes
  JOIN decisions ON decisions.user_id = misroutes.user_id AND decisions.id = misroutes.decision_id
 WHERE misroutes.id = %(id)s;

-- name: withdraw
-- Take the report of a decision back.
DELETE FROM misroutes WHERE decision_id = %(decision_id)s;

-- name: list
-- Reports with the messages they are about, latest first.
SELECT misroutes.id, decision_id, decisions.record ->> 'message' AS message, chosen, correct, note,
       misroutes.execution_id, misroutes.created_at
  FROM misroutes
  JOIN decisions ON decisions.user_id = misroutes.user_id AND decisions.id = misroutes.decision_id
 WHERE (%(before)s::timestamptz IS NULL OR misroutes.created_at < %(before)s)
 ORDER BY misroutes.created_at DESC, misroutes.id DESC
 LIMIT %(limit)s;
