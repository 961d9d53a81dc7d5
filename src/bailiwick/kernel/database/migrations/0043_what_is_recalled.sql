-- Whether anything was ever written down for a user is kept in memory by every process; the first time is told.

CREATE TRIGGER tells_of_change AFTER INSERT ON knowledge_scopes
    FOR EACH ROW WHEN (NEW.scope = 'user') EXECUTE FUNCTION tell_of_change();

-- What was recalled is taken out of the journal again when it is forgotten for good.
CREATE INDEX steps_that_recall ON steps (user_id) WHERE kind = 'recall';
