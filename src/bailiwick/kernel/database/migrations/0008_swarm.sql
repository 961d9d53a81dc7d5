-- Swarms, residents, rooms, mail and turns.

CREATE TABLE swarms (
    user_id       uuid NOT NULL DEFAULT nullif(current_setting('bailiwick.user_id', true), '')::uuid
                  REFERENCES users ON DELETE CASCADE,
    id            text NOT NULL,
    name          text NOT NULL,
    goal          text NOT NULL,
    template      text,
    status        text NOT NULL DEFAULT 'running' CHECK (status IN ('running', 'paused', 'stopped')),
    reason        text NOT NULL DEFAULT '',
    limits        json NOT NULL,
    residents     integer NOT NULL DEFAULT 0,
    mails         integer NOT NULL DEFAULT 0,
    unread        integer NOT NULL DEFAULT 0,
    dead          integer NOT NULL DEFAULT 0,
    seconds       double precision NOT NULL DEFAULT 0,
    input_tokens  bigint NOT NULL DEFAULT 0,
    output_tokens bigint NOT NULL DEFAULT 0,
    model_calls   integer NOT NULL DEFAULT 0,
    tool_calls    integer NOT NULL DEFAULT 0,
    cost          double precision NOT NULL DEFAULT 0,
    created_at    timestamptz NOT NULL DEFAULT clock_timestamp(),
    updated_at    timestamptz NOT NULL DEFAULT clock_timestamp(),
    PRIMARY KEY (user_id, id)
) WITH (fillfactor = 50);
COMMENT ON TABLE swarms IS 'The row is locked first by every transaction that writes anything of the swarm.';
COMMENT ON COLUMN swarms.mails IS 'How many were sent; also the position of the latest.';
COMMENT ON COLUMN swarms.unread IS 'Mails that the person has not read. Counted as they come and go, under the row''s lock, like every count here.';
CREATE INDEX swarms_latest ON swarms (user_id, updated_at DESC);

CREATE TABLE residents (
    user_id        uuid NOT NULL DEFAULT nullif(current_setting('bailiwick.user_id', true), '')::uuid,
    id             text NOT NULL,
    swarm_id       text NOT NULL,
    name           text NOT NULL,
    name_key       text NOT NULL,
    role           text NOT NULL,
    guidance       text NOT NULL,
    parent_id      text,
    depth          integer NOT NULL,
    agent_id       text,
    model          text,
    tools          text[] NOT NULL,
    context_window integer NOT NULL,
    color          text NOT NULL,
    icon           text NOT NULL,
    status         text NOT NULL DEFAULT 'active' CHECK (status IN ('active', 'paused', 'stopped')),
    reason         text NOT NULL DEFAULT '',
    call_id        text,
    unread         integer NOT NULL DEFAULT 0,
    turns          integer NOT NULL DEFAULT 0,
    children       integer NOT NULL DEFAULT 0,
    input_tokens   bigint NOT NULL DEFAULT 0,
    output_tokens  bigint NOT NULL DEFAULT 0,
    model_calls    integer NOT NULL DEFAULT 0,
    tool_calls     integer NOT NULL DEFAULT 0,
    cost           double precision NOT NULL DEFAULT 0,
    created_at     timestamptz NOT NULL DEFAULT clock_timestamp(),
    last_active_at timestamptz,
    PRIMARY KEY (user_id, id),
    UNIQUE (user_id, swarm_id, name_key),
    FOREIGN KEY (user_id, swarm_id) REFERENCES swarms (user_id, id) ON DELETE CASCADE,
    FOREIGN KEY (user_id, parent_id) REFERENCES residents (user_id, id) ON DELETE CASCADE
) WITH (fillfactor = 80);
COMMENT ON COLUMN residents.id IS '<name>@<swarm>: no agent of the roster has such an id.';
CREATE UNIQUE INDEX residents_by_call ON residents (user_id, call_id) WHERE call_id IS NOT NULL;
CREATE INDEX residents_by_parent ON residents (user_id, parent_id) WHERE parent_id IS NOT NULL;

ALTER TABLE conversations ADD COLUMN resident_id text;
ALTER TABLE conversations ADD CONSTRAINT conversations_resident_fkey
    FOREIGN KEY (user_id, resident_id) REFERENCES residents (user_id, id) ON DELETE CASCADE;
