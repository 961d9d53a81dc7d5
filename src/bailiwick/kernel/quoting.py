"""Texts of others inside a text: quoted line by line, or in one line."""

QUOTE = ">"


def quoted(text: str) -> str:
    """Return a text with every line marked, whatever ends its lines."""
    return "\n".join(f"{QUOTE} {line}".rstrip() for line in text.splitlines() or [""])


def in_one_line(text: str, length: int) -> str:
    """Return a text without line breaks and control characters, cut to a length."""
    words = "".join(character if character.isprintable() else " " for character in text).split()
    line = " ".join(words)
    return line if len(line) <= length else f"{line[: length - 1].rstrip()}…"
