-- columns: fact
-- What is kept of a fact.
id, execution_id, sequence, kind, agent, data, at

-- columns: each
-- Each fact of the rows; a row holds those that were stored together, the last and up to 63 that precede it.
events
 CROSS JOIN LATERAL (
       SELECT 0 AS back, events.kind, events.data
        UNION ALL
       SELECT json_array_length(events.preceded) + 1 - place::integer, told ->> 0, told -> 1
         FROM json_array_elements(events.preceded) WITH ORDINALITY AS preceding (told, place)) AS fact

-- columns: placed
-- What is kept of each fact, with the turn of a resident in which it happened.
events.id - fact.back AS id, events.execution_id,
       CASE WHEN events.execution_id IS NULL THEN 0 ELSE events.sequence - fact.back END AS sequence,
       fact.kind, events.agent, fact.data, events.at, turn.swarm_id, turn.resident_id

-- name: append
-- Store facts of an execution in the order given, numbered on from its last. Holds the execution until the transaction
-- ends; no rows when there is none.
WITH numbered AS (
    UPDATE executions SET event_sequence = event_sequence + cardinality(%(kinds)s::text[]) WHERE id = %(execution_id)s
    RETURNING id, event_sequence
), stored AS (
    INSERT INTO events (execution_id, sequence, kind, agent, data)
    SELECT numbered.id, numbered.event_sequence - cardinality(%(kinds)s::text[]) + place, kind, agent, data::json
      FROM numbered, unnest(%(kinds)s::text[], %(agents)s::text[], %(data)s::text[]) WITH ORDINALITY
                     AS fact (kind, agent, data, place)
     ORDER BY place
    RETURNING {fact}
)
SELECT {fact} FROM stored ORDER BY sequence;

-- name: append_loose
-- Store facts of no execution in the order given.
WITH stored AS (
    INSERT INTO events (execution_id, sequence, kind, agent, data)
    SELECT NULL, 0, kind, agent, data::json
      FROM unnest(%(kinds)s::text[], %(agents)s::text[], %(data)s::text[]) WITH ORDINALITY
           AS fact (kind, agent, data, place)
     ORDER BY place
    RETURNING {fact}
)
SELECT {fact} FROM stored ORDER BY id;

-- name: since
-- Facts of an execution above a sequence, in order.
SELECT {placed}
  FROM {each}
  LEFT JOIN resident_turns AS turn ON turn.user_id = events.user_id AND turn.execution_id = events.execution_id
 WHERE events.execution_id = %(execution_id)s AND events.sequence > %(after)s
   AND events.sequence - fact.back > %(after)s
 ORDER BY events.sequence, fact.back DESC
 LIMIT %(limit)s;

-- name: execution_exists
-- Whether there is such an execution.
SELECT EXISTS (SELECT 1 FROM executions WHERE id = %(execution_id)s) AS found;

-- name: recent
-- Facts that match every filter given, latest first; `found_by` are the kinds again
-- where no fact of these stands before another one in a row.
SELECT {placed}
  FROM {each}
  LEFT JOIN resident_turns AS turn ON turn.user_id = events.user_id AND turn.execution_id = events.execution_id
 WHERE (%(found_by)s::text[] IS NULL OR events.kind = ANY (%(found_by)s))
   AND (%(kinds)s::text[] IS NULL OR fact.kind = ANY (%(kinds)s))
   AND (%(agent)s::text IS NULL OR events.agent = %(agent)s)
   AND (%(execution_id)s::uuid IS NULL OR events.execution_id = %(execution_id)s)
   AND (%(search)s::text IS NULL OR fact.data::text ILIKE %(search)s)
   AND (%(before_id)s::bigint IS NULL OR events.id < %(before_id)s + 64 AND events.id - fact.back < %(before_id)s)
 ORDER BY events.id DESC, fact.back
 LIMIT %(limit)s;

-- name: following
-- Facts above an id that match every filter given, oldest first.
SELECT {placed}
  FROM {each}
  LEFT JOIN resident_turns AS turn ON turn.user_id = events.user_id AND turn.execution_id = events.execution_id
 WHERE events.id > %(after_id)s AND events.id - fact.back > %(after_id)s
   AND (%(found_by)s::text[] IS NULL OR events.kind = ANY (%(found_by)s))
   AND (%(kinds)s::text[] IS NULL OR fact.kind = ANY (%(kinds)s))
   AND (%(agent)s::text IS NULL OR events.agent = %(agent)s)
   AND (%(execution_id)s::uuid IS NULL OR events.execution_id = %(execution_id)s)
   AND (%(search)s::text IS NULL OR fact.data::text ILIKE %(search)s)
   AND (%(before_id)s::bigint IS NULL OR events.id < %(before_id)s + 64 AND events.id - fact.back < %(before_id)s)
 ORDER BY events.id, fact.back DESC
 LIMIT %(limit)s;

