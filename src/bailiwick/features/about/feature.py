"""What the product says of itself, declared to the house."""

from bailiwick.kernel.feature import Feature

feature = Feature(module=__name__, tools="toolset:toolset", opens="opening:open_about")
