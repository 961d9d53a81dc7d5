-- Limits of what model calls may use, what was used of each, and what the calls under way hold of it.

CREATE TABLE spending_limits (
    user_id     uuid NOT NULL DEFAULT acting_user()
                REFERENCES users ON DELETE CASCADE,
    id          uuid NOT NULL,
    name        text NOT NULL,
    scope       text NOT NULL CHECK (scope IN ('everybody', 'person', 'agent', 'conversation', 'swarm', 'task')),
    subject     text NOT NULL,
    period      text NOT NULL CHECK (period IN ('day', 'month', 'always')),
    money       bigint CHECK (money >= 0),
    tokens      bigint CHECK (tokens >= 0),
    model_calls bigint CHECK (model_calls >= 0),
    at_limit    text NOT NULL CHECK (at_limit IN ('wait', 'end')),
    imposed     boolean NOT NULL,
    created_at  timestamptz NOT NULL DEFAULT clock_timestamp(),
    updated_at  timestamptz NOT NULL DEFAULT clock_timestamp(),
    PRIMARY KEY (user_id, id),
    CHECK (num_nonnulls(money, tokens, model_calls) > 0)
);
COMMENT ON TABLE spending_limits IS 'What model calls may use. Those for everybody are written by administrators.';
COMMENT ON COLUMN spending_limits.user_id IS 'Whose calls it concerns; of one for everybody who wrote it.';
COMMENT ON COLUMN spending_limits.subject IS 'The agent, conversation, swarm or task; empty for everybody and a person.';
COMMENT ON COLUMN spending_limits.money IS 'Billionths of a US dollar.';
COMMENT ON COLUMN spending_limits.at_limit IS 'What a run does that reaches it: wait for a person, or end.';
COMMENT ON COLUMN spending_limits.imposed IS 'Whether administrators wrote it for a person, who cannot change it.';

CREATE TABLE spending_ledgers (
    user_id     uuid NOT NULL,
    limit_id    uuid NOT NULL,
    begins      timestamptz NOT NULL,
    money       bigint NOT NULL DEFAULT 0,
    tokens      bigint NOT NULL DEFAULT 0,
    model_calls bigint NOT NULL DEFAULT 0,
    held_money  bigint NOT NULL DEFAULT 0,
    held_tokens bigint NOT NULL DEFAULT 0,
    held_calls  bigint NOT NULL DEFAULT 0,
    warned      boolean NOT NULL DEFAULT false,
    PRIMARY KEY (user_id, limit_id, begins),
    FOREIGN KEY (user_id, limit_id) REFERENCES spending_limits ON UPDATE CASCADE ON DELETE CASCADE
);
COMMENT ON TABLE spending_ledgers IS 'What was used of a limit in one of its periods, and what calls under way hold.';
COMMENT ON COLUMN spending_ledgers.user_id IS 'That of the limit.';
COMMENT ON COLUMN spending_ledgers.begins IS 'When the period begins.';
COMMENT ON COLUMN spending_ledgers.held_money IS 'What calls under way may use at most: the sum of their reservations.';
COMMENT ON COLUMN spending_ledgers.warned IS 'Whether it was told that most of it is used.';

CREATE TABLE spending_reservations (
    user_id      uuid NOT NULL DEFAULT acting_user(),
    execution_id uuid NOT NULL,
    key          text NOT NULL,
    attempt      integer NOT NULL,
    limit_user   uuid NOT NULL,
    limit_id     uuid NOT NULL,
    begins       timestamptz NOT NULL,
    money        bigint NOT NULL,
    tokens       bigint NOT NULL,
    model_calls  bigint NOT NULL,
    PRIMARY KEY (user_id, execution_id, key, attempt, limit_id),
    FOREIGN KEY (user_id, execution_id) REFERENCES executions ON DELETE CASCADE
);
COMMENT ON TABLE spending_reservations IS 'What a model call under way may use at most, in each ledger that it concerns.';
COMMENT ON COLUMN spending_reservations.key IS 'Of the step that the call will be.';
COMMENT ON COLUMN spending_reservations.limit_user IS 'The user of the ledger, who is another one where the limit is for everybody.';

