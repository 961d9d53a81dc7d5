"""Credentials, declared to the house."""

from bailiwick.kernel.feature import Feature

feature = Feature(
    module=__name__,
    needed=True,
    commands={"credentials": "commands:app"},
    routers=("http:credentials",),
)
