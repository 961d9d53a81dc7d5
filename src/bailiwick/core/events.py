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
    """Which claim this is, from 1."""
    mode: str
    """`direct` or `supervised`."""
    conversation_id: str
    """The thread."""
    message: str
    """What the person wrote."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ModeSwitched(Event):
    """The person changed between direct and supervised since their previous message."""

    wire = "mode.switched"
    before: str
    """The mode of their previous message to this agent."""
    after: str
    """The mode of this one."""


@dataclass(frozen=True, slots=True, kw_only=True)
class AgentDelegated(Event):
    """Routing chose; sent on every decision."""

    wire = "agent-delegation"
    from_agent: str
    """The supervisor's id."""
    to: str
    """Who works on it; `finalize` when nobody fits."""
    reason: str
    """Why, in one sentence."""
    query: str
    """The message that was routed."""
    timestamp: datetime
    """When it was decided."""
    stage: str
    """The stage of routing that decided."""
    confidence: float
    """0 to 1."""
    microseconds: float
    """How long the decision took."""
    model_calls: int
    """Models asked to decide; 0 unless the model stage did."""
    decision_id: str
    """The stored decision with its whole trace."""
    announcement: str
    """What a voice says while the agent starts; may be empty."""

    def data(self) -> dict[str, Any]:
        """Return its fields; `from_agent` is `from` on the wire, as the seeds' clients expect."""
        data = Event.data(self)
        return {"from": data.pop("fromAgent"), **data}


@dataclass(frozen=True, slots=True, kw_only=True)
class DirectExecuted(Event):
    """An agent answered a direct execution."""

    wire = "direct.executed"
    agent: str
    """The agent's id."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SupervisedDelegated(Event):
    """The supervisor handed a supervised execution to an agent, with its guidance."""

    wire = "supervised.delegated"
    agent: str
    """The agent's id."""
    guidance: str
    """The supervisor's note to the agent."""


@dataclass(frozen=True, slots=True, kw_only=True)
class MainIterated(Event):
    """The agent began another round of model and tools."""

    wire = "main-iteration"
    agent: str
    """The agent's id."""
    iteration: int
    """Which round, from 1."""
    limit: int
    """How many rounds the agent has."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ModelCalled(Event):
    """A model was asked."""

    wire = "model-call"
    agent: str
    """The agent's id."""
    model: str
    """The model's full name, `provider:model`."""
    call: str
    """Which model call; pieces of its text name it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ModelResponded(Event):
    """A model answered; `text` is the whole of what it said in this call."""

    wire = "model-response"
    agent: str
    """The agent's id."""
    model: str
    """The model's full name, `provider:model`."""
    call: str
    """The call that this answers."""
    text: str
    """The whole text; empty when it only asked for tools."""
    tool_calls: tuple[str, ...]
    """Names of the tools it asked for, in order."""
    milliseconds: float
    """How long the call took."""
    usage: Usage
    """What the call used."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ToolStarted(Event):
    """A tool call began."""

    wire = "tool-execution"
    agent: str
    """The agent's id."""
    tool: str
    """The tool's name."""
    call: str
    """Which call; its result names it."""
    arguments: dict[str, Any]
    """What the tool is called with."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ToolFinished(Event):
    """A tool call ended, well or badly."""

    wire = "agent.tool_result"
    agent: str
    """The agent's id."""
    tool: str
    """The tool's name."""
    call: str
    """The call that this ends."""
    result: Any
    """What it returned; nothing when it failed."""
    error: str | None
    """Why it failed, in one sentence; nothing when it did not."""
    milliseconds: float
    """How long the call took."""


@dataclass(frozen=True, slots=True, kw_only=True)
class AgentCompleted(Event):
    """The agent finished its work, before review."""

    wire = "agent.completed"
    agent: str
    """The agent's id."""
    iterations: int
    """How many rounds it took."""
    usage: Usage
    """What the execution has used so far."""


@dataclass(frozen=True, slots=True, kw_only=True)
class AnswerReviewed(Event):
    """The supervisor looked at an answer."""

    wire = "answer.reviewed"
    agent: str
    """Id of the agent whose answer it was."""
    verdict: str
    """`accept`, `revise` or `flag`."""
    reason: str
    """Why, in one sentence."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ExecutionWaited(Event):
    """The execution waits for a person."""

    wire = "execution.waiting"
    reason: str
    """What a person has to decide."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ErrorOccurred(Event):
    """Something failed; `will_retry` says whether it is tried again."""

    wire = "error.occurred"
    error_class: str
    """What kind of failure it was, e.g. `rate_limit`."""
    message: str
    """What happened and what to do, in one sentence."""
    will_retry: bool
    """Whether it is tried again without anyone doing anything."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ExecutionFinished(Event):
    """The execution is over: the last event of its stream."""

    wire = "done"
    status: str
    """`completed`, `failed` or `cancelled`."""
    agent: str | None
    """Who worked on it; nothing when nobody did."""
    content: str
    """The answer; the failure's sentence when it failed."""
    usage: Usage
    """What the whole execution used."""
    error_class: str | None = None
    """What kind of failure it was; nothing when it did not fail."""


@dataclass(frozen=True, slots=True, kw_only=True)
class AgentRegistered(Event):
    """An agent joined the roster or was edited."""

    wire = "agent.registered"
    agent: str
    """The agent's id."""
    origin: str
    """Where it came from, e.g. `user` or `runtime`."""


