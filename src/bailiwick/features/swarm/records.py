"""The swarm: residents that sleep until mail wakes them, the rooms they write in, and what bounds them."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from enum import StrEnum
from typing import Any, Self

from bailiwick.kernel.reasons import Reason
from bailiwick.kernel.usage import ExecutionStatus, Usage
from bailiwick_router.core.record import Record

MOST_ATTEMPTS = 5
"""A mail whose reading failed or crashed its worker so often becomes a dead letter."""
LONGEST_MAIL = 32_000
"""Characters of one mail."""
COLORS = (
    "#2563EB",
    "#059669",
    "#D97706",
    "#7C3AED",
    "#DC2626",
    "#0891B2",
    "#DB2777",
    "#65A30D",
    "#4F46E5",
    "#EA580C",
)
"""What residents' discs are coloured with, in the order in which they come."""
LONGEST_GUIDANCE = 20_000
"""Characters of a resident's guidance and of a swarm's goal."""


def resident_address(own: str, swarm_id: str) -> str:
    """Return the id of a resident, `<name>@<swarm>`: its documented address, for people to read and to type.

    Nothing reads a part of it: of which swarm a resident is, and what it is called, are fields.
    """
    return f"{own}@{swarm_id}"


class SwarmStatus(StrEnum):
    """Only a running swarm's residents wake up."""

    RUNNING = "running"
    PAUSED = "paused"
    """By a person, or because a limit was reached; what was begun goes on when it is resumed."""
    STOPPED = "stopped"
    """By a person; what was begun was given up."""


class ResidentStatus(StrEnum):
    """Only an active resident wakes up."""

    ACTIVE = "active"
    PAUSED = "paused"
    STOPPED = "stopped"


class RoomStatus(StrEnum):
    """Mail of a paused room is kept and wakes no member until the room is open again."""

    OPEN = "open"
    PAUSED = "paused"


class Activity(StrEnum):
    """What a resident is doing now."""

    SLEEPING = "sleeping"
    WAKING = "waking"
    """It has mail to read and no worker has taken it up yet."""
    THINKING = "thinking"
    CALLING = "calling"
    """A tool; `doing` names it."""
    WAITING = "waiting"
    """For a person's word on a tool call."""
    RETRYING = "retrying"
    """Its turn failed and is tried again at `retry_at`."""


class RoomKind(StrEnum):
    """Between exactly two members, or among many."""

    DIRECT = "direct"
    GROUP = "group"


class DeliveryStatus(StrEnum):
    """Where one mail stands with one recipient: `unread → claimed → read | dead`."""

    UNREAD = "unread"
    CLAIMED = "claimed"
    """A turn has it; it is read when the turn is persisted."""
    READ = "read"
    DEAD = "dead"
    """Given up after `MOST_ATTEMPTS`, or written to a room when too much was unread; a person can have it delivered
    again."""


class WokenBy(StrEnum):
    """What wakes a resident."""

    MANUAL = "manual"
    DIRECT_MESSAGE = "direct_message"
    GROUP_MESSAGE = "group_message"


@dataclass(frozen=True, slots=True, kw_only=True)
class SwarmLimits(Record):
    """What a swarm may use in all; nothing lifts a limit. Reaching a shared one pauses the swarm and says so."""

    depth: int | None = 3
    """How many generations of residents there may be; the first residents are generation 1."""
    children: int | None = 8
    """How many residents one resident may create."""
    residents: int | None = 30
    """How many residents there may be in all."""
    mails: int | None = 1000
    """Mails in all, persons' included; a person's mail is never refused for it."""
    pair_per_minute: int | None = 12
    """Mails from one resident to one room in any 60 seconds."""
    rounds: int = 3
    """Reasoning rounds of model and tools in one turn."""
    laps: int | None = 2
    """How often mail may go round the same ring without a person saying anything; the mail that would begin another
    lap is refused."""
    seconds: float | None = 7200.0
    """Time of work, all residents together, in seconds; waiting for a person does not count."""
    tokens: int | None = 1_000_000
    """Input and output tokens of all residents together."""

    def evolve(self, **changes: Any) -> Self:
        """Return a copy with `changes` applied."""
        return replace(self, **changes)


