-- columns: execution
-- What is kept of an execution, with its turn and its decision.
executions.id, executions.conversation_id, executions.message, executions.mode, executions.requested_agent,
executions.agent_id, executions.status, executions.attempt, executions.cancel_requested, executions.waiting_for,
executions.answer, executions.error_class, executions.error_message, executions.input_tokens,
executions.output_tokens, executions.model_calls, executions.tool_calls, executions.cost, executions.created_at,
executions.started_at, executions.ended_at, executions.superseded, executions.purpose, executions.outcome,
executions.lack, executions.why, executions.asked, executions.files, executions.after_silence, task_runs.task_id, coalesce(task_runs.tainted, false) AS tainted

-- columns: written
-- Within a statement that has `held` the execution: its decision is stored; steps are inserted, or replaced where the
-- execution has those keys; what they are told in each run is stored where it is not known; facts come after its last.
decided AS (
    INSERT INTO decisions (id, execution_id, agent_id, record, created_at)
    SELECT %(decision_id)s::uuid, held.id, %(decided)s::text, %(decision)s::json,
           least(%(decided_at)s::timestamptz, clock_timestamp())
      FROM held WHERE %(decision_id)s::uuid IS NOT NULL
), told AS (
    INSERT INTO instructions (digest, text)
    SELECT told.digest, told.text
      FROM held, unnest(%(digests)s::text[], %(instructions)s::text[]) AS told (digest, text)
     WHERE NOT EXISTS (SELECT FROM instructions AS known WHERE known.digest = told.digest)
    ON CONFLICT DO NOTHING
), given AS (
    SELECT held.id AS execution_id, step.*,
           least(coalesce(step.started_at, clock_timestamp()), clock_timestamp()) AS began,
           CASE WHEN step.status <> 'running' THEN clock_timestamp() END AS ended_at
      FROM held, json_to_recordset(%(steps)s::json) AS step (
               key text, position integer, kind text, agent_id text, status text, attempt integer, name text,
               helper text, place json, input json, output json, error text, why json, instructions text,
               input_tokens bigint, output_tokens bigint, model_calls integer, tool_calls integer,
               cost double precision, started_at timestamptz)
), replaced AS (
    UPDATE steps AS step
       SET kind = given.kind, agent_id = given.agent_id, status = given.status, attempt = given.attempt,
           name = given.name, helper = given.helper, place = given.place, input = given.input, output = given.output,
           error = given.error, why = given.why, instructions = given.instructions, input_tokens = given.input_tokens,
           output_tokens = given.output_tokens, model_calls = given.model_calls, tool_calls = given.tool_calls,
           cost = given.cost, ended_at = given.ended_at
      FROM given
     WHERE step.execution_id = given.execution_id AND step.key = given.key
    RETURNING step.key, step.position, step.started_at, step.ended_at
), added AS (
    INSERT INTO steps (execution_id, key, position, kind, agent_id, status, attempt, name, helper, place, input, output,
                       error, why, instructions, input_tokens, output_tokens, model_calls, tool_calls, cost, started_at,
                       ended_at)
    SELECT execution_id, key, position, kind, agent_id, status, attempt, name, helper, place, input, output, error, why,
           instructions, input_tokens, output_tokens, model_calls, tool_calls, cost, began, ended_at
      FROM given WHERE key NOT IN (SELECT replaced.key FROM replaced)
    RETURNING key, position, started_at, ended_at
), stored AS (
    INSERT INTO events (execution_id, sequence, kind, agent, data, preceded)
    SELECT held.id, (held.event_sequence - %(facts)s::integer + sum(size) OVER (ORDER BY place))::integer, kind, agent,
           data::json, preceded::json
      FROM held, unnest(%(sizes)s::integer[], %(kinds)s::text[], %(agents)s::text[], %(data)s::text[],
                        %(preceded)s::text[]) WITH ORDINALITY AS fact (size, kind, agent, data, preceded, place)
     ORDER BY place
)

-- name: create
-- Create a pending execution in a thread of a person, with the message that asks for it, unless `most` are pending or
-- running. The thread is held, and written anew unless it was begun in this transaction. Says how many were, as far as
-- that is asked, and when it was created; nothing when there is no such thread.
WITH unfinished AS MATERIALIZED (
    SELECT count(*) AS executions
      FROM (SELECT FROM executions WHERE ended_at IS NULL AND status <> 'waiting' LIMIT %(most)s::bigint) AS counted
), thread AS (
    SELECT conversations.id
      FROM conversations, unfinished
     WHERE conversations.id = %(conversation_id)s AND conversations.resident_id IS NULL
       AND (%(most)s::bigint IS NULL OR unfinished.executions < %(most)s)
       FOR NO KEY UPDATE OF conversations
), touched AS (
    UPDATE conversations SET updated_at = clock_timestamp()
      FROM thread
     WHERE conversations.id = thread.id AND conversations.updated_at < now()
), created AS (
    INSERT INTO executions (id, conversation_id, message, mode, requested_agent, purpose, asked, files)
    SELECT %(id)s, thread.id, %(message)s, %(mode)s, %(requested_agent)s, %(purpose)s, %(asked)s, %(files)s::uuid[]
      FROM thread
    RETURNING id, conversation_id, created_at
), asks AS (
    INSERT INTO messages (id, conversation_id, author, execution_id, content)
    SELECT %(message_id)s, conversation_id, 'user', id, %(message)s FROM created
)
SELECT unfinished.executions, created.created_at FROM unfinished LEFT JOIN created ON true;

