"""Options of swarms."""

from pydantic import Field

from bailiwick.kernel.settings import OwnSettings


class SwarmSettings(OwnSettings):
    """Options of swarms."""

    unread_per_resident: int = Field(
        default=500,
        ge=1,
        description="Most mails that a resident of a swarm has not read; what is written to it beyond that is refused.",
    )
    mail_days: float | None = Field(
        default=None, ge=1, description="How long mail of swarms is kept that everybody has read; for ever unless set."
    )
