"""Executions: one request carried out, and the steps in it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from enum import StrEnum
from typing import Any, NamedTuple

from bailiwick.kernel.lacks import Lack
from bailiwick.kernel.places import Place
from bailiwick.kernel.reasons import Reason, Said, text_of, why_of
from bailiwick.kernel.usage import ExecutionStatus, Outcome, Usage
from bailiwick_router.core.decisions import Decision, Mode
from bailiwick_router.core.record import Record


class RunPurpose(StrEnum):
    """For what an execution is carried out; set by who submits it."""

    CHAT = "chat"
    """A person wrote a message."""
    SCHEDULE = "schedule"
    """A schedule sent a message at its time."""
    TASK = "task"
    """A task is carried out; the message is its brief."""
    TURN = "turn"
    """A resident reads its mail; the message tells of it."""


class StepKind(StrEnum):
    """What a step is."""

    SUPERVISOR = "supervisor"
    RECALL = "recall"
    ROUTER = "router"
    MODEL = "model"
    TOOL = "tool"
    HELPER = "helper"
    CALLABLE = "callable"
    HAND_OVER = "hand_over"
    SUMMARY = "summary"
    REVIEW = "review"
    FINALIZE = "finalize"


class StepStatus(StrEnum):
    """A step that began and has no result when its worker dies is resolved by who takes over."""

    RUNNING = "running"
    COMPLETED = "completed"
    FAILED = "failed"


@dataclass(frozen=True, slots=True, kw_only=True)
class Failure(Record):
    """Why an execution did not complete."""

    error_class: str
    """One of `core.resilience.ErrorClass`."""
    message: str
    """One plain sentence and what to do; never a traceback."""
    lack: Lack | None = None
    """What was missing, where that is known; the message says the same in English."""
    why: Reason | None = None
    """The reason as a code with values; None where the message is all there is."""

    @property
    def said(self) -> Said:
        """What it says: the reason, or else the message."""
        return self.why or self.message


@dataclass(frozen=True, slots=True, kw_only=True)
class Step(Record):
    """One journaled step of an execution."""

    key: str
    """Unique within the execution and the same on every replay; what it stands for is said by `kind` and `place`."""
    kind: StepKind
    agent_id: str | None
    status: StepStatus
    attempt: int
    """The attempt of the execution that wrote it."""
    name: str = ""
    """The tool's or model's name."""
    helper: str | None = None
    """The agent that it calls as a helper; None of any other step."""
    place: Place = Place()
    """Where in the work on the execution it stands."""
    input: Mapping[str, Any] = field(default_factory=dict[str, Any])
    """Its `instructions`, what a model was told, may be written in two parts: what its agent is told in every run,
    which is kept once for all steps, and the rest. They are read as one text."""
    output: Mapping[str, Any] | None = None
    error: str | None = None
    """Why it failed, in one sentence; None when it did not."""
    why: Reason | None = None
    """The error as a code with values; None where there is none."""
    usage: Usage = Usage()
    started_at: datetime | None = None
    ended_at: datetime | None = None
    position: int = 0
    """Order within the execution, from 1."""

    def evolve(self, **changes: Any) -> "Step":
        """Return a copy with `changes` applied."""
        return replace(self, **changes)

    @property
    def said(self) -> Said | None:
        """Why it failed: the reason, or else the sentence; None when it did not."""
        return self.why or self.error

    def failed(self, said: Said, output: Mapping[str, Any] | None = None) -> "Step":
        """Return it as it ended badly."""
        return replace(self, status=StepStatus.FAILED, output=output, error=text_of(said), why=why_of(said))


@dataclass(frozen=True, slots=True, kw_only=True)
class Execution(Record):
    """One request carried out."""

    id: str
    """UUID."""
    conversation_id: str
    message: str
    """What the person asked."""
    mode: Mode
    requested_agent: str | None
    """The agent the person chose."""
    agent_id: str | None
    """The agent that works on it, once routed."""
    status: ExecutionStatus
    attempt: int
    """How many workers have claimed it; every write of a worker names the attempt it claimed."""
    cancel_requested: bool
    answer: str | None
    failure: Failure | None
    decision: Decision | None
    usage: Usage
    created_at: datetime
    started_at: datetime | None
    ended_at: datetime | None
    waiting_for: str | None = None
    """What a waiting execution waits for, in one sentence; None in every other status."""
    waiting_why: Reason | None = None
    """What it waits for, as a code with values; None where there is none."""
    outcome: Outcome | None = None
    """What it came to; None unless it completed, or for one of before outcomes were noted."""
    after_silence: bool = False
    """Whether silence had ended the conversation before its message: it goes on with nothing said before."""
    superseded: bool = False
    """Replaced by a later request: kept, but no longer part of its conversation."""
    purpose: RunPurpose = RunPurpose.CHAT
    """For what it is carried out."""
    asked: Sequence[str] = ()
    """What the message asks for, the most particular first and the whole last, where the message holds more than
    that; empty where what is asked is the message."""
    files: Sequence[str] = ()
    """Ids of the files that were sent with the message, in order; some may have been deleted since."""
    steps: Sequence[Step] = ()
    """Filled where one execution is read; empty in lists."""
    task_id: str | None = None
    """The task that it carries out. This and what follows is filled where one execution is read."""
    schedule_id: str | None = None
    """The schedule that had it done."""
    swarm_id: str | None = None
    """The swarm in which it is a turn."""
    resident_id: str | None = None
    """Whose turn it is."""
    tainted: bool = False
    """Whether what the task gave it may hold what strangers wrote."""

    @property
    def requests(self) -> Sequence[str]:
        """What is asked, the most particular first and the whole last; never empty. Routing and language go by it."""
        return self.asked or (self.message,)


@dataclass(frozen=True, slots=True, kw_only=True)
class Assignment(Record):
    """Who works on an execution, and why."""

    agent_id: str | None
    """The agent; None when there is none."""
    decision: Decision | None
    """With its id and its time; None where it went to another agent since it was decided."""


class Ended(NamedTuple):
    """How the end of an execution is stored."""

    at: datetime
    answer: str | None
    """As it can be kept: without NUL and the like."""


@dataclass(frozen=True, slots=True, kw_only=True)
class FoundExecution(Record):
    """An execution that a search found."""

    id: str
    """UUID."""
    conversation_id: str
    message: str
    """The first 300 characters of what the person asked."""
    agent_id: str | None
    status: ExecutionStatus
    created_at: datetime
    swarm_id: str | None = None
    """The swarm in which it is a turn."""
    resident_id: str | None = None
    """Whose turn it is."""
