-- What people want to read. A table needs `user_id` and a primary key that begins with it; the rest (whose rows are
-- seen, what becomes of them when a person goes, what the product may do) is added by Bailiwick.
CREATE TABLE books (
    user_id     uuid,
    id          uuid,
    title       text NOT NULL,
    added_at    timestamptz NOT NULL DEFAULT clock_timestamp(),
    finished_at timestamptz,
    dusty       boolean NOT NULL DEFAULT false,
    call_id     text,
    PRIMARY KEY (user_id, id),
    UNIQUE (user_id, call_id)
);
COMMENT ON COLUMN books.call_id IS 'The call of a tool that added it, so that it is added once.';
