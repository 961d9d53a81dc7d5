-- Tasks and schedules.

CREATE TABLE task_counters (
    user_id uuid PRIMARY KEY DEFAULT nullif(current_setting('bailiwick.user_id', true), '')::uuid
            REFERENCES users ON DELETE CASCADE,
    number  integer NOT NULL
);
COMMENT ON TABLE task_counters IS 'The number of the latest task; raised under the row''s lock, so without gaps.';

CREATE TABLE schedules (
    user_id           uuid NOT NULL DEFAULT nullif(current_setting('bailiwick.user_id', true), '')::uuid
                      REFERENCES users ON DELETE CASCADE,
    id                uuid NOT NULL,
    name              text NOT NULL,
    cron              text,
    every_seconds     integer,
    timezone          text NOT NULL,
    starts_at         timestamptz,
    ends_at           timestamptz,
    action            json NOT NULL,
    missed            text NOT NULL CHECK (missed IN ('skip', 'once', 'all')),
    overlap           text NOT NULL CHECK (overlap IN ('skip', 'queue')),
    status            text NOT NULL DEFAULT 'active' CHECK (status IN ('active', 'paused', 'ended')),
    reason            text NOT NULL DEFAULT '',
    next_at           timestamptz,
    last_at           timestamptz,
    last_status       text,
    runs              integer NOT NULL DEFAULT 0,
    failures          integer NOT NULL DEFAULT 0,
    failures_in_a_row integer NOT NULL DEFAULT 0,
    created_at        timestamptz NOT NULL DEFAULT clock_timestamp(),
    updated_at        timestamptz NOT NULL DEFAULT clock_timestamp(),
    PRIMARY KEY (user_id, id),
    CONSTRAINT schedules_have_one_kind CHECK ((cron IS NULL) <> (every_seconds IS NULL)),
    CONSTRAINT schedules_fire_while_active CHECK ((status = 'active') = (next_at IS NOT NULL))
) WITH (fillfactor = 80);
CREATE INDEX schedules_due ON schedules (user_id, next_at) WHERE status = 'active';
CREATE INDEX schedules_latest ON schedules (user_id, created_at DESC);

CREATE TABLE tasks (
    user_id          uuid NOT NULL DEFAULT nullif(current_setting('bailiwick.user_id', true), '')::uuid
                     REFERENCES users ON DELETE CASCADE,
    id               uuid NOT NULL,
    number           integer NOT NULL,
    title            text NOT NULL,
    description      text NOT NULL,
    folded           text NOT NULL,
    agent_id         text,
    supervised       boolean NOT NULL,
    rank             smallint NOT NULL CHECK (rank BETWEEN 0 AND 3),
    status           text NOT NULL CHECK (status IN ('todo', 'doing', 'review', 'done', 'paused', 'cancelled')),
    due_at           timestamptz,
    due_key          timestamptz NOT NULL GENERATED ALWAYS AS (coalesce(due_at, 'infinity'::timestamptz)) STORED,
    estimate_minutes integer,
    tags             text[] NOT NULL,
    position         double precision NOT NULL,
    execution_id     uuid,
    result           text,
    summary          text,
    tainted          boolean NOT NULL DEFAULT false,
    comments         integer NOT NULL DEFAULT 0,
    runs             integer NOT NULL DEFAULT 0,
    submissions      integer NOT NULL DEFAULT 0,
    returns          integer NOT NULL DEFAULT 0,
    schedule_id      uuid,
    call_id          text,
    created_at       timestamptz NOT NULL DEFAULT clock_timestamp(),
    updated_at       timestamptz NOT NULL DEFAULT clock_timestamp(),
    started_at       timestamptz,
    completed_at     timestamptz,
    PRIMARY KEY (user_id, id),
    UNIQUE (user_id, number),
    FOREIGN KEY (user_id, execution_id) REFERENCES executions (user_id, id) ON DELETE SET NULL (execution_id),
    FOREIGN KEY (user_id, schedule_id) REFERENCES schedules (user_id, id) ON DELETE SET NULL (schedule_id),
    CONSTRAINT tasks_completed_when_done CHECK ((status = 'done') = (completed_at IS NOT NULL))
) WITH (fillfactor = 80);
COMMENT ON COLUMN tasks.folded IS 'Title and description without case and diacritics, for searching.';
COMMENT ON COLUMN tasks.due_key IS 'When it is due, in the end for what has no date: row-level security lets an index be sought by columns only.';
COMMENT ON COLUMN tasks.rank IS 'The priority: 0 low to 3 urgent.';
CREATE UNIQUE INDEX tasks_by_call ON tasks (user_id, call_id) WHERE call_id IS NOT NULL;
CREATE INDEX tasks_by_position ON tasks (user_id, status, position, id);
CREATE INDEX tasks_by_due ON tasks (user_id, status, due_key, id);
CREATE INDEX tasks_by_priority ON tasks (user_id, status, rank DESC, id DESC);
CREATE INDEX tasks_by_change ON tasks (user_id, status, updated_at DESC, id DESC);
CREATE INDEX tasks_by_execution ON tasks (user_id, execution_id) WHERE execution_id IS NOT NULL;
CREATE INDEX tasks_by_schedule ON tasks (user_id, schedule_id) WHERE schedule_id IS NOT NULL;

