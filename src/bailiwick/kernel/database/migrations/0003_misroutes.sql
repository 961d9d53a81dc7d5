-- What people say about wrong decisions.

CREATE TABLE misroutes (
    user_id     uuid NOT NULL DEFAULT nullif(current_setting('bailiwick.user_id', true), '')::uuid,
    id          uuid NOT NULL,
    decision_id uuid NOT NULL,
    chosen      text,
    correct     text,
    note        text NOT NULL,
    created_at  timestamptz NOT NULL DEFAULT clock_timestamp(),
    PRIMARY KEY (user_id, id),
    UNIQUE (user_id, decision_id),
    FOREIGN KEY (user_id, decision_id) REFERENCES decisions (user_id, id) ON DELETE CASCADE
);
COMMENT ON TABLE misroutes IS 'A person''s word that a decision was wrong, and which agent had been right.';
CREATE INDEX misroutes_latest ON misroutes (user_id, created_at DESC);

ALTER TABLE misroutes ENABLE ROW LEVEL SECURITY;
ALTER TABLE misroutes FORCE ROW LEVEL SECURITY;
CREATE POLICY own_rows ON misroutes
    USING (user_id = nullif(current_setting('bailiwick.user_id', true), '')::uuid)
    WITH CHECK (user_id = nullif(current_setting('bailiwick.user_id', true), '')::uuid);
GRANT SELECT, INSERT, UPDATE, DELETE ON misroutes TO bailiwick_app;
