-- columns: state
provider, failures, error_class, why, asked, times_opened, passed_over, opened_at, open_until,
extract(epoch FROM open_until - clock_timestamp())::float8 AS seconds,
coalesce(trial_until > clock_timestamp(), false) AS on_trial

-- name: all
-- How every provider stands that has ever failed.
SELECT {state} FROM model_breakers ORDER BY provider;

-- name: know
-- Have a row for a provider that has not failed before.
INSERT INTO model_breakers (provider) VALUES (%(provider)s) ON CONFLICT DO NOTHING;

-- name: fail
-- Count a failure, as `weight` of them, and open where they are enough, where the provider asked for it or where the
-- one trial has failed. While it is open, a failure of a call that began before changes nothing but what was asked.
WITH counted AS (
    SELECT provider,
           %(weight)s::integer
           + CASE WHEN failed_at > clock_timestamp() - %(window)s::interval THEN failures ELSE 0 END AS failures,
           open_until IS NOT NULL AND NOT %(trial)s::boolean AS was_open,
           %(trial)s::boolean OR %(asked)s::interval IS NOT NULL AS opens_at_once
      FROM model_breakers WHERE provider = %(provider)s FOR UPDATE
), judged AS (
    SELECT *, opens_at_once OR failures >= %(most)s AS opens FROM counted
)
UPDATE model_breakers AS breaker
   SET failures = judged.failures,
       failed_at = clock_timestamp(),
       error_class = %(error_class)s,
       why = %(why)s,
       openings = breaker.openings + (opens AND NOT was_open)::integer,
       times_opened = breaker.times_opened + (opens AND NOT was_open)::integer,
       opened_at = CASE WHEN opens THEN coalesce(breaker.opened_at, clock_timestamp()) END,
       open_until = CASE
           WHEN was_open THEN greatest(breaker.open_until, clock_timestamp() + %(asked)s::interval)
           WHEN opens THEN clock_timestamp() + coalesce(
               %(asked)s::interval,
               least(%(longest)s::interval, %(shortest)s::interval * power(2, least(breaker.openings, 20))))
           END,
       asked = CASE WHEN was_open THEN breaker.asked ELSE %(asked)s::interval IS NOT NULL END,
       trial_until = CASE WHEN NOT %(trial)s THEN breaker.trial_until END
  FROM judged
 WHERE breaker.provider = judged.provider
RETURNING breaker.provider, breaker.failures, error_class, why, asked, times_opened, passed_over, opened_at, open_until,
          extract(epoch FROM open_until - clock_timestamp())::float8 AS seconds,
          coalesce(trial_until > clock_timestamp(), false) AS on_trial;

-- name: try
-- Take the one call that tries an open one whose time is over; no row means that another has it, or that it is closed.
UPDATE model_breakers SET trial_until = clock_timestamp() + %(lease)s::interval
 WHERE provider = %(provider)s AND open_until <= clock_timestamp()
   AND (trial_until IS NULL OR trial_until <= clock_timestamp())
RETURNING {state};

-- name: get
-- How one provider stands.
SELECT {state} FROM model_breakers WHERE provider = %(provider)s;

-- name: close
-- It has answered: nothing is counted any more.
UPDATE model_breakers
   SET failures = 0, openings = 0, opened_at = NULL, open_until = NULL, asked = false, trial_until = NULL
 WHERE provider = %(provider)s
RETURNING {state};

-- name: pass_over
-- Count that another model answered in place of one of the provider's.
INSERT INTO model_breakers AS breaker (provider, passed_over) VALUES (%(provider)s, 1)
ON CONFLICT (provider) DO UPDATE SET passed_over = breaker.passed_over + 1;

-- name: release
-- Give the trial back: its call was ended before it was known whether the provider answers.
UPDATE model_breakers SET trial_until = NULL WHERE provider = %(provider)s;
