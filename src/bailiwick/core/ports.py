"""Ports: what the runtime and the API ask of storage, models and agents.

Every store method names the user it acts for and runs in that user's transaction: it joins the one that
`Database.as_user` opened in the same task, or opens its own. Under row-level security a foreign id looks
like an unknown one. Unless said otherwise methods raise `Unavailable` when the database cannot be reached.
"""

from collections.abc import AsyncIterator, Awaitable, Callable, Mapping, Sequence
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass, field
from datetime import datetime
from typing import TYPE_CHECKING, Any, Protocol

from bailiwick.core.access import AccessToken, Scope, Secret, TokenKind, User, UserRole
from bailiwick.core.agents import Agent, Health
from bailiwick.core.conversations import Author, Conversation, FoundConversation, Message
from bailiwick.core.decisions import Decision, Misroute, Mode
from bailiwick.core.documents import Document
from bailiwick.core.events import Event, Fact
from bailiwick.core.executions import (
    AgentMetrics,
    Execution,
    ExecutionStatus,
    Failure,
    FoundExecution,
    Step,
    Usage,
)
from bailiwick.core.figures import AgentFigures
from bailiwick.core.language import Language
from bailiwick.core.news import Cursor, News, OpenCall, Standing
from bailiwick.core.notes import Note
from bailiwick.core.overview import Figures
from bailiwick.core.tools import ToolSpec
from bailiwick.core.turns import Feedback, Rating, Turn

if TYPE_CHECKING:
    from pydantic_ai.messages import ModelMessage, ModelResponse


# Agents -----------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class AgentRequest:
    """One piece of work for an agent."""

    user_id: str
    execution_id: str
    message: str
    language: Language
    guidance: str = ""
    """The supervisor's note, in supervised mode."""
    timezone: str = "UTC"
    history: "Sequence[ModelMessage]" = ()
    """Earlier turns of the thread, already cut to the agent's context window."""


@dataclass(frozen=True, slots=True, kw_only=True)
class AgentReply:
    """What an agent made of it."""

    content: str
    iterations: int = 0
    usage: Usage = Usage()
    doubts: Sequence[str] = ()
    """Reasons for a review: `empty`, `tool-error`, `limit`, `refusal`."""
    messages: "Sequence[ModelMessage]" = ()
    """What this piece of work adds to the thread's history."""


@dataclass(frozen=True, slots=True)
class TextPiece:
    """A piece of an answer: the text so far, cut at `offset`, plus `text`."""

    call: str
    """Which model call it belongs to."""
    offset: int
    """In code points; 0 means: start over."""
    text: str


class RunnableAgent(Protocol):
    """The only contract between the runtime and an agent, whatever carries it out."""

    @property
    def agent(self) -> Agent:
        """Its description."""
        ...

    async def process(self, request: AgentRequest) -> AgentReply:
        """Do the work and return the reply. Raises `CallFailed`."""
        ...

    def stream(self, request: AgentRequest) -> AsyncIterator[TextPiece | AgentReply]:
        """Do the work, yielding pieces of text as they come and the reply as the last item."""
        ...

    async def health_check(self) -> Health:
        """Say whether it could answer now, without doing any work that costs."""
        ...


# Models -----------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class ModelRequest:
    """One call of a model."""

    model: str
    """`provider:model`, `offline` or `scripted`."""
    instructions: str
    messages: "Sequence[ModelMessage]"
    tools: Sequence[ToolSpec] = ()
    temperature: float = 0.7
    max_tokens: int = 4000
    language: Language = "en"


@dataclass(frozen=True, slots=True, kw_only=True)
class ModelReply:
    """What a model answered."""

    response: "ModelResponse"
    usage: Usage
    """`model_calls` is 1; `cost` by list price."""


OnText = Callable[[int, str], Awaitable[None]]
"""Called with each piece of text and the offset where it begins; an offset of 0 means: start over."""

OnRetry = Callable[[str, str, float], Awaitable[None]]
"""Called before a repetition with the error class, a sentence and the seconds of the wait."""


class ModelCaller(Protocol):
    """Calls models; wrappers (retry now; budget, breaker, fallback later) are callers around callers."""

    async def call(self, request: ModelRequest, on_text: OnText, on_retry: OnRetry) -> ModelReply:
        """Stream one model call to its end. Raises `CallFailed`, classified."""
        ...


