"""Options of people's sessions."""

from pydantic import Field

from bailiwick.kernel.settings import OwnSettings


class PeopleSettings(OwnSettings):
    """Options of people's sessions."""

    session_days: float = Field(default=30.0, gt=0, description="Life of a login session.")
