"""Credentials, declared to the house."""

from bailiwick.kernel.feature import Feature

feature = Feature(
    module=__name__,
    commands={"credentials": "commands:app"},
    routers=("http:credentials",),
)
