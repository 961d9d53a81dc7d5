"""Who acts, and from where, while a request, a command or a run is carried out."""

from collections.abc import Generator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from enum import StrEnum


class Face(StrEnum):
    """By which way somebody acts."""

    WEB = "web"
    """A signed-in browser."""
    API = "api"
    """A program with a key."""
    CLI = "cli"
    """A command on the server's own machine."""
    AGENT = "agent"
    """A run, for the person whose it is."""
    SYSTEM = "system"
    """Bailiwick itself."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Actor:
    """Who acts, and from where."""

    face: Face
    person: str | None = None
    """Id of the person; None where nobody is known."""
    token: str | None = None
    """Id of their session or key; None where there is none."""
    address: str | None = None
    """The client's address; None where there is none."""


SYSTEM = Actor(face=Face.SYSTEM)
_ACTING: ContextVar[Actor] = ContextVar("bailiwick_actor", default=SYSTEM)


def current_actor() -> Actor:
    """Return who acts here and now."""
    return _ACTING.get()


def acts_from_here(actor: Actor) -> None:
    """Have `actor` act in what follows in this task, and in what it starts."""
    _ACTING.set(actor)


@contextmanager
def acting_as(actor: Actor) -> Generator[None]:
    """Have `actor` act in this block."""
    before = _ACTING.set(actor)
    try:
        yield
    finally:
        _ACTING.reset(before)
