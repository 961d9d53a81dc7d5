-- name: create
-- Create a pending execution in a thread of a person; no row when there is no such thread.
INSERT INTO executions (id, conversation_id, message, mode, requested_agent, purpose, asked)
SELECT %(id)s, conversations.id, %(message)s, %(mode)s, %(requested_agent)s, %(purpose)s, %(asked)s
  FROM conversations WHERE conversations.id = %(conversation_id)s AND conversations.resident_id IS NULL;

-- name: get
-- One execution with its decision.
SELECT executions.id, executions.conversation_id, executions.message, executions.mode, executions.requested_agent,
       executions.agent_id, executions.status, executions.attempt, executions.cancel_requested, executions.waiting_for,
       executions.answer, executions.error_class, executions.error_message, executions.input_tokens,
       executions.output_tokens, executions.model_calls, executions.tool_calls, executions.cost,
       executions.created_at, executions.started_at, executions.ended_at, executions.superseded, executions.purpose,
       executions.outcome, executions.lack, executions.why,
       executions.asked,
       executions.decision_id, decisions.record AS decision, decisions.created_at AS decided_at
  FROM executions
  LEFT JOIN decisions ON decisions.user_id = executions.user_id AND decisions.id = executions.decision_id
 WHERE executions.id = %(id)s;

-- name: list
-- Executions with their decisions, latest first.
SELECT executions.id, executions.conversation_id, executions.message, executions.mode, executions.requested_agent,
       executions.agent_id, executions.status, executions.attempt, executions.cancel_requested, executions.waiting_for,
       executions.answer, executions.error_class, executions.error_message, executions.input_tokens,
       executions.output_tokens, executions.model_calls, executions.tool_calls, executions.cost,
       executions.created_at, executions.started_at, executions.ended_at, executions.superseded, executions.purpose,
       executions.outcome, executions.lack, executions.why,
       executions.asked,
       executions.decision_id, decisions.record AS decision, decisions.created_at AS decided_at
  FROM executions
  LEFT JOIN decisions ON decisions.user_id = executions.user_id AND decisions.id = executions.decision_id
 WHERE (%(conversation_id)s::uuid IS NULL OR executions.conversation_id = %(conversation_id)s)
   AND (%(agent_id)s::text IS NULL OR executions.agent_id = %(agent_id)s)
   AND (%(status)s::text IS NULL OR executions.status = %(status)s)
   AND (%(before)s::timestamptz IS NULL OR executions.created_at < %(before)s)
 ORDER BY executions.created_at DESC, executions.id DESC
 LIMIT %(limit)s;

-- name: steps
-- The journal of an execution, in order.
SELECT key, position, kind, agent_id, status, attempt, name, input, output, error, input_tokens, output_tokens,
       model_calls, tool_calls, cost, started_at, ended_at
  FROM steps WHERE execution_id = %(id)s
 ORDER BY position;

-- name: unfinished
-- How many executions are pending or running, as far as that is asked.
SELECT count(*) AS executions
  FROM (SELECT FROM executions WHERE status IN ('pending', 'running') LIMIT %(most)s) AS counted;

-- name: claim
-- Claim an execution that is pending or was running; no row when it is over, waiting or gone.
UPDATE executions
   SET status = 'running', attempt = attempt + 1, started_at = coalesce(started_at, clock_timestamp())
 WHERE id = %(id)s AND status IN ('pending', 'running')
RETURNING id;

-- name: hold
-- Hold an execution for a write of its worker, and say whether that worker still has it.
SELECT attempt, status, cancel_requested FROM executions WHERE id = %(id)s FOR NO KEY UPDATE;

-- name: record
-- Insert a step, or replace the one with the same key, which keeps its beginning and its place.
INSERT INTO steps AS step (execution_id, key, position, kind, agent_id, status, attempt, name, input, output, error,
                           input_tokens, output_tokens, model_calls, tool_calls, cost, started_at, ended_at)
SELECT %(execution_id)s, %(key)s,
       (SELECT coalesce(max(position), 0) + 1 FROM steps WHERE execution_id = %(execution_id)s),
       %(kind)s, %(agent_id)s, %(status)s, %(attempt)s, %(name)s, %(input)s::json, %(output)s::json, %(error)s, %(input_tokens)s,
       %(output_tokens)s, %(model_calls)s, %(tool_calls)s, %(cost)s,
       least(coalesce(%(started_at)s::timestamptz, clock_timestamp()), clock_timestamp()),
       CASE WHEN %(status)s = 'running' THEN NULL ELSE clock_timestamp() END
