"""Files that the tools of an execution left for the person: noted in the steps of calls, listed with the answer."""

from collections.abc import Container, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from bailiwick.kernel.errors import InvalidInput
from bailiwick.kernel.reasons import Reason, as_data, read_reason
from bailiwick.runs.files.actions import Files
from bailiwick.runs.files.records import OTHER
from bailiwick.runs.records import Step, StepKind
from bailiwick.tools.records import LeftFile
from bailiwick_router.core.record import Record

MADE = "files"
"""Key in the output of a call's step, and in the metadata of what it returned: the files that it left, or their ids."""
MOST_MADE = 50
"""Files that are noted of one call."""


@dataclass(frozen=True, slots=True, kw_only=True)
class MadeFile(Record):
    """A file that a tool left for the person."""

    call: str
    """The key of the call's step in the journal."""
    name: str
    bytes: int
    download: str | None
    """Where it is downloaded, the copy if there is one, a path of this server; None where it could not be kept."""
    page: str | None
    """Where it is seen in the web app; None where it is not."""
    command: str | None
    """What saves it in a terminal."""
    kept: str | None
    """Id of the copy that is kept with the conversation, for `GET /api/files/{id}`; None where there is none."""
    media_type: str | None
    """Of the copy, as its bytes say. Pictures may be shown."""
    width: int | None
    """Of a picture, in pixels; None for any other file. The height likewise."""
    height: int | None
    unseen: bool
    """Whether a model that was given it could not see it."""
    why: Reason | None
    """Why no copy could be kept."""


async def keep_files(
    files: Files, user_id: str, conversation_id: str | None, left: Sequence[LeftFile]
) -> list[dict[str, Any]]:
    """Within the caller's transaction: keep what a call left, and return it as its step notes it."""
    noted: list[dict[str, Any]] = []
    for each in left[:MOST_MADE]:
        note: dict[str, Any] = {"name": each.name, "bytes": each.size}
        note |= {key: value for key in ("download", "page", "command") if (value := getattr(each, key))}
        if each.content is not None and conversation_id is not None:
            try:
                kept = await files.keep(user_id, conversation_id, each.name, each.content)
            except InvalidInput as error:
                note |= {} if error.why is None else {"why": as_data(error.why)}
            else:
                note |= {"kept": kept.id, "media_type": kept.media_type}
                note |= {} if kept.width is None else {"width": kept.width, "height": kept.height}
        noted.append(note)
    return noted


def given_of(output: Mapping[str, Any]) -> Sequence[str]:
    """Return the ids of the files in the output of a step that models are given."""
    return [each["kept"] for each in output.get(MADE) or () if each.get("kept") and each["media_type"] != OTHER]


def made_files(
    noted: Iterable[tuple[str, Sequence[Mapping[str, Any]] | None]], unseen: Container[str] = frozenset()
) -> tuple[MadeFile, ...]:
    """Return what calls left, given by the keys of their steps with what these note, oldest first; of what was written
    several times the last."""
    found: dict[str, MadeFile] = {}
    for call, files in noted:
        for each in files or ():
            made = _made(call, each, unseen)
            place = each.get("download") or f"{call}/{made.name}"
            found.pop(place, None)
            found[place] = made
    return tuple(found.values())


def made_in(steps: Sequence[Step]) -> tuple[MadeFile, ...]:
    """Return what the calls of an execution left, given all its steps."""
    outputs = [(step, step.output or {}) for step in steps]
    unseen = {each for step, output in outputs if step.kind is StepKind.MODEL for each in output.get("unseen", ())}
    noted = [(step.key, output.get(MADE)) for step, output in outputs if step.kind is StepKind.TOOL]
    return made_files(noted, unseen)


def _made(call: str, noted: Mapping[str, Any], unseen: Container[str]) -> MadeFile:
    kept = noted.get("kept")
    return MadeFile(
        call=call,
        name=noted["name"],
        bytes=noted["bytes"],
        download=noted.get("download") if kept is None else f"/api/files/{kept}/content",
        page=noted.get("page"),
        command=noted.get("command") if kept is None else f"bailiwick files download {kept}",
        kept=kept,
        media_type=noted.get("media_type"),
        width=noted.get("width"),
        height=noted.get("height"),
        unseen=kept is not None and kept in unseen,
        why=read_reason(noted.get("why")),
    )
