-- Whether mail that was summed up went to a group is told by its kind, and no longer read out of the id it leads to.
-- The owner of the table sees nobody's rows either while policies are forced.
ALTER TABLE metric_sums NO FORCE ROW LEVEL SECURITY;
UPDATE metric_sums SET subject = 'group:' || substr(subject, length('swarm:') + 1)
 WHERE kind = 'link' AND subject LIKE 'swarm:#%';
ALTER TABLE metric_sums FORCE ROW LEVEL SECURITY;
COMMENT ON COLUMN metric_sums.subject IS 'Model, tool, stage, class of error, rating, won or lost, or of a link its kind (group for mail to one), a colon and who it leads to; empty where there is none.';