@dataclass(frozen=True, slots=True, kw_only=True)
class AgentRemoved(Event):
    """An agent left the roster."""

    wire = "agent.removed"
    agent: str
    """The id it had."""
    reason: str
    """`deleted`, `expired` or `cleanup`."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ConversationChanged(Event):
    """A conversation was begun, got a new message, was changed or was deleted."""

    wire = "conversation.changed"
    conversation_id: str
    """The thread."""
    change: str
    """`created`, `updated` or `deleted`."""


@dataclass(frozen=True, slots=True, kw_only=True)
class HelperSpawned(Event):
    """A helper began to work for another agent."""

    wire = "helper-spawn"
    agent: str
    """The helper's id."""
    parent: str
    """Id of the agent that called it."""
    call: str
    """The tool call it answers; everything it does is named `<call>/…`."""
    task: str
    """What it is to do."""
    depth: int
    """1 for a helper of the execution's agent, 2 for a helper of that helper, and so on."""


@dataclass(frozen=True, slots=True, kw_only=True)
class HelperIterated(Event):
    """A helper began another round of model and tools."""

    wire = "helper-iteration"
    agent: str
    """The helper's id."""
    call: str
    """The tool call it answers."""
    iteration: int
    """Which round, from 1."""
    limit: int
    """How many rounds the helper has."""


@dataclass(frozen=True, slots=True, kw_only=True)
class HelperProgressed(Event):
    """A helper finished a round and goes on with the results of its tools."""

    wire = "helper-progress"
    agent: str
    """The helper's id."""
    call: str
    """The tool call it answers."""
    message: str
    """What it did in this round, in one line."""


@dataclass(frozen=True, slots=True, kw_only=True)
class HelperCompleted(Event):
    """A helper reported and is gone."""

    wire = "helper-complete"
    agent: str
    """The helper's id."""
    call: str
    """The tool call it answers."""
    result: str
    """Its report."""
    iterations: int
    """How many rounds it took."""
    milliseconds: float
    """How long it worked."""
    usage: Usage
    """What it used, its own helpers included."""


@dataclass(frozen=True, slots=True, kw_only=True)
class HelperFailed(Event):
    """A helper could not do its task; its caller reads the error as the call's result and goes on."""

    wire = "helper-error"
    agent: str
    """The helper's id."""
    call: str
    """The tool call it answers."""
    error_class: str
    """What kind of failure it was."""
    message: str
    """Why, in one sentence."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ApprovalRequested(Event):
    """A tool call waits for a person's word."""

    wire = "approval.requested"
    approval_id: str
    """The approval, as the inbox names it."""
    agent: str
    """Id of the agent that wants to make the call."""
    tool: str
    """The tool's name."""
    call: str
    """Which call waits."""
    reason: str
    """Why a person is asked."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ApprovalDecided(Event):
    """A person approved or denied a waiting call, or its time ran out."""

    wire = "approval.decided"
    approval_id: str
    """The approval."""
    tool: str
    """The tool's name."""
    status: str
    """`approved`, `denied`, `expired` or `withdrawn`."""
    note: str
    """What the person told the agent; may be empty."""


@dataclass(frozen=True, slots=True, kw_only=True)
class KnowledgeChanged(Event):
    """The knowledge graph changed."""

    wire = "knowledge.changed"
    change: str
    """`created`, `updated`, `deleted`, `imported`, `undone` or `forgotten`."""
    entities: tuple[str, ...]
    """Names of entities that changed, the first 20."""
    count: int
    """How many entities, relations and observations changed in all."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ToolsChanged(Event):
    """The tools that a person can use changed: a server was connected, lost, or offers other tools."""

    wire = "tools.changed"
    origin: str
    """Where they come from, e.g. `mcp:gmail`."""
    change: str
    """`connected`, `disconnected`, `changed`, `approved` or `removed`."""
    detail: str
    """What happened, in one sentence."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CredentialChanged(Event):
    """A credential was stored, replaced or deleted; its value is never told."""

    wire = "credential.changed"
    name: str
    """The credential's name."""
    change: str
    """`created`, `replaced` or `deleted`."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TextStreamed(Event):
    """A piece of an answer. A reader's text is what it had, cut at `offset`, plus `text`."""

    wire = "agent.stream"
    stored = False
    agent: str
    """The agent's id."""
    call: str
    """Which model call the text belongs to."""
    offset: int
    """Where in this model call's text the piece begins, in code points."""
    text: str
    """The piece."""


EVENTS: tuple[type[Event], ...] = (
    ExecutionStarted, ModeSwitched, AgentDelegated, DirectExecuted, SupervisedDelegated, MainIterated,
    ModelCalled, ModelResponded, ToolStarted, ToolFinished, AgentCompleted, AnswerReviewed, ExecutionWaited,
    ErrorOccurred, ExecutionFinished, HelperSpawned, HelperIterated, HelperProgressed, HelperCompleted, HelperFailed,
    ApprovalRequested, ApprovalDecided, AgentRegistered, AgentRemoved, ConversationChanged, KnowledgeChanged,
    ToolsChanged, CredentialChanged, TextStreamed,
)  # fmt: skip
"""Every event, in the order of the documentation."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Fact(Record):
    """A stored event as it is read back."""

    id: int
    """Grows with time within a user."""
    execution_id: str | None
    """Nothing for events of the roster and of conversations."""
    sequence: int
    """From 1 within the execution; 0 where there is none."""
    kind: str
    """The event's wire name."""
    agent: str | None
    data: dict[str, Any]
    at: datetime