@dataclass(frozen=True, slots=True, kw_only=True)
class Swarm(Record):
    """A goal, the residents that work on it, and what they have used of their limits."""

    id: str
    """Unique within one user; lower-case letters, digits and `-`."""
    name: str
    goal: str
    template: str | None
    """What it was made from."""
    status: SwarmStatus
    reason: str
    """Why it does not run, in one sentence; empty while it does."""
    why: Reason | None = None
    """The same as a code with values; None where there is none."""
    limits: SwarmLimits
    residents: int
    mails: int
    seconds: float
    """Time of work so far, all residents together."""
    usage: Usage
    created_at: datetime
    updated_at: datetime
    working: int = 0
    """How many residents have a turn under way."""
    unread: int = 0
    """Mails that the person has not read."""
    dead: int = 0
    """Dead letters."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Resident(Record):
    """An agent that lives in a swarm and sleeps until it is woken."""

    id: str
    """`<name>@<swarm>`, unique within one user; also its agent id in steps, events and approvals."""
    swarm_id: str
    name: str
    """What mail calls it; unique within the swarm, whatever the case."""
    role: str
    """A few words, e.g. "researcher"."""
    guidance: str
    """What it is told about itself; a person may edit it."""
    parent_id: str | None
    """Who created it; None when a person did."""
    depth: int
    """Its generation, from 1."""
    agent_id: str | None
    """The roster's agent whose instructions and tools it has, if it was made from one."""
    model: str | None
    """`provider:model`; None for the default."""
    tools: Sequence[str]
    """Patterns over tool names, beside the swarm's own tools; a child never has more than its parent."""
    context_window: int
    """How many earlier turns it reads in full; older ones it reads as one line each."""
    color: str
    icon: str
    status: ResidentStatus
    reason: str
    """Why it is not active, in one sentence; empty while it is."""
    why: Reason | None = None
    """The same as a code with values; None where there is none."""
    activity: Activity
    doing: str
    """The tool it calls, or what it waits for."""
    execution_id: str | None
    """Its unfinished turn."""
    retry_at: datetime | None
    unread: int
    """Mails that it has not read."""
    turns: int
    children: int
    usage: Usage
    created_at: datetime
    last_active_at: datetime | None

    def __post_init__(self) -> None:
        object.__setattr__(self, "tools", tuple(self.tools))


