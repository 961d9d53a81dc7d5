"""Programs that agents write, declared to the house."""

from bailiwick.kernel.feature import Feature

feature = Feature(
    module=__name__,
    tools="tools:toolset",
)
