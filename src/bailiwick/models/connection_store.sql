-- columns: connection
-- What is kept of a connection beside its key.
id, name, kind, address, for_everybody, key_end, models, default_model, facts, created_at, updated_at

-- name: all
-- The installation's connections and the acting user's own, with their sealed keys.
SELECT {connection}, user_id, key_id, sealed FROM model_connections
 ORDER BY for_everybody DESC, created_at, id LIMIT %(limit)s;

-- name: one
-- One connection that the acting user may read.
SELECT {connection}, user_id, key_id, sealed FROM model_connections WHERE id = %(id)s;

-- name: hold
-- Let no other connection be made or named until the transaction has ended.
SELECT pg_advisory_xact_lock(hashtextextended('bailiwick/model_connections', 0));

-- name: add
-- Store a connection.
INSERT INTO model_connections (id, name, kind, address, for_everybody, key_id, sealed, key_end, models, default_model,
                               facts)
VALUES (%(id)s, %(name)s, %(kind)s, %(address)s, %(for_everybody)s, %(key_id)s, %(sealed)s, %(key_end)s,
        %(models)s::json, %(default_model)s, %(facts)s::json)
RETURNING {connection}, user_id, key_id, sealed;

-- name: change
-- Replace what is kept of a connection.
UPDATE model_connections
   SET address = %(address)s, key_id = %(key_id)s, sealed = %(sealed)s, key_end = %(key_end)s,
       models = %(models)s::json, default_model = %(default_model)s, facts = %(facts)s::json,
       updated_at = clock_timestamp()
 WHERE id = %(id)s
RETURNING {connection}, user_id, key_id, sealed;

-- name: delete
-- Delete a connection.
DELETE FROM model_connections WHERE id = %(id)s;

-- name: chosen
-- The model that an administrator chose last for a purpose; null where it was taken back.
SELECT value FROM installation_settings WHERE name = %(purpose)s ORDER BY updated_at DESC LIMIT 1;

-- name: choose
-- Choose the model for a purpose; null takes the choice back.
INSERT INTO installation_settings (name, value) VALUES (%(purpose)s, %(value)s::json)
    ON CONFLICT (user_id, name) DO UPDATE SET value = excluded.value, updated_at = clock_timestamp();

-- name: agents
-- The acting user's own agents whose model begins so.
SELECT id, definition ->> 'name' AS name FROM agents
 WHERE starts_with(definition ->> 'model', %(prefix)s) ORDER BY id LIMIT %(limit)s;

-- name: prefers
-- Whether the acting user prefers a model that begins so.
SELECT starts_with(model, %(prefix)s) AS prefers FROM preferences;