-- name: note_silence
-- Note that silence had ended the conversation before an execution's message.
UPDATE executions SET after_silence = true WHERE id = %(id)s AND attempt = %(attempt)s AND status = 'running';

-- name: get
-- One execution with its decision.
SELECT {execution},
       (SELECT schedule_id FROM schedule_runs
         WHERE schedule_runs.user_id = executions.user_id AND schedule_runs.execution_id = executions.id
         LIMIT 1) AS schedule_id,
       turn.swarm_id, turn.resident_id,
       executions.decision_id, decisions.record AS decision, decisions.created_at AS decided_at
  FROM executions
  LEFT JOIN decisions ON decisions.user_id = executions.user_id AND decisions.id = executions.decision_id
  LEFT JOIN task_runs ON task_runs.user_id = executions.user_id AND task_runs.execution_id = executions.id
  LEFT JOIN resident_turns AS turn ON turn.user_id = executions.user_id AND turn.execution_id = executions.id
 WHERE executions.id = %(id)s;

-- columns: wanted
-- What is listed, latest first.
(%(conversation_id)s::uuid IS NULL OR executions.conversation_id = %(conversation_id)s)
   AND (%(status)s::text IS NULL OR executions.status = %(status)s)
   AND (%(status)s::text IS NULL OR %(status)s NOT IN ('pending', 'running', 'waiting') OR executions.ended_at IS NULL)
   AND (%(before)s::timestamptz IS NULL OR executions.created_at < %(before)s)
 ORDER BY executions.created_at DESC, executions.id DESC
 LIMIT %(limit)s

-- name: list
-- Executions with their decisions, latest first.
SELECT {execution},
       (SELECT schedule_id FROM schedule_runs
         WHERE schedule_runs.user_id = executions.user_id AND schedule_runs.execution_id = executions.id
         LIMIT 1) AS schedule_id,
       turn.swarm_id, turn.resident_id,
       executions.decision_id, decisions.record AS decision, decisions.created_at AS decided_at
  FROM executions
  LEFT JOIN decisions ON decisions.user_id = executions.user_id AND decisions.id = executions.decision_id
  LEFT JOIN task_runs ON task_runs.user_id = executions.user_id AND task_runs.execution_id = executions.id
  LEFT JOIN resident_turns AS turn ON turn.user_id = executions.user_id AND turn.execution_id = executions.id
 WHERE {wanted};

-- name: list_of_agent
-- The same of one agent: of those that are over, which are found by that, and of the others.
SELECT {execution},
       (SELECT schedule_id FROM schedule_runs
         WHERE schedule_runs.user_id = executions.user_id AND schedule_runs.execution_id = executions.id
         LIMIT 1) AS schedule_id,
       turn.swarm_id, turn.resident_id,
       executions.decision_id, decisions.record AS decision, decisions.created_at AS decided_at
  FROM ((SELECT * FROM executions WHERE ended_by = %(agent_id)s AND {wanted})
         UNION ALL
        (SELECT * FROM executions WHERE ended_at IS NULL AND agent_id = %(agent_id)s AND {wanted})) AS executions
  LEFT JOIN decisions ON decisions.user_id = executions.user_id AND decisions.id = executions.decision_id
  LEFT JOIN task_runs ON task_runs.user_id = executions.user_id AND task_runs.execution_id = executions.id
  LEFT JOIN resident_turns AS turn ON turn.user_id = executions.user_id AND turn.execution_id = executions.id
 ORDER BY executions.created_at DESC, executions.id DESC
 LIMIT %(limit)s;

-- name: steps
-- The journal of an execution, in order.
SELECT key, position, kind, agent_id, status, attempt, name, helper, place, input, output, error, why, input_tokens,
       output_tokens, model_calls, tool_calls, cost, started_at, ended_at,
       (SELECT text FROM instructions WHERE digest = steps.instructions) AS shared
  FROM steps WHERE execution_id = %(id)s
 ORDER BY position;

-- name: unfinished
-- How many executions are pending or running, as far as that is asked.
SELECT count(*) AS executions
  FROM (SELECT FROM executions WHERE ended_at IS NULL AND status <> 'waiting' LIMIT %(most)s) AS counted;

-- name: used
-- How many executions of a conversation are over, without one, and what they used in all.
SELECT count(*) AS runs, coalesce(sum(input_tokens), 0)::bigint AS input_tokens,
       coalesce(sum(output_tokens), 0)::bigint AS output_tokens, coalesce(sum(model_calls), 0)::bigint AS model_calls,
       coalesce(sum(tool_calls), 0)::bigint AS tool_calls, coalesce(sum(cost), 0) AS cost
  FROM executions
 WHERE conversation_id = %(conversation_id)s AND ended_at IS NOT NULL AND id IS DISTINCT FROM %(but)s::uuid;

