-- name: get
-- What the acting user prefers.
SELECT timezone, language, default_agent, default_mode, model, silence_minutes, recall, remember FROM preferences;

-- name: save
-- Replace what the acting user prefers.
INSERT INTO preferences (timezone, language, default_agent, default_mode, model, silence_minutes, recall, remember)
VALUES (%(timezone)s, %(language)s, %(default_agent)s, %(default_mode)s, %(model)s, %(silence_minutes)s, %(recall)s,
        %(remember)s)
    ON CONFLICT (user_id) DO UPDATE
   SET timezone = excluded.timezone, language = excluded.language, default_agent = excluded.default_agent,
       default_mode = excluded.default_mode, model = excluded.model, silence_minutes = excluded.silence_minutes,
       recall = excluded.recall, remember = excluded.remember, updated_at = clock_timestamp();
