"""A shell in the sandbox."""

from collections.abc import Mapping
from typing import Annotated, Any

from pydantic import Field

from bailiwick.features.code.requests import ShellReader
from bailiwick.features.code.results import as_result
from bailiwick.kernel.lacks import Program
from bailiwick.tools.confined import ProgramOutcome, WorkspaceUse, workspace_of
from bailiwick.tools.records import MissingTool, Tool, ToolContext
from bailiwick.tools.sandbox_contract import NO_PACKAGES, Sandbox
from bailiwick.tools.shipped import skill_tool

MAX_COMMAND = 30_000
"""Longest command in characters; the kernel takes 128 KiB as one argument."""
MARGIN_SECONDS = 15.0
"""Longer than a program may run: time to wait for a turn and to end."""


def shell_tools(sandbox: Sandbox) -> list[Tool | MissingTool]:
    """Return `bash`, or why it is missing."""
    reason = sandbox.missing(Program.SHELL)
    if reason:
        return [MissingTool(name="bash", origin="builtin", reason=reason.text(), why=reason, reader=ShellReader())]

    @skill_tool(
        destructive=True,
        open_world=bool(sandbox.hosts),
        timeout=sandbox.seconds + MARGIN_SECONDS,
        recogniser=ShellReader(),
    )
    async def bash(
        context: ToolContext,
        command: Annotated[
            str, Field(min_length=1, max_length=MAX_COMMAND, description="A command or script for bash.")
        ],
    ) -> dict[str, Any]:
        """Run a command in a shell, in a workspace of your own whose files stay for the next call.

        Files are in /work, the working directory; the programs of this machine's /usr are there, its other files are
        not, and there is no network unless an administrator granted hosts. Nothing goes on running after the command
        has ended. Time, memory, processes and output are limited; a workspace that holds too much is emptied. Returns
        stdout, stderr, exitCode (null when it was stopped), stopped (why, or null) and seconds.
        """
        workspace = await agent_workspace(sandbox, context)
        outcome = await run_in(sandbox, context, Program.SHELL, command, workspace)
        return as_result(outcome, sandbox.limits, sandbox.seconds, context.language)

    return [bash]


async def agent_workspace(sandbox: Sandbox, context: ToolContext) -> str:
    """Return the id of the workspace that the calling agent keeps, or that its swarm shares.

    A person who tries a tool by hand has one too.
    """
    if context.swarm_id is not None:
        use = WorkspaceUse(swarm_id=context.swarm_id)
        return await sandbox.open_workspace(context.user_id, workspace_of(context.swarm_id), use)
    use = WorkspaceUse(agent_id=context.agent_id)
    return await sandbox.open_workspace(context.user_id, f"agent:{context.agent_id or ''}", use)


async def run_in(
    sandbox: Sandbox,
    context: ToolContext,
    program: Program,
    text: str,
    workspace_id: str,
    packages: Mapping[str, str] = NO_PACKAGES,
) -> ProgramOutcome:
    """Run a program in a workspace: that takes on the mark of the call, and the call that of the files."""
    user_id = context.user_id
    if context.tainted or sandbox.hosts:
        await sandbox.mark_workspace(user_id, workspace_id)  # before: whatever becomes of the call, its files may stay
    outcome = await sandbox.run(user_id, program, text, workspace_id=workspace_id, packages=packages)
    if await sandbox.is_marked(user_id, workspace_id):
        context.reading.note_outside()
    return outcome
