-- Whether anything was ever written down for a user is kept in memory by every process; the first time is told.

CREATE TRIGGER tells_of_change AFTER INSERT ON knowledge_scopes
    FOR EACH ROW WHEN (NEW.scope = 'user') EXECUTE FUNCTION tell_of_change();
