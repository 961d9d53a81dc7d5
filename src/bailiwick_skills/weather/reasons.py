"""Reasons that have to do with the weather; their sentences are in `locales/reasons.*.json`."""

from bailiwick.plugin import OwnReason


class WeatherReason(OwnReason):
    """What a reason says; behind each the values that come with it."""

    PLACE_OR_POINT = "place-or-point"
    """Only half of a point is given."""
    WHICH_PLACE = "which-place"
    """No place is given."""
    ONE_PLACE = "one-place"
    """Two places are given: the `first` and the `second`."""
    NO_PLACE = "no-place"
    """The gazetteer knows no such `place`."""
