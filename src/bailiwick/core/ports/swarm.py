"""Swarms, their residents, rooms, mail and turns.

Every writing transaction of a swarm holds the swarm first, before any other row: whoever changes what others go by
alone (`SwarmStore.hold`), whoever counts on its mail or what it has used one at a time (`hold_to_count`), whoever
begins a turn beside those (`ResidentTurnStore.begin`). Mails then have one order, counters are exact, and no two
transactions wait for each other in a ring: behind the swarm comes the resident whose turn it is, then those who get
mail. Methods that write hold what they need themselves, unless their transaction has it already.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Protocol

from bailiwick.core.executions import Usage
from bailiwick.core.ports.database import JobRoom
from bailiwick.core.reasons import Said
from bailiwick.core.swarm import (
    Claim,
    Delivery,
    Flow,
    Mail,
    Neighbour,
    NewMail,
    NewResident,
    Resident,
    ResidentStatus,
    ResidentTurn,
    Room,
    RoomStatus,
    SentMail,
    Settled,
    Swarm,
    SwarmLimits,
    SwarmStatus,
    Wait,
    WokenBy,
)


class SwarmStore(Protocol):
    """Swarms and residents."""

    async def create(self, user_id: str, *, name: str, goal: str, template: str | None, limits: SwarmLimits) -> Swarm:
        """Create a running swarm; its id is made from its name, with a number behind it if that is taken."""
        ...

    async def get(self, user_id: str, swarm_id: str) -> Swarm:
        """Raises `NotFound`."""
        ...

    async def list(self, user_id: str, *, limit: int = 50, before: datetime | None = None) -> Sequence[Swarm]:
        """Latest change first; `before` pages by `updated_at`."""
        ...

    async def hold(self, user_id: str, swarm_id: str) -> Swarm:
        """Within the caller's transaction: keep everyone else from writing anything of the swarm until it ends, and
        turns from beginning. Raises `NotFound`.

        `working` is not counted here, nor in a `Claim`, nor by `spend`.
        """
        ...

    async def hold_to_count(self, user_id: str, swarm_id: str, resident_id: str | None = None) -> Swarm:
        """As `hold`, but turns of other residents may begin: for mail, and for what turns use; for a turn with its
        resident. Raises `NotFound`."""
        ...

    async def update(
        self,
        user_id: str,
        swarm_id: str,
        *,
        name: str | None = None,
        goal: str | None = None,
        limits: SwarmLimits | None = None,
    ) -> Swarm:
        """Change what is given. Raises `NotFound`."""
        ...

    async def set_status(
        self, user_id: str, swarm_id: str, status: SwarmStatus, reason: Said, *, held: bool = False
    ) -> Swarm:
        """`held` says that the caller's transaction holds the swarm already, in whichever way. Raises `NotFound`."""
        ...

    async def delete(self, user_id: str, swarm_id: str) -> None:
        """Delete with everything in it. Raises `NotFound`; `Conflict` while a turn is running."""
        ...

    async def add_resident(self, user_id: str, swarm_id: str, new: NewResident) -> tuple[Resident, bool]:
        """Return the resident and whether it is new: one that the same call has made before is returned again.

        Depth, children and number are not checked here. Raises `NotFound`; `Conflict` when the name is taken.
        """
        ...

    async def resident(self, user_id: str, resident_id: str) -> Resident:
        """Raises `NotFound`."""
        ...

    async def residents(self, user_id: str, swarm_id: str) -> Sequence[Resident]:
        """All of a swarm, oldest first. Raises `NotFound`."""
        ...

    async def neighbours(self, user_id: str, swarm_id: str) -> Sequence[Neighbour]:
        """The same ones as they know one another; far less work. Raises `NotFound`."""
        ...

    async def ancestors(self, user_id: str, resident_id: str) -> Sequence[Resident]:
        """Its parent, the parent's parent and so on."""
        ...

    async def edit_resident(
        self,
        user_id: str,
        resident_id: str,
        *,
        role: str | None = None,
        guidance: str | None = None,
        tools: Sequence[str] | None = None,
        model: str | None = None,
        context_window: int | None = None,
        color: str | None = None,
        icon: str | None = None,
    ) -> Resident:
        """Change what is given; an empty model means the default. Raises `NotFound`."""
        ...

    async def set_resident_status(
        self, user_id: str, resident_id: str, status: ResidentStatus, reason: Said
    ) -> Resident:
        """Raises `NotFound`."""
        ...

    async def reserve(self, user_id: str, execution_id: str, tokens: int) -> None:
        """Within a transaction that holds the swarm: note what a turn's next model call may use at most, in place of
        what was noted before. Raises `NotFound`; `LostClaim` when the turn is over."""
        ...

    async def taken_tokens(self, user_id: str, swarm_id: str) -> tuple[int, int]:
        """Return the tokens that the swarm has used, and those that turns under way have reserved in all; until the
        caller's transaction ends nobody else is told. Raises `NotFound`."""
        ...

    async def spend(self, user_id: str, execution_id: str, usage: Usage, seconds: float) -> Swarm:
        """Within a transaction that holds the swarm: add to the counters of the turn's swarm and resident, and free
        what the turn had reserved. Raises `NotFound`."""
        ...


