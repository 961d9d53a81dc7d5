"""What a result says went wrong beside what it brings, in words."""

from collections.abc import Mapping
from typing import Any

from bailiwick.kernel.reasons import read_reason
from bailiwick_router.core.language import Language


def trouble(found: Mapping[str, Any] | str, language: Language) -> str:
    """Return the sentence of a reason in a result; a sentence that an older version left there, as it is."""
    if isinstance(found, str):
        return found
    why = read_reason(found)
    return why.text(language) if why else str(found.get("code", ""))
