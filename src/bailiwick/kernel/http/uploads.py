"""Takes one file out of a request of several parts."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, TypeVar

from fastapi.exceptions import RequestValidationError
from pydantic import BaseModel, ValidationError
from starlette.datastructures import UploadFile
from starlette.exceptions import HTTPException
from starlette.requests import Request

from bailiwick.kernel.http.errors import RequestRefused
from bailiwick.kernel.http.json_body import unstorable
from bailiwick.kernel.reasons import Reason, ReasonCode

MEDIA_TYPE = "multipart/form-data"
MOST_FIELDS = 32

Fields = TypeVar("Fields", bound=BaseModel)


@dataclass(frozen=True, slots=True)
class Upload:
    """A file and what came beside it."""

    filename: str
    content: bytes
    fields: Mapping[str, list[str]]
    """By name, each as often as it was given."""


async def read_upload(request: Request, *, most_bytes: int) -> Upload:
    """Return the one file of a request, which goes to a temporary file while it arrives.

    Raises `RequestRefused`: 415 for another media type, 400 for what is not of that form, 413 for a file too large,
    422 when the part `file` is missing, comes twice or holds what cannot be stored.
    """
    if request.headers.get("content-type", "").partition(";")[0].strip().lower() != MEDIA_TYPE:
        raise RequestRefused(415, "unsupported-media-type", Reason.of(ReasonCode.SEND_FILE_AS, type=MEDIA_TYPE))
    try:
        form = await request.form(max_files=1, max_fields=MOST_FIELDS, max_part_size=64 * 1024)
    except HTTPException as error:
        raise RequestRefused(
            400, "malformed-request", Reason.of(ReasonCode.FORM_UNREADABLE, detail=str(error.detail))
        ) from None
    try:
        files = [value for name, value in form.multi_items() if isinstance(value, UploadFile) and name == "file"]
        if len(files) != 1:
            raise RequestRefused(422, "invalid-input", Reason.of(ReasonCode.SEND_ONE_FILE), field="file", place="body")
        [file] = files
        fields: dict[str, list[str]] = {}
        for name, value in form.multi_items():
            if isinstance(value, str):
                fields.setdefault(_storable(name, name), []).append(_storable(value, name))
        if (file.size or 0) > most_bytes:
            raise RequestRefused(413, "too-large", Reason.of(ReasonCode.FILE_TOO_LARGE, most=most_bytes >> 20))
        return Upload(_storable(file.filename or "", "file"), await file.read(), fields)
    finally:
        await form.close()


def checked(model: type[Fields], values: Mapping[str, Any]) -> Fields:
    """Return the fields of a form as `model` has them. Raises `RequestValidationError`."""
    try:
        return model.model_validate(values)
    except ValidationError as error:
        faults: list[Any] = [{**each, "loc": ("body", *each["loc"])} for each in error.errors()]
        raise RequestValidationError(faults) from None


def _storable(text: str, field: str) -> str:
    if reason := unstorable(text):
        raise RequestRefused(422, "invalid-input", reason, field=ascii(field[:60]).strip("'"), place="body")
    return text
