-- name: execution
-- Executions that ended, by agent; times from the start of the first attempt to the end.
WITH binned AS (
    SELECT slot, agent, CASE WHEN timed THEN ceil(ln(greatest(ms, 1)) / ln(1.05::float8))::smallint END AS bin,
           count(*) AS count, count(*) FILTER (WHERE status = 'completed') AS completed,
           count(*) FILTER (WHERE outcome = 'unanswered') AS unanswered,
           count(*) FILTER (WHERE status = 'failed') AS failed,
           count(*) FILTER (WHERE status = 'cancelled') AS cancelled, count(*) FILTER (WHERE timed) AS timed,
           coalesce(sum(ms) FILTER (WHERE timed), 0) AS milliseconds, sum(input_tokens) AS input_tokens,
           sum(output_tokens) AS output_tokens, sum(cost) AS cost, sum(model_calls) AS model_calls,
           sum(tool_calls) AS tool_calls, max(ended_at) AS last_at
      FROM (SELECT piece.slot, CASE WHEN %(by_agent)s THEN coalesce(agent_id, '') ELSE '' END AS agent, status, outcome,
                   extract(epoch FROM ended_at - started_at)::float8 * 1000 AS ms,
                   status <> 'cancelled' AND started_at IS NOT NULL AS timed,
                   input_tokens, output_tokens, cost, model_calls, tool_calls, ended_at
              FROM unnest(%(sinces)s::timestamptz[], %(untils)s::timestamptz[], %(slots)s::integer[])
                   AS piece (since, until, slot)
              CROSS JOIN LATERAL (
           SELECT * FROM executions WHERE ended_at >= piece.since AND ended_at < piece.until OFFSET 0) AS executions
             WHERE (%(agent)s::text IS NULL OR coalesce(agent_id, '') = %(agent)s)) AS ended
     GROUP BY slot, agent, bin
)
SELECT slot, agent, '' AS subject, sum(count)::bigint AS count, sum(completed)::bigint AS completed,
       sum(unanswered)::bigint AS unanswered,
       sum(failed)::bigint AS failed, sum(cancelled)::bigint AS cancelled, sum(timed)::bigint AS timed,
       sum(milliseconds) AS milliseconds, sum(input_tokens)::bigint AS input_tokens,
       sum(output_tokens)::bigint AS output_tokens, sum(cost) AS cost, sum(model_calls)::bigint AS model_calls,
       sum(tool_calls)::bigint AS tool_calls, max(last_at) AS last_at,
       coalesce(array_agg(bin) FILTER (WHERE bin IS NOT NULL), '{}') AS bins,
       coalesce(array_agg(timed) FILTER (WHERE bin IS NOT NULL), '{}') AS tallies
  FROM binned
 WHERE %(subject)s::text IS NULL OR %(subject)s = ''
 GROUP BY slot, agent;

