"""The weather, now and for the next days, anywhere."""

import time
from collections.abc import Callable, Mapping, Sequence
from datetime import date, timedelta
from typing import Annotated, Any

from pydantic import Field

from bailiwick.plugin import (
    MOST_DAYS,
    CallFailed,
    ErrorClass,
    Kept,
    Language,
    Reason,
    ReasonCode,
    Recognition,
    Remembered,
    Request,
    Tool,
    ToolContext,
    Web,
    as_data,
    dates_of,
    own_service,
    skill_tool,
)
from bailiwick_skills.forecasts.countries import Countries, Units
from bailiwick_skills.forecasts.measures import Measures, compass
from bailiwick_skills.forecasts.open_meteo import Forecast, OpenMeteo
from bailiwick_skills.forecasts.words import condition
from bailiwick_skills.weather.gazetteer import Gazetteer, GazetteerPlace
from bailiwick_skills.weather.places import PlaceChoice, choose, split, unknown_place
from bailiwick_skills.weather.reasons import WeatherReason
from bailiwick_skills.weather.requests import read_weather
from bailiwick_skills.weather.words import say_weather

SOURCE = "open-meteo.com"
WEEK = 7
WET_CHANCE, WET_MILLIMETRES = 50.0, 0.2
"""From either on an hour counts as wet."""
PER_MINUTE = 30


def weather_tools(web: Web, *, clock: Callable[[], float] = time.monotonic) -> list[Tool]:
    """Return `weatherInfo`; forecasts and places are kept for all calls of the process."""
    weather = Weather(OpenMeteo(web), Gazetteer(web), clock)

    @skill_tool(
        read_only=True,
        open_world=True,
        opens=own_service,
        timeout=25.0,
        per_minute=PER_MINUTE,
        recogniser=WeatherRecogniser(),
    )
    async def weatherInfo(
        context: ToolContext,
        place: Annotated[
            str | None,
            Field(max_length=100, description="Town or country, narrowed down after a comma: Springfield, Illinois."),
        ] = None,
        latitude: Annotated[float | None, Field(ge=-90, le=90, description="Instead of a place.")] = None,
        longitude: Annotated[float | None, Field(ge=-180, le=180, description="Instead of a place.")] = None,
        days: Annotated[int, Field(ge=1, le=MOST_DAYS, description="How many days to return, today included.")] = 3,
        when: Annotated[
            str | None,
            Field(
                max_length=30,
                description="The day that is asked about: now, today, tomorrow, a weekday in English, weekend, week"
                " or YYYY-MM-DD.",
            ),
        ] = None,
        units: Annotated[
            Units | None, Field(description="Without it those of the person's country, else of the place's.")
        ] = None,
    ) -> dict[str, Any]:
        """Tell the weather now and the forecast for up to 16 days.

        Use it for every question about weather, rain, temperature, wind, umbrellas or what to wear. Returns place,
        localTime, current and days (date, condition, low, high, precipitation, precipitationChance, wet hours,
        snowfall, wind, sun), with the units beside; asked lists the dates that `when` means. When several places of
        that name are as likely meant it returns `choose` instead: ask which one and call again with its full name.
        `problem` says with a code why a newer forecast could not be had; then say how old this one is first.
        """
        return await weather.told(context, _Asked(place, latitude, longitude, days, when, units))

    return [weatherInfo]


class _Asked:
    """What a call asks for."""

    def __init__(
        self,
        place: str | None,
        latitude: float | None,
        longitude: float | None,
        days: int,
        when: str | None,
        units: Units | None,
    ) -> None:
        self.place = " ".join((place or "").split())
        if (latitude is None) != (longitude is None):
            raise CallFailed(ErrorClass.VALIDATION, Reason.of(WeatherReason.PLACE_OR_POINT))
        self.point = None if latitude is None or longitude is None else (latitude, longitude)
        self.days = days
        self.when = (when or "").strip()
        self.units: Units | None = units