@dataclass(frozen=True, slots=True, kw_only=True)
class Neighbour(Record):
    """A resident as the others know it."""

    id: str
    name: str
    role: str
    parent_id: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class NewResident(Record):
    """What a resident is made of."""

    name: str
    role: str
    guidance: str
    parent_id: str | None = None
    agent_id: str | None = None
    model: str | None = None
    tools: Sequence[str] = ()
    context_window: int = 20
    color: str | None = None
    """Nothing: that of the roster's agent it is made from, or the next of `COLORS`."""
    icon: str | None = None
    """Nothing: that of the roster's agent it is made from, or a robot."""
    call_id: str | None = None
    """The tool call that creates it: a repetition returns the resident that there is."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Room(Record):
    """Where members write to one another."""

    id: str
    """UUID."""
    swarm_id: str
    kind: RoomKind
    name: str
    """Empty for direct rooms."""
    status: RoomStatus
    members: Sequence[str]
    """Resident ids and `PERSON`, in the order in which they joined."""
    mails: int
    unread: int
    """Mails that the person has not read; 0 where they are no member."""
    mentions: int
    """Of those, the ones that mention the person or expect a reply from them."""
    last_mail_at: datetime | None
    last_mail: str
    """The beginning of the latest mail."""
    created_at: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class Delivery(Record):
    """One mail and one recipient."""

    mail_id: str
    recipient: str
    status: DeliveryStatus
    attempts: int
    execution_id: str | None
    """The turn that reads or read it."""
    error: str
    """Why it was not read yet, or never will be."""
    read_at: datetime | None
    why: Reason | None = None
    """The same as a code with values; None where there is none."""


@dataclass(frozen=True, slots=True, kw_only=True)
class NewMail(Record):
    """What is sent."""

    room_id: str
    sender: str
    """Set by the server, never by who writes."""
    content: str
    by_person: bool = False
    """A person wrote it in the name of the resident that is the sender."""
    cause_id: str | None = None
    """The mail to which it reacts, the latest one of the sender's turn."""
    reply_to: str | None = None
    """The mail that it answers, if one was named."""
    mentions: Sequence[str] = ()
    """Members named with @; in a group they alone are woken, if there are any."""
    expects_reply: bool = False
    tainted: bool = False
    """The sender had read what strangers wrote."""
    execution_id: str | None = None
    """The turn that sent it."""
    call_id: str | None = None
    """The tool call that sent it: a repetition sends nothing again."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Mail(Record):
    """One message in a room."""

    id: str
    """UUID."""
    swarm_id: str
    room_id: str
    position: int
    """Its number within the swarm, from 1, without gaps, in the order of sending."""
    sender: str
    by_person: bool
    content: str
    cause_id: str | None
    root_id: str
    """The mail with which the chain of causes began; its own id for a first one."""
    hop: int
    """How many mails led to it, from 0."""
    reply_to: str | None
    mentions: Sequence[str]
    expects_reply: bool
    tainted: bool
    execution_id: str | None
    sent_at: datetime
    deliveries: Sequence[Delivery] = ()
    usage: Usage = Usage()
    """What reading it took: that of the turns that read it, shared evenly among the mails of each."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SentMail(Record):
    """What came of sending."""

    mail: Mail
    wakes: Sequence[str]
    """Residents to wake; empty for a repetition."""
    repeated: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Claim(Record):
    """What a resident is to do next: its unfinished turn, or a new one for the mail it has."""

    swarm: Swarm
    resident: Resident
    execution_id: str
    room: Room | None
    """None when it was woken by hand and had no mail."""
    woken_by: WokenBy
    mails: Sequence[Mail]
    """Oldest first, all of one room."""
    rooms: Sequence[Room]
    """Those that the resident is a member of."""
    attempts: int
    """How often the turn has been begun, this time included; pauses and waiting for a person count as none. More than
    `MOST_ATTEMPTS` when its worker died the last time: it is to be given up."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Settled(Record):
    """What became of the mail of a turn that is over."""

    mails: Sequence[Mail]
    """Those that it had claimed, oldest first; without deliveries."""
    unread: int
    """What its resident has unread now."""
    may_work: bool
    """Whether swarm and resident run, and the room is open."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Digest:
    """A turn in one line, for later turns that no longer read it in full."""

    text: str
    tainted: bool
    """Whether the turn had read what strangers wrote."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ResidentTurn(Record):
    """One turn of a resident: what it read, thought, did and said."""

    execution_id: str
    resident_id: str
    room_id: str | None
    woken_by: WokenBy
    mails: Sequence[str]
    """Ids of the mails it read."""
    digest: str
    """The turn in one line, for later turns that no longer read it in full."""
    tainted: bool
    """Whether it had read what strangers wrote; false until it has ended."""
    status: ExecutionStatus
    error: str
    retry_at: datetime | None
    usage: Usage
    created_at: datetime
    ended_at: datetime | None
    messages: Sequence[Any] = ()
    """Its model messages (JSON) where asked for."""
    why: Reason | None = None
    """The error as a code with values; None where there is none."""


class WaitState(StrEnum):
    """How far what a member waits for has come."""

    UNREAD = "unread"
    WORKING = "working"
    """The other is reading the mail or working on it."""
    READ = "read"
    """The other has read it and has not answered."""
    APPROVAL = "approval"
    """A tool call waits for a person's word."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Wait(Record):
    """A member waits for another or a person: a mail that expects a reply has none, or a call waits for a person."""

    who: str
    whom: str
    state: WaitState
    since: datetime
    mail_id: str | None
    approval_id: str | None
    circular: bool = False
    """Part of a ring of members that wait for one another."""


@dataclass(frozen=True, slots=True, kw_only=True)
class MailFlow(Record):
    """Mails from one member to another in one span of time."""

    sender: str
    recipient: str
    at: datetime
    """When the span begins."""
    mails: int


@dataclass(frozen=True, slots=True, kw_only=True)
class TemplateResident(Record):
    """A resident of a template; `{goal}` in its guidance stands for the swarm's goal."""

    name: str
    role: Mapping[str, str]
    """By language, `en` and `es`; it gets the one of who makes the swarm."""
    guidance: str
    tools: Sequence[str] = ()
    color: str = "#6B7280"
    icon: str = "robot"


@dataclass(frozen=True, slots=True, kw_only=True)
class Template(Record):
    """A swarm that is ready to be given a goal."""

    id: str
    name: Mapping[str, str]
    """By language, `en` and `es`."""
    description: Mapping[str, str]
    residents: Sequence[TemplateResident]
    """The first one gets the goal as its first mail."""
    group: Mapping[str, str] | None
    """Name, by language, of a room of all residents and the person, if there is one."""
    limits: SwarmLimits = SwarmLimits()