class ModelCatalog(Protocol):
    """Knows which models are usable."""

    def resolve(self, name: str | None) -> str:
        """Return the full name of the model to use: `name`, else the default. Raises `InvalidInput` if unknown."""
        ...

    def usable(self, name: str) -> Health:
        """Say whether the model could be called (key present, provider known), without calling it."""
        ...

    @property
    def configured(self) -> bool:
        """Whether any real model is configured; otherwise the offline model answers."""
        ...


# Storage ----------------------------------------------------------------------------------------------


class Database(Protocol):
    """Opens transactions and carries notifications."""

    def as_user(self, user_id: str) -> AbstractAsyncContextManager[Any]:
        """Open a transaction in which only this user's rows exist, or join the one this task has open.

        Commits on leaving, rolls back on an exception. Joining under another user raises `RuntimeError`.
        """
        ...

    def in_transaction(self, user_id: str) -> bool:
        """Whether this task has a transaction open for this user."""
        ...

    async def notify(self, channel: str, payload: str) -> None:
        """Send a notification; within a transaction it goes out on commit. Payload under 8,000 bytes."""
        ...

    def listen(self, channels: Sequence[str]) -> AbstractAsyncContextManager[AsyncIterator[tuple[str, str]]]:
        """Follow channels; yields (channel, payload), reconnecting by itself. A hint, never the only carrier:
        after a reconnection it yields (channel, "") for every channel, meaning "something may have been missed"."""
        ...

    async def ready(self) -> bool:
        """Whether a query succeeds within two seconds."""
        ...


class AgentStore(Protocol):
    """A user's own agents, and their changes to built-in ones. Each write raises the user's roster revision."""

    async def changes(self, user_id: str, since: int) -> "tuple[int, Sequence[Agent], Sequence[str]]":
        """Return (revision now, agents written after `since`, ids deleted after `since`), oldest write first.

        Work grows with what changed, not with the roster.
        """
        ...

    async def save(self, user_id: str, agent: Agent, *, new: bool = False) -> Agent:
        """Insert or replace; sets the timestamps. With `new`, raises `Conflict` if the id is taken."""
        ...

    async def delete(self, user_id: str, agent_id: str) -> None:
        """Delete. Raises `NotFound`."""
        ...

    async def delete_runtime(self, user_id: str, *, expired_by: datetime | None = None) -> Sequence[str]:
        """Delete runtime agents (all, or those expired by then) and return their ids."""
        ...

    async def touch(self, user_id: str, agent_id: str, expires_at: datetime | None) -> None:
        """Note that it was used now; for runtime agents also when it expires. No-op for agents without a row.

        Does not raise the roster revision (routing does not read these fields).
        """
        ...

    async def used(self, user_id: str) -> Mapping[str, datetime]:
        """Return when each agent was last used."""
        ...


class ConversationStore(Protocol):
    """Threads and messages."""

    async def open(self, user_id: str, agent_id: str, mode: Mode, *, title: str) -> Conversation:
        """Return the main thread of agent and mode, created if there is none.

        One that is new has the same time in `created_at` and `updated_at`.
        """
        ...

    async def create(self, user_id: str, agent_id: str, mode: Mode, *, title: str) -> Conversation:
        """Create a further thread."""
        ...

    async def get(self, user_id: str, conversation_id: str) -> Conversation:
        """Raises `NotFound`."""
        ...

    async def list(
        self, user_id: str, *, agent_id: str | None = None, mode: Mode | None = None, search: str | None = None,
        limit: int = 50, before: datetime | None = None,
    ) -> Sequence[Conversation]:  # fmt: skip
        """Pinned first, then latest first. `search` looks into titles and messages; `before` pages by `updated_at`."""
        ...

    async def update(
        self, user_id: str, conversation_id: str, *, title: str | None = None, pinned: bool | None = None
    ) -> Conversation:
        """Raises `NotFound`."""
        ...

    async def delete(self, user_id: str, conversation_id: str) -> None:
        """Delete with its messages and executions. Raises `NotFound`, and `Conflict` while an execution runs."""
        ...

    async def add_message(
        self, user_id: str, conversation_id: str, author: Author, content: str, *,
        agent_id: str | None = None, execution_id: str | None = None,
    ) -> Message:  # fmt: skip
        """Append; a message by an agent also sets the thread's `last_agent`. Raises `NotFound`."""
        ...

    async def messages(
        self, user_id: str, conversation_id: str, *, execution_id: str | None = None, before: int | None = None,
        limit: int = 200,
    ) -> Sequence[Message]:  # fmt: skip
        """The latest `limit` below position `before`, oldest first, without those of superseded executions; of one
        execution, if given, superseded or not. Raises `NotFound`."""
        ...

    async def history(
        self, user_id: str, conversation_id: str, *, before_execution: str, executions: int = 1000
    ) -> Sequence[Any]:
        """Return the model messages (JSON) of the thread's completed executions created before this one, oldest
        first, flattened, without superseded ones; of the latest `executions` of them, 1,000 at most."""
        ...

    async def hold(self, user_id: str, conversation_id: str) -> None:
        """Within the caller's transaction: keep everyone else from adding executions to the thread until it ends.

        Raises `NotFound`.
        """
        ...

    async def supersede(self, user_id: str, conversation_id: str, execution_id: str) -> None:
        """Mark an execution and every later one of a thread that the caller holds as superseded, and set `last_agent`
        to who answered last before it. Raises `NotFound` for no such execution, `Conflict` when it is another
        thread's, superseded already, or one of them is not over."""
        ...

    async def search(self, user_id: str, text: str, *, limit: int = 8) -> Sequence[FoundConversation]:
        """Latest first, those whose title or one of whose messages contains `text`, whatever the case. Messages are
        searched in the latest threads only."""
        ...

    async def previous_mode(self, user_id: str, agent_id: str, before_execution: str) -> Mode | None:
        """Mode of the user's previous execution that requested this agent; for `mode.switched`."""
        ...


