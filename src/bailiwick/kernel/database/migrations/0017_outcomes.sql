-- What a completed execution came to is a column, and counted; of those before it is not known.
ALTER TABLE executions ADD COLUMN outcome text CHECK (outcome IN ('answered', 'unanswered'));
COMMENT ON COLUMN executions.outcome IS 'What a completed execution came to; not known of one of before outcomes were noted.';
ALTER TABLE metric_sums ADD COLUMN unanswered bigint NOT NULL DEFAULT 0;
