"""What happens while a helper works for an agent."""

from dataclasses import dataclass

from bailiwick.kernel.events.facts.base import Event
from bailiwick.kernel.places import Place
from bailiwick.kernel.reasons import Reason
from bailiwick.kernel.usage import Usage


@dataclass(frozen=True, slots=True, kw_only=True)
class HelperSpawned(Event):
    """A helper began to work for another agent."""

    wire = "helper-spawn"
    agent: str
    """The helper's id."""
    helper: str
    """The same."""
    helper_name: str
    """The helper's name."""
    parent: str
    """Id of the agent that called it."""
    call: str
    """The tool call it answers."""
    place: Place = Place()
    """Where in the work on the execution it works: the last of `path` is the call."""
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
    helper: str
    """The same."""
    helper_name: str
    """The helper's name."""
    call: str
    """The tool call it answers."""
    place: Place = Place()
    """Where in the work on the execution it works: the last of `path` is the call."""
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
    helper: str
    """The same."""
    helper_name: str
    """The helper's name."""
    call: str
    """The tool call it answers."""
    place: Place = Place()
    """Where in the work on the execution it works: the last of `path` is the call."""
    message: str
    """What it did in this round, in one line."""


@dataclass(frozen=True, slots=True, kw_only=True)
class HelperCompleted(Event):
    """A helper reported and is gone."""

    wire = "helper-complete"
    agent: str
    """The helper's id."""
    helper: str
    """The same."""
    helper_name: str
    """The helper's name."""
    call: str
    """The tool call it answers."""
    place: Place = Place()
    """Where in the work on the execution it works: the last of `path` is the call."""
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
    helper: str
    """The same."""
    helper_name: str
    """The helper's name."""
    call: str
    """The tool call it answers."""
    place: Place = Place()
    """Where in the work on the execution it works: the last of `path` is the call."""
    error_class: str
    """What kind of failure it was."""
    message: str
    """Why, in one sentence."""
    why: Reason | None = None
    """The reason as a code with values; None where there is none."""
