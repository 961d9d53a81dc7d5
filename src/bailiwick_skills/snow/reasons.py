"""Reasons that have to do with ski areas; their sentences are in `locales/reasons.*.json`."""

from bailiwick.plugin import OwnReason


class SnowReason(OwnReason):
    """What a reason says; behind each the values that come with it."""

    NO_SKI_AREA = "no-ski-area"
    """There is no ski `area` of that name among those known, `count`."""
    NO_SKI_AREA_BUT = "no-ski-area-but"
    """There is no ski `area` of that name among those known, `count`; those that are `close`."""