-- name: calls
-- Calls of models or tools in executions that ended, by agent and name; OFFSET 0 here and below has rows looked up one
-- by one, where the planner would read the whole table because it cannot know how few executions a time has.
WITH ended AS MATERIALIZED (
    SELECT piece.slot, executions.user_id, executions.id, executions.agent_id, executions.mode, executions.decision_id,
           executions.ended_at
      FROM unnest(%(sinces)s::timestamptz[], %(untils)s::timestamptz[], %(slots)s::integer[])
           AS piece (since, until, slot)
      CROSS JOIN LATERAL (
           SELECT * FROM executions WHERE ended_at >= piece.since AND ended_at < piece.until OFFSET 0) AS executions
), binned AS (
    SELECT slot, agent, subject, ceil(ln(greatest(ms, 1)) / ln(1.05::float8))::smallint AS bin,
           count(*) AS count, count(*) FILTER (WHERE status = 'completed') AS completed,
           count(*) FILTER (WHERE status <> 'completed') AS failed, sum(ms) AS milliseconds,
           sum(input_tokens) AS input_tokens, sum(output_tokens) AS output_tokens, sum(cost) AS cost,
           sum(model_calls) AS model_calls, sum(tool_calls) AS tool_calls, max(at) AS last_at
      FROM (SELECT ended.slot, CASE WHEN %(by_agent)s THEN coalesce(steps.agent_id, '') ELSE '' END AS agent,
                   CASE WHEN %(by_subject)s THEN steps.name ELSE '' END AS subject, steps.status,
                   extract(epoch FROM coalesce(steps.ended_at, ended.ended_at) - steps.started_at)::float8 * 1000
                       AS ms,
                   steps.input_tokens, steps.output_tokens, steps.cost, steps.model_calls, steps.tool_calls,
                   coalesce(steps.ended_at, ended.ended_at) AS at
              FROM ended
             CROSS JOIN LATERAL (
                       SELECT * FROM steps
                        WHERE steps.user_id = ended.user_id AND steps.execution_id = ended.id OFFSET 0) AS steps
             WHERE steps.kind = ANY (%(kinds)s::text[]) AND steps.name <> ''
               AND (%(agent)s::text IS NULL OR coalesce(steps.agent_id, '') = %(agent)s)
               AND (%(subject)s::text IS NULL OR steps.name = %(subject)s)) AS called
     GROUP BY slot, agent, subject, bin
)
SELECT slot, agent, subject, sum(count)::bigint AS count, sum(completed)::bigint AS completed,
       0::bigint AS unanswered,
       sum(failed)::bigint AS failed, 0::bigint AS cancelled, sum(count)::bigint AS timed,
       sum(milliseconds) AS milliseconds, sum(input_tokens)::bigint AS input_tokens,
       sum(output_tokens)::bigint AS output_tokens, sum(cost) AS cost, sum(model_calls)::bigint AS model_calls,
       sum(tool_calls)::bigint AS tool_calls, max(last_at) AS last_at, array_agg(bin) AS bins,
       array_agg(count) AS tallies
  FROM binned
 GROUP BY slot, agent, subject;

-- name: stage
-- Routing decisions of executions that ended, by agent and stage; model calls count decisions that asked a model.
WITH ended AS MATERIALIZED (
    SELECT piece.slot, executions.user_id, executions.id, executions.agent_id, executions.mode, executions.decision_id,
           executions.ended_at
      FROM unnest(%(sinces)s::timestamptz[], %(untils)s::timestamptz[], %(slots)s::integer[])
           AS piece (since, until, slot)
      CROSS JOIN LATERAL (
           SELECT * FROM executions WHERE ended_at >= piece.since AND ended_at < piece.until OFFSET 0) AS executions
)
SELECT ended.slot, CASE WHEN %(by_agent)s THEN coalesce(ended.agent_id, '') ELSE '' END AS agent,
       CASE WHEN %(by_subject)s THEN coalesce(decisions.stage, '') ELSE '' END AS subject,
       count(*) AS count, count(*) FILTER (WHERE decisions.model_calls > 0) AS model_calls,
       max(ended.ended_at) AS last_at
  FROM ended
 CROSS JOIN LATERAL (
           SELECT stage, model_calls FROM decisions
            WHERE decisions.user_id = ended.user_id AND decisions.id = ended.decision_id OFFSET 0) AS decisions
 WHERE (%(agent)s::text IS NULL OR coalesce(ended.agent_id, '') = %(agent)s)
   AND (%(subject)s::text IS NULL OR coalesce(decisions.stage, '') = %(subject)s)
 GROUP BY 1, 2, 3;

-- name: error
-- Failed executions, by agent and class of error.
SELECT piece.slot, CASE WHEN %(by_agent)s THEN coalesce(agent_id, '') ELSE '' END AS agent,
       CASE WHEN %(by_subject)s THEN error_class ELSE '' END AS subject, count(*) AS count,
       0::bigint AS model_calls, max(ended_at) AS last_at
  FROM unnest(%(sinces)s::timestamptz[], %(untils)s::timestamptz[], %(slots)s::integer[]) AS piece (since, until, slot)
  CROSS JOIN LATERAL (
           SELECT * FROM executions WHERE ended_at >= piece.since AND ended_at < piece.until OFFSET 0) AS executions
 WHERE error_class IS NOT NULL
   AND (%(agent)s::text IS NULL OR coalesce(agent_id, '') = %(agent)s)
   AND (%(subject)s::text IS NULL OR error_class = %(subject)s)
 GROUP BY 1, 2, 3;

