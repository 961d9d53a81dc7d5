"""`bailiwick notes …`: deleted notes, and bringing them back."""

from typing import TYPE_CHECKING, Annotated

import typer

from bailiwick.cli.output import Home, Json, console, print_json, table
from bailiwick.cli.session import with_platform
from bailiwick.core.access import User
from bailiwick.core.notes import Note

if TYPE_CHECKING:
    from bailiwick.runtime.platform import Platform

app = typer.Typer(help="Notes that were deleted and can come back.", no_args_is_help=True)


@app.command()
def deleted(json: Json = False, home: Home = None) -> None:
    """List the notes that were deleted in the last 30 days, latest deletion first."""

    async def work(platform: "Platform", owner: User) -> list[Note]:
        return list(await platform.stores.notes.deleted(owner.id))

    found = with_platform(work, home)
    if json:
        print_json(found)
        return
    rows = [(note.id, note.title, str(len(note.lines)), _when(note)) for note in found]
    table(("id", "title", "lines", "deleted"), rows, empty="No note was deleted in the last 30 days.")


@app.command()
def restore(
    note_id: Annotated[str, typer.Argument(help="The note's id, as `bailiwick notes deleted` shows it.")],
    home: Home = None,
) -> None:
    """Bring a deleted note back."""

    async def work(platform: "Platform", owner: User) -> Note:
        return await platform.stores.notes.restore(owner.id, note_id)

    note = with_platform(work, home)
    console().print(f"“{note.title}” is back.", markup=False, highlight=False)


def _when(note: Note) -> str:
    return note.deleted_at.astimezone().strftime("%Y-%m-%d %H:%M") if note.deleted_at else ""