class ExecutionStore(Protocol):
    """Executions and their journal. Writes by a worker name the attempt it claimed and raise `LostClaim` when
    another worker has claimed the execution since or it is over."""

    async def create(
        self, user_id: str, conversation_id: str, message: str, mode: Mode, requested_agent: str | None
    ) -> Execution:
        """Create a pending execution."""
        ...

    async def get(self, user_id: str, execution_id: str, *, steps: bool = True) -> Execution:
        """Raises `NotFound`."""
        ...

    async def list(
        self, user_id: str, *, conversation_id: str | None = None, agent_id: str | None = None,
        status: ExecutionStatus | None = None, limit: int = 50, before: datetime | None = None,
    ) -> Sequence[Execution]:  # fmt: skip
        """Latest first; `before` pages by `created_at`."""
        ...

    async def claim(self, user_id: str, execution_id: str) -> Execution | None:
        """Claim for this worker: raise `attempt`, set running (started_at on the first), return it with its steps.

        Returns nothing when it is over, waiting, or gone.
        """
        ...

    async def record(self, user_id: str, execution_id: str, attempt: int, step: Step) -> Step:
        """Insert the step, or replace the one with the same key; sets started_at on insert, ended_at when the
        step is not running, and position on insert. Raises `LostClaim`; raises `ExecutionCancelled` when cancel
        was requested and the step is running."""
        ...

    async def assign(
        self, user_id: str, execution_id: str, attempt: int, agent_id: str | None, decision: Decision
    ) -> None:
        """Store who works on it and why. Raises `LostClaim`."""
        ...

    async def finish(
        self, user_id: str, execution_id: str, attempt: int, status: ExecutionStatus, *, usage: Usage,
        answer: str | None = None, failure: Failure | None = None, model_messages: Sequence[Any] = (),
    ) -> None:  # fmt: skip
        """End it; `model_messages` (JSON) become part of the thread's history. Raises `LostClaim`."""
        ...

    async def wait(self, user_id: str, execution_id: str, attempt: int, reason: str) -> None:
        """Set waiting for a person. Raises `LostClaim`."""
        ...

    async def resume(self, user_id: str, execution_id: str) -> Execution:
        """Set a waiting execution pending again. Raises `NotFound`, `Conflict` when it is not waiting."""
        ...

    async def settle(self, user_id: str, execution_id: str, key: str, *, error: str | None) -> None:
        """Resolve a running step of a waiting execution: with `error` it failed so, without it is deleted and will
        be made again. Raises `NotFound` when there is no such running step."""
        ...

    async def request_cancel(self, user_id: str, execution_id: str) -> Execution:
        """Note that it is to stop; pending and waiting ones become cancelled at once. Raises `NotFound`; over
        ones are returned as they are."""
        ...

    async def metrics(self, user_id: str) -> Sequence[AgentMetrics]:
        """Per agent, from stored executions."""
        ...

    async def search(self, user_id: str, text: str, *, limit: int = 8) -> Sequence[FoundExecution]:
        """Latest first, those whose message contains `text`, whatever the case; among the latest executions only."""
        ...


