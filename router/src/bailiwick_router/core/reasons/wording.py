"""How the sentence of a reason is made of its form and its values."""

from collections.abc import Mapping
from string import Formatter
from typing import Any

from bailiwick_router.core.language import Language

Form = str | tuple[str, str]
"""A sentence with the names of values in braces; a pair where it has a form for one, which `count` chooses."""


class Wording(Formatter):
    """Fills in the values as a language writes them; one that is missing is shown as `…`."""

    def __init__(self, language: Language) -> None:
        self.language: Language = language

    def sentence(self, form: Form, values: Mapping[str, Any]) -> str:
        """Return the sentence."""
        chosen = form if isinstance(form, str) else form[0 if values.get("count") == 1 else 1]
        return self.vformat(chosen, (), values)

    def get_value(self, key: int | str, args: Any, kwargs: Mapping[str, Any]) -> Any:
        return kwargs.get(str(key), "…")

    def format_field(self, value: Any, format_spec: str) -> str:
        if format_spec == "number" and isinstance(value, int | float):
            return _number(value, self.language)
        return str(value)


def _number(value: float, language: Language) -> str:
    """Return a number as it is written: thousands apart, in Spanish from five digits on, and few decimals."""
    text = f"{value:,}" if isinstance(value, int) else f"{value:,.6g}"
    if language == "en":
        return text
    if abs(value) < 10_000:
        text = text.replace(",", "")
    return text.translate(str.maketrans(",.", ".,"))
