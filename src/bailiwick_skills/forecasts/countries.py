"""From a time zone to its country, and what is measured how there."""

from collections.abc import Mapping
from functools import cached_property
from importlib import resources
from typing import Literal

Units = Literal["metric", "imperial"]

FAHRENHEIT = frozenset({"US", "PR", "GU", "VI", "AS", "MP", "BS", "BZ", "KY", "LR", "PW", "FM", "MH"})
"""Countries and territories where temperatures are told in degrees Fahrenheit."""


class Countries:
    """The table of the time zone database, read at first use."""

    def of_zone(self, timezone: str) -> str | None:
        """Return the two-letter code of the country that an IANA time zone belongs to; None for UTC and the like."""
        return self._by_zone.get(timezone)

    def units(self, timezone: str, country: str) -> Units:
        """Return what a person in `timezone` reads; of a person whose zone tells nothing, what `country` uses."""
        return "imperial" if (self.of_zone(timezone) or country) in FAHRENHEIT else "metric"

    @cached_property
    def _by_zone(self) -> Mapping[str, str]:
        table = (resources.files("tzdata") / "zoneinfo" / "zone.tab").read_text("utf-8")
        rows = (line.split("\t") for line in table.splitlines() if line and not line.startswith("#"))
        return {row[2]: row[0] for row in rows}
