-- name: begin
-- Note where summing up begins: with the hour of the first fact, or with this one.
INSERT INTO metric_marks (rolled_until)
SELECT date_trunc('hour', least(now(), (SELECT min(ended_at) FROM executions WHERE ended_at IS NOT NULL),
                                (SELECT min(sent_at) FROM mails), (SELECT min(created_at) FROM decisions)), 'UTC')
    ON CONFLICT DO NOTHING;

-- name: hold
-- Where summing up stands, held until the transaction ends, and the latest hour that is over for certain.
SELECT rolled_until, raw_since, date_trunc('hour', now() - interval '5 minutes', 'UTC') AS over
  FROM metric_marks FOR UPDATE;

-- name: forget
-- Delete the sums of some kinds over hours or days, or over all days up to one.
DELETE FROM metric_sums
 WHERE kind = ANY (%(kinds)s::text[]) AND span = %(span)s AND at >= %(since)s AND at < %(until)s;

-- name: fold
-- Add up sums of some kinds to those of longer spans, of the same kind or all of another one, whoever was at work.
INSERT INTO metric_sums (kind, span, at, agent, subject, link, count, completed, unanswered, failed, cancelled, timed,
                         milliseconds, input_tokens, output_tokens, cost, model_calls, tool_calls, last_at, bins, tallies)
WITH found AS (
    SELECT coalesce(%(into_kind)s::text, kind) AS kind,
           CASE %(into_span)s::text WHEN 'hour' THEN at WHEN 'day' THEN date_trunc('day', at, 'UTC')
                                    ELSE %(until)s::timestamptz END AS begin,
           CASE WHEN %(into_kind)s::text IS NULL THEN agent ELSE '' END AS agent, subject, link, count, completed,
           unanswered, failed, cancelled, timed, milliseconds, input_tokens, output_tokens, cost, model_calls,
           tool_calls, last_at, bins, tallies
      FROM metric_sums
     WHERE kind = ANY (%(kinds)s::text[]) AND span = ANY (%(spans)s::text[]) AND at >= %(since)s AND at < %(until)s
), histograms AS (
    SELECT kind, begin, agent, subject, link, array_agg(bin) AS bins, array_agg(tally) AS tallies
      FROM (SELECT kind, begin, agent, subject, link, bin, sum(tally)::bigint AS tally
              FROM found CROSS JOIN LATERAL unnest(bins, tallies) AS histogram (bin, tally)
             GROUP BY kind, begin, agent, subject, link, bin) AS binned
     GROUP BY kind, begin, agent, subject, link
)
SELECT kind, %(into_span)s::text, begin, agent, subject, link, summed.count, completed, unanswered, failed, cancelled, timed,
       milliseconds, input_tokens, output_tokens, cost, model_calls, tool_calls, last_at,
       coalesce(histograms.bins, '{}'), coalesce(histograms.tallies, '{}')
  FROM (SELECT kind, begin, agent, subject, link, sum(count) AS count, sum(completed) AS completed,
               sum(unanswered) AS unanswered, sum(failed) AS failed, sum(cancelled) AS cancelled, sum(timed) AS timed,
               sum(milliseconds) AS milliseconds,
               sum(input_tokens) AS input_tokens, sum(output_tokens) AS output_tokens, sum(cost) AS cost,
               sum(model_calls) AS model_calls, sum(tool_calls) AS tool_calls, max(last_at) AS last_at
          FROM found GROUP BY kind, begin, agent, subject, link) AS summed
  LEFT JOIN histograms USING (kind, begin, agent, subject, link);

-- name: ever
-- Up to which day executions are summed up in one sum for each agent; null while they are not.
SELECT max(at) AS at FROM metric_sums WHERE kind = 'execution' AND span = 'ever';

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
    ON CONFLICT (user_id, kind, span, at, agent, subject, link) DO UPDATE
   SET count = sums.count + excluded.count, last_at = greatest(sums.last_at, excluded.last_at)
RETURNING at;

-- name: facts_deleted
-- Note that facts of before a time may be gone.
UPDATE metric_marks SET raw_since = greatest(raw_since, %(before)s);

-- name: rolled
-- Up to where hours are summed up.
SELECT rolled_until FROM metric_marks;