class TurnStore(Protocol):
    """Executions in short."""

    async def of(self, user_id: str, execution_ids: Sequence[str]) -> Sequence[Turn]:
        """Those of these ids that there are and that are not superseded, oldest first."""
        ...

    async def unfinished(self, user_id: str, *, limit: int = 100) -> Sequence[Turn]:
        """Those that are pending, running or waiting, latest first."""
        ...


class FeedbackStore(Protocol):
    """What people thought of answers."""

    async def give(self, user_id: str, execution_id: str, rating: Rating | None, note: str | None) -> Feedback:
        """Store in place of what was said before; without a rating take it back. Raises `NotFound`."""
        ...


class OverviewStore(Protocol):
    """What happened lately."""

    async def figures(self, user_id: str, since: datetime) -> Figures:
        """Figures since a time, at most 48 hours back, and of the latest 24 hours; hours begin where `since` does."""
        ...


class DecisionStore(Protocol):
    """Routing decisions."""

    async def add(self, user_id: str, decision: Decision, *, execution_id: str | None = None) -> Decision:
        """Store; returns it with id and created_at."""
        ...

    async def get(self, user_id: str, decision_id: str) -> Decision:
        """Raises `NotFound`."""
        ...

    async def list(
        self, user_id: str, *, agent_id: str | None = None, limit: int = 50, before: datetime | None = None
    ) -> Sequence[Decision]:
        """Latest first."""
        ...


class MisrouteStore(Protocol):
    """What people said about wrong decisions."""

    async def report(self, user_id: str, decision_id: str, correct: str | None, note: str) -> Misroute:
        """Note that a decision was wrong, in place of an earlier report. Raises `NotFound` for no such decision."""
        ...

    async def withdraw(self, user_id: str, decision_id: str) -> None:
        """Take the report of a decision back. Raises `NotFound` when there is none."""
        ...

    async def list(self, user_id: str, *, limit: int = 50, before: datetime | None = None) -> Sequence[Misroute]:
        """Latest first; `before` pages by `created_at`."""
        ...


class FigureStore(Protocol):
    """What agents did."""

    async def of_agent(self, user_id: str, agent_id: str, days: Sequence[datetime]) -> AgentFigures:
        """Return what an agent did in the days that begin at these times, oldest first, the last time being the end
        of the last day. Days are named by the date that their beginning has in its own time zone.
        """
        ...


class EventStore(Protocol):
    """Facts."""

    async def append(
        self, user_id: str, events: Sequence[Event], *, execution_id: str | None = None, agent: str | None = None
    ) -> Sequence[Fact]:
        """Store facts in order, numbering them within the execution without gaps, and notify channel
        `bailiwick_facts` with `{"u": user, "x": execution or null, "n": last sequence}` on commit."""
        ...

    async def since(self, user_id: str, execution_id: str, after: int, *, limit: int = 500) -> Sequence[Fact]:
        """Facts of an execution with a sequence above `after`, in order. Raises `NotFound` for no such execution."""
        ...

    async def recent(
        self, user_id: str, *, kinds: Sequence[str] = (), agent: str | None = None, execution_id: str | None = None,
        search: str | None = None, after_id: int | None = None, before_id: int | None = None, limit: int = 100,
    ) -> Sequence[Fact]:  # fmt: skip
        """Latest first; with `after_id` oldest first. `search` looks into the data as text."""
        ...

    async def statistics(self, user_id: str) -> Mapping[str, int]:
        """Number of facts by kind."""
        ...

    async def prune(self, user_id: str, older_than: datetime) -> int:
        """Delete old facts, but none of an execution that is not over and never a `done`; returns how many."""
        ...

    async def standing(self, user_id: str, after: Cursor | None = None, *, most: int = 0) -> Standing:
        """Say how a cursor stands to what is stored; counts up to `most` facts after it."""
        ...

    async def news(self, user_id: str, after: Cursor, *, limit: int = 200) -> News:
        """Facts of all executions and of none after a cursor, in an order in which nothing ever appears behind a
        cursor that was returned: facts wait for all older transactions to end."""
        ...

    async def open_calls(self, user_id: str, *, limit: int = 100) -> Sequence[OpenCall]:
        """The model calls that running executions wait for."""
        ...


class NoteStore(Protocol):
    """A user's notes."""

    async def list(self, user_id: str) -> Sequence[Note]:
        """Latest change first."""
        ...

    async def append(self, user_id: str, title: str, lines: Sequence[str], *, call_id: str) -> Note:
        """Add lines to the note of that title (compared without case and diacritics), created if there is none.

        Idempotent per `call_id`: a repetition adds nothing.
        """
        ...

    async def replace(self, user_id: str, title: str, lines: Sequence[str], *, call_id: str) -> Note:
        """Set the lines of the note of that title, created if there is none. Idempotent per `call_id`."""
        ...

    async def delete(self, user_id: str, title: str) -> bool:
        """Delete; false if there was none."""
        ...


