-- columns: limit
-- What is kept of a limit.
spending_limits.user_id, spending_limits.id, spending_limits.name, spending_limits.scope, spending_limits.subject,
spending_limits.period, spending_limits.money, spending_limits.tokens, spending_limits.model_calls,
spending_limits.tool_calls, spending_limits.milliseconds,
spending_limits.at_limit, spending_limits.imposed, spending_limits.created_at, spending_limits.updated_at

-- name: concerning
-- The limits that may concern a user's own model calls.
SELECT {limit} FROM spending_limits
 WHERE scope = 'everybody' OR user_id = acting_user()
 ORDER BY user_id, id;

-- name: list
-- All limits that a user sees.
SELECT {limit} FROM spending_limits
 ORDER BY scope <> 'everybody', scope <> 'person', scope, name, id LIMIT %(limit)s;

-- name: get
-- One limit.
SELECT {limit} FROM spending_limits WHERE id = %(id)s;

-- name: hold
-- One limit that the user may change, held until the transaction ends.
SELECT {limit} FROM spending_limits WHERE id = %(id)s FOR UPDATE;

-- name: insert
-- Set a limit.
INSERT INTO spending_limits (user_id, id, name, scope, subject, period, money, tokens, model_calls, tool_calls,
                             milliseconds, at_limit, imposed)
VALUES (%(user_id)s, %(id)s, %(name)s, %(scope)s, %(subject)s, %(period)s, %(money)s, %(tokens)s, %(model_calls)s,
        %(tool_calls)s, %(milliseconds)s, %(at_limit)s, %(imposed)s)
RETURNING {limit};

-- name: change
-- Change a limit.
UPDATE spending_limits
   SET name = %(name)s, money = %(money)s, tokens = %(tokens)s, model_calls = %(model_calls)s,
       tool_calls = %(tool_calls)s, milliseconds = %(milliseconds)s, at_limit = %(at_limit)s, updated_at = clock_timestamp()
 WHERE id = %(id)s
RETURNING {limit};

-- name: remove
-- Remove a limit with its ledgers.
DELETE FROM spending_limits WHERE id = %(id)s;

-- name: touch
-- Hold the ledgers of a limit that has changed, so that runs which found it used up see the change or are seen; what is
-- near it may be told again.
UPDATE spending_ledgers SET warned = false WHERE user_id = %(user_id)s AND limit_id = %(id)s;

-- name: begin
-- Open a ledger with what was used before there was the limit.
INSERT INTO spending_ledgers (user_id, limit_id, begins, money, tokens, model_calls, tool_calls, milliseconds)
VALUES (%(user_id)s, %(id)s, %(begins)s, %(money)s, %(tokens)s, %(model_calls)s, %(tool_calls)s, %(milliseconds)s);

-- name: recount
-- Write into the ledger of a period what was used of what the limit did not limit before.
UPDATE spending_ledgers
   SET tool_calls = coalesce(%(tool_calls)s, tool_calls), milliseconds = coalesce(%(milliseconds)s, milliseconds)
 WHERE user_id = %(user_id)s AND limit_id = %(id)s AND begins = %(begins)s;

-- name: used
-- What is used and held of limits in some periods.
SELECT ledger.limit_id, ledger.money, ledger.tokens, ledger.model_calls, ledger.tool_calls, ledger.milliseconds,
       ledger.held_money, ledger.held_tokens, ledger.held_calls, ledger.held_tools
  FROM unnest(%(users)s::uuid[], %(limits)s::uuid[], %(begins)s::timestamptz[]) AS wanted (user_id, limit_id, begins)
  JOIN spending_ledgers AS ledger USING (user_id, limit_id, begins);

-- name: account
-- Count what calls of a run have used, give back what they had reserved, and reserve what the next one may use.
SELECT account_for_calls(%(execution_id)s, %(attempt)s, %(everything)s, %(lines)s::json, %(calls_over)s::json,
                         %(asked)s::json) AS outcome;

-- name: waiting
-- Runs that wait because a limit was reached.
SELECT id, why ->> 'code' AS code, why -> 'values' ->> 'limit_id' AS limit_id FROM executions
 WHERE ended_at IS NULL AND status = 'waiting' AND why ->> 'code' = ANY (%(codes)s::text[]);

-- name: spent
-- What the calls of some runs have used since a time, by model, and what of it has no price; tools have an empty name.
WITH runs AS MATERIALIZED (
    SELECT executions.user_id, executions.id, executions.agent_id, executions.ended_at
      FROM executions
     WHERE (executions.ended_at IS NULL OR executions.ended_at >= %(since)s)
       AND (%(conversation)s::uuid IS NULL OR executions.conversation_id = %(conversation)s)
       AND (%(swarm)s::text IS NULL
            OR EXISTS (SELECT FROM resident_turns AS turn
                        WHERE turn.user_id = executions.user_id AND turn.execution_id = executions.id
                          AND turn.swarm_id = %(swarm)s))
       AND (%(task)s::uuid IS NULL
            OR EXISTS (SELECT FROM task_runs
                        WHERE task_runs.user_id = executions.user_id AND task_runs.execution_id = executions.id
                          AND task_runs.task_id = %(task)s))
)
SELECT CASE WHEN steps.model_calls > 0 THEN steps.name ELSE '' END AS model, sum(steps.cost) AS cost,
       sum(steps.input_tokens + steps.output_tokens)::bigint AS tokens,
       sum(steps.model_calls)::bigint AS model_calls, sum(steps.tool_calls)::bigint AS tool_calls,
       coalesce(sum(extract(epoch FROM steps.ended_at - steps.started_at)) FILTER (WHERE steps.kind <> 'helper'),
                0)::float8 AS seconds,
       coalesce(sum(steps.input_tokens) FILTER (WHERE steps.cost = 0), 0)::bigint AS unpriced_input,
       coalesce(sum(steps.output_tokens) FILTER (WHERE steps.cost = 0), 0)::bigint AS unpriced_output
  FROM runs
  JOIN steps ON steps.user_id = runs.user_id AND steps.execution_id = runs.id
 WHERE (steps.model_calls > 0 OR steps.tool_calls > 0) AND coalesce(steps.ended_at, runs.ended_at, steps.started_at) >= %(since)s
   AND (%(agent)s::text IS NULL OR steps.agent_id = %(agent)s OR runs.agent_id = %(agent)s)
 GROUP BY 1;

-- name: names
-- What conversations, swarms, tasks and residents are called, by id.
SELECT id::text AS id, title AS name FROM conversations WHERE id::text = ANY (%(ids)s::text[])
 UNION ALL
SELECT id, name FROM swarms WHERE id = ANY (%(ids)s::text[])
 UNION ALL
SELECT id::text, title FROM tasks WHERE id::text = ANY (%(ids)s::text[]) AND deleted_at IS NULL
 UNION ALL
SELECT id, name FROM residents WHERE id = ANY (%(ids)s::text[]);
