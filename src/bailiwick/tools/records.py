"""Tools: what an agent can do besides talking, and how a request for one is recognised without a model."""

import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from string import Formatter
from typing import Any, Literal, Protocol, cast
from urllib.parse import quote

from bailiwick.kernel.known import KnownFact
from bailiwick.kernel.places import Place
from bailiwick.kernel.reasons import Reason, ReasonCode, as_data, read_reason
from bailiwick.kernel.resilience import CallFailed, ErrorClass
from bailiwick.kernel.shown_calls import FoundThing
from bailiwick.tools.admission import Admission
from bailiwick_router.core.language import Language
from bailiwick_router.core.record import Record


@dataclass(frozen=True, slots=True, kw_only=True)
class ToolSpec(Record):
    """What is told to models and people about a tool."""

    name: str
    description: str
    """Meant for a model: what it does, when to use it, what comes back."""
    parameters: Mapping[str, Any]
    """JSON schema of the arguments, an object."""
    origin: str = "builtin"
    """`builtin`, `mcp:<server>`, `helper-agent`, `swarm` or `plugin`."""
    read_only: bool = False
    """It changes nothing; it may be repeated at will and run beside others."""
    idempotent: bool = False
    """Repeating it with the same arguments and call id has no further effect."""
    destructive: bool = False
    """It may remove or overwrite something."""
    final: bool = False
    """A call of it ends the agent's work; its result is the answer."""
    open_world: bool = False
    """It reaches beyond this installation: what it returns are strangers' words, what it is given may leave."""
    approval: bool = False
    """A person has to agree to each call, unless they said always for this agent and tool."""
    instructs: bool = False
    """What it is given becomes instructions that an agent goes by from then on."""
    concurrent: bool = False
    """It may run beside the other calls of its turn although it may have effects."""
    per_minute: int | None = None
    """Most calls of one person in any 60 seconds, over all agents; None for no limit."""
    timeout: float = 30.0
    """Seconds after which a call is given up."""
    for_team: bool = False
    """It tells of the team and the product itself: what it reads is for the supervisor, whoever answered before."""
    memory: Literal["reads", "writes"] | None = None
    """Whether it reads what is remembered of the person, or writes down what is to be; either may be switched off. What
    takes something out of memory does neither."""
    helper: str | None = None
    """The agent that it calls as a helper; None of any other tool."""
    server: str | None = None
    """The MCP server that it is of, by the name under which that is registered; None of any other tool."""
    undo: str | None = None
    """Where a call is undone by a POST, a path with fields of the call's result in braces; None where it is not."""

    def undone_at(self, result: Any) -> str | None:
        """Return where the call that had this result is undone; None where it changed nothing that can be."""
        if self.undo is None or not isinstance(result, Mapping):
            return None
        found = cast("Mapping[str, Any]", result)
        ids = {name: found.get(name) for _, name, _, _ in Formatter().parse(self.undo) if name}
        texts = {name: quote(value, safe="") for name, value in ids.items() if isinstance(value, str)}
        return self.undo.format(**texts) if texts.keys() == ids.keys() else None

    @property
    def repeatable(self) -> bool:
        """Whether a call that began and has no result may be made again."""
        return self.read_only or self.idempotent


@dataclass(frozen=True, slots=True, kw_only=True)
class MissingTool(Record):
    """A tool that exists but cannot be used now; a call of it is refused with the reason."""

    name: str
    origin: str
    reason: str
    """Why, and what to do, in one sentence."""
    why: Reason | None = None
    """The same as a code with values; None where there is none."""
    reader: "Recogniser | None" = field(default=None, repr=False, compare=False)
    """How it is recognised, without a model, that it is what a request needs."""


class Secrets(Protocol):
    """Opens a person's credentials, for the length of a call only."""

    async def open(self, name: str) -> str:
        """Return the secret of that name. Raises `CallFailed` (class `authentication`) when there is none."""
        ...


class NoSecrets:
    """No credential exists."""

    async def open(self, name: str) -> str:
        """Raise `CallFailed`."""
        raise CallFailed(ErrorClass.AUTHENTICATION, Reason.of(ReasonCode.CREDENTIAL_NEEDED, name=name))


@dataclass(frozen=True, slots=True, kw_only=True)
class LeftFile(Record):
    """A file that a call leaves for the person."""

    name: str
    """With the folders that it lies in, where these say something."""
    size: int
    """In bytes."""
    download: str = ""
    """Where it is downloaded, a path of this server; empty where it lies nowhere yet."""
    page: str = ""
    """Where it is seen in the web app, a path; empty where it is not."""
    command: str = ""
    """What saves it in a terminal; empty where it lies nowhere yet."""
    content: bytes | None = field(default=None, repr=False)
    """What is kept with the conversation: the bytes of a picture, which models are shown, and of what lies nowhere
    yet."""


