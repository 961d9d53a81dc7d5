-- Tasks and schedules.
SELECT 1;
