"""Conversations: the threads of a user with an agent in a mode, and their messages."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from datetime import datetime
from enum import StrEnum
from typing import Any, NamedTuple

from bailiwick_router.core.decisions import Mode
from bailiwick_router.core.record import Record


def thread_key(agent_id: str, mode: Mode) -> str:
    """Return the key of a user's main thread with an agent in a mode; unique within that user."""
    return f"{agent_id}_{mode}"


class BegunBy(StrEnum):
    """Who began a conversation."""

    PERSON = "person"
    """The person, in the web app or a chat in a terminal; also a schedule or a task of theirs."""
    ASK = "ask"
    """`bailiwick ask`, for one question."""
    PROGRAM = "program"
    """A program with a key, for one request that named no conversation."""


class MessageAuthor(StrEnum):
    """Who wrote a message."""

    USER = "user"
    AGENT = "agent"


class Before(NamedTuple):
    """A thread as an execution of it finds it."""

    thread: "Conversation"
    mode: Mode | None
    """In which the person asked for the same agent last, if they did."""
    has_history: bool
    """Whether it had an execution before."""
    quiet_since: datetime | None
    """When the last one before it ended; None where there was none."""
    said_before: Sequence[str]
    """How the latest messages before it begin, the latest first."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Conversation(Record):
    """One thread of a user with one agent in one mode."""

    id: str
    """UUID."""
    agent_id: str
    """The agent it is with; the supervisor's id where none was chosen."""
    mode: Mode
    """Direct and supervised threads of one agent share nothing."""
    thread_key: str
    """`{agent_id}_{mode}` for the main thread, with `:{id}` appended for further ones."""
    title: str
    """What the list shows; the first line of the message that began it until it is renamed."""
    pinned: bool
    """Pinned threads come first."""
    last_agent: str | None
    """Who answered last; keeps the turn on a follow-up."""
    created_at: datetime
    updated_at: datetime
    begun_by: BegunBy = BegunBy.PERSON


@dataclass(frozen=True, slots=True, kw_only=True)
class Message(Record):
    """One turn in a conversation."""

    id: str
    """UUID."""
    conversation_id: str
    author: MessageAuthor
    agent_id: str | None
    """Who answered; None for the user's own turns."""
    execution_id: str | None
    """The execution that this message started or ended."""
    content: str
    created_at: datetime
    position: int = 0
    """Grows within a conversation; lists page by it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ThreadSummary(Record):
    """A conversation up to one of its turns in short, which models read in place of what was said until then."""

    text: str
    turns: int
    """How many turns it stands for."""
    model: str
    """Full name of the model that wrote it."""
    execution_id: str
    """The execution for which it was made."""
    tainted: bool
    """Whether what it was made of holds what strangers wrote."""
    created_at: datetime

    def data(self) -> dict[str, Any]:
        """Return it as plain JSON."""
        return {**asdict(self), "created_at": self.created_at.isoformat()}


def read_summary(said: Mapping[str, Any] | None) -> ThreadSummary | None:
    """Return a summary as it was stored."""
    if said is None:
        return None
    fields: dict[str, Any] = {**said, "created_at": datetime.fromisoformat(said["created_at"])}
    return ThreadSummary(**fields)


@dataclass(frozen=True, slots=True, kw_only=True)
class Exchange(Record):
    """What one execution of a thread said, for models to read."""

    execution_id: str = ""
    summary: ThreadSummary | None = None
    """What stands for it and all before it; then there are no messages."""
    agent_id: str | None
    """Who answered; None where no agent fitted."""
    answered: bool
    """Whether the answer did anything for who asked."""
    ended: bool = False
    """Whether it was in a conversation that silence has ended since."""
    messages: Sequence[Any]
    """Model messages as JSON, oldest first."""


@dataclass(frozen=True, slots=True, kw_only=True)
class FoundConversation(Record):
    """A conversation that a search found."""

    id: str
    """UUID."""
    title: str
    agent_id: str
    mode: Mode
    snippet: str | None
    """Where the text stands in its latest message that has it; None when only the title does."""
    marks: tuple[tuple[int, int], ...] = ()
    """Where the text stands in the snippet: the first character of each place, and the one after its last."""
    turn_id: str | None = None
    """The turn of that message: an execution, or the message itself where it belongs to none."""
    updated_at: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class FoundMessage(Record):
    """The latest message of a conversation that a search found a text in."""

    conversation_id: str
    turn_id: str
    """An execution, or the message itself where it belongs to none."""
    snippet: str
    marks: tuple[tuple[int, int], ...]
    """Where the text stands in the snippet: the first character of each place, and the one after its last."""
