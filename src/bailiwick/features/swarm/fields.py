"""Swarms on the wire: ids in addresses, and what clients write."""

from typing import Annotated

from fastapi import Path, Query
from pydantic import AfterValidator, Field, model_validator

from bailiwick.agents.fields import Pattern
from bailiwick.features.swarm.reasons import SwarmReason
from bailiwick.features.swarm.records import LONGEST_GUIDANCE, LONGEST_MAIL, SwarmLimits
from bailiwick.kernel.errors import not_found
from bailiwick.kernel.http.wire import AgentId, Body, Flag, Real, Whole, known_form_of_uuid, not_blank, printable_name
from bailiwick.kernel.reasons import Reason
from bailiwick.people.records import PERSON
from bailiwick.runs.actions import title_of
from bailiwick_router.core.reasons.faults import WrongValue

MOST_MEMBERS = 1000
"""Members that one request names at most."""
LARGEST_POSITION = 2**31 - 1
LONGEST_NAME = 80
ID_LENGTH = 64
LONGEST_RESIDENT = 2 * ID_LENGTH + 1
SWARM_CHARACTERS = frozenset("abcdefghijklmnopqrstuvwxyz0123456789-")
MEMBER_PATTERN = rf"^({PERSON}|[a-z0-9][a-z0-9-]{{0,{ID_LENGTH - 1}}}@[a-z0-9][a-z0-9-]{{0,{ID_LENGTH - 1}}})$"
UUID_PATTERN = r"^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$"


def known_form_of_swarm_id(text: str) -> str:
    """Return `text`. Raises `NotFound` for what no swarm's id can be."""
    if not 1 <= len(text) <= ID_LENGTH or not set(text) <= SWARM_CHARACTERS:
        raise not_found("swarm")
    return text


def known_form_of_resident_id(text: str) -> str:
    """Return `text`. Raises `NotFound` for what no resident's id can be."""
    if not 1 <= len(text) <= LONGEST_RESIDENT or not set(text) <= SWARM_CHARACTERS | {"@"}:
        raise not_found("resident")
    return text


def known_form_of_member(text: str) -> str:
    """Return `text`. Raises `NotFound` for what no member's id can be."""
    return text if text == PERSON else known_form_of_resident_id(text)


def plain_name(text: str) -> str:
    """Return `text` without outer white space. Raises `ValueError` for what is no name within a swarm."""
    name = printable_name(text)
    if "@" in name:
        raise WrongValue(Reason.of(SwarmReason.NO_AT))
    return name


def resident_name(text: str) -> str:
    """Return `text`, a name that mail can call. Raises `ValueError` for one that stands for the person, too."""
    name = plain_name(text)
    if name.casefold() == PERSON:
        raise WrongValue(Reason.of(SwarmReason.NAME_OF_PERSON, name=PERSON))
    return name


def name_for(goal: str) -> str:
    """Return the name of a swarm that was given no name: the beginning of its goal."""
    kept = "".join(each if each.isprintable() and each != "@" else " " for each in title_of(goal))
    return " ".join(kept.split()) or "Swarm"


PathSwarm = Annotated[
    str, Path(alias="id", description="The swarm's id.", examples=["solar"]), AfterValidator(known_form_of_swarm_id)
]
PathResident = Annotated[
    str,
    Path(alias="residentId", description="The resident's id, `name@swarm`.", examples=["ben@solar"]),
    AfterValidator(known_form_of_resident_id),
]
PathMember = Annotated[
    str,
    Path(alias="member", description="`person`, or a resident's id.", examples=["ben@solar"]),
    AfterValidator(known_form_of_member),
]
PathRoom = Annotated[
    str,
    Path(alias="roomId", description="The room's id, a UUID.", json_schema_extra={"format": "uuid"}),
    AfterValidator(known_form_of_uuid),
]
PathMail = Annotated[
    str,
    Path(alias="mailId", description="The mail's id, a UUID.", json_schema_extra={"format": "uuid"}),
    AfterValidator(known_form_of_uuid),
]
QueryMember = Annotated[
    str | None,
    Query(alias="member", pattern=MEMBER_PATTERN, description="Only this member's: `person`, or a resident's id."),
]
BeforePosition = Annotated[
    int | None,
    Query(ge=1, le=LARGEST_POSITION, description="Only mail below this position: the `nextBefore` of a page."),
]

