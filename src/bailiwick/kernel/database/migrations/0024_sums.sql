-- Decisions and how agents in the shadow would have done are summed up, too; sums of days are added up to one of all time.
ALTER TABLE metric_sums DROP CONSTRAINT metric_sums_kind_check;
ALTER TABLE metric_sums ADD CONSTRAINT metric_sums_kind_check
    CHECK (kind IN ('all', 'execution', 'model', 'tool', 'stage', 'error', 'link', 'approval', 'feedback', 'decision',
                    'shadow'));
ALTER TABLE metric_sums DROP CONSTRAINT metric_sums_span_check;
ALTER TABLE metric_sums ADD CONSTRAINT metric_sums_span_check CHECK (span IN ('hour', 'day', 'ever'));
COMMENT ON TABLE metric_sums IS 'What is told by facts, summed by hour and day of UTC, and over all days before one (span ever, at the day that follows); stays when the facts are deleted for their age.';
COMMENT ON COLUMN metric_sums.subject IS 'Model, tool, stage, class of error, rating, won or lost, or of a link its kind, a colon and who it leads to; empty where there is none.';
-- The owner of the tables sees nobody's rows either while policies are forced.
ALTER TABLE metric_sums NO FORCE ROW LEVEL SECURITY;
ALTER TABLE metric_marks NO FORCE ROW LEVEL SECURITY;
ALTER TABLE decisions NO FORCE ROW LEVEL SECURITY;
INSERT INTO metric_sums (user_id, kind, span, at, agent, subject, count, model_calls, last_at)
SELECT user_id, 'decision', span, date_trunc(span, created_at, 'UTC'), coalesce(agent_id, ''), coalesce(stage, ''),
       count(*), count(*) FILTER (WHERE model_calls > 0), max(created_at)
  FROM decisions JOIN metric_marks USING (user_id), unnest('{hour,day}'::text[]) AS span
 WHERE created_at < date_trunc(span, rolled_until, 'UTC')
 GROUP BY 1, 3, 4, 5, 6;
INSERT INTO metric_sums (user_id, kind, span, at, agent, subject, count, last_at)
SELECT user_id, 'shadow', span, date_trunc(span, created_at, 'UTC'), shadow ->> 'agent',
       CASE WHEN (shadow ->> 'would_win')::boolean THEN 'won' ELSE 'lost' END, count(*), max(created_at)
  FROM decisions JOIN metric_marks USING (user_id)
 CROSS JOIN json_array_elements(coalesce(record -> 'shadows', '[]'::json)) AS shadow
 CROSS JOIN unnest('{hour,day}'::text[]) AS span
 WHERE created_at < date_trunc(span, rolled_until, 'UTC')
 GROUP BY 1, 3, 4, 5, 6;
ALTER TABLE metric_sums FORCE ROW LEVEL SECURITY;
ALTER TABLE metric_marks FORCE ROW LEVEL SECURITY;
ALTER TABLE decisions FORCE ROW LEVEL SECURITY;
