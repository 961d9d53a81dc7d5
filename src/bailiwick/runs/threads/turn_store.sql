-- name: of
-- Executions in short, oldest first, without superseded ones.
SELECT executions.id, executions.conversation_id, left(executions.message, 300) AS message, executions.mode,
       executions.requested_agent, executions.after_silence, executions.agent_id, executions.status, executions.created_at, executions.started_at,
       executions.ended_at, executions.outcome, executions.waiting_for, executions.error_class, executions.error_message,
       executions.lack, executions.why, executions.input_tokens, executions.output_tokens, executions.model_calls, executions.tool_calls,
       executions.cost, executions.summary, executions.files, executions.decision_id, decided.agent AS decided_agent,
       decided.stage, decided.reason,
       decided.why AS decided_why,
       decided.confidence, decided.microseconds, decided.model_calls AS decision_calls, decided.parts,
       (SELECT candidate -> 'evidence' FROM json_array_elements(decided.candidates) AS candidate
         WHERE candidate ->> 'agent' = decided.agent LIMIT 1) AS evidence,
       feedback.rating, misroutes.id IS NOT NULL AS misrouted, misroutes.correct AS correct_agent,
       EXISTS (SELECT FROM golden_cases WHERE golden_cases.user_id = executions.user_id
                AND golden_cases.decision_id = executions.decision_id) AS pinned,
       turn.swarm_id, turn.resident_id
  FROM executions
  LEFT JOIN decisions ON decisions.user_id = executions.user_id AND decisions.id = executions.decision_id
  LEFT JOIN LATERAL json_to_record(decisions.record) AS decided (
           agent text, stage text, reason text, why json, confidence double precision, microseconds double precision,
           model_calls integer, candidates json, parts json) ON true
  LEFT JOIN feedback ON feedback.user_id = executions.user_id AND feedback.execution_id = executions.id
  LEFT JOIN misroutes ON misroutes.user_id = executions.user_id AND misroutes.decision_id = executions.decision_id
  LEFT JOIN resident_turns AS turn ON turn.user_id = executions.user_id AND turn.execution_id = executions.id
 WHERE executions.id = ANY (%(ids)s) AND NOT executions.superseded
 ORDER BY executions.created_at, executions.id;

-- name: steps
-- Calls of tools and helpers, reviews, and calls of models that answered for others, cite pages or were given files, of
-- executions, in order.
SELECT execution_id, key, kind, agent_id, status, name, helper, place, error, why,
       extract(epoch FROM ended_at - started_at)::double precision * 1000 AS milliseconds,
       CASE WHEN kind = 'review' THEN output::jsonb - 'messages' END AS output,
       CASE WHEN kind = 'model' THEN output -> 'passed_over' END AS passed_over,
       CASE WHEN kind = 'model' THEN output -> 'cited' END AS cited,
       CASE WHEN kind = 'model' THEN output -> 'unseen' END AS unseen,
       CASE WHEN kind = 'model' THEN input -> 'files' END AS given,
       CASE WHEN kind = 'helper' THEN left(input ->> 'task', 300) END AS task,
       kind = 'tool' AND json_typeof(output -> 'result' -> 'chart') IS NOT DISTINCT FROM 'object' AS charted,
       CASE WHEN kind = 'tool' THEN output ->> 'undo' END AS undo,
       CASE WHEN kind = 'tool' THEN output -> 'files' END AS made
  FROM steps
 WHERE execution_id = ANY (%(ids)s)
   AND (kind IN ('tool', 'helper', 'review')
        OR kind = 'model' AND (output -> 'passed_over' IS NOT NULL OR output -> 'cited' IS NOT NULL
                               OR output -> 'unseen' IS NOT NULL OR input -> 'files' IS NOT NULL))
 ORDER BY execution_id, position;

-- name: unfinished
-- Executions that are not over, latest first.
SELECT id FROM executions
 WHERE ended_at IS NULL
 ORDER BY created_at DESC, id DESC
 LIMIT %(limit)s;
