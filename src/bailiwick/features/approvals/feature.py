"""Approvals, declared to the house."""

from bailiwick.kernel.feature import Feature

feature = Feature(
    module=__name__,
    commands={"approvals": "commands:app"},
    routers=("http:approvals",),
)
