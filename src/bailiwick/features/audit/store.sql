-- columns: entry
number, at, act, person, token, face, address, user_id, kind, thing, details::text AS written,
       encode(previous, 'hex') AS previous, encode(hash, 'hex') AS hash

-- columns: wanted
(%(person)s::uuid IS NULL OR person = %(person)s)
   AND (%(whose)s::uuid IS NULL OR user_id = %(whose)s)
   AND (%(thing)s::text IS NULL OR thing = %(thing)s)
   AND (%(acts)s::text[] IS NULL OR act = ANY (%(acts)s))
   AND (%(since)s::timestamptz IS NULL OR at >= %(since)s)
   AND (%(until)s::timestamptz IS NULL OR at < %(until)s)

-- name: latest
-- Entries that the acting user may read, latest first.
SELECT {entry}
  FROM audit_entries
 WHERE number < %(before)s AND {wanted}
 ORDER BY number DESC
 LIMIT %(limit)s;

-- name: onwards
-- Entries that the acting user may read after a number, in the order in which they were written.
SELECT {entry}
  FROM audit_entries
 WHERE number > %(after)s AND {wanted}
 ORDER BY number
 LIMIT %(limit)s;

-- name: head
-- The last entry that was written.
SELECT number, encode(hash, 'hex') AS hash FROM audit_heads;
