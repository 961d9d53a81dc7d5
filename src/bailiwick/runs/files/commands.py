"""`bailiwick files …`: files that are kept with conversations."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from bailiwick.kernel.terminal.files import save_bytes
from bailiwick.kernel.terminal.output import Home
from bailiwick.people.records import User
from bailiwick.people.session import with_platform

if TYPE_CHECKING:
    from bailiwick.kernel.platform import Platform
    from bailiwick.runs.files.records import KeptFile

app = typer.Typer(no_args_is_help=True)


@app.callback()
def files() -> None:
    """Hold the commands together."""


@app.command()
def download(
    file: Annotated[str, typer.Argument()],
    to: Annotated[Path | None, typer.Option("--to")] = None,
    home: Home = None,
) -> None:
    async def work(platform: "Platform", owner: User) -> "tuple[KeptFile, bytes]":
        from bailiwick.runs.files.store import FileStore

        return await platform.stores[FileStore].content(owner.id, file)

    kept, content = with_platform(work, home)
    save_bytes(to, kept.filename, content)