CREATE FUNCTION hold_reserved() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF TG_OP = 'INSERT' THEN
        UPDATE spending_ledgers
           SET held_money = held_money + NEW.money, held_tokens = held_tokens + NEW.tokens,
               held_calls = held_calls + NEW.model_calls
         WHERE user_id = NEW.limit_user AND limit_id = NEW.limit_id AND begins = NEW.begins;
    ELSE
        UPDATE spending_ledgers
           SET held_money = held_money - OLD.money, held_tokens = held_tokens - OLD.tokens,
               held_calls = held_calls - OLD.model_calls
         WHERE user_id = OLD.limit_user AND limit_id = OLD.limit_id AND begins = OLD.begins;
    END IF;
    RETURN NULL;
END
$$;
COMMENT ON FUNCTION hold_reserved IS 'A ledger holds what is reserved in it, however a reservation goes away.';
CREATE TRIGGER holds_reserved AFTER INSERT OR DELETE ON spending_reservations
    FOR EACH ROW EXECUTE FUNCTION hold_reserved();

CREATE FUNCTION account_for_calls(run uuid, claimed integer, everything boolean, lines json, calls_over json, asked json)
RETURNS json LANGUAGE plpgsql AS $$
DECLARE
    answer bigint;
    at_best bigint;
    in_the_way uuid;
    reached json;
    warned_of json;
BEGIN
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
           model_calls = ledger.model_calls + used.model_calls
      FROM (SELECT place.limit_user, place.limit_id, place.begins, sum(call.money)::bigint AS money,
                   sum(call.tokens)::bigint AS tokens, sum(call.model_calls)::bigint AS model_calls
              FROM json_to_recordset(calls_over) AS call (key text, money bigint, tokens bigint, model_calls bigint)
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
        -- How long an answer each limit leaves room for, and would if nothing else were under way.
        WITH call AS (
            SELECT * FROM json_to_record(asked)
                          AS call (key text, input bigint, input_money bigint, token_money bigint, least bigint,
                                   most bigint)
        ), rooms AS (
            SELECT ledger.limit_id,
                   least(spending_limits.tokens - ledger.tokens - ledger.held_tokens - call.input,
                         CASE WHEN call.input_money + call.token_money = 0 THEN NULL
                              WHEN spending_limits.money - ledger.money - ledger.held_money < call.input_money THEN -1
                              ELSE (spending_limits.money - ledger.money - ledger.held_money - call.input_money)
                                   / nullif(call.token_money, 0) END,
                         CASE WHEN spending_limits.model_calls <= ledger.model_calls + ledger.held_calls
                              THEN -1 END) AS answer,
                   least(spending_limits.tokens - ledger.tokens - call.input,
                         CASE WHEN call.input_money + call.token_money = 0 THEN NULL
                              WHEN spending_limits.money - ledger.money < call.input_money THEN -1
                              ELSE (spending_limits.money - ledger.money - call.input_money)
                                   / nullif(call.token_money, 0) END,
                         CASE WHEN spending_limits.model_calls <= ledger.model_calls THEN -1 END) AS at_best
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
                                               model_calls)
            SELECT run, line.key, claimed, ledger.user_id, ledger.limit_id, ledger.begins,
                   (asked ->> 'input_money')::bigint + answer * (asked ->> 'token_money')::bigint,
                   (asked ->> 'input')::bigint + answer, 1
              FROM json_to_recordset(lines) AS line (key text, limit_user uuid, limit_id uuid, begins timestamptz)
              JOIN spending_ledgers AS ledger
                ON ledger.user_id = line.limit_user AND ledger.limit_id = line.limit_id AND ledger.begins = line.begins
             WHERE line.key = asked ->> 'key'
             ORDER BY ledger.user_id, ledger.limit_id;
        ELSE
            SELECT row_to_json(narrowest) INTO reached
              FROM (SELECT spending_limits.*, ledger.begins, ledger.money AS used_money, ledger.tokens AS used_tokens,
                           ledger.model_calls AS used_calls
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
                OR ledger.model_calls * 5 >= spending_limits.model_calls * 4)
        RETURNING ledger.limit_id
    )
    SELECT json_agg(limit_id) INTO warned_of FROM warns;

    RETURN json_build_object('answer', answer, 'at_best', at_best, 'reached', reached, 'warned', warned_of);
