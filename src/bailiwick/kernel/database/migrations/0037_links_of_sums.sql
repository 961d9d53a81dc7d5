-- How work was handed on stands in a column of its own, and no longer before who it was handed to.
ALTER TABLE metric_sums DROP CONSTRAINT metric_sums_pkey;
ALTER TABLE metric_sums ADD COLUMN link text NOT NULL DEFAULT '' COLLATE "C"
    CHECK (link IN ('', 'routed', 'helper', 'review', 'swarm', 'group'));
COMMENT ON COLUMN metric_sums.subject IS 'Model, tool, stage, class of error, rating, won or lost, or who a link leads to; empty where there is none.';
COMMENT ON COLUMN metric_sums.link IS 'How a link hands work on: group for mail to one, swarm for other mail; empty of other kinds.';

-- The owner of the table sees nobody's rows either while policies are forced.
ALTER TABLE metric_sums NO FORCE ROW LEVEL SECURITY;
UPDATE metric_sums SET link = split_part(subject, ':', 1), subject = substr(subject, position(':' IN subject) + 1)
 WHERE kind = 'link';
ALTER TABLE metric_sums FORCE ROW LEVEL SECURITY;
ALTER TABLE metric_sums ADD PRIMARY KEY (user_id, kind, span, at, agent, subject, link);