-- name: link
-- Work handed on: to who carried out an execution, to helpers, for review, and by mail (which counts when it is sent).
WITH ended AS MATERIALIZED (
    SELECT piece.slot, executions.user_id, executions.id, executions.agent_id, executions.mode, executions.purpose,
           executions.ended_at
      FROM unnest(%(sinces)s::timestamptz[], %(untils)s::timestamptz[], %(slots)s::integer[])
           AS piece (since, until, slot)
      CROSS JOIN LATERAL (
           SELECT * FROM executions WHERE ended_at >= piece.since AND ended_at < piece.until OFFSET 0) AS executions
), sent AS MATERIALIZED (
    SELECT piece.slot, mails.user_id, mails.id, mails.room_id, mails.sender_id, mails.sent_at
      FROM unnest(%(sinces)s::timestamptz[], %(untils)s::timestamptz[], %(slots)s::integer[])
           AS piece (since, until, slot)
      JOIN mails ON mails.sent_at >= piece.since AND mails.sent_at < piece.until
), links AS (
    SELECT slot, CASE WHEN mode = 'direct' THEN 'person' ELSE 'cleo-supervisor' END AS agent,
           'routed' AS link, coalesce(agent_id, '') AS subject, ended_at AS at
      FROM ended WHERE purpose <> 'turn' AND coalesce(agent_id, '') <> 'cleo-supervisor'
     UNION ALL
    SELECT ended.slot, CASE WHEN steps.kind = 'review' THEN coalesce(ended.agent_id, '')
                            ELSE coalesce(steps.agent_id, '') END,
           steps.kind, CASE WHEN steps.kind = 'review' THEN coalesce(steps.agent_id, '') ELSE steps.helper END,
           ended.ended_at
      FROM ended
     CROSS JOIN LATERAL (
               SELECT kind, agent_id, helper FROM steps
                WHERE steps.user_id = ended.user_id AND steps.execution_id = ended.id OFFSET 0) AS steps
     WHERE steps.kind IN ('helper', 'review')
     UNION ALL
    SELECT sent.slot, sent.sender_id, CASE WHEN rooms.kind = 'group' THEN 'group' ELSE 'swarm' END,
           CASE WHEN rooms.kind = 'group' THEN rooms.key || '@' || rooms.swarm_id
                ELSE (SELECT deliveries.recipient_id FROM deliveries
                       WHERE deliveries.user_id = sent.user_id AND deliveries.mail_id = sent.id
                       ORDER BY deliveries.recipient_id LIMIT 1) END,
           sent.sent_at
      FROM sent
     CROSS JOIN LATERAL (
               SELECT kind, key, swarm_id FROM rooms
                WHERE rooms.user_id = sent.user_id AND rooms.id = sent.room_id OFFSET 0) AS rooms
)
SELECT slot, CASE WHEN %(by_agent)s THEN agent ELSE '' END AS agent,
       CASE WHEN %(by_subject)s THEN subject ELSE '' END AS subject,
       CASE WHEN %(by_subject)s THEN link ELSE '' END AS link, count(*) AS count,
       0::bigint AS model_calls, max(at) AS last_at
  FROM links
 WHERE subject IS NOT NULL AND (%(agent)s::text IS NULL OR agent = %(agent)s)
   AND (%(subject)s::text IS NULL OR subject = %(subject)s)
 GROUP BY 1, 2, 3, 4;

