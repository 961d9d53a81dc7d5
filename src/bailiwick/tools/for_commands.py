"""Hands what plug-ins are built on to their commands."""

from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from bailiwick.people.session import with_platform

if TYPE_CHECKING:
    from bailiwick.people.records import User
    from bailiwick.tools.equipment import Equipment

T = TypeVar("T")


def with_equipment(work: "Callable[[Equipment, User], Coroutine[Any, Any, T]]", home: Path | None) -> T:
    """Do `work` of a plug-in as the owner, on what plug-ins are built on, and return the result."""

    def on_equipment(platform: Any, owner: "User") -> Coroutine[Any, Any, T]:
        from bailiwick.tools.given_equipment import ToolEquipment  # with the database, which `--help` must not wait for

        return work(platform[ToolEquipment], owner)

    return with_platform(on_equipment, home)
