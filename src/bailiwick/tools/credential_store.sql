-- columns: credential
-- What is kept of a credential beside its value.
id, name, description, created_at, updated_at, last_used_at, noted

-- name: list
-- Credentials by name, without what is sealed in them.
SELECT {credential} FROM credentials ORDER BY name LIMIT %(limit)s;

-- name: add
-- Store a credential unless its name is taken.
INSERT INTO credentials (id, name, description, key_id, sealed, noted)
VALUES (%(id)s, %(name)s, %(description)s, %(key_id)s, %(sealed)s, %(noted)s::json)
ON CONFLICT (user_id, name) DO NOTHING
RETURNING {credential};

-- name: change
-- Replace a credential's value, its description, or both.
UPDATE credentials
   SET key_id = coalesce(%(key_id)s, key_id), sealed = coalesce(%(sealed)s, sealed),
       description = coalesce(%(description)s, description), noted = coalesce(%(noted)s::json, noted),
       updated_at = clock_timestamp()
 WHERE id = %(id)s
RETURNING {credential};

-- name: delete
-- Delete a credential.
DELETE FROM credentials WHERE id = %(id)s
RETURNING {credential};

-- name: find
-- What is sealed under a name.
SELECT id, key_id, sealed, coalesce(last_used_at < now() - interval '1 minute', true) AS worth_noting
  FROM credentials
 WHERE name = %(name)s;

-- name: note_use
-- Note that a credential is used now; whoever is about to change it need not be waited for.
UPDATE credentials SET last_used_at = now()
 WHERE id = (SELECT id FROM credentials WHERE id = %(id)s FOR UPDATE SKIP LOCKED);

-- name: sealed_otherwise
-- What another key sealed, locked.
SELECT id, key_id, sealed FROM credentials
 WHERE key_id <> %(key_id)s AND (%(after)s::uuid IS NULL OR id > %(after)s::uuid)
 ORDER BY id
 LIMIT %(limit)s
   FOR UPDATE;

-- name: reseal
-- Put the same value under another seal.
UPDATE credentials SET key_id = %(key_id)s, sealed = %(sealed)s WHERE id = %(id)s;

-- name: connections_sealed_otherwise
-- Keys of model connections that another key sealed and the acting user may change, locked.
SELECT id, key_id, sealed, CASE WHEN NOT for_everybody THEN user_id END AS owner FROM model_connections
 WHERE key_id <> %(key_id)s AND (%(after)s::uuid IS NULL OR id > %(after)s::uuid)
 ORDER BY id
 LIMIT %(limit)s
   FOR UPDATE;

-- name: reseal_connection
-- Put the key of a model connection under another seal.
UPDATE model_connections SET key_id = %(key_id)s, sealed = %(sealed)s WHERE id = %(id)s;

-- name: keys
-- The keys that seal credentials and what opens model connections.
SELECT key_id FROM credentials UNION SELECT key_id FROM model_connections WHERE key_id IS NOT NULL ORDER BY key_id;

-- name: seal_beside_others
-- Wait for nobody but one who seals alone; until the transaction ends.
SELECT pg_advisory_xact_lock_shared(hashtextextended('bailiwick/credentials/seal', 0));

-- name: seal_alone
-- Wait for all who are about to store what they sealed; until the transaction ends.
SELECT pg_advisory_xact_lock(hashtextextended('bailiwick/credentials/seal', 0));

-- name: discard
-- Delete what none of these keys sealed.
DELETE FROM credentials WHERE key_id <> ALL (%(known)s::text[]);

-- name: discard_connection_keys
-- Take the key away from model connections of which none of these keys sealed it.
UPDATE model_connections SET key_id = NULL, sealed = NULL, key_end = '' WHERE key_id <> ALL (%(known)s::text[]);