-- name: statistics
-- How many facts there are of each kind.
SELECT fact.kind, count(*) AS facts FROM {each} GROUP BY fact.kind ORDER BY fact.kind;

-- name: prune
-- Delete facts older than a time, but none of an execution that was not over by then, and never the last one of a
-- stream; note up to which transaction readers may lack some.
WITH old AS MATERIALIZED (
    SELECT id, kind, recorded_in, coalesce(json_array_length(preceded), 0) AS preceding
      FROM events
     WHERE id <= (SELECT id FROM events
                   WHERE (kind = 'done' OR execution_id IS NULL) AND at < %(older_than)s
                   ORDER BY at DESC LIMIT 1)
       AND at < %(older_than)s
       AND (kind <> 'done' OR preceded IS NOT NULL)
       AND NOT EXISTS (SELECT 1 FROM executions
                        WHERE executions.user_id = events.user_id AND executions.id = events.execution_id
                          AND executions.ended_at IS NULL)
), pruned AS (
    DELETE FROM events USING old WHERE events.id = old.id AND old.kind <> 'done'
    RETURNING old.recorded_in, old.preceding + 1 AS facts
), left_alone AS (
    UPDATE events SET preceded = NULL FROM old WHERE events.id = old.id AND old.kind = 'done'
    RETURNING old.recorded_in, old.preceding AS facts
), gone AS (
    SELECT * FROM pruned UNION ALL SELECT * FROM left_alone
), noted AS (
    UPDATE users SET events_pruned_in = latest.recorded_in
      FROM (SELECT recorded_in FROM gone ORDER BY recorded_in DESC LIMIT 1) AS latest
     WHERE users.user_id = acting_user() AND latest.recorded_in > events_pruned_in
)
SELECT coalesce(sum(facts), 0)::bigint AS facts FROM gone;

-- name: cursor_state
-- Up to where facts are final, which transaction comes next, up to which one some may have been pruned, and how many
-- there are after a place.
SELECT pg_snapshot_xmin(pg_current_snapshot())::text::bigint AS settled,
       pg_snapshot_xmax(pg_current_snapshot())::text::bigint AS next_transaction,
       (SELECT events_pruned_in::text::bigint FROM users WHERE user_id = acting_user()) AS pruned_in,
       (SELECT count(*)
          FROM (SELECT 1 FROM {each}
                 WHERE (recorded_in, events.id) > (%(transaction)s::xid8, %(id)s::bigint)
                   AND (recorded_in, events.id - fact.back) > (%(transaction)s::xid8, %(id)s::bigint)
                 LIMIT %(most)s) AS later) AS behind;

-- name: horizon
-- Up to where facts are final, and whether there are any beyond. Transactions that are yet to come have stored nothing:
-- facts that say so come from a copy of another server's database.
SELECT pg_snapshot_xmin(pg_current_snapshot())::text::bigint AS settled,
       EXISTS (SELECT 1 FROM events
                WHERE recorded_in >= pg_snapshot_xmin(pg_current_snapshot())
                  AND recorded_in < pg_snapshot_xmax(pg_current_snapshot())) AS pending;

-- name: news
-- Final facts after a place, in order.
SELECT {placed},
       recorded_in::text::bigint AS recorded_in
  FROM {each}
  LEFT JOIN resident_turns AS turn ON turn.user_id = events.user_id AND turn.execution_id = events.execution_id
 WHERE (recorded_in, events.id) > (%(transaction)s::xid8, %(id)s::bigint) AND recorded_in < %(settled)s::xid8
   AND (recorded_in, events.id - fact.back) > (%(transaction)s::xid8, %(id)s::bigint)
 ORDER BY events.recorded_in, events.id, fact.back DESC
 LIMIT %(limit)s;

-- name: open_calls
-- The model calls that running executions wait for as of a place: of each agent at work in them the latest, if it has no
-- answer up to there.
SELECT executions.id AS execution_id, latest.agent, latest.call, latest.place
  FROM executions
 CROSS JOIN LATERAL (
           SELECT DISTINCT ON (coalesce(fact.data #>> '{place,path,-1}', ''))
                  fact.kind, fact.data ->> 'agent' AS agent, fact.data ->> 'call' AS call, fact.data -> 'place' AS place
             FROM {each}
            WHERE events.user_id = executions.user_id AND events.execution_id = executions.id
              AND fact.kind IN ('model-call', 'model-response')
              AND (recorded_in, events.id - fact.back) <= (%(transaction)s::xid8, %(id)s::bigint)
            ORDER BY coalesce(fact.data #>> '{place,path,-1}', ''), events.sequence - fact.back DESC) AS latest
 WHERE executions.ended_at IS NULL AND executions.status = 'running' AND latest.kind = 'model-call'
 ORDER BY executions.created_at DESC, latest.call
 LIMIT %(limit)s;
