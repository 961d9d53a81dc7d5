"""Notes: those that were deleted and can come back."""

from bailiwick.plugin import CurrentEquipment, PathUuid, Reader, Reply, Runner, documented, router
from bailiwick_skills.notes.records import Note
from bailiwick_skills.notes.store import NoteStore

notes = router("notes")


class DeletedNotes(Reply):
    """Notes that can come back."""

    notes: list[Note]


@notes.get(
    "/api/notes/deleted", operation_id="listDeletedNotes", summary="List deleted notes", responses=documented(401)
)
async def list_deleted(caller: Reader, equipment: CurrentEquipment) -> DeletedNotes:
    """Return the notes that were deleted in the last 30 days, latest deletion first."""
    return DeletedNotes(notes=list(await equipment.stores[NoteStore].deleted(caller.user.id)))


@notes.post(
    "/api/notes/{id}/restore",
    operation_id="restoreNote",
    summary="Bring a deleted note back",
    responses=documented(401, 404, 409),
)
async def restore(note_id: PathUuid, caller: Runner, equipment: CurrentEquipment) -> Note:
    """Undo the deletion of a note; not while there is another of its title. A note that is there stays as it is."""
    return await equipment.stores[NoteStore].restore(caller.user.id, note_id)
