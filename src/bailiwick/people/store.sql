-- name: insert_owner
-- Create the first owner unless there is one.
INSERT INTO users (user_id, name, role) VALUES (%(user_id)s, %(name)s, 'owner')
ON CONFLICT (user_id) DO NOTHING;

-- name: user
-- The acting user.
SELECT user_id, name, role, created_at FROM users WHERE user_id = acting_user();

-- name: join
-- Note that the acting user came in for the first time, and what they sign in with.
UPDATE users SET joined_at = coalesce(joined_at, now()), sign_in_name = coalesce(%(sign_in_name)s, sign_in_name)
 WHERE user_id = acting_user();

-- name: sign_in
-- How the acting user signs in.
SELECT sign_in_name, changed_at, hash
  FROM users LEFT JOIN passwords USING (user_id)
 WHERE user_id = acting_user() AND suspended_at IS NULL;

-- name: look_for
-- Look for the user of a name until the transaction ends.
SELECT set_config('bailiwick.sign_in_name', %(sign_in_name)s, true);

-- name: user_of
-- The user of a name that was set before.
SELECT user_id FROM users WHERE sign_in_name = %(sign_in_name)s;

-- name: put_password
-- Keep a password's hash.
INSERT INTO passwords (hash) VALUES (%(hash)s)
ON CONFLICT (user_id) DO UPDATE SET hash = excluded.hash, changed_at = excluded.changed_at;

-- name: end_others
-- End all sessions and links of the acting user but one.
DELETE FROM access_tokens WHERE kind <> 'key' AND id IS DISTINCT FROM %(kept)s;

-- name: add_token
-- Store a secret's hash.
INSERT INTO access_tokens (id, kind, name, digest, scopes, expires_at)
VALUES (%(id)s, %(kind)s, %(name)s, %(digest)s, %(scopes)s, %(expires_at)s)
RETURNING created_at;

-- name: forget_expired
-- Delete what has expired more than a day ago.
DELETE FROM access_tokens WHERE expires_at < now() - interval '1 day';

-- name: find
-- The token of a hash, with its user, unless it has expired.
SELECT access_tokens.id, kind, access_tokens.name, scopes, access_tokens.created_at, expires_at, last_used_at,
       users.user_id, users.name AS user_name, users.role, users.created_at AS user_created_at
  FROM access_tokens JOIN users USING (user_id)
 WHERE digest = %(digest)s AND kind = %(kind)s AND (expires_at IS NULL OR expires_at > now())
   AND users.suspended_at IS NULL;

-- name: consume
-- Delete a token; only one of several that try at once gets a row.
DELETE FROM access_tokens WHERE id = %(id)s RETURNING id;

-- name: note_uses
-- Note when tokens were used.
UPDATE access_tokens SET last_used_at = greatest(last_used_at, used.at)
  FROM unnest(%(ids)s::uuid[], %(times)s::timestamptz[]) AS used (id, at)
 WHERE access_tokens.id = used.id;

-- name: tokens
-- Tokens of a kind that have not expired, latest first.
SELECT id, kind, name, scopes, created_at, expires_at, last_used_at
  FROM access_tokens
 WHERE kind = %(kind)s AND (expires_at IS NULL OR expires_at > now())
 ORDER BY created_at DESC, id DESC
 LIMIT %(limit)s;

-- name: revoke
-- Delete a token.
DELETE FROM access_tokens WHERE id = %(id)s RETURNING kind;
