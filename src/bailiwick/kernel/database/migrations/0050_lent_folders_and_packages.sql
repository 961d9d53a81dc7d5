-- Folders of the machine that administrators lend to programs of agents, and npm packages that those may import.

CREATE TABLE lent_folders (
    user_id       uuid NOT NULL DEFAULT acting_user()
                  REFERENCES users ON DELETE CASCADE,
    id            uuid NOT NULL,
    name          text NOT NULL,
    path          text NOT NULL,
    writable      boolean NOT NULL,
    for_everybody boolean NOT NULL,
    agent_id      text,
    created_at    timestamptz NOT NULL DEFAULT clock_timestamp(),
    PRIMARY KEY (user_id, id),
    UNIQUE (user_id, name)
);
COMMENT ON TABLE lent_folders IS 'Folders of the machine that programs of agents see, because an administrator said so.';
COMMENT ON COLUMN lent_folders.user_id IS 'Who lent it.';
COMMENT ON COLUMN lent_folders.name IS 'Programs see it as /lent/<name>.';
COMMENT ON COLUMN lent_folders.path IS 'Absolute, with every link followed when it was lent.';
COMMENT ON COLUMN lent_folders.for_everybody IS 'Whether programs of all people see it; else only those of who lent it.';
COMMENT ON COLUMN lent_folders.agent_id IS 'The one agent whose programs see it; null for all.';

ALTER TABLE lent_folders ENABLE ROW LEVEL SECURITY;
ALTER TABLE lent_folders FORCE ROW LEVEL SECURITY;
CREATE POLICY read_by_whom_it_is_lent ON lent_folders FOR SELECT
    USING (EXISTS (SELECT FROM users
                    WHERE users.user_id = acting_user()
                      AND (for_everybody OR lent_folders.user_id = users.user_id OR role IN ('owner', 'admin'))));
CREATE POLICY added_by_administrators ON lent_folders FOR INSERT
    WITH CHECK (user_id = acting_user()
                AND EXISTS (SELECT FROM users
                             WHERE users.user_id = acting_user()
                               AND role IN ('owner', 'admin')));
CREATE POLICY removed_by_administrators ON lent_folders FOR DELETE
    USING (EXISTS (SELECT FROM users
                    WHERE users.user_id = acting_user()
                      AND role IN ('owner', 'admin')));
GRANT SELECT, INSERT, DELETE ON lent_folders TO bailiwick_app;

CREATE TABLE granted_packages (
    user_id    uuid NOT NULL DEFAULT acting_user()
               REFERENCES users ON DELETE CASCADE,
    name       text NOT NULL,
    version    text NOT NULL,
    created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
    PRIMARY KEY (user_id, name)
);
COMMENT ON TABLE granted_packages IS 'npm packages that scripts of everybody''s agents may import: administrators write them.';
COMMENT ON COLUMN granted_packages.user_id IS 'Who granted it.';
COMMENT ON COLUMN granted_packages.version IS 'A version or a range of npm; * for any.';

ALTER TABLE granted_packages ENABLE ROW LEVEL SECURITY;
ALTER TABLE granted_packages FORCE ROW LEVEL SECURITY;
CREATE POLICY read_by_people ON granted_packages FOR SELECT
    USING (EXISTS (SELECT FROM users
                    WHERE users.user_id = acting_user()));
CREATE POLICY added_by_administrators ON granted_packages FOR INSERT
    WITH CHECK (user_id = acting_user()
                AND EXISTS (SELECT FROM users
                             WHERE users.user_id = acting_user()
                               AND role IN ('owner', 'admin')));
CREATE POLICY removed_by_administrators ON granted_packages FOR DELETE
    USING (EXISTS (SELECT FROM users
                    WHERE users.user_id = acting_user()
                      AND role IN ('owner', 'admin')));
GRANT SELECT, INSERT, DELETE ON granted_packages TO bailiwick_app;
