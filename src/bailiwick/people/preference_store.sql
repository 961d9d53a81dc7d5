-- name: get
-- What the acting user prefers.
SELECT timezone, language, default_agent, default_mode, model FROM preferences;

-- name: save
-- Replace what the acting user prefers.
INSERT INTO preferences (timezone, language, default_agent, default_mode, model)
VALUES (%(timezone)s, %(language)s, %(default_agent)s, %(default_mode)s, %(model)s)
    ON CONFLICT (user_id) DO UPDATE
   SET timezone = excluded.timezone, language = excluded.language, default_agent = excluded.default_agent,
       default_mode = excluded.default_mode, model = excluded.model, updated_at = clock_timestamp();
