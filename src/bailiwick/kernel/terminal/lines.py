"""Lines of a terminal: nothing in them can hide, and none is too long."""

from bailiwick.kernel.quoting import in_one_line
from bailiwick.kernel.terminal.output import console
from bailiwick.kernel.terminal.texts import phrase

SHORT = 300


def printable(text: str) -> str:
    """Return `text` without what would steer the terminal; residents write it, and they are not to be trusted."""
    return "".join(
        character if character in "\n\t" or not (ord(character) < 0x20 or 0x7F <= ord(character) < 0xA0) else "\ufffd"
        for character in text
    )


def line(text: str, length: int = SHORT) -> str:
    """Return the text as one line of at most `length` characters."""
    return in_one_line(printable(text), length)


def say(text: str, *, style: str | None = None, end: str = "\n") -> None:
    """Print what a user wrote, as it is."""
    console().print(printable(text), style=style, markup=False, soft_wrap=True, end=end)


def counted(count: int, noun: str) -> str:
    """Return a number of things in words."""
    return phrase(f"counted.{noun.replace(' ', '-')}", count=count)


def sized(count: int) -> str:
    """Return a number of bytes in the unit that people would choose."""
    for unit, size in (("MB", 1_000_000), ("kB", 1_000)):
        if count >= size:
            return f"{count / size:.1f} {unit}"
    return f"{count} B"
