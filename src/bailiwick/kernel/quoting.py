"""Texts of others inside a text: quoted line by line, in one line, or without their Markdown."""

QUOTE = ">"
MARKS = "*_[]`\\<>"
"""What Markdown makes something of within a line."""


def quoted(text: str) -> str:
    """Return a text with every line marked, whatever ends its lines."""
    return "\n".join(f"{QUOTE} {line}".rstrip() for line in text.splitlines() or [""])


def in_one_line(text: str, length: int) -> str:
    """Return a text without line breaks and control characters, cut to a length."""
    words = "".join(character if character.isprintable() else " " for character in text).split()
    line = " ".join(words)
    return line if len(line) <= length else f"{line[: length - 1].rstrip()}…"


def without_marks(name: str) -> str:
    """Return a name or title for a line of Markdown that shows it as it is; what cannot be printed is a space."""
    line = "".join(character if character.isprintable() else " " for character in name)
    return "".join(f"\\{character}" if character in MARKS else character for character in line)
