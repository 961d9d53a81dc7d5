"""Units of measurement: which one is meant by a name, and conversion between two of one quantity."""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cached_property
from importlib import resources

from rapidfuzz import process
from rapidfuzz.distance import OSA

from bailiwick.plugin import Language, plain
from bailiwick_skills.maths.answers import MathAnswer
from bailiwick_skills.maths.evaluate import decimal
from bailiwick_skills.maths.reasons import MathsReason
from bailiwick_skills.maths.steps import step
from bailiwick_skills.maths.tree import CannotCalculate, write_number

ZERO_POINTS: Mapping[str, Fraction] = {"°C": Fraction("273.15"), "°F": Fraction("273.15") - Fraction(160, 9)}
"""What 0 of a temperature scale is in kelvin."""
FORMULAS: Mapping[tuple[str, str], str] = {
    ("°C", "°F"): "°F = °C * 9/5 + 32",
    ("°F", "°C"): "°C = (°F - 32) * 5/9",
    ("°C", "K"): "K = °C + 273.15",
    ("K", "°C"): "°C = K - 273.15",
    ("°F", "K"): "K = (°F - 32) * 5/9 + 273.15",
    ("K", "°F"): "°F = (K - 273.15) * 9/5 + 32",
}
INVERSE = "inverse "
LEAST_SLIPPED, LONGEST_NAME = 7, 30
"""Letters of a name in which a slip is forgiven."""
EXACT_DIGITS = 15
"""A result with more digits than this is given as an approximation."""


@dataclass(frozen=True, slots=True)
class Unit:
    """A unit: `size` is what 1 of it is in the base unit of its quantity."""

    symbol: str
    quantity: str
    size: Fraction
    inverse: bool = False
    """The larger the quantity, the smaller the figure: `size` divided by it is the base unit (l/100km beside km/l)."""
    slipped: bool = field(default=False, compare=False)
    """Whether its name was written with a slip."""


class Units:
    """The units known by name; the table is read at first use."""

    def find(self, name: str) -> Unit | None:
        """Return the unit of that symbol or name, one slip in a longer name forgiven; None if there is none."""
        name = name.strip(" .")
        return self._by_symbol.get(name) or self._by_name.get(plain(name)) or self._near(plain(name))

    def _near(self, name: str) -> Unit | None:
        if not LEAST_SLIPPED <= len(name) <= LONGEST_NAME:
            return None
        found = process.extract(name, self._by_name.keys(), scorer=OSA.distance, score_cutoff=1, limit=3)
        near = {self._by_name[key].symbol: self._by_name[key] for key, _, _ in found if len(key) >= LEAST_SLIPPED}
        return replace(near.popitem()[1], slipped=True) if len(near) == 1 else None

    def convert(self, value: Fraction, source: Unit, target: Unit, language: Language) -> MathAnswer:
        """Return `value` of one unit in another. Raises `CannotCalculate` if they measure different things."""
        if source.quantity != target.quantity:
            raise CannotCalculate(
                MathsReason.UNITS_DIFFER,
                source=source.symbol,
                quantity=source.quantity,
                target=target.symbol,
                other=target.quantity,
            )
        if (source.inverse or target.inverse) and not value:
            raise CannotCalculate(MathsReason.DIVISION_BY_ZERO)
        base = source.size / value if source.inverse else value * source.size
        base += ZERO_POINTS.get(source.symbol, Fraction(0))
        if source.quantity == "temperature" and base < 0:
            raise CannotCalculate(MathsReason.BELOW_ZERO_KELVIN)
        base -= ZERO_POINTS.get(target.symbol, Fraction(0))
        converted = target.size / base if target.inverse else base / target.size
        result = f"{_shown(converted)} {target.symbol}"
        return MathAnswer("conversion", result, None, self._steps(value, source, target, result, language))

    def _steps(self, value: Fraction, source: Unit, target: Unit, result: str, language: Language) -> tuple[str, ...]:
        if source.quantity == "temperature":
            formula = FORMULAS.get((source.symbol, target.symbol))
            whole = f"{_shown(value)} {source.symbol} = {result}"
            return (f"{formula}.", whole) if formula else (whole,)
        if source.inverse != target.inverse:
            factor = _shown(source.size / target.size if source.inverse else target.size / source.size)
            return (f"{target.symbol} = {factor} / ({source.symbol})", f"{_shown(value)} {source.symbol} = {result}")
        factor = _shown(source.size / target.size)
        return (
            step("convert", language, a=factor, b=source.symbol, c=target.symbol),
            step("scale", language, a=factor, b=f"{_shown(value)} {source.symbol} = {result}"),
        )

    @cached_property
    def _units(self) -> list[tuple[Unit, list[str]]]:
        file = resources.files("bailiwick_skills.maths") / "units.toml"
        table: dict[str, dict[str, list[str]]] = tomllib.loads(file.read_text("utf-8"))
        return [
            (Unit(symbol, quantity, _size(size.removeprefix(INVERSE)), size.startswith(INVERSE)), names)
            for quantity, units in table.items()
            for symbol, (size, *names) in units.items()
        ]

    @cached_property
    def _by_symbol(self) -> Mapping[str, Unit]:
        return {name: unit for unit, names in self._units for name in (unit.symbol, *names)}

    @cached_property
    def _by_name(self) -> Mapping[str, Unit]:
        found: dict[str, Unit] = {}
        for unit, names in self._units:
            for name in (unit.symbol, *names):
                found.setdefault(plain(name), unit)
        return found


def _size(text: str) -> Fraction:
    above, _, below = text.partition("/")
    return Fraction(above) / Fraction(below or 1)


def _shown(value: Fraction) -> str:
    text = write_number(value)
    return text if "/" not in text and len(text.strip("-0.")) <= EXACT_DIGITS else decimal(value)
