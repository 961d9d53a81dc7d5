"""Projects on the wire: what clients write."""

from typing import Annotated

from pydantic import AfterValidator, Field

from bailiwick.features.projects.records import LONGEST_ABOUT
from bailiwick.kernel.http.wire import Body, Flag, Name, printable_name


def one_line(text: str) -> str:
    """Return `text` without outer white space; empty for nothing. Raises `ValueError` for more than a line."""
    return printable_name(text) if text.strip() else ""


About = Annotated[str, Field(max_length=LONGEST_ABOUT), AfterValidator(one_line)]


class NewProject(Body):
    """A project to be created."""

    name: Name
    """What it is called; no other project of the caller may be called so."""
    about: About = ""
    """What it is about, a line."""


class ProjectChanges(Body):
    """What is to change of a project; what is left out stays."""

    name: Name | None = None
    """What it is called."""
    about: About | None = None
    """What it is about, a line; empty for nothing."""
    archived: Flag | None = None
    """Archived projects are out of the way; what is in them stays."""
