"""Reads the files that a person names, and saves what was asked for as one."""

from pathlib import Path

import typer

from bailiwick.kernel.errors import InvalidInput
from bailiwick.kernel.terminal.lines import say
from bailiwick.kernel.terminal.texts import phrase

LONGEST_NAME = 200


def read_text(file: Path) -> str:
    """Return the text of a file, - for standard input. Raises `InvalidInput`, which says what is wrong with it."""
    try:
        if str(file) == "-":
            return typer.get_binary_stream("stdin").read().decode("utf-8")
        return file.read_bytes().decode("utf-8")
    except UnicodeDecodeError:
        raise InvalidInput(phrase("files.cannot-be-read-it-is-not", file=file)) from None
    except OSError as error:
        raise InvalidInput(phrase("files.cannot-be-read", file=file, strerror=error.strerror)) from None


def save_bytes(to: Path | None, name: str, content: bytes) -> None:
    """Save under its own name here or in a folder, or as the file `to`, and say so; nothing is overwritten.

    Raises `InvalidInput`.
    """
    plain = "".join("_" if c in '/\\:*?"<>|' or not c.isprintable() else c for c in name).lstrip(".")[:LONGEST_NAME]
    file = to or Path()
    file = file / (plain or "file") if file.is_dir() else file
    try:
        with file.open("xb") as target:
            target.write(content)
    except FileExistsError:
        raise InvalidInput(phrase("files.is-there-already", file=file)) from None
    except OSError as error:
        raise InvalidInput(phrase("account.cannot-be-written", file=file, strerror=error.strerror)) from None
    say(phrase("files.is-saved", file=file, bytes=len(content)))
