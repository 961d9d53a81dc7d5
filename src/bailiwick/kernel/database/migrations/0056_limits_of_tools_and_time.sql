-- Limits on spending limit tool calls and time of work, too; and a reservation belongs to the ledger that it holds.

ALTER TABLE spending_limits
    ADD COLUMN tool_calls bigint CHECK (tool_calls >= 0),
    ADD COLUMN milliseconds bigint CHECK (milliseconds >= 0),
    DROP CONSTRAINT spending_limits_check,
    ADD CONSTRAINT spending_limits_check
        CHECK (num_nonnulls(money, tokens, model_calls, tool_calls, milliseconds) > 0);
COMMENT ON TABLE spending_limits IS 'What runs may use. Those for everybody are written by administrators.';
COMMENT ON COLUMN spending_limits.milliseconds IS 'Time that model and tool calls take, added up.';
GRANT UPDATE (tool_calls, milliseconds) ON spending_limits TO bailiwick_app;

ALTER TABLE spending_ledgers
    ADD COLUMN tool_calls bigint NOT NULL DEFAULT 0,
    ADD COLUMN milliseconds bigint NOT NULL DEFAULT 0,
    ADD COLUMN held_tools bigint NOT NULL DEFAULT 0;

-- What had been reserved in ledgers that are gone, or that another user has since.
ALTER TABLE spending_limits NO FORCE ROW LEVEL SECURITY;
ALTER TABLE spending_ledgers NO FORCE ROW LEVEL SECURITY;
ALTER TABLE spending_reservations NO FORCE ROW LEVEL SECURITY;
DELETE FROM spending_reservations AS held
 WHERE NOT EXISTS (SELECT FROM spending_ledgers AS ledger
                    WHERE ledger.user_id = held.limit_user AND ledger.limit_id = held.limit_id
                      AND ledger.begins = held.begins);
UPDATE spending_ledgers AS ledger
   SET held_money = held.money, held_tokens = held.tokens, held_calls = held.model_calls
  FROM (SELECT known.user_id, known.limit_id, known.begins, coalesce(sum(each.money), 0)::bigint AS money,
               coalesce(sum(each.tokens), 0)::bigint AS tokens, coalesce(sum(each.model_calls), 0)::bigint AS model_calls
          FROM spending_ledgers AS known
          LEFT JOIN spending_reservations AS each
            ON each.limit_user = known.user_id AND each.limit_id = known.limit_id AND each.begins = known.begins
         GROUP BY known.user_id, known.limit_id, known.begins) AS held
 WHERE ledger.user_id = held.user_id AND ledger.limit_id = held.limit_id AND ledger.begins = held.begins;
ALTER TABLE spending_limits FORCE ROW LEVEL SECURITY;
ALTER TABLE spending_ledgers FORCE ROW LEVEL SECURITY;
ALTER TABLE spending_reservations FORCE ROW LEVEL SECURITY;
ALTER TABLE spending_reservations
    ADD COLUMN tool_calls bigint NOT NULL DEFAULT 0,
    ADD FOREIGN KEY (limit_user, limit_id, begins) REFERENCES spending_ledgers ON UPDATE CASCADE ON DELETE CASCADE;
COMMENT ON TABLE spending_reservations IS 'What a call under way may use at most, in each ledger that it concerns.';

CREATE OR REPLACE FUNCTION hold_reserved() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF TG_OP = 'INSERT' THEN
        UPDATE spending_ledgers
           SET held_money = held_money + NEW.money, held_tokens = held_tokens + NEW.tokens,
               held_calls = held_calls + NEW.model_calls, held_tools = held_tools + NEW.tool_calls
         WHERE user_id = NEW.limit_user AND limit_id = NEW.limit_id AND begins = NEW.begins;
    ELSE
        UPDATE spending_ledgers
           SET held_money = held_money - OLD.money, held_tokens = held_tokens - OLD.tokens,
               held_calls = held_calls - OLD.model_calls, held_tools = held_tools - OLD.tool_calls
         WHERE user_id = OLD.limit_user AND limit_id = OLD.limit_id AND begins = OLD.begins;
    END IF;
    RETURN NULL;
END
$$;

CREATE OR REPLACE FUNCTION account_for_calls(run uuid, claimed integer, everything boolean, lines json, calls_over json, asked json)
RETURNS json LANGUAGE plpgsql AS $$
DECLARE
    answer bigint;
    at_best bigint;
    in_the_way uuid;
    reached json;
    warned_of json;
