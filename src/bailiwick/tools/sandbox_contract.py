"""Where unchecked code runs."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType
from typing import Protocol

from bailiwick.kernel.lacks import Program
from bailiwick.kernel.reasons import Reason
from bailiwick.tools.confined import (
    ConfinedCommand,
    Confinement,
    Lending,
    ProgramOutcome,
    SandboxLimits,
    Workspace,
    WorkspaceFile,
    WorkspaceUse,
)

NO_PACKAGES: Mapping[str, str] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class PackageAnswer:
    """What a registry has under a path."""

    media_type: str
    content: bytes


class PackageSource(Protocol):
    """Gives out npm packages, and no others than are granted."""

    @property
    def imports(self) -> Mapping[str, str]:
        """The version or range of each package that scripts import by its name alone."""
        ...

    async def get(self, path: str) -> PackageAnswer | None:
        """Return what a registry would, in npm's protocol, for `/name` and for the archives it names; else None.

        Raises `CallFailed` when the registry cannot be asked.
        """
        ...


class Sandbox(Protocol):
    """Runs programs that can reach nothing but their workspace.

    There is no way to run anything unconfined: where confinement fails, nothing runs.
    """

    @property
    def unavailable(self) -> Reason | None:
        """Why nothing can run here and what to do about it; None when it works."""
        ...

    @property
    def made_with(self) -> str:
        """The path of what confines programs here; empty when nothing can run."""
        ...

    def missing(self, program: Program) -> Reason | None:
        """Return why programs of this kind cannot run here and what to do about it; None when they can."""
        ...

    @property
    def limits(self) -> SandboxLimits:
        """How much one sandbox may use, as the administrator has set it."""
        ...

    @property
    def hosts(self) -> Sequence[str]:
        """The hosts that programs may reach over HTTPS; usually none."""
        ...

    @property
    def seconds(self) -> float:
        """How long one program may run."""
        ...

    def confine(self, confinement: Confinement, command: Sequence[str]) -> ConfinedCommand:
        """Return how to start `command` confined, for programs that live long.

        Raises `SandboxUnavailable`. The first use in a process takes about 0.1 s.
        """
        ...

    async def run(
        self,
        user_id: str,
        program: Program,
        text: str,
        *,
        workspace_id: str | None = None,
        packages: Mapping[str, str] = NO_PACKAGES,
        granted: PackageSource | None = None,
        lent: Sequence[Lending] = (),
    ) -> ProgramOutcome:
        """Run a script to its end or its limit; cancelling kills it.

        `packages` are npm packages by name with their version or range, which need a host to come from; `granted`
        gives out packages without any network. `lent` are folders of this machine that it sees under `/lent`.

        Without a workspace it starts with an empty one and leaves nothing behind. One that holds too much afterwards
        is emptied. Raises `SandboxUnavailable`; `NotFound` for an unknown workspace; `InvalidInput` for a folder that
        may not be lent, or not to a program that reaches the network.
        """
        ...

    def lendable(self, path: str, *, reaching_out: bool = False) -> Path:
        """Return a folder of this machine that may be lent to programs, also to those that are `reaching_out`.

        These have a way out of the sandbox, and are lent no folder with sockets. Raises `InvalidInput` (field `path`).
        """
        ...

    async def open_workspace(self, user_id: str, name: str, use: WorkspaceUse | None = None) -> str:
        """Return the id of the person's workspace for `name`, made if needed; the same name means the same id.

        `use` is noted with one that is made.

        Raises `SandboxUnavailable`; `InvalidInput` when the person has too many.
        """
        ...

    async def workspaces(self, user_id: str) -> Sequence[Workspace]:
        """Return the person's workspaces, the last used first; also where nothing can run."""
        ...

    async def workspace(self, user_id: str, workspace_id: str) -> Workspace:
        """Return one. Raises `NotFound`."""
        ...

    async def workspace_files(
        self, user_id: str, workspace_id: str, folder: str = "", *, deep: bool = False
    ) -> Sequence[WorkspaceFile]:
        """Return what is in a folder of a workspace: folders first, by name; with `deep` all files, latest first.

        Raises `NotFound`.
        """
        ...

    async def workspace_file(self, user_id: str, workspace_id: str, path: str, *, at_most: int) -> bytes:
        """Return the first bytes of a file in a workspace; no link is followed. Raises `NotFound`."""
        ...

    async def mark_workspace(self, user_id: str, workspace_id: str) -> None:
        """Note, out of reach of its programs, that a workspace may hold what strangers wrote. Raises `NotFound`."""
        ...

    async def is_marked(self, user_id: str, workspace_id: str) -> bool:
        """Whether a workspace may hold what strangers wrote."""
        ...

    async def remove_workspace(self, user_id: str, workspace_id: str) -> None:
        """Remove a workspace with its files and end what runs in it. Raises `NotFound`."""
        ...

    async def forget(self, user_id: str) -> None:
        """Remove all workspaces of a person and end what runs in them."""
        ...
