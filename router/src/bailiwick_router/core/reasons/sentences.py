"""The sentences of the reasons of routing in each language."""

from collections.abc import Mapping
from typing import Any

from bailiwick_router.core.language import Language
from bailiwick_router.core.reasons.codes import RoutingReason
from bailiwick_router.core.reasons.english import ENGLISH
from bailiwick_router.core.reasons.spanish import SPANISH
from bailiwick_router.core.reasons.wording import Form, Wording

SENTENCES: Mapping[Language, Mapping[RoutingReason, Form]] = {"en": ENGLISH, "es": SPANISH}


def sentence(language: Language, code: RoutingReason, values: Mapping[str, Any]) -> str:
    """Return the sentence of a reason; a value that is missing is shown as `…`."""
    return Wording(language).sentence(SENTENCES[language][code], values)
