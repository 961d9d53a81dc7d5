"""Taking secrets out of texts that others wrote."""

import base64
from collections.abc import Callable, Iterable
from urllib.parse import quote

SHORTEST = 4
"""Characters; a shorter value is no secret, and taking it out would tear texts apart."""


def redactor(secrets: Iterable[str | None]) -> Callable[[str], str]:
    """Return a function that puts `…` for every secret in a text, also where it is URL- or base64-encoded."""
    forms = sorted({form for secret in secrets for form in _forms(secret)}, key=len, reverse=True)

    def redact(text: str) -> str:
        for form in forms:
            text = text.replace(form, "…")
        return text

    return redact


def _forms(secret: str | None) -> tuple[str, ...]:
    if secret is None or len(secret) < SHORTEST:
        return ()
    encoded = base64.b64encode(secret.encode()).decode()
    return secret, quote(secret, safe=""), encoded, encoded.rstrip("=")
