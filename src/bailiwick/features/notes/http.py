"""Notes: those that were deleted and can come back."""

from bailiwick.features.notes.records import Note
from bailiwick.features.notes.store import NoteStore
from bailiwick.kernel.http.parts import CurrentPlatform
from bailiwick.kernel.http.problems import documented
from bailiwick.kernel.http.routes import router
from bailiwick.kernel.http.wire import PathUuid, Reply
from bailiwick.people.callers import Reader, Runner

notes = router("notes")


class DeletedNotes(Reply):
    """Notes that can come back."""

    notes: list[Note]


@notes.get(
    "/api/notes/deleted", operation_id="listDeletedNotes", summary="List deleted notes", responses=documented(401)
)
async def list_deleted(caller: Reader, platform: CurrentPlatform) -> DeletedNotes:
    """Return the notes that were deleted in the last 30 days, latest deletion first."""
    return DeletedNotes(notes=list(await platform.stores[NoteStore].deleted(caller.user.id)))


@notes.post(
    "/api/notes/{id}/restore",
    operation_id="restoreNote",
    summary="Bring a deleted note back",
    responses=documented(401, 404, 409),
)
async def restore(note_id: PathUuid, caller: Runner, platform: CurrentPlatform) -> Note:
    """Undo the deletion of a note; not while there is another of its title. A note that is there stays as it is."""
    return await platform.stores[NoteStore].restore(caller.user.id, note_id)
