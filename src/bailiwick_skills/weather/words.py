"""The weather in words, English and Spanish."""

from collections.abc import Mapping, Sequence
from datetime import date
from typing import Any

from bailiwick.plugin import Language, age_in_words, day_name, joined, trouble
from bailiwick_skills.forecasts.measures import shown
from bailiwick_skills.forecasts.words import condition, wind_point

LIKELY = 30
"""Per cent from which a chance of rain is worth saying."""
OLD_SECONDS = 1_800


def say_weather(result: Mapping[str, Any], language: Language) -> str:
    """Return the answer a person reads."""
    if result.get("choose"):
        return _which(result, language)
    lines = [*_notices(result, language)]
    today = date.fromisoformat(result["localTime"][:10])
    asked = result["asked"]
    days = [day for day in result["days"] if day["date"] in asked] if asked is not None else result["days"]
    # An empty list asks for the present alone; a request for other days leaves the present out.
    if asked is None or not asked or today.isoformat() in asked:
        lines.append(_now(result, language))
    elif days:
        lines.append(f"**{result['place']}**")
    told = [_day(day, result["unitNames"], today, language) for day in days]
    lines.append("\n".join(told) if len(told) > 1 else "".join(told).removeprefix("- "))
    return "\n\n".join(line for line in [*lines, _end(result, language)] if line)


def _which(result: Mapping[str, Any], language: Language) -> str:
    places = "\n".join(f"- {place['place']}" for place in result["choose"])
    first = result["choose"][0]["place"]
    if language == "es":
        return f"Hay varios lugares llamados {result['asked']}:\n\n{places}\n\n¿Cuál? Por ejemplo: «{first}»."
    return f'There are several places called {result["asked"]}:\n\n{places}\n\nWhich one? For example "{first}".'


def _notices(result: Mapping[str, Any], language: Language) -> Sequence[str]:
    spanish = language == "es"
    lines: list[str] = []
    if result["problem"]:
        age = age_in_words(result["ageSeconds"], language)
        lines.append(
            f"Esta previsión tiene {age}; no se pudo renovar: {trouble(result['problem'], language)}"
            if spanish
            else f"This forecast is {age} old; it could not be renewed: {trouble(result['problem'], language)}"
        )
    if result["assumed"]:
        lines.append(
            f"Tomo {result['place']} por tu zona horaria; nombra otro lugar si quieres."
            if spanish
            else f"I take {result['place']} from your time zone; name another place if you like."
        )
    if result["missing"]:
        lines.append(
            f"La previsión no llega a {', '.join(result['missing'])}; termina el {result['days'][-1]['date']}."
            if spanish
            else f"The forecast does not reach {', '.join(result['missing'])}; it ends on {result['days'][-1]['date']}."
        )
    return lines


def _now(result: Mapping[str, Any], language: Language) -> str:
    now, units, spanish = result["current"], result["unitNames"], language == "es"
    parts = [condition(now["code"], language) or ""]
    if now["temperature"] is not None:
        feels = now["feelsLike"]
        differs = feels is not None and abs(feels - now["temperature"]) >= 2
        felt = f" ({'sensación' if spanish else 'feels like'} {shown(feels)} {units['temperature']})" if differs else ""
        parts.append(f"{shown(now['temperature'])} {units['temperature']}{felt}")
    if now["humidity"] is not None:
        parts.append(f"{'humedad' if spanish else 'humidity'} {shown(now['humidity'])} %")
    if now["windSpeed"] is not None:
        point = wind_point(now["windDirection"], language)
        parts.append(f"{'viento' if spanish else 'wind'} {shown(now['windSpeed'])} {units['wind']} {point}".rstrip())
    text = ", ".join(part for part in parts if part)
    clock = result["localTime"][11:16]
    if spanish:
        return f"**{result['place']}**, a las {clock} (hora local): {text}."
    return f"**{result['place']}**, {clock} local time: {text}."


def _day(day: Mapping[str, Any], units: Mapping[str, str], today: date, language: Language) -> str:
    spanish = language == "es"
    parts = [condition(day["code"], language) or ""]
    if day["low"] is not None and day["high"] is not None:
        between = "a" if spanish else "to"
        parts.append(f"{shown(day['low'])} {between} {shown(day['high'])} {units['temperature']}")
    parts.append(_rain(day, units, language))
    if day["snowfall"]:
        parts.append(f"{shown(day['snowfall'])} {units['snow']} {'de nieve' if spanish else 'of snow'}")
    if day["windMax"] is not None:
        most = "viento hasta" if spanish else "wind up to"
        parts.append(f"{most} {shown(day['windMax'])} {units['wind']}")
    name = day_name(date.fromisoformat(day["date"]), today, language)
    return f"- {name[:1].upper()}{name[1:]}: {', '.join(part for part in parts if part)}."


def _rain(day: Mapping[str, Any], units: Mapping[str, str], language: Language) -> str:
    chance, amount, spanish = day["precipitationChance"], day["precipitation"], language == "es"
    if not amount and (chance is None or chance < LIKELY):
        return "sin lluvia a la vista" if spanish else "no rain in sight"
    sure = f"{shown(chance)} %" if chance is not None else ""
    words = f"{sure} de probabilidad de precipitación" if spanish else f"{sure} chance of precipitation"
    if chance is None:
        words = "precipitación" if spanish else "precipitation"
    more = [f"{shown(amount)} {units['precipitation']}"] if amount else []
    if day["wet"]:
        when = joined(day["wet"], "y" if spanish else "and")
        more.append(f"sobre todo {when}" if spanish else f"mostly {when}")
    return f"{words} ({', '.join(more)})" if more else words


def _end(result: Mapping[str, Any], language: Language) -> str:
    source = f"{'Fuente' if language == 'es' else 'Source'}: {result['source']}."
    others = result["others"][:3]
    if not others:
        return source
    if language == "es":
        return f"{source} También existe {joined(others, 'y')}."
    return f"{source} There is also {joined(others, 'and')}."
