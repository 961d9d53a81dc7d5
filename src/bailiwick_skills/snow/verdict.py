"""Whether it is worth putting the skis on the roof: rules over figures."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from bailiwick.plugin import Language

VERDICTS: Mapping[str, tuple[str, str]] = {
    "closed": ("It is closed by its own report", "Está cerrado según su propio parte"),
    "bare": ("Hardly any snow lies there", "Apenas hay nieve"),
    "rain": ("Better stay at home: it rains down to the snow", "Mejor quedarse en casa: llueve sobre la nieve"),
    "storm": ("It blows a storm up there", "Hay temporal arriba"),
    "powder": ("A powder day", "Día de nieve polvo"),
    "fresh": ("A good day with fresh snow", "Buen día, con nieve reciente"),
    "icy": ("Hard and icy until it warms up", "Dura y helada hasta que suba la temperatura"),
    "spring": ("Soft spring snow; go early", "Nieve blanda de primavera; mejor temprano"),
    "usual": ("An ordinary day on old snow", "Un día normal, con nieve vieja"),
    "unknown": ("Too little is known for a verdict", "Se sabe demasiado poco para opinar"),
}
CAVEATS: Mapping[str, tuple[str, str]] = {
    "wind": ("strong gusts may stop the upper lifts", "las rachas pueden parar los remontes altos"),
    "fog": ("one sees little", "se ve poco"),
    "cold": ("it is bitterly cold", "hace un frío intenso"),
    "thin": ("the cover is thin", "la capa es fina"),
    "few_lifts": ("less than half of the lifts run", "funciona menos de la mitad de los remontes"),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class SnowConditions:
    """What the rules look at; nothing for what is not known. Metric."""

    depth: float | None
    """Centimetres, the resort's own at its deepest, else the model's at the summit."""
    new_24h: float | None
    gusts: float | None
    """Kilometres an hour at the summit."""
    base_temperature: float | None
    summit_temperature: float | None
    summit_felt: float | None
    coldest_night: float | None
    """Lowest temperature at the summit in the last 24 hours."""
    warmest_day: float | None
    """Highest in the last 48 hours."""
    rain: float | None
    """Millimetres at the base in the last 12 hours."""
    visibility: float | None
    """Metres."""
    lifts_open: int | None
    lifts_total: int | None


def verdict(figures: SnowConditions) -> tuple[str, Sequence[str]]:
    """Return the code of the verdict, and those of what speaks against going all the same."""
    return _code(figures), _caveats(figures)


def _code(figures: SnowConditions) -> str:
    new, depth, gusts = figures.new_24h or 0.0, figures.depth, figures.gusts or 0.0
    summit = figures.summit_temperature
    if figures.lifts_total and figures.lifts_open == 0:
        return "closed"
    if depth is None and figures.new_24h is None:
        return "unknown"
    if depth is not None and depth < 15:
        return "bare"
    if (figures.rain or 0.0) >= 1 and (figures.base_temperature or 0.0) > 0:
        return "rain"
    if gusts >= 90:
        return "storm"
    if new >= 15 and gusts < 60:
        return "powder"
    if new >= 5:
        return "fresh"
    if figures.warmest_day is not None and figures.warmest_day > 2 and (figures.coldest_night or 0.0) < -2:
        return "spring" if summit is not None and summit > 1 else "icy"
    return "spring" if summit is not None and summit > 3 else "usual"


def _caveats(figures: SnowConditions) -> Sequence[str]:
    found = {
        "wind": 60 <= (figures.gusts or 0.0) < 90,
        "fog": figures.visibility is not None and figures.visibility < 500,
        "cold": figures.summit_felt is not None and figures.summit_felt < -25,
        "thin": figures.depth is not None and 15 <= figures.depth < 50,
        "few_lifts": bool(figures.lifts_total and figures.lifts_open)
        and 2 * (figures.lifts_open or 0) < (figures.lifts_total or 0),
    }
    return [code for code, holds in found.items() if holds]


def in_words(code: str, caveats: Sequence[str], language: Language) -> str:
    """Return the verdict as one sentence."""
    column = 1 if language == "es" else 0
    said = VERDICTS[code][column]
    if not caveats:
        return f"{said}."
    return f"{said}; {'pero ' if column else 'but '}{', '.join(CAVEATS[each][column] for each in caveats)}."
