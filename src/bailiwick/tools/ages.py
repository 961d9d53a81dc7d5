"""How old something is, in words."""

from bailiwick_router.core.language import Language


def age_in_words(seconds: float, language: Language) -> str:
    """Return "5 minutes" or the like, rounded down, at least one minute."""
    spanish = language == "es"
    for size, one, many, uno, muchos in (
        (86_400, "day", "days", "día", "días"),
        (3_600, "hour", "hours", "hora", "horas"),
        (0, "minute", "minutes", "minuto", "minutos"),
    ):
        if seconds >= size:
            count = int(seconds // (size or 60)) or 1
            return f"{count} {(uno if count == 1 else muchos) if spanish else (one if count == 1 else many)}"
    raise AssertionError