CREATE TABLE task_dependencies (
    user_id    uuid NOT NULL DEFAULT nullif(current_setting('bailiwick.user_id', true), '')::uuid,
    task_id    uuid NOT NULL,
    depends_on uuid NOT NULL,
    PRIMARY KEY (user_id, task_id, depends_on),
    FOREIGN KEY (user_id, task_id) REFERENCES tasks (user_id, id) ON DELETE CASCADE,
    FOREIGN KEY (user_id, depends_on) REFERENCES tasks (user_id, id) ON DELETE CASCADE,
    CHECK (task_id <> depends_on)
);
CREATE INDEX task_dependencies_of ON task_dependencies (user_id, depends_on);

CREATE TABLE task_comments (
    user_id    uuid NOT NULL DEFAULT nullif(current_setting('bailiwick.user_id', true), '')::uuid,
    id         uuid NOT NULL,
    task_id    uuid NOT NULL,
    author     text NOT NULL,
    kind       text NOT NULL CHECK (kind IN ('comment', 'returned', 'accepted', 'result', 'change')),
    content    text NOT NULL,
    created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
    PRIMARY KEY (user_id, id),
    FOREIGN KEY (user_id, task_id) REFERENCES tasks (user_id, id) ON DELETE CASCADE
);
CREATE INDEX task_comments_by_task ON task_comments (user_id, task_id, created_at DESC, id DESC);

CREATE TABLE task_runs (
    user_id      uuid NOT NULL DEFAULT nullif(current_setting('bailiwick.user_id', true), '')::uuid,
    execution_id uuid NOT NULL,
    task_id      uuid NOT NULL,
    instructions text NOT NULL,
    tainted      boolean NOT NULL,
    created_at   timestamptz NOT NULL DEFAULT clock_timestamp(),
    PRIMARY KEY (user_id, execution_id),
    FOREIGN KEY (user_id, execution_id) REFERENCES executions (user_id, id) ON DELETE CASCADE,
    FOREIGN KEY (user_id, task_id) REFERENCES tasks (user_id, id) ON DELETE CASCADE
);
COMMENT ON COLUMN task_runs.tainted IS 'Whether what the run was given holds what strangers wrote.';
CREATE INDEX task_runs_by_task ON task_runs (user_id, task_id, created_at DESC);

CREATE TABLE schedule_runs (
    user_id      uuid NOT NULL DEFAULT nullif(current_setting('bailiwick.user_id', true), '')::uuid,
    id           uuid NOT NULL,
    schedule_id  uuid NOT NULL,
    due_at       timestamptz NOT NULL,
    started_at   timestamptz,
    execution_id uuid,
    task_id      uuid,
    status       text NOT NULL CHECK (status IN ('fired', 'skipped', 'missed', 'failed')),
    reason       text,
    by_hand      boolean NOT NULL,
    PRIMARY KEY (user_id, id),
    FOREIGN KEY (user_id, schedule_id) REFERENCES schedules (user_id, id) ON DELETE CASCADE,
    FOREIGN KEY (user_id, execution_id) REFERENCES executions (user_id, id) ON DELETE SET NULL (execution_id),
    FOREIGN KEY (user_id, task_id) REFERENCES tasks (user_id, id) ON DELETE SET NULL (task_id)
);
CREATE UNIQUE INDEX schedule_runs_once ON schedule_runs (user_id, schedule_id, due_at DESC);
CREATE INDEX schedule_runs_by_execution ON schedule_runs (user_id, execution_id) WHERE execution_id IS NOT NULL;
CREATE INDEX schedule_runs_by_task ON schedule_runs (user_id, task_id) WHERE task_id IS NOT NULL;
CREATE INDEX schedule_runs_fired ON schedule_runs (user_id, schedule_id, due_at DESC) WHERE execution_id IS NOT NULL;

