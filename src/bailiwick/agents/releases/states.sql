-- name: get
-- Which release decides, and what the person chose.
SELECT revision, auto_publish, following, published, canary, canary_share, rules FROM routing_states;

-- name: choose
-- Store whether edits are published at once.
INSERT INTO routing_states (revision, auto_publish, following, rules) VALUES (0, %(auto_publish)s, true, '{}')
ON CONFLICT (user_id) DO UPDATE SET auto_publish = excluded.auto_publish, updated_at = clock_timestamp();

-- name: set_mark
-- Let other rules decide.
INSERT INTO routing_states (revision, following, published, canary, canary_share, rules)
VALUES (%(revision)s, %(following)s, %(published)s, %(canary)s, %(canary_share)s, %(rules)s)
ON CONFLICT (user_id) DO UPDATE
   SET revision = excluded.revision, following = excluded.following, published = excluded.published,
       canary = excluded.canary, canary_share = excluded.canary_share, rules = excluded.rules,
       updated_at = clock_timestamp();

-- name: corrections
-- The latest messages that a person said which agent is right for, latest first.
SELECT decisions.record ->> 'message' AS message, misroutes.correct
  FROM misroutes
  JOIN decisions ON decisions.user_id = misroutes.user_id AND decisions.id = misroutes.decision_id
 WHERE correct IS NOT NULL
 ORDER BY misroutes.created_at DESC, misroutes.id DESC
 LIMIT %(limit)s;