END
$$;
COMMENT ON FUNCTION account_for_calls IS
    'Book in the ledgers of a run what calls have used, give back what was reserved for them, and reserve for the next.';

CREATE TRIGGER tells_of_change AFTER INSERT OR UPDATE OR DELETE ON spending_limits
    FOR EACH ROW EXECUTE FUNCTION tell_of_change('everybody');

ALTER TABLE spending_limits ENABLE ROW LEVEL SECURITY;
ALTER TABLE spending_limits FORCE ROW LEVEL SECURITY;
CREATE POLICY read_by_whom_it_concerns ON spending_limits FOR SELECT
    USING (user_id = acting_user()
           OR EXISTS (SELECT FROM users
                       WHERE users.user_id = acting_user()
                         AND (scope = 'everybody' OR (imposed AND role IN ('owner', 'admin')))));
CREATE POLICY added_by_who_may ON spending_limits FOR INSERT
    WITH CHECK ((user_id = acting_user() AND scope <> 'everybody' AND NOT imposed)
                OR EXISTS (SELECT FROM users
                            WHERE users.user_id = acting_user() AND role IN ('owner', 'admin')
                              AND ((scope = 'everybody' AND spending_limits.user_id = acting_user())
                                   OR (scope = 'person' AND imposed))));
CREATE POLICY changed_by_who_may ON spending_limits FOR UPDATE
    USING ((user_id = acting_user() AND scope <> 'everybody' AND NOT imposed)
           OR EXISTS (SELECT FROM users
                       WHERE users.user_id = acting_user() AND role IN ('owner', 'admin')
                         AND (scope = 'everybody' OR imposed)));
CREATE POLICY removed_by_who_may ON spending_limits FOR DELETE
    USING ((user_id = acting_user() AND scope <> 'everybody' AND NOT imposed)
           OR EXISTS (SELECT FROM users
                       WHERE users.user_id = acting_user() AND role IN ('owner', 'admin')
                         AND (scope = 'everybody' OR imposed)));
GRANT SELECT, INSERT, UPDATE (name, money, tokens, model_calls, at_limit, updated_at), DELETE ON spending_limits
    TO bailiwick_app;

ALTER TABLE spending_ledgers ENABLE ROW LEVEL SECURITY;
ALTER TABLE spending_ledgers FORCE ROW LEVEL SECURITY;
CREATE POLICY with_their_limit ON spending_ledgers
    USING (EXISTS (SELECT FROM spending_limits
                    WHERE spending_limits.user_id = spending_ledgers.user_id
                      AND spending_limits.id = spending_ledgers.limit_id))
    WITH CHECK (EXISTS (SELECT FROM spending_limits
                         WHERE spending_limits.user_id = spending_ledgers.user_id
                           AND spending_limits.id = spending_ledgers.limit_id));
GRANT SELECT, INSERT, UPDATE ON spending_ledgers TO bailiwick_app;

ALTER TABLE spending_reservations ENABLE ROW LEVEL SECURITY;
ALTER TABLE spending_reservations FORCE ROW LEVEL SECURITY;
CREATE POLICY own_rows ON spending_reservations
    USING (user_id = acting_user())
    WITH CHECK (user_id = acting_user());
GRANT SELECT, INSERT, DELETE ON spending_reservations TO bailiwick_app;
