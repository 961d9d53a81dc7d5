"""Snow and ski conditions."""

import time
from collections.abc import Callable, Mapping, Sequence
from datetime import UTC, date, datetime, timedelta
from typing import Annotated, Any

from pydantic import Field

from bailiwick.plugin import (
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
    reason_of,
    skill_tool,
)
from bailiwick_skills.forecasts.countries import FAHRENHEIT, Units
from bailiwick_skills.forecasts.measures import Measures, compass
from bailiwick_skills.forecasts.open_meteo import Forecast, OpenMeteo
from bailiwick_skills.forecasts.words import condition
from bailiwick_skills.snow.meadows import RESORT, MeadowsSite, OfficialReport
from bailiwick_skills.snow.requests import read_ski
from bailiwick_skills.snow.resorts import DEFAULT, Resort, Resorts
from bailiwick_skills.snow.verdict import SnowConditions, in_words, verdict
from bailiwick_skills.snow.words import say_ski

DAYS = 3
"""Days of a report that asks for none."""
WEEK = 7
OLD_REPORT = timedelta(hours=24)
PER_MINUTE = 20
SOURCE = "open-meteo.com"


def ski_tools(
    web: Web,
    *,
    clock: Callable[[], float] = time.monotonic,
    now: Callable[[], datetime] = lambda: datetime.now(UTC),
) -> list[Tool]:
    """Return `skiConditions`; reports are kept for all calls of the process."""
    resorts = Resorts()
    snow = Snow(OpenMeteo(web), MeadowsSite(web), clock, now)

    @skill_tool(
        read_only=True,
        open_world=True,
        opens=own_service,
        timeout=40.0,
        per_minute=PER_MINUTE,
        recogniser=SkiRecogniser(resorts),
    )
    async def skiConditions(
        context: ToolContext,
        resort: Annotated[
            str | None, Field(max_length=60, description=f"Name of the ski area; without it {DEFAULT}.")
        ] = None,
        units: Annotated[Units | None, Field(description="Without it those of the resort's country.")] = None,
        when: Annotated[
            str | None,
            Field(
                max_length=30,
                description="The day that is asked about: tomorrow, a weekday in English, weekend, week or YYYY-MM-DD.",
            ),
        ] = None,
        lifts: Annotated[bool, Field(description="Whether only the lifts are asked about.")] = False,
    ) -> dict[str, Any]:
        """Tell snow and ski conditions of one of a hundred ski areas.

        Returns verdict (a sentence) with its reasons, newSnow24h and newSnow48h, depth at base and summit, weather at
        both, freezing level, visibility, and the next days at the summit (those that `when` means are `asked`): all of
        it from a weather model, so say that it is modelled. `official` is the resort's own report with its age, where
        one can be read (Mt. Hood Meadows); it counts more. `unknown` names what is not known, above all lifts and runs
        elsewhere: refer to `site`. When `problem`, a code, is there, newer figures could not be had: say first how old
        these are. Never call a slope safe.
        """
        del lifts  # the answer says nothing else then; the report is the same
        assumed = not (resort or "").strip()
        return await snow.told(context, resorts.find(resort or DEFAULT), units, assumed=assumed, when=when)

    return [skiConditions]