DROP INDEX conversations_latest;
CREATE UNIQUE INDEX conversations_by_resident ON conversations (user_id, resident_id) WHERE resident_id IS NOT NULL;
CREATE INDEX conversations_latest ON conversations (user_id, pinned DESC, updated_at DESC) WHERE resident_id IS NULL;
COMMENT ON COLUMN conversations.resident_id IS 'Whose thread it is: the turns of a resident, not a thread of a person.';

CREATE TABLE rooms (
    user_id      uuid NOT NULL DEFAULT nullif(current_setting('bailiwick.user_id', true), '')::uuid,
    id           uuid NOT NULL,
    swarm_id     text NOT NULL,
    kind         text NOT NULL CHECK (kind IN ('direct', 'group')),
    name         text NOT NULL,
    key          text NOT NULL,
    status       text NOT NULL DEFAULT 'open' CHECK (status IN ('open', 'paused')),
    mails        integer NOT NULL DEFAULT 0,
    last_mail_at timestamptz,
    last_mail    text NOT NULL DEFAULT '',
    unread       integer NOT NULL DEFAULT 0,
    mentions     integer NOT NULL DEFAULT 0,
    created_at   timestamptz NOT NULL DEFAULT clock_timestamp(),
    PRIMARY KEY (user_id, id),
    UNIQUE (user_id, swarm_id, key),
    UNIQUE (user_id, swarm_id, id),
    FOREIGN KEY (user_id, swarm_id) REFERENCES swarms (user_id, id) ON DELETE CASCADE
) WITH (fillfactor = 80);
COMMENT ON COLUMN rooms.key IS 'Of a group # and its name without case and diacritics, of a direct room both member ids in order, with | between.';
COMMENT ON COLUMN rooms.unread IS 'Mails that the person has not read; mentions counts those of them that turn to the person.';

CREATE TABLE room_members (
    user_id     uuid NOT NULL DEFAULT nullif(current_setting('bailiwick.user_id', true), '')::uuid,
    swarm_id    text NOT NULL,
    room_id     uuid NOT NULL,
    member_id   text NOT NULL,
    resident_id text GENERATED ALWAYS AS (nullif(member_id, 'person')) STORED,
    joined_at   timestamptz NOT NULL DEFAULT clock_timestamp(),
    PRIMARY KEY (user_id, room_id, member_id),
    FOREIGN KEY (user_id, swarm_id, room_id) REFERENCES rooms (user_id, swarm_id, id) ON DELETE CASCADE,
    FOREIGN KEY (user_id, resident_id) REFERENCES residents (user_id, id) ON DELETE CASCADE
);
CREATE INDEX room_members_by_member ON room_members (user_id, swarm_id, member_id);

CREATE TABLE mails (
    user_id       uuid NOT NULL DEFAULT nullif(current_setting('bailiwick.user_id', true), '')::uuid,
    id            uuid NOT NULL,
    swarm_id      text NOT NULL,
    room_id       uuid NOT NULL,
    position      integer NOT NULL,
    sender_id     text NOT NULL,
    by_person     boolean NOT NULL,
    content       text NOT NULL CHECK (char_length(content) BETWEEN 1 AND 32000),
    cause_id      uuid,
    root_id       uuid NOT NULL,
    hop           integer NOT NULL,
    reply_to      uuid,
    mentions      text[] NOT NULL,
    expects_reply boolean NOT NULL,
    tainted       boolean NOT NULL,
    execution_id  uuid,
    call_id       text,
    sent_at       timestamptz NOT NULL DEFAULT clock_timestamp(),
    PRIMARY KEY (user_id, id),
    UNIQUE (user_id, swarm_id, position),
    FOREIGN KEY (user_id, swarm_id, room_id) REFERENCES rooms (user_id, swarm_id, id) ON DELETE CASCADE,
    FOREIGN KEY (user_id, cause_id) REFERENCES mails (user_id, id) DEFERRABLE INITIALLY DEFERRED,
    FOREIGN KEY (user_id, reply_to) REFERENCES mails (user_id, id) DEFERRABLE INITIALLY DEFERRED,
    FOREIGN KEY (user_id, execution_id) REFERENCES executions (user_id, id) ON DELETE SET NULL (execution_id)
);
CREATE UNIQUE INDEX mails_by_call ON mails (user_id, call_id) WHERE call_id IS NOT NULL;
CREATE INDEX mails_by_room ON mails (user_id, room_id, position DESC);
CREATE INDEX mails_by_sender ON mails (user_id, room_id, sender_id, sent_at DESC);
CREATE INDEX mails_by_author ON mails (user_id, swarm_id, sender_id, position DESC);
CREATE INDEX mails_that_ask ON mails (user_id, room_id, position) WHERE expects_reply;
CREATE INDEX mails_by_time ON mails (user_id, swarm_id, sent_at);
CREATE INDEX mails_by_cause ON mails (user_id, cause_id) WHERE cause_id IS NOT NULL;
CREATE INDEX mails_by_reply ON mails (user_id, reply_to) WHERE reply_to IS NOT NULL;
CREATE INDEX mails_by_execution ON mails (user_id, execution_id) WHERE execution_id IS NOT NULL;

