-- Projects: names under which people keep things together, and what is in each.

CREATE TABLE projects (
    user_id     uuid NOT NULL DEFAULT acting_user()
                REFERENCES users ON DELETE CASCADE,
    id          uuid NOT NULL,
    name        text NOT NULL,
    name_key    text NOT NULL,
    about       text NOT NULL,
    archived_at timestamptz,
    deleted_at  timestamptz,
    call_id     text,
    tainted     boolean NOT NULL,
    created_at  timestamptz NOT NULL DEFAULT clock_timestamp(),
    updated_at  timestamptz NOT NULL DEFAULT clock_timestamp(),
    PRIMARY KEY (user_id, id)
);
COMMENT ON TABLE projects IS 'Names under which a person keeps conversations, tasks, documents and notes together.';
COMMENT ON COLUMN projects.name_key IS 'The name without case, diacritics and surplus spaces.';
COMMENT ON COLUMN projects.deleted_at IS 'When it was deleted; it can come back until upkeep erases it.';
COMMENT ON COLUMN projects.call_id IS 'The call of a tool that created it.';
COMMENT ON COLUMN projects.tainted IS 'Whether its name was chosen after reading strangers'' words.';
CREATE UNIQUE INDEX projects_by_name ON projects (user_id, name_key) WHERE deleted_at IS NULL;
CREATE UNIQUE INDEX projects_by_call ON projects (user_id, call_id) WHERE call_id IS NOT NULL;

ALTER TABLE projects ENABLE ROW LEVEL SECURITY;
ALTER TABLE projects FORCE ROW LEVEL SECURITY;
CREATE POLICY own_rows ON projects
    USING (user_id = acting_user())
    WITH CHECK (user_id = acting_user());
GRANT SELECT, INSERT, UPDATE, DELETE ON projects TO bailiwick_app;

CREATE TABLE project_items (
    user_id    uuid NOT NULL DEFAULT acting_user(),
    project_id uuid NOT NULL,
    kind       text NOT NULL,
    item_id    uuid NOT NULL,
    call_id    text,
    missing_at timestamptz,
    added_at   timestamptz NOT NULL DEFAULT clock_timestamp(),
    PRIMARY KEY (user_id, project_id, kind, item_id),
    FOREIGN KEY (user_id, project_id) REFERENCES projects (user_id, id) ON DELETE CASCADE
);
COMMENT ON TABLE project_items IS 'What is in a project. Things lie in tables of features and plug-ins, which it does not know: one that is gone is not shown.';
COMMENT ON COLUMN project_items.missing_at IS 'Since when the thing is not there; it may come back until upkeep erases the row.';
CREATE INDEX project_items_missing ON project_items (user_id, missing_at) WHERE missing_at IS NOT NULL;

ALTER TABLE project_items ENABLE ROW LEVEL SECURITY;
ALTER TABLE project_items FORCE ROW LEVEL SECURITY;
CREATE POLICY own_rows ON project_items
    USING (user_id = acting_user())
    WITH CHECK (user_id = acting_user());
GRANT SELECT, INSERT, UPDATE, DELETE ON project_items TO bailiwick_app;
