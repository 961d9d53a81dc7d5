"""The swarm at work: residents are woken, read their mail, act and sleep again."""
