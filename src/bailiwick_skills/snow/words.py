"""Ski conditions in words, English and Spanish."""

from collections.abc import Mapping
from datetime import date
from typing import Any

from bailiwick.plugin import Language, age_in_words, day_name, joined, trouble
from bailiwick_skills.forecasts.measures import shown
from bailiwick_skills.forecasts.words import wind_point

LEVELS: Mapping[str, tuple[str, str]] = {
    "base": ("at the base", "en la base"),
    "middle": ("half-way up", "a media montaña"),
    "summit": ("at the summit", "en la cima"),
}
MOST_LIFTS = 12


def say_ski(result: Mapping[str, Any], language: Language, *, lifts: bool = False, when: str | None = None) -> str:
    """Return the answer a person reads: ages first where they matter, the verdict, then figures.

    With `lifts` it is about them alone, with `when` about the day that this means.
    """
    spanish = language == "es"
    notices = _notices(result, language)
    if result["assumed"]:
        notices.append(f"Tomo {result['resort']}." if spanish else f"I take {result['resort']}.")
    if lifts:
        return "\n\n".join(part for part in ("\n".join(notices), _lifts(result, language)) if part)
    if when:
        forecast = "\n".join(_days(result, language))
        return "\n\n".join(part for part in ("\n".join(notices), _that_day(result, forecast, language)) if part)
    head = f"**{result['resort']}**: {result['verdict']}"
    parts = ["\n".join(notices), head, _official(result, language), _modelled(result, language)]
    days = _days(result, language)
    parts += ["\n".join(days), _end(result, language)]
    return "\n\n".join(part for part in parts if part)


def _lifts(result: Mapping[str, Any], language: Language) -> str:
    """Say which lifts run, or where that is said."""
    official, spanish, name = result["official"], language == "es", f"**{result['resort']}**"
    if not official or official["lifts"] is None:
        site = f"<{result['site']}>"
        return (
            f"{name}: qué remontes abren lo dice {site}." if spanish else f"{name}: which lifts run is told at {site}."
        )
    age = official["ageSeconds"]
    when = "" if age is None else age_in_words(age, language)
    ago = (f" (hace {when})" if spanish else f" ({when} ago)") if when else ""
    counted = (
        f"{official['liftsOpen']} de {official['liftsTotal']} remontes abiertos"
        if spanish
        else f"{official['liftsOpen']} of {official['liftsTotal']} lifts open"
    )
    words = {"open": "abierto", "closed": "cerrado", "hold": "en espera"} if spanish else {}
    lines = [f"- {lift['name']}: {words.get(lift['status'], lift['status'])}" for lift in official["lifts"]]
    return "\n".join([f"{name}: {counted}{ago}.", "", *lines])


def _that_day(result: Mapping[str, Any], forecast: str, language: Language) -> str:
    """Say the forecast of the day that was asked for, or that none reaches so far."""
    spanish, name = language == "es", f"**{result['resort']}**"
    if not result["asked"] or not forecast:
        last = "El pronóstico llega a siete días." if spanish else "The forecast reaches seven days ahead."
        return f"{name}: {last}"
    source = f"según el modelo de {result['source']}" if spanish else f"by the model of {result['source']}"
    return f"{name}, {source}:\n\n{forecast}"


def _notices(result: Mapping[str, Any], language: Language) -> list[str]:
    spanish = language == "es"
    lines: list[str] = []
    if result["problem"]:
        age = age_in_words(result["ageSeconds"], language)
        lines.append(
            f"Estas cifras tienen {age}; no se pudieron renovar: {trouble(result['problem'], language)}"
            if spanish
            else f"These figures are {age} old; they could not be renewed: {trouble(result['problem'], language)}"
        )
    official = result["official"]
    if official and official["old"]:
        age = age_in_words(official["ageSeconds"], language)
        lines.append(f"El parte de la estación tiene {age}." if spanish else f"The resort's report is {age} old.")
    elif official and official["problem"]:
        lines.append(
            f"El parte de la estación no se pudo renovar: {trouble(official['problem'], language)}"
            if spanish
            else f"The resort's report could not be renewed: {trouble(official['problem'], language)}"
        )
    if result["officialProblem"]:
        lines.append(
            f"No se pudo leer el parte de la estación: {trouble(result['officialProblem'], language)}"
            if spanish
            else f"The resort's own report could not be read: {trouble(result['officialProblem'], language)}"
        )
    return lines


