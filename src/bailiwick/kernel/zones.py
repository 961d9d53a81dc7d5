"""Time zones, by their IANA names."""

from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from bailiwick.kernel.errors import InvalidInput
from bailiwick.kernel.reasons import Reason, ReasonCode
from bailiwick_router.core.reasons.faults import WrongValue


def known_zone(name: str) -> str:
    """Return `name`. Raises `ValueError` for what names no time zone."""
    try:
        ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError, OSError):
        raise WrongValue(Reason.of(ReasonCode.USE_ZONE)) from None
    return name


def zone_of(name: str, *, field: str = "timezone") -> ZoneInfo:
    """Return the time zone of that name. Raises `InvalidInput`."""
    try:
        return ZoneInfo(known_zone(name))
    except ValueError as error:
        raise InvalidInput(Reason.of(ReasonCode.GIVE_ZONE), field=field) from error
