-- People who are invited, sign in with a password, are suspended and have roles that administrators change.

ALTER TABLE users ADD COLUMN sign_in_name text UNIQUE CHECK (sign_in_name = lower(btrim(sign_in_name)));
ALTER TABLE users ADD COLUMN joined_at timestamptz DEFAULT clock_timestamp();
ALTER TABLE users ADD COLUMN suspended_at timestamptz;
COMMENT ON COLUMN users.sign_in_name IS 'What the person types beside a password: a name or an e-mail address.';
COMMENT ON COLUMN users.joined_at IS 'When the person first came in; empty while the invitation waits.';
COMMENT ON COLUMN users.suspended_at IS 'Since when the person may not come in, and nothing works for them.';

CREATE TABLE administrators (
    user_id uuid PRIMARY KEY REFERENCES users ON DELETE CASCADE
);
COMMENT ON TABLE administrators IS
    'Who has the role of an owner or administrator in users: what policies on users may ask without asking users.';
ALTER TABLE users NO FORCE ROW LEVEL SECURITY;
INSERT INTO administrators SELECT user_id FROM users WHERE role IN ('owner', 'admin');
ALTER TABLE users FORCE ROW LEVEL SECURITY;

CREATE TABLE passwords (
    user_id    uuid PRIMARY KEY DEFAULT acting_user() REFERENCES users ON DELETE CASCADE,
    hash       bytea NOT NULL,
    changed_at timestamptz NOT NULL DEFAULT clock_timestamp()
);
COMMENT ON COLUMN passwords.hash IS 'Argon2id, in its usual notation.';

ALTER TABLE access_tokens DROP CONSTRAINT access_tokens_kind_check;
ALTER TABLE access_tokens ADD CHECK (kind IN ('link', 'invitation', 'session', 'key'));

CREATE FUNCTION of_all_people() RETURNS boolean LANGUAGE sql STABLE PARALLEL SAFE
    RETURN current_setting('bailiwick.people', true) IS NOT DISTINCT FROM 'all';
COMMENT ON FUNCTION of_all_people IS
    'Whether this transaction said that it is about all people, which administrators alone see.';

CREATE POLICY signing_in ON users FOR SELECT
    USING (sign_in_name = nullif(current_setting('bailiwick.sign_in_name', true), ''));
CREATE POLICY seen_by_administrators ON users FOR SELECT
    USING (of_all_people()
           AND EXISTS (SELECT FROM administrators
                        WHERE administrators.user_id = acting_user()));
CREATE POLICY invited_by_administrators ON users FOR INSERT
    WITH CHECK (of_all_people()
                AND EXISTS (SELECT FROM administrators
                             WHERE administrators.user_id = acting_user()));
CREATE POLICY changed_by_administrators ON users FOR UPDATE
    USING (of_all_people()
           AND EXISTS (SELECT FROM administrators
                        WHERE administrators.user_id = acting_user()));

ALTER TABLE administrators ENABLE ROW LEVEL SECURITY;
ALTER TABLE administrators FORCE ROW LEVEL SECURITY;
CREATE POLICY own_row ON administrators FOR SELECT
    USING (user_id = acting_user() OR of_all_people());
CREATE POLICY as_users_says ON administrators FOR INSERT
    WITH CHECK (EXISTS (SELECT FROM users
                         WHERE users.user_id = administrators.user_id
                           AND role IN ('owner', 'admin')));
CREATE POLICY no_longer ON administrators FOR DELETE
    USING (NOT EXISTS (SELECT FROM users
                        WHERE users.user_id = administrators.user_id
                          AND role IN ('owner', 'admin')));
GRANT SELECT, INSERT, DELETE ON administrators TO bailiwick_app;

ALTER TABLE passwords ENABLE ROW LEVEL SECURITY;
ALTER TABLE passwords FORCE ROW LEVEL SECURITY;
CREATE POLICY own_rows ON passwords
    USING (user_id = acting_user())
    WITH CHECK (user_id = acting_user());
GRANT SELECT, INSERT, UPDATE, DELETE ON passwords TO bailiwick_app;

CREATE FUNCTION guard_people() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    mine text;
BEGIN
    IF TG_OP = 'INSERT' AND NEW.user_id = '00000000-0000-7000-8000-000000000001' THEN
        RETURN NEW;  -- the first owner, whom nobody invites
    END IF;
    SELECT role INTO mine FROM users WHERE user_id = acting_user() AND suspended_at IS NULL;
    IF mine IS NULL OR mine NOT IN ('owner', 'admin')
       OR (mine <> 'owner' AND (NEW.role = 'owner' OR (TG_OP = 'UPDATE' AND OLD.role = 'owner'))) THEN
        RAISE insufficient_privilege USING MESSAGE = 'owners change owners, administrators change others';
    END IF;
    IF TG_OP = 'UPDATE' AND OLD.role = 'owner' AND (NEW.role <> 'owner' OR NEW.suspended_at IS NOT NULL) THEN
        PERFORM pg_advisory_xact_lock(hashtextextended('the last owner', 0));
        IF NOT EXISTS (SELECT FROM users
                        WHERE user_id <> OLD.user_id
                          AND role = 'owner' AND joined_at IS NOT NULL AND suspended_at IS NULL) THEN
            RAISE restrict_violation USING MESSAGE = 'an installation has an owner';
        END IF;
    END IF;
    RETURN NEW;
END
$$;
COMMENT ON FUNCTION guard_people IS
    'Whoever invites, changes a role or suspends is an administrator; of an owner, an owner; and the last owner stays.';
CREATE TRIGGER guards_people BEFORE INSERT OR UPDATE OF role, suspended_at ON users
    FOR EACH ROW EXECUTE FUNCTION guard_people();

CREATE FUNCTION note_administrators() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF NEW.role IN ('owner', 'admin') THEN
        INSERT INTO administrators VALUES (NEW.user_id) ON CONFLICT DO NOTHING;
    ELSE
        DELETE FROM administrators WHERE user_id = NEW.user_id;
    END IF;
    RETURN NULL;
END
$$;
COMMENT ON FUNCTION note_administrators IS 'Keeps administrators as users says.';
CREATE TRIGGER notes_administrators AFTER INSERT OR UPDATE OF role ON users
    FOR EACH ROW EXECUTE FUNCTION note_administrators();

DROP TRIGGER tells_of_change ON users;
CREATE TRIGGER tells_of_change AFTER UPDATE OF user_id, name, role, suspended_at OR DELETE ON users
    FOR EACH ROW EXECUTE FUNCTION tell_of_change();
