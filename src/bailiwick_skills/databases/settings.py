"""Options of databases."""

import os
from collections.abc import Sequence
from pathlib import Path

from pydantic import Field

from bailiwick.plugin import OwnSettings


class DatabaseSettings(OwnSettings):
    """Options of databases."""

    database_folders: str = Field(
        default="",
        description="Folders of this machine, apart by colons, whose SQLite files administrators may connect for agents"
        " to read. None unless named.",
    )

    @property
    def folders(self) -> Sequence[Path]:
        """The folders; what is no absolute path is none."""
        said = self.database_folders.split(os.pathsep)
        return [Path(each.strip()) for each in said if Path(each.strip()).is_absolute()]
