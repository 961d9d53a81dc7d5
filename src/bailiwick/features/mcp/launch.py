"""How a registered program is started: inside the sandbox, or not at all."""

import os
import shutil
from collections.abc import Mapping, Sequence
from pathlib import Path

from bailiwick.features.mcp.reasons import McpReason
from bailiwick.features.mcp.records import McpServer
from bailiwick.features.mcp.stdio import StdioTarget
from bailiwick.kernel.errors import SandboxUnavailable
from bailiwick.kernel.reasons import Reason, reason_of
from bailiwick.kernel.resilience import CallFailed, ErrorClass
from bailiwick.tools.confined import Confinement, Mount, mount_same
from bailiwick.tools.sandbox_contract import Sandbox

WORKSPACE = Path("/work")
"""Where a program finds its workspace; what this machine has there is shown below `ELSEWHERE` instead."""
ELSEWHERE = "/srv"


class Launcher:
    """Turns a registration into what is started for one person."""

    def __init__(self, sandbox: Sandbox, home: Path, *, unsandboxed: bool) -> None:
        """`home` is the data directory: no program may read it. `unsandboxed`: an administrator does without."""
        self._sandbox = sandbox
        self._home = home.resolve()
        self._unsandboxed = unsandboxed

    @property
    def unavailable(self) -> Reason | None:
        """Why programs cannot be started here, in one sentence; None when they can."""
        return None if self._unsandboxed else self._sandbox.unavailable

    def workspace(self, user_id: str, server_id: str) -> Path:
        """Return the folder in which a person's copy of a program may write; ids only, made if it is not there."""
        folder = self._home / "mcp" / user_id / server_id
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        return folder

    def target(self, server: McpServer, user_id: str, environment: Mapping[str, str]) -> StdioTarget:
        """Return how to start it. Raises `CallFailed` where it cannot be."""
        command = server.command or ""
        workspace = self.workspace(user_id, server.id)
        if self._unsandboxed:
            found = shutil.which(command)
            if found is None:
                raise CallFailed(ErrorClass.TOOL, Reason.of(McpReason.MCP_PROGRAM_MISSING, program=command))
            values = {"PATH": os.environ.get("PATH", "/usr/bin:/bin"), "HOME": str(workspace), **environment}
            return StdioTarget((found, *server.args), values, workspace)
        mounts = [_mount(self._readable(path)) for path in server.paths]
        try:
            confined = self._sandbox.confine(
                Confinement(
                    limits=self._sandbox.limits.evolve(cpu_seconds=None),
                    read_only=mounts,
                    workspace=workspace,
                    network=server.network,
                    environment=environment,
                ),
                [_inside(text, mounts) for text in (command, *server.args)],
            )
        except SandboxUnavailable as error:
            raise CallFailed(ErrorClass.TOOL, Reason.of(McpReason.MCP_UNSAFE, reason_of(error.said))) from None
        return StdioTarget(confined.argv, confined.environment)

    def _readable(self, text: str) -> Path:
        path = Path(text)
        if not path.exists():
            raise CallFailed(ErrorClass.TOOL, Reason.of(McpReason.MCP_PATH_MISSING, path=text))
        real = path.resolve()
        if real in (self._home, *self._home.parents) or self._home in real.parents:
            raise CallFailed(ErrorClass.TOOL, Reason.of(McpReason.MCP_PATH_OURS, path=text))
        return path


def _mount(path: Path) -> Mount:
    hidden = path == WORKSPACE or WORKSPACE in path.parents
    return Mount(path, f"{ELSEWHERE}{path}") if hidden else mount_same(path)


def _inside(text: str, mounts: Sequence[Mount]) -> str:
    """Return a command or argument with the path at its beginning as it is inside."""
    for mount in mounts:
        source = str(mount.source)
        if text == source or text.startswith(f"{source}/"):
            return mount.target + text[len(source) :]
    return text
