"""The sandbox on bubblewrap."""

import asyncio
from collections.abc import Mapping, Sequence
from contextlib import AsyncExitStack
from dataclasses import dataclass
from datetime import timedelta
from functools import cached_property, partial
from pathlib import Path
from weakref import WeakValueDictionary

import structlog

from bailiwick.kernel.errors import InvalidInput, SandboxUnavailable
from bailiwick.kernel.lacks import Program
from bailiwick.kernel.reasons import Reason, ReasonCode
from bailiwick.kernel.settings import Settings
from bailiwick.tools.confined import (
    ConfinedCommand,
    Confinement,
    Lending,
    Mount,
    ProgramEnd,
    ProgramOutcome,
    SandboxLimits,
    Workspace,
    WorkspaceFile,
    WorkspaceUse,
)
from bailiwick.tools.sandbox import deno
from bailiwick.tools.sandbox.confinement import TEMPORARY, WORK, confined
from bailiwick.tools.sandbox.lending import holds_socket, lendable
from bailiwick.tools.sandbox.probe import Findings, probe
from bailiwick.tools.sandbox.relay import Relay, Resolve, public_addresses
from bailiwick.tools.sandbox.running import run
from bailiwick.tools.sandbox.watching import Check, excess
from bailiwick.tools.sandbox.workspaces import Workspaces, free_bytes
from bailiwick.tools.sandbox_contract import NO_PACKAGES, PackageSource
from bailiwick.tools.settings import ToolSettings

MIB = 1024**2
TIDY_SECONDS = 600.0
"""How often unused workspaces are looked for."""

log = structlog.get_logger(__name__)