class Weather:
    """Finds the place, fetches its forecast, puts both into the units of the person."""

    def __init__(self, source: OpenMeteo, gazetteer: Gazetteer, clock: Callable[[], float]) -> None:
        self._source = source
        self._gazetteer = gazetteer
        self._countries = Countries()
        self._places: Remembered[Sequence[GazetteerPlace]] = Remembered(
            fresh=86_400, stale=30 * 86_400, most=2_000, clock=clock
        )
        self._forecasts: Remembered[Forecast] = Remembered(fresh=600, stale=6 * 3_600, most=500, clock=clock)

    async def told(self, context: ToolContext, asked: _Asked) -> dict[str, Any]:
        """Return the result of `weatherInfo`. Raises `CallFailed`."""
        home = self._countries.of_zone(context.timezone)
        others: Sequence[GazetteerPlace] = ()
        name, country, assumed = asked.place, "", False
        if asked.point is None:
            assumed = not name
            name = name or _city_of(context.timezone, home)
            choice = await self._find(name, context.language, home)
            if choice.best is None:
                return {"asked": name, "choose": [_brief(place) for place in choice.others]}
            others, country = choice.others, choice.best.country_code
            name, point = choice.best.label, (choice.best.latitude, choice.best.longitude)
        else:
            point = asked.point
            name = name or f"{point[0]:g}, {point[1]:g}"
        kept, dates = await self._forecast_for(point, asked)
        measures = Measures(asked.units or self._countries.units(context.timezone, country))
        return _result(kept, dates, asked.days, measures, context.language) | {
            "place": name,
            "latitude": round(point[0], 4),
            "longitude": round(point[1], 4),
            "assumed": assumed,
            "others": [place.label for place in others],
        }

    async def _find(self, asked: str, language: Language, home: str | None) -> PlaceChoice:
        if len(asked) < 2:
            raise unknown_place(asked)
        for name, narrowing in split(asked):
            key = (name.lower(), language)
            kept = await self._places.get(key, lambda name=name: self._gazetteer.places(name, language))
            if choice := choose(name, narrowing, kept.value, home):
                return choice
        raise unknown_place(asked)

    async def _forecast_for(
        self, point: tuple[float, float], asked: _Asked
    ) -> tuple[Kept[Forecast], Sequence[date] | None]:
        """Return a forecast that is long enough and the dates asked about; None for these when none is."""
        days = WEEK if asked.days <= WEEK else MOST_DAYS
        kept = await self._kept(point, days)
        today = kept.value.at.date()
        dates = dates_of(asked.when, today) if asked.when else None
        if asked.when and dates is None:
            raise CallFailed(
                ErrorClass.VALIDATION,
                Reason.of(ReasonCode.NO_DAY_KNOWN, day=asked.when),
            )
        if dates and dates[-1] < today:
            raise CallFailed(ErrorClass.VALIDATION, Reason.of(ReasonCode.DAY_PASSED, day=str(dates[-1])))
        if dates and days < MOST_DAYS and dates[-1] >= today + timedelta(days=days):
            kept = await self._kept(point, MOST_DAYS)
        return kept, dates

    async def _kept(self, point: tuple[float, float], days: int) -> Kept[Forecast]:
        # About a kilometre: nearer points have the same forecast.
        key = round(point[0], 2), round(point[1], 2), days
        return await self._forecasts.get(key, lambda: self._source.forecast(*point, days))


def _city_of(timezone: str, home: str | None) -> str:
    """Return the city that a time zone is named after. Raises `CallFailed` where it is named after none."""
    if home is None or "/" not in timezone:
        raise CallFailed(ErrorClass.VALIDATION, Reason.of(WeatherReason.WHICH_PLACE))
    return timezone.rsplit("/", 1)[1].replace("_", " ")


def _brief(place: GazetteerPlace) -> dict[str, Any]:
    population = int(place.population) or None
    return {"place": place.label, "latitude": place.latitude, "longitude": place.longitude, "population": population}


