"""The bounds of a swarm: which mail and which new residents are too much, and what their author is told."""

from collections.abc import Sequence
from dataclasses import dataclass

from bailiwick.features.swarm.mail_store import MailStore
from bailiwick.features.swarm.reasons import SwarmReason
from bailiwick.features.swarm.records import LONGEST_MAIL, Neighbour, NewMail, Resident, RoomKind, Swarm
from bailiwick.features.swarm.store import SwarmStore
from bailiwick.kernel.database.stores import Stores
from bailiwick.kernel.errors import Conflict, InvalidInput
from bailiwick.kernel.reasons import Reason, Said

MOST_GROUPS = 50
"""Groups of a swarm up to which its residents open more; a person may open any number."""


@dataclass(frozen=True, slots=True)
class MailRefusal:
    """Mail that is not sent."""

    rule: str
    """`laps`, `pair_per_minute`, `mails` or `unread`."""
    reason: Said
    """What the sender is told."""
    ring: tuple[str, ...] = ()
    """With `laps`: who wrote, in the order of one lap."""


def check_content(content: str) -> None:
    """Raise `InvalidInput` for mail that is empty or too long."""
    if not content.strip():
        raise InvalidInput(Reason.of(SwarmReason.MAIL_EMPTY), field="content")
    if len(content) > LONGEST_MAIL:
        raise InvalidInput(
            Reason.of(SwarmReason.MAIL_TOO_LONG, length=len(content), most=LONGEST_MAIL),
            field="content",
        )


async def refusal_of(stores: Stores, user_id: str, swarm: Swarm, new: NewMail, *, sent: bool) -> MailRefusal | None:
    """Return why a resident's mail is too much; None when it is not.

    `swarm` is as it stood before the mail, and held. `sent` says that the mail is among those already counted.
    """
    limits = swarm.limits
    if limits.mails is not None and swarm.mails >= limits.mails:
        return MailRefusal("mails", Reason.of(SwarmReason.SWARM_MAILS, limit=limits.mails))
    if limits.pair_per_minute is not None:
        lately = await stores[MailStore].sent_lately(user_id, swarm.id, new.sender, new.room_id) - sent
        if lately >= limits.pair_per_minute:
            return MailRefusal("pair_per_minute", Reason.of(SwarmReason.MAILS_TOO_FAST, count=lately))
    if limits.laps is not None and new.cause_id is not None:
        return await _lap(stores, user_id, swarm, new, new.cause_id, limits.laps)
    return None


async def _lap(
    stores: Stores, user_id: str, swarm: Swarm, new: NewMail, cause_id: str, most: int
) -> MailRefusal | None:
    senders = await stores[MailStore].laps(user_id, swarm.id, new.sender, new.room_id, cause_id, times=most)
    if not senders:
        return None
    ring = [*senders[: senders.index(new.sender) + 1]][::-1]
    names = names_of(await stores[SwarmStore].neighbours(user_id, swarm.id), [*ring, ring[0]])
    reason = Reason.of(SwarmReason.MAIL_IN_CIRCLE, lap=most + 1, names=" → ".join(names))
    return MailRefusal("laps", reason, tuple(ring))


def check_room_for(swarm: Swarm, parent: Resident | None) -> None:
    """Raise `Conflict` when the swarm, held, has no room for one more resident, or not below its parent."""
    limits = swarm.limits
    if limits.residents is not None and swarm.residents >= limits.residents:
        raise Conflict(Reason.of(SwarmReason.SWARM_FULL, residents=swarm.residents))
    if parent is None:
        return
    if limits.depth is not None and parent.depth >= limits.depth:
        raise Conflict(
            Reason.of(SwarmReason.GENERATION_LIMIT, name=parent.name, depth=parent.depth, limit=limits.depth)
        )
    if limits.children is not None and parent.children >= limits.children:
        raise Conflict(Reason.of(SwarmReason.CHILDREN_LIMIT, name=parent.name, children=parent.children))


async def check_groups(stores: Stores, user_id: str, swarm: Swarm) -> None:
    """Raise `Conflict` when a swarm, held, has as many groups as its residents may open."""
    rooms = await stores[MailStore].rooms(user_id, swarm.id)
    if sum(room.kind is RoomKind.GROUP for room in rooms) >= MOST_GROUPS:
        raise Conflict(Reason.of(SwarmReason.GROUPS_LIMIT, limit=MOST_GROUPS))


def names_of(residents: Sequence[Neighbour], ids: Sequence[str]) -> list[str]:
    """Return what members are called."""
    by_id = {resident.id: resident.name for resident in residents}
    return [by_id.get(member, "the person") for member in ids]
