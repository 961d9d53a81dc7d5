-- name: put
-- Write a case in place of one for the same message and last agent.
INSERT INTO golden_cases (id, message_hash, text, agent, last_agent, note, source, decision_id)
VALUES (%(id)s, %(message_hash)s, %(text)s, %(agent)s, %(last_agent)s, %(note)s, %(source)s, %(decision_id)s)
ON CONFLICT (user_id, message_hash, last_agent) DO UPDATE
   SET agent = excluded.agent, note = excluded.note, source = excluded.source, decision_id = excluded.decision_id
RETURNING *, id = %(id)s AS added;

-- name: get
-- One case.
SELECT * FROM golden_cases WHERE id = %(id)s;

-- name: change
-- Change a case.
UPDATE golden_cases
   SET message_hash = %(message_hash)s, text = %(text)s, agent = %(agent)s, last_agent = %(last_agent)s,
       note = %(note)s
 WHERE id = %(id)s
RETURNING *;

-- name: delete
-- Delete a case.
DELETE FROM golden_cases WHERE id = %(id)s;

-- name: unpin
-- Delete the case that was pinned from a decision.
DELETE FROM golden_cases WHERE decision_id = %(decision_id)s;

-- name: list
-- Cases, latest first.
SELECT * FROM golden_cases
 WHERE %(before)s::uuid IS NULL OR id < %(before)s
 ORDER BY id DESC
 LIMIT %(limit)s;

-- name: all
-- Every case, oldest first.
SELECT * FROM golden_cases ORDER BY id LIMIT %(limit)s;

-- name: count
-- How many cases there are.
SELECT count(*) AS count FROM golden_cases;
