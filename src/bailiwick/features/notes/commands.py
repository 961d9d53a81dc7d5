"""`bailiwick notes …`: deleted notes, and bringing them back."""

from typing import TYPE_CHECKING, Annotated

import typer

from bailiwick.features.notes.records import Note
from bailiwick.kernel.terminal.output import Home, Json, console, print_json, table
from bailiwick.kernel.terminal.texts import phrase
from bailiwick.people.records import User
from bailiwick.people.session import with_platform

if TYPE_CHECKING:
    from bailiwick.kernel.platform import Platform

app = typer.Typer(no_args_is_help=True)


@app.command()
def deleted(json: Json = False, home: Home = None) -> None:
    async def work(platform: "Platform", owner: User) -> list[Note]:
        from bailiwick.features.notes.store import NoteStore

        return list(await platform.stores[NoteStore].deleted(owner.id))

    found = with_platform(work, home)
    if json:
        print_json(found)
        return
    rows = [(note.id, note.title, str(len(note.lines)), _when(note)) for note in found]
    table(("id", "title", "lines", "deleted"), rows, empty=phrase("notes.no-note-was-deleted-in-the"))


@app.command()
def restore(
    note_id: Annotated[str, typer.Argument()],
    home: Home = None,
) -> None:
    async def work(platform: "Platform", owner: User) -> Note:
        from bailiwick.features.notes.store import NoteStore

        return await platform.stores[NoteStore].restore(owner.id, note_id)

    note = with_platform(work, home)
    console().print(phrase("notes.is-back", title=note.title), markup=False, highlight=False)


def _when(note: Note) -> str:
    return note.deleted_at.astimezone().strftime("%Y-%m-%d %H:%M") if note.deleted_at else ""
