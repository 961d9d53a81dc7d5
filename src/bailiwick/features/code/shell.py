"""A shell in the sandbox."""

from collections.abc import Sequence
from typing import Annotated, Any

from pydantic import Field

from bailiwick.features.code.programs import Programs, agent_workspace
from bailiwick.features.code.requests import ShellReader
from bailiwick.kernel.lacks import Program
from bailiwick.kernel.shown_calls import FoundThing
from bailiwick.tools.records import MissingTool, Tool, ToolContext
from bailiwick.tools.shipped import skill_tool

MAX_COMMAND = 30_000
"""Longest command in characters; the kernel takes 128 KiB as one argument."""
MARGIN_SECONDS = 15.0
"""Longer than a program may run: time to wait for a turn and to end."""


def shell_tools(programs: Programs) -> list[Tool | MissingTool]:
    """Return `bash`, or why it is missing."""
    sandbox = programs.sandbox
    reason = sandbox.missing(Program.SHELL)
    if reason:
        return [MissingTool(name="bash", origin="builtin", reason=reason.text(), why=reason, reader=ShellReader())]

    async def folders(context: ToolContext, command: str) -> Sequence[FoundThing] | None:
        del command
        return await programs.things(context)

    @skill_tool(
        destructive=True,
        open_world=bool(sandbox.hosts),
        timeout=sandbox.seconds + MARGIN_SECONDS,
        recogniser=ShellReader(),
        finds=folders,
    )
    async def bash(
        context: ToolContext,
        command: Annotated[
            str, Field(min_length=1, max_length=MAX_COMMAND, description="A command or script for bash.")
        ],
    ) -> dict[str, Any]:
        """Run a command in a shell, in a workspace of your own whose files stay for the next call.

        Files are in /work, the working directory; the programs of this machine's /usr are there, its other files are
        not, but for folders that an administrator lent under /lent, many of them read-only. There is no network unless
        an administrator granted hosts. Nothing goes on running after the command has ended. Time, memory, processes
        and output are limited; a workspace that holds too much is emptied. Returns stdout, stderr, exitCode (null when
        it was stopped), stopped (why, or null) and seconds; files that it wrote, if any, which the person sees beside
        your answer and can download; folders, where some are lent; refused, why a package was.
        """
        return await programs.run(context, Program.SHELL, command, await agent_workspace(sandbox, context))

    return [bash]
