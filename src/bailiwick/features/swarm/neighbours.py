"""What a resident finds around it when it wakes: who else is there, its rooms, and on whose behalf mail came."""

from collections.abc import Sequence
from dataclasses import dataclass

from bailiwick.features.swarm.mail_store import MailStore
from bailiwick.features.swarm.records import Claim, Mail, Neighbour, Resident, Room, RoomKind
from bailiwick.features.swarm.store import SwarmStore
from bailiwick.kernel.database.stores import Stores
from bailiwick.people.records import PERSON


@dataclass(frozen=True, slots=True, kw_only=True)
class PassedQuestion:
    """A question that the resident passed on, and whose answer has now come."""

    asker: str
    """Member id of who wants to know."""
    asked: int
    """Number of the mail in which they asked."""
    passed_on: int
    """Number of the resident's own mail that passed it on."""
    answer: Mail


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnStart:
    """What a turn of a resident begins with."""

    claim: Claim
    residents: Sequence[Neighbour]
    """All of the swarm, oldest first."""
    groups: Sequence[Room]
    """Those that the resident is a member of."""
    passed_question: PassedQuestion | None

    @property
    def me(self) -> Resident:
        """The resident itself."""
        return self.claim.resident

    def name(self, member: str) -> str:
        """Return what a member is called."""
        if member == PERSON:
            return "the person"
        return next((resident.name for resident in self.residents if resident.id == member), member)

    def others(self) -> list[Neighbour]:
        """Return everyone but the resident itself."""
        return [resident for resident in self.residents if resident.id != self.me.id]


async def read_turn_start(stores: Stores, user_id: str, claim: Claim) -> TurnStart:
    """Read what a turn begins with."""
    return TurnStart(
        claim=claim,
        residents=await stores[SwarmStore].neighbours(user_id, claim.swarm.id),
        groups=[room for room in claim.rooms if room.kind is RoomKind.GROUP],
        passed_question=await _passed_question(stores, user_id, claim),
    )


def asked(mails: Sequence[Mail]) -> Mail | None:
    """Return the mail that matters most of those read together: the latest that expects a reply, else the latest."""
    return next((mail for mail in reversed(mails) if mail.expects_reply), mails[-1] if mails else None)


async def _passed_question(stores: Stores, user_id: str, claim: Claim) -> PassedQuestion | None:
    """Return whose question the mail answers, if the resident had passed it on to the mail's sender."""
    answer, me = asked(claim.mails), claim.resident.id
    if answer is None or answer.sender == PERSON or answer.cause_id is None:
        return None
    found = await stores[MailStore].passed_on(user_id, claim.swarm.id, answer.cause_id)
    if found is None or found[0].sender != me:
        return None
    passed_on, question = found
    wanted = question.expects_reply or question.sender == PERSON
    if not wanted or question.sender in (me, answer.sender):
        return None
    return PassedQuestion(asker=question.sender, asked=question.position, passed_on=passed_on.position, answer=answer)
