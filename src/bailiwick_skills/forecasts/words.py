"""What a forecast says, in words, English and Spanish."""

from collections.abc import Mapping

from bailiwick.plugin import Language

CODES: Mapping[int, tuple[str, str]] = {
    0: ("clear sky", "cielo despejado"),
    1: ("mainly clear", "mayormente despejado"),
    2: ("partly cloudy", "parcialmente nublado"),
    3: ("overcast", "cubierto"),
    45: ("fog", "niebla"),
    48: ("freezing fog", "niebla helada"),
    51: ("light drizzle", "llovizna débil"),
    53: ("drizzle", "llovizna"),
    55: ("heavy drizzle", "llovizna intensa"),
    56: ("light freezing drizzle", "llovizna helada débil"),
    57: ("freezing drizzle", "llovizna helada"),
    61: ("light rain", "lluvia débil"),
    63: ("rain", "lluvia"),
    65: ("heavy rain", "lluvia intensa"),
    66: ("light freezing rain", "lluvia helada débil"),
    67: ("freezing rain", "lluvia helada"),
    71: ("light snow", "nevada débil"),
    73: ("snow", "nevada"),
    75: ("heavy snow", "nevada intensa"),
    77: ("snow grains", "cinarra"),
    80: ("light showers", "chubascos débiles"),
    81: ("showers", "chubascos"),
    82: ("violent showers", "chubascos violentos"),
    85: ("light snow showers", "chubascos de nieve débiles"),
    86: ("heavy snow showers", "chubascos de nieve intensos"),
    95: ("thunderstorm", "tormenta"),
    96: ("thunderstorm with light hail", "tormenta con granizo débil"),
    99: ("thunderstorm with hail", "tormenta con granizo"),
}
"""WMO weather interpretation codes as Open-Meteo uses them."""
WINDS: Mapping[str, str] = {"E": "E", "W": "O", "N": "N", "S": "S"}


def condition(code: float | None, language: Language) -> str | None:
    """Return what a WMO code means; None for one that is not used."""
    words = CODES.get(int(code)) if code is not None else None
    return words[1 if language == "es" else 0] if words else None


def wind_point(point: str | None, language: Language) -> str:
    """Return a point of the compass as it is abbreviated in the language."""
    return "" if point is None else point if language == "en" else "".join(WINDS[letter] for letter in point)