ALTER TABLE conversations ADD COLUMN task_id uuid;
ALTER TABLE conversations ADD CONSTRAINT conversations_task_fkey
    FOREIGN KEY (user_id, task_id) REFERENCES tasks (user_id, id) ON DELETE CASCADE;
DROP INDEX conversations_latest;
CREATE UNIQUE INDEX conversations_by_task ON conversations (user_id, task_id) WHERE task_id IS NOT NULL;
CREATE INDEX conversations_latest ON conversations (user_id, pinned DESC, updated_at DESC)
    WHERE resident_id IS NULL AND task_id IS NULL;
COMMENT ON COLUMN conversations.task_id IS 'Whose thread it is: the runs of a task, not a thread of a person.';

ALTER TABLE users ADD COLUMN schedules_due_at timestamptz;
COMMENT ON COLUMN users.schedules_due_at IS 'No schedule of the user is due before; the one thing about schedules that is read of all users at once.';

ALTER TABLE task_counters ENABLE ROW LEVEL SECURITY;
ALTER TABLE task_counters FORCE ROW LEVEL SECURITY;
CREATE POLICY own_rows ON task_counters
    USING (user_id = nullif(current_setting('bailiwick.user_id', true), '')::uuid)
    WITH CHECK (user_id = nullif(current_setting('bailiwick.user_id', true), '')::uuid);
GRANT SELECT, INSERT, UPDATE, DELETE ON task_counters TO bailiwick_app;

ALTER TABLE schedules ENABLE ROW LEVEL SECURITY;
ALTER TABLE schedules FORCE ROW LEVEL SECURITY;
CREATE POLICY own_rows ON schedules
    USING (user_id = nullif(current_setting('bailiwick.user_id', true), '')::uuid)
    WITH CHECK (user_id = nullif(current_setting('bailiwick.user_id', true), '')::uuid);
GRANT SELECT, INSERT, UPDATE, DELETE ON schedules TO bailiwick_app;

ALTER TABLE tasks ENABLE ROW LEVEL SECURITY;
ALTER TABLE tasks FORCE ROW LEVEL SECURITY;
CREATE POLICY own_rows ON tasks
    USING (user_id = nullif(current_setting('bailiwick.user_id', true), '')::uuid)
    WITH CHECK (user_id = nullif(current_setting('bailiwick.user_id', true), '')::uuid);
GRANT SELECT, INSERT, UPDATE, DELETE ON tasks TO bailiwick_app;

ALTER TABLE task_dependencies ENABLE ROW LEVEL SECURITY;
ALTER TABLE task_dependencies FORCE ROW LEVEL SECURITY;
CREATE POLICY own_rows ON task_dependencies
    USING (user_id = nullif(current_setting('bailiwick.user_id', true), '')::uuid)
    WITH CHECK (user_id = nullif(current_setting('bailiwick.user_id', true), '')::uuid);
GRANT SELECT, INSERT, UPDATE, DELETE ON task_dependencies TO bailiwick_app;

ALTER TABLE task_comments ENABLE ROW LEVEL SECURITY;
ALTER TABLE task_comments FORCE ROW LEVEL SECURITY;
CREATE POLICY own_rows ON task_comments
    USING (user_id = nullif(current_setting('bailiwick.user_id', true), '')::uuid)
    WITH CHECK (user_id = nullif(current_setting('bailiwick.user_id', true), '')::uuid);
GRANT SELECT, INSERT, UPDATE, DELETE ON task_comments TO bailiwick_app;

ALTER TABLE task_runs ENABLE ROW LEVEL SECURITY;
ALTER TABLE task_runs FORCE ROW LEVEL SECURITY;
CREATE POLICY own_rows ON task_runs
    USING (user_id = nullif(current_setting('bailiwick.user_id', true), '')::uuid)
    WITH CHECK (user_id = nullif(current_setting('bailiwick.user_id', true), '')::uuid);
GRANT SELECT, INSERT, UPDATE, DELETE ON task_runs TO bailiwick_app;

ALTER TABLE schedule_runs ENABLE ROW LEVEL SECURITY;
ALTER TABLE schedule_runs FORCE ROW LEVEL SECURITY;
CREATE POLICY own_rows ON schedule_runs
    USING (user_id = nullif(current_setting('bailiwick.user_id', true), '')::uuid)
    WITH CHECK (user_id = nullif(current_setting('bailiwick.user_id', true), '')::uuid);
GRANT SELECT, INSERT, UPDATE, DELETE ON schedule_runs TO bailiwick_app;
