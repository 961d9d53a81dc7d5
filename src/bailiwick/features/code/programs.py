"""Runs a program of an agent with what it may have: its workspace, folders lent to it, packages granted to it."""

import asyncio
import re  # noqa: TID251  (own fixed patterns)
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlsplit

from bailiwick.features.code.grants import LONGEST_NAME, PACKAGE_NAME
from bailiwick.features.code.left_files import LeftFiles, named
from bailiwick.features.code.records import LentFolder
from bailiwick.features.code.registry import GrantedRegistry
from bailiwick.features.code.results import as_result
from bailiwick.features.code.store import ProgramGrantStore
from bailiwick.features.code.versions import read_version, within
from bailiwick.kernel.errors import InvalidInput
from bailiwick.kernel.lacks import Program
from bailiwick.kernel.reasons import Reason, ReasonCode
from bailiwick.kernel.resilience import CallFailed, ErrorClass
from bailiwick.kernel.shown_calls import FoundThing
from bailiwick.tools.confined import WorkspaceUse, workspace_of
from bailiwick.tools.records import ToolContext
from bailiwick.tools.sandbox_contract import NO_PACKAGES, Sandbox
from bailiwick.tools.toolbox import unchanged
from bailiwick.tools.web_contract import Web

IMPORTED = re.compile(
    r"""(?m)^\s*(?:import|export)\b[^;'"`()]{0,2000}?['"](?P<named>[^'"\n]{1,300})['"]"""
    r"""|\bimport\s*\(\s*['"](?P<called>[^'"\n]{1,300})['"]\s*[,)]"""
)
"""What a script names where it imports: at the beginning of a line, or in a call of `import`."""
PACKAGE = re.compile(r"(?:npm:/?)?(?P<name>(?:@[^/@\s]+/)?[^/@\s:]+)(?:@(?P<version>[^/\s]+))?(?:/.*)?")
BUILT_IN = re.compile(r"(?:\.{0,2}/|[a-z]+:(?<!npm:)|#|~/)")
"""How an import begins that is of a file, of what Deno brings, or from an address."""
LOADS_PACKAGES = re.compile(r"\bdeno\b|\bnpm:")
"""What a command has in it that may load packages."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Programs:
    """Runs programs of agents and tells what came of it."""

    sandbox: Sandbox
    web: Web
    grants: ProgramGrantStore | None = None
    """What administrators allow; None where nothing can be."""

    async def lent(self, context: ToolContext) -> Sequence[LentFolder]:
        """Return the folders that a program of this agent sees in a workspace."""
        if self.grants is None:
            return ()
        return await self.grants.folders_for(context.user_id, context.agent_id)

    async def things(self, context: ToolContext) -> Sequence[FoundThing] | None:
        """Return the lent folders, for a person who is asked about a call; None where there are none.

        None and not an empty list: with no folder the call still does what the person is asked about.
        """
        return [_thing(each) for each in await self.lent(context)] or None

    async def run(
        self,
        context: ToolContext,
        program: Program,
        text: str,
        workspace_id: str | None,
        wanted: Mapping[str, str] = NO_PACKAGES,
    ) -> dict[str, Any]:
        """Run a program; without a workspace it sees no lent folder.

        Raises `CallFailed` where one of `wanted` is not granted; of a package that the program asks for by itself, the
        result says that it is not.
        A workspace takes on the mark of the call, and the call that of the files. The files that the program wrote are
        left for the person.
        """
        user_id, sandbox = context.user_id, self.sandbox
        registry = await self._registry(context, program, text, wanted)
        folders = [] if workspace_id is None else await self.lent(context)
        unchanged(context, [_thing(each) for each in folders])
        usable, absent = await asyncio.to_thread(
            self._usable, folders, reaching_out=bool(sandbox.hosts) or registry is not None
        )
        reads_outside = bool(sandbox.hosts or folders) or (registry is not None and registry.gives_any)
        if workspace_id is not None and (context.tainted or reads_outside):
            # before: whatever becomes of the call, its files may stay
            await sandbox.mark_workspace(user_id, workspace_id)
        left = None if workspace_id is None else LeftFiles(sandbox, user_id, workspace_id)
        if left is not None:
            await left.look()
        outcome = await sandbox.run(
            user_id,
            program,
            text,
            workspace_id=workspace_id,
            packages=wanted,
            granted=registry,
            lent=[each.lending() for each in usable],
        )
        if reads_outside or (workspace_id is not None and await sandbox.is_marked(user_id, workspace_id)):
            context.reading.note_outside()
        result = as_result(outcome, sandbox.limits, sandbox.seconds, context.language)
        made = () if left is None else await left.found()
        if made:
            context.reading.files += made
            result["files"] = named(made)
        refused = None if registry is None else registry.why_refused(failed=outcome.exit_code != 0)
        if refused is not None:
            result["refused"] = refused.text(context.language)
        if folders:
            result["folders"] = [
                *({"place": each.lending().place, "writable": each.writable} for each in usable),
                *({"place": each.lending().place, "problem": why.text(context.language)} for each, why in absent),
            ]
        return result

    def _usable(
        self, folders: Sequence[LentFolder], *, reaching_out: bool
    ) -> tuple[list[LentFolder], list[tuple[LentFolder, Reason]]]:
        """Return the folders that can be lent now, and the others with the reason.

        `reaching_out` says that the program has a way out of the sandbox.
        """
        usable: list[LentFolder] = []
        absent: list[tuple[LentFolder, Reason]] = []
        for each in folders:
            try:
                self.sandbox.lendable(each.path, reaching_out=reaching_out)
                usable.append(each)
            except InvalidInput as error:
                why = error.why or Reason.of(ReasonCode.FOLDER_MISSING, path=each.path[:500])
                absent.append((each, why))
        return usable, absent

    async def _registry(
        self, context: ToolContext, program: Program, text: str, wanted: Mapping[str, str]
    ) -> GrantedRegistry | None:
        """Return what gives the program its packages; None where it needs none, or gets them by the network."""
        if registry_open(self.sandbox, self.web):
            return None
        # What looks like an import may stand in a string: it is refused only once the program asks for it.
        read = imported(text) if program is Program.JAVASCRIPT else {}
        if not read and not wanted and not LOADS_PACKAGES.search(text):
            return None
        found = () if self.grants is None else await self.grants.packages(context.user_id)
        granted = {each.name: each.version for each in found}
        for name, version in wanted.items():
            if name not in granted:
                raise CallFailed(ErrorClass.TOOL, Reason.of(ReasonCode.PACKAGE_NOT_GRANTED, name=name))
            if other := _other_version(name, version, granted):
                raise CallFailed(ErrorClass.TOOL, other)
        if not granted and not read:
            return None
        imports = {
            # One that is not granted is asked for too, so that the answer can say so.
            **{name: "latest" for name in read if len(name) <= LONGEST_NAME and PACKAGE_NAME.fullmatch(name)},
            **granted,
            **{name: version for name, version in wanted.items() if version != "latest"},
        }
        others = {
            name: other
            for name, version in read.items()
            if (other := _other_version(name, version, granted)) is not None
        }
        return GrantedRegistry(self.web, self.web.services["npm"], granted, imports, others)


def registry_open(sandbox: Sandbox, web: Web) -> bool:
    """Whether an operator has opened the registry's host: every package is there then, by the network."""
    return urlsplit(web.services.get("npm", "")).hostname in sandbox.hosts


