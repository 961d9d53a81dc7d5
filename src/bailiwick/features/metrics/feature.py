"""Metrics, declared to the house."""

from bailiwick.kernel.feature import Feature

feature = Feature(
    module=__name__,
    commands={"metrics": "commands:metrics"},
    routers=("prometheus:prometheus", "http:metrics"),
    opens="opening:open_metrics",
    reasons="reasons:MetricsReason",
    retention="retention:OldMetrics",
    settings="settings:MetricsSettings",
)
