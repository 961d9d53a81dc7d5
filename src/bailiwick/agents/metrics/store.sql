-- name: marks
-- Up to where hours are summed up, since when all facts are still there, and up to which day all executions of an agent are one sum.
SELECT rolled_until, raw_since,
       (SELECT max(at) FROM metric_sums WHERE kind = 'execution' AND span = 'ever') AS ever
  FROM metric_marks;

-- name: unfinished
-- How many executions are not over, up to a number.
SELECT count(*) AS executions
  FROM (SELECT 1 FROM executions
         WHERE ended_at IS NULL AND (%(agent)s::text IS NULL OR agent_id = %(agent)s)
         LIMIT %(limit)s) AS latest;

-- name: unfinished_by_slot
-- Executions that are not over, by the slot in which they were created and by agent.
SELECT width_bucket(created_at, %(edges)s::timestamptz[]) AS slot,
       CASE WHEN %(by_agent)s THEN coalesce(agent_id, '') ELSE '' END AS agent, '' AS subject, count(*) AS count,
       max(started_at) AS last_at
  FROM executions
 WHERE ended_at IS NULL AND created_at >= %(since)s AND created_at < %(until)s
   AND (%(agent)s::text IS NULL OR agent_id = %(agent)s)
 GROUP BY 1, 2;

-- name: counts
-- Counts of slots, read from sums of hours and days; OFFSET 0 has each part looked up by itself.
SELECT part.slot,
       CASE WHEN %(by_agent)s THEN sums.agent ELSE '' END AS agent,
       CASE WHEN %(by_subject)s THEN sums.subject ELSE '' END AS subject,
       CASE WHEN %(by_subject)s THEN sums.link ELSE '' END AS link,
       sum(sums.count)::bigint AS count
  FROM unnest(%(spans)s::text[], %(sinces)s::timestamptz[], %(untils)s::timestamptz[], %(slots)s::integer[])
       AS part (span, since, until, slot)
 CROSS JOIN LATERAL (
           SELECT agent, subject, link, count FROM metric_sums
            WHERE kind = %(kind)s AND span = part.span AND at >= part.since AND at < part.until
              AND (%(agent)s::text IS NULL OR agent = %(agent)s)
              AND (%(subject)s::text IS NULL OR subject = %(subject)s)
           OFFSET 0) AS sums
 GROUP BY 1, 2, 3, 4;

-- name: sums
-- Tallies of slots, read from sums of hours and days.
WITH found AS MATERIALIZED (
    SELECT part.slot,
           CASE WHEN %(by_agent)s THEN sums.agent ELSE '' END AS agent,
           CASE WHEN %(by_subject)s THEN sums.subject ELSE '' END AS subject,
           CASE WHEN %(by_subject)s THEN sums.link ELSE '' END AS link,
           sums.count, sums.completed, sums.unanswered, sums.failed, sums.cancelled, sums.timed, sums.milliseconds, sums.input_tokens,
           sums.output_tokens, sums.cost, sums.model_calls, sums.tool_calls, sums.last_at, sums.bins, sums.tallies
      FROM unnest(%(spans)s::text[], %(sinces)s::timestamptz[], %(untils)s::timestamptz[], %(slots)s::integer[])
           AS part (span, since, until, slot)
     CROSS JOIN LATERAL (
               SELECT * FROM metric_sums
                WHERE kind = %(kind)s AND span = part.span AND at >= part.since AND at < part.until
                  AND (%(agent)s::text IS NULL OR agent = %(agent)s)
                  AND (%(subject)s::text IS NULL OR subject = %(subject)s)
               OFFSET 0) AS sums
), histograms AS (
    SELECT slot, agent, subject, link, array_agg(bin) AS bins, array_agg(tally) AS tallies
      FROM (SELECT slot, agent, subject, link, bin, sum(tally)::bigint AS tally
              FROM found CROSS JOIN LATERAL unnest(bins, tallies) AS histogram (bin, tally)
             GROUP BY slot, agent, subject, link, bin) AS binned
     GROUP BY slot, agent, subject, link
)
SELECT summed.*, coalesce(histograms.bins, '{}') AS bins, coalesce(histograms.tallies, '{}') AS tallies
  FROM (SELECT slot, agent, subject, link, sum(count)::bigint AS count, sum(completed)::bigint AS completed,
               sum(unanswered)::bigint AS unanswered,
               sum(failed)::bigint AS failed, sum(cancelled)::bigint AS cancelled, sum(timed)::bigint AS timed,
               sum(milliseconds) AS milliseconds, sum(input_tokens)::bigint AS input_tokens,
               sum(output_tokens)::bigint AS output_tokens, sum(cost) AS cost,
               sum(model_calls)::bigint AS model_calls, sum(tool_calls)::bigint AS tool_calls, max(last_at) AS last_at
          FROM found GROUP BY slot, agent, subject, link) AS summed
  LEFT JOIN histograms USING (slot, agent, subject, link);

-- name: names
-- What residents and groups are called, by the ids that they have in figures.
SELECT id, name FROM residents WHERE id = ANY (%(ids)s::text[])
 UNION ALL
SELECT key || '@' || swarm_id, name FROM rooms WHERE kind = 'group' AND key || '@' || swarm_id = ANY (%(ids)s::text[]);

-- name: samples
-- The latest failed execution of each class that ended within a time.
SELECT class.error_class, latest.id, latest.error_message, latest.ended_at
  FROM unnest(%(classes)s::text[]) AS class (error_class)
 CROSS JOIN LATERAL (
           SELECT id, error_message, ended_at FROM executions
            WHERE executions.error_class = class.error_class
              AND ended_at >= %(since)s AND ended_at < %(until)s
              AND (%(agent)s::text IS NULL OR coalesce(agent_id, '') = %(agent)s)
            ORDER BY ended_at DESC
            LIMIT 1) AS latest;
