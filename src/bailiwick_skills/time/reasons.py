"""Reasons that have to do with time; their sentences are in `locales/reasons.*.json`."""

from bailiwick.plugin import OwnReason


class TimeReason(OwnReason):
    """What a reason says; behind each the values that come with it."""

    PLACE_SEVERAL_ZONES = "place-several-zones"
    """A `place` has several time zones; some of its `cities`."""
    NO_CLOCK_TIME = "no-clock-time"
    """`words` are no time of the day."""
    PAUSE_TOO_LONG = "pause-too-long"
    """A pause is longer than the time it is in."""
    NO_DAY_IN_WORDS = "no-day-in-words"
    """`words` mean no day."""
    WHICH_DAY = "which-day"
    """No day is named."""
    NO_PLACE_OR_ZONE = "no-place-or-zone"
    """There is no such `place` or time zone."""
    NO_PLACE_OR_ZONE_BUT = "no-place-or-zone-but"
    """There is no such `place` or time zone; those that are `close`."""
