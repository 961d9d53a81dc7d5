-- columns: swarm
-- What is kept of a swarm.
id, name, goal, template, status, reason, why, limits, residents, mails, unread, dead, seconds, input_tokens,
output_tokens, model_calls, tool_calls, cost, created_at, updated_at

-- name: taken
-- Ids of swarms that begin like one.
SELECT id FROM swarms WHERE left(id, char_length(%(slug)s)) = %(slug)s;

-- name: insert
-- Create a swarm; no row when its id is taken.
INSERT INTO swarms (id, name, goal, template, limits)
VALUES (%(id)s, %(name)s, %(goal)s, %(template)s, %(limits)s::json)
ON CONFLICT (user_id, id) DO NOTHING
RETURNING id;

-- name: get
-- One swarm, and how many of its residents are at work.
SELECT {swarm},
       (SELECT count(*)
          FROM resident_turns
          JOIN executions ON executions.user_id = resident_turns.user_id AND executions.id = resident_turns.execution_id
         WHERE resident_turns.user_id = swarms.user_id AND resident_turns.swarm_id = swarms.id
           AND resident_turns.unfinished AND executions.status = 'running') AS working
  FROM swarms WHERE id = %(id)s;

-- name: list
-- Swarms, latest change first, and how many of their residents are at work.
SELECT {swarm},
       (SELECT count(*)
          FROM resident_turns
          JOIN executions ON executions.user_id = resident_turns.user_id AND executions.id = resident_turns.execution_id
         WHERE resident_turns.user_id = swarms.user_id AND resident_turns.swarm_id = swarms.id
           AND resident_turns.unfinished AND executions.status = 'running') AS working
  FROM swarms
 WHERE (%(before)s::timestamptz IS NULL OR updated_at < %(before)s)
 ORDER BY updated_at DESC, id DESC
 LIMIT %(limit)s;

-- name: hold
-- Hold a swarm before something is changed that others go by: nobody begins, writes or counts in it meanwhile. Behind the
-- gate, which who begins holds together, the row is read as it is by then.
WITH gate AS MATERIALIZED (
    SELECT pg_advisory_xact_lock(
               hashtextextended(acting_user() || '/swarm/' || %(id)s || '/gate', 0))
)
SELECT {swarm}
  FROM gate CROSS JOIN swarms WHERE id = %(id)s FOR NO KEY UPDATE OF swarms;

-- name: hold_of_resident
-- As `hold`, for the swarm of a resident.
WITH gate AS MATERIALIZED (
    SELECT swarm_id, pg_advisory_xact_lock(
               hashtextextended(acting_user() || '/swarm/' || swarm_id || '/gate', 0))
      FROM residents WHERE residents.id = %(resident_id)s
)
SELECT {swarm}
  FROM swarms WHERE id = (SELECT swarm_id FROM gate) FOR NO KEY UPDATE;

-- name: hold_to_count
-- Hold a swarm before its mail or what it has used is counted on; turns of its residents may begin meanwhile.
SELECT {swarm}
  FROM swarms WHERE id = %(id)s FOR NO KEY UPDATE;

-- name: hold_to_work
-- As `hold_to_count`, for a turn: hold its resident, too, behind the swarm.
WITH swarm AS MATERIALIZED (
    SELECT * FROM swarms WHERE swarms.id = %(id)s FOR NO KEY UPDATE
)
SELECT swarm.id, swarm.name, goal, template, swarm.status, swarm.reason, swarm.why, limits, swarm.residents, mails,
       swarm.unread, dead, seconds, swarm.input_tokens, swarm.output_tokens, swarm.model_calls, swarm.tool_calls,
       swarm.cost, swarm.created_at, updated_at
  FROM swarm JOIN residents ON residents.user_id = swarm.user_id AND residents.id = %(resident_id)s
   FOR NO KEY UPDATE OF residents;

-- name: hold_to_end
-- As `hold_to_count`, for the swarm of a turn.
SELECT {swarm}
  FROM swarms
 WHERE id = (SELECT swarm_id FROM resident_turns WHERE execution_id = %(execution_id)s) FOR NO KEY UPDATE;

-- name: hold_to_begin
-- Hold a resident, and its swarm only against `hold`: others of the swarm begin, write and count meanwhile. The gate comes
-- first; where it was waited for, only a statement behind this one sees how the swarm stands by then.
WITH gate AS MATERIALIZED (
    SELECT swarm_id, pg_advisory_xact_lock_shared(
               hashtextextended(acting_user() || '/swarm/' || swarm_id || '/gate', 0))
      FROM residents WHERE residents.id = %(resident_id)s
)
SELECT residents.id FROM gate CROSS JOIN residents WHERE residents.id = %(resident_id)s FOR NO KEY UPDATE OF residents;

