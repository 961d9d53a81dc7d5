"""Options of conversations."""

from pydantic import Field

from bailiwick.kernel.settings import OwnSettings


class ConversationSettings(OwnSettings):
    """Options of conversations."""

    execution_days: float | None = Field(
        default=None,
        ge=1,
        description="How long conversations that nobody touches and nobody pinned are kept, with their executions; "
        "for ever unless set.",
    )
