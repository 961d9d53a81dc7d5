-- name: about_all
-- Let the rest of the transaction be about all people, as far as the acting user administers.
SELECT set_config('bailiwick.people', 'all', true);

-- name: persons
-- All people, those who came first first.
SELECT user_id, name, role, sign_in_name, created_at, joined_at, suspended_at
  FROM users
 WHERE of_all_people()
 ORDER BY created_at, user_id
 LIMIT %(limit)s;

-- name: person
-- One of all people.
SELECT user_id, name, role, sign_in_name, created_at, joined_at, suspended_at
  FROM users
 WHERE user_id = %(id)s AND of_all_people();

-- name: add
-- Write down who is invited.
INSERT INTO users (user_id, name, role, sign_in_name, joined_at)
VALUES (%(id)s, %(name)s, %(role)s, %(sign_in_name)s, NULL);

-- name: change
-- Set what administrators may set of a person.
UPDATE users
   SET name = %(name)s, role = %(role)s,
       suspended_at = CASE WHEN %(suspended)s THEN coalesce(suspended_at, now()) END
 WHERE user_id = %(id)s AND of_all_people();

-- name: other_owners
-- How many other owners can come in.
SELECT count(*)::integer AS others
  FROM users
 WHERE user_id <> %(id)s AND role = 'owner' AND joined_at IS NOT NULL AND suspended_at IS NULL AND of_all_people();

-- name: end_keys_of_all
-- End the acting user's keys for what only administrators may see.
DELETE FROM access_tokens WHERE kind = 'key' AND 'metrics' = ANY (scopes);
