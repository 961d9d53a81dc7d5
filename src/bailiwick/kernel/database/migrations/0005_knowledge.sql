-- The knowledge graph.

CREATE FUNCTION knowledge_terms(folded text) RETURNS text[] LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
    SELECT coalesce(array_agg(DISTINCT term), '{}')
      FROM unnest(tsvector_to_array(to_tsvector('pg_catalog.simple', left(folded, 100000)))
                  || tsvector_to_array(to_tsvector('pg_catalog.english', left(folded, 100000)))
                  || tsvector_to_array(to_tsvector('pg_catalog.spanish', left(folded, 100000)))) AS term
     WHERE octet_length(term) <= 200
$$;
COMMENT ON FUNCTION knowledge_terms IS 'The words of a text in lower case without diacritics, and their stems.';

CREATE TABLE knowledge_scopes (
    user_id         uuid NOT NULL DEFAULT nullif(current_setting('bailiwick.user_id', true), '')::uuid
                    REFERENCES users ON DELETE CASCADE,
    scope           text NOT NULL,
    conversation_id uuid,
    last_number     integer NOT NULL DEFAULT 0,
    folded          integer NOT NULL DEFAULT 0,
    last_change     bigint NOT NULL DEFAULT 0,
    expires_at      timestamptz,
    PRIMARY KEY (user_id, scope),
    FOREIGN KEY (user_id, conversation_id) REFERENCES conversations (user_id, id) ON DELETE CASCADE,
    CONSTRAINT knowledge_scopes_are_permanent_or_of_a_conversation
        CHECK ((scope = 'user') = (conversation_id IS NULL) AND (scope = 'user') = (expires_at IS NULL))
) WITH (fillfactor = 50);
COMMENT ON TABLE knowledge_scopes IS 'A graph. The row of the scope user is locked by every write, so that numbers commit in order.';
COMMENT ON COLUMN knowledge_scopes.last_number IS 'In the row of the scope user: the number given last, in any scope.';
COMMENT ON COLUMN knowledge_scopes.folded IS 'Texts of lower numbers are found through knowledge_postings, others by looking.';
CREATE INDEX knowledge_scopes_by_conversation ON knowledge_scopes (user_id, conversation_id)
    WHERE conversation_id IS NOT NULL;
CREATE INDEX knowledge_scopes_that_expire ON knowledge_scopes (user_id, expires_at) WHERE expires_at IS NOT NULL;

CREATE TABLE knowledge_changes (
    user_id      uuid NOT NULL DEFAULT nullif(current_setting('bailiwick.user_id', true), '')::uuid,
    id           uuid NOT NULL,
    scope        text NOT NULL,
    position     bigint NOT NULL,
    kind         text NOT NULL
                 CHECK (kind IN ('created', 'updated', 'deleted', 'merged', 'imported', 'undone', 'forgotten')),
    first_number integer,
    last_number  integer,
    count        integer NOT NULL,
    author       text NOT NULL CHECK (author IN ('person', 'agent', 'client', 'import')),
    agent_id     text,
    execution_id uuid,
    call_id      text,
    source       text NOT NULL,
    tainted      boolean NOT NULL,
    result       json,
    undone_by    uuid,
    at           timestamptz NOT NULL DEFAULT clock_timestamp(),
    PRIMARY KEY (user_id, id),
    UNIQUE (user_id, position),
    FOREIGN KEY (user_id, scope) REFERENCES knowledge_scopes (user_id, scope) ON DELETE CASCADE,
    FOREIGN KEY (user_id, execution_id) REFERENCES executions (user_id, id) ON DELETE SET NULL (execution_id)
);
COMMENT ON COLUMN knowledge_changes.first_number IS 'What the change added has the numbers from this one to last_number.';
COMMENT ON COLUMN knowledge_changes.result IS 'What its call returned, for a repetition of the call.';
CREATE UNIQUE INDEX knowledge_changes_by_call ON knowledge_changes (user_id, call_id) WHERE call_id IS NOT NULL;
CREATE INDEX knowledge_changes_by_execution ON knowledge_changes (user_id, execution_id) WHERE execution_id IS NOT NULL;