ON CONFLICT (user_id, execution_id, key) DO UPDATE
   SET kind = excluded.kind, agent_id = excluded.agent_id, status = excluded.status, attempt = excluded.attempt,
       name = excluded.name, input = excluded.input, output = excluded.output, error = excluded.error,
       input_tokens = excluded.input_tokens, output_tokens = excluded.output_tokens,
       model_calls = excluded.model_calls, tool_calls = excluded.tool_calls, cost = excluded.cost,
       ended_at = excluded.ended_at
RETURNING position, started_at, ended_at;

-- name: fail_open_step
-- Settle a running step of a waiting execution: it failed.
UPDATE steps SET status = 'failed', error = %(error)s, ended_at = clock_timestamp()
 WHERE execution_id = %(execution_id)s AND key = %(key)s AND status = 'running'
   AND (SELECT executions.status FROM executions WHERE executions.id = %(execution_id)s) = 'waiting'
RETURNING key;

-- name: forget_open_step
-- Settle a running step of a waiting execution: it will be made again.
DELETE FROM steps
 WHERE execution_id = %(execution_id)s AND key = %(key)s AND status = 'running'
   AND (SELECT executions.status FROM executions WHERE executions.id = %(execution_id)s) = 'waiting'
RETURNING key;

-- name: assign
-- Store who works on an execution and why; no row when the claim is lost.
UPDATE executions SET agent_id = %(agent_id)s, decision_id = %(decision_id)s
 WHERE id = %(id)s AND attempt = %(attempt)s AND status = 'running'
RETURNING id;

-- name: finish
-- End an execution; no row when the claim is lost.
UPDATE executions
   SET status = %(status)s, answer = %(answer)s, error_class = %(error_class)s, error_message = %(error_message)s,
       lack = %(lack)s, why = %(why)s,
       input_tokens = %(input_tokens)s, output_tokens = %(output_tokens)s, model_calls = %(model_calls)s,
       tool_calls = %(tool_calls)s, cost = %(cost)s, outcome = %(outcome)s, model_messages = %(model_messages)s,
       ended_at = clock_timestamp()
 WHERE id = %(id)s AND attempt = %(attempt)s AND status = 'running'
RETURNING id;

-- name: wait
-- Set an execution waiting for a person; no row when the claim is lost.
UPDATE executions SET status = 'waiting', waiting_for = %(reason)s, why = %(why)s
 WHERE id = %(id)s AND attempt = %(attempt)s AND status = 'running'
RETURNING id;

-- name: resume
-- Set a waiting execution pending again; no row when it is not waiting.
UPDATE executions SET status = 'pending', waiting_for = NULL, why = NULL
 WHERE id = %(id)s AND status = 'waiting'
RETURNING id;

-- name: request_cancel
-- Note that an execution is to stop; one that no worker has is cancelled at once.
UPDATE executions
   SET cancel_requested = true,
       status = CASE WHEN status IN ('pending', 'waiting') THEN 'cancelled' ELSE status END,
       waiting_for = NULL, why = NULL,
       ended_at = CASE WHEN status IN ('pending', 'waiting') THEN clock_timestamp() END
 WHERE id = %(id)s AND status IN ('pending', 'running', 'waiting')
RETURNING id;

-- name: announce_cancel
-- Tell the worker that has an execution to stop it.
SELECT pg_notify('bailiwick_control',
                 json_build_object('u', current_setting('bailiwick.user_id'), 'x', %(id)s::text, 'do', 'cancel')::text);

-- name: search
-- Of the latest executions those whose message contains a text, latest first, without superseded ones.
SELECT id, conversation_id, left(message, 300) AS message, agent_id, status, created_at
  FROM (SELECT * FROM executions ORDER BY created_at DESC, id DESC LIMIT %(searched)s) AS latest
 WHERE message ILIKE %(pattern)s AND NOT superseded
 ORDER BY created_at DESC, id DESC
 LIMIT %(limit)s;
