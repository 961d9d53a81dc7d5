-- name: take
-- Count a use in each bucket that has room for it; those that have none are not among the rows. Nobody waits for the
-- disk: the table is not logged.
INSERT INTO rate_buckets AS kept (bucket, empty_at)
SELECT bucket, now() + every
  FROM unnest(%(buckets)s::bytea[], %(every)s::interval[]) WITH ORDINALITY AS asked (bucket, every, place)
 ORDER BY place
ON CONFLICT (bucket) DO UPDATE
   SET empty_at = greatest(kept.empty_at, now()) + (excluded.empty_at - now())
 WHERE greatest(kept.empty_at, now()) + (excluded.empty_at - now()) <= now() + %(window)s::interval
RETURNING bucket;

-- name: give_back
-- Take a use out of each bucket again.
UPDATE rate_buckets AS kept SET empty_at = kept.empty_at - every
  FROM unnest(%(buckets)s::bytea[], %(every)s::interval[]) AS given (bucket, every)
 WHERE kept.bucket = given.bucket;

-- name: waits
-- Seconds until there is room in each bucket.
SELECT kept.bucket, extract(epoch FROM kept.empty_at + every - %(window)s::interval - now())::float8 AS seconds
  FROM unnest(%(buckets)s::bytea[], %(every)s::interval[]) AS asked (bucket, every)
  JOIN rate_buckets AS kept ON kept.bucket = asked.bucket;

-- name: forget
-- Delete the buckets that are empty: one that is not there is empty too.
DELETE FROM rate_buckets WHERE empty_at < now();

-- name: make_key
-- Keep what buckets are hashed with, unless something is kept already.
INSERT INTO rate_key (key) VALUES (%(key)s) ON CONFLICT DO NOTHING;

-- name: key
-- What buckets are hashed with.
SELECT key FROM rate_key;
