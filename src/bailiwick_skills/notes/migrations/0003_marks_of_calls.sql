-- Whether a call has told of what strangers had a hand in, so that a repetition of it is marked as it was.
ALTER TABLE note_calls ADD COLUMN tainted boolean NOT NULL DEFAULT false;
COMMENT ON COLUMN note_calls.tainted IS 'Whether what it returned holds what was written after reading strangers'' words.';
