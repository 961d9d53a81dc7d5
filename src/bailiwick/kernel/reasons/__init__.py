"""Reasons: why something is as it is, as a code with values, and the sentences that say so in each language.

A reason travels and is stored as a code with values; the edge that shows it to a person makes the sentence. The router
has the record and the codes of what it decides; features and plug-ins have their own, and the others are here.
"""

from bailiwick.kernel.reasons.codes import ReasonCode
from bailiwick.kernel.reasons.kinds import SPANISH_KINDS, Kind
from bailiwick.kernel.reasons.own import OwnReason
from bailiwick_router.core.reasons import (
    Code,
    Reason,
    RoutingReason,
    Said,
    Value,
    as_data,
    read_reason,
    reason_of,
    text_of,
    why_of,
)

__all__ = [
    "SPANISH_KINDS",
    "Code",
    "Kind",
    "OwnReason",
    "Reason",
    "ReasonCode",
    "RoutingReason",
    "Said",
    "Value",
    "as_data",
    "read_reason",
    "reason_of",
    "text_of",
    "why_of",
]