-- name: claim
-- Claim an execution that is pending or was running, note what it is asked if that is given, and return it as `get` does;
-- no row when it is over, waiting or gone.
WITH claimed AS (
    UPDATE executions
       SET status = 'running', attempt = attempt + 1, started_at = coalesce(started_at, clock_timestamp()),
           message = coalesce(%(message)s, message), asked = coalesce(%(asked)s::text[], asked)
     WHERE id = %(id)s AND status IN ('pending', 'running')
    RETURNING *
)
SELECT {execution},
       (SELECT schedule_id FROM schedule_runs
         WHERE schedule_runs.user_id = executions.user_id AND schedule_runs.execution_id = executions.id
         LIMIT 1) AS schedule_id,
       turn.swarm_id, turn.resident_id,
       executions.decision_id, decisions.record AS decision, decisions.created_at AS decided_at
  FROM claimed AS executions
  LEFT JOIN decisions ON decisions.user_id = executions.user_id AND decisions.id = executions.decision_id
  LEFT JOIN task_runs ON task_runs.user_id = executions.user_id AND task_runs.execution_id = executions.id
  LEFT JOIN resident_turns AS turn ON turn.user_id = executions.user_id AND turn.execution_id = executions.id;

-- name: hold
-- Hold an execution for a write of its worker, and say whether that worker still has it.
SELECT attempt, status, cancel_requested FROM executions WHERE id = %(id)s FOR NO KEY UPDATE;

-- name: record
-- Store why who works on an execution does, where that was decided; insert steps, or replace those with the same keys,
-- which keep their beginning and their place; store facts after the execution's last. No row when the worker has lost its
-- claim, or when something would begin although a stop was asked for. Holds the execution until the transaction ends.
WITH held AS (
    UPDATE executions
       SET event_sequence = event_sequence + %(facts)s::integer,
           agent_id = CASE WHEN %(assigned)s::boolean THEN %(worker)s::text ELSE agent_id END,
           decision_id = coalesce(%(decision_id)s::uuid, decision_id)
     WHERE id = %(execution_id)s AND attempt = %(attempt)s AND status IN ('running', 'waiting')
       AND NOT (cancel_requested AND %(begins)s)
    RETURNING id, event_sequence
), {written}, written AS (SELECT * FROM added UNION ALL SELECT * FROM replaced)
SELECT written.key, written.position, written.started_at, written.ended_at
  FROM held LEFT JOIN written ON true;

-- name: fail_open_step
-- Settle a running step of a waiting execution: it failed.
UPDATE steps SET status = 'failed', error = %(error)s, why = %(why)s, ended_at = clock_timestamp()
 WHERE execution_id = %(execution_id)s AND key = %(key)s AND status = 'running'
   AND (SELECT executions.status FROM executions WHERE executions.id = %(execution_id)s) = 'waiting'
RETURNING key;

-- name: forget_open_step
-- Settle a running step of a waiting execution: it will be made again.
DELETE FROM steps
 WHERE execution_id = %(execution_id)s AND key = %(key)s AND status = 'running'
   AND (SELECT executions.status FROM executions WHERE executions.id = %(execution_id)s) = 'waiting'
RETURNING key;

-- name: finish
-- End an execution, as `record` does what comes with it: its decision, last steps and facts; no row when the claim is
-- lost.
WITH held AS (
    UPDATE executions
       SET status = %(status)s, answer = %(answer)s, error_class = %(error_class)s, error_message = %(error_message)s,
           lack = %(lack)s, why = %(why)s, input_tokens = %(input_tokens)s, output_tokens = %(output_tokens)s,
           model_calls = %(model_calls)s, tool_calls = %(tool_calls)s, cost = %(cost)s, outcome = %(outcome)s,
           model_messages = %(model_messages)s, ended_at = clock_timestamp(),
           event_sequence = event_sequence + %(facts)s::integer,
           agent_id = CASE WHEN %(assigned)s::boolean THEN %(worker)s::text ELSE agent_id END,
           decision_id = coalesce(%(decision_id)s::uuid, decision_id)
     WHERE id = %(execution_id)s AND attempt = %(attempt)s AND status = 'running'
    RETURNING id, event_sequence, ended_at
), {written}
SELECT ended_at FROM held;

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
                 json_build_object('u', acting_user(), 'x', %(id)s::text, 'do', 'cancel')::text);

-- name: search
-- Of the latest executions those whose message contains a text, latest first, without superseded ones.
SELECT id, conversation_id, left(message, 300) AS message, agent_id, status, latest.created_at, turn.swarm_id,
       turn.resident_id
  FROM (SELECT * FROM executions ORDER BY created_at DESC, id DESC LIMIT %(searched)s) AS latest
  LEFT JOIN resident_turns AS turn ON turn.user_id = latest.user_id AND turn.execution_id = latest.id
 WHERE message ILIKE %(pattern)s AND NOT superseded
 ORDER BY latest.created_at DESC, id DESC
 LIMIT %(limit)s;