-- name: approval
-- Calls of executions that ended about which a person was asked, by agent.
WITH ended AS MATERIALIZED (
    SELECT piece.slot, executions.user_id, executions.id, executions.agent_id, executions.mode, executions.decision_id,
           executions.ended_at
      FROM unnest(%(sinces)s::timestamptz[], %(untils)s::timestamptz[], %(slots)s::integer[])
           AS piece (since, until, slot)
      CROSS JOIN LATERAL (
           SELECT * FROM executions WHERE ended_at >= piece.since AND ended_at < piece.until OFFSET 0) AS executions
)
SELECT ended.slot, CASE WHEN %(by_agent)s THEN approvals.agent_id ELSE '' END AS agent, '' AS subject,
       count(*) AS count, 0::bigint AS model_calls, max(ended.ended_at) AS last_at
  FROM ended
 CROSS JOIN LATERAL (
           SELECT agent_id FROM approvals
            WHERE approvals.user_id = ended.user_id AND approvals.execution_id = ended.id OFFSET 0) AS approvals
 WHERE (%(agent)s::text IS NULL OR approvals.agent_id = %(agent)s)
   AND (%(subject)s::text IS NULL OR %(subject)s = '')
 GROUP BY 1, 2, 3;

-- name: feedback
-- Ratings that were given last within a time, by agent and rating.
SELECT piece.slot, CASE WHEN %(by_agent)s THEN coalesce(executions.agent_id, '') ELSE '' END AS agent,
       CASE WHEN %(by_subject)s THEN feedback.rating ELSE '' END AS subject, count(*) AS count,
       0::bigint AS model_calls, max(feedback.updated_at) AS last_at
  FROM unnest(%(sinces)s::timestamptz[], %(untils)s::timestamptz[], %(slots)s::integer[]) AS piece (since, until, slot)
  JOIN feedback ON feedback.updated_at >= piece.since AND feedback.updated_at < piece.until
  JOIN executions ON executions.user_id = feedback.user_id AND executions.id = feedback.execution_id
 WHERE (%(agent)s::text IS NULL OR coalesce(executions.agent_id, '') = %(agent)s)
   AND (%(subject)s::text IS NULL OR feedback.rating = %(subject)s)
 GROUP BY 1, 2, 3;

-- name: decision
-- Routing decisions made within a time, by who got the message and stage; model calls count those that asked a model.
SELECT piece.slot, CASE WHEN %(by_agent)s THEN coalesce(agent_id, '') ELSE '' END AS agent,
       CASE WHEN %(by_subject)s THEN coalesce(stage, '') ELSE '' END AS subject, count(*) AS count,
       count(*) FILTER (WHERE model_calls > 0) AS model_calls, max(created_at) AS last_at
  FROM unnest(%(sinces)s::timestamptz[], %(untils)s::timestamptz[], %(slots)s::integer[]) AS piece (since, until, slot)
  CROSS JOIN LATERAL (
           SELECT agent_id, stage, model_calls, created_at FROM decisions
            WHERE created_at >= piece.since AND created_at < piece.until OFFSET 0) AS decisions
 WHERE (%(agent)s::text IS NULL OR coalesce(agent_id, '') = %(agent)s)
   AND (%(subject)s::text IS NULL OR coalesce(stage, '') = %(subject)s)
 GROUP BY 1, 2, 3;

-- name: shadow
-- Decisions made within a time in which agents took part in the shadow, by agent and whether it would have won.
SELECT piece.slot, CASE WHEN %(by_agent)s THEN shadow ->> 'agent' ELSE '' END AS agent,
       CASE WHEN %(by_subject)s THEN won ELSE '' END AS subject, count(*) AS count,
       0::bigint AS model_calls, max(created_at) AS last_at
  FROM unnest(%(sinces)s::timestamptz[], %(untils)s::timestamptz[], %(slots)s::integer[]) AS piece (since, until, slot)
  CROSS JOIN LATERAL (
           SELECT record, created_at FROM decisions
            WHERE created_at >= piece.since AND created_at < piece.until OFFSET 0) AS decisions
  CROSS JOIN json_array_elements(coalesce(record -> 'shadows', '[]'::json)) AS shadow
  CROSS JOIN LATERAL (
           SELECT CASE WHEN (shadow ->> 'would_win')::boolean THEN 'won' ELSE 'lost' END AS won) AS outcome
 WHERE (%(agent)s::text IS NULL OR shadow ->> 'agent' = %(agent)s)
   AND (%(subject)s::text IS NULL OR won = %(subject)s)
 GROUP BY 1, 2, 3;
