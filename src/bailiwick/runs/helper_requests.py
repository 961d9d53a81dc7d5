"""How a person's request for a helper is recognised without a model."""

import re  # noqa: TID251  (own fixed patterns)
from collections.abc import Mapping
from typing import Any

from bailiwick.tools.records import Recognition, Request
from bailiwick_router.core.agents import Agent
from bailiwick_router.core.language import Language
from bailiwick_router.text import normalise

ASKS = (
    re.compile(
        r"\b(?:use|ask|let|have|call|get|tell)\s+(?:the|your|a|my)?\s*(?P<who>[\w -]{2,60}?)\s+(?:helper|agent)"
        r"(?:\s+agent)?\s*(?:to|and|for|:|,)?\s+(?P<task>\S.*)",
        re.IGNORECASE | re.DOTALL,
    ),
    re.compile(
        r"\b(?:usa|utiliza|pide|pidele|pídele|llama|que|dile)\s+(?:al|a|el|la|tu|un|una)*\s*(?:ayudante|asistente|agente)"
        r"\s+de\s+(?P<who>[\w -]{2,40}?)\s*(?:para que|para|que|:|,)\s+(?P<task>\S.*)",
        re.IGNORECASE | re.DOTALL,
    ),
)
LONGEST = 20_000


class HelperRecogniser:
    """Reads "use the research helper to …" and its Spanish twin for one helper."""

    def __init__(self, helper: Agent) -> None:
        self._words = {
            word
            for text in (helper.id, helper.name, *helper.tags)
            for word in normalise(text).replace("-", " ").split()
        }

    def read(self, request: Request) -> Recognition | None:
        """Return the task for this helper; None when the message names none or another one."""
        if len(request.text) > LONGEST:
            return None
        for pattern in ASKS:
            asked = pattern.search(request.text)
            if asked is not None and normalise(asked["who"]).split()[-1] in self._words:
                return Recognition(arguments={"task": asked["task"].strip(), "context": ""}, confidence=0.99)
        return None

    def say(self, arguments: Mapping[str, Any], result: Any, language: Language) -> str:
        """Return the helper's report."""
        del arguments, language
        return str(result)
