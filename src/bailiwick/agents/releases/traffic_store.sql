-- name: recent
-- Of the latest decisions those by content, latest first: message, who answered before it, who got it. What tools read as
-- for the team itself, and what an agent got because it was just asked for, the rules alone would not decide again.
SELECT id, agent_id, record ->> 'message' AS text, record ->> 'last_agent' AS last_agent
  FROM (SELECT id, agent_id, stage, model_calls, record, created_at
          FROM decisions ORDER BY created_at DESC, id DESC LIMIT %(seen)s) AS latest
 WHERE stage NOT IN ('explicit', 'continued') AND (model_calls > 0 OR NOT %(by_model)s)
   AND (stage = 'small_talk' AND record -> 'why' ->> 'code' IN ('team-asked', 'company')) IS NOT TRUE
   AND (stage = 'tools' AND record -> 'why' ->> 'code' = 'recalled') IS NOT TRUE
   AND (stage = 'follow_up' AND record -> 'why' -> 'parts' -> 0 ->> 'code' = 'asked-for') IS NOT TRUE
 ORDER BY created_at DESC, id DESC
 LIMIT %(limit)s;

-- name: model_share
-- Of the latest decisions by content: how many there are, how many a model settled, how many model calls that took.
SELECT count(*) AS messages, count(*) FILTER (WHERE model_calls > 0) AS model_messages,
       coalesce(sum(model_calls), 0) AS model_calls
  FROM (SELECT model_calls
          FROM (SELECT stage, model_calls, created_at
                  FROM decisions ORDER BY created_at DESC, id DESC LIMIT %(seen)s) AS seen
         WHERE stage NOT IN ('explicit', 'continued') ORDER BY created_at DESC LIMIT %(limit)s) AS latest;

-- name: corrections
-- The latest messages of which a person said who should have had them, latest report first.
SELECT decisions.id, misroutes.correct, decisions.record ->> 'message' AS text,
       decisions.record ->> 'last_agent' AS last_agent
  FROM misroutes
  JOIN decisions ON decisions.user_id = misroutes.user_id AND decisions.id = misroutes.decision_id
 WHERE correct IS NOT NULL
 ORDER BY misroutes.created_at DESC, misroutes.id DESC
 LIMIT %(limit)s;
