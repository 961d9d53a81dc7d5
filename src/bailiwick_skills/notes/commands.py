"""`bailiwick notes …`: deleted notes, and bringing them back."""

from typing import TYPE_CHECKING, Annotated

import typer

from bailiwick.plugin import Home, Json, User, console, phrase, print_json, table, with_equipment
from bailiwick_skills.notes.records import Note

if TYPE_CHECKING:
    from bailiwick.plugin import Equipment

app = typer.Typer(no_args_is_help=True)


@app.command()
def deleted(json: Json = False, home: Home = None) -> None:
    async def work(equipment: "Equipment", owner: User) -> list[Note]:
        from bailiwick_skills.notes.store import NoteStore

        return list(await equipment.stores[NoteStore].deleted(owner.id))

    found = with_equipment(work, home)
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
    async def work(equipment: "Equipment", owner: User) -> Note:
        from bailiwick_skills.notes.store import NoteStore

        return await equipment.stores[NoteStore].restore(owner.id, note_id)

    note = with_equipment(work, home)
    console().print(phrase("notes.is-back", title=note.title), markup=False, highlight=False)


def _when(note: Note) -> str:
    return note.deleted_at.astimezone().strftime("%Y-%m-%d %H:%M") if note.deleted_at else ""
