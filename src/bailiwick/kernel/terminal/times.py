"""Times in a terminal: on the clock of the machine, or as they were typed."""

from datetime import datetime

import typer

from bailiwick.kernel.terminal.texts import phrase
from bailiwick.kernel.zones import zone_of


def local(moment: datetime | None) -> str:
    """Return a time on this machine's clock; empty for none."""
    return "" if moment is None else f"{moment.astimezone():%Y-%m-%d %H:%M}"


def local_or_never(moment: datetime | None) -> str:
    """Return a time on this machine's clock; `never` for none."""
    return local(moment) or phrase("times.never")


def typed(text: str, timezone: str) -> datetime:
    """Read a date or a time, on the clock of a time zone unless it says another offset."""
    try:
        moment = datetime.fromisoformat(text)
    except ValueError as error:
        raise typer.BadParameter(phrase("times.give-a-date-or-a-time")) from error
    return moment if moment.tzinfo else moment.replace(tzinfo=zone_of(timezone))
