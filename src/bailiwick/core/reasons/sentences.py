"""How the sentence of a reason is made in a language."""

from collections.abc import Mapping
from string import Formatter
from typing import Any

from bailiwick.core.language import Language
from bailiwick.core.reasons.codes import ReasonCode
from bailiwick.core.reasons.english import ENGLISH, ENGLISH_LACKS
from bailiwick.core.reasons.kinds import kind_name
from bailiwick.core.reasons.spanish import SPANISH, SPANISH_LACKS

SENTENCES: Mapping[Language, Mapping[ReasonCode, str | tuple[str, str]]] = {"en": ENGLISH, "es": SPANISH}
LACKS: Mapping[Language, Mapping[str, str]] = {"en": ENGLISH_LACKS, "es": SPANISH_LACKS}
"""By the codes of what is missing, `core/needs.py`."""


def sentence(language: Language, code: ReasonCode, values: Mapping[str, Any]) -> str:
    """Return the sentence of a reason; a value that is missing is shown as `…`."""
    found = SENTENCES[language][code]
    template = found if isinstance(found, str) else found[0 if values.get("count") == 1 else 1]
    return _Format(language).vformat(template, (), values)


class _Format(Formatter):
    def __init__(self, language: Language) -> None:
        self._language: Language = language

    def get_value(self, key: int | str, args: Any, kwargs: Mapping[str, Any]) -> Any:
        return kwargs.get(str(key), "…")

    def format_field(self, value: Any, format_spec: str) -> str:
        if format_spec == "kind":
            return kind_name(str(value), self._language)
        if format_spec == "number" and isinstance(value, int | float):
            return _number(value, self._language)
        return str(value)


def _number(value: float, language: Language) -> str:
    """Return a number as it is written: thousands apart, in Spanish from five digits on, and few decimals."""
    text = f"{value:,}" if isinstance(value, int) else f"{value:,.6g}"
    if language == "en":
        return text
    if abs(value) < 10_000:
        text = text.replace(",", "")
    return text.translate(str.maketrans(",.", ".,"))
