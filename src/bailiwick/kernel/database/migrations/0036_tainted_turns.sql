-- Whether a turn had read what strangers wrote is a column, and no longer how its digest begins.
ALTER TABLE resident_turns ADD COLUMN tainted boolean NOT NULL DEFAULT false;
COMMENT ON COLUMN resident_turns.tainted IS 'Whether it had read what strangers wrote; false until it has ended.';

-- The owner of the table sees nobody's rows either while policies are forced.
ALTER TABLE resident_turns NO FORCE ROW LEVEL SECURITY;
UPDATE resident_turns SET tainted = true, digest = substr(digest, length('[from outside] ') + 1)
 WHERE starts_with(digest, '[from outside] ');
ALTER TABLE resident_turns FORCE ROW LEVEL SECURITY;
