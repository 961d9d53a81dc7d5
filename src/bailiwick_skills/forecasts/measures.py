"""Figures of the weather in the units that people read."""

from collections.abc import Mapping
from dataclasses import dataclass

from bailiwick_skills.forecasts.countries import Units

COMPASS = "N NNE NE ENE E ESE SE SSE S SSW SW WSW W WNW NW NNW".split()


@dataclass(frozen=True, slots=True)
class Measures:
    """From metric figures to what is shown; nothing stays nothing."""

    units: Units

    @property
    def names(self) -> Mapping[str, str]:
        """The unit of each kind of figure."""
        if self.units == "imperial":
            return {
                "temperature": "°F",
                "wind": "mph",
                "precipitation": "in",
                "snow": "in",
                "height": "ft",
                "distance": "mi",
            }
        return {
            "temperature": "°C",
            "wind": "km/h",
            "precipitation": "mm",
            "snow": "cm",
            "height": "m",
            "distance": "km",
        }

    def temperature(self, celsius: float | None) -> float | None:
        """Degrees, whole."""
        return self._of(celsius, 1.8, 0, add=32.0)

    def wind(self, kmh: float | None) -> float | None:
        """Kilometres or miles an hour, whole."""
        return self._of(kmh, 0.621371, 0)

    def rain(self, millimetres: float | None) -> float | None:
        """Millimetres to a tenth, inches to a hundredth."""
        return self._of(millimetres, 1 / 25.4, 2 if self.units == "imperial" else 1)

    def snow(self, centimetres: float | None) -> float | None:
        """Centimetres or inches, whole from 10 on."""
        figure = self._of(centimetres, 1 / 2.54, 1)
        return figure if figure is None or figure < 10 else float(round(figure))

    def height(self, metres: float | None) -> float | None:
        """Metres or feet, to the next ten."""
        figure = self._of(metres, 3.28084, 0)
        return None if figure is None else float(round(figure / 10) * 10)

    def distance(self, metres: float | None) -> float | None:
        """Kilometres or miles, to a tenth."""
        return self._of(None if metres is None else metres / 1000, 0.621371, 1)

    def _of(self, figure: float | None, factor: float, digits: int, add: float = 0.0) -> float | None:
        if figure is None:
            return None
        # Adding zero makes of -0.0 a plain 0.
        return round(figure * factor + add if self.units == "imperial" else figure, digits) + 0.0


def compass(degrees: float | None) -> str | None:
    """Return the point of the compass that wind comes from, one of sixteen."""
    return None if degrees is None else COMPASS[round(degrees / 22.5) % 16]


def shown(figure: float | None) -> str:
    """Return a figure as it is written in a sentence: no needless zeros; a dash for nothing."""
    return "–" if figure is None else f"{figure:g}"
