"""What a feature declares of itself, as one value."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from importlib import import_module
from typing import Any


@dataclass(frozen=True, slots=True, kw_only=True)
class Feature:
    """One subject of the product: a folder, and what of it the house needs.

    What is in other files of the folder is named, `file:name`, and imported when it is wanted: a command waits for
    nothing but its own.
    """

    module: str
    """The `__name__` of the file that declares it."""
    needed: str = ""
    """Why the product cannot do without it; empty where it can."""
    commands: Mapping[str, str] = field(default_factory=dict[str, str])
    """By the name of a command of the program, where it is."""
    routers: Sequence[str] = ()
    """Where its endpoints are."""
    events: str = ""
    """The file in which its events are."""
    tools: str = ""
    """What returns its tools, given what tools are built on."""
    settings: str = ""
    """Its options, an `OwnSettings`."""
    retention: str = ""
    """What of its data grows old, an `OldKind`; one of its settings says when."""
    reasons: str = ""
    """The enumeration of reasons that it gives, an `OwnReason`."""
    groupable: str = ""
    """What of it people can put into groups, a `Groupable`."""
    opens: str = ""
    """What makes its parts, given the house; a coroutine."""

    @property
    def name(self) -> str:
        """The name of its folder."""
        return self.module.split(".")[-2]

    def where(self, place: str) -> str:
        """Return a place of the folder as `module:name`."""
        return f"{self.module.rpartition('.')[0]}.{place}"

    def load(self, place: str) -> Any:
        """Import and return what is at a place of the folder."""
        module, _, name = self.where(place).partition(":")
        return getattr(import_module(module), name)
