"""Reference rates of the European Central Bank, from a Frankfurter. Format: https://frankfurter.dev/v1/."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date

from bailiwick.plugin import Service, Web, mapping, number, text

BASE = "EUR"


@dataclass(frozen=True, slots=True)
class Rates:
    """The rates of one day."""

    day: date
    per_euro: Mapping[str, float]
    """What one euro is in each currency, by ISO 4217 code; the euro itself is among them."""

    def between(self, source: str, target: str) -> float | None:
        """Return what one of `source` is in `target`; None if one of them has no rate."""
        if source not in self.per_euro or target not in self.per_euro:
            return None
        return self.per_euro[target] / self.per_euro[source]


class Frankfurter:
    """Asks for the latest rates."""

    def __init__(self, web: Web) -> None:
        self._service = Service(web, "frankfurter", "Frankfurter")

    async def latest(self) -> Rates:
        """Return the rates of the last day that has any. Raises `CallFailed`."""
        value = mapping(self._service.value_of(await self._service.ask("/latest", {"base": BASE})))
        rates = {
            code: rate
            for code, given in mapping(value.get("rates")).items()
            if (rate := number(given, 1e-9, 1e9)) is not None
        }
        try:
            day = date.fromisoformat(text(value.get("date"), 10))
        except ValueError:
            raise self._service.garbled() from None
        if value.get("base") != BASE or not rates:
            raise self._service.garbled()
        return Rates(day, {**rates, BASE: 1.0})