class BubblewrapSandbox:
    """Port `Sandbox` on bubblewrap."""

    def __init__(self, settings: Settings, resolve: Resolve = public_addresses) -> None:
        """`resolve` gives the addresses of granted hosts that may be connected to."""
        self._options = options = settings.of(ToolSettings)
        # Bubblewrap is started in another directory than this process.
        self._home = settings.home.absolute()
        self._resolve = resolve
        self._limits = SandboxLimits(
            memory_bytes=options.sandbox_memory_mb * MIB,
            cpu_seconds=options.sandbox_cpu_seconds,
            processes=options.sandbox_processes,
            open_files=options.sandbox_open_files,
            file_bytes=options.sandbox_file_mb * MIB,
        )
        self._workspaces = Workspaces(
            folder=self._home / "workspaces",
            most_bytes=options.sandbox_workspace_mb * MIB,
            most_files=options.sandbox_workspace_files,
            most_per_user=options.sandbox_workspaces,
        )
        self._running: WeakValueDictionary[str, asyncio.Semaphore] = WeakValueDictionary()

    @cached_property
    def _findings(self) -> Findings:
        findings = probe(self._home, self._limits)
        for program, reason in findings.missing.items():
            log.warning("the sandbox cannot run programs of one kind", program=program.value, reason=reason.text())
        return findings

    @property
    def unavailable(self) -> Reason | None:
        """Why nothing can run here."""
        findings = self._findings
        return None if findings.kit else next(iter(findings.missing.values()))

    @property
    def made_with(self) -> str:
        """The path of bubblewrap; empty when nothing can run."""
        kit = self._findings.kit
        return "" if kit is None else str(kit.bubblewrap)

    def missing(self, program: Program) -> Reason | None:
        """Return why programs of this kind cannot run here."""
        return self._findings.missing.get(program)

    @property
    def limits(self) -> SandboxLimits:
        """How much one sandbox may use."""
        return self._limits

    @property
    def hosts(self) -> Sequence[str]:
        """The hosts that programs may reach over HTTPS."""
        return self._options.sandbox_hosts

    @property
    def seconds(self) -> float:
        """How long one program may run."""
        return self._options.sandbox_seconds

    def confine(self, confinement: Confinement, command: Sequence[str]) -> ConfinedCommand:
        """Return how to start `command` confined. Raises `SandboxUnavailable`."""
        kit = self._findings.kit
        if kit is None:
            raise SandboxUnavailable(self.unavailable or "")
        return confined(kit, confinement, command)

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
        """Run a script to its end or its limit."""
        await self._require(program)
        if lent:
            await asyncio.to_thread(self._check_lent, lent, reaching_out=bool(self.hosts or granted))
        files = workspace_id and self._workspaces.files(user_id, workspace_id)
        async with AsyncExitStack() as stack:
            await stack.enter_async_context(
                self._running.setdefault(user_id, asyncio.Semaphore(self._options.sandbox_at_once))
            )
            relay = None
            if self.hosts or granted:
                relay = await stack.enter_async_context(Relay(self.hosts, self._resolve, granted).listening())
            imports = packages if granted is None else granted.imports
            job = _Job(program, text, imports, relay, files or None, granted is not None, lent)
            if job.files:
                return await self._run_in(job, job.files)
            return await self._run(job, self._limits, partial(excess, limits=self._limits))

    def lendable(self, path: str, *, reaching_out: bool = False) -> Path:
        """Return a folder that may be lent, also to programs that are `reaching_out`. Raises `InvalidInput`."""
        folder = lendable(path, self._home)
        # Without the relay no program can connect to a socket, by what the kernel lets through.
        if reaching_out and holds_socket(folder):
            raise InvalidInput(Reason.of(ReasonCode.FOLDER_HOLDS_SOCKET, path=path[:500]), field="path")
        return folder

    def _check_lent(self, lent: Sequence[Lending], *, reaching_out: bool) -> None:
        """Raises `InvalidInput` for a folder that may not be lent (any more)."""
        for each in lent:
            self.lendable(each.path, reaching_out=reaching_out)

    async def open_workspace(self, user_id: str, name: str, use: WorkspaceUse | None = None) -> str:
        """Return the id of the person's workspace for `name`."""
        await asyncio.to_thread(lambda: self._findings)
        if self.unavailable:
            raise SandboxUnavailable(self.unavailable or "")
        return await asyncio.to_thread(self._workspaces.open, user_id, name, use)

    async def workspaces(self, user_id: str) -> Sequence[Workspace]:
        """Return the person's workspaces, the last used first."""
        return await asyncio.to_thread(self._workspaces.all, user_id)

    async def workspace(self, user_id: str, workspace_id: str) -> Workspace:
        """Return one. Raises `NotFound`."""
        return await asyncio.to_thread(self._workspaces.one, user_id, workspace_id)

    async def workspace_files(
        self, user_id: str, workspace_id: str, folder: str = "", *, deep: bool = False
    ) -> Sequence[WorkspaceFile]:
        """Return what is in a folder of a workspace. Raises `NotFound`."""
        return await asyncio.to_thread(self._workspaces.listing, user_id, workspace_id, folder, deep=deep)

    async def workspace_file(self, user_id: str, workspace_id: str, path: str, *, at_most: int) -> bytes:
        """Return the first bytes of a file in a workspace. Raises `NotFound`."""
        return await asyncio.to_thread(self._workspaces.content, user_id, workspace_id, path, at_most=at_most)

    async def mark_workspace(self, user_id: str, workspace_id: str) -> None:
        """Note that a workspace may hold what strangers wrote. Raises `NotFound`."""
        await asyncio.to_thread(self._workspaces.mark, user_id, workspace_id)

    async def is_marked(self, user_id: str, workspace_id: str) -> bool:
        """Whether a workspace may hold what strangers wrote."""
        return await asyncio.to_thread(self._workspaces.is_marked, user_id, workspace_id)

    async def remove_workspace(self, user_id: str, workspace_id: str) -> None:
        """Remove a workspace with its files."""
        await asyncio.to_thread(self._workspaces.remove, user_id, workspace_id)

    async def forget(self, user_id: str) -> None:
        """Remove all workspaces of a person."""
        await asyncio.to_thread(self._workspaces.forget, user_id)

    async def tidy(self) -> None:
        """Remove workspaces that were not used for long, now and then, until cancelled."""
        unused = timedelta(hours=self._options.sandbox_idle_hours)
        while True:
            removed = await asyncio.to_thread(self._workspaces.tidy, unused_seconds=unused.total_seconds())
            if removed:
                log.info("unused workspaces were removed", workspaces=removed)
            await asyncio.sleep(TIDY_SECONDS)

    async def _require(self, program: Program) -> None:
        # The first look at this machine starts processes and waits for them.
        findings = await asyncio.to_thread(lambda: self._findings)
        if program in findings.missing:
            raise SandboxUnavailable(findings.missing[program])

    async def _run_in(self, job: "_Job", files: Path) -> ProgramOutcome:
        room = await asyncio.to_thread(self._workspaces.room, files)
        limits = self._limits.evolve(file_bytes=min(self._limits.file_bytes, room))
        written = [files, *(Path(each.path) for each in job.lent if each.writable)]
        free = {folder: free_bytes(folder) for folder in written}

        def check(pid: int) -> ProgramEnd | None:
            return excess(pid, limits) or filled()

        def filled() -> ProgramEnd | None:
            return self._workspaces.excess(files, free_before=free)

        outcome = await self._run(job, limits, check)
        if outcome.ended is ProgramEnd.EXITED:
            # What it did between the last look and its end.
            left = await asyncio.to_thread(filled)
            if left is ProgramEnd.WORKSPACE:
                outcome = outcome.evolve(ended=left, exit_code=None)
        if outcome.ended is ProgramEnd.WORKSPACE:
            await asyncio.to_thread(self._workspaces.empty, files)
        return outcome

    async def _run(self, job: "_Job", limits: SandboxLimits, check: Check) -> ProgramOutcome:
        script = job.program is Program.JAVASCRIPT
        found = deno.find_deno() if Program.JAVASCRIPT not in self._findings.missing else None
        if script:
            command = deno.script(
                limits.memory_bytes,
                reads=",".join([WORK, TEMPORARY, *(each.place for each in job.lent)]),
                writes=",".join([WORK, TEMPORARY, *(each.place for each in job.lent if each.writable)]),
                hosts=self.hosts,
                packages=job.granted,
            )
            typed = job.text.encode(errors="replace")
        else:
            # Standard input is empty: a command that waits for typing would wait until it is stopped.
            command, typed = ("/bin/bash", "-c", "--", job.text), b""
        if job.relay and found:
            command = deno.through_relay(command, job.packages, proxied=bool(self.hosts))
        registry = deno.REGISTRY if job.granted else self._options.npm_registry if job.relay else ""
        read_only = [] if found is None else [*deno.mounts(found, libraries=script)]
        read_only += [Mount(Path(each.path), each.place) for each in job.lent if not each.writable]
        confinement = Confinement(
            limits=limits,
            workspace=job.files,
            relay=job.relay,
            environment=deno.environment(registry),
            system=not script,
            read_only=read_only,
            writable=[Mount(Path(each.path), each.place) for each in job.lent if each.writable],
        )
        return await run(
            self.confine(confinement, command),
            text=typed,
            seconds=self._options.sandbox_seconds,
            output_bytes=self._options.sandbox_output_kb * 1024,
            check=check,
        )


@dataclass(frozen=True, slots=True)
class _Job:
    """One run."""

    program: Program
    text: str
    packages: Mapping[str, str]
    relay: Path | None
    files: Path | None
    granted: bool
    """Whether the relay gives out packages."""
    lent: Sequence[Lending]
