-- What processes keep in memory is told of when it changes.
CREATE FUNCTION tell_of_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    PERFORM pg_notify('bailiwick_changes', json_build_object(
        'u', CASE WHEN TG_NARGS = 0 THEN coalesce(NEW.user_id, OLD.user_id) END)::text);
    RETURN NULL;
END
$$;
COMMENT ON FUNCTION tell_of_change IS 'Tells every process that what it keeps in memory of a user is no longer so; with an argument: of all users.';

CREATE TRIGGER tells_of_change AFTER UPDATE OF user_id, name, role OR DELETE ON users
    FOR EACH ROW EXECUTE FUNCTION tell_of_change();
CREATE TRIGGER tells_of_change AFTER UPDATE OF user_id, id, kind, digest, scopes, expires_at OR DELETE ON access_tokens
    FOR EACH ROW EXECUTE FUNCTION tell_of_change();
CREATE TRIGGER tells_of_change AFTER INSERT OR UPDATE OR DELETE ON rosters
    FOR EACH ROW EXECUTE FUNCTION tell_of_change();
CREATE TRIGGER tells_of_change AFTER INSERT OR UPDATE OR DELETE ON preferences
    FOR EACH ROW EXECUTE FUNCTION tell_of_change();
CREATE TRIGGER tells_of_change AFTER INSERT OR UPDATE OR DELETE ON mcp_enablements
    FOR EACH ROW EXECUTE FUNCTION tell_of_change();
CREATE TRIGGER tells_of_change AFTER INSERT OR UPDATE OR DELETE ON mcp_servers
    FOR EACH ROW EXECUTE FUNCTION tell_of_change('everybody');
