"""Units of measurement: which one is meant by a name, and conversion between two of one quantity."""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from importlib import resources

from bailiwick.plugin import Language, ReasonCode, plain
from bailiwick_skills.maths.answers import MathAnswer
from bailiwick_skills.maths.evaluate import decimal
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
EXACT_DIGITS = 15
"""A result with more digits than this is given as an approximation."""


@dataclass(frozen=True, slots=True)
class Unit:
    """A unit: `size` is what 1 of it is in the base unit of its quantity."""

    symbol: str
    quantity: str
    size: Fraction


class Units:
    """The units known by name; the table is read at first use."""

    def find(self, name: str) -> Unit | None:
        """Return the unit of that symbol or name; None if there is none."""
        name = name.strip(" .")
        return self._by_symbol.get(name) or self._by_name.get(plain(name))

    def convert(self, value: Fraction, source: Unit, target: Unit, language: Language) -> MathAnswer:
        """Return `value` of one unit in another. Raises `CannotCalculate` if they measure different things."""
        if source.quantity != target.quantity:
            raise CannotCalculate(
                ReasonCode.UNITS_DIFFER,
                source=source.symbol,
                quantity=source.quantity,
                target=target.symbol,
                other=target.quantity,
            )
        base = value * source.size + ZERO_POINTS.get(source.symbol, Fraction(0))
        if source.quantity == "temperature" and base < 0:
            raise CannotCalculate(ReasonCode.BELOW_ZERO_KELVIN)
        converted = (base - ZERO_POINTS.get(target.symbol, Fraction(0))) / target.size
        result = f"{_shown(converted)} {target.symbol}"
        return MathAnswer("conversion", result, None, self._steps(value, source, target, result, language))

    def _steps(self, value: Fraction, source: Unit, target: Unit, result: str, language: Language) -> tuple[str, ...]:
        if source.quantity == "temperature":
            formula = FORMULAS.get((source.symbol, target.symbol))
            whole = f"{_shown(value)} {source.symbol} = {result}"
            return (f"{formula}.", whole) if formula else (whole,)
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
            (Unit(symbol, quantity, _size(size)), names)
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
