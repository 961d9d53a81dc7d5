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