class ResultNotes:
    """What a call finds out about its own result."""

    def __init__(self) -> None:
        self.outside = False
        """Whether the result holds what strangers wrote, or what was written after reading it."""
        self.files: list[LeftFile] = []
        """What it leaves for the person; listed with the answer."""

    def note_outside(self) -> None:
        """Say that it does."""
        self.outside = True


@dataclass(frozen=True, slots=True, kw_only=True)
class ToolContext(Record):
    """On whose behalf a tool runs."""

    user_id: str
    execution_id: str | None
    """None when a person tries the tool by hand."""
    agent_id: str | None
    """None when a person tries the tool by hand."""
    call_id: str
    """Unique per tool call and the same on a repetition: the idempotency key for its effects."""
    step_key: str = ""
    """The key of the call's step in the journal of its execution; empty when a person tries the tool by hand."""
    place: Place = Place()
    """Where in the work on the execution the call is made."""
    conversation_id: str | None = None
    """None when a person tries the tool by hand."""
    swarm_id: str | None = None
    """The swarm in which the agent lives, if it is a resident."""
    language: Language = "en"
    timezone: str = "UTC"
    """IANA name of the person's time zone."""
    tainted: bool = False
    """Whether the execution has read what strangers wrote (a page, an external server) before this call."""
    unseen_addresses: Sequence[str] = ()
    """Web addresses that the call may open and that neither the person nor a result from outside has named: they may
    carry data out."""
    found: Sequence[FoundThing] | None = None
    """What the call is about to remove or change as far as a person had to agree to it: what is there when it asks to
    begin, what the person was shown once it runs. It must touch nothing else; None where no user had to agree."""
    secrets: Secrets = field(default_factory=NoSecrets, repr=False, compare=False)
    reading: ResultNotes = field(default_factory=ResultNotes, repr=False, compare=False)
    """Where a tool that is not `open_world` says that this result is strangers' words all the same."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PastCall:
    """A tool call made earlier in the conversation, as a recogniser sees it."""

    name: str
    arguments: Mapping[str, Any]
    result: Any
    why: Reason | None = None
    """Why it failed; nothing of one that did not."""
    server: str | None = None
    """The MCP server whose tool it was, as far as the agent still has that tool; None of any other tool."""


def is_failure(content: Any) -> bool:
    """Whether what the model is told of a call says only why it failed, as a sentence and perhaps as a code."""
    match content:
        case {"error": str(), **rest}:
            return not rest or (rest.keys() == {"code"} and isinstance(rest["code"], str))
        case _:
            return False


def why_metadata(why: Reason | None) -> dict[str, Any]:
    """Return the metadata of what a call returned that says why it failed; no model reads it."""
    return {} if why is None else {"why": as_data(why)}


def why_in(metadata: Any) -> Reason | None:
    """Return why a call failed, of the metadata of what it returned; None where there is no code for it."""
    return read_reason(cast("Mapping[str, Any]", metadata).get("why")) if isinstance(metadata, Mapping) else None


@dataclass(frozen=True, slots=True, kw_only=True)
class Request:
    """What the offline model reads: the person's message and what went before."""

    text: str
    language: Language
    past_calls: Sequence[PastCall] = ()
    """Oldest first; the calls that this thread has seen, also in earlier executions."""
    just_called: PastCall | None = None
    """The last call that the answer before this message came of; None if it came of none."""
    last_calls: Sequence[PastCall] = ()
    """All of them that succeeded, in order."""
    known: Sequence[KnownFact] = ()
    """What is remembered and fits the message."""
    said: str = ""
    """What was answered to the message before this one, in one line; empty if nothing was."""
    told: str = ""
    """What the person said in the message before, as `core`, where it asked nothing and no tool was called for it; else
    empty."""
    asked_back: PastCall | None = None
    """The last call that the answer before came of if that failed for a reason: the message may say what it lacked."""

    @property
    def core(self) -> str:
        """What is asked, without greeting, courtesies and closing marks; in NFC, spelling kept."""
        from bailiwick.tools.phrases import core_of  # loads RE2, which no help of a command needs

        return core_of(self.text)

    def latest(self, tool: str) -> PastCall | None:
        """Return the last call if it was one of `tool`, also one that failed; else None."""
        last = self.asked_back or (self.past_calls[-1] if self.past_calls else None)
        return last if last is not None and last.name == tool else None