CREATE TABLE knowledge_entities (
    user_id     uuid NOT NULL DEFAULT nullif(current_setting('bailiwick.user_id', true), '')::uuid,
    scope       text NOT NULL,
    number      integer NOT NULL,
    id          uuid NOT NULL,
    name        text NOT NULL,
    entity_type text NOT NULL,
    name_key    bigint NOT NULL,
    lower_name  text,
    lower_type  text,
    terms       text[] NOT NULL,
    created_at  timestamptz NOT NULL DEFAULT clock_timestamp(),
    removed_in  uuid,
    PRIMARY KEY (user_id, number),
    UNIQUE (user_id, id),
    FOREIGN KEY (user_id, scope) REFERENCES knowledge_scopes (user_id, scope) ON DELETE CASCADE
);
-- No index begins with user_id and scope, which nearly all rows share: of several such, a plan that was made while the
-- table was small may use the wrong one until the table is analysed.
COMMENT ON COLUMN knowledge_entities.name_key IS 'A hash of the name: names may be longer than an index takes.';
COMMENT ON COLUMN knowledge_entities.lower_name IS 'The name in lower case; null where it is so already.';
COMMENT ON COLUMN knowledge_entities.removed_in IS 'The change that removed it: until it is forgotten it can come back.';
CREATE INDEX knowledge_entities_by_name ON knowledge_entities (user_id, name_key);
CREATE INDEX knowledge_entities_of_conversations ON knowledge_entities (user_id, scope, number)
    WHERE scope <> 'user';
CREATE INDEX knowledge_entities_removed ON knowledge_entities (user_id, removed_in) WHERE removed_in IS NOT NULL;

CREATE TABLE knowledge_observations (
    user_id      uuid NOT NULL DEFAULT nullif(current_setting('bailiwick.user_id', true), '')::uuid,
    scope        text NOT NULL,
    number       integer NOT NULL,
    id           uuid NOT NULL,
    entity       integer NOT NULL,
    content      text NOT NULL,
    lowered      text,
    terms        text[] NOT NULL,
    claim        text,
    author       text NOT NULL CHECK (author IN ('person', 'agent', 'client', 'import')),
    agent_id     text,
    execution_id uuid,
    call_id      text,
    source       text NOT NULL,
    tainted      boolean NOT NULL,
    created_at   timestamptz NOT NULL,
    removed_in   uuid,
    PRIMARY KEY (user_id, number),
    UNIQUE (user_id, id),
    FOREIGN KEY (user_id, entity) REFERENCES knowledge_entities (user_id, number) ON DELETE CASCADE,
    FOREIGN KEY (user_id, execution_id) REFERENCES executions (user_id, id) ON DELETE SET NULL (execution_id)
);
COMMENT ON COLUMN knowledge_observations.claim IS 'What it says something about that has one value at a time; finds contradictions.';
CREATE INDEX knowledge_observations_by_entity ON knowledge_observations (user_id, entity);
CREATE INDEX knowledge_observations_of_conversations ON knowledge_observations (user_id, scope, number)
    WHERE scope <> 'user';
CREATE INDEX knowledge_observations_removed ON knowledge_observations (user_id, removed_in)
    WHERE removed_in IS NOT NULL;
CREATE INDEX knowledge_observations_by_claim ON knowledge_observations (user_id, entity, claim)
    WHERE claim IS NOT NULL AND removed_in IS NULL;
CREATE INDEX knowledge_observations_tainted ON knowledge_observations (user_id, entity)
    WHERE tainted AND removed_in IS NULL;
CREATE INDEX knowledge_observations_by_execution ON knowledge_observations (user_id, execution_id)
    WHERE execution_id IS NOT NULL;

CREATE TABLE knowledge_relations (
    user_id       uuid NOT NULL DEFAULT nullif(current_setting('bailiwick.user_id', true), '')::uuid,
    scope         text NOT NULL,
    number        integer NOT NULL,
    id            uuid NOT NULL,
    from_name     text NOT NULL,
    to_name       text NOT NULL,
    relation_type text NOT NULL,
    from_key      bigint NOT NULL,
    to_key        bigint NOT NULL,
    created_at    timestamptz NOT NULL DEFAULT clock_timestamp(),
    removed_in    uuid,
    PRIMARY KEY (user_id, number),
    UNIQUE (user_id, id),
    FOREIGN KEY (user_id, scope) REFERENCES knowledge_scopes (user_id, scope) ON DELETE CASCADE
);
COMMENT ON TABLE knowledge_relations IS 'Between names, not rows: a relation may name what is not there yet.';
CREATE INDEX knowledge_relations_by_from ON knowledge_relations (user_id, from_key);
CREATE INDEX knowledge_relations_by_to ON knowledge_relations (user_id, to_key);
CREATE INDEX knowledge_relations_removed ON knowledge_relations (user_id, removed_in) WHERE removed_in IS NOT NULL;