@dataclass(frozen=True, slots=True, kw_only=True)
class WakeUps:
    """The jobs that wake the readers of a mail."""

    task: str
    arguments: Mapping[str, str]
    """What they are enqueued with, besides `resident`."""
    lock: str
    """How the lock of a resident begins, which ends with its id."""
    kind: str
    """What follows the lock in the queueing lock."""
    room: JobRoom


class MailStore(Protocol):
    """Rooms, mail, and who has read what."""

    async def open_direct(self, user_id: str, swarm_id: str, one: str, other: str, *, held: bool = False) -> Room:
        """Return the direct room of two members, created if there is none; `held` says that the caller's transaction
        holds the swarm already. Raises `NotFound`; `InvalidInput` for one and the same."""
        ...

    async def create_group(self, user_id: str, swarm_id: str, name: str, members: Sequence[str]) -> Room:
        """Raises `NotFound`; `Conflict` when the name is taken within the swarm."""
        ...

    async def room(self, user_id: str, swarm_id: str, room_id: str) -> Room:
        """Raises `NotFound`."""
        ...

    async def rooms(self, user_id: str, swarm_id: str, *, member: str | None = None) -> Sequence[Room]:
        """Latest mail first; only those of a member, if given."""
        ...

    async def rename(self, user_id: str, swarm_id: str, room_id: str, name: str) -> Room:
        """Raises `NotFound`, `Conflict`; `InvalidInput` for a direct room."""
        ...

    async def set_room_status(self, user_id: str, swarm_id: str, room_id: str, status: RoomStatus) -> Room:
        """Raises `NotFound`."""
        ...

    async def join(self, user_id: str, swarm_id: str, room_id: str, member: str) -> Room:
        """Add a member to a group; who is one already stays one. A member gets mail from now on."""
        ...

    async def leave(self, user_id: str, swarm_id: str, room_id: str, member: str) -> Room:
        """Take a member out of a group; what it has not read of it counts as read. Raises `NotFound`."""
        ...

    async def addressed(self, user_id: str, swarm_id: str, to: str) -> str | None:
        """Return the id of the resident whose id or name that is; nothing where there is none."""
        ...

    async def send(
        self,
        user_id: str,
        swarm_id: str,
        new: NewMail,
        *,
        most_unread: int | None = None,
        most_runs: int | None = None,
        held: bool = False,
        tells: bool = False,
        wake_ups: WakeUps | None = None,
    ) -> SentMail:
        """Store a mail and a delivery for every other member of its room, counted on the swarm.

        `held` says that the caller's transaction holds the swarm already, or need not, since the room is direct: nobody
        joins it or leaves it. The same `call_id` sends nothing again. Mentions of others than members mean nothing.
        With `tells` the fact is told, with `wake_ups` its readers are woken; who could not begin now (paused, stopped)
        is neither woken nor among `wakes`. For a resident with `most_unread` unread mails it is a dead letter. Other
        bounds are not checked here, but that mail has 1 to 32,000 characters. Raises `NotFound` (swarm, room, cause,
        `reply_to` of another room); `InvalidInput` when the sender is no member; `InboxFull` when all whom the mail is
        for have too much unread; `TooMuchWork` while `most_runs` executions of the user are pending or running.
        """
        ...

    async def sent_lately(self, user_id: str, swarm_id: str, sender: str, room_id: str) -> int:
        """Mails of a sender in a room in the last 60 seconds."""
        ...

    async def laps(
        self, user_id: str, swarm_id: str, sender: str, room_id: str, cause_id: str, *, times: int = 2
    ) -> Sequence[str]:
        """Return the senders along the chain of causes from `cause_id` (latest first) back to the sender's mail in that
        room that is its `times`-th from there, that one included. Empty when it has written there less often since
        the latest word of a person, or within the latest 1,000 mails of the chain."""
        ...

    async def get(self, user_id: str, swarm_id: str, mail_id: str) -> Mail:
        """With deliveries and usage. Raises `NotFound`."""
        ...

    async def list(
        self,
        user_id: str,
        swarm_id: str,
        *,
        room_id: str | None = None,
        member: str | None = None,
        search: str | None = None,
        dead: bool = False,
        before: int | None = None,
        limit: int = 50,
    ) -> Sequence[Mail]:
        """The latest below position `before`, oldest first, with deliveries and usage; of one room, sent or received
        by a member, containing a text whatever the case, with dead letters. Raises `NotFound` (swarm, room)."""
        ...

    async def wrote(self, user_id: str, execution_id: str, room_id: str, sender: str) -> bool:
        """Whether a turn has sent mail of its resident into a room."""
        ...

    async def passed_on(self, user_id: str, swarm_id: str, mail_id: str) -> tuple[Mail, Mail] | None:
        """Return a mail and the one that caused it, without deliveries and usage; nothing where there is none."""
        ...

    async def of_turns(self, user_id: str, swarm_id: str, execution_ids: Sequence[str]) -> Sequence[Mail]:
        """The mails that turns of residents read or sent, oldest first; without deliveries and usage."""
        ...

    async def chain(self, user_id: str, swarm_id: str, mail_id: str, *, limit: int = 200) -> Sequence[Mail]:
        """The mails that led to it and those that came of it, oldest first."""
        ...

    async def mark_read(self, user_id: str, swarm_id: str, room_id: str, up_to: int) -> int:
        """Note that the person has read a room up to a position; return how many mails that were."""
        ...

    async def acknowledge(self, user_id: str, swarm_id: str, resident_id: str, room_id: str) -> Sequence[Mail]:
        """Mark what a resident has not read of a room as read, because a person answered for it; return it.

        What a turn has claimed stays the turn's.
        """
        ...

    async def redeliver(self, user_id: str, swarm_id: str, mail_id: str, recipient: str) -> Delivery:
        """Make a dead letter unread again, with all its attempts before it; it wakes its recipient.

        Raises `NotFound`; `Conflict` when it is not dead or its recipient has left the room.
        """
        ...

    async def waits(self, user_id: str, swarm_id: str) -> Sequence[Wait]:
        """Who waits for whom, oldest first, 1,000 at most; rings of sleeping residents are marked.

        Of several mails from one to the other in one room that have no answer, the oldest. Raises `NotFound`.
        """
        ...

    async def flow(
        self, user_id: str, swarm_id: str, *, since: datetime, until: datetime, spans: int
    ) -> Sequence[Flow]:
        """Mails by sender, recipient and span of time, oldest span first; `until` is the first moment that does not
        count, and there are 500 spans at most. Raises `NotFound`."""
        ...