-- name: update
-- Change what is given.
UPDATE swarms
   SET name = coalesce(%(name)s, name), goal = coalesce(%(goal)s, goal), limits = coalesce(%(limits)s::json, limits),
       updated_at = clock_timestamp()
 WHERE id = %(id)s;

-- name: set_status
-- Note whether a swarm runs, and why it does not.
UPDATE swarms SET status = %(status)s, reason = %(reason)s, why = %(why)s, updated_at = clock_timestamp() WHERE id = %(id)s;

-- name: busy
-- Whether a turn of a swarm is running.
SELECT EXISTS (
    SELECT 1
      FROM resident_turns
      JOIN executions ON executions.user_id = resident_turns.user_id AND executions.id = resident_turns.execution_id
     WHERE resident_turns.swarm_id = %(id)s AND resident_turns.unfinished AND executions.status = 'running'
) AS busy;

-- name: forget_grants
-- Take back what residents of a swarm may do without asking: others may come to bear their names.
DELETE FROM approval_grants WHERE agent_id IN (SELECT id FROM residents WHERE swarm_id = %(id)s);

-- name: forget_events
-- Delete the facts of a swarm that belong to no turn.
DELETE FROM events WHERE kind = ANY (%(kinds)s) AND data ->> 'swarm' = %(id)s;

-- name: delete_deliveries
-- Delete all deliveries of a swarm at once, before what they refer to.
DELETE FROM deliveries WHERE swarm_id = %(id)s;

-- name: delete_mails
-- Delete all mail of a swarm at once, before what it refers to.
DELETE FROM mails WHERE swarm_id = %(id)s;

-- name: delete
-- Delete a swarm with its residents, their threads and rooms.
DELETE FROM swarms WHERE id = %(id)s;

-- name: reserve
-- Note what the next model call of a turn may use, and that its resident is at work; no row when the turn is over.
WITH turn AS (
    UPDATE resident_turns SET reserved_tokens = %(tokens)s WHERE execution_id = %(execution_id)s AND unfinished
    RETURNING user_id, resident_id
)
UPDATE residents SET last_active_at = clock_timestamp()
  FROM turn WHERE residents.user_id = turn.user_id AND residents.id = turn.resident_id
RETURNING residents.id;

-- name: hold_tokens
-- Let nobody else reserve tokens of a swarm until the transaction ends. The last lock of a transaction.
SELECT pg_advisory_xact_lock(hashtextextended(acting_user() || '/swarm/' || %(id)s || '/tokens', 0));

-- name: taken_tokens
-- What a swarm has used, and what turns under way have reserved besides.
SELECT input_tokens + output_tokens AS used,
       (SELECT coalesce(sum(reserved_tokens), 0)::bigint
          FROM resident_turns
         WHERE resident_turns.user_id = swarms.user_id AND resident_turns.swarm_id = swarms.id AND unfinished) AS reserved
  FROM swarms WHERE id = %(id)s;

-- name: spend
-- Add to what a swarm, which is held, and a resident have used in a turn, and free what the turn had reserved. The swarm
-- counts as changed once a second at most, so that the row stays on its page.
WITH turn AS (
    SELECT user_id, swarm_id, resident_id FROM resident_turns WHERE execution_id = %(execution_id)s
), freed AS (
    UPDATE resident_turns SET reserved_tokens = 0 WHERE execution_id = %(execution_id)s AND reserved_tokens <> 0
), resident AS (
    UPDATE residents
       SET input_tokens = input_tokens + %(input_tokens)s, output_tokens = output_tokens + %(output_tokens)s,
           model_calls = model_calls + %(model_calls)s, tool_calls = tool_calls + %(tool_calls)s,
           cost = cost + %(cost)s, last_active_at = clock_timestamp()
      FROM turn WHERE residents.user_id = turn.user_id AND residents.id = turn.resident_id
)
UPDATE swarms
   SET seconds = seconds + %(seconds)s, input_tokens = input_tokens + %(input_tokens)s,
       output_tokens = output_tokens + %(output_tokens)s, model_calls = model_calls + %(model_calls)s,
       tool_calls = tool_calls + %(tool_calls)s, cost = cost + %(cost)s,
       updated_at = CASE WHEN updated_at < clock_timestamp() - interval '1 second' THEN clock_timestamp()
                         ELSE updated_at END
  FROM turn WHERE swarms.user_id = turn.user_id AND swarms.id = turn.swarm_id
RETURNING {swarm};