CREATE TABLE knowledge_postings (
    user_id uuid NOT NULL DEFAULT nullif(current_setting('bailiwick.user_id', true), '')::uuid
            REFERENCES users ON DELETE CASCADE,
    gram    text NOT NULL COLLATE "C",
    block   integer NOT NULL,
    size    integer NOT NULL,
    members integer[] NOT NULL,
    PRIMARY KEY (user_id, gram, block)
);
COMMENT ON TABLE knowledge_postings IS 'Numbers of the lasting texts of a block that contain a trigram or term. Row-level security keeps GIN indexes from being used (their operators are not leakproof); equality of texts is.';

ALTER TABLE knowledge_scopes ENABLE ROW LEVEL SECURITY;
ALTER TABLE knowledge_scopes FORCE ROW LEVEL SECURITY;
CREATE POLICY own_rows ON knowledge_scopes
    USING (user_id = nullif(current_setting('bailiwick.user_id', true), '')::uuid)
    WITH CHECK (user_id = nullif(current_setting('bailiwick.user_id', true), '')::uuid);
GRANT SELECT, INSERT, UPDATE, DELETE ON knowledge_scopes TO bailiwick_app;

ALTER TABLE knowledge_changes ENABLE ROW LEVEL SECURITY;
ALTER TABLE knowledge_changes FORCE ROW LEVEL SECURITY;
CREATE POLICY own_rows ON knowledge_changes
    USING (user_id = nullif(current_setting('bailiwick.user_id', true), '')::uuid)
    WITH CHECK (user_id = nullif(current_setting('bailiwick.user_id', true), '')::uuid);
GRANT SELECT, INSERT, UPDATE, DELETE ON knowledge_changes TO bailiwick_app;

ALTER TABLE knowledge_entities ENABLE ROW LEVEL SECURITY;
ALTER TABLE knowledge_entities FORCE ROW LEVEL SECURITY;
CREATE POLICY own_rows ON knowledge_entities
    USING (user_id = nullif(current_setting('bailiwick.user_id', true), '')::uuid)
    WITH CHECK (user_id = nullif(current_setting('bailiwick.user_id', true), '')::uuid);
GRANT SELECT, INSERT, UPDATE, DELETE ON knowledge_entities TO bailiwick_app;

ALTER TABLE knowledge_observations ENABLE ROW LEVEL SECURITY;
ALTER TABLE knowledge_observations FORCE ROW LEVEL SECURITY;
CREATE POLICY own_rows ON knowledge_observations
    USING (user_id = nullif(current_setting('bailiwick.user_id', true), '')::uuid)
    WITH CHECK (user_id = nullif(current_setting('bailiwick.user_id', true), '')::uuid);
GRANT SELECT, INSERT, UPDATE, DELETE ON knowledge_observations TO bailiwick_app;

ALTER TABLE knowledge_relations ENABLE ROW LEVEL SECURITY;
ALTER TABLE knowledge_relations FORCE ROW LEVEL SECURITY;
CREATE POLICY own_rows ON knowledge_relations
    USING (user_id = nullif(current_setting('bailiwick.user_id', true), '')::uuid)
    WITH CHECK (user_id = nullif(current_setting('bailiwick.user_id', true), '')::uuid);
GRANT SELECT, INSERT, UPDATE, DELETE ON knowledge_relations TO bailiwick_app;

ALTER TABLE knowledge_postings ENABLE ROW LEVEL SECURITY;
ALTER TABLE knowledge_postings FORCE ROW LEVEL SECURITY;
CREATE POLICY own_rows ON knowledge_postings
    USING (user_id = nullif(current_setting('bailiwick.user_id', true), '')::uuid)
    WITH CHECK (user_id = nullif(current_setting('bailiwick.user_id', true), '')::uuid);
GRANT SELECT, INSERT, UPDATE, DELETE ON knowledge_postings TO bailiwick_app;
