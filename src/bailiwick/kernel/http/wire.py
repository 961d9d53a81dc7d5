"""How values are written on the wire: base of bodies, and constrained types."""

from datetime import UTC, datetime
from typing import Annotated, Any
from uuid import UUID

from fastapi import Path, Query
from pydantic import (
    AfterValidator,
    AwareDatetime,
    BaseModel,
    ConfigDict,
    Field,
    StrictBool,
    StrictFloat,
    StrictInt,
)

from bailiwick.kernel.errors import NotFound, UnknownAgent
from bailiwick.kernel.reasons import Reason, ReasonCode
from bailiwick.kernel.work import LONGEST_DESCRIPTION, MOST_TAGS
from bailiwick.kernel.zones import known_zone
from bailiwick_router.core.reasons.faults import WrongValue
from bailiwick_router.core.record import camel, describe_fields


def storable(text: str) -> str:
    """Return `text`. Raises `ValueError` for what the database cannot keep."""
    if "\0" in text or any("\ud800" <= character <= "\udfff" for character in text):
        raise WrongValue(Reason.of(ReasonCode.NO_NUL_NOR_HALF))
    return text


LARGEST_ID = 2**63 - 1
MAX_AGENT_ID = 64
EARLIEST = datetime(1900, 1, 1, tzinfo=UTC)
LATEST = datetime(3000, 1, 1, tzinfo=UTC)
MAX_WORKER_ID = 2 * MAX_AGENT_ID + 1
AGENT_ID_CHARACTERS = frozenset("abcdefghijklmnopqrstuvwxyz0123456789-_")
BIDI_CONTROLS = frozenset("\u200e\u200f\u061c\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")


def describe(schema: dict[str, Any], model: type) -> None:
    """Put what the fields of `model` mean, its own and those it inherits, into its JSON schema."""
    for each in model.__mro__:
        describe_fields(schema, each)


class Body(BaseModel):
    """A request body: camelCase, nothing unknown, nothing coerced."""

    model_config = ConfigDict(alias_generator=camel, populate_by_name=False, extra="forbid", json_schema_extra=describe)

    def given(self) -> dict[str, Any]:
        """Return the fields that the request named, by their Python names."""
        return {name: getattr(self, name) for name in self.model_fields_set}


class Reply(BaseModel):
    """A response body: camelCase."""

    model_config = ConfigDict(
        alias_generator=camel, populate_by_name=True, serialize_by_alias=True, json_schema_extra=describe
    )


def in_the_calendar(moment: datetime) -> datetime:
    """Return `moment`. Raises `ValueError` for years that no zone's clock can show at all hours."""
    if not EARLIEST <= moment < LATEST:
        raise WrongValue(Reason.of(ReasonCode.TIME_OUT_OF_RANGE, first=EARLIEST.year, last=LATEST.year))
    return moment


def not_blank(text: str) -> str:
    """Return `text`. Raises `ValueError` when it is only white space."""
    if not text.strip():
        raise WrongValue(Reason.of(ReasonCode.ONLY_SPACE))
    return text


def printable_name(text: str) -> str:
    """Return `text` without outer white space.

    Raises `ValueError` for what would let a name look like another one: control characters, marks that
    change the direction of writing, Unicode tags.
    """
    text = not_blank(text).strip()
    for character in text:
        point = ord(character)
        if point < 0x20 or 0x7F <= point < 0xA0 or character in "\u2028\u2029":
            raise WrongValue(Reason.of(ReasonCode.USE_ONE_LINE))
        if character in BIDI_CONTROLS or 0xE0000 <= point <= 0xE007F:
            raise WrongValue(Reason.of(ReasonCode.NO_INVISIBLE))
    return text


Name = Annotated[str, Field(min_length=1, max_length=120), AfterValidator(printable_name)]
"""What people call something: one line of up to 120 characters."""
Title = Annotated[str, Field(min_length=1, max_length=200), AfterValidator(printable_name)]
"""One line of up to 200 characters."""
MessageText = Annotated[str, Field(min_length=1, max_length=100_000), AfterValidator(not_blank)]
"""What a person says to an agent."""
AgentId = Annotated[str, Field(min_length=1, max_length=MAX_AGENT_ID, pattern=r"^[a-z0-9][a-z0-9_-]*$")]
"""Lower-case letters, digits, `-` and `_`; begins with a letter or digit."""
WorkerId = Annotated[
    str, Field(min_length=1, max_length=MAX_WORKER_ID, pattern=r"^[a-z0-9][a-z0-9_-]*(@[a-z0-9][a-z0-9-]*)?$")
]
"""An agent's id, or a resident's, `name@swarm`."""
Flag = StrictBool
Moment = Annotated[AwareDatetime, AfterValidator(in_the_calendar)]
"""A time with its offset, from 1900 on and before 3000."""
Whole = StrictInt
Real = Annotated[StrictFloat, Field(allow_inf_nan=False)]


def known_form_of_uuid(text: str) -> str:
    """Return a UUID in lower case. Raises `NotFound` for anything else: nothing has such an id."""
    try:
        canonical = str(UUID(text))
    except ValueError:
        canonical = ""
    if canonical != text.lower():
        raise NotFound(Reason.of(ReasonCode.ID_NO_UUID))
    return canonical


def known_form_of_agent_id(text: str) -> str:
    """Return `text`. Raises `UnknownAgent` for what no agent's id can be."""
    if not 1 <= len(text) <= MAX_AGENT_ID or not set(text) <= AGENT_ID_CHARACTERS:
        raise UnknownAgent(Reason.of(ReasonCode.NOT_FOUND, kind="agent"))
    return text


PathUuid = Annotated[
    str,
    Path(alias="id", description="A UUID.", json_schema_extra={"format": "uuid"}),
    AfterValidator(known_form_of_uuid),
]
PathAgentId = Annotated[
    str,
    Path(alias="agentId", description="The agent's id.", examples=["main"]),
    AfterValidator(known_form_of_agent_id),
]
Limit = Annotated[int, Query(ge=1, le=200, description="How many at most.")]
Offset = Annotated[int, Query(ge=0, le=1_000_000, description="How many to leave out at the beginning.")]
Before = Annotated[
    AwareDatetime | None,
    Query(description="Only what is older than this time (ISO 8601 with an offset), for paging."),
]
Search = Annotated[str | None, Query(max_length=200, description="Only what contains this text.")]
QueryAgent = Annotated[
    str | None, Query(alias="agentId", max_length=MAX_WORKER_ID, description="Only this agent or resident.")
]


Timezone = Annotated[str, Field(min_length=1, max_length=64), AfterValidator(known_zone)]
"""IANA name of a time zone."""


Tag = Annotated[str, Field(min_length=1, max_length=50), AfterValidator(printable_name)]


Tags = Annotated[tuple[Tag, ...], Field(max_length=MOST_TAGS)]


Description = Annotated[str, Field(max_length=LONGEST_DESCRIPTION)]
