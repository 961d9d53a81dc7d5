"""Events: facts in the past tense, with the names they have on the wire.

Facts are stored and numbered per execution; stream events are never stored. To add one, write a class
here and list it in `EVENTS`.
"""

from dataclasses import dataclass, fields
from datetime import datetime
from typing import Any, ClassVar

from bailiwick.core.executions import Usage
from bailiwick.core.record import Record, camel


@dataclass(frozen=True, slots=True, kw_only=True)
class Event(Record):
    """Something that happened."""

    wire: ClassVar[str]
    """Its name on the wire."""
    stored: ClassVar[bool] = True
    """A fact is stored and replayable; a stream event is not."""

    def data(self) -> dict[str, Any]:
        """Return its fields as JSON-ready camelCase data."""
        return {camel(f.name): _json(getattr(self, f.name)) for f in fields(self)}


def _json(value: Any) -> Any:
    if isinstance(value, Record):
        return {camel(f.name): _json(getattr(value, f.name)) for f in fields(value)}  # pyright: ignore[reportArgumentType]  (every Record is a dataclass)
    if isinstance(value, datetime):
        return value.isoformat()
    if isinstance(value, (list, tuple)):
        return [_json(item) for item in value]
    return value


@dataclass(frozen=True, slots=True, kw_only=True)
class ExecutionStarted(Event):
    """A worker began (attempt 1) or took over (later attempts) an execution."""

    wire = "execution.started"
    attempt: int
    mode: str
    conversation_id: str
    message: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ModeSwitched(Event):
    """The person changed between direct and supervised since their previous message."""

    wire = "mode.switched"
    before: str
    after: str


@dataclass(frozen=True, slots=True, kw_only=True)
class AgentDelegated(Event):
    """Routing chose; sent on every decision."""

    wire = "agent-delegation"
    from_agent: str
    to: str
    reason: str
    query: str
    timestamp: datetime
    stage: str
    confidence: float
    microseconds: float
    model_calls: int
    decision_id: str
    announcement: str

    def data(self) -> dict[str, Any]:
        """Return its fields; `from_agent` is `from` on the wire, as the seeds' clients expect."""
        data = Event.data(self)
        return {"from": data.pop("fromAgent"), **data}


@dataclass(frozen=True, slots=True, kw_only=True)
class DirectExecuted(Event):
    """An agent answered a direct execution."""

    wire = "direct.executed"
    agent: str


@dataclass(frozen=True, slots=True, kw_only=True)
class SupervisedDelegated(Event):
    """The supervisor handed a supervised execution to an agent, with its guidance."""

    wire = "supervised.delegated"
    agent: str
    guidance: str


@dataclass(frozen=True, slots=True, kw_only=True)
class MainIterated(Event):
    """The agent began another round of model and tools."""

    wire = "main-iteration"
    agent: str
    iteration: int
    limit: int


@dataclass(frozen=True, slots=True, kw_only=True)
class ModelCalled(Event):
    """A model was asked."""

    wire = "model-call"
    agent: str
    model: str
    call: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ModelResponded(Event):
    """A model answered; `text` is the whole of what it said in this call."""

    wire = "model-response"
    agent: str
    model: str
    call: str
    text: str
    tool_calls: tuple[str, ...]
    milliseconds: float
    usage: Usage


@dataclass(frozen=True, slots=True, kw_only=True)
class ToolStarted(Event):
    """A tool call began."""

    wire = "tool-execution"
    agent: str
    tool: str
    call: str
    arguments: dict[str, Any]


@dataclass(frozen=True, slots=True, kw_only=True)
class ToolFinished(Event):
    """A tool call ended, well or badly."""

    wire = "agent.tool_result"
    agent: str
    tool: str
    call: str
    result: Any
    error: str | None
    milliseconds: float


@dataclass(frozen=True, slots=True, kw_only=True)
class AgentCompleted(Event):
    """The agent finished its work, before review."""

    wire = "agent.completed"
    agent: str
    iterations: int
    usage: Usage


@dataclass(frozen=True, slots=True, kw_only=True)
class AnswerReviewed(Event):
    """The supervisor looked at an answer."""

    wire = "answer.reviewed"
    agent: str
    verdict: str
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ExecutionWaited(Event):
    """The execution waits for a person."""

    wire = "execution.waiting"
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ErrorOccurred(Event):
    """Something failed; `will_retry` says whether it is tried again."""

    wire = "error.occurred"
    error_class: str
    message: str
    will_retry: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class ExecutionFinished(Event):
    """The execution is over: the last event of its stream."""

    wire = "done"
    status: str
    agent: str | None
    content: str
    usage: Usage
    error_class: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class AgentRegistered(Event):
    """An agent joined the roster or was edited."""

    wire = "agent.registered"
    agent: str
    origin: str


@dataclass(frozen=True, slots=True, kw_only=True)
class AgentRemoved(Event):
    """An agent left the roster."""

    wire = "agent.removed"
    agent: str
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class TextStreamed(Event):
    """A piece of an answer. A reader's text is what it had, cut at `offset`, plus `text`."""

    wire = "agent.stream"
    stored = False
    agent: str
    call: str
    offset: int
    """Where in this model call's text the piece begins, in code points."""
    text: str


EVENTS: tuple[type[Event], ...] = (
    ExecutionStarted, ModeSwitched, AgentDelegated, DirectExecuted, SupervisedDelegated, MainIterated,
    ModelCalled, ModelResponded, ToolStarted, ToolFinished, AgentCompleted, AnswerReviewed, ExecutionWaited,
    ErrorOccurred, ExecutionFinished, AgentRegistered, AgentRemoved, TextStreamed,
)  # fmt: skip
"""Every event, in the order of the documentation."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Fact(Record):
    """A stored event as it is read back."""

    id: int
    """Grows with time within a user."""
    execution_id: str | None
    """Nothing for events of the roster."""
    sequence: int
    """From 1 within the execution; 0 where there is none."""
    kind: str
    """The event's wire name."""
    agent: str | None
    data: dict[str, Any]
    at: datetime
