-- Documents: files, passages and their embeddings.

CREATE EXTENSION IF NOT EXISTS vector SCHEMA public;

ALTER TABLE documents ALTER COLUMN call_id DROP NOT NULL;
ALTER TABLE documents ADD COLUMN filename text;
ALTER TABLE documents ADD COLUMN media_type text NOT NULL DEFAULT 'text/markdown';
ALTER TABLE documents ADD COLUMN bytes bigint NOT NULL DEFAULT 0;
ALTER TABLE documents ADD COLUMN source text NOT NULL DEFAULT 'agent' CHECK (source IN ('upload', 'agent'));
ALTER TABLE documents ADD COLUMN language text NOT NULL DEFAULT 'en';
ALTER TABLE documents ADD COLUMN tags text[] NOT NULL DEFAULT '{}';
ALTER TABLE documents ADD COLUMN status text NOT NULL DEFAULT 'indexing' CHECK (status IN ('indexing', 'ready', 'failed'));
ALTER TABLE documents ADD COLUMN error text;
ALTER TABLE documents ADD COLUMN characters integer NOT NULL DEFAULT 0;
ALTER TABLE documents ADD COLUMN passages integer NOT NULL DEFAULT 0;
ALTER TABLE documents ADD COLUMN embedded integer NOT NULL DEFAULT 0;
ALTER TABLE documents ADD COLUMN embedded_with text;
ALTER TABLE documents ADD COLUMN truncated boolean NOT NULL DEFAULT false;
ALTER TABLE documents ADD COLUMN outline json NOT NULL DEFAULT '[]';
ALTER TABLE documents ADD COLUMN revision integer NOT NULL DEFAULT 1;
ALTER TABLE documents ADD COLUMN updated_at timestamptz NOT NULL DEFAULT clock_timestamp();
-- The owner of the tables sees nobody's rows either while policies are forced.
ALTER TABLE documents NO FORCE ROW LEVEL SECURITY;
UPDATE documents SET bytes = octet_length(content), characters = char_length(content), updated_at = created_at;
ALTER TABLE documents FORCE ROW LEVEL SECURITY;
COMMENT ON COLUMN documents.filename IS 'Null for a text that was written here.';
COMMENT ON COLUMN documents.embedded IS 'How many passages have an embedding of the embedder named by embedded_with.';
COMMENT ON COLUMN documents.revision IS 'Grows with every change of the content and every wish to index it again: what was read from an older one is not written.';
CREATE INDEX documents_waiting ON documents (user_id, id) WHERE status = 'indexing';
CREATE INDEX documents_unembedded ON documents (user_id, id) WHERE status = 'ready' AND embedded < passages;
GRANT UPDATE, DELETE ON documents TO bailiwick_app;

CREATE TABLE document_files (
    user_id     uuid NOT NULL DEFAULT nullif(current_setting('bailiwick.user_id', true), '')::uuid,
    document_id uuid NOT NULL,
    content     bytea NOT NULL,
    PRIMARY KEY (user_id, document_id),
    FOREIGN KEY (user_id, document_id) REFERENCES documents (user_id, id) ON DELETE CASCADE
);
ALTER TABLE document_files ALTER COLUMN content SET STORAGE EXTERNAL;
COMMENT ON TABLE document_files IS 'The bytes as they were uploaded, apart so that no list reads them.';

CREATE TABLE passages (
    user_id     uuid NOT NULL DEFAULT nullif(current_setting('bailiwick.user_id', true), '')::uuid,
    id          uuid NOT NULL,
    document_id uuid NOT NULL,
    position    integer NOT NULL,
    heading     text NOT NULL,
    page        integer,
    start_at    integer NOT NULL,
    end_at      integer NOT NULL,
    text        text NOT NULL,
    PRIMARY KEY (user_id, id),
    UNIQUE (user_id, document_id, position),
    FOREIGN KEY (user_id, document_id) REFERENCES documents (user_id, id) ON DELETE CASCADE
);
COMMENT ON COLUMN passages.id IS 'Made of the document, the place and the text: indexing a text again keeps the ids.';

CREATE TABLE passage_terms (
    user_id     uuid NOT NULL DEFAULT nullif(current_setting('bailiwick.user_id', true), '')::uuid,
    term        text COLLATE "C" NOT NULL,
    document_id uuid NOT NULL,
    size        integer NOT NULL,
    positions   integer[] NOT NULL,
    counts      smallint[] NOT NULL,
    PRIMARY KEY (user_id, term, document_id),
    FOREIGN KEY (user_id, document_id) REFERENCES documents (user_id, id) ON DELETE CASCADE
);
COMMENT ON TABLE passage_terms IS 'In which passages of a document a word stem stands. Row-level security keeps every operator of a GIN index from being used; equality of texts may be.';
COMMENT ON COLUMN passage_terms.counts IS 'How often in each, a heading counting three times.';
CREATE INDEX passage_terms_by_document ON passage_terms (user_id, document_id);

