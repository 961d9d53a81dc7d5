"""The sentences of reasons in each language."""

from collections.abc import Mapping
from typing import Any

from bailiwick.kernel.reasons.codes import ReasonCode
from bailiwick.kernel.reasons.english import ENGLISH, ENGLISH_LACKS
from bailiwick.kernel.reasons.kinds import KindWording
from bailiwick.kernel.reasons.spanish import SPANISH, SPANISH_LACKS
from bailiwick_router.core.language import Language
from bailiwick_router.core.reasons import sentences as routing
from bailiwick_router.core.reasons.code import Code
from bailiwick_router.core.reasons.wording import Form

OWN: Mapping[Language, Mapping[ReasonCode, Form]] = {"en": ENGLISH, "es": SPANISH}
SENTENCES: Mapping[Language, Mapping[Code, Form]] = {
    language: {**routing.SENTENCES[language], **own} for language, own in OWN.items()
}
"""Those of routing among them."""
LACKS: Mapping[Language, Mapping[str, str]] = {"en": ENGLISH_LACKS, "es": SPANISH_LACKS}
"""By the codes of what is missing, `core/needs.py`."""


def sentence(language: Language, code: ReasonCode, values: Mapping[str, Any]) -> str:
    """Return the sentence of a reason; a value that is missing is shown as `…`."""
    return KindWording(language).sentence(OWN[language][code], values)
