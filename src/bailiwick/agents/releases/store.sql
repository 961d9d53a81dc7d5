-- name: add
-- Write a release under the next number.
INSERT INTO routing_releases (id, number, digest, status, author, reason, why, parent, agents, lessons, rules, changes,
                              change_count, edits, working, override, published_at)
SELECT %(id)s, coalesce(max(number), 0) + 1, %(digest)s, %(status)s, %(author)s, %(reason)s, %(why)s::json, %(parent)s,
       %(agents)s::text[], %(lessons)s::text[], %(rules)s, %(changes)s, %(change_count)s, %(edits)s, %(working)s,
       %(override)s, CASE WHEN %(status)s = 'published' THEN clock_timestamp() END
  FROM routing_releases
RETURNING *;

-- name: keep_agents
-- Keep agents as they are now, unless they were like that before.
INSERT INTO routing_agents (digest, fields)
SELECT digest, fields FROM unnest(%(digests)s::text[], %(fields)s::json[]) AS kept (digest, fields)
ON CONFLICT (user_id, digest) DO NOTHING;

-- name: keep_lessons
-- Keep blocks of corrections, unless there are the same.
INSERT INTO routing_lessons (digest, pairs)
SELECT digest, pairs FROM unnest(%(digests)s::text[], %(pairs)s::json[]) AS kept (digest, pairs)
ON CONFLICT (user_id, digest) DO NOTHING;

-- name: known_agents
-- Which of these agents are kept already.
SELECT digest FROM routing_agents WHERE digest = ANY (%(digests)s::text[]);

-- name: known_lessons
-- Which of these blocks of corrections are kept already.
SELECT digest FROM routing_lessons WHERE digest = ANY (%(digests)s::text[]);

-- name: get
-- One release.
SELECT * FROM routing_releases WHERE number = %(number)s;

-- name: published
-- The release that decides.
SELECT * FROM routing_releases WHERE status = 'published';

-- name: waiting
-- Releases that wait to be published, latest first: all, or those of the working copy, or those of edits.
SELECT * FROM routing_releases
 WHERE status = 'candidate' AND (%(working)s::boolean IS NULL OR working = %(working)s)
 ORDER BY number DESC
 LIMIT 100;

-- name: list
-- Releases, latest first.
SELECT * FROM routing_releases
 WHERE (%(before)s::integer IS NULL OR number < %(before)s) AND (%(status)s::text IS NULL OR status = %(status)s)
 ORDER BY number DESC
 LIMIT %(limit)s;

-- name: of_digest
-- The latest release of a digest.
SELECT * FROM routing_releases WHERE digest = %(digest)s ORDER BY number DESC LIMIT 1;

-- name: agents_of
-- The agents of a release, in order of registration.
SELECT routing_agents.fields
  FROM routing_releases, unnest(agents) WITH ORDINALITY AS held (digest, place)
  JOIN routing_agents ON routing_agents.digest = held.digest
 WHERE number = %(number)s
 ORDER BY held.place;

-- name: lessons_of
-- The blocks of corrections of a release, oldest first.
SELECT routing_lessons.pairs
  FROM routing_releases, unnest(lessons) WITH ORDINALITY AS held (digest, place)
  JOIN routing_lessons ON routing_lessons.digest = held.digest
 WHERE number = %(number)s
 ORDER BY held.place;

-- name: set_status
-- Change what became of a release.
UPDATE routing_releases
   SET status = %(status)s, reason = coalesce(%(reason)s, reason),
       why = CASE WHEN %(reason)s::text IS NULL THEN why END, override = coalesce(%(override)s, override),
       canary_share = CASE WHEN %(status)s = 'candidate' THEN canary_share END,
       published_at = CASE WHEN %(status)s = 'published' THEN clock_timestamp() ELSE published_at END,
       retired_at = CASE WHEN %(status)s = 'retired' THEN clock_timestamp() ELSE retired_at END
 WHERE number = %(number)s
RETURNING *;

-- name: keep_replay
-- Keep what a release does to past messages.
UPDATE routing_releases SET replay = %(replay)s WHERE number = %(number)s;

-- name: set_canary
-- Give a candidate a share of the messages, or take it back.
UPDATE routing_releases
   SET canary_share = %(share)s, canary_ended = %(ended)s, canary_why = %(why)s,
       canary_started_at = CASE WHEN %(share)s::integer IS NOT NULL AND canary_share IS NULL THEN clock_timestamp()
                                ELSE canary_started_at END
 WHERE number = %(number)s AND status = 'candidate'
RETURNING *;

-- name: canary_figures
-- How decisions turned out, of a canary and of the published release: how many, and how many were reported or failed.
WITH canary AS (
    SELECT canary_started_at AS since FROM routing_releases WHERE number = %(number)s
), published AS (
    SELECT published_at AS since FROM routing_releases WHERE status = 'published'
), mine AS (
    SELECT decisions.user_id, decisions.id, execution_id, stage, true AS canary
      FROM decisions, canary
     WHERE decisions.canary AND created_at >= canary.since
     ORDER BY created_at DESC LIMIT %(most)s
), others AS (
    SELECT decisions.user_id, decisions.id, execution_id, stage, false AS canary
      FROM decisions, published
     WHERE NOT decisions.canary AND created_at >= published.since
     ORDER BY created_at DESC LIMIT %(most)s
)
SELECT canary, count(*) AS decided,
       count(*) FILTER (
           WHERE EXISTS (SELECT FROM misroutes
                          WHERE misroutes.user_id = made.user_id AND misroutes.decision_id = made.id)
              OR EXISTS (SELECT FROM executions
                          WHERE executions.user_id = made.user_id AND executions.id = made.execution_id
                            AND executions.status = 'failed')) AS wrong
  FROM (SELECT * FROM mine UNION ALL SELECT * FROM others) AS made
 WHERE stage NOT IN ('explicit', 'continued')
 GROUP BY canary;
