"""Projects: names under which a person keeps conversations, tasks, documents and notes together."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from bailiwick_router.core.language import Language
from bailiwick_router.core.record import Record

LONGEST_NAME = 120
LONGEST_ABOUT = 500


@dataclass(frozen=True, slots=True, kw_only=True)
class Project(Record):
    """A person's project."""

    id: str
    """UUID."""
    name: str
    """What it is called; no two of a person's projects are called the same."""
    about: str
    """What it is about, a line; may be empty."""
    counts: Mapping[str, int]
    """How many things of each kind are in it; a kind of which there is none is left out."""
    holds: bool
    """Whether the thing that was asked about is in it."""
    archived_at: datetime | None
    """When it was archived; None for one that is not."""
    created_at: datetime
    updated_at: datetime
    """When it, or what is in it, was changed last."""
    tainted: bool = False
    """Whether its name was chosen after reading what strangers wrote."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ProjectThing(Record):
    """Something that is, or can be put, in a project."""

    kind: str
    """`conversation`, `task`, `document`, `note`; plug-ins may have others."""
    id: str
    """UUID."""
    title: str
    """What it is called now."""
    link: str
    """Where the web app shows it."""
    done: bool
    """Whether it is over, as a task can be."""
    changed_at: datetime
    """When it was changed last."""
    tainted: bool = False
    """Whether strangers' words may be in it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ProjectGroup(Record):
    """What of one kind is in a project."""

    kind: str
    total: int
    """How many there are."""
    things: Sequence[ProjectThing]
    """The first of them, the latest change first."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ProjectKind(Record):
    """A kind of thing that can be put into projects."""

    kind: str
    icon: str
    """The name of its icon in the web app."""
    words: Mapping[Language, Sequence[str]]
    """What one is called, and several, in each language; then other words for it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Put(Record):
    """What became of putting a thing into a project."""

    project: Project
    thing: ProjectThing
    already: bool
    """Whether it was in it before."""
