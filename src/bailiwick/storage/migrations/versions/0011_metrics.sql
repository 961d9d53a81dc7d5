-- Metrics: hourly figures, rolled up from facts.
SELECT 1;