CREATE TABLE passage_embeddings (
    user_id     uuid NOT NULL DEFAULT nullif(current_setting('bailiwick.user_id', true), '')::uuid,
    passage_id  uuid NOT NULL,
    document_id uuid NOT NULL,
    model       text NOT NULL,
    dimensions  integer NOT NULL,
    embedding   vector NOT NULL,
    PRIMARY KEY (user_id, passage_id),
    FOREIGN KEY (user_id, passage_id) REFERENCES passages (user_id, id) ON DELETE CASCADE
);
COMMENT ON COLUMN passage_embeddings.model IS 'Names the embedder: only embeddings of the one in use are compared.';
CREATE INDEX passage_embeddings_by_document ON passage_embeddings (user_id, document_id);
CREATE INDEX passage_embeddings_384 ON passage_embeddings
    USING hnsw ((embedding::vector(384)) vector_ip_ops) WHERE dimensions = 384;
CREATE INDEX passage_embeddings_768 ON passage_embeddings
    USING hnsw ((embedding::vector(768)) vector_ip_ops) WHERE dimensions = 768;
CREATE INDEX passage_embeddings_1024 ON passage_embeddings
    USING hnsw ((embedding::vector(1024)) vector_ip_ops) WHERE dimensions = 1024;
CREATE INDEX passage_embeddings_1536 ON passage_embeddings
    USING hnsw ((embedding::vector(1536)) vector_ip_ops) WHERE dimensions = 1536;

CREATE TABLE observation_embeddings (
    user_id    uuid NOT NULL DEFAULT nullif(current_setting('bailiwick.user_id', true), '')::uuid,
    number     integer NOT NULL,
    model      text NOT NULL,
    dimensions integer NOT NULL,
    embedding  vector NOT NULL,
    PRIMARY KEY (user_id, number),
    FOREIGN KEY (user_id, number) REFERENCES knowledge_observations (user_id, number) ON DELETE CASCADE
);

ALTER TABLE document_files ENABLE ROW LEVEL SECURITY;
ALTER TABLE document_files FORCE ROW LEVEL SECURITY;
CREATE POLICY own_rows ON document_files
    USING (user_id = nullif(current_setting('bailiwick.user_id', true), '')::uuid)
    WITH CHECK (user_id = nullif(current_setting('bailiwick.user_id', true), '')::uuid);
GRANT SELECT, INSERT, UPDATE, DELETE ON document_files TO bailiwick_app;

ALTER TABLE passages ENABLE ROW LEVEL SECURITY;
ALTER TABLE passages FORCE ROW LEVEL SECURITY;
CREATE POLICY own_rows ON passages
    USING (user_id = nullif(current_setting('bailiwick.user_id', true), '')::uuid)
    WITH CHECK (user_id = nullif(current_setting('bailiwick.user_id', true), '')::uuid);
GRANT SELECT, INSERT, UPDATE, DELETE ON passages TO bailiwick_app;

ALTER TABLE passage_terms ENABLE ROW LEVEL SECURITY;
ALTER TABLE passage_terms FORCE ROW LEVEL SECURITY;
CREATE POLICY own_rows ON passage_terms
    USING (user_id = nullif(current_setting('bailiwick.user_id', true), '')::uuid)
    WITH CHECK (user_id = nullif(current_setting('bailiwick.user_id', true), '')::uuid);
GRANT SELECT, INSERT, UPDATE, DELETE ON passage_terms TO bailiwick_app;

ALTER TABLE passage_embeddings ENABLE ROW LEVEL SECURITY;
ALTER TABLE passage_embeddings FORCE ROW LEVEL SECURITY;
CREATE POLICY own_rows ON passage_embeddings
    USING (user_id = nullif(current_setting('bailiwick.user_id', true), '')::uuid)
    WITH CHECK (user_id = nullif(current_setting('bailiwick.user_id', true), '')::uuid);
GRANT SELECT, INSERT, UPDATE, DELETE ON passage_embeddings TO bailiwick_app;

ALTER TABLE observation_embeddings ENABLE ROW LEVEL SECURITY;
ALTER TABLE observation_embeddings FORCE ROW LEVEL SECURITY;
CREATE POLICY own_rows ON observation_embeddings
    USING (user_id = nullif(current_setting('bailiwick.user_id', true), '')::uuid)
    WITH CHECK (user_id = nullif(current_setting('bailiwick.user_id', true), '')::uuid);
GRANT SELECT, INSERT, UPDATE, DELETE ON observation_embeddings TO bailiwick_app;