def _official(result: Mapping[str, Any], language: Language) -> str:
    official, snow, spanish = result["official"], result["unitNames"]["snow"], language == "es"
    if not official:
        return ""
    age = official["ageSeconds"]
    when = f" (hace {age_in_words(age, language)})" if spanish else f" ({age_in_words(age or 0, language)} ago)"
    parts: list[str] = []
    for name, label, etiqueta in (
        ("newSnow24h", "new in 24 hours", "de nieve nueva en 24 horas"),
        ("overnight", "overnight", "durante la noche"),
    ):
        if official[name] is not None:
            parts.append(f"{shown(official[name])} {snow} {etiqueta if spanish else label}")
    depths = [f"{shown(d)} {snow} {LEVELS[level][1 if spanish else 0]}" for level, d in official["depths"].items()]
    if depths:
        parts.append(f"{'espesor' if spanish else 'depth'} {joined(depths, 'y' if spanish else 'and')}")
    if official["lifts"] is not None:
        opened = (
            f"{official['liftsOpen']} de {official['liftsTotal']} remontes abiertos"
            if spanish
            else (f"{official['liftsOpen']} of {official['liftsTotal']} lifts open")
        )
        running = [lift["name"] for lift in official["lifts"] if lift["status"] == "open"][:MOST_LIFTS]
        parts.append(f"{opened} ({', '.join(running)})" if running else opened)
    head = "Parte de la estación" if spanish else "The resort reports"
    return f"{head}{when if age is not None else ''}: {'; '.join(parts)}." if parts else ""


def _modelled(result: Mapping[str, Any], language: Language) -> str:
    names, spanish = result["unitNames"], language == "es"
    snow, summit, parts = names["snow"], result["summit"], list[str]()
    if result["newSnow24h"] is not None:
        new = f"{shown(result['newSnow24h'])} {snow} {'de nieve nueva en 24 horas' if spanish else 'new in 24 hours'}"
        parts.append(f"{new}, {shown(result['newSnow48h'])} {snow} {'en 48' if spanish else 'in 48'}")
    depths = [
        f"{shown(depth)} {snow} {LEVELS[level][1 if spanish else 0]}"
        for level, depth in result["depth"].items()
        if depth is not None
    ]
    if depths:
        parts.append(f"{'espesor' if spanish else 'depth'} {joined(depths, 'y' if spanish else 'and')}")
    if summit["temperature"] is not None:
        felt = f" ({'sensación' if spanish else 'feels like'} {shown(summit['feelsLike'])})"
        parts.append(f"{shown(summit['temperature'])} {names['temperature']}{felt} {LEVELS['summit'][spanish]}")
    if summit["windGusts"] is not None:
        gusts = f"{'rachas de' if spanish else 'gusts of'} {shown(summit['windGusts'])} {names['wind']}"
        parts.append(f"{gusts} {wind_point(summit['windDirection'], language)}".rstrip())
    if result["visibility"] is not None:
        parts.append(f"{'visibilidad' if spanish else 'visibility'} {shown(result['visibility'])} {names['distance']}")
    if result["freezingLevel"] is not None:
        level = f"{shown(result['freezingLevel'])} {names['height']}"
        parts.append(f"{'isoterma de 0 °C a' if spanish else 'freezing level at'} {level}")
    head = f"Según el modelo de {result['source']}" if spanish else f"By the model of {result['source']}"
    return f"{head}: {'; '.join(parts)}." if parts else ""


def _days(result: Mapping[str, Any], language: Language) -> list[str]:
    names, spanish = result["unitNames"], language == "es"
    today = date.fromisoformat(result["localTime"][:10])
    lines: list[str] = []
    for day in result["days"]:
        name = day_name(date.fromisoformat(day["date"]), today, language)
        parts = [day["condition"] or ""]
        if day["snowfall"]:
            parts.append(f"{shown(day['snowfall'])} {names['snow']} {'de nieve' if spanish else 'of snow'}")
        if day["low"] is not None and day["high"] is not None:
            between = "a" if spanish else "to"
            parts.append(f"{shown(day['low'])} {between} {shown(day['high'])} {names['temperature']}")
        if any(parts):
            lines.append(f"- {name[:1].upper()}{name[1:]}: {', '.join(part for part in parts if part)}.")
    return lines


def _end(result: Mapping[str, Any], language: Language) -> str:
    spanish, site = language == "es", f"<{result['site']}>"
    if "lifts" in result["unknown"]:
        return f"Qué remontes y pistas hay abiertos lo dice {site}." if spanish else f"Lifts and runs: see {site}."
    return f"Las pistas: {site}." if spanish else f"Runs: see {site}."