class Snow:
    """Puts the forecast for a mountain and the resort's own report together."""

    def __init__(
        self, source: OpenMeteo, meadows: MeadowsSite, clock: Callable[[], float], now: Callable[[], datetime]
    ) -> None:
        self._source = source
        self._meadows = meadows
        self._now = now
        self._forecasts: Remembered[tuple[Forecast, Forecast]] = Remembered(
            fresh=900, stale=12 * 3_600, most=200, clock=clock
        )
        self._reports: Remembered[OfficialReport] = Remembered(fresh=900, stale=24 * 3_600, most=10, clock=clock)

    async def told(
        self, context: ToolContext, resort: Resort, units: Units | None, *, assumed: bool, when: str | None
    ) -> dict[str, Any]:
        """Return the result of `skiConditions`. Raises `CallFailed`."""
        official, problem = await self._official(resort)
        kept = await self._forecasts.get(resort.name, lambda: self._fetch(resort))
        base, summit = kept.value
        measures = Measures(units or ("imperial" if resort.country in FAHRENHEIT else "metric"))
        figures = _figures(base, summit, official.value if official else None)
        code, caveats = verdict(figures)
        asked = [day.isoformat() for day in _asked_days(when, summit.at.date())]
        days = _days(summit, measures, context.language)
        return {
            "resort": resort.name,
            "region": resort.region,
            "country": resort.country,
            "assumed": assumed,
            "elevations": {"base": measures.height(resort.base), "summit": measures.height(resort.summit)},
            "localTime": summit.at.isoformat(timespec="minutes"),
            "verdict": in_words(code, caveats, context.language),
            "verdictCode": code,
            "caveats": caveats,
            "newSnow24h": measures.snow(_sum(summit, "snowfall", 24)),
            "newSnow48h": measures.snow(_sum(summit, "snowfall", 48)),
            "depth": {level: measures.snow(_depth(found)) for level, found in (("base", base), ("summit", summit))},
            "base": _weather(base, measures, context.language),
            "summit": _weather(summit, measures, context.language),
            "freezingLevel": measures.height(_at(summit, "freezing_level_height")),
            "visibility": measures.distance(figures.visibility),
            "days": [day for day in days if day["date"] in asked] if asked else days[:DAYS],
            "asked": asked,
            "official": None if official is None else _told(official, measures, self._now()),
            "officialProblem": as_data(problem),
            "unknown": _unknown(official.value if official else None),
            "units": measures.units,
            "unitNames": dict(measures.names),
            "site": resort.site,
            "source": SOURCE,
            "ageSeconds": round(kept.age),
            "problem": as_data(kept.problem),
        }

    async def _fetch(self, resort: Resort) -> tuple[Forecast, Forecast]:
        heights = (resort.base, resort.summit)
        base, summit = await self._source.mountain(resort.latitude, resort.longitude, heights, WEEK)
        return base, summit

    async def _official(self, resort: Resort) -> tuple[Kept[OfficialReport] | None, Reason | None]:
        if resort.name != RESORT:
            return None, None
        try:
            return await self._reports.get(resort.name, self._meadows.report), None
        except CallFailed as failure:
            return None, reason_of(failure.said)


def _figures(base: Forecast, summit: Forecast, official: OfficialReport | None) -> SnowConditions:
    lifts = official.lifts if official else None
    own_depth = max(official.depths.values(), default=None) if official else None
    own_new = official.new_24h if official else None
    return SnowConditions(
        depth=own_depth if own_depth is not None else _depth(summit),
        new_24h=own_new if own_new is not None else _sum(summit, "snowfall", 24),
        gusts=summit.current.get("wind_gusts_10m"),
        base_temperature=base.current.get("temperature_2m"),
        summit_temperature=summit.current.get("temperature_2m"),
        summit_felt=summit.current.get("apparent_temperature"),
        coldest_night=min(_last(summit, "temperature_2m", 24), default=None),
        warmest_day=max(_last(summit, "temperature_2m", 48), default=None),
        rain=_sum(base, "rain", 12),
        visibility=_at(summit, "visibility"),
        lifts_open=None if lifts is None else sum(lift.status == "open" for lift in lifts),
        lifts_total=None if lifts is None else len(lifts),
    )


def _last(found: Forecast, column: str, hours: int) -> list[float]:
    """Return the known figures of the last hours that are over."""
    end = found.hour_before(found.at) + 1
    figures = found.hourly.get(column, ())[max(end - hours, 0) : end]
    return [figure for figure in figures if figure is not None]


def _sum(found: Forecast, column: str, hours: int) -> float | None:
    figures = _last(found, column, hours)
    return round(sum(figures), 2) if figures else None


