"""What is known of a message while it is answered."""

from collections.abc import Sequence
from dataclasses import dataclass

from bailiwick.kernel.known import KnownFact
from bailiwick.runs.dependencies import RunDependencies
from bailiwick.runs.journal import Journal
from bailiwick.runs.records import Execution
from bailiwick_router.core.language import Language
from bailiwick_router.pipeline import Router


@dataclass(slots=True, kw_only=True)
class MessageState:
    """A message, and what the phases of answering it have found out so far."""

    dependencies: RunDependencies
    user_id: str
    execution: Execution
    journal: Journal
    router: Router
    """The one of the person's working copy."""
    language: Language = "en"
    notes: str = ""
    """What the supervisor notes for whoever answers."""
    known: Sequence[KnownFact] = ()
    """What is remembered and fits the message."""
    has_history: bool = False
    """Whether the thread had an execution before this one."""
    silence: int | None = None
    """Minutes of silence by which the conversation before had ended."""