@dataclass(frozen=True, slots=True)
class Referent(Record):
    """Which thing of those that were just shown a message was taken to mean."""

    said: str
    """What the message calls it: `the second one`."""
    place: int
    """Its place, from 1."""
    of: int
    """How many things there were."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Recognition:
    """A recogniser's reading of a request."""

    arguments: Mapping[str, Any]
    confidence: float
    """0 to 1; the offline model calls the tool with the highest."""
    language: Language | None = None
    """The language of the sentence that was read, where the recogniser knows it."""
    further: Sequence[Mapping[str, Any]] = ()
    """Arguments of further calls of the same tool that the request asks for, in order."""
    referents: Sequence[Referent] = ()
    """What the request was taken to mean of what was shown before; filled in for the record by who asks."""


class Recogniser(Protocol):
    """How a tool is used when no language model is configured."""

    def read(self, request: Request) -> Recognition | None:
        """Return the arguments the request asks the tool for; None if it does not ask for it."""
        ...

    def say(self, arguments: Mapping[str, Any], result: Any, language: Language) -> str:
        """Return the answer a person reads, composed from a call's real result."""
        ...


class Tool(Protocol):
    """One thing an agent can do."""

    @property
    def spec(self) -> ToolSpec: ...

    @property
    def recogniser(self) -> Recogniser | None: ...

    def addresses(self, arguments: Mapping[str, Any]) -> Sequence[str] | None:
        """Return the web addresses that a call opens, exactly as it opens them; None where it cannot tell.

        Of a tool that cannot tell, everything in its arguments that looks like an address counts as opened.
        """
        ...

    async def found(self, context: ToolContext, arguments: Mapping[str, Any]) -> Sequence[FoundThing] | None:
        """Return what a call made now would remove or change, each as it is now; None where it cannot tell.

        Changes nothing. Raises `CallFailed` as the call would.
        """
        ...

    async def run(self, context: ToolContext, arguments: Mapping[str, Any]) -> Any:
        """Do it and return a JSON value.

        Raises `CallFailed` (class `tool`, `validation`, `timeout` or `network`) with a sentence the
        model and the person can act on.
        """
        ...


class Toolset(Protocol):
    """A collection of tools; wrappers (filter, timeout, journal, …) are toolsets around toolsets."""

    def tools(self) -> Mapping[str, Tool]:
        """Return the tools by name, in a stable order."""
        ...

    @property
    def missing(self) -> Mapping[str, MissingTool]:
        """The tools, by name, that would be here if they could be used now."""
        ...

    async def found(self, name: str, context: ToolContext, arguments: Mapping[str, Any]) -> Sequence[FoundThing] | None:
        """Return what a call is about to remove or change, if a person has to agree to that and the tool can tell."""
        ...

    async def admit(self, name: str, context: ToolContext, arguments: Mapping[str, Any]) -> Admission:
        """Say whether a call may begin; asked in the transaction that begins it, after `found`, before `call`."""
        ...

    async def call(self, name: str, context: ToolContext, arguments: Mapping[str, Any]) -> Any:
        """Run one. Raises `CallFailed` (class `validation`) when there is no tool of that name."""
        ...


@dataclass(frozen=True, slots=True, kw_only=True)
class ToolDefinition(Record):
    """A tool as its server describes it, within our limits."""

    name: str
    description: str
    parameters: Mapping[str, Any]
    """The server's JSON schema of the arguments."""
    title: str = ""
    annotations: Mapping[str, Any] = field(default_factory=dict[str, Any])
    """The server's hints: `readOnlyHint`, `destructiveHint`, `idempotentHint`, `openWorldHint`."""
    digest: str = ""
    """SHA-256, in hexadecimal, of what the server sent; see `definition_digest`."""
    refused: str = ""
    """Why it can never be used, in one sentence; empty when it can."""
    why: Reason | None = None
    """The same as a code with values; None when it can, and where an older version stored the sentence alone."""

    @property
    def read_only(self) -> bool:
        """Whether the server says that it changes nothing; an unknown tool has effects."""
        return self.annotations.get("readOnlyHint") is True

    @property
    def destructive(self) -> bool:
        """Whether it may remove or overwrite; the specification's default for tools with effects."""
        return not self.read_only and self.annotations.get("destructiveHint") is not False

    @property
    def idempotent(self) -> bool:
        """Whether the server says that repeating a call has no further effect."""
        return self.read_only or self.annotations.get("idempotentHint") is True


def definition_digest(
    name: str, description: str, parameters: Mapping[str, Any], annotations: Mapping[str, Any]
) -> str:
    """Return the SHA-256, in hexadecimal, of a tool definition as canonical JSON: keys sorted, no white space."""
    text = json.dumps([name, description, parameters, annotations], sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()
