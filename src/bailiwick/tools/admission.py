"""What the gate says of a tool call: it may begin, it waits for a person, or it is refused."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from bailiwick.kernel.reasons import Said
from bailiwick.kernel.shown_calls import FoundThing


@dataclass(frozen=True, slots=True)
class Admitted:
    """The call may begin now."""

    found: Sequence[FoundThing] | None = None
    """What a person agreed that it may remove or change; None where no user had to agree."""


@dataclass(frozen=True, slots=True)
class Waits:
    """A person has been asked."""

    approval_id: str
    asked_now: bool
    """False when the question was asked before and no person has answered yet."""


class RefusalCode(StrEnum):
    """Why a call must not be made."""

    DENIED = "denied"
    """A person said no."""
    EXPIRED = "expired"
    """No person agreed in time."""
    ANOTHER_CALL = "another_call"
    """A person agreed to other arguments."""
    CHANGED = "changed"
    """What the person was shown has changed since: it has to be asked again."""


@dataclass(frozen=True, slots=True)
class Refused:
    """The call must not be made."""

    said: Said
    """Why; the agent reads it in English."""
    code: RefusalCode | None = None
    """The same as a code; None where no person's word is the reason."""
    outside: bool = False
    """Whether the message holds what strangers wrote."""
    voided: str | None = None
    """Id of the approval that has just lost its worth."""


Admission = Admitted | Waits | Refused
"""Whether a call may begin."""
