"""Open-Meteo: forecasts by coordinates; no key. Formats: https://open-meteo.com/en/docs."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any

from bailiwick.plugin import Service, ServiceAddress, Web, mapping, number, sequence, text

FORECASTS = ServiceAddress(
    name="open_meteo",
    setting="open_meteo_url",
    default="https://api.open-meteo.com",
    description="Where weather forecasts come from; may be private.",
)

MOST_HOURS = 24 * 18
CURRENT = (
    "temperature_2m,relative_humidity_2m,apparent_temperature,precipitation,weather_code,wind_speed_10m,"
    "wind_direction_10m,wind_gusts_10m,is_day"
)
HOURLY = "precipitation,precipitation_probability"
DAILY = (
    "weather_code,temperature_2m_max,temperature_2m_min,precipitation_sum,precipitation_probability_max,snowfall_sum,"
    "wind_speed_10m_max,wind_gusts_10m_max,sunrise,sunset,uv_index_max"
)
MOUNTAIN_CURRENT = "temperature_2m,apparent_temperature,weather_code,wind_speed_10m,wind_direction_10m,wind_gusts_10m"
MOUNTAIN_HOURLY = "temperature_2m,snowfall,snow_depth,rain,freezing_level_height,visibility,wind_gusts_10m"
MOUNTAIN_DAILY = "weather_code,snowfall_sum,temperature_2m_max,temperature_2m_min,wind_gusts_10m_max"


@dataclass(frozen=True, slots=True)
class Forecast:
    """A forecast: columns as they came, numbers checked, everything metric; times local and without offset."""

    timezone: str
    elevation: float | None
    at: datetime
    """The local time of the current values."""
    current: Mapping[str, float | None]
    hours: Sequence[datetime]
    hourly: Mapping[str, Sequence[float | None]]
    days: Sequence[date]
    daily: Mapping[str, Sequence[float | None]]
    sun: Sequence[tuple[str, str]]
    """Sunrise and sunset a day as HH:MM; empty where there is none."""

    def hour_before(self, moment: datetime) -> int:
        """Return the index of the last hour that has begun at `moment`; -1 when there is none."""
        return sum(hour <= moment for hour in self.hours) - 1


class OpenMeteo:
    """The forecasts of Open-Meteo."""

    def __init__(self, web: Web) -> None:
        self._forecast = Service(web, "open_meteo", "Open-Meteo")

    async def forecast(self, latitude: float, longitude: float, days: int) -> Forecast:
        """Return the weather now and for `days` days. Raises `CallFailed`."""
        query = {
            "latitude": f"{latitude:.4f}",
            "longitude": f"{longitude:.4f}",
            "current": CURRENT,
            "hourly": HOURLY,
            "daily": DAILY,
            "timezone": "auto",
            "forecast_days": str(days),
        }
        return self._checked(await self._answer(query))

    async def mountain(
        self, latitude: float, longitude: float, elevations: Sequence[float], days: int
    ) -> Sequence[Forecast]:
        """Return the weather at several heights of a mountain, two days back to `days` ahead. Raises `CallFailed`."""
        many = len(elevations)
        query = {
            "latitude": ",".join([f"{latitude:.4f}"] * many),
            "longitude": ",".join([f"{longitude:.4f}"] * many),
            "elevation": ",".join(f"{height:.0f}" for height in elevations),
            "current": MOUNTAIN_CURRENT,
            "hourly": MOUNTAIN_HOURLY,
            "daily": MOUNTAIN_DAILY,
            "timezone": "auto",
            "past_days": "2",
            "forecast_days": str(days),
        }
        value = await self._answer(query)
        found = [self._checked(each) for each in sequence(value)]
        if len(found) != many:
            raise self._forecast.garbled()
        return found

    async def _answer(self, query: Mapping[str, str]) -> Any:
        answer = await self._forecast.ask("/v1/forecast", query)
        if answer.status == 400:
            raise self._forecast.not_accepted(answer)
        return self._forecast.value_of(answer)

    def _checked(self, value: Any) -> Forecast:
        try:
            return _forecast(mapping(value))
        except (KeyError, ValueError, TypeError):
            raise self._forecast.garbled() from None


def _forecast(value: Mapping[str, Any]) -> Forecast:
    """Raises `KeyError`, `ValueError` or `TypeError` for what is no forecast."""
    current, hourly, daily = (mapping(value[part]) for part in ("current", "hourly", "daily"))
    hours = [datetime.fromisoformat(hour) for hour in sequence(hourly["time"])[:MOST_HOURS]]
    days = [date.fromisoformat(day) for day in sequence(daily["time"])[:20]]
    at = datetime.fromisoformat(current["time"])
    if not days or any(moment.tzinfo for moment in (at, *hours)):
        raise ValueError
    return Forecast(
        timezone=text(value.get("timezone"), 60),
        elevation=number(value.get("elevation"), -500, 9_000),
        at=at,
        current={name: number(figure, -1e5, 1e5) for name, figure in current.items() if name != "time"},
        hours=hours,
        hourly=_columns(hourly, len(hours)),
        days=days,
        daily=_columns(daily, len(days)),
        sun=[
            (_clock(rise), _clock(fall))
            for rise, fall in zip(
                _padded(daily.get("sunrise"), len(days)), _padded(daily.get("sunset"), len(days)), strict=True
            )
        ],
    )


def _columns(table: Mapping[str, Any], rows: int) -> Mapping[str, Sequence[float | None]]:
    return {
        name: [number(figure, -1e6, 1e6) for figure in _padded(column, rows)]
        for name, column in table.items()
        if name not in ("time", "sunrise", "sunset")
    }


def _padded(column: Any, rows: int) -> Sequence[Any]:
    figures = list(sequence(column)[:rows])
    return [*figures, *[None] * (rows - len(figures))]


def _clock(moment: Any) -> str:
    return moment[11:16] if isinstance(moment, str) and len(moment) == 16 and moment[10] == "T" else ""
