-- What an agent is told in each of its runs is kept once, and not again with each run.

CREATE TABLE instructions (
    user_id uuid NOT NULL DEFAULT acting_user()
            REFERENCES users ON DELETE CASCADE,
    digest  text NOT NULL COLLATE "C",
    text    text NOT NULL,
    PRIMARY KEY (user_id, digest)
);
COMMENT ON TABLE instructions IS 'What agents are told in each of their runs, once for each way it was; steps refer to it by digest.';
ALTER TABLE instructions ENABLE ROW LEVEL SECURITY;
ALTER TABLE instructions FORCE ROW LEVEL SECURITY;
CREATE POLICY own_rows ON instructions
    USING (user_id = acting_user())
    WITH CHECK (user_id = acting_user());
GRANT SELECT, INSERT, UPDATE, DELETE ON instructions TO bailiwick_app;

ALTER TABLE steps ADD COLUMN instructions text COLLATE "C";
COMMENT ON COLUMN steps.instructions IS 'The digest of what stands before the instructions in its input.';