class ResidentTurnStore(Protocol):
    """Turns of residents: each is an execution in the resident's own thread."""

    async def begin(self, user_id: str, resident_id: str, *, manual: bool = False) -> Claim | None:
        """Return what a resident is to do next.

        A turn that a person stopped and whose worker did not end it, whatever runs, so that it can be ended. Its
        unfinished turn; nothing if that waits for a person, for its next attempt, or for its room to be open again.
        Else, with mail that wakes it in an open room, a new turn: all unread mail of the room whose waking mail is the
        oldest, up to 50 mails and 100,000 characters, is claimed, and an execution for it is created. Else, if
        `manual`, a turn without mail. Nothing while the swarm or the resident does not run. Taking a turn up again
        counts as an attempt if it was running or was laid down with an error. The mails have no deliveries.

        Raises `NotFound`.
        """
        ...

    async def add(
        self,
        user_id: str,
        resident_id: str,
        *,
        room_id: str,
        mails: Sequence[str],
        message: str,
        answer: str,
        digest: str,
        messages: Sequence[Any],
        sent: str | None = None,
    ) -> str:
        """Within the caller's transaction: put a completed turn into a resident's history that a person took in its
        name, with the mail that was acknowledged for it and the one that was sent. Return the execution's id. Raises
        `NotFound`."""
        ...

    async def obstacle(self, user_id: str, execution_id: str) -> Said:
        """Return why a turn may not go on now, by its swarm, its resident and its room, in one sentence; empty when it
        may. Raises `NotFound`."""
        ...

    async def persist(
        self, user_id: str, execution_id: str, digest: str, *, usage: Usage = Usage(), seconds: float = 0.0
    ) -> Settled:
        """Within the transaction that finishes the execution and holds the swarm: mark the mail of the turn as read,
        keep the digest, and add to what swarm and resident have used what is not counted yet. Raises `NotFound`;
        `LostClaim` when the turn is over already."""
        ...

    async def release(
        self, user_id: str, execution_id: str, attempt: int, *, error: Said = "", retry_at: datetime | None = None
    ) -> None:
        """Lay an unfinished turn down so that a worker can take it up again (the execution is pending), after
        `retry_at` if given; what was done of it stays done. Without an error it counts as no attempt. `LostClaim`."""
        ...

    async def give_up(
        self,
        user_id: str,
        execution_id: str,
        error: Said,
        *,
        dead: bool,
        usage: Usage = Usage(),
        seconds: float = 0.0,
    ) -> Settled:
        """Within the transaction that ends the execution without success and holds the swarm: its mail becomes dead
        letters, or read when a person stopped the turn; what it has used is counted as by `persist`. Raises `NotFound`;
        `LostClaim` when it is over already."""
        ...

    async def hurry(self, user_id: str, resident_id: str) -> None:
        """Let an unfinished turn be tried again at once."""
        ...

    async def list(
        self,
        user_id: str,
        resident_id: str,
        *,
        before: datetime | None = None,
        limit: int = 20,
        messages: bool = False,
    ) -> Sequence[ResidentTurn]:
        """Latest first; `before` pages by `created_at`. Raises `NotFound`."""
        ...

    async def history(
        self, user_id: str, resident_id: str, *, before_execution: str, window: int, digests: int = 200
    ) -> tuple[Sequence[str], Sequence[Any]]:
        """Return the digests of older turns, oldest first, and the model messages (JSON, flattened, oldest first) of
        the latest `window` completed turns before one."""
        ...

    async def unfinished(
        self, user_id: str, swarm_id: str, *, resident_id: str | None = None, room_id: str | None = None
    ) -> Sequence[ResidentTurn]:
        """Turns under way, waiting or to be tried again."""
        ...

    async def sleepers(
        self, user_id: str, *, swarm_id: str | None = None, limit: int = 1000
    ) -> Sequence[tuple[str, WokenBy]]:
        """Residents that have something to do now and should be woken, of one swarm if given: after a pause, and for
        the poll that makes up for lost signals. A turn that seems to run is among them when nothing was heard of it
        for five minutes."""
        ...
