"""Options of the installation."""

from pydantic import Field

from bailiwick.kernel.settings import OwnSettings


class InstallationSettings(OwnSettings):
    """Options of the installation."""

    disk_reserve_mb: int = Field(
        default=50,
        ge=0,
        description="Free space for the data directory, in MiB, below which /readyz says no.",
    )
    event_days: float = Field(default=30.0, gt=0, description="How long stored events are kept.")
