-- How the providers of models have answered lately, so that no process asks one that does not.

CREATE TABLE model_breakers (
    provider     text PRIMARY KEY,
    failures     integer NOT NULL DEFAULT 0,
    failed_at    timestamptz,
    error_class  text,
    why          json,
    openings     integer NOT NULL DEFAULT 0,
    times_opened bigint NOT NULL DEFAULT 0,
    passed_over  bigint NOT NULL DEFAULT 0,
    opened_at    timestamptz,
    open_until   timestamptz,
    asked        boolean NOT NULL DEFAULT false,
    trial_until  timestamptz
) WITH (fillfactor = 70);
COMMENT ON TABLE model_breakers IS 'One row for each provider or connection that has failed; it is nobody''s and names nobody.';
COMMENT ON COLUMN model_breakers.provider IS
    'The part of a model''s full name before the colon; of a person''s own connection its id.';
COMMENT ON COLUMN model_breakers.failures IS 'Failures in a row.';
COMMENT ON COLUMN model_breakers.why IS 'Why it did not answer the last time, as a code with values.';
COMMENT ON COLUMN model_breakers.openings IS 'How often it was opened in a row; each is longer than the one before.';
COMMENT ON COLUMN model_breakers.passed_over IS 'How often another model, or rules, answered in place of one of its.';
COMMENT ON COLUMN model_breakers.open_until IS 'Before this it is not called; null while it is closed.';
COMMENT ON COLUMN model_breakers.asked IS 'Whether the provider itself said when it may be called again.';
COMMENT ON COLUMN model_breakers.trial_until IS 'While one call tries whether it answers again; whoever makes it may have died after this.';

-- It belongs to no person, so there is nobody to tell apart; the owner of the tables has no business here either.
ALTER TABLE model_breakers ENABLE ROW LEVEL SECURITY;
ALTER TABLE model_breakers FORCE ROW LEVEL SECURITY;
CREATE POLICY every_call ON model_breakers TO bailiwick_app USING (true) WITH CHECK (true);
GRANT SELECT, INSERT, UPDATE ON model_breakers TO bailiwick_app;

CREATE FUNCTION tell_of_breaker() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    PERFORM pg_notify('bailiwick_changes', '{"u": null}');
    RETURN NULL;
END
$$;
COMMENT ON FUNCTION tell_of_breaker IS 'Tells every process that what it keeps in memory for all users is no longer so.';

CREATE TRIGGER tells_of_change AFTER UPDATE OF open_until ON model_breakers
    FOR EACH ROW WHEN (OLD.open_until IS DISTINCT FROM NEW.open_until) EXECUTE FUNCTION tell_of_breaker();
