"""The list of tools, declared to the house."""

from bailiwick.kernel.feature import Feature

feature = Feature(
    module=__name__,
    commands={"tools": "commands:app"},
    routers=("http:tools",),
)
