"""Reasons: why something is as it is, as a code with values, and the sentences that say so in each language.

A reason travels and is stored as a code with values; the edge that shows it to a person makes the sentence.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from bailiwick_router.core.language import Language
from bailiwick_router.core.reasons.code import Code, code_of
from bailiwick_router.core.reasons.codes import RoutingReason
from bailiwick_router.core.record import Record

__all__ = [
    "Code",
    "Reason",
    "RoutingReason",
    "Said",
    "Value",
    "as_data",
    "code_of",
    "read_reason",
    "reason_of",
    "text_of",
    "why_of",
]

Value = str | int | float
"""What a sentence names."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Reason(Record):
    """Why something is as it is."""

    code: Code
    """What it is; the sentence is made of this where it is shown."""
    values: Mapping[str, Value] = field(default_factory=dict[str, Value])
    """What its sentence names; see each code."""
    parts: "Sequence[Reason]" = ()
    """The reasons behind it, where its sentence says them too."""

    @classmethod
    def of(cls, code: Code, *parts: "Reason", **values: Value) -> "Reason":
        """Return the reason with these values and parts."""
        return cls(code=code, values=values, parts=parts)

    def text(self, language: Language = "en") -> str:
        """Return the sentence in a language."""
        said = [part.text(language) for part in self.parts]
        inner = "; ".join([*(each.removesuffix(".") for each in said[:-1]), *said[-1:]])
        return self.code.sentence(language, {**self.values, "parts": inner})


Said = str | Reason
"""A reason, or a sentence in English where there is no code for it (a person's words, a model's, a service's)."""


def text_of(said: Said, language: Language = "en") -> str:
    """Return it in a language; a sentence without a code, as it is."""
    return said.text(language) if isinstance(said, Reason) else said


def reason_of(said: Said) -> Reason:
    """Return it as a reason; a sentence without a code as what a user said."""
    return said if isinstance(said, Reason) else Reason.of(RoutingReason.SERVICE_SAID, text=said)


def why_of(said: Said) -> Reason | None:
    """Return it as a reason; None where it is only a sentence."""
    return said if isinstance(said, Reason) else None


def as_data(reason: Reason | None) -> dict[str, Any] | None:
    """Return a reason as plain JSON, what is empty left out; None for none."""
    if reason is None:
        return None
    data: dict[str, Any] = {"code": str(reason.code)}
    if reason.values:
        data["values"] = {**reason.values}
    if reason.parts:
        data["parts"] = [as_data(part) for part in reason.parts]
    return data


def read_reason(data: Mapping[str, Any] | None) -> Reason | None:
    """Return the reason that was stored as JSON; None for none, and for a code that is not known here."""
    if data is None:
        return None
    code = code_of(data["code"])
    if code is None:
        return None
    parts = [read_reason(part) for part in data.get("parts", ())]
    return Reason(code=code, values=data.get("values", {}), parts=tuple(part for part in parts if part))
