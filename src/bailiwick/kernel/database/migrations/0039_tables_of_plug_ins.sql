-- Plug-ins may have tables, each in a schema of its own.
CREATE TABLE plugin_migrations (
    plugin     text NOT NULL,
    number     integer NOT NULL,
    name       text NOT NULL,
    applied_at timestamptz NOT NULL DEFAULT clock_timestamp(),
    PRIMARY KEY (plugin, number)
);
COMMENT ON TABLE plugin_migrations IS 'Which migrations of plug-ins were carried out. It is nobody''s: the application has no right to it.';