async def agent_workspace(sandbox: Sandbox, context: ToolContext) -> str:
    """Return the id of the workspace that the calling agent keeps, or that its swarm shares.

    A person who tries a tool by hand has one too.
    """
    if context.swarm_id is not None:
        use = WorkspaceUse(swarm_id=context.swarm_id)
        return await sandbox.open_workspace(context.user_id, workspace_of(context.swarm_id), use)
    use = WorkspaceUse(agent_id=context.agent_id)
    return await sandbox.open_workspace(context.user_id, f"agent:{context.agent_id or ''}", use)


def imported(code: str) -> Mapping[str, str]:
    """Return the npm packages that a script imports by literal names, each with its version, `latest` where none."""
    found: dict[str, str] = {}
    for match in IMPORTED.finditer(code):
        named = match["named"] or match["called"]
        package = None if BUILT_IN.match(named) else PACKAGE.fullmatch(named)
        if package is not None:
            found.setdefault(package["name"], package["version"] or "latest")
    return found


def _other_version(name: str, version: str, granted: Mapping[str, str]) -> Reason | None:
    """Return that another version of a package is granted; None where this one is, or none."""
    if name not in granted or read_version(version) is None or within(version, granted[name]):
        return None
    return Reason.of(ReasonCode.PACKAGE_OTHER_VERSION, name=name, granted=granted[name], version=version)


def _thing(folder: LentFolder) -> FoundThing:
    kind = "writable_folder" if folder.writable else "folder"
    return FoundThing.of(kind, folder.lending().place, folder.path)
