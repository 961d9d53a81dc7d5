"""What people call swarms, residents and rooms on a command line, and what they type as values."""

from typing import TYPE_CHECKING, Any, TypeVar

from bailiwick.features.swarm.records import Resident, Room, RoomKind, Swarm, SwarmLimits, resident_address
from bailiwick.kernel.errors import InvalidInput, NotFound
from bailiwick.kernel.terminal.fields import checked
from bailiwick.kernel.terminal.texts import phrase
from bailiwick.people.records import PERSON

if TYPE_CHECKING:
    from pydantic import BaseModel

    from bailiwick.kernel.platform import Platform

    Fields = TypeVar("Fields", bound=BaseModel)

ME = (PERSON, "me", "you")
NO_LIMIT = ("none", "no", "off")


async def swarm_named(platform: "Platform", user_id: str, text: str) -> Swarm:
    """Return the swarm of an id. Raises `NotFound` with what to do."""
    from bailiwick.features.swarm.store import SwarmStore

    try:
        return await platform.stores[SwarmStore].get(user_id, text)
    except NotFound:
        raise NotFound(phrase("swarm-names.there-is-no-swarm-bailiwick-swarm", text=repr(text))) from None


async def resident_named(platform: "Platform", user_id: str, swarm_id: str, text: str) -> Resident:
    """Return the resident that `text` calls: its id, its name whatever the case, or the beginning of its id."""
    from bailiwick.features.swarm.store import SwarmStore

    found = await platform.stores[SwarmStore].residents(user_id, swarm_id)
    for one in found:
        if _calls(text, one):
            return one
    names = ", ".join(one.name for one in found[:20])
    raise NotFound(phrase("swarm-names.nobody-in-is-called-there-are", swarm_id=swarm_id, text=repr(text), names=names))


async def member_named(platform: "Platform", user_id: str, swarm_id: str, text: str) -> str:
    """Return the id of the member that `text` calls: a resident, or the person."""
    if text.strip().casefold() in ME:
        return PERSON
    return (await resident_named(platform, user_id, swarm_id, text)).id


async def room_named(platform: "Platform", user_id: str, swarm_id: str, text: str) -> Room:
    """Return the room that `text` calls.

    It is a room's id or name, a resident (the direct room with it), or two members with a comma between them.
    """
    from bailiwick.features.swarm.mail_store import MailStore

    rooms = await platform.stores[MailStore].rooms(user_id, swarm_id)
    key = text.strip().casefold()
    for room in rooms:
        if room.id == key or (room.kind is RoomKind.GROUP and room.name.casefold() == key):
            return room
    names = [part for part in text.split(",") if part.strip()]
    members = {await member_named(platform, user_id, swarm_id, name) for name in names} if len(names) < 3 else set()
    wanted = members | ({PERSON} if len(members) == 1 else set())
    for room in rooms:
        if room.kind is RoomKind.DIRECT and set(room.members) == wanted:
            return room
    raise NotFound(
        phrase("swarm-names.there-is-no-room-in-bailiwick", text=repr(text), swarm_id=swarm_id, swarm_id2=swarm_id)
    )


def limits_from(assignments: list[str], limits: SwarmLimits) -> SwarmLimits:
    """Return `limits` with `name=number` or `name=none` applied. Raises `InvalidInput`."""
    from bailiwick.features.swarm.fields import LimitFields  # it knows the bounds; --help need not wait for it

    names = {_plain(name): name for name in LimitFields.model_fields}
    given: dict[str, Any] = {}
    for assignment in assignments:
        left, equals, value = assignment.partition("=")
        name = names.get(_plain(left))
        if name is None or not equals:
            raise InvalidInput(phrase("swarm-names.write-limits-as-name-number-or", values=", ".join(names.values())))
        given[name] = None if value.strip().casefold() in NO_LIMIT else _number(value)
    aliases = {name: field.alias or name for name, field in LimitFields.model_fields.items()}
    return checked(LimitFields, **{aliases[name]: value for name, value in given.items()}).over(limits)


def _calls(text: str, resident: Resident) -> bool:
    key = text.strip().removeprefix("@").casefold()
    return resident.id in (key, resident_address(key, resident.swarm_id)) or key == resident.name.casefold()


def _plain(name: str) -> str:
    return name.strip().replace("_", "").replace("-", "").casefold()


def _number(text: str) -> int | float:
    plain = text.strip().replace(",", "").replace("_", "")
    try:
        return int(plain)
    except ValueError:
        pass
    try:
        return float(plain)
    except ValueError:
        raise InvalidInput(phrase("swarm-names.is-no-number-write-one-or", text=repr(text))) from None
