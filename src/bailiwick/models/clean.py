"""Characters that no store or browser takes: NUL and lone surrogates become U+FFFD, one for one."""

from typing import Any

REPLACEMENT = "\ufffd"


def clean_text(text: str) -> str:
    """Return `text` with each NUL and lone surrogate replaced; its length in code points stays the same."""
    if "\0" not in text:
        if text.isascii():
            return text
        try:
            text.encode()
        except UnicodeEncodeError:
            pass
        else:
            return text
    return "".join(REPLACEMENT if c == "\0" or "\ud800" <= c <= "\udfff" else c for c in text)


def clean_json(value: Any) -> Any:
    """Return a JSON value with all its texts, keys included, cleaned."""
    match value:
        case str():
            return clean_text(value)
        case dict():
            return {clean_json(key): clean_json(item) for key, item in value.items()}
        case list():
            return [clean_json(item) for item in value]
        case _:
            return value
