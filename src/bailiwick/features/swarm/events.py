"""What happens in a swarm."""

from dataclasses import dataclass

from bailiwick.kernel.events.facts.base import Event
from bailiwick.kernel.reasons import Reason
from bailiwick.kernel.usage import Usage

PREVIEW = 200
"""Characters of a mail that are told with it."""
MOST_TOLD = 20
"""Recipients that are told with a mail."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SwarmChanged(Event):
    """A swarm was created, edited, paused, resumed, stopped or deleted, or reached a limit."""

    wire = "swarm.changed"
    swarm: str
    """The swarm's id."""
    change: str
    """`created`, `updated`, `paused`, `resumed`, `stopped`, `limited` or `deleted`."""
    status: str
    """`running`, `paused` or `stopped`."""
    reason: str
    """Why, in one sentence; empty where it needs no reason."""
    why: Reason | None = None
    """The same as a code with values; None where there is none."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ResidentChanged(Event):
    """A resident was created, edited, paused, resumed or stopped."""

    wire = "resident.changed"
    swarm: str
    """The swarm's id."""
    resident: str
    """The resident's id."""
    change: str
    """`created`, `updated`, `paused`, `resumed` or `stopped`."""
    parent: str | None
    """Who created it; None when a person did."""
    reason: str
    """Why, in one sentence; may be empty."""
    why: Reason | None = None
    """The same as a code with values; None where there is none."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ResidentWoken(Event):
    """A worker began a turn of a resident, or took it up again."""

    wire = "resident.woken"
    swarm: str
    """The swarm's id."""
    resident: str
    """The resident's id."""
    woken_by: str
    """`manual`, `direct_message` or `group_message`."""
    room: str | None
    """Where the mail that it reads was sent."""
    mails: tuple[str, ...]
    """The mails that it reads."""
    attempt: int
    """How often reading them was begun, this time included."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ResidentSlept(Event):
    """A turn of a resident ended: persisted, paused, waiting, to be tried again, given up or stopped."""

    wire = "resident.slept"
    swarm: str
    """The swarm's id."""
    resident: str
    """The resident's id."""
    outcome: str
    """`done`, `paused`, `waiting`, `retrying`, `dead` or `stopped`."""
    reason: str
    """Why, in one sentence; empty when it is done."""
    unread: int
    """Mails that it has not read."""
    usage: Usage
    """What the turn used."""
    why: Reason | None = None
    """The reason as a code with values; None where there is none."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RoomChanged(Event):
    """A room was created, renamed, joined, left, read by the person, paused or resumed."""

    wire = "room.changed"
    swarm: str
    """The swarm's id."""
    room: str
    """The room's id."""
    change: str
    """`created`, `renamed`, `joined`, `left`, `read`, `paused`, `resumed` or `stopped`."""
    member: str | None
    """Who joined or left."""


@dataclass(frozen=True, slots=True, kw_only=True)
class MailSent(Event):
    """Mail was sent."""

    wire = "mail.sent"
    swarm: str
    """The swarm's id."""
    room: str
    """The room's id."""
    mail: str
    """The mail's id."""
    position: int
    """Its number within the swarm."""
    sender: str
    """A resident's id, or `person`."""
    recipients: tuple[str, ...]
    """Who gets it, the first 20."""
    cause: str | None
    """The mail to which it reacts."""
    preview: str
    """The first 200 characters."""


@dataclass(frozen=True, slots=True, kw_only=True)
class MailDied(Event):
    """Mail became a dead letter, or was made deliverable again."""

    wire = "mail.died"
    swarm: str
    """The swarm's id."""
    mail: str
    """The mail's id."""
    recipient: str
    """Who could not read it."""
    redelivered: bool
    """True when a person had it delivered again."""
    reason: str
    """Why it could not be read."""
    why: Reason | None = None
    """The same as a code with values; None where there is none."""


@dataclass(frozen=True, slots=True, kw_only=True)
class MailRefused(Event):
    """Mail of a resident was not sent: it would have gone round once more, or too much of it too fast."""

    wire = "mail.refused"
    swarm: str
    """The swarm's id."""
    room: str
    """The room's id."""
    sender: str
    """The resident's id."""
    rule: str
    """`laps`, `pair_per_minute`, `mails` or `unread`."""
    reason: str
    """What the sender was told, in one sentence."""
    ring: tuple[str, ...]
    """With `laps`: who wrote, in the order of one lap."""
    why: Reason | None = None
    """The reason as a code with values; None where there is none."""


OF_SWARMS = frozenset(
    event.wire
    for event in (
        SwarmChanged,
        ResidentChanged,
        ResidentWoken,
        ResidentSlept,
        RoomChanged,
        MailSent,
        MailDied,
        MailRefused,
    )
)
"""The kinds of facts that name the swarm they belong to."""
