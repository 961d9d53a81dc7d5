-- One function says whose transaction this is: policies and the user of new rows ask it.

CREATE FUNCTION acting_user() RETURNS uuid LANGUAGE sql STABLE PARALLEL SAFE
    RETURN nullif(current_setting('bailiwick.user_id', true), '')::uuid;
COMMENT ON FUNCTION acting_user IS 'The user as whom this transaction reads and writes; empty where there is none.';

DO $$
DECLARE
    spelled CONSTANT text := $spelled$(NULLIF(current_setting('bailiwick.user_id'::text, true), ''::text))::uuid$spelled$;
    one record;
BEGIN
    FOR one IN
        SELECT polrelid::regclass AS of_table, polname AS name, pg_get_expr(polqual, polrelid) AS reads,
               pg_get_expr(polwithcheck, polrelid) AS writes
          FROM pg_policy
    LOOP
        IF strpos(one.reads, spelled) > 0 THEN
            EXECUTE format('ALTER POLICY %I ON %s USING (%s)', one.name, one.of_table,
                           replace(one.reads, spelled, 'public.acting_user()'));
        END IF;
        IF strpos(one.writes, spelled) > 0 THEN
            EXECUTE format('ALTER POLICY %I ON %s WITH CHECK (%s)', one.name, one.of_table,
                           replace(one.writes, spelled, 'public.acting_user()'));
        END IF;
    END LOOP;
    FOR one IN
        SELECT adrelid::regclass AS of_table, attname AS name
          FROM pg_attrdef JOIN pg_attribute ON attrelid = adrelid AND attnum = adnum
         WHERE pg_get_expr(adbin, adrelid) = spelled
    LOOP
        EXECUTE format('ALTER TABLE %s ALTER %I SET DEFAULT public.acting_user()', one.of_table, one.name);
    END LOOP;
END
$$;
