-- name: begin
-- Note where summing up begins: with the hour of the first fact, or with this one.
INSERT INTO metric_marks (rolled_until)
SELECT date_trunc('hour', least(now(), (SELECT min(ended_at) FROM executions WHERE ended_at IS NOT NULL),
                                (SELECT min(sent_at) FROM mails)), 'UTC')
    ON CONFLICT DO NOTHING;

-- name: hold
-- Where summing up stands, held until the transaction ends, and the latest hour that is over for certain.
SELECT rolled_until, raw_since, date_trunc('hour', now() - interval '5 minutes', 'UTC') AS over
  FROM metric_marks FOR UPDATE;

-- name: forget_hours
-- Delete the sums of hours; ratings of deleted executions are nowhere else and stay.
DELETE FROM metric_sums
 WHERE kind = ANY ('{all,execution,model,tool,stage,error,link,approval}'::text[])
   AND span = 'hour' AND at >= %(since)s AND at < %(until)s;

-- name: forget_days
-- Delete the sums of days.
DELETE FROM metric_sums
 WHERE kind = ANY ('{all,execution,model,tool,stage,error,link,approval,feedback}'::text[])
   AND span = 'day' AND at >= %(since)s AND at < %(until)s;

-- name: fold_everybody
-- Add up the executions of hours, whoever carried them out.
INSERT INTO metric_sums (kind, span, at, agent, subject, count, completed, unanswered, failed, cancelled, timed, milliseconds, input_tokens, output_tokens, cost,
                         model_calls, tool_calls, last_at, bins, tallies)
WITH found AS (
    SELECT 'all' AS kind, at AS begin, '' AS agent, '' AS subject, count, completed, unanswered, failed, cancelled, timed, milliseconds,
           input_tokens, output_tokens, cost, model_calls, tool_calls, last_at, bins, tallies
      FROM metric_sums WHERE span = 'hour' AND at >= %(since)s AND at < %(until)s AND kind = 'execution'
), histograms AS (
    SELECT kind, begin, agent, subject, array_agg(bin) AS bins, array_agg(tally) AS tallies
      FROM (SELECT kind, begin, agent, subject, bin, sum(tally)::bigint AS tally
              FROM found CROSS JOIN LATERAL unnest(bins, tallies) AS histogram (bin, tally)
             GROUP BY kind, begin, agent, subject, bin) AS binned
     GROUP BY kind, begin, agent, subject
)
SELECT kind, 'hour', begin, agent, subject, summed.count, completed, unanswered, failed, cancelled, timed, milliseconds,
       input_tokens, output_tokens, cost, model_calls, tool_calls, last_at,
       coalesce(histograms.bins, '{}'), coalesce(histograms.tallies, '{}')
  FROM (SELECT kind, begin, agent, subject, sum(count) AS count, sum(completed) AS completed, sum(unanswered) AS unanswered, sum(failed) AS failed,
               sum(cancelled) AS cancelled, sum(timed) AS timed, sum(milliseconds) AS milliseconds,
               sum(input_tokens) AS input_tokens, sum(output_tokens) AS output_tokens, sum(cost) AS cost,
               sum(model_calls) AS model_calls, sum(tool_calls) AS tool_calls, max(last_at) AS last_at
          FROM found GROUP BY kind, begin, agent, subject) AS summed
  LEFT JOIN histograms USING (kind, begin, agent, subject);

-- name: fold_days
-- Add up hours to days of UTC.
INSERT INTO metric_sums (kind, span, at, agent, subject, count, completed, unanswered, failed, cancelled, timed, milliseconds, input_tokens, output_tokens, cost,
                         model_calls, tool_calls, last_at, bins, tallies)
WITH found AS (
    SELECT kind AS kind, date_trunc('day', at, 'UTC') AS begin, agent, subject, count, completed, unanswered, failed, cancelled, timed, milliseconds,
           input_tokens, output_tokens, cost, model_calls, tool_calls, last_at, bins, tallies
      FROM metric_sums
     WHERE kind = ANY ('{all,execution,model,tool,stage,error,link,approval,feedback}'::text[])
       AND span = 'hour' AND at >= %(since)s AND at < %(until)s
), histograms AS (
    SELECT kind, begin, agent, subject, array_agg(bin) AS bins, array_agg(tally) AS tallies
      FROM (SELECT kind, begin, agent, subject, bin, sum(tally)::bigint AS tally
              FROM found CROSS JOIN LATERAL unnest(bins, tallies) AS histogram (bin, tally)
             GROUP BY kind, begin, agent, subject, bin) AS binned
     GROUP BY kind, begin, agent, subject
)
SELECT kind, 'day', begin, agent, subject, summed.count, completed, unanswered, failed, cancelled, timed, milliseconds,
       input_tokens, output_tokens, cost, model_calls, tool_calls, last_at,
       coalesce(histograms.bins, '{}'), coalesce(histograms.tallies, '{}')
  FROM (SELECT kind, begin, agent, subject, sum(count) AS count, sum(completed) AS completed, sum(unanswered) AS unanswered, sum(failed) AS failed,
               sum(cancelled) AS cancelled, sum(timed) AS timed, sum(milliseconds) AS milliseconds,
               sum(input_tokens) AS input_tokens, sum(output_tokens) AS output_tokens, sum(cost) AS cost,
               sum(model_calls) AS model_calls, sum(tool_calls) AS tool_calls, max(last_at) AS last_at
          FROM found GROUP BY kind, begin, agent, subject) AS summed
  LEFT JOIN histograms USING (kind, begin, agent, subject);

-- name: advance
-- Note up to where hours are summed up.
UPDATE metric_marks SET rolled_until = %(until)s;

-- name: keep_ratings
-- Sum up the ratings of executions that are about to be deleted, by the hour in which they were given.
INSERT INTO metric_sums AS sums (kind, span, at, agent, subject, count, last_at)
SELECT 'feedback', 'hour', date_trunc('hour', feedback.updated_at, 'UTC'), coalesce(executions.agent_id, ''), rating,
       count(*), max(feedback.updated_at)
  FROM feedback
  JOIN executions ON executions.user_id = feedback.user_id AND executions.id = feedback.execution_id
 WHERE executions.conversation_id = ANY (%(conversations)s::uuid[])
 GROUP BY 3, 4, 5
    ON CONFLICT (user_id, kind, span, at, agent, subject) DO UPDATE
   SET count = sums.count + excluded.count, last_at = greatest(sums.last_at, excluded.last_at)
RETURNING at;

-- name: facts_deleted
-- Note that facts of before a time may be gone.
UPDATE metric_marks SET raw_since = greatest(raw_since, %(before)s);