class DocumentStore(Protocol):
    """Texts that agents wrote."""

    async def create(
        self, user_id: str, title: str, content: str, *, call_id: str, execution_id: str | None = None
    ) -> Document:
        """Create. Idempotent per `call_id`: a repetition returns the first result."""
        ...

    async def get(self, user_id: str, document_id: str) -> Document:
        """Raises `NotFound`."""
        ...

    async def list(self, user_id: str, *, limit: int = 50) -> Sequence[Document]:
        """Latest first."""
        ...


class AccessStore(Protocol):
    """People and what proves who is calling."""

    async def ensure_user(self, user_id: str, name: str, role: UserRole) -> User:
        """Return the user, created if there is none."""
        ...

    async def add_token(
        self, secret: Secret, name: str, scopes: Sequence[Scope], expires_at: datetime | None
    ) -> AccessToken:
        """Store a secret's hash for its user."""
        ...

    async def verify(self, secret: Secret, *, consume: bool = False) -> "tuple[User, AccessToken] | None":
        """Return who the secret stands for if it is known and not expired; with `consume` delete it (single use)."""
        ...

    async def tokens(self, user_id: str, kind: TokenKind) -> Sequence[AccessToken]:
        """Latest first."""
        ...

    async def revoke(self, user_id: str, token_id: str) -> None:
        """Raises `NotFound`."""
        ...


@dataclass(frozen=True, slots=True)
class StoredResponse:
    """The first response to a request with an Idempotency-Key."""

    status: int
    body: Any
    headers: Mapping[str, str] = field(default_factory=dict[str, str])


class IdempotencyStore(Protocol):
    """First results of creating requests, kept 24 hours."""

    async def begin(self, user_id: str, key: str, request_hash: bytes) -> StoredResponse | None:
        """Within the caller's transaction: reserve the key, or return the stored response of its first use.

        A concurrent first use is waited for. Raises `IdempotencyMismatch` if the hash differs.
        """
        ...

    async def finish(self, user_id: str, key: str, response: StoredResponse) -> None:
        """Store the response, in the transaction of `begin`."""
        ...


class Stores(Protocol):
    """One store per noun, all on one database."""

    @property
    def agents(self) -> AgentStore: ...

    @property
    def conversations(self) -> ConversationStore: ...

    @property
    def executions(self) -> ExecutionStore: ...

    @property
    def decisions(self) -> DecisionStore: ...

    @property
    def turns(self) -> TurnStore: ...

    @property
    def feedback(self) -> FeedbackStore: ...

    @property
    def overview(self) -> OverviewStore: ...

    @property
    def misroutes(self) -> MisrouteStore: ...

    @property
    def figures(self) -> FigureStore: ...

    @property
    def events(self) -> EventStore: ...

    @property
    def notes(self) -> NoteStore: ...

    @property
    def documents(self) -> DocumentStore: ...

    @property
    def access(self) -> AccessStore: ...

    @property
    def idempotency(self) -> IdempotencyStore: ...


class Jobs(Protocol):
    """Durable background work, deferred inside the caller's transaction and carried out by workers."""

    def register(
        self, name: str, task: Callable[[str, dict[str, str]], Awaitable[None]], *,
        gave_up: Callable[[str, dict[str, str], BaseException], Awaitable[None]] | None = None,
    ) -> None:  # fmt: skip
        """Say what jobs of this name do: `task(user_id, arguments)`, which may run again after a crash.

        One that raises is repeated with growing pauses; `gave_up` is called when that ends.
        """
        ...

    async def run_worker(
        self, *, concurrency: int = 20, heartbeat_seconds: float = 1.0, stalled_seconds: float = 6.0
    ) -> None:
        """Carry out jobs until cancelled; takes over the jobs of workers that are silent for too long."""
        ...

    async def live_workers(self, silence: float = 6.0) -> int:
        """Return how many workers gave a sign of life in the last `silence` seconds."""
        ...

    async def defer(
        self, task: str, user_id: str, arguments: Mapping[str, str], *,
        lock: str | None = None, queueing_lock: str | None = None, at: datetime | None = None,
    ) -> bool:  # fmt: skip
        """Enqueue; false when a job with the same queueing lock is already waiting.

        Jobs with the same `lock` run one at a time, in the order of deferral.
        """
        ...