Member = Annotated[str, Field(max_length=LONGEST_RESIDENT, pattern=MEMBER_PATTERN)]
"""`person`, or a resident's id."""
ResidentId = Annotated[str, Field(max_length=LONGEST_RESIDENT, pattern=MEMBER_PATTERN.replace(f"{PERSON}|", ""))]
RoomOrMailId = Annotated[str, Field(min_length=36, max_length=36, pattern=UUID_PATTERN)]
Name = Annotated[str, Field(min_length=1, max_length=LONGEST_NAME), AfterValidator(plain_name)]
"""What a swarm or a room is called."""
ResidentName = Annotated[str, Field(min_length=1, max_length=LONGEST_NAME), AfterValidator(resident_name)]
RoleText = Annotated[str, Field(min_length=1, max_length=120), AfterValidator(printable_name)]
Guidance = Annotated[str, Field(max_length=LONGEST_GUIDANCE)]
MailText = Annotated[str, Field(min_length=1, max_length=LONGEST_MAIL), AfterValidator(not_blank)]
ToolPatterns = Annotated[tuple[Pattern, ...], Field(max_length=50)]
ContextWindow = Annotated[Whole, Field(ge=0, le=200)]
Color = Annotated[str, Field(pattern=r"^#[0-9A-Fa-f]{6}$")]
Icon = Annotated[str, Field(pattern=r"^[a-z0-9-]{1,60}$")]
ModelName = Annotated[str, Field(min_length=1, max_length=200)]


class LimitFields(Body):
    """What a swarm may use in all; null lifts a limit, what is left out keeps its value."""

    depth: Annotated[Whole, Field(ge=1, le=100)] | None = None
    """How many generations of residents there may be; the first residents are generation 1."""
    children: Annotated[Whole, Field(ge=0, le=10_000)] | None = None
    """How many residents one resident may create."""
    residents: Annotated[Whole, Field(ge=1, le=100_000)] | None = None
    """How many residents there may be in all."""
    mails: Annotated[Whole, Field(ge=1, le=10**9)] | None = None
    """Mails in all, persons' included; a person's mail is never refused for it."""
    pair_per_minute: Annotated[Whole, Field(ge=1, le=100_000)] | None = None
    """Mails from one resident to one room in any 60 seconds."""
    rounds: Annotated[Whole, Field(ge=1, le=100)] = 3
    """Reasoning rounds of model and tools in one turn; this one cannot be lifted."""
    laps: Annotated[Whole, Field(ge=1, le=10_000)] | None = None
    """How often mail may go round the same ring without a person saying anything."""
    seconds: Annotated[Real, Field(gt=0, le=10**9)] | None = None
    """Time of work, all residents together, in seconds."""
    tokens: Annotated[Whole, Field(ge=1, le=10**15)] | None = None
    """Input and output tokens of all residents together."""

    def over(self, limits: SwarmLimits) -> SwarmLimits:
        """Return `limits` with what the request names in place of what they say."""
        return limits.evolve(**self.given())


class NewSwarm(Body):
    """A goal, and who begins to work on it."""

    goal: Annotated[str, Field(min_length=1, max_length=LONGEST_GUIDANCE), AfterValidator(not_blank)]
    """What it is to achieve: the first mail to its first resident."""
    name: Name | None = None
    """What people call it; by default the beginning of the goal."""
    template: Annotated[str, Field(min_length=1, max_length=ID_LENGTH)] | None = None
    """A template's id; without one there is one first resident."""
    guidance: Guidance = ""
    """Without a template: what the first resident is told about itself."""
    role: Annotated[str, Field(max_length=120)] = ""
    """Without a template: what the first resident is, in a few words."""
    tools: ToolPatterns = ()
    """Without a template: patterns over the names of the tools that the first resident has; by default all of them, or
    those of the roster's agent."""
    agent_id: AgentId | None = None
    """Without a template: the roster's agent from which the first resident is made."""
    limits: LimitFields | None = None
    """What it may use; by default what the template says, else the usual."""

    @model_validator(mode="after")
    def _template_or_resident(self) -> "NewSwarm":
        first = {"guidance", "role", "tools", "agent_id"} & self.model_fields_set
        if self.template is not None and any(getattr(self, name) for name in first):
            raise WrongValue(Reason.of(SwarmReason.TEMPLATE_BRINGS))
        return self


