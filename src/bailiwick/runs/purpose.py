"""What a run is carried out for: what it holds and reserves, and what follows from each of its ends."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Protocol

from bailiwick.agents.contract import AgentReply
from bailiwick.kernel.events.facts import Event
from bailiwick.kernel.reasons import Said
from bailiwick.kernel.resilience import CallFailed
from bailiwick.kernel.usage import ExecutionStatus, Outcome, Usage
from bailiwick.models.contract import ModelRequest
from bailiwick.runs.pausing import Paused
from bailiwick.runs.records import Execution, Failure, RunPurpose, Step


@dataclass(frozen=True, slots=True, kw_only=True)
class RunResult:
    """What came of the work of a run."""

    reply: AgentReply
    content: str
    """What is kept of it."""
    agent_id: str
    """Who says it."""
    outcome: Outcome
    messages: Sequence[Any]
    """What the run adds to its thread's history, as JSON."""
    worker: str | None
    """The agent that the run was given to; None where no agent fits."""
    used: Mapping[str, datetime | None] = field(default_factory=dict[str, datetime | None])
    """The agents that had a part in it, each with when it expires."""
    last_agent: str | None = None
    """Who is spoken with next, if that is not who says it."""
    words: str = ""
    """What is sent to the member that expects an answer of a resident."""
    tainted: bool = False
    """Whether it may hold what strangers wrote."""


@dataclass(frozen=True, slots=True, kw_only=True)
class End:
    """How a run ended."""

    status: ExecutionStatus
    agent_id: str | None
    """Who worked on it; None if that was never decided."""
    usage: Usage = Usage()
    failure: Failure | None = None
    said: str = ""
    """What had been said of an answer that did not come to its end."""
    answer: RunResult | None = None
    """What came of it, if it completed."""
    steps: Sequence[Step] = ()
    unbooked: Usage = Usage()
    """What was used and is not booked yet: whatever follows from the end includes that."""


class Purpose(Protocol):
    """What a run of one purpose does that others do not; all of it within the transactions of the run."""

    async def hold(self) -> None:
        """First of all in each transaction that writes something of the run: hold what stands above it."""
        ...

    async def hold_to_end(self) -> None:
        """First of all in the transaction that ends the run: hold what its end changes besides."""
        ...

    async def may_begin(self) -> None:
        """Raise `Paused` unless something new may be begun."""
        ...

    async def obstacle(self) -> Said | None:
        """Return why the run may not go on now; None if it may. Asked outside of its transactions."""
        ...

    async def reserve(self, question: ModelRequest) -> ModelRequest:
        """Reserve what a model call may use; return it with no longer an answer than there is room for.

        Raises `LimitReached`, or `Paused` until others give back.
        """
        ...

    async def book(self, usage: Usage) -> None:
        """Note what was used."""
        ...

    async def enqueue(self, lock: str | None = None) -> None:
        """Have a worker take the run up, after whatever has the same lock; by default one that the purpose names."""
        ...

    async def ended(self, end: End) -> Sequence[Event]:
        """Do what follows from the end, and note what was used last; return the facts that are told with it."""
        ...

    def again_at(self, failed: CallFailed) -> datetime | None:
        """Return when a run that failed is tried again; None if it has failed for good."""
        ...

    async def retry(self, failed: CallFailed, at: datetime, usage: Usage) -> Sequence[Event]:
        """Have the run tried again at a time; return the facts to tell."""
        ...

    async def pause(self, paused: Paused, usage: Usage) -> Sequence[Event]:
        """Let the run go on later as if it had never stopped; return the facts to tell."""
        ...

    async def waits(self, reason: Said, usage: Usage) -> Sequence[Event]:
        """Return the facts to tell besides when the run waits for a person."""
        ...


class RunListener(Protocol):
    """What lets runs be started besides people: it hears what became of those that are its own."""

    async def hold(self, user_id: str, execution: Execution) -> None:
        """First of all in a transaction that ends the run: hold what its end changes here."""
        ...

    async def ended(self, user_id: str, execution: Execution, end: End) -> None:
        """Within that transaction: do what follows from the end."""
        ...


MakesPurpose = Callable[[str, Execution], Purpose]
"""From a user and a run to what the run is carried out for."""


class Purposes:
    """Finds what a run is carried out for, to end it or to have it taken up."""

    def __init__(self, others: MakesPurpose) -> None:
        """`others` makes it for every run of a purpose that was not added."""
        self._others = others
        self._made: dict[RunPurpose, MakesPurpose] = {}

    def add(self, purpose: RunPurpose, makes: MakesPurpose) -> None:
        """Have runs of `purpose` be what `makes` says."""
        self._made[purpose] = makes

    def of(self, user_id: str, execution: Execution) -> Purpose:
        """Return what the run is carried out for."""
        return self._made.get(execution.purpose, self._others)(user_id, execution)
