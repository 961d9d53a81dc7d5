-- name: report
-- Note that a decision was wrong, in place of an earlier report; no row when there is no such decision.
WITH decision AS (
    SELECT id, agent_id, record ->> 'message' AS message FROM decisions WHERE id = %(decision_id)s
), written AS (
    INSERT INTO misroutes (id, decision_id, chosen, correct, note)
    SELECT %(id)s, id, agent_id, %(correct)s, %(note)s FROM decision
    ON CONFLICT (user_id, decision_id) DO UPDATE
       SET id = excluded.id, correct = excluded.correct, note = excluded.note, created_at = excluded.created_at
    RETURNING id, decision_id, chosen, correct, note, created_at
)
SELECT written.*, decision.message FROM written, decision;

-- name: withdraw
-- Take the report of a decision back.
DELETE FROM misroutes WHERE decision_id = %(decision_id)s;

-- name: list
-- Reports with the messages they are about, latest first.
SELECT misroutes.id, decision_id, decisions.record ->> 'message' AS message, chosen, correct, note,
       misroutes.created_at
  FROM misroutes
  JOIN decisions ON decisions.user_id = misroutes.user_id AND decisions.id = misroutes.decision_id
 WHERE (%(before)s::timestamptz IS NULL OR misroutes.created_at < %(before)s)
 ORDER BY misroutes.created_at DESC, misroutes.id DESC
 LIMIT %(limit)s;
