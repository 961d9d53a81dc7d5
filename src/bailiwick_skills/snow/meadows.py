"""What Mt. Hood Meadows says of itself: the JSON that its own conditions page reads."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from bailiwick.plugin import CallFailed, Service, Web, mapping, number, sequence, text

RESORT = "Mt. Hood Meadows"
MOST_LIFTS = 60
LEVELS: Mapping[str, str] = {"LOW": "base", "INT": "middle", "HIGH": "summit"}
CENTIMETRES: Mapping[str, float] = {"INCH": 2.54, "CENTIMETER": 1.0, "CM": 1.0, "IN": 2.54}


@dataclass(frozen=True, slots=True, kw_only=True)
class Lift:
    """A lift and whether it runs."""

    name: str
    status: str
    """In small letters: open, closed, hold, forecast, …"""


@dataclass(frozen=True, slots=True, kw_only=True)
class OfficialReport:
    """A resort's own report; nothing where it does not say. Depths in centimetres."""

    updated_at: datetime | None
    depths: Mapping[str, float]
    """By `base`, `middle` and `summit`."""
    overnight: float | None
    new_24h: float | None
    new_48h: float | None
    season: float | None
    lifts: Sequence[Lift] | None
    """None when it could not be read which lifts run."""


class MeadowsSite:
    """The site of the resort."""

    def __init__(self, web: Web) -> None:
        self._site = Service(web, "meadows", RESORT)

    async def report(self) -> OfficialReport:
        """Return the report. Raises `CallFailed` when there is none or it says nothing that is known here."""
        query = {"includeResortInfo": "true", "includeSnowInfo": "true"}
        value = self._site.value_of(await self._site.ask("/api/weather/report", query))
        zones = [mapping(zone) for zone in sequence(_within(value, "data", "snow").get("snowZones"))[:10]]
        if not zones:
            raise self._site.garbled()
        first = next((zone for zone in zones if zone.get("altitudeLevel") == "LOW"), zones[0])
        depths = {_level(zone): _depth(zone, "snowTotalDepth") for zone in zones}
        return OfficialReport(
            updated_at=_moment(first.get("lastModified")),
            depths={level: depth for level, depth in depths.items() if level and depth is not None},
            overnight=_depth(first, "overnight"),
            new_24h=_depth(first, "freshSnowFallDepth24H"),
            new_48h=_depth(first, "freshSnowFallDepth48H"),
            season=_depth(first, "snowFallDepthCompleteSeason"),
            lifts=await self._lifts(),
        )

    async def _lifts(self) -> Sequence[Lift] | None:
        try:
            value = self._site.value_of(await self._site.ask("/api/weather/poi", {"include": "Lifts"}))
        except CallFailed:
            # Depths without lifts are worth telling.
            return None
        found: list[Lift] = []
        for entry in sequence(mapping(value).get("data")):
            point = mapping(entry)
            # Sectors list their lifts; else each entry is a lift, or another kind of place.
            for each in sequence(point.get("lifts")) or ([point] if _is_lift(point) else []):
                if lift := _lift(mapping(each)):
                    found.append(lift)
        return found[:MOST_LIFTS] or None


def _lift(value: Mapping[str, Any]) -> Lift | None:
    name = text(value.get("name"), 80)
    status = value.get("openingStatus") or mapping(value.get("availability")).get("openingStatus")
    status = text(status or value.get("status"), 30).lower()
    return Lift(name=name, status=status) if name and status else None


def _is_lift(value: Mapping[str, Any]) -> bool:
    kinds = [text(kind, 60).upper() for kind in sequence(value.get("types"))]
    return "SECTOR" not in kinds and any(
        word in kind for kind in kinds for word in ("LIFT", "CHAIR", "GONDOLA", "CARPET", "TOW")
    )


def _within(value: Any, *path: str) -> Mapping[str, Any]:
    for step in path:
        value = mapping(value).get(step)
    return mapping(value)


def _level(zone: Mapping[str, Any]) -> str:
    return LEVELS.get(text(zone.get("altitudeLevel"), 10).upper(), "")


def _depth(zone: Mapping[str, Any], name: str) -> float | None:
    """Return a depth in centimetres; the names' ending is spelled with a capital or a small h."""
    value = mapping(zone.get(name) or zone.get(f"{name[:-1]}{name[-1].lower()}"))
    for figure, unit in (("value", "unit"), ("countryValue", "countryUnit")):
        factor = CENTIMETRES.get(text(value.get(unit), 20).upper())
        depth = number(value.get(figure), 0, 5_000)
        if factor is not None and depth is not None:
            return round(depth * factor, 1)
    return None


def _moment(value: Any) -> datetime | None:
    """Return a moment with its offset; None for one that says none."""
    try:
        moment = datetime.fromisoformat(text(value, 40))
    except ValueError:
        return None
    return moment if moment.tzinfo else None
