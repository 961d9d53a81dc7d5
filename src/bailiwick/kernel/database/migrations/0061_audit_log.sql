-- The audit log: what was done, by whom, on what and from where, chained so that a change is found.

CREATE TABLE audit_entries (
    user_id  uuid DEFAULT acting_user(),
    number   bigint PRIMARY KEY,
    at       timestamptz NOT NULL,
    act      text NOT NULL,
    person   uuid,
    token    uuid,
    face     text NOT NULL CHECK (face IN ('web', 'api', 'cli', 'agent', 'system')),
    address  text,
    kind     text NOT NULL,
    thing    text NOT NULL,
    details  json NOT NULL,
    previous bytea NOT NULL,
    hash     bytea NOT NULL
);
COMMENT ON TABLE audit_entries IS 'What was done, by whom, on what and from where; entries are appended and never changed, and outlive the people that they name by id.';
COMMENT ON COLUMN audit_entries.user_id IS 'Whose data it was done to; null where that is nobody''s. It refers to no row.';
COMMENT ON COLUMN audit_entries.number IS 'One more than that of the entry before, of all people together.';
COMMENT ON COLUMN audit_entries.person IS 'Who did it; null for nobody known.';
COMMENT ON COLUMN audit_entries.token IS 'Id of the session or key with which it was done.';
COMMENT ON COLUMN audit_entries.thing IS 'Id of what it was done to.';
COMMENT ON COLUMN audit_entries.previous IS 'Hash of the entry before; empty for the first.';
COMMENT ON COLUMN audit_entries.hash IS 'SHA-256 of all other columns, the hash of the entry before included.';
CREATE INDEX audit_entries_of_user ON audit_entries (user_id, number);
CREATE INDEX audit_entries_by_person ON audit_entries (person, number);
CREATE INDEX audit_entries_about_thing ON audit_entries (thing, number);
CREATE INDEX audit_entries_by_time ON audit_entries (at);

CREATE TABLE audit_heads (
    id     smallint PRIMARY KEY CHECK (id = 1),
    number bigint NOT NULL,
    hash   bytea NOT NULL
);
COMMENT ON TABLE audit_heads IS 'One row: the last entry of the audit log, which whoever appends the next one locks. It names nobody.';

CREATE FUNCTION audit_hash(entry audit_entries) RETURNS bytea LANGUAGE sql STABLE
    RETURN sha256(convert_to(json_build_array(
        entry.number, encode(entry.previous, 'hex'), (extract(epoch FROM entry.at) * 1000000)::bigint, entry.user_id,
        entry.act, entry.person, entry.token, entry.face, entry.address, entry.kind, entry.thing, entry.details::text
    )::text, 'UTF8'));
COMMENT ON FUNCTION audit_hash IS 'The hash of an entry of the audit log: of a list in JSON, the time in microseconds since 1970.';

CREATE FUNCTION chain_audit_entry() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    head audit_heads;
BEGIN
    -- Whoever appends at the same time waits here until this transaction has ended.
    INSERT INTO audit_heads AS last (id, number, hash) VALUES (1, 0, '')
        ON CONFLICT (id) DO UPDATE SET number = last.number
        RETURNING * INTO head;
    NEW.number := head.number + 1;
    NEW.at := clock_timestamp();
    NEW.previous := head.hash;
    NEW.hash := audit_hash(NEW);
    UPDATE audit_heads SET number = NEW.number, hash = NEW.hash;
    RETURN NEW;
END
$$;
COMMENT ON FUNCTION chain_audit_entry IS 'Numbers, dates and chains an entry of the audit log, whatever it came with.';

CREATE FUNCTION refuse_change_of_audit() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION 'Entries of the audit log are never changed or deleted' USING ERRCODE = 'insufficient_privilege';
END
$$;
COMMENT ON FUNCTION refuse_change_of_audit IS 'Keeps entries of the audit log as they are, also from the owner of the tables.';

CREATE TRIGGER chains BEFORE INSERT ON audit_entries FOR EACH ROW EXECUTE FUNCTION chain_audit_entry();
CREATE TRIGGER stays BEFORE UPDATE OR DELETE OR TRUNCATE ON audit_entries
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_change_of_audit();

ALTER TABLE audit_entries ENABLE ROW LEVEL SECURITY;
ALTER TABLE audit_entries FORCE ROW LEVEL SECURITY;
CREATE POLICY read_by_whom_it_concerns ON audit_entries FOR SELECT
    USING (user_id = acting_user() OR person = acting_user() OR kind = 'user' AND thing = acting_user()::text
           OR EXISTS (SELECT FROM users
                       WHERE users.user_id = acting_user()
                         AND role IN ('owner', 'admin')));
CREATE POLICY appended_by_who_acts ON audit_entries FOR INSERT
    WITH CHECK (user_id IS NOT DISTINCT FROM acting_user());
-- Backups copy the log whole, and what the owner of the tables does to a person is recorded too.
CREATE POLICY copied_whole ON audit_entries FOR SELECT TO CURRENT_USER USING (true);
GRANT SELECT, INSERT (act, person, token, face, address, kind, thing, details) ON audit_entries TO bailiwick_app;

-- It belongs to no person. Whoever turned it back would only break the chain, which is found.
ALTER TABLE audit_heads ENABLE ROW LEVEL SECURITY;
ALTER TABLE audit_heads FORCE ROW LEVEL SECURITY;
CREATE POLICY every_act ON audit_heads TO bailiwick_app, CURRENT_USER USING (true) WITH CHECK (true);
GRANT SELECT, INSERT, UPDATE ON audit_heads TO bailiwick_app;
