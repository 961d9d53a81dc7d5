-- columns: approval
-- What is kept of an approval, and of the turn in which it was asked for.
approvals.id, approvals.execution_id, executions.conversation_id, approvals.agent_id, approvals.step_key,
approvals.place, approvals.tool, approvals.origin, approvals.arguments, approvals.argument_hash, approvals.reason,
approvals.why, approvals.found, approvals.status, approvals.note, approvals.created_at, approvals.expires_at,
approvals.decided_at, turn.swarm_id, turn.resident_id

-- name: request
-- Ask a person; no row when the call of that step has been asked about before.
INSERT INTO approvals (id, execution_id, step_key, place, agent_id, tool, origin, arguments, argument_hash, reason,
                       why, found, expires_at)
VALUES (%(id)s, %(execution_id)s, %(step_key)s, %(place)s::json, %(agent_id)s, %(tool)s, %(origin)s,
        %(arguments)s::json, %(argument_hash)s, %(reason)s, %(why)s::json, %(found)s::json, clock_timestamp() + %(life)s)
ON CONFLICT (user_id, execution_id, step_key) DO NOTHING
RETURNING id;

-- name: hold_execution
-- Hold an execution before its approvals, as everybody does who holds both.
SELECT id FROM executions WHERE id = %(execution_id)s FOR NO KEY UPDATE;

-- name: of_step
-- What was said to the call of a step; held until the transaction ends.
SELECT id, status, note, argument_hash, found, expires_at <= clock_timestamp() AS late
  FROM approvals WHERE execution_id = %(execution_id)s AND step_key = %(step_key)s
   FOR UPDATE;

-- name: use
-- Begin the call that a person agreed to.
UPDATE approvals SET status = 'used' WHERE id = %(id)s AND status = 'approved' RETURNING id;

-- name: void
-- Take the worth of a word away: what the person was shown has changed.
UPDATE approvals SET status = 'changed' WHERE id = %(id)s;

-- name: status_of_call
-- How the call of a step stands.
SELECT status FROM approvals WHERE execution_id = %(execution_id)s AND step_key = %(step_key)s;

-- name: get
-- One approval.
SELECT {approval}
  FROM approvals
  JOIN executions ON executions.user_id = approvals.user_id AND executions.id = approvals.execution_id
  LEFT JOIN resident_turns AS turn ON turn.user_id = approvals.user_id AND turn.execution_id = approvals.execution_id
 WHERE approvals.id = %(id)s;

-- name: list
-- Approvals, latest first; of one status or execution, if given.
SELECT {approval}
  FROM approvals
  JOIN executions ON executions.user_id = approvals.user_id AND executions.id = approvals.execution_id
  LEFT JOIN resident_turns AS turn ON turn.user_id = approvals.user_id AND turn.execution_id = approvals.execution_id
 WHERE (%(status)s::text IS NULL OR approvals.status = %(status)s)
   AND (%(execution_id)s::uuid IS NULL OR approvals.execution_id = %(execution_id)s)
   AND (%(before)s::timestamptz IS NULL OR approvals.created_at < %(before)s)
 ORDER BY approvals.created_at DESC, approvals.id DESC
 LIMIT %(limit)s;

-- name: count_pending
-- How many calls wait for a person.
SELECT count(*) AS pending FROM approvals WHERE status = 'pending';

-- name: pending_of_execution
-- How many calls of an execution wait.
SELECT count(*) AS pending FROM approvals WHERE execution_id = %(execution_id)s AND status = 'pending';

-- name: decide
-- Write down what a person said; no row when the call does not wait any more.
UPDATE approvals SET status = %(status)s, note = %(note)s, decided_at = clock_timestamp()
 WHERE id = %(id)s AND status = 'pending' AND (expires_at > clock_timestamp() OR %(status)s = 'expired')
RETURNING id;

-- name: late
-- Calls that nobody decided in time.
SELECT id FROM approvals WHERE status = 'pending' AND expires_at <= clock_timestamp() ORDER BY expires_at LIMIT 100;

-- name: withdraw
-- Close what still waits in an execution that is over.
UPDATE approvals SET status = 'withdrawn', decided_at = clock_timestamp()
 WHERE execution_id = %(execution_id)s AND status = 'pending'
RETURNING id, tool;

-- name: grant
-- Allow an agent a tool for good.
INSERT INTO approval_grants (agent_id, tool) VALUES (%(agent_id)s, %(tool)s) ON CONFLICT DO NOTHING;

-- name: granted
-- Whether an agent may call a tool without asking.
SELECT true AS granted FROM approval_grants WHERE agent_id = %(agent_id)s AND tool = %(tool)s;

-- name: grants
-- What is allowed for good, latest first.
SELECT agent_id, tool, created_at FROM approval_grants ORDER BY created_at DESC, agent_id, tool LIMIT 1000;

-- name: revoke
-- Take a permission back.
DELETE FROM approval_grants WHERE agent_id = %(agent_id)s AND tool = %(tool)s RETURNING tool;
