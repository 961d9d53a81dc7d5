"""What is remembered of a person or kept for one: facts that fit a message, for agents to know and rules to go by."""

from dataclasses import dataclass

from bailiwick_router.core.record import Record


@dataclass(frozen=True, slots=True, kw_only=True)
class KnownFact(Record):
    """One fact that is remembered of a person, or for one."""

    id: str
    """Of the observation or relation that it is."""
    about: str
    """The name of what it is about, as it is written; empty where that is the person."""
    text: str
    """What is known, as it is written: `works at Initech`."""
    relation: str = ""
    """How `about` is related to `to`, where the fact is a relation: `works at`."""
    to: str = ""
    named: bool = False
    """Whether the message has the whole name of what it is about."""
    by: str = ""
    """Who wrote it down: an agent's id, or `person`, `client`, `import`; empty where that is not kept."""
    source: str = ""
    """Where it comes from: a text or an address; empty when no user said."""
    at: str = ""
    """When it was written down, as ISO 8601."""
    tainted: bool = False
    """Whether it was written after reading what strangers wrote."""
    kept_in: str = ""
    """Where it is kept, by the name of what offers it; empty where that is memory."""
    answer: str = ""
    """How it is told where it has what a question asks and no tool answers; empty where it has not."""