BEGIN
    -- Who claims the run gives back what was reserved before: nothing is reserved after that for who had it then.
    IF asked IS NOT NULL THEN
        PERFORM FROM executions WHERE executions.id = run AND executions.attempt = claimed FOR NO KEY UPDATE;
        IF NOT FOUND THEN
            RETURN json_build_object('lost', true);
        END IF;
    END IF;

    -- Periods that have just begun.
    INSERT INTO spending_ledgers (user_id, limit_id, begins)
    SELECT DISTINCT spending_limits.user_id, spending_limits.id, line.begins
      FROM json_to_recordset(lines) AS line (limit_user uuid, limit_id uuid, begins timestamptz)
      JOIN spending_limits ON spending_limits.user_id = line.limit_user AND spending_limits.id = line.limit_id
     WHERE NOT EXISTS (SELECT FROM spending_ledgers AS known
                        WHERE known.user_id = line.limit_user AND known.limit_id = line.limit_id
                          AND known.begins = line.begins)
     ORDER BY 1, 2, 3
        ON CONFLICT DO NOTHING;

    -- Everybody locks ledgers in this order, as the last thing of a transaction.
    PERFORM FROM spending_ledgers AS ledger
       JOIN (SELECT line.limit_user, line.limit_id, line.begins
               FROM json_to_recordset(lines) AS line (limit_user uuid, limit_id uuid, begins timestamptz)
              UNION
             SELECT limit_user, limit_id, begins FROM spending_reservations WHERE execution_id = run) AS concerned
         ON ledger.user_id = concerned.limit_user AND ledger.limit_id = concerned.limit_id
        AND ledger.begins = concerned.begins
      ORDER BY ledger.user_id, ledger.limit_id, ledger.begins
        FOR NO KEY UPDATE OF ledger;

    -- What calls have used counts where it was reserved, and else where it is to count.
    UPDATE spending_ledgers AS ledger
       SET money = ledger.money + used.money, tokens = ledger.tokens + used.tokens,
           model_calls = ledger.model_calls + used.model_calls, tool_calls = ledger.tool_calls + used.tool_calls,
           milliseconds = ledger.milliseconds + used.milliseconds
      FROM (SELECT place.limit_user, place.limit_id, place.begins, sum(call.money)::bigint AS money,
                   sum(call.tokens)::bigint AS tokens, sum(call.model_calls)::bigint AS model_calls,
                   sum(call.tool_calls)::bigint AS tool_calls, sum(call.milliseconds)::bigint AS milliseconds
              FROM json_to_recordset(calls_over) AS call (key text, money bigint, tokens bigint, model_calls bigint,
                                                          tool_calls bigint, milliseconds bigint)
              JOIN (SELECT key, limit_user, limit_id, begins FROM spending_reservations
                     WHERE execution_id = run AND attempt = claimed
                     UNION ALL
                    SELECT line.key, line.limit_user, line.limit_id, line.begins
                      FROM json_to_recordset(lines)
                           AS line (key text, limit_user uuid, limit_id uuid, begins timestamptz)
                     WHERE NOT EXISTS (SELECT FROM spending_reservations AS held
                                        WHERE held.execution_id = run AND held.attempt = claimed
                                          AND held.key = line.key AND held.limit_id = line.limit_id)) AS place
                USING (key)
             GROUP BY place.limit_user, place.limit_id, place.begins) AS used
     WHERE ledger.user_id = used.limit_user AND ledger.limit_id = used.limit_id AND ledger.begins = used.begins;

    DELETE FROM spending_reservations
     WHERE execution_id = run
       AND (attempt < claimed
            OR (attempt = claimed
                AND (everything OR key IN (SELECT key FROM json_to_recordset(calls_over) AS call (key text)))));

    IF asked IS NOT NULL THEN
        -- How long an answer each limit leaves room for, and would if nothing else were under way; a tool call has one
        -- of no length. What takes no model leaves out what only models use.
        WITH call AS (
            SELECT * FROM json_to_record(asked)
                          AS call (key text, input bigint, input_money bigint, token_money bigint, least bigint,
                                   most bigint, model_calls bigint, tool_calls bigint)
        ), rooms AS (
            SELECT ledger.limit_id,
                   least(CASE WHEN call.model_calls > 0
                              THEN spending_limits.tokens - ledger.tokens - ledger.held_tokens - call.input END,
                         CASE WHEN call.input_money + call.token_money = 0 THEN NULL
                              WHEN spending_limits.money - ledger.money - ledger.held_money < call.input_money THEN -1
                              ELSE (spending_limits.money - ledger.money - ledger.held_money - call.input_money)
                                   / nullif(call.token_money, 0) END,
                         CASE WHEN call.model_calls > 0
                               AND spending_limits.model_calls <= ledger.model_calls + ledger.held_calls THEN -1 END,
                         CASE WHEN call.tool_calls > 0
                               AND spending_limits.tool_calls <= ledger.tool_calls + ledger.held_tools THEN -1 END,
                         CASE WHEN spending_limits.milliseconds <= ledger.milliseconds THEN -1 END) AS answer,
                   least(CASE WHEN call.model_calls > 0 THEN spending_limits.tokens - ledger.tokens - call.input END,
                         CASE WHEN call.input_money + call.token_money = 0 THEN NULL
                              WHEN spending_limits.money - ledger.money < call.input_money THEN -1
                              ELSE (spending_limits.money - ledger.money - call.input_money)
                                   / nullif(call.token_money, 0) END,
                         CASE WHEN call.model_calls > 0 AND spending_limits.model_calls <= ledger.model_calls
                              THEN -1 END,
                         CASE WHEN call.tool_calls > 0 AND spending_limits.tool_calls <= ledger.tool_calls
                              THEN -1 END,
                         CASE WHEN spending_limits.milliseconds <= ledger.milliseconds THEN -1 END) AS at_best
              FROM call
              JOIN json_to_recordset(lines) AS line (key text, limit_user uuid, limit_id uuid, begins timestamptz)
                USING (key)
              JOIN spending_ledgers AS ledger
                ON ledger.user_id = line.limit_user AND ledger.limit_id = line.limit_id AND ledger.begins = line.begins
              JOIN spending_limits
                ON spending_limits.user_id = ledger.user_id AND spending_limits.id = ledger.limit_id
        )
        SELECT least(call.most, min(rooms.answer)), least(call.most, min(rooms.at_best)),
               (array_agg(rooms.limit_id ORDER BY rooms.at_best NULLS LAST, rooms.answer NULLS LAST))[1]
          INTO answer, at_best, in_the_way
          FROM call LEFT JOIN rooms ON true
         GROUP BY call.most;
        IF answer >= (asked ->> 'least')::bigint THEN
            INSERT INTO spending_reservations (execution_id, key, attempt, limit_user, limit_id, begins, money, tokens,
                                               model_calls, tool_calls)
            SELECT run, line.key, claimed, ledger.user_id, ledger.limit_id, ledger.begins,
                   (asked ->> 'input_money')::bigint + answer * (asked ->> 'token_money')::bigint,
                   (asked ->> 'input')::bigint + answer, (asked ->> 'model_calls')::bigint,
                   (asked ->> 'tool_calls')::bigint
              FROM json_to_recordset(lines) AS line (key text, limit_user uuid, limit_id uuid, begins timestamptz)
              JOIN spending_ledgers AS ledger
                ON ledger.user_id = line.limit_user AND ledger.limit_id = line.limit_id AND ledger.begins = line.begins
             WHERE line.key = asked ->> 'key'
             ORDER BY ledger.user_id, ledger.limit_id;
        ELSE
            SELECT row_to_json(narrowest) INTO reached
              FROM (SELECT spending_limits.*, ledger.begins, ledger.money AS used_money, ledger.tokens AS used_tokens,
                           ledger.model_calls AS used_calls, ledger.tool_calls AS used_tools,
                           ledger.milliseconds AS used_milliseconds
                      FROM json_to_recordset(lines)
                           AS line (key text, limit_user uuid, limit_id uuid, begins timestamptz)
                      JOIN spending_limits
                        ON spending_limits.user_id = line.limit_user AND spending_limits.id = line.limit_id
                      JOIN spending_ledgers AS ledger
                        ON ledger.user_id = line.limit_user AND ledger.limit_id = line.limit_id
                       AND ledger.begins = line.begins
                     WHERE line.key = asked ->> 'key' AND line.limit_id = in_the_way) AS narrowest;
        END IF;
    END IF;

    WITH warns AS (
        UPDATE spending_ledgers AS ledger
           SET warned = true
          FROM (SELECT DISTINCT line.limit_user, line.limit_id, line.begins
                  FROM json_to_recordset(lines) AS line (limit_user uuid, limit_id uuid, begins timestamptz)) AS line
          JOIN spending_limits
            ON spending_limits.user_id = line.limit_user AND spending_limits.id = line.limit_id
         WHERE ledger.user_id = line.limit_user AND ledger.limit_id = line.limit_id AND ledger.begins = line.begins
           AND NOT ledger.warned
           AND (ledger.money * 5 >= spending_limits.money * 4 OR ledger.tokens * 5 >= spending_limits.tokens * 4
                OR ledger.model_calls * 5 >= spending_limits.model_calls * 4
                OR ledger.tool_calls * 5 >= spending_limits.tool_calls * 4
                OR ledger.milliseconds * 5 >= spending_limits.milliseconds * 4)
        RETURNING ledger.limit_id
    )
    SELECT json_agg(limit_id) INTO warned_of FROM warns;

    RETURN json_build_object('answer', answer, 'at_best', at_best, 'reached', reached, 'warned', warned_of);
END
$$;
