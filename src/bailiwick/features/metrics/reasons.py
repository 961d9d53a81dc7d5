"""Reasons that have to do with metrics; their sentences are in `locales/reasons.*.json`."""

from bailiwick.kernel.reasons import OwnReason


class MetricsReason(OwnReason):
    """What a reason says; behind each the values that come with it."""

    MODEL_OR_TOOL = "model-or-tool"
    """A model and a tool are both given."""
    OTHERS_FIGURES = "others-figures"
    """Only administrators see figures of others."""
    METRICS_KEY = "metrics-key"
    """A key with the scope `metrics` is needed."""
    TIME_BOUNDS = "time-bounds"
    """A time is out of bounds."""
    TIME_EMPTY = "time-empty"
    """A time is empty."""
    TIME_TOO_LONG = "time-too-long"
    """A time is longer than `days`."""
    TOO_MANY_POINTS = "too-many-points"
    """There are more points than `most`."""
