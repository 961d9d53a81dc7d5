-- How often people, keys and addresses asked for something lately.

CREATE UNLOGGED TABLE rate_buckets (
    bucket   bytea PRIMARY KEY,
    empty_at timestamptz NOT NULL
) WITH (fillfactor = 70);
COMMENT ON TABLE rate_buckets IS
    'What was asked for lately, a row for each limit and person, key or address; it is nobody''s and names nobody.';
COMMENT ON COLUMN rate_buckets.bucket IS 'Which limit of whom, as a hash that is keyed with rate_key.';
COMMENT ON COLUMN rate_buckets.empty_at IS
    'When nothing of it counts any more; each use moves it on by a minute divided by the limit.';

CREATE TABLE rate_key (
    one boolean PRIMARY KEY DEFAULT true CHECK (one),
    key bytea NOT NULL
);
COMMENT ON TABLE rate_key IS 'What the buckets of rates are hashed with, drawn at the first use; one row.';

-- They belong to no person, so there is nobody to tell apart; the owner of the tables has no business here either.
ALTER TABLE rate_buckets ENABLE ROW LEVEL SECURITY;
ALTER TABLE rate_buckets FORCE ROW LEVEL SECURITY;
CREATE POLICY every_request ON rate_buckets TO bailiwick_app USING (true) WITH CHECK (true);
GRANT SELECT, INSERT, UPDATE, DELETE ON rate_buckets TO bailiwick_app;

ALTER TABLE rate_key ENABLE ROW LEVEL SECURITY;
ALTER TABLE rate_key FORCE ROW LEVEL SECURITY;
CREATE POLICY every_request ON rate_key TO bailiwick_app USING (true) WITH CHECK (true);
GRANT SELECT, INSERT ON rate_key TO bailiwick_app;

-- Jobs that wait take turns between the people they are for. The engine begins those of the highest priority first: a
-- job's is that of the job whose turn is next, or one less than the least of its person's waiting jobs. So a person's jobs
-- stay in their order, and who has none waiting comes right after everybody's next one, however much others have.
CREATE FUNCTION procrastinate.take_turn() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    NEW.priority := least(
        coalesce((SELECT max(priority) FROM procrastinate.procrastinate_jobs
                   WHERE status = 'todo' AND scheduled_at IS NULL), 0),
        (SELECT min(priority) - 1 FROM procrastinate.procrastinate_jobs
          WHERE status = 'todo' AND args ->> 'user_id' = NEW.args ->> 'user_id'));
    RETURN NEW;
END
$$;
COMMENT ON FUNCTION procrastinate.take_turn IS 'Puts a job that has to wait behind its person''s others, and level with everybody''s next.';

CREATE TRIGGER takes_turn BEFORE INSERT ON procrastinate.procrastinate_jobs
    FOR EACH ROW WHEN (NEW.status = 'todo' AND NEW.scheduled_at IS NULL) EXECUTE FUNCTION procrastinate.take_turn();
CREATE INDEX waiting_jobs_of_person ON procrastinate.procrastinate_jobs ((args ->> 'user_id'), priority)
    WHERE status = 'todo';
-- Whether an earlier job of the same lock is not over yet.
CREATE INDEX jobs_by_lock ON procrastinate.procrastinate_jobs (lock, id) WHERE status IN ('todo', 'doing');
