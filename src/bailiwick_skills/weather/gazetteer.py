"""Places by their names: the gazetteer of Open-Meteo."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from bailiwick.plugin import Service, Web, mapping, number, sequence, text

MOST_PLACES = 20
LONGEST_NAME = 120


@dataclass(frozen=True, slots=True, kw_only=True)
class GazetteerPlace:
    """A place of the gazetteer."""

    name: str
    region: str
    """Its first-level division, e.g. a state; may be empty."""
    district: str
    country: str
    country_code: str
    """Two capital letters; may be empty."""
    latitude: float
    longitude: float
    timezone: str
    population: float
    """0 where unknown."""
    kind: str
    """GeoNames feature code, e.g. PPLC for a capital, PCLI for a country."""

    @property
    def label(self) -> str:
        """The name with what tells it from others of that name."""
        parts = [self.name, self.region if self.region != self.name else "", self.country]
        return ", ".join(dict.fromkeys(part for part in parts if part))


class Gazetteer:
    """Where places are."""

    def __init__(self, web: Web) -> None:
        self._service = Service(web, "open_meteo_geocoding", "The gazetteer of Open-Meteo")

    async def places(self, name: str, language: str) -> Sequence[GazetteerPlace]:
        """Return the places of that name or beginning, the best match first. Raises `CallFailed`."""
        query = {"name": name, "count": str(MOST_PLACES), "language": language, "format": "json"}
        value = self._service.value_of(await self._service.ask("/v1/search", query))
        if not isinstance(value, dict):
            raise self._service.garbled()
        found = sequence(mapping(value).get("results"))[:MOST_PLACES]
        return tuple(place for each in found if (place := _place(mapping(each))))


def _place(value: Mapping[str, Any]) -> GazetteerPlace | None:
    name = text(value.get("name"), LONGEST_NAME)
    latitude, longitude = number(value.get("latitude"), -90, 90), number(value.get("longitude"), -180, 180)
    if not name or latitude is None or longitude is None:
        return None
    return GazetteerPlace(
        name=name,
        region=text(value.get("admin1"), LONGEST_NAME),
        district=text(value.get("admin2"), LONGEST_NAME),
        country=text(value.get("country"), LONGEST_NAME),
        country_code=text(value.get("country_code"), 2).upper(),
        latitude=latitude,
        longitude=longitude,
        timezone=text(value.get("timezone"), 60),
        population=number(value.get("population"), 0, 2e9) or 0.0,
        kind=text(value.get("feature_code"), 10),
    )
