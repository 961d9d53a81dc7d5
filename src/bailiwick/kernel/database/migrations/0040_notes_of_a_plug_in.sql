-- Notes are kept by a plug-in: their tables go into its schema where people have any, and count there as its first
-- migration; where nobody has, that migration makes them.
ALTER TABLE notes NO FORCE ROW LEVEL SECURITY;
ALTER TABLE note_calls NO FORCE ROW LEVEL SECURITY;
DO $$
BEGIN
    IF EXISTS (SELECT FROM notes) OR EXISTS (SELECT FROM note_calls) THEN
        ALTER TABLE notes FORCE ROW LEVEL SECURITY;
        ALTER TABLE note_calls FORCE ROW LEVEL SECURITY;
        GRANT UPDATE ON note_calls TO bailiwick_app;
        DROP INDEX notes_deleted;
        CREATE SCHEMA plugin_notes;
        GRANT USAGE ON SCHEMA plugin_notes TO bailiwick_app;
        ALTER TABLE notes SET SCHEMA plugin_notes;
        ALTER TABLE note_calls SET SCHEMA plugin_notes;
        INSERT INTO plugin_migrations (plugin, number, name) VALUES ('notes', 1, '0001_notes.sql');
    ELSE
        DROP TABLE notes, note_calls;
    END IF;
END
$$;
