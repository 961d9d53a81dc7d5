-- An approval keeps what its arguments named, and is worth nothing once that has changed.
ALTER TABLE approvals ADD COLUMN found json;
ALTER TABLE approvals DROP CONSTRAINT approvals_status_check;
ALTER TABLE approvals ADD CONSTRAINT approvals_status_check
    CHECK (status IN ('pending', 'approved', 'used', 'denied', 'expired', 'withdrawn', 'changed'));
COMMENT ON COLUMN approvals.found IS 'What the arguments named when the person was asked, each with a digest; null of a tool that cannot tell.';
