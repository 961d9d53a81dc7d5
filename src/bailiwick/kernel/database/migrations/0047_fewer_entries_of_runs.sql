-- What one run writes is found by fewer entries of indexes.

-- The key of a thread that ends in its own id is looked for by nobody.
ALTER TABLE conversations DROP CONSTRAINT conversations_user_id_thread_key_key;
CREATE UNIQUE INDEX conversations_named ON conversations (user_id, thread_key) WHERE right(thread_key, 36) <> id::text;

-- Messages are read by their thread, or by their position.
ALTER TABLE messages DROP CONSTRAINT messages_pkey;
DROP INDEX messages_by_conversation;
ALTER TABLE messages ADD PRIMARY KEY (user_id, conversation_id, position);

-- Every run that is routed has these two kinds, too.
DROP INDEX events_of_rare_kinds;
CREATE INDEX events_of_rare_kinds ON events (user_id, kind, id)
    WHERE kind NOT IN ('execution.started', 'agent-delegation', 'main-iteration', 'model-call', 'model-response',
                       'agent.completed', 'conversation.changed', 'done');
