"""How reasons are kept: a column of English text, and one of json beside it with the code and its values."""

from typing import Any

from bailiwick.kernel.database.text import as_json, clean_text
from bailiwick.kernel.reasons import Said, as_data, text_of, why_of


def text_column(said: Said) -> str:
    """Return what the column of text holds."""
    return clean_text(text_of(said))


def why_column(said: Said | None) -> Any:
    """Return what the column of json holds; NULL where there is only a sentence, or nothing."""
    why = None if said is None else why_of(said)
    return None if why is None else as_json(as_data(why))
