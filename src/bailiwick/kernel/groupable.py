"""What people can put into groups of their own, such as projects: a kind of thing, as its feature or plug-in says."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar

from bailiwick_router.core.language import Language
from bailiwick_router.core.record import Record


@dataclass(frozen=True, slots=True, kw_only=True)
class Groupable(Record):
    """A kind of thing that has a title and a page, and that a person may group with other things."""

    COLUMNS: ClassVar[Sequence[str]] = ("id", "title", "changed_at", "done", "tainted")

    kind: str
    """One lower-case word: `task`."""
    rows: str
    """A SELECT of all that can be grouped, as the person sees it under row-level security. Its columns: `id` (uuid), by
    which its table has a key; `title` (text); `changed_at` (timestamptz); `done` (boolean), whether it is over;
    `tainted` (boolean), whether strangers' words may be in it."""
    link: str
    """Where the web app shows one, with its id in braces: `/tasks/{id}`."""
    icon: str
    """Its icon in the web app."""
    words: Mapping[Language, Sequence[str]]
    """What people call one, and several; then other words for it: task, tasks, to-do."""
    told_by: Collection[str] = ()
    """Tools whose result is about one, with its title as `title`: by that people mean it with "this"."""

    def address(self, id: str) -> str:
        """Return where the web app shows one."""
        return self.link.format(id=id)