class SwarmChanges(Body):
    """What can be changed about a swarm."""

    name: Name | None = None
    """What people call it."""
    goal: Annotated[str, Field(min_length=1, max_length=LONGEST_GUIDANCE), AfterValidator(not_blank)] | None = None
    """What it is to achieve; it is told to no resident by itself."""
    limits: LimitFields | None = None
    """Limits to change."""


class NewResidentFields(Body):
    """A resident to be added by a person."""

    name: ResidentName
    """What mail calls it; unique within the swarm."""
    role: RoleText
    """A few words, e.g. "researcher"."""
    guidance: Guidance = ""
    """What it is told about itself."""
    tools: ToolPatterns = ()
    """Patterns over tool names, beside the swarm's own tools."""
    agent_id: AgentId | None = None
    """The roster's agent whose instructions and tools it has."""
    model: ModelName | None = None
    """`provider:model`; None for the default."""
    parent_id: ResidentId | None = None
    """Under whom it stands in the tree; it never has more tools than that one."""
    context_window: ContextWindow = 20
    """How many earlier turns it reads in full."""
    color: Color | None = None
    """Hex colour of its avatar; None for the agent's, or one that tells it apart."""
    icon: Icon | None = None
    """Phosphor icon name of its avatar; None for the agent's, or a robot."""


class ResidentChanges(Body):
    """What can be changed about a resident; it applies from its next turn on."""

    role: RoleText | None = None
    """A few words, e.g. "researcher"."""
    guidance: Guidance | None = None
    """What it is told about itself."""
    tools: ToolPatterns | None = None
    """Patterns over tool names, beside the swarm's own tools."""
    model: ModelName | None = None
    """`provider:model`; null for the default."""
    context_window: ContextWindow | None = None
    """How many earlier turns it reads in full; older ones it reads as one line each."""
    color: Color | None = None
    """Hex colour of its avatar."""
    icon: Icon | None = None
    """Phosphor icon name of its avatar."""


class NewRoom(Body):
    """A room of several members."""

    name: Name
    """What people call it; unique within the swarm."""
    members: Annotated[tuple[Member, ...], Field(min_length=1, max_length=MOST_MEMBERS)]
    """Residents' ids, and `person`."""
    without_me: Flag = False
    """Leave the person out; otherwise they are a member."""

    @model_validator(mode="after")
    def _somebody(self) -> "NewRoom":
        if not self.member_ids():
            raise WrongValue(Reason.of(SwarmReason.ROOM_NEEDS_MEMBER))
        return self

    def member_ids(self) -> tuple[str, ...]:
        """Return who is to be a member, each once."""
        asked = dict.fromkeys(self.members)
        if self.without_me:
            asked.pop(PERSON, None)
        else:
            asked[PERSON] = None
        return tuple(asked)


class RoomChanges(Body):
    """What can be changed about a room."""

    name: Name
    """What people call it; unique within the swarm."""


class ReadRequest(Body):
    """How far a person has read a room."""

    up_to: Annotated[Whole, Field(ge=0, le=LARGEST_POSITION)]
    """Position of the latest mail that was read."""


class NewMailFields(Body):
    """What a person writes; who they are is not theirs to say."""

    content: MailText
    """The text; `@name` mentions a member."""
    room_id: RoomOrMailId | None = None
    """The room; or say in `to` whom."""
    to: Member | None = None
    """A resident: the mail goes to the direct room with it."""
    as_: Annotated[
        ResidentId | None,
        Field(alias="as", description="The resident in whose name it is written: a person answers for it."),
    ] = None
    reply_to: RoomOrMailId | None = None
    """The mail that it answers."""
    expects_reply: Flag = False
    """Whether the resident in whose name it is written waits for an answer; a person's own mail always does."""

    @model_validator(mode="after")
    def _somewhere(self) -> "NewMailFields":
        if (self.room_id is None) == (self.to is None):
            raise WrongValue(Reason.of(SwarmReason.MAIL_TO_EITHER))
        return self


class RedeliverRequest(Body):
    """To whom a dead letter is delivered again."""

    recipient: Member
    """Who could not read it."""
