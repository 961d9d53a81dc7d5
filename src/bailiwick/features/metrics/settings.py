"""Options of metrics."""

from pydantic import Field

from bailiwick.kernel.settings import OwnSettings


class MetricsSettings(OwnSettings):
    """Options of metrics."""

    metric_days: float | None = Field(default=800.0, ge=1, description="How long figures by hour and day are kept.")