CREATE TABLE deliveries (
    user_id      uuid NOT NULL DEFAULT nullif(current_setting('bailiwick.user_id', true), '')::uuid,
    mail_id      uuid NOT NULL,
    recipient_id text NOT NULL,
    swarm_id     text NOT NULL,
    room_id      uuid NOT NULL,
    position     integer NOT NULL,
    status       text NOT NULL DEFAULT 'unread' CHECK (status IN ('unread', 'claimed', 'read', 'dead')),
    wakes        boolean NOT NULL,
    attempts     integer NOT NULL DEFAULT 0,
    execution_id uuid,
    error        text NOT NULL DEFAULT '',
    read_at      timestamptz,
    PRIMARY KEY (user_id, mail_id, recipient_id),
    FOREIGN KEY (user_id, mail_id) REFERENCES mails (user_id, id) ON DELETE CASCADE,
    FOREIGN KEY (user_id, execution_id) REFERENCES executions (user_id, id) ON DELETE SET NULL (execution_id)
) WITH (fillfactor = 80);
COMMENT ON COLUMN deliveries.wakes IS 'Whether the mail wakes the recipient; other mail is read along with one that does.';
CREATE INDEX deliveries_unread ON deliveries (user_id, swarm_id, recipient_id, room_id, position) WHERE status = 'unread';
CREATE INDEX deliveries_waking ON deliveries (user_id, swarm_id, recipient_id, room_id, position)
    WHERE status = 'unread' AND wakes;
CREATE INDEX deliveries_dead ON deliveries (user_id, swarm_id, position) WHERE status = 'dead';
CREATE INDEX deliveries_by_execution ON deliveries (user_id, execution_id) WHERE execution_id IS NOT NULL;
CREATE INDEX deliveries_by_recipient ON deliveries (user_id, swarm_id, recipient_id, position DESC);

CREATE TABLE resident_turns (
    user_id         uuid NOT NULL DEFAULT nullif(current_setting('bailiwick.user_id', true), '')::uuid,
    execution_id    uuid NOT NULL,
    swarm_id        text NOT NULL,
    resident_id     text NOT NULL,
    room_id         uuid,
    woken_by        text NOT NULL CHECK (woken_by IN ('manual', 'direct_message', 'group_message')),
    digest          text NOT NULL DEFAULT '',
    reserved_tokens integer NOT NULL DEFAULT 0,
    error           text NOT NULL DEFAULT '',
    retry_at        timestamptz,
    attempts        integer NOT NULL DEFAULT 1,
    unfinished      boolean NOT NULL DEFAULT true,
    created_at      timestamptz NOT NULL DEFAULT clock_timestamp(),
    PRIMARY KEY (user_id, execution_id),
    FOREIGN KEY (user_id, execution_id) REFERENCES executions (user_id, id) ON DELETE CASCADE,
    FOREIGN KEY (user_id, resident_id) REFERENCES residents (user_id, id) ON DELETE CASCADE,
    FOREIGN KEY (user_id, swarm_id, room_id) REFERENCES rooms (user_id, swarm_id, id) ON DELETE CASCADE
) WITH (fillfactor = 80);
COMMENT ON COLUMN resident_turns.error IS 'Why it was laid down or given up; taken up again without one, it is no further attempt.';
CREATE UNIQUE INDEX resident_turns_unfinished ON resident_turns (user_id, resident_id) WHERE unfinished;
CREATE INDEX resident_turns_under_way ON resident_turns (user_id, swarm_id) WHERE unfinished;
CREATE INDEX resident_turns_latest ON resident_turns (user_id, resident_id, created_at DESC);
CREATE INDEX resident_turns_by_room ON resident_turns (user_id, swarm_id, room_id) WHERE room_id IS NOT NULL;

