-- Marks of strangers' words: notes, documents, entities and relations.

ALTER TABLE notes ADD COLUMN tainted boolean NOT NULL DEFAULT false;
COMMENT ON COLUMN notes.tainted IS 'Whether it holds what was written after reading strangers'' words.';
ALTER TABLE documents ADD COLUMN tainted boolean NOT NULL DEFAULT false;
COMMENT ON COLUMN documents.tainted IS 'Whether it holds what was written after reading strangers'' words.';
ALTER TABLE knowledge_entities ADD COLUMN tainted boolean NOT NULL DEFAULT false;
COMMENT ON COLUMN knowledge_entities.tainted IS 'Whether it holds what was written after reading strangers'' words.';
ALTER TABLE knowledge_relations ADD COLUMN tainted boolean NOT NULL DEFAULT false;
COMMENT ON COLUMN knowledge_relations.tainted IS 'Whether it holds what was written after reading strangers'' words.';

-- The owner of the tables sees nobody's rows either while policies are forced.
ALTER TABLE notes NO FORCE ROW LEVEL SECURITY;
ALTER TABLE note_calls NO FORCE ROW LEVEL SECURITY;
ALTER TABLE documents NO FORCE ROW LEVEL SECURITY;
ALTER TABLE steps NO FORCE ROW LEVEL SECURITY;
ALTER TABLE knowledge_changes NO FORCE ROW LEVEL SECURITY;
ALTER TABLE knowledge_entities NO FORCE ROW LEVEL SECURITY;
ALTER TABLE knowledge_relations NO FORCE ROW LEVEL SECURITY;
CREATE TEMPORARY TABLE marked ON COMMIT DROP AS
SELECT DISTINCT user_id, execution_id FROM steps WHERE output->>'untrusted' = 'true';
UPDATE notes SET tainted = true
  FROM note_calls JOIN marked
    ON marked.user_id = note_calls.user_id AND marked.execution_id::text = split_part(note_calls.call_id, ':', 1)
 WHERE note_calls.user_id = notes.user_id AND note_calls.note_id = notes.id;
UPDATE documents SET tainted = true
  FROM marked
 WHERE marked.user_id = documents.user_id AND marked.execution_id = documents.execution_id;
UPDATE knowledge_entities AS written SET tainted = true
  FROM knowledge_changes AS change
 WHERE change.user_id = written.user_id AND change.tainted
   AND written.number BETWEEN change.first_number AND change.last_number;
UPDATE knowledge_relations AS written SET tainted = true
  FROM knowledge_changes AS change
 WHERE change.user_id = written.user_id AND change.tainted
   AND written.number BETWEEN change.first_number AND change.last_number;
ALTER TABLE notes FORCE ROW LEVEL SECURITY;
ALTER TABLE note_calls FORCE ROW LEVEL SECURITY;
ALTER TABLE documents FORCE ROW LEVEL SECURITY;
ALTER TABLE steps FORCE ROW LEVEL SECURITY;
ALTER TABLE knowledge_changes FORCE ROW LEVEL SECURITY;
ALTER TABLE knowledge_entities FORCE ROW LEVEL SECURITY;
ALTER TABLE knowledge_relations FORCE ROW LEVEL SECURITY;

CREATE INDEX knowledge_entities_tainted ON knowledge_entities (user_id, number) WHERE tainted AND removed_in IS NULL;
CREATE INDEX knowledge_relations_tainted ON knowledge_relations (user_id, number) WHERE tainted AND removed_in IS NULL;
