"""`bailiwick workspaces …`: what agents made in their workspaces."""

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from bailiwick.kernel.terminal.asking import agreed
from bailiwick.kernel.terminal.files import save_bytes
from bailiwick.kernel.terminal.lines import line, say, sized
from bailiwick.kernel.terminal.output import Home, Json, print_json, table
from bailiwick.kernel.terminal.texts import phrase
from bailiwick.kernel.terminal.times import local
from bailiwick.people.records import User
from bailiwick.people.session import with_platform

if TYPE_CHECKING:
    from bailiwick.kernel.platform import Platform
    from bailiwick.tools.confined import Workspace
    from bailiwick.tools.sandbox_contract import Sandbox

app = typer.Typer(no_args_is_help=True)

Which = Annotated[str, typer.Argument(metavar="FILE")]
In = Annotated[str | None, typer.Option("--workspace", "-w")]


@app.command("list")
def list_workspaces(json: Json = False, home: Home = None) -> None:
    async def work(platform: "Platform", owner: User) -> "Sequence[Workspace]":
        return await _sandbox(platform).workspaces(owner.id)

    found = with_platform(work, home)
    if json:
        print_json(found)
        return
    rows = [(each.id, _whose(each), str(each.files), sized(each.bytes), local(each.used_at)) for each in found]
    table(("id", "of", "files", "size", "used"), rows, empty=phrase("workspaces.none"))


@app.command()
def files(workspace: In = None, json: Json = False, home: Home = None) -> None:
    async def work(platform: "Platform", owner: User) -> Any:
        from bailiwick.features.code.files import latest_files

        found = await latest_files(_sandbox(platform), owner.id)
        return [each for each in found if workspace in (None, each.workspace.id)]

    found = with_platform(work, home)
    if json:
        print_json([{"workspace": each.workspace.id, "file": each.file} for each in found])
        return
    rows = [
        (line(each.file.path, 60), _whose(each.workspace), sized(each.file.bytes), local(each.file.changed_at))
        for each in found
    ]
    table(("file", "of", "size", "changed"), rows, empty=phrase("workspaces.no-files"))


@app.command()
def show(file: Which, workspace: In = None, json: Json = False, home: Home = None) -> None:
    async def work(platform: "Platform", owner: User) -> Any:
        from bailiwick.features.code.files import named_file, view

        found = await named_file(_sandbox(platform), owner.id, file, workspace)
        return await view(_sandbox(platform), owner.id, found.workspace.id, found.file.path)

    opened = with_platform(work, home)
    if json:
        print_json(opened)
    elif opened.shown != "text":
        say(phrase("workspaces.no-text", file=opened.path))
    else:
        say(opened.text)
        if opened.truncated:
            say(phrase("workspaces.goes-on", file=opened.path))


@app.command()
def download(
    file: Which,
    to: Annotated[Path | None, typer.Option("--to")] = None,
    workspace: In = None,
    home: Home = None,
) -> None:
    async def work(platform: "Platform", owner: User) -> tuple[str, bytes]:
        from bailiwick.features.code.files import named_file, whole

        found = await named_file(_sandbox(platform), owner.id, file, workspace)
        content = await whole(_sandbox(platform), owner.id, found.workspace.id, found.file.path)
        return found.file.path.rpartition("/")[2], content

    name, content = with_platform(work, home)
    save_bytes(to, name, content)


@app.command()
def remove(
    workspace: Annotated[str, typer.Argument()],
    yes: Annotated[bool, typer.Option("--yes", "-y")] = False,
    home: Home = None,
) -> None:
    async def find(platform: "Platform", owner: User) -> "Workspace":
        return await _sandbox(platform).workspace(owner.id, workspace)

    async def work(platform: "Platform", owner: User) -> None:
        await _sandbox(platform).remove_workspace(owner.id, found.id)

    found = with_platform(find, home)
    lost = phrase("workspaces.remove-it", whose=_whose(found) or found.id, count=found.files, size=sized(found.bytes))
    if not yes and not agreed(lost):
        raise typer.Exit(1)
    with_platform(work, home)
    say(phrase("workspaces.is-removed"))


def _sandbox(platform: "Platform") -> "Sandbox":
    from bailiwick.tools.sandbox.bubblewrap import BubblewrapSandbox

    return platform[BubblewrapSandbox]


def _whose(workspace: "Workspace") -> str:
    """Return who keeps files there, by id."""
    use = workspace.use
    if use is None:
        return ""
    if use.swarm_id is not None:
        return phrase("workspaces.of-swarm", swarm=use.swarm_id)
    whose = use.agent_id or phrase("workspaces.by-hand")
    return phrase("workspaces.started-by", whose=whose) if use.started else whose
