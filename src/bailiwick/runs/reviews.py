"""Reviews: what came of looking at an answer before it goes out."""

from dataclasses import dataclass
from enum import StrEnum

from bailiwick.kernel.reasons import Reason
from bailiwick_router.core.record import Record


class VerdictKind(StrEnum):
    """What a review says of an answer."""

    ACCEPT = "accept"
    REVISE = "revise"
    FLAG = "flag"
    """It goes out with a doubt that the review could not settle; the cause says why."""


class FlagCause(StrEnum):
    """Why an answer goes out flagged."""

    NO_MODEL = "no_model"
    """No model is there that could look at it."""
    UNREACHABLE = "unreachable"
    """The reviewing model could not be asked."""
    UNREADABLE = "unreadable"
    """What the reviewing model said is no verdict."""
    NO_ADVICE = "no_advice"
    """It was sent back without a word on what to change."""
    EMPTY_ANSWER = "empty_answer"
    """There was nothing to look at: the answer is empty."""
    NOT_REPEATABLE = "not_repeatable"
    """It was sent back, and comes from a function with effects, which is not run twice."""
    BY_RULES = "by_rules"
    """It was sent back, and was made by rules, which take no advice."""
    NOT_REVISED = "not_revised"
    """It was sent back, and the attempt to revise it failed."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ReviewVerdict(Record):
    """What came of a review."""

    kind: VerdictKind
    reason: str
    """One sentence."""
    advice: str = ""
    """What to change; there is some whenever it is to be revised."""
    cause: FlagCause | None = None
    """Of a flag; None for the others."""
    why: Reason | None = None
    """The reason as a code with values; None where there is none."""
