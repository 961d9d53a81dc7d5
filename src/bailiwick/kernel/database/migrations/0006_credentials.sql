-- Credentials, sealed.

CREATE TABLE credentials (
    user_id      uuid NOT NULL DEFAULT nullif(current_setting('bailiwick.user_id', true), '')::uuid
                 REFERENCES users ON DELETE CASCADE,
    id           uuid NOT NULL,
    name         text NOT NULL,
    description  text NOT NULL,
    key_id       text NOT NULL,
    sealed       bytea NOT NULL CHECK (octet_length(sealed) BETWEEN 28 AND 200000),
    created_at   timestamptz NOT NULL DEFAULT clock_timestamp(),
    updated_at   timestamptz NOT NULL DEFAULT clock_timestamp(),
    last_used_at timestamptz,
    PRIMARY KEY (user_id, id),
    UNIQUE (user_id, name)
);
COMMENT ON COLUMN credentials.sealed IS 'Nonce, AES-256-GCM ciphertext and tag; user and id are its associated data.';

ALTER TABLE credentials ENABLE ROW LEVEL SECURITY;
ALTER TABLE credentials FORCE ROW LEVEL SECURITY;
CREATE POLICY own_rows ON credentials
    USING (user_id = nullif(current_setting('bailiwick.user_id', true), '')::uuid)
    WITH CHECK (user_id = nullif(current_setting('bailiwick.user_id', true), '')::uuid);
GRANT SELECT, INSERT, UPDATE, DELETE ON credentials TO bailiwick_app;