def _at(found: Forecast, column: str) -> float | None:
    figures = _last(found, column, 1)
    return figures[0] if figures else None


def _depth(found: Forecast) -> float | None:
    metres = _at(found, "snow_depth")
    return None if metres is None else metres * 100


def _weather(found: Forecast, measures: Measures, language: Language) -> dict[str, Any]:
    now = found.current
    return {
        "condition": condition(now.get("weather_code"), language),
        "temperature": measures.temperature(now.get("temperature_2m")),
        "feelsLike": measures.temperature(now.get("apparent_temperature")),
        "windSpeed": measures.wind(now.get("wind_speed_10m")),
        "windGusts": measures.wind(now.get("wind_gusts_10m")),
        "windDirection": compass(now.get("wind_direction_10m")),
    }


def _days(summit: Forecast, measures: Measures, language: Language) -> list[dict[str, Any]]:
    def figure(column: str, number: int) -> float | None:
        return summit.daily[column][number] if column in summit.daily else None

    return [
        {
            "date": day.isoformat(),
            "condition": condition(figure("weather_code", number), language),
            "snowfall": measures.snow(figure("snowfall_sum", number)),
            "low": measures.temperature(figure("temperature_2m_min", number)),
            "high": measures.temperature(figure("temperature_2m_max", number)),
            "gustMax": measures.wind(figure("wind_gusts_10m_max", number)),
        }
        for number, day in enumerate(summit.days)
        if day >= summit.at.date()
    ]


def _told(kept: Kept[OfficialReport], measures: Measures, now: datetime) -> dict[str, Any]:
    report = kept.value
    age = None if report.updated_at is None else max((now - report.updated_at).total_seconds(), 0.0)
    lifts = report.lifts
    return {
        "updatedAt": None if report.updated_at is None else report.updated_at.isoformat(),
        "ageSeconds": None if age is None else round(age),
        "old": age is not None and age > OLD_REPORT.total_seconds(),
        "problem": as_data(kept.problem),
        "depths": {level: measures.snow(depth) for level, depth in report.depths.items()},
        "overnight": measures.snow(report.overnight),
        "newSnow24h": measures.snow(report.new_24h),
        "newSnow48h": measures.snow(report.new_48h),
        "season": measures.snow(report.season),
        "liftsOpen": None if lifts is None else sum(lift.status == "open" for lift in lifts),
        "liftsTotal": None if lifts is None else len(lifts),
        "lifts": None if lifts is None else [{"name": lift.name, "status": lift.status} for lift in lifts],
    }


def _unknown(official: OfficialReport | None) -> list[str]:
    return ["runs"] if official is not None and official.lifts is not None else ["lifts", "runs"]


def _asked_days(when: str | None, today: date) -> Sequence[date]:
    """Return the days that `when` means; none without it. Raises `CallFailed` for no day, and for one that is over."""
    if not when or not when.strip():
        return ()
    dates = dates_of(when, today)
    if not dates:
        raise CallFailed(ErrorClass.VALIDATION, Reason.of(ReasonCode.NO_DAY_KNOWN, day=when))
    if dates[-1] < today:
        raise CallFailed(ErrorClass.VALIDATION, Reason.of(ReasonCode.DAY_PASSED, day=str(dates[-1])))
    return dates


class SkiRecogniser:
    """Reads questions about snow and skiing, also "and at Timberline?" after one."""

    def __init__(self, resorts: Resorts) -> None:
        self._resorts = resorts

    def read(self, request: Request) -> Recognition | None:
        """Return the ski area; None if the request is about something else."""
        return read_ski(request, self._resorts)

    def say(self, arguments: Mapping[str, Any], result: Any, language: Language) -> str:
        """Return the verdict, then the figures it rests on; or what is asked of them alone."""
        return say_ski(result, language, lifts=arguments.get("lifts") is True, when=arguments.get("when"))
