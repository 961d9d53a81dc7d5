"""A swarm for the stores' tests: who lives in it, what they write, and turns carried out as a worker would."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from bailiwick.features.swarm.mail_store import MailStore
from bailiwick.features.swarm.records import Claim, Digest, Mail, NewMail, NewResident, SentMail, SwarmLimits
from bailiwick.features.swarm.store import SwarmStore
from bailiwick.features.swarm.turn_store import NO_DIGEST, ResidentTurnStore
from bailiwick.kernel.database.stores import Stores
from bailiwick.kernel.usage import ExecutionStatus, Usage
from bailiwick.people.records import PERSON
from bailiwick.runs.records import Failure
from bailiwick.runs.store import ExecutionStore


@dataclass(frozen=True)
class StoredSwarm:
    """One user's swarm on the stores."""

    stores: Stores
    user: str
    id: str

    @classmethod
    async def found(cls, stores: Stores, user: str, *names: str, swarm: str = "Solar") -> "StoredSwarm":
        """Create a swarm and residents of these names."""
        made = await stores[SwarmStore].create(user, name=swarm, goal="Plan it.", template=None, limits=SwarmLimits())
        stored = cls(stores, user, made.id)
        for name in names:
            await stored.add(name)
        return stored

    async def add(self, name: str, **fields: Any) -> str:
        """Add a resident and return its id."""
        new = NewResident(name=name, role=fields.pop("role", ""), guidance=fields.pop("guidance", ""), **fields)
        resident, _ = await self.stores[SwarmStore].add_resident(self.user, self.id, new)
        return resident.id

    def of(self, name: str) -> str:
        """Return a member's id by the short name."""
        return name if name == PERSON else f"{name}@{self.id}"

    async def direct(self, one: str, other: str) -> str:
        """Return the id of the direct room of two members."""
        return (await self.stores[MailStore].open_direct(self.user, self.id, self.of(one), self.of(other))).id

    async def group(self, name: str, *members: str) -> str:
        """Create a group of members and return its id."""
        ids = [self.of(member) for member in members]
        return (await self.stores[MailStore].create_group(self.user, self.id, name, ids)).id

    async def post(self, room: str, sender: str, content: str, **fields: Any) -> SentMail:
        """Send a mail to a room; `mentions` are short names."""
        mentions = [self.of(name) for name in fields.pop("mentions", ())]
        new = NewMail(room_id=room, sender=self.of(sender), content=content, mentions=mentions, **fields)
        return await self.stores[MailStore].send(self.user, self.id, new)

    async def write(self, sender: str, to: str, content: str, **fields: Any) -> Mail:
        """Send a mail from one member to another."""
        return (await self.post(await self.direct(sender, to), sender, content, **fields)).mail

    async def begin(self, name: str, *, manual: bool = False) -> Claim | None:
        """Take up what a resident is to do next."""
        return await self.stores[ResidentTurnStore].begin(self.user, self.of(name), manual=manual)

    async def claim(self, name: str, *, manual: bool = False) -> tuple[Claim, int]:
        """Take up what there is, and the execution; return it with the attempt."""
        claim = await self.begin(name, manual=manual)
        assert claim is not None
        execution = await self.stores[ExecutionStore].claim(self.user, claim.execution_id)
        assert execution is not None
        return claim, execution.attempt

    async def persist(
        self,
        claim: Claim,
        attempt: int,
        *,
        digest: Digest = NO_DIGEST,
        messages: Sequence[Any] = (),
        usage: Usage = Usage(),
    ) -> Sequence[Mail]:
        """End a turn well, as its worker does."""
        async with self.stores.database.as_user(self.user):
            await self.stores[SwarmStore].hold(self.user, self.id)
            await self.stores[ExecutionStore].finish(
                self.user,
                claim.execution_id,
                attempt,
                ExecutionStatus.COMPLETED,
                usage=usage,
                answer="",
                model_messages=messages,
            )
            return (await self.stores[ResidentTurnStore].persist(self.user, claim.execution_id, digest)).mails

    async def give_up(self, claim: Claim, attempt: int, *, dead: bool, error: str = "It failed.") -> Sequence[Mail]:
        """End a turn without success, as its worker does."""
        status = ExecutionStatus.FAILED if dead else ExecutionStatus.CANCELLED
        async with self.stores.database.as_user(self.user):
            await self.stores[SwarmStore].hold(self.user, self.id)
            await self.stores[ExecutionStore].finish(
                self.user,
                claim.execution_id,
                attempt,
                status,
                usage=Usage(),
                failure=Failure(error_class="model", message=error) if dead else None,
            )
            settled = await self.stores[ResidentTurnStore].give_up(self.user, claim.execution_id, error, dead=dead)
            return settled.mails

    async def turn(self, name: str, **options: Any) -> Claim:
        """Carry out a whole turn."""
        claim, attempt = await self.claim(name)
        await self.persist(claim, attempt, **options)
        return claim
