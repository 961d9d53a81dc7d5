"""JavaScript in the sandbox, once or in a workspace that keeps its files."""

from collections.abc import Sequence
from typing import Annotated, Any

from pydantic import BaseModel, ConfigDict, Field

from bailiwick.features.code.programs import Programs, agent_workspace
from bailiwick.features.code.requests import ScriptReader
from bailiwick.features.code.shell import MAX_COMMAND
from bailiwick.kernel.lacks import Program
from bailiwick.kernel.reasons import Reason
from bailiwick.kernel.shown_calls import FoundThing
from bailiwick.tools.confined import WorkspaceUse
from bailiwick.tools.records import MissingTool, Tool, ToolContext
from bailiwick.tools.shipped import skill_tool
from bailiwick.tools.toolbox import FunctionTool

PACKAGE_NAME = r"^(?:@[a-z0-9][a-z0-9._-]*/)?[A-Za-z0-9][A-Za-z0-9._-]*$"
VERSION = r"^[0-9A-Za-z.^~<>=*+ |-]+$"
MARGIN_SECONDS = 15.0
"""Longer than a program may run: time to wait for a turn and to end."""


class SandboxPackage(BaseModel):
    """An npm package."""

    model_config = ConfigDict(extra="forbid", strict=True)

    name: Annotated[str, Field(max_length=214, pattern=PACKAGE_NAME, description="Name of the npm package.")]
    version: Annotated[str, Field(max_length=60, pattern=VERSION, description="Version or range.")] = "latest"


Code = Annotated[
    str, Field(min_length=1, max_length=200_000, description="An ES module in JavaScript or TypeScript; print results.")
]
Packages = Annotated[list[SandboxPackage] | None, Field(max_length=20, description="npm packages it imports.")]
SandboxId = Annotated[str, Field(max_length=100, description="The id that sandbox_initialize returned.")]


def javascript_tools(programs: Programs) -> list[Tool | MissingTool]:
    """Return the five JavaScript tools, or why they are missing."""
    sandbox = programs.sandbox
    seconds, hosts = sandbox.seconds, bool(sandbox.hosts)

    async def run(
        context: ToolContext, program: Program, text: str, workspace_id: str | None, packages: Packages = None
    ) -> dict[str, Any]:
        wanted = {package.name: package.version for package in packages or ()}
        return await programs.run(context, program, text, workspace_id, wanted)

    async def folders(context: ToolContext, **arguments: Any) -> Sequence[FoundThing] | None:
        del arguments
        return await programs.things(context)

    # Without hosts a script that is thrown away can change nothing, anywhere; with hosts it can.
    @skill_tool(read_only=not hosts, open_world=hosts, timeout=seconds + MARGIN_SECONDS, recogniser=ScriptReader())
    async def run_js_ephemeral(context: ToolContext, code: Code, dependencies: Packages = None) -> dict[str, Any]:
        """Run JavaScript or TypeScript once, in a fresh sandbox that is thrown away afterwards.

        The code is an ES module on Deno: top-level await, `import fs from "node:fs"` and other node: modules work,
        `require` does not. Only what it prints (console.log) comes back. It can write files under /work and /tmp;
        they are gone afterwards. There is no network unless an administrator granted hosts, and there are no npm
        packages but those that an administrator granted: import them by name. Ask for another with grant_package.
        Time, memory and output are limited. Returns stdout, stderr, exitCode (null when it was stopped), stopped (why,
        or null) and seconds; refused, why a package was.
        """
        return await run(context, Program.JAVASCRIPT, code, None, dependencies)

    @skill_tool(open_world=hosts, timeout=seconds + MARGIN_SECONDS, finds=folders)
    async def run_js(
        context: ToolContext,
        code: Code,
        sandbox_id: Annotated[
            str | None, Field(max_length=100, description="A started sandbox; without it your own workspace.")
        ] = None,
        dependencies: Packages = None,
    ) -> dict[str, Any]:
        """Run JavaScript or TypeScript in a sandbox whose files stay for the next call.

        Files are in /work, the working directory; folders of this machine that an administrator lent are under /lent.
        Processes and variables do not survive the call. Otherwise like run_js_ephemeral. A sandbox that holds too much
        is emptied; one that is not used for long is removed. Returns stdout, stderr, exitCode (null when it was
        stopped), stopped (why, or null) and seconds; files that it wrote, if any, which the person sees beside your
        answer and can download; folders, where some are lent; refused, why a package was.
        """
        workspace = sandbox_id or await agent_workspace(sandbox, context)
        return await run(context, Program.JAVASCRIPT, code, workspace, dependencies)

    @skill_tool(idempotent=True, timeout=MARGIN_SECONDS)
    async def sandbox_initialize(context: ToolContext) -> dict[str, Any]:
        """Start a sandbox: an empty folder /work for code and files that several calls share.

        Give the sandboxId it returns to run_js and sandbox_exec, and to sandbox_stop when you are done.
        """
        use = WorkspaceUse(agent_id=context.agent_id, swarm_id=context.swarm_id, started=True)
        return {"sandboxId": await sandbox.open_workspace(context.user_id, f"call:{context.call_id}", use)}

    @skill_tool(destructive=True, open_world=hosts, timeout=3 * seconds + MARGIN_SECONDS, finds=folders)
    async def sandbox_exec(
        context: ToolContext,
        sandbox_id: SandboxId,
        commands: Annotated[
            list[Annotated[str, Field(min_length=1, max_length=MAX_COMMAND)]],
            Field(min_length=1, max_length=10, description="Shell commands, run one after the other."),
        ],
    ) -> dict[str, Any]:
        """Run shell commands in a started sandbox, where `deno` is installed too.

        Each command is a bash of its own in /work; the first that fails ends the series. No network unless granted.
        Returns results: for each command that ran its stdout, stderr, exitCode, stopped, seconds and files.
        """
        results: list[dict[str, Any]] = []
        for command in commands:
            results.append(await run(context, Program.SHELL, command, sandbox_id))
            if results[-1]["exitCode"] != 0:
                break
        return {"results": results}

    @skill_tool(idempotent=True, destructive=True, timeout=MARGIN_SECONDS)
    async def sandbox_stop(context: ToolContext, sandbox_id: SandboxId) -> dict[str, Any]:
        """Stop a sandbox: what still runs in it is ended, its files are deleted."""
        await sandbox.remove_workspace(context.user_id, sandbox_id)
        return {"stopped": sandbox_id}

    tools = [run_js, run_js_ephemeral, sandbox_initialize, sandbox_exec, sandbox_stop]
    needs = {sandbox_exec.name: Program.SHELL}
    return [_or_missing(each, sandbox.missing(needs.get(each.name, Program.JAVASCRIPT))) for each in tools]


def _or_missing(each: FunctionTool, reason: Reason | None) -> Tool | MissingTool:
    if reason is None:
        return each
    return MissingTool(
        name=each.name, origin=each.spec.origin, reason=reason.text(), why=reason, reader=each.recogniser
    )
