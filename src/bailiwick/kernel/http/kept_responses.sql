-- name: forget_expired
-- Delete keys older than 24 hours, leaving alone what another transaction is deleting.
DELETE FROM idempotency_keys
 WHERE key IN (SELECT key FROM idempotency_keys WHERE created_at < now() - interval '24 hours'
                LIMIT 1000 FOR UPDATE SKIP LOCKED);

-- name: reserve
-- Reserve a key; no row when it is in use. Waits for a transaction that is reserving it now.
INSERT INTO idempotency_keys (key, request_hash) VALUES (%(key)s, %(request_hash)s)
ON CONFLICT (user_id, key) DO NOTHING
RETURNING key;

-- name: find
-- What a key was used for.
SELECT request_hash, status, body, headers FROM idempotency_keys WHERE key = %(key)s;

-- name: finish
-- Store the response to the request that reserved a key.
UPDATE idempotency_keys SET status = %(status)s, body = %(body)s, headers = %(headers)s WHERE key = %(key)s;

-- name: release
-- Give a key back whose request came to nothing.
DELETE FROM idempotency_keys WHERE key = %(key)s AND status IS NULL;
