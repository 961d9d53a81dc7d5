-- Connections to model providers, kept in the product.

CREATE TABLE model_connections (
    user_id       uuid NOT NULL DEFAULT acting_user()
                  REFERENCES users ON DELETE CASCADE,
    id            uuid NOT NULL,
    name          text NOT NULL,
    for_everybody boolean NOT NULL,
    kind          text NOT NULL,
    address       text NOT NULL,
    key_id        text,
    sealed        bytea,
    key_end       text NOT NULL,
    models        json NOT NULL,
    default_model text NOT NULL,
    facts         json NOT NULL,
    created_at    timestamptz NOT NULL DEFAULT clock_timestamp(),
    updated_at    timestamptz NOT NULL DEFAULT clock_timestamp(),
    PRIMARY KEY (user_id, id)
);
CREATE UNIQUE INDEX own_model_connections ON model_connections (user_id, name) WHERE NOT for_everybody;
COMMENT ON TABLE model_connections IS 'Connections to model providers: those of the installation, which administrators write, and those of one person.';
COMMENT ON COLUMN model_connections.user_id IS 'Who made it.';
COMMENT ON COLUMN model_connections.name IS 'Stands before the colon of its models'' full names.';
COMMENT ON COLUMN model_connections.for_everybody IS 'Whether everybody''s agents use it; else only those of who made it.';
COMMENT ON COLUMN model_connections.address IS 'Base address; empty for the provider''s own.';
COMMENT ON COLUMN model_connections.sealed IS 'Its key, for the installation or for who made it; null where it needs none.';
COMMENT ON COLUMN model_connections.key_end IS 'The last four characters of its key, by which people know it; empty for a short one.';
COMMENT ON COLUMN model_connections.models IS 'What is offered in lists; none for all that the provider lists.';
COMMENT ON COLUMN model_connections.facts IS 'Prices, context and abilities of models that were set by hand.';

ALTER TABLE model_connections ENABLE ROW LEVEL SECURITY;
ALTER TABLE model_connections FORCE ROW LEVEL SECURITY;
CREATE POLICY read_by_whom_it_is_for ON model_connections FOR SELECT
    USING (user_id = acting_user()
           OR for_everybody AND EXISTS (SELECT FROM users
                                         WHERE users.user_id = acting_user()));
CREATE POLICY added_by_people ON model_connections FOR INSERT
    WITH CHECK (user_id = acting_user()
                AND (NOT for_everybody
                     OR EXISTS (SELECT FROM users
                                 WHERE users.user_id = acting_user()
                                   AND role IN ('owner', 'admin'))));
CREATE POLICY changed_by_whom_it_belongs_to ON model_connections FOR UPDATE
    USING (CASE WHEN for_everybody THEN EXISTS (SELECT FROM users
                                                 WHERE users.user_id = acting_user()
                                                   AND role IN ('owner', 'admin'))
                ELSE user_id = acting_user() END);
CREATE POLICY removed_by_whom_it_belongs_to ON model_connections FOR DELETE
    USING (CASE WHEN for_everybody THEN EXISTS (SELECT FROM users
                                                 WHERE users.user_id = acting_user()
                                                   AND role IN ('owner', 'admin'))
                ELSE user_id = acting_user() END);
GRANT SELECT, INSERT, DELETE,
      UPDATE (address, key_id, sealed, key_end, models, default_model, facts, updated_at)
   ON model_connections TO bailiwick_app;

CREATE TRIGGER tells_of_change AFTER INSERT OR UPDATE OR DELETE ON model_connections
    FOR EACH ROW EXECUTE FUNCTION tell_of_change('everybody');
CREATE TRIGGER tells_of_change AFTER INSERT OR UPDATE OR DELETE ON installation_settings
    FOR EACH ROW EXECUTE FUNCTION tell_of_change('everybody');
