"""What is confined, how tightly, and what came of it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from enum import StrEnum
from pathlib import Path
from typing import Self

from bailiwick_router.core.record import Record


@dataclass(frozen=True, slots=True)
class Mount:
    """A file or directory of this machine that is seen inside."""

    source: Path
    target: str
    """Absolute path inside."""


def mount_same(path: Path) -> Mount:
    """Return a mount that has the same path inside as outside."""
    return Mount(path, str(path))


@dataclass(frozen=True, slots=True, kw_only=True)
class SandboxLimits(Record):
    """How much one sandbox may use."""

    memory_bytes: int
    """Of all its processes together."""
    cpu_seconds: int | None
    """Of each process; None for programs that live long."""
    processes: int
    open_files: int
    """Of each process."""
    file_bytes: int
    """Of the largest file."""
    temporary_bytes: int = 64 * 1024 * 1024
    """Of what it may put under `/tmp`, which is memory."""

    def evolve(self, **changes: object) -> Self:
        """Return a copy with some fields changed."""
        return replace(self, **changes)  # pyright: ignore[reportArgumentType]  (checked by the constructor)


@dataclass(frozen=True, slots=True, kw_only=True)
class Confinement:
    """What a program that runs in a sandbox finds there."""

    limits: SandboxLimits
    read_only: Sequence[Mount] = ()
    writable: Sequence[Mount] = ()
    """Mounted so that they can be changed, besides the workspace."""
    workspace: Path | None = None
    """Mounted writable at `/work`, the working directory; None for an empty one that is gone afterwards."""
    network: bool = False
    """Whether it shares this machine's network; otherwise it has one of its own that leads nowhere."""
    relay: Path | None = None
    """A Unix socket, reached inside at `/run/relay`: the only way out of a network of its own."""
    environment: Mapping[str, str] = field(default_factory=dict[str, str], repr=False)
    """All of it: nothing is inherited."""
    system: bool = True
    """Whether this machine's `/usr` can be read: interpreters, libraries, a shell."""


@dataclass(frozen=True, slots=True)
class ConfinedCommand:
    """How to start something confined."""

    argv: tuple[str, ...]
    environment: Mapping[str, str] = field(repr=False)
    """All of it."""


class ProgramEnd(StrEnum):
    """Why a confined program is no longer running."""

    EXITED = "exited"
    TIME = "time"
    OUTPUT = "output"
    MEMORY = "memory"
    PROCESSES = "processes"
    WORKSPACE = "workspace"
    """Its workspace held more than it may."""
    DISK = "disk"
    """The disk of its workspace, or of a folder that was lent to it to write in, became much fuller, by whomever."""
    STOPPED = "stopped"
    """Its workspace was removed while it ran."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ProgramOutcome(Record):
    """What came of a confined program."""

    exit_code: int | None
    """As a shell counts: 128 plus the signal's number for one that a signal ended; None when it was stopped."""
    stdout: str
    stderr: str
    ended: ProgramEnd
    seconds: float

    def evolve(self, **changes: object) -> Self:
        """Return a copy with some fields changed."""
        return replace(self, **changes)  # pyright: ignore[reportArgumentType]  (checked by the constructor)


LENT = "/lent"
"""Where programs see the folders that are lent to them."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Lending(Record):
    """A folder of this machine that a program sees."""

    name: str
    """Of it inside: `/lent/<name>`."""
    path: str
    """Absolute."""
    writable: bool

    @property
    def place(self) -> str:
        """Where programs see it."""
        return f"{LENT}/{self.name}"


@dataclass(frozen=True, slots=True, kw_only=True)
class WorkspaceUse(Record):
    """Whose programs keep their files in a workspace."""

    agent_id: str | None = None
    """The agent; None where it is a swarm's, or of a person who tried a tool by hand."""
    swarm_id: str | None = None
    """The swarm whose residents share it."""
    started: bool = False
    """Whether it is a sandbox that was started for some calls; else it stays the agent's."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Workspace(Record):
    """A folder in which programs keep their files from one run to the next."""

    id: str
    use: WorkspaceUse | None
    """Nothing of one that was made before this was noted, until it is used again."""
    bytes: int
    files: int
    """Files and folders in it; counting ends at the most that one may hold."""
    used_at: datetime
    """When a program last ran in it."""
    outside: bool
    """Whether it may hold what strangers wrote."""


class FileKind(StrEnum):
    """What an entry of a workspace is."""

    FILE = "file"
    FOLDER = "folder"
    OTHER = "other"
    """A link, a pipe, or what has no name that can be written: never opened."""


@dataclass(frozen=True, slots=True, kw_only=True)
class WorkspaceFile(Record):
    """An entry of a workspace."""

    path: str
    """From the workspace's own folder, with `/` between names."""
    kind: FileKind
    bytes: int
    changed_at: datetime


def workspace_of(swarm_id: str) -> str:
    """Return the name of the workspace in which the residents of a swarm run programs."""
    return f"swarm:{swarm_id}"
