"""What happens to projects."""

from dataclasses import dataclass

from bailiwick.kernel.events.facts.base import Event


@dataclass(frozen=True, slots=True, kw_only=True)
class ProjectChanged(Event):
    """A project was created, renamed, archived, deleted or restored, or what is in it changed."""

    wire = "project.changed"
    project_id: str
    """The project."""
    name: str
    """What it is called."""
