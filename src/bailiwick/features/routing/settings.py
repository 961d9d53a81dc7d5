"""Options of routing decisions."""

from pydantic import Field

from bailiwick.kernel.settings import OwnSettings


class DecisionSettings(OwnSettings):
    """Options of routing decisions."""

    decision_days: float | None = Field(
        default=None, ge=1, description="How long routing decisions are kept; for ever unless set."
    )