ALTER TABLE swarms ENABLE ROW LEVEL SECURITY;
ALTER TABLE swarms FORCE ROW LEVEL SECURITY;
CREATE POLICY own_rows ON swarms
    USING (user_id = nullif(current_setting('bailiwick.user_id', true), '')::uuid)
    WITH CHECK (user_id = nullif(current_setting('bailiwick.user_id', true), '')::uuid);
GRANT SELECT, INSERT, UPDATE, DELETE ON swarms TO bailiwick_app;

ALTER TABLE residents ENABLE ROW LEVEL SECURITY;
ALTER TABLE residents FORCE ROW LEVEL SECURITY;
CREATE POLICY own_rows ON residents
    USING (user_id = nullif(current_setting('bailiwick.user_id', true), '')::uuid)
    WITH CHECK (user_id = nullif(current_setting('bailiwick.user_id', true), '')::uuid);
GRANT SELECT, INSERT, UPDATE, DELETE ON residents TO bailiwick_app;

ALTER TABLE rooms ENABLE ROW LEVEL SECURITY;
ALTER TABLE rooms FORCE ROW LEVEL SECURITY;
CREATE POLICY own_rows ON rooms
    USING (user_id = nullif(current_setting('bailiwick.user_id', true), '')::uuid)
    WITH CHECK (user_id = nullif(current_setting('bailiwick.user_id', true), '')::uuid);
GRANT SELECT, INSERT, UPDATE, DELETE ON rooms TO bailiwick_app;

ALTER TABLE room_members ENABLE ROW LEVEL SECURITY;
ALTER TABLE room_members FORCE ROW LEVEL SECURITY;
CREATE POLICY own_rows ON room_members
    USING (user_id = nullif(current_setting('bailiwick.user_id', true), '')::uuid)
    WITH CHECK (user_id = nullif(current_setting('bailiwick.user_id', true), '')::uuid);
GRANT SELECT, INSERT, UPDATE, DELETE ON room_members TO bailiwick_app;

ALTER TABLE mails ENABLE ROW LEVEL SECURITY;
ALTER TABLE mails FORCE ROW LEVEL SECURITY;
CREATE POLICY own_rows ON mails
    USING (user_id = nullif(current_setting('bailiwick.user_id', true), '')::uuid)
    WITH CHECK (user_id = nullif(current_setting('bailiwick.user_id', true), '')::uuid);
GRANT SELECT, INSERT, UPDATE, DELETE ON mails TO bailiwick_app;

ALTER TABLE deliveries ENABLE ROW LEVEL SECURITY;
ALTER TABLE deliveries FORCE ROW LEVEL SECURITY;
CREATE POLICY own_rows ON deliveries
    USING (user_id = nullif(current_setting('bailiwick.user_id', true), '')::uuid)
    WITH CHECK (user_id = nullif(current_setting('bailiwick.user_id', true), '')::uuid);
GRANT SELECT, INSERT, UPDATE, DELETE ON deliveries TO bailiwick_app;

ALTER TABLE resident_turns ENABLE ROW LEVEL SECURITY;
ALTER TABLE resident_turns FORCE ROW LEVEL SECURITY;
CREATE POLICY own_rows ON resident_turns
    USING (user_id = nullif(current_setting('bailiwick.user_id', true), '')::uuid)
    WITH CHECK (user_id = nullif(current_setting('bailiwick.user_id', true), '')::uuid);
GRANT SELECT, INSERT, UPDATE, DELETE ON resident_turns TO bailiwick_app;
