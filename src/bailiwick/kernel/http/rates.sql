-- name: hit
-- Count a use unless there were as many as allowed in the window; no row means that there were.
INSERT INTO rates AS rate (subject, hits)
SELECT %(subject)s, ARRAY[clock_timestamp()] WHERE %(most)s > 0
ON CONFLICT (user_id, subject) DO UPDATE
   SET hits = array(SELECT hit FROM unnest(rate.hits) AS hit
                     WHERE hit > clock_timestamp() - %(window)s::interval ORDER BY hit) || clock_timestamp()
 WHERE (SELECT count(*) FROM unnest(rate.hits) AS hit WHERE hit > clock_timestamp() - %(window)s::interval) < %(most)s
RETURNING true AS counted;

-- name: wait
-- Seconds until there is room for one more use in the window.
SELECT extract(epoch FROM hit + %(window)s::interval - clock_timestamp())::float8 AS seconds
  FROM rates, unnest(hits) AS hit
 WHERE subject = %(subject)s
 ORDER BY hit DESC
OFFSET greatest(%(most)s, 1) - 1 LIMIT 1;
