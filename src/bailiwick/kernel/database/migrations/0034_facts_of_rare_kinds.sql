-- Facts that every run has many of are found among the latest; only those of the other kinds are found by their kind.
DROP INDEX events_by_kind;
CREATE INDEX events_of_rare_kinds ON events (user_id, kind, id)
    WHERE kind NOT IN ('execution.started', 'main-iteration', 'model-call', 'model-response', 'agent.completed', 'done');
