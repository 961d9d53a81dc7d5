"""Reasons that a feature or a plug-in gives: codes of its own, whose sentences lie beside them."""

import json
from collections.abc import Mapping
from functools import lru_cache
from importlib.resources import files
from typing import Any

from bailiwick.kernel.reasons.kinds import KindWording
from bailiwick_router.core.language import Language
from bailiwick_router.core.reasons.code import Code
from bailiwick_router.core.reasons.wording import Form


class OwnReason(Code):
    """Codes of one subject; their sentences are in `locales/reasons.<language>.json` beside the module.

    A sentence is as the kernel's own are written; a list of two is a sentence with a form for one, which `count`
    chooses.
    """

    def sentence(self, language: Language, values: Mapping[str, Any]) -> str:
        """Return the sentence of a reason of this code in a language."""
        return KindWording(language).sentence(self.forms(language)[self], values)

    @classmethod
    def forms(cls, language: Language) -> Mapping[str, Form]:
        """Return the sentences of all codes in a language. Raises `FileNotFoundError` where there is no such file."""
        return _forms(cls.__module__.rpartition(".")[0], language)


@lru_cache(128)
def _forms(package: str, language: Language) -> Mapping[str, Form]:
    said = json.loads((files(package) / "locales" / f"reasons.{language}.json").read_text("utf-8"))
    return {code: form if isinstance(form, str) else (form[0], form[1]) for code, form in said.items()}
