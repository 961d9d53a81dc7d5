-- A reminder that comes after equal times counts them from one moment, also where one of its times is put off.

ALTER TABLE reminders ADD COLUMN counts_from timestamptz;
COMMENT ON COLUMN reminders.counts_from IS 'From when its equal times count; its next time where that is empty.';
