"""What happens while an execution is carried out."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from bailiwick.kernel.cited import CitedPage
from bailiwick.kernel.events.facts.base import Event
from bailiwick.kernel.lacks import Lack
from bailiwick.kernel.places import Place
from bailiwick.kernel.reasons import Reason
from bailiwick.kernel.resilience import PassedOver
from bailiwick.kernel.usage import Usage
from bailiwick_router.core.record import Record


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
    """Who works on it; `finalize` when no agent fits."""
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
    why: Reason | None = None
    """The reason as a code with values; None where there is none."""
    decision_id: str
    """The stored decision with its whole trace."""
    announcement: str
    """What a voice says while the agent starts; may be empty."""

    def data(self) -> dict[str, Any]:
        """Return its fields; `from_agent` is `from` on the wire, as the seeds' clients expect."""
        data = Event.data(self)
        return {"from": data.pop("fromAgent"), **data}


@dataclass(frozen=True, slots=True, kw_only=True)
class HandedOver(Event):
    """An agent that could not do what was asked handed it over to another one, which goes on with it."""

    wire = "agent.handed_over"
    from_agent: str
    """The id of the agent that could not."""
    from_name: str
    """Its name."""
    to: str
    """The id of the agent that goes on with it."""
    to_name: str
    """Its name."""
    place: Place = Place()
    """Where in the work on the execution; with a path where it is a part of the message."""
    number: int
    """1 for the first hand-over of what was asked, 2 for the second and last."""
    reason: str
    """Why, in one sentence."""
    why: Reason | None = None
    """The reason as a code with values; None where there is none."""

    def data(self) -> dict[str, Any]:
        """Return its fields; `from_agent` is `from` on the wire, as with `agent-delegation`."""
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
class FactsRecalled(Event):
    """Facts that are remembered and fit the message were given to the agents that answer; which these are is in the
    journal alone, in the step `recall`."""

    wire = "facts.recalled"
    count: int
    """How many there are."""
    outside: bool
    """Whether one was written down after reading what strangers wrote."""


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
    step: str = ""
    """The key of its step in the journal."""
    place: Place = Place()
    """Where in the work on the execution it was asked."""


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
    step: str = ""
    """The key of its step in the journal."""
    place: Place = Place()
    """Where in the work on the execution it was asked."""
    text: str
    """The whole text; empty when it only asked for tools."""
    tool_calls: tuple[str, ...]
    """Names of the tools it asked for, in order."""
    milliseconds: float
    """How long the call took."""
    usage: Usage
    """What the call used."""
    passed_over: tuple[PassedOver, ...] = ()
    """Which models were to answer and did not, in order; empty where the one that was asked first did."""
    cited: tuple[CitedPage, ...] = ()
    """The pages that the text cites, as the provider says."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ToolStarted(Event):
    """A tool call began."""

    wire = "tool-execution"
    agent: str
    """The agent's id."""
    tool: str
    """The tool's name."""
    call: str
    """Which call, by the key of its step; its result names it."""
    place: Place = Place()
    """Where in the work on the execution the call is made."""
    arguments: dict[str, Any]
    """What the tool is called with."""
    helper: str | None = None
    """The agent that it calls as a helper; None of any other call."""


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
    place: Place = Place()
    """Where in the work on the execution the call was made."""
    result: Any
    """What it returned; nothing when it failed."""
    error: str | None
    """Why it failed, in one sentence; None when it did not."""
    milliseconds: float
    """How long the call took."""
    why: Reason | None = None
    """The error as a code with values; None where there is none."""
    helper: str | None = None
    """The agent that was called as a helper; None of any other call."""
    undo: str | None = None
    """Where it is undone by a POST; None where it is not."""


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
    """The supervisor looked at an answer, or could not."""

    wire = "answer.reviewed"
    agent: str
    """Id of the agent whose answer it was."""
    verdict: str
    """`accept`, `revise` or `flag`."""
    reason: str
    """Why, in one sentence."""
    cause: str | None = None
    """Why it is flagged: `no_model`, `unreachable`, `unreadable`, `no_advice`, `empty_answer`, `not_repeatable`,
    `by_rules` or `not_revised`; None unless it is."""
    why: Reason | None = None
    """The reason as a code with values; None where there is none."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ExecutionWaited(Event):
    """The execution waits for a person."""

    wire = "execution.waiting"
    reason: str
    """What a person has to decide."""
    why: Reason | None = None
    """The reason as a code with values; None where there is none."""


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
    lack: Lack | None = None
    """What was missing, as a code with values, where that is known; the message says the same in English."""
    why: Reason | None = None
    """The reason as a code with values; None where there is none."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Spoken(Record):
    """One message of a conversation."""

    role: str
    """`user` for who asked, `assistant` for who answered."""
    content: str
    """What was said."""


def spoken(message: str, answer: str) -> tuple[Spoken, ...]:
    """Return what was asked and, unless nothing was, what was answered."""
    asked = Spoken(role="user", content=message)
    return (asked, Spoken(role="assistant", content=answer)) if answer else (asked,)


@dataclass(frozen=True, slots=True, kw_only=True)
class ExecutionFinished(Event):
    """The execution is over: the last event of its stream."""

    wire = "done"
    status: str
    """`completed`, `failed` or `cancelled`."""
    agent: str | None
    """Who worked on it; None when there was none."""
    content: str
    """The answer; the failure's sentence when it failed."""
    usage: Usage
    """What the whole execution used."""
    messages: tuple[Spoken, ...]
    """What it adds to its conversation: the message, and the answer as far as there is one."""
    error_class: str | None = None
    """What kind of failure it was; None when it did not fail."""
    outcome: str | None = None
    """What it came to when it completed: `answered`, or `unanswered` where nothing was done for who asked."""
    why: Reason | None = None
    """The reason as a code with values; None where there is none."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TextStreamed(Event):
    """A piece of an answer. A reader's text is what it had, cut at `offset`, plus `text`."""

    wire = "agent.stream"
    stored = False
    agent: str
    """The agent's id."""
    call: str
    """Which model call the text belongs to."""
    place: Place = Place()
    """Where in the work on the execution the model was asked."""
    offset: int
    """Where in this model call's text the piece begins, in code points."""
    text: str
    """The piece."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ThinkingStreamed(Event):
    """A piece of what a model thinks before it speaks; put together as an answer is."""

    wire = "agent.thinking"
    stored = False
    agent: str
    """The agent's id."""
    call: str
    """Which model call thinks."""
    place: Place = Place()
    """Where in the work on the execution the model was asked."""
    offset: int
    """Where in this model call's thoughts the piece begins, in code points."""
    text: str
    """The piece."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ArgumentsStreamed(Event):
    """A piece of the JSON with which a model is about to call a tool; put together as an answer is."""

    wire = "agent.tool_arguments"
    stored = False
    agent: str
    """The agent's id."""
    call: str
    """Which model call asks for the tool."""
    place: Place = Place()
    """Where in the work on the execution the tool will be called."""
    step: str = ""
    """The key that the step of the call will have in the journal."""
    index: int
    """Which tool call of this model call, from 0."""
    tool: str
    """The tool's name."""
    offset: int
    """Where in this tool call's arguments the piece begins, in code points."""
    text: str
    """The piece."""
