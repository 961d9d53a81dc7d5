-- Whether a model had said nothing when it was asked for a summary of a thread, so that it is not asked again at once.

CREATE INDEX steps_of_summaries ON steps (user_id, execution_id) WHERE kind = 'summary';
