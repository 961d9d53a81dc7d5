-- name: get
-- What an administrator set last under a name.
SELECT value FROM installation_settings WHERE name = %(name)s ORDER BY updated_at DESC LIMIT 1;

-- name: put
-- Set a value under a name.
INSERT INTO installation_settings (name, value) VALUES (%(name)s, %(value)s)
    ON CONFLICT (user_id, name) DO UPDATE SET value = excluded.value, updated_at = clock_timestamp();