def _result(
    kept: Kept[Forecast], dates: Sequence[date] | None, days: int, measures: Measures, language: Language
) -> dict[str, Any]:
    found = kept.value
    now, today = found.current, found.at.date()
    upto = max([today + timedelta(days=days - 1), *(dates or ())])
    shown_days = [
        _day(found, number, measures, language) for number, day in enumerate(found.days) if today <= day <= upto
    ]
    known = {day["date"] for day in shown_days}
    asked = None if dates is None else [day.isoformat() for day in dates]
    return {
        "timezone": found.timezone,
        "localTime": found.at.isoformat(timespec="minutes"),
        "units": measures.units,
        "unitNames": dict(measures.names),
        "current": {
            "condition": condition(now.get("weather_code"), language),
            "code": now.get("weather_code"),
            "temperature": measures.temperature(now.get("temperature_2m")),
            "feelsLike": measures.temperature(now.get("apparent_temperature")),
            "humidity": now.get("relative_humidity_2m"),
            "precipitation": measures.rain(now.get("precipitation")),
            "windSpeed": measures.wind(now.get("wind_speed_10m")),
            "windGusts": measures.wind(now.get("wind_gusts_10m")),
            "windDirection": compass(now.get("wind_direction_10m")),
            "isDay": now.get("is_day") != 0,
        },
        "days": shown_days,
        "asked": None if asked is None else [day for day in asked if day in known],
        "missing": [day for day in asked or () if day not in known],
        "source": SOURCE,
        "ageSeconds": round(kept.age),
        "problem": as_data(kept.problem),
    }


def _day(found: Forecast, number: int, measures: Measures, language: Language) -> dict[str, Any]:
    def figure(column: str) -> float | None:
        return found.daily[column][number] if column in found.daily else None

    rise, fall = found.sun[number]
    return {
        "date": found.days[number].isoformat(),
        "condition": condition(figure("weather_code"), language),
        "code": figure("weather_code"),
        "low": measures.temperature(figure("temperature_2m_min")),
        "high": measures.temperature(figure("temperature_2m_max")),
        "precipitation": measures.rain(figure("precipitation_sum")),
        "precipitationChance": figure("precipitation_probability_max"),
        "wet": wet_hours(found, found.days[number]),
        "snowfall": measures.snow(figure("snowfall_sum")),
        "windMax": measures.wind(figure("wind_speed_10m_max")),
        "gustMax": measures.wind(figure("wind_gusts_10m_max")),
        "uvMax": figure("uv_index_max"),
        "sunrise": rise,
        "sunset": fall,
    }


def wet_hours(found: Forecast, day: date) -> list[str]:
    """Return the spells of a day in which rain or snow is likely, as 14:00–18:00, those that are over left out."""
    chances = found.hourly.get("precipitation_probability", ())
    amounts = found.hourly.get("precipitation", ())
    spells: list[list[int]] = []
    for number, hour in enumerate(found.hours):
        if hour.date() != day or hour + timedelta(hours=1) <= found.at:
            continue
        chance = chances[number] if number < len(chances) else None
        amount = amounts[number] if number < len(amounts) else None
        # Where the chance is known it decides: an amount is the mean of many runs of the model.
        wet = chance >= WET_CHANCE if chance is not None else (amount or 0.0) >= WET_MILLIMETRES
        if not wet:
            continue
        if spells and spells[-1][1] == hour.hour:
            spells[-1][1] = hour.hour + 1
        else:
            spells.append([hour.hour, hour.hour + 1])
    return [f"{start:02}:00–{end % 24:02}:00" for start, end in spells]


class WeatherRecogniser:
    """Reads questions about the weather, also "and tomorrow?" and "and in Madrid?" after one."""

    def read(self, request: Request) -> Recognition | None:
        """Return place and day; None if the request is about something else."""
        return read_weather(request)

    def say(self, arguments: Mapping[str, Any], result: Any, language: Language) -> str:
        """Return the weather in two or three sentences."""
        del arguments
        return say_weather(result, language)
