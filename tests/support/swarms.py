"""Swarms in tests: residents by name, and waiting until something is the case."""

import asyncio
import json
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any

from bailiwick.features.swarm.actions import Swarms
from bailiwick.features.swarm.mail_store import MailStore
from bailiwick.features.swarm.records import Activity, Mail, NewResident, Resident, Room, Swarm, SwarmLimits
from bailiwick.features.swarm.store import SwarmStore
from bailiwick.kernel.events.bus import Bus
from bailiwick.kernel.events.store import EventStore
from bailiwick.people.records import PERSON
from support.running import Person


@dataclass(frozen=True)
class SwarmOf:
    """A person's swarm, and what they do with it."""

    someone: Person
    id: str

    @property
    def user(self) -> str:
        return self.someone.id

    @property
    def people(self) -> Any:
        """The service."""
        return self.someone.platform[Swarms]

    @property
    def stores(self) -> Any:
        return self.someone.platform.stores

    async def get(self) -> Swarm:
        return await self.stores[SwarmStore].get(self.user, self.id)

    async def has(self, name: str, **fields: Any) -> Resident:
        """Add a resident, whose instructions begin with "You are <name>"."""
        new = NewResident(name=name, role=fields.pop("role", ""), guidance=fields.pop("guidance", ""), **fields)
        return await self.people.add_resident(self.user, self.id, new)

    async def resident(self, name: str) -> Resident:
        found = await self.stores[SwarmStore].residents(self.user, self.id)
        return next(one for one in found if one.name == name)

    async def write(self, content: str, **where: Any) -> Mail:
        return await self.people.write(self.user, self.id, content, **where)

    async def room(self, one: str, other: str = PERSON) -> Room:
        """The direct room of two members, by id."""
        return await self.stores[MailStore].open_direct(self.user, self.id, one, other)

    async def mails(self, **where: Any) -> list[Mail]:
        where.setdefault("limit", 1000)
        return list(await self.stores[MailStore].list(self.user, self.id, **where))

    async def said(self, name: str, to: str = PERSON) -> list[str]:
        """What a resident has written to the person (or to another, by name), oldest first."""
        resident = await self.resident(name)
        other = to if to == PERSON else (await self.resident(to)).id
        room = await self.room(resident.id, other)
        return [mail.content for mail in await self.mails(room_id=room.id) if mail.sender == resident.id]

    async def asleep(self) -> bool:
        """Whether no resident has anything to do."""
        residents = await self.stores[SwarmStore].residents(self.user, self.id)
        return all(one.activity is Activity.SLEEPING for one in residents)

    async def sleeps(self, *, seconds: float = 30.0) -> None:
        """Wait until no resident has anything to do."""
        await self.until(self.asleep, seconds=seconds)

    async def until(self, condition: Callable[[], Awaitable[Any]], *, seconds: float = 30.0) -> Any:
        """Wait until something is the case, looking whenever a fact of the person is told; return what it is."""
        bus = self.someone.platform[Bus]
        try:
            async with asyncio.timeout(seconds):
                with bus.reading(self.user) as (bell, _):
                    while not (found := await condition()):
                        try:
                            async with asyncio.timeout(0.5):
                                await bell.wait()
                        except TimeoutError:
                            continue
                        bell.clear()
                    return found
        except TimeoutError:
            raise AssertionError(f"it did not come to be: {await self.summary()}") from None

    async def summary(self) -> str:
        """How things stand, for the message of a failed test."""
        swarm = await self.get()
        residents = await self.stores[SwarmStore].residents(self.user, self.id)
        mails = await self.mails(limit=10)
        return "\n".join(
            [
                f"{swarm.status} {swarm.reason}",
                *(f"{one.name}: {one.status} {one.activity} {one.doing} unread={one.unread}" for one in residents),
                *(f"{mail.position} {mail.sender}: {mail.content[:100]!r}" for mail in mails),
            ]
        )

    async def facts(self, *kinds: str) -> list[dict[str, Any]]:
        """The data of all facts of these kinds, oldest first."""
        found = await self.stores[EventStore].recent(self.user, kinds=kinds, limit=1000)
        return [fact.data for fact in reversed(found)]


async def swarm_of(someone: Person, **fields: Any) -> SwarmOf:
    """Make an empty swarm."""
    swarm = await someone.platform.stores[SwarmStore].create(
        someone.id,
        name=fields.pop("name", "Solar"),
        goal=fields.pop("goal", "Find out."),
        template=None,
        limits=SwarmLimits(**fields),
    )
    return SwarmOf(someone, swarm.id)


def rule(name: str, *turns: str, user: str = "") -> str:
    """Return a script's rule for one resident; each turn is the body of a turn's table."""
    heard = f"user = {json.dumps(user)}\n" if user else ""
    head = f'[[rule]]\ninstructions = "You are {name}"\n{heard}'
    return head + "".join(f"[[rule.turn]]\n{turn}\n" for turn in turns)


def calls(*made: tuple[str, dict[str, Any]]) -> str:
    """Return the body of a turn that asks for tool calls: (tool, arguments) each."""
    tables: list[str] = []
    for tool, arguments in made:
        given = ", ".join(f"{name} = {json.dumps(value)}" for name, value in arguments.items())
        tables.append(f"{{ tool = {json.dumps(tool)}, arguments = {{ {given} }} }}")
    return f"calls = [{', '.join(tables)}]"


def send(to: str, content: str, *, expects_reply: bool | None = False, **options: Any) -> tuple[str, dict[str, Any]]:
    """Return a call that writes to one member; with `expects_reply` None it leaves that field out."""
    said = {} if expects_reply is None else {"expects_reply": expects_reply}
    return "send", {"to": to, "content": content, **said, **options}


def group(name: str, content: str) -> tuple[str, dict[str, Any]]:
    """Return a call that writes to a group."""
    return "send_group_message", {"group": name, "content": content}


def create(role: str, **options: Any) -> tuple[str, dict[str, Any]]:
    """Return a call that creates a resident."""
    return "create", {"role": role, "guidance": f"You are a {role}.", **options}


SILENCE = 'text = "(nothing to say)"'
"""A turn in which a resident only thinks."""
