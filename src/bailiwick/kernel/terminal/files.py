"""Reads the files that a person names."""

from pathlib import Path

import typer

from bailiwick.kernel.errors import InvalidInput
from bailiwick.kernel.terminal.texts import phrase


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
